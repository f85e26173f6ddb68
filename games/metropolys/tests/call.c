/* SPDX-License-Identifier: MIT
 *
 * Calls for proposals, rule by rule (MY-20 to MY-27), with the examples of the booklet.
 */
#include "fixture.h"

static struct fixture t;

static void opening(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	fixture_refuses(&t, "pass", "MY-20");
	assert_int_equal(metropolys_legal(&t.setup, &t.state, 0, (mp_move[MP_MOVES_MAX]){0}), 13 * 55);
	assert_true(fixture_lists(&t, "13@C12"));
	assert_true(fixture_lists(&t, "1@W10"));
	assert_false(fixture_lists(&t, "pass"));
	fixture_play(&t, "5@C12");
	assert_int_equal(mp_match_turn(&t.match), 1);
}

static void outbidding(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_play(&t, "5@C8"); /* next to C4, C7 and C9 */
	fixture_refuses(&t, "5@C9", "MY-21");
	fixture_refuses(&t, "4@C9", "MY-21");
	fixture_refuses(&t, "6@C10", "MY-21");
	fixture_refuses(&t, "~start 1", "MY-21");
	assert_int_equal(metropolys_legal(&t.setup, &t.state, 1, (mp_move[MP_MOVES_MAX]){0}),
	                 8 * 3 + 1);
	fixture_play(&t, "6@C9");
	assert_int_equal(mp_match_turn(&t.match), 2); /* clockwise */
	fixture_refuses(&t, "7@C7", "MY-21");         /* next to the first, not to the last */
	fixture_play(&t, "7@E6");                     /* over a bridge */
	assert_int_equal(mp_match_turn(&t.match), 0); /* and round */
	fixture_play(&t, "8@E8");
}

static void occupied(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_build(&t, 2, 1, "C7");
	fixture_bids(&t, "5@C8 6@C9");
	fixture_refuses(&t, "7@C8", "MY-22"); /* placed in this call */
	fixture_bids(&t, "pass 8@C10 pass");
	assert_int_equal(mp_match_turn(&t.match), 0); /* seat 1 has won and opens */
	fixture_refuses(&t, "1@C7", "MY-22");         /* built */
	fixture_bids(&t, "5@C8");
	assert_true(fixture_lists(&t, "6@C9"));
	fixture_bids(&t, "6@C9 pass");
	fixture_refuses(&t, "5@E6", "MY-22"); /* one's own, placed in this call */
	assert_false(fixture_lists(&t, "5@E6"));
}

static void stays_until_the_end(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_bids(&t, "5@C8 pass 6@C9 7@C11");
	assert_false(fixture_lists(&t, "8@C9"));
	assert_false(t.state.free >> place("C8") & 1);
	fixture_play(&t, "pass");
	assert_true(t.state.free >> place("C8") & 1); /* all but the last are back */
	assert_true(t.state.free >> place("C9") & 1);
	assert_int_equal(t.state.hand[0], METROPOLYS_ALL_VALUES & ~(1 << 7));
	assert_int_equal(t.state.hand[2], METROPOLYS_ALL_VALUES);
}

static void passing(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_bids(&t, "1@C8 pass 2@C9 3@C10");
	assert_int_equal(mp_match_turn(&t.match), 2); /* seat 2 is out of this call */
	fixture_play(&t, "4@N10");
	assert_int_equal(mp_match_turn(&t.match), 0);
}

/* The first layout has a trendy token on C2; seat 1 holds bridges, and so does C2. */
static void worth(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	fixture_build(&t, 1, 1, "W1");
	t.state.taken[1][METROPOLYS_SUBWAY] = 1;
	t.state.subway_card = 2;
	t.state.taken[0][METROPOLYS_SUBWAY] = 1;
	/* a second subway token takes the card from seat 2 */
	assert_non_null(strstr(fixture_effects(&t, "5@C6", 0),
	                       "{\"cause\":\"subway\",\"points\":1},{\"cause\":\"subway_card\","
	                       "\"points\":3}"));
	assert_non_null(strstr(fixture_effects(&t, "5@C6", 0),
	                       "{\"type\":\"worth\",\"seat\":2,\"points\":-3,\"parts\":[{\"cause\":"
	                       "\"subway_card\",\"points\":-3}]}"));
	/* told to the bidder only: it names the secret card's points */
	assert_null(strstr(fixture_effects(&t, "5@C6", 1), "worth"));
	assert_null(strstr(fixture_effects(&t, "5@C6", MP_PUBLIC), "worth"));
	/* places that pay for the card are shown to its holder */
	for (unsigned i = 0; i < METROPOLYS_PLACES; i++)
		assert_int_equal(metropolys_card_gain(&t.setup, &t.state, 0, i),
		                 metropolys_map.by_bridge >> i & 1 ? 3 : 0);
	assert_null(strstr(fixture_view(&t, MP_PUBLIC), "\"pays\":[{"));
	assert_non_null(strstr(fixture_view(&t, 0), "\"pays\":[{"));
}

