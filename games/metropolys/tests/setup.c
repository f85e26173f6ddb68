/* SPDX-License-Identifier: MIT
 *
 * The board and the set-up, rule by rule (MY-1 to MY-15).
 */
#include "fixture.h"

static struct fixture t;

static void districts_and_kinds(void **state)
{
	uint64_t all = 0;

	(void)state;
	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
		assert_int_equal(metropolys_set_size(metropolys_map.district[d]),
		                 d == METROPOLYS_CENTRE ? 15 : 10);
		assert_false(all & metropolys_map.district[d]);
		all |= metropolys_map.district[d];
		for (unsigned k = 0; k < METROPOLYS_KINDS; k++)
			assert_int_equal(
				metropolys_set_size(metropolys_map.district[d] & metropolys_map.kind[k]),
				d == METROPOLYS_CENTRE ? 3 : 2);
	}
	assert_int_equal(metropolys_set_size(all), METROPOLYS_PLACES);
	assert_string_equal(metropolys_map.name[9], "W10");
	assert_string_equal(metropolys_map.name[40], "C1");
}

static void adjacency(void **state)
{
	unsigned roads = 0, bridges = 0;

	(void)state;
	for (unsigned a = 0; a < METROPOLYS_PLACES; a++) {
		assert_false(metropolys_map.near[a] >> a & 1);
		assert_int_equal(metropolys_map.bridged[a],
		                 metropolys_map.near[a] &
		                     ~metropolys_map.district[metropolys_map.district_of[a]]);
		for (unsigned b = 0; b < METROPOLYS_PLACES; b++)
			assert_int_equal(metropolys_map.near[a] >> b & 1, metropolys_map.near[b] >> a & 1);
		bridges += metropolys_set_size(metropolys_map.bridged[a]);
		roads += metropolys_set_size(metropolys_map.near[a] & ~metropolys_map.bridged[a]);
	}
	assert_int_equal(roads, 2 * 71);
	assert_int_equal(bridges, 2 * 21);
	assert_true(metropolys_map.near[place("N4")] >> place("N6") & 1);   /* a road */
	assert_true(metropolys_map.near[place("N8")] >> place("E1") & 1);   /* a bridge */
	assert_false(metropolys_map.near[place("N3")] >> place("N5") & 1);  /* a lake between */
	assert_false(metropolys_map.near[place("N10")] >> place("E2") & 1); /* the river between */
	assert_false(metropolys_map.near[place("W8")] >> place("W9") & 1);  /* a corner */
}

static void marks(void **state)
{
	uint64_t statues = 0, lakes = 0, bridges = 0;

	(void)state;
	for (unsigned i = 0; i < METROPOLYS_STATUES; i++) {
		assert_int_equal(metropolys_set_size(metropolys_map.statue[i]), 3);
		statues |= metropolys_map.statue[i];
	}
	for (unsigned i = 0; i < METROPOLYS_LAKES; i++) {
		assert_in_range(metropolys_set_size(metropolys_map.lake[i]), 4, 6);
		lakes |= metropolys_map.lake[i];
	}
	for (unsigned i = 0; i < METROPOLYS_PLACES; i++) {
		bridges |= metropolys_map.bridged[i];
		assert_int_equal(metropolys_map.blind_alley >> i & 1,
		                 metropolys_set_size(metropolys_map.near[i]) == 1);
	}
	assert_int_equal(statues, metropolys_map.by_statue);
	assert_int_equal(lakes, metropolys_map.by_lake);
	assert_int_equal(bridges, metropolys_map.by_bridge);
	assert_int_equal(metropolys_set_size(metropolys_map.border), 20);
	assert_int_equal(metropolys_map.blind_alley,
	                 metropolys_place_bit(place("N3")) | metropolys_place_bit(place("E5")) |
	                     metropolys_place_bit(place("S2")) | metropolys_place_bit(place("C12")));
}

