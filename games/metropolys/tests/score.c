/* SPDX-License-Identifier: MIT
 *
 * Points, rule by rule (MY-30 to MY-44), with the examples of the booklet.
 */
#include "fixture.h"

static struct fixture t;

static void tokens(void **state)
{
	static const char *const versions[] = {"family", "expert"};

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		fixture_first(&t, 2, versions[i]);
		t.state.taken[0][METROPOLYS_TRENDY] = 2;
		t.state.taken[0][METROPOLYS_SITE] = 3;
		t.state.site_card = 1;
		t.state.taken[1][METROPOLYS_SUBWAY] = 4;
		t.state.subway_card = 2;
		assert_int_equal(fixture_score(&t, 0), 2 * 3 - 3 - 2);
		assert_int_equal(fixture_score(&t, 1), 4 + 3);
		assert_string_equal(
			fixture_breakdown(&t, MP_PUBLIC),
			i == 0 ? "[{\"seat\":1,\"rule\":\"MY-30\",\"points\":6,\"cause\":\"trendy\"},"
					 "{\"seat\":1,\"rule\":\"MY-30\",\"points\":-3,\"cause\":\"site\"},"
					 "{\"seat\":1,\"rule\":\"MY-30\",\"points\":-2,\"cause\":\"site card\"},"
					 "{\"seat\":2,\"rule\":\"MY-30\",\"points\":4,\"cause\":\"subway\"},"
					 "{\"seat\":2,\"rule\":\"MY-30\",\"points\":3,\"cause\":\"subway card\"}]"
				   : "[{\"seat\":1,\"rule\":\"MY-40\",\"points\":6,\"cause\":\"trendy\"},"
					 "{\"seat\":1,\"rule\":\"MY-40\",\"points\":-3,\"cause\":\"site\"},"
					 "{\"seat\":1,\"rule\":\"MY-40\",\"points\":-2,\"cause\":\"site card\"},"
					 "{\"seat\":2,\"rule\":\"MY-40\",\"points\":4,\"cause\":\"subway\"},"
					 "{\"seat\":2,\"rule\":\"MY-40\",\"points\":3,\"cause\":\"subway card\"}]");
	}
}

/* C10 has two bridges, C9 one, C8 none; W2 and W3 are each by two statues, W8 by none; C5 is by two
 * lakes, C1 by none; W1 is on the border, W3 is not. */
static void family_areas(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	fixture_builds(&t, 0, "C10 C9 C8");
	assert_int_equal(fixture_score(&t, 0), 6);
	fixture_builds(&t, 1, "W2 W3 W8");
	assert_int_equal(fixture_score(&t, 1), 6);
	fixture_builds(&t, 2, "C5 C1 N3");
	assert_int_equal(fixture_score(&t, 2), 6);
	fixture_builds(&t, 3, "W1 E10 S7");
	assert_int_equal(fixture_score(&t, 3), 6);
	assert_non_null(strstr(fixture_breakdown(&t, 3),
	                       "[{\"seat\":4,\"rule\":\"MY-31\",\"points\":6,\"cause\":\"borders\","
	                       "\"places\":[\"W1\",\"E10\"]}]"));
}

static void family_missing_district(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family"); /* west is out */
	fixture_builds(&t, 0, "N1 C3"); /* bridges to W1 and W5 only */
	assert_int_equal(fixture_score(&t, 0), 6);
	t.state.area[1] = METROPOLYS_BORDERS;
	fixture_builds(&t, 1, "C5 N5 N2"); /* next to the hole, and on the border of the city */
	assert_int_equal(fixture_score(&t, 1), 3);
}

static void expert_tokens(void **state)
{
	(void)state;
	fixture_first(&t, 3, "expert");
	fixture_bids(&t, "13@C2"); /* trendy */
	assert_int_equal(fixture_score(&t, 0), 3 + 5);
	assert_non_null(strstr(fixture_breakdown(&t, MP_PUBLIC),
	                       "\"rule\":\"MY-40\",\"points\":3,\"cause\":\"trendy\""));
}

/* W6, W10 and N5 are parks, W1 is a mall; a tall building elsewhere keeps the districts away. */
static void expert_kind(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert");
	fixture_build(&t, 1, 13, "W2");
	fixture_build(&t, 1, 12, "N2");
	fixture_builds(&t, 0, "W6 W10 N8 W1");
	assert_int_equal(fixture_score(&t, 0), 3 * 2);
	assert_non_null(strstr(fixture_breakdown(&t, 0),
	                       "\"rule\":\"MY-41\",\"points\":6,\"cause\":\"park\",\"places\":[\"W6\","
	                       "\"W10\",\"N8\"]"));
	assert_null(strstr(fixture_breakdown(&t, 1), "MY-41\",\"points\":6,\"cause\":\"park\""));
}