static void forced_passes(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	t.state.hand[1] = 1 << 1 | 1 << 2; /* seat 2 has but small ones left */
	assert_non_null(strstr(fixture_effects(&t, "5@C8", MP_PUBLIC),
	                       "{\"type\":\"bid\",\"place\":\"C8\",\"seat\":1,\"height\":\"small\","
	                       "\"value\":5},{\"type\":\"forced_pass\",\"seats\":[2]}]"));
	fixture_play(&t, "5@C8");
	assert_int_equal(mp_match_turn(&t.match), 2);
	assert_int_equal(t.state.passed, 1 << 1);
	/* nobody can outbid a 13: all are passed for, in order, and the call is won */
	assert_non_null(strstr(fixture_effects(&t, "13@C9", 1),
	                       "{\"type\":\"forced_pass\",\"seats\":[4,1]},{\"type\":\"call_won\""));
	fixture_play(&t, "13@C9");
	assert_int_equal(mp_match_turn(&t.match), 2);
	assert_int_equal(t.state.built[2], metropolys_place_bit(place("C9")));
}

/* A seat that could outbid now may be unable when its turn comes, and the other way round: nobody
 * is passed for before their turn. */
static void forced_in_turn(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	t.state.hand[2] = 1 << 7;
	fixture_build(&t, 1, 1, "N2");
	fixture_build(&t, 1, 2, "N5");
	fixture_build(&t, 1, 3, "N6");
	fixture_play(&t, "6@N3"); /* one way out: N4 */
	assert_int_equal(t.state.passed, 0);
	assert_string_equal(fixture_effects(&t, "8@N4", MP_PUBLIC),
	                    "[{\"type\":\"bid\",\"place\":\"N4\",\"seat\":2,\"height\":\"medium\","
	                    "\"value\":8},{\"type\":\"forced_pass\",\"seats\":[3,1]},{\"type\":\"call_"
	                    "won\",\"place\":\"N4\","
	                    "\"seat\":2,\"height\":\"medium\",\"value\":8,\"gains\":[{\"seat\":2,"
	                    "\"points\":4}]},{\"type\":\"token\",\"seat\":2,\"kind\":\"subway\","
	                    "\"place\":\"N4\"},{\"type\":\"card\","
	                    "\"card\":\"subway\",\"seat\":2,\"from\":null},{\"type\":\"returned\","
	                    "\"place\":\"N3\",\"seat\":1,\"height\":\"medium\",\"value\":6}]");
}

static void call_won(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_bids(&t, "3@C8 7@C9 pass 9@C10 pass"); /* a subway token lies on C10 */
	assert_int_equal(t.state.built[0], metropolys_place_bit(place("C10")));
	assert_int_equal(metropolys_value(&t.state, place("C10")), 9);
	assert_int_equal(t.state.hand[0], METROPOLYS_ALL_VALUES & ~(1 << 9)); /* the 3 is back, too */
	assert_int_equal(t.state.hand[1], METROPOLYS_ALL_VALUES);
	assert_int_equal(t.state.taken[0][METROPOLYS_SUBWAY], 1);
	assert_false(t.state.token[METROPOLYS_SUBWAY] >> place("C10") & 1);
	assert_int_equal(t.state.bids, 0);
	assert_int_equal(t.state.passed, 0);
}

static void subway_card(void **state)
{
	(void)state;
	fixture_first(&t, 2, "family");
	assert_int_equal(t.state.subway_card, 0);
	fixture_play(&t, "13@C6"); /* seat 1 takes the first subway token */
	assert_int_equal(t.state.subway_card, 1);
	fixture_bids(&t, "1@C9 2@C10 pass"); /* as many are not more */
	assert_int_equal(t.state.taken[1][METROPOLYS_SUBWAY], 1);
	assert_int_equal(t.state.subway_card, 1);
	fixture_play(&t, "13@N4"); /* seat 2 has two */
	assert_int_equal(t.state.subway_card, 2);
}

static void site_card(void **state)
{
	(void)state;
	fixture_first(&t, 2, "family");
	fixture_play(&t, "13@C4");
	assert_int_equal(t.state.site_card, 1);
	fixture_bids(&t, "1@C8 2@C7 pass"); /* the last to take a site, though not with more */
	assert_int_equal(t.state.site_card, 2);
	fixture_play(&t, "13@C3"); /* no site there */
	assert_int_equal(t.state.site_card, 2);
}