/* Draws until the tokens lie; returns how many draws of them there were. */
static unsigned lay_tokens(struct mp_rng *rng)
{
	unsigned n = 0;

	while (t.state.phase <= METROPOLYS_PHASE_LAYING) {
		n += t.state.phase == METROPOLYS_PHASE_LAYING;
		assert_int_equal(mp_match_draw(&t.match, rng, &t.fault), MP_OK);
	}
	return n;
}

static void token_counts(void **state)
{
	static const unsigned counts[5][METROPOLYS_TOKENS] = {
		[2] = {5, 6, 6}, [3] = {8, 7, 7}, [4] = {9, 9, 9}};
	struct mp_rng rng;

	(void)state;
	mp_rng_init(&rng, 10, 0);
	for (int players = 2; players <= 4; players++) {
		fixture_open(&t, players, NULL);
		assert_int_equal(lay_tokens(&rng), players == 2 ? 17 : players == 3 ? 22 : 27);
		for (unsigned k = 0; k < METROPOLYS_TOKENS; k++)
			assert_int_equal(metropolys_set_size(t.state.token[k]), counts[players][k]);
	}
}

static void districts_out(void **state)
{
	static const char *const one[] = {"~out west", "~out north", "~out east", "~out south"};
	static const char *const two[] = {"~out north east", "~out east south", "~out south west",
	                                  "~out west north"};

	(void)state;
	for (int players = 2; players <= 4; players++) {
		fixture_open(&t, players, NULL);
		fixture_play(&t, "~start 1");
		assert_int_equal(t.state.phase,
		                 players == 4 ? METROPOLYS_PHASE_LAYING : METROPOLYS_PHASE_OUT);
		for (unsigned i = 0; i < 4 && players < 4; i++) {
			struct mp_outcome outcomes[MP_OUTCOMES_MAX];

			assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 4);
			fixture_refuses(&t, players == 3 ? two[i] : one[i], "MY-11");
			fixture_play(&t, players == 3 ? one[i] : two[i]);
			assert_int_equal(metropolys_set_size(t.state.free), players == 3 ? 45 : 35);
			mp_match_rewind(&t.match, 1);
		}
	}
}

static void building_outside(void **state)
{
	(void)state;
	fixture_first(&t, 3, "family");
	fixture_refuses(&t, "1@W1", "MY-11");
	assert_false(fixture_lists(&t, "1@W1"));
	fixture_play(&t, "1@N1"); /* a bridge leads to W1 */
	fixture_refuses(&t, "2@W1", "MY-11");
	assert_false(fixture_lists(&t, "2@W1"));
}

/* Does a set-up with these options come about? */
static bool is_allowed(int players, const char *out, const char *layout)
{
	enum mp_err err;

	assert_int_equal(mp_setup_begin(&t.setup, &mp_game_metropolys, players, &t.fault), MP_OK);
	assert_int_equal(mp_setup_set(&t.setup, "out", out, &t.fault), MP_OK);
	assert_int_equal(mp_setup_set(&t.setup, "layout", layout, &t.fault), MP_OK);
	err = mp_setup_finish(&t.setup, NULL, &t.fault);
	assert_true(err == MP_OK || err == MP_BAD_OPTION);
	return err == MP_OK;
}

static void option_out(void **state)
{
	const char *const east_south[] = {"out", "east south", NULL};

	(void)state;
	assert_true(is_allowed(3, "west", "random"));
	assert_false(is_allowed(3, "west north", "random"));
	assert_true(is_allowed(2, "west north", "random"));
	assert_false(is_allowed(2, "west", "random"));
	assert_false(is_allowed(4, "west", "random"));
	assert_false(is_allowed(4, "north east", "random"));
	assert_false(is_allowed(3, "west", "first"));
	assert_false(is_allowed(2, "south west", "first"));
	assert_true(is_allowed(4, "", "first"));
	fixture_open(&t, 2, east_south);
	fixture_play(&t, "~start 2");
	assert_int_equal(t.state.phase, METROPOLYS_PHASE_LAYING); /* no ~out move */
	assert_int_equal(t.state.out, 1 << METROPOLYS_EAST | 1 << METROPOLYS_SOUTH);
}

