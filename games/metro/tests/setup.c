/* SPDX-License-Identifier: MIT
 *
 * Trains, hands and the starting player: ME-20 to ME-22.
 */
#include "fixture.h"

static struct fixture t;

/* By station, the seat whose train stands there. */
static const char *const owners[] = {
	[2] = "12121212121212121212121212121212", [3] = "123131232312321..321321313212312",
	[4] = "34214312431234214321341234124321", [5] = "143512354152413..235412534213452",
	[6] = "125314635126534..214365423162546",
};

static void trains(void **state)
{
	(void)state;
	for (int players = 2; players <= 6; players++) {
		fixture_ready(&t, players);
		for (unsigned station = 0; station < METRO_STATIONS; station++) {
			unsigned owner = t.tables.owner[t.tables.departure[station]];
			char seat = owners[players][station];

			assert_int_equal(owner, seat == '.' ? METRO_NO_ONE : seat - '1');
		}
	}
}

static void hands(void **state)
{
	const char *const options[] = {"hand", "2", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_refuses(&t, "~deal 2 ssss", "ME-21");
	fixture_play(&t, "~deal 1 ssss; ~deal 1 ssrl");
	fixture_refuses(&t, "~deal 1 ssss", "ME-21");
	fixture_play(&t, "~deal 2 rlrl; ~deal 2 rlrl");
	assert_int_equal(mp_match_turn(&t.match), 0);
	assert_shows(fixture_view(&t, 0), "\"hands\":[[\"ssrl\",\"ssss\"],[null,null]]");
	assert_shows(fixture_view(&t, 1), "\"hands\":[[null,null],[\"rlrl\",\"rlrl\"]]");
	assert_shows(fixture_view(&t, MP_PUBLIC), "\"hands\":[[null,null],[null,null]]");
	assert_shows(fixture_view(&t, 0), "\"pile\":56,\"unseen\":{\"ssss\":3,\"ssrl\":3,");
}

static void one_tile_each(void **state)
{
	(void)state;
	fixture_ready(&t, 6);
	for (int seat = 0; seat < 6; seat++) {
		assert_true(t.state.hand[seat][0] != METRO_NONE);
		assert_true(t.state.hand[seat][1] == METRO_NONE);
	}
	assert_int_equal(t.state.pile_left, 54);
}

static void open_hands(void **state)
{
	const char *const options[] = {"open_hands", "true", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 ssss; ~deal 2 rlrl");
	assert_shows(fixture_view(&t, 0), "\"hands\":[[\"ssss\"],[\"rlrl\"]]");
	assert_shows(fixture_view(&t, MP_PUBLIC), "\"hands\":[[\"ssss\"],[\"rlrl\"]]");
}

static void start_is_drawn(void **state)
{
	struct mp_outcome outcomes[METRO_KINDS];

	(void)state;
	fixture_open(&t, 3, NULL);
	assert_int_equal(metro_chance(&t.setup, &t.state, outcomes), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(outcomes[i].weight, 1);
	fixture_refuses(&t, "~start 4", "ME-22");
	fixture_refuses(&t, "~deal 1 ssss", "ME-22");
	fixture_play(&t, "~start 3; ~deal 1 ssss; ~deal 2 ssss; ~deal 3 ssss");
	assert_int_equal(mp_match_turn(&t.match), 2);
}

static void start_is_set(void **state)
{
	const char *const options[] = {"start", "2", NULL};

	(void)state;
	fixture_open(&t, 3, options);
	assert_int_equal(fixture_count(&t, "~deal 1 "), 24);
	fixture_play(&t, "~deal 1 ssss; ~deal 2 ssss; ~deal 3 ssss");
	assert_int_equal(mp_match_turn(&t.match), 1);
	fixture_play(&t, "ssss-b1; ~draw ssrl");
	assert_int_equal(mp_match_turn(&t.match), 2);
	fixture_play(&t, "ssss-c1; ~draw ssrl");
	assert_int_equal(mp_match_turn(&t.match), 0);
	fixture_play(&t, "ssss-d1; ~draw ssrl");
	assert_int_equal(mp_match_turn(&t.match), 1);
}

static void start_at_the_table(void **state)
{
	(void)state;
	assert_int_equal(mp_setup_begin(&t.setup, &mp_game_metro, 3, &t.fault), MP_OK);
	assert_int_equal(mp_setup_set(&t.setup, "start", "4", &t.fault), MP_OK);
	assert_int_equal(mp_setup_finish(&t.setup, &t.tables, &t.fault), MP_BAD_OPTION);
}

/* The state as each viewer sees it, before and after a move, differs by what the viewer sees of the
 * move: nothing else has to be known to follow a game. */
static void follow_game(struct mp_rng *rng)
{
	while (!mp_match_is_over(&t.match)) {
		struct metro_state seen[4], after;
		int turn = mp_match_turn(&t.match);
		mp_move moves[METRO_MOVES_MAX], move;

		if (turn == MP_CHANCE) {
			move = metro_draw(&t.setup, &t.state, rng);
		} else {
			size_t n = metro_legal(&t.setup, &t.state, turn, moves);

			/* To draw is listed last, and has to come often enough. */
			move = moves[mp_rng_below(rng, 4) ? mp_rng_below(rng, (uint32_t)n) : n - 1];
		}
		for (int viewer = 0; viewer < 4; viewer++) {
			int who = viewer < 3 ? viewer : MP_PUBLIC;

			seen[viewer] = t.state;
			metro_redact(&t.setup, &seen[viewer], who);
			metro_apply(&t.setup, &seen[viewer], turn,
			            metro_cut(&t.setup, &t.state, turn, move, who));
		}
		assert_int_equal(mp_match_play_move(&t.match, turn, move, &t.fault), MP_OK);
		assert_null(metro_flaw(&t.setup, &t.state));
		for (int viewer = 0; viewer < 4 && !mp_match_is_over(&t.match); viewer++) {
			after = t.state;
			metro_redact(&t.setup, &after, viewer < 3 ? viewer : MP_PUBLIC);
			assert_memory_equal(&after, &seen[viewer], sizeof after);
		}
	}
}

static void followed_as_seen(void **state)
{
	static const char *const hands[] = {"1", "2", "3"};
	struct mp_rng rng;

	(void)state;
	mp_rng_init(&rng, 1, 21);
	for (int i = 0; i < 12; i++) {
		const char *const options[] = {"hand", hands[i % 3], NULL};

		fixture_open(&t, 3, options);
		follow_game(&rng);
	}
}

/* So that the places of tiles in a hand do not tell when they came. */
static void one_order(void **state)
{
	const char *const options[] = {"hand", "3", "start", "1", NULL};
	static const char *const orders[] = {
		"~deal 1 ssss; ~deal 1 ssrl; ~deal 1 rlrl", "~deal 1 ssss; ~deal 1 rlrl; ~deal 1 ssrl",
		"~deal 1 rlrl; ~deal 1 ssss; ~deal 1 ssrl", "~deal 1 rlrl; ~deal 1 ssrl; ~deal 1 ssss"};
	uint8_t first[METRO_HAND_MAX];

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		fixture_open(&t, 2, options);
		fixture_play(&t, orders[i]);
		if (i == 0)
			memcpy(first, t.state.hand[0], sizeof first);
		assert_memory_equal(t.state.hand[0], first, sizeof first);
		assert_null(metro_flaw(&t.setup, &t.state));
	}
	for (unsigned i = 0; i < 2; i++) {
		memcpy(t.state.hand[0], first, sizeof first);
		t.state.hand[0][i] = first[i + 1];
		t.state.hand[0][i + 1] = first[i];
		assert_shows(metro_flaw(&t.setup, &t.state), "ME-21 a hand has one order");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"ME-20 trains stand as the cards say for each number of players", trains, NULL, NULL,
	     NULL},
		{"ME-21 whole hands are dealt seat by seat, and are secret", hands, NULL, NULL, NULL},
		{"ME-21 each player holds one tile", one_tile_each, NULL, NULL, NULL},
		{"ME-21 open hands are seen by all", open_hands, NULL, NULL, NULL},
		{"ME-21 a hand has one order, however it was dealt", one_order, NULL, NULL, NULL},
		{"ME-21 a game can be followed by what a seat sees of its moves", followed_as_seen, NULL,
	     NULL, NULL},
		{"ME-22 chance draws the starting player, each seat alike", start_is_drawn, NULL, NULL,
	     NULL},
		{"ME-22 a seat that is set begins without chance, and play goes on in seat order",
	     start_is_set, NULL, NULL, NULL},
		{"ME-22 the starting seat is one of the table's", start_at_the_table, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("set-up", tests, NULL, NULL);
}