static unsigned highest(unsigned seat)
{
	struct metropolys_points points;

	metropolys_count(&t.setup, &t.state, seat, &points);
	return points.highest;
}

static void heights(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert");
	assert_int_equal(highest(0), 0); /* nobody has anything anywhere */
	fixture_build(&t, 0, 6, "W1");
	fixture_build(&t, 1, 1, "W2");
	fixture_build(&t, 1, 2, "W3");
	fixture_build(&t, 1, 5, "W4");
	assert_int_equal(highest(0), 1 << METROPOLYS_WEST); /* one medium beats three small */
	assert_int_equal(highest(1), 0);
	fixture_build(&t, 1, 9,
	              "W5"); /* by height, not by value: both medium, then one more beats none */
	assert_int_equal(highest(0), 0);
	assert_int_equal(highest(1), 1 << METROPOLYS_WEST);
	fixture_build(&t, 2, 10, "N1");
	fixture_build(&t, 2, 3, "N2");
	fixture_build(&t, 3, 13, "N4");
	fixture_build(&t, 3, 1, "N5");
	assert_int_equal(highest(2), 1 << METROPOLYS_NORTH); /* equal in all: both */
	assert_int_equal(highest(3), 1 << METROPOLYS_NORTH);
	fixture_build(&t, 3, 6, "N6");
	assert_int_equal(highest(2), 0); /* medium as the second beats small */
	assert_int_equal(highest(3), 1 << METROPOLYS_NORTH);
}

/* South: seat 2 had it by a medium building, seat 1 takes it by a tall one. */
static void heights_told(void **state)
{
	const char *told;

	(void)state;
	fixture_first(&t, 3, "expert");
	fixture_build(&t, 1, 6, "S1");
	t.state.token[METROPOLYS_TRENDY] |= metropolys_place_bit(place("S5"));
	t.state.token[METROPOLYS_SUBWAY] &= ~metropolys_place_bit(place("S5"));
	t.state.token[METROPOLYS_SITE] &= ~metropolys_place_bit(place("S5"));
	told = "\"value\":13,\"gains\":[{\"seat\":1,\"points\":8},{\"seat\":2,\"points\":-5}]}";
	assert_shows(fixture_effects(&t, "13@S5", MP_PUBLIC), told);
	assert_shows(fixture_effects(&t, "13@S5", MP_PUBLIC),
	             "{\"type\":\"highest\",\"district\":\"south\",\"seats\":[1],\"from\":[2]}");
	/* what it brings by secret cards is told to who holds them alone */
	t.state.kind[0] = 1;
	for (unsigned i = 0; i < METROPOLYS_KINDS; i++)
		if (metropolys_map.kind[i] & metropolys_place_bit(place("S5")))
			t.state.kind[0] = (uint8_t)(1 + i);
	assert_shows(fixture_effects(&t, "13@S5", MP_PUBLIC), told);
	assert_shows(fixture_effects(&t, "13@S5", 1), told);
	assert_shows(fixture_effects(&t, "13@S5", 0),
	             "\"gains\":[{\"seat\":1,\"points\":10},{\"seat\":2,\"points\":-5}]}");
}

/* Blue has the one tall building. */
static void booklet_heights_1(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert");
	fixture_build(&t, 0, 10, "S1");
	fixture_build(&t, 1, 9, "S4");
	fixture_build(&t, 2, 5, "S5");
	assert_int_equal(highest(0), 1 << METROPOLYS_SOUTH);
	assert_int_equal(highest(1) | highest(2) | highest(3), 0);
}

/* Blue and Red have two tall buildings each, and Red has one building more. */
static void booklet_heights_2(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert");
	fixture_build(&t, 0, 13, "S1");
	fixture_build(&t, 0, 12, "S2");
	fixture_build(&t, 2, 10, "S4");
	fixture_build(&t, 2, 11, "S5");
	fixture_build(&t, 2, 1, "S6");
	assert_int_equal(highest(2), 1 << METROPOLYS_SOUTH);
	assert_int_equal(highest(0), 0);
}

/* W3–N5–C1–N6 is a path of three bridges: its middle bridge alone would give one pair, the ends
 * give two. */