static void token_places(void **state)
{
	struct mp_rng rng;

	(void)state;
	for (uint64_t seed = 0; seed < 60; seed++) {
		uint64_t laid;

		mp_rng_init(&rng, 12, seed);
		fixture_open(&t, 2 + (int)(seed % 3), NULL);
		lay_tokens(&rng);
		laid = t.state.token[METROPOLYS_TRENDY] | t.state.token[METROPOLYS_SUBWAY] |
		       t.state.token[METROPOLYS_SITE];
		assert_false(laid & metropolys_map.blind_alley);
		for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++)
			assert_int_equal(metropolys_set_size(laid & metropolys_map.district[d]),
			                 t.state.out >> d & 1     ? 0
			                 : d == METROPOLYS_CENTRE ? 7
			                                          : 5);
	}
}

/* The first token: 14 neighbourhoods of the centre, each kind as often as it is there. */
static void token_weights(void **state)
{
	const char *const options[] = {"start", "1", NULL};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	uint32_t sum[METROPOLYS_TOKENS] = {0};

	(void)state;
	fixture_open(&t, 3, options);
	fixture_play(&t, "~out east");
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 3 * 14);
	for (unsigned i = 0; i < 42; i++)
		sum[metropolys_a(outcomes[i].move)] += outcomes[i].weight;
	assert_int_equal(sum[METROPOLYS_TRENDY], 8 * 14);
	assert_int_equal(sum[METROPOLYS_SUBWAY], 7 * 14);
	assert_int_equal(sum[METROPOLYS_SITE], 7 * 14);
	fixture_refuses(&t, "~token site C12", "MY-12"); /* a blind alley */
	fixture_refuses(&t, "~token site W1", "MY-12");  /* the centre comes first */
	fixture_play(&t, "~token site C1");
	fixture_refuses(&t, "~token subway C1", "MY-12"); /* one to a neighbourhood */
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 3 * 13);
	assert_int_equal(outcomes[38].weight, 6); /* one site token fewer */
	fixture_bids(&t, "~token_site_C2 ~token_site_C3 ~token_site_C4 ~token_site_C5 ~token_site_C6 "
	                 "~token_site_C7");
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 2 * 10); /* west, no site */
	fixture_refuses(&t, "~token site W1", "MY-12");
	fixture_play(&t, "~token trendy W1");
}

static void first_layout(void **state)
{
	const char *const options[] = {"layout", "first", NULL};
	static const unsigned counts[5][METROPOLYS_TOKENS] = {
		[2] = {5, 6, 6}, [3] = {8, 7, 7}, [4] = {9, 9, 9}};

	(void)state;
	for (int players = 2; players <= 4; players++) {
		fixture_open(&t, players, options);
		fixture_play(&t, "~start 1");
		assert_int_equal(t.state.phase, METROPOLYS_PHASE_AREA); /* neither ~out nor ~token */
		for (unsigned k = 0; k < METROPOLYS_TOKENS; k++)
			assert_int_equal(metropolys_set_size(t.state.token[k]), counts[players][k]);
		assert_int_equal(t.state.out, players == 4 ? 0
		                              : players == 3
		                                  ? 1 << METROPOLYS_WEST
		                                  : 1 << METROPOLYS_SOUTH | 1 << METROPOLYS_WEST);
	}
	assert_true(t.state.token[METROPOLYS_TRENDY] >> place("C2") & 1);
	assert_true(t.state.token[METROPOLYS_SUBWAY] >> place("W5") & 1);
	assert_true(t.state.token[METROPOLYS_SITE] >> place("E8") & 1);
}