static void winner_opens(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	fixture_bids(&t, "1@C8 2@C9 3@C10 pass pass pass");
	assert_int_equal(mp_match_turn(&t.match), 2);
	assert_true(fixture_lists(&t, "1@W1"));
}

static void the_end(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_builds(&t, 0, "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 N1 N2");
	assert_int_equal(t.state.hand[0], 1 << 13);
	assert_int_equal(metropolys_winners(&t.setup, &t.state), 0);
	fixture_play(&t, "13@C6");
	assert_int_equal(mp_match_turn(&t.match), MP_OVER);
	assert_int_equal(t.state.taken[0][METROPOLYS_SUBWAY],
	                 1); /* the token and the card still change hands */
	assert_int_equal(t.state.subway_card, 1);
	assert_int_equal(mp_match_play(&t.match, 0, "pass", &t.fault), MP_GAME_OVER);
}

/* Blue 3, Gray 7, Red 9 on the one free neighbourhood next to it, White 10 for the subway, Blue and
 * Gray pass, Red 11 next to a bridge, White passes. */
static void booklet_call(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	t.state.area[2] = METROPOLYS_BRIDGES;
	t.state.area[0] = METROPOLYS_LAKE;
	t.state.token[METROPOLYS_SITE] &= ~metropolys_place_bit(place("S1"));
	t.state.token[METROPOLYS_TRENDY] |= metropolys_place_bit(place("C5"));
	t.state.token[METROPOLYS_SUBWAY] |= metropolys_place_bit(place("C13"));
	fixture_bids(&t, "3@C7 7@C6");
	assert_int_equal(metropolys_choices(&t.state, 2).places, metropolys_place_bit(place("C5")));
	fixture_bids(&t, "9@C5 10@C13");
	assert_false(fixture_lists(&t, "10@S1")); /* Blue needs 11 at least */
	fixture_bids(&t, "pass pass 11@S1 pass");
	assert_int_equal(t.state.built[2], metropolys_place_bit(place("S1")));
	assert_int_equal(mp_match_turn(&t.match), 2); /* and may open anywhere */
	assert_int_equal(metropolys_choices(&t.state, 2).places, t.state.free);
	assert_int_equal(metropolys_set_size(t.state.free), 54);
	assert_int_equal(t.state.taken[3][METROPOLYS_SUBWAY],
	                 0);                       /* White went back without the token */
	assert_int_equal(fixture_score(&t, 2), 3); /* Red's area card is bridges */
}

/* Gray takes an enclosed neighbourhood with the 1: nobody can outbid. */
static void booklet_enclosed(void **state)
{
	(void)state;
	fixture_first(&t, 4, "family");
	t.state.turn = 1;
	fixture_build(&t, 0, 4, "C5");
	fixture_build(&t, 3, 9, "C7");
	t.state.token[METROPOLYS_SUBWAY] &= ~metropolys_place_bit(place("C6"));
	t.state.token[METROPOLYS_TRENDY] |= metropolys_place_bit(place("C6"));
	assert_non_null(strstr(fixture_effects(&t, "1@C6", 0),
	                       "{\"type\":\"forced_pass\",\"seats\":[3,4,1]},{\"type\":"
	                       "\"call_won\",\"place\":\"C6\",\"seat\":2"));
	fixture_play(&t, "1@C6");
	assert_int_equal(t.state.taken[1][METROPOLYS_TRENDY], 1);
	assert_int_equal(mp_match_turn(&t.match), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("MY-20 the first player places any building anywhere and may not pass", opening),
		TITLED("MY-21 an outbid is higher and next to the last building", outbidding),
		TITLED("MY-22 a neighbourhood holds one building, and a building is placed once", occupied),
		TITLED("MY-22 what is placed stays until the call ends", stays_until_the_end),
		TITLED("MY-24 a bidder is told what the building is worth if it stays, nobody else", worth),
		TITLED("MY-23 who has passed places nothing more in this call", passing),
		TITLED("MY-23 the engine passes openly for who cannot outbid", forced_passes),
		TITLED("MY-23 nobody is passed for before their turn", forced_in_turn),
		TITLED("MY-24 the last building is built, the token taken, the others go back", call_won),
		TITLED("MY-25 the subway card goes to strictly more tokens", subway_card),
		TITLED("MY-25 the site card goes to who took a site last", site_card),
		TITLED("MY-26 the winner of the call opens the next one", winner_opens),
		TITLED("MY-27 the 13th building ends the game, after its token", the_end),
		TITLED("MY-24 the booklet's first example: Red wins with an 11", booklet_call),
		TITLED("MY-24 the booklet's second example: Gray builds a 1", booklet_enclosed),
	};

	return cmocka_run_group_tests_name("metropolys calls", tests, NULL, NULL);
}