static void expert_bridges(void **state)
{
	uint64_t path;

	(void)state;
	path = metropolys_place_bit(place("W3")) | metropolys_place_bit(place("N5")) |
	       metropolys_place_bit(place("C1")) | metropolys_place_bit(place("N6"));
	assert_int_equal(metropolys_groups(METROPOLYS_BRIDGES, path), 2);
	assert_int_equal(
		metropolys_groups(METROPOLYS_BRIDGES, path & ~metropolys_place_bit(place("N6"))), 1);
	/* E9, C15 and S7 stand in a triangle of bridges; S9 hangs on E9 */
	path = metropolys_place_bit(place("E9")) | metropolys_place_bit(place("C15")) |
	       metropolys_place_bit(place("S7"));
	assert_int_equal(metropolys_groups(METROPOLYS_BRIDGES, path), 1);
	assert_int_equal(
		metropolys_groups(METROPOLYS_BRIDGES, path | metropolys_place_bit(place("S9"))), 2);
	fixture_first(&t, 4, "expert");
	t.state.kind[0] = 0;
	fixture_builds(&t, 0, "W3 N5 C1 N6");
	assert_int_equal(fixture_score(&t, 0), 2 * 4 + 3 * 5);
	assert_non_null(
		strstr(fixture_breakdown(&t, 0),
	           "{\"seat\":1,\"rule\":\"MY-43\",\"points\":4,\"cause\":\"bridges\",\"places\":"
	           "[\"W3\",\"N5\"]},{\"seat\":1,\"rule\":\"MY-43\",\"points\":4,\"cause\":\"bridges\","
	           "\"places\":[\"N6\",\"C1\"]}"));
}

static uint64_t places(const char *const *names)
{
	uint64_t set = 0;

	for (; *names; names++)
		set |= metropolys_place_bit(place(*names));
	return set;
}

static void expert_statues(void **state)
{
	(void)state;
	/* C1 C2 C4 and C4 C7 C8 share C4 */
	assert_int_equal(metropolys_groups(METROPOLYS_STATUE, places((const char *[]){
															  "C1", "C2", "C4", "C7", "C8", NULL})),
	                 1);
	/* W1 W2 W3 and W2 W3 W4 share two; W6 W7 W9 stands alone; E6 E7 E8 and E8 E9 E10 share E8 */
	assert_int_equal(
		metropolys_groups(METROPOLYS_STATUE,
	                      places((const char *[]){"W1", "W2", "W3", "W4", "W6", "W7", "W9", "E6",
	                                              "E7", "E8", "E9", "E10", NULL})),
		3);
	assert_int_equal(
		metropolys_groups(METROPOLYS_STATUE, places((const char *[]){"S6", "S7", NULL})), 0);
	fixture_first(&t, 4, "expert");
	t.state.kind[1] = 0;
	fixture_builds(&t, 1, "S6 S7 S8");
	assert_int_equal(fixture_score(&t, 1), 7 + 5);
}

static void expert_lakes(void **state)
{
	(void)state;
	/* two lakes share C5 C6 C7: with C2 C3 and C11 C13 around there are six and more, hence two */
	assert_int_equal(
		metropolys_groups(METROPOLYS_LAKE,
	                      places((const char *[]){"C5", "C6", "C7", "C2", "C3", "C11", NULL})),
		2);
	assert_int_equal(metropolys_groups(METROPOLYS_LAKE, places((const char *[]){
															"C5", "C6", "C7", "C2", "C11", NULL})),
	                 1);
	/* one lake counts once, with five around it, too; two are too few */
	assert_int_equal(metropolys_groups(METROPOLYS_LAKE, places((const char *[]){"W3", "W4", "W5",
	                                                                            "W6", "W7", NULL})),
	                 1);
	assert_int_equal(metropolys_groups(METROPOLYS_LAKE, places((const char *[]){"W3", "W4", NULL})),
	                 0);
	assert_int_equal(
		metropolys_find_groups(METROPOLYS_LAKE,
	                           places((const char *[]){"C2", "C3", "C4", "C5", "C6", "C7", NULL}),
	                           (uint64_t[METROPOLYS_GROUPS_MAX]){0}),
		2); /* the second lake has C5 C6 C7 */
	assert_int_equal(
		metropolys_find_groups(METROPOLYS_LAKE,
	                           places((const char *[]){"N1", "N2", "N3", "N4", "N5", NULL}),
	                           (uint64_t[METROPOLYS_GROUPS_MAX]){0}),
		1);
	fixture_first(&t, 4, "expert");
	t.state.kind[2] = 0;
	fixture_builds(&t, 2, "W3 W4 W5 W6");
	assert_int_equal(fixture_score(&t, 2), 5 + 5);
}