static void buildings(void **state)
{
	(void)state;
	fixture_first(&t, 2, "family");
	assert_int_equal(metropolys_set_size(t.state.hand[0]), 13);
	for (unsigned v = 1; v <= 13; v++)
		assert_int_equal(metropolys_height(v), v <= 5 ? 1 : v <= 9 ? 2 : 3);
	assert_non_null(strstr(fixture_view(&t, MP_PUBLIC),
	                       "\"left\":[[1,2,3,4,5,6,7,8,9,10,11,12,13],[1,2,3,4,5,6,7,8,9,10,11,"
	                       "12,13]]"));
	fixture_build(&t, 0, 13, "N5");
	fixture_refuses(&t, "13@N1", "MY-13");
	assert_non_null(strstr(fixture_view(&t, MP_PUBLIC),
	                       "{\"place\":\"N5\",\"seat\":1,\"height\":\"tall\",\"value\":13}"));
}

static void card_decks(void **state)
{
	const char *const family[] = {"layout", "first", "start", "1", NULL};
	const char *const expert[] = {"version", "expert", "layout", "first", "start", "1", NULL};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];

	(void)state;
	fixture_open(&t, 2, family);
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 3);
	fixture_refuses(&t, "~area 1 borders", "MY-14");
	fixture_refuses(&t, "~area 2 lakes", "MY-14"); /* seat by seat */
	fixture_bids(&t, "~area_1_lakes");
	fixture_refuses(&t, "~area 2 lakes", "MY-14"); /* one of each */
	fixture_bids(&t, "~area_2_statues 1@N5");      /* and play begins */
	fixture_open(&t, 4, family);
	fixture_bids(&t, "~area_1_borders ~area_2_statues ~area_3_bridges");
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 1); /* still a chance move */
	fixture_bids(&t, "~area_4_lakes 1@N5");
	fixture_open(&t, 3, expert);
	fixture_refuses(&t, "~area 1 borders", "MY-14");
	fixture_bids(&t, "~area_1_chains ~area_2_districts ~area_3_bridges");
	fixture_refuses(&t, "~kind 2 park", "MY-14");
	fixture_bids(&t, "~kind_1_park ~kind_2_mall");
	fixture_refuses(&t, "~kind 3 mall", "MY-14");
	fixture_bids(&t, "~kind_3_industry 1@N5");
}

static void start_player(void **state)
{
	const char *const third[] = {"start", "3", "layout", "first", NULL};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	struct mp_setup setup;

	(void)state;
	fixture_open(&t, 4, NULL);
	assert_int_equal(metropolys_chance(&t.setup, &t.state, outcomes), 4);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(outcomes[i].weight, 1);
	fixture_refuses(&t, "~area 1 lakes", "MY-15");
	fixture_play(&t, "~start 4");
	assert_int_equal(t.state.turn, 3);
	fixture_open(&t, 3, third);
	fixture_bids(&t, "~area_1_lakes ~area_2_statues ~area_3_bridges");
	assert_int_equal(mp_match_turn(&t.match), 2);
	assert_int_equal(mp_setup_begin(&setup, &mp_game_metropolys, 2, &t.fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "start", "3", &t.fault), MP_OK);
	assert_int_equal(mp_setup_finish(&setup, NULL, &t.fault), MP_BAD_OPTION);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("MY-1 the districts share 55 neighbourhoods, kinds evenly spread",
	           districts_and_kinds),
		TITLED("MY-2 roads and bridges make neighbours, corners and water do not", adjacency),
		TITLED("MY-3 statues, lakes, border and blind alleys are those of the city", marks),
		TITLED("MY-10 there are fewer tokens with fewer players", token_counts),
		TITLED("MY-11 one district is out with three players, two with two", districts_out),
		TITLED("MY-11 nobody builds in a district that is out", building_outside),
		TITLED("MY-11 option out must fit the players and the layout", option_out),
		TITLED("MY-12 seven tokens in the centre, five in each other district", token_places),
		TITLED("MY-12 every place is as likely, and every token", token_weights),
		TITLED("MY-12 the layout for a first game is fixed", first_layout),
		TITLED("MY-13 everybody has thirteen buildings and all see which are left", buildings),
		TITLED("MY-14 cards are dealt seat by seat from the deck of the version", card_decks),
		TITLED("MY-15 the start player is drawn, or set by an option", start_player),
	};

	return cmocka_run_group_tests_name("metropolys set-up", tests, NULL, NULL);
}