static void expert_districts(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert");
	t.state.kind[3] = 0;
	fixture_build(&t, 0, 13, "W10");
	fixture_build(&t, 0, 12, "N10");
	fixture_build(&t, 0, 11, "C15");
	fixture_builds(&t, 3, "W1 W2 W3 W4 N1 N2 N3 C1 C2");
	assert_int_equal(fixture_score(&t, 3), 2 * 4); /* four and three; two are too few */
}

static void expert_chains(void **state)
{
	(void)state;
	/* W1 and N1 are joined by a bridge */
	assert_int_equal(
		metropolys_groups(METROPOLYS_CHAINS, places((const char *[]){"W1", "N1", "N2", NULL})), 1);
	/* a star: the middle S8 serves one chain only */
	assert_int_equal(metropolys_groups(METROPOLYS_CHAINS, places((const char *[]){
															  "S8", "S5", "S6", "S7", "S9", NULL})),
	                 1);
	/* six in a row hold two chains; taking the four in the middle first would leave one */
	assert_int_equal(
		metropolys_groups(METROPOLYS_CHAINS,
	                      places((const char *[]){"N10", "N9", "N7", "N2", "N1", "N5", NULL})),
		2);
	assert_int_equal(
		metropolys_groups(METROPOLYS_CHAINS, places((const char *[]){"W1", "W2", "E1", NULL})), 0);
	fixture_first(&t, 4, "expert");
	t.state.area[0] = METROPOLYS_CHAINS;
	t.state.kind[0] = 0;
	fixture_builds(&t, 0, "W1 N1 N2");
	assert_int_equal(fixture_score(&t, 0), 4 + 2 * 5);
}

static void serves_both_cards(void **state)
{
	(void)state;
	fixture_first(&t, 4, "expert"); /* seat 2: statues and lodging */
	fixture_build(&t, 0, 13, "W10");
	fixture_builds(&t, 1, "W1 W2 W3"); /* W3 is lodging */
	assert_int_equal(fixture_score(&t, 1), 7 + 2);
}

/* A game that has just ended with these points from trendy tokens and this many buildings. */
static unsigned ended(unsigned players, const uint8_t *trendy, const uint8_t *buildings)
{
	unsigned at = 0;

	fixture_first(&t, (int)players, "family");
	for (unsigned seat = 0; seat < players; seat++) {
		t.state.area[seat] = 0;
		t.state.taken[seat][METROPOLYS_TRENDY] = trendy[seat];
		for (unsigned i = 0; i < buildings[seat]; i++)
			t.state.built[seat] |= metropolys_place_bit(at++);
	}
	t.state.phase = METROPOLYS_PHASE_OVER;
	return metropolys_winners(&t.setup, &t.state);
}

static void winners(void **state)
{
	(void)state;
	assert_int_equal(ended(3, (const uint8_t[]){3, 4, 2}, (const uint8_t[]){13, 2, 9}), 1 << 1);
	assert_int_equal(ended(3, (const uint8_t[]){4, 4, 2}, (const uint8_t[]){11, 12, 13}), 1 << 1);
	assert_int_equal(ended(3, (const uint8_t[]){4, 4, 4}, (const uint8_t[]){12, 13, 12}), 1 << 1);
	assert_int_equal(ended(4, (const uint8_t[]){4, 3, 4, 4}, (const uint8_t[]){12, 13, 12, 11}),
	                 1 << 0 | 1 << 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("MY-30 tokens and special cards count the same in both versions", tokens),
		TITLED("MY-31 a building counts once for its area", family_areas),
		TITLED("MY-31 a missing district takes no bridge and makes no border",
	           family_missing_district),
		TITLED("MY-40 tokens count as in the family version", expert_tokens),
		TITLED("MY-41 two points for each building in one's kind of neighbourhood", expert_kind),
		TITLED("MY-42 heights are compared from the tallest down", heights),
		TITLED("MY-42 whoever gains or loses by a building is told", heights_told),
		TITLED("MY-42 the booklet's example: the tallest building wins", booklet_heights_1),
		TITLED("MY-42 the booklet's example: one building more wins", booklet_heights_2),
		TITLED("MY-43 bridges: pairs are chosen to give the most", expert_bridges),
		TITLED("MY-43 statues: a building between two serves one", expert_statues),
		TITLED("MY-43 lakes: shared buildings are dealt out to give the most", expert_lakes),
		TITLED("MY-43 districts: three buildings or more count once", expert_districts),
		TITLED("MY-43 chains: may cross bridges and share no building", expert_chains),
		TITLED("MY-43 a building may serve both cards", serves_both_cards),
		TITLED("MY-44 points, then buildings, then the win is shared", winners),
	};

	return cmocka_run_group_tests_name("metropolys points", tests, NULL, NULL);
}
