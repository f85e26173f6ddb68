/* SPDX-License-Identifier: MIT
 *
 * The turn and where tiles go: ME-30 to ME-35.
 */
#include "fixture.h"

static struct fixture t;

static void place_then_draw(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_refuses(&t, "ssss-b1", "ME-30");
	fixture_refuses(&t, "~draw ssss", "ME-30");
	fixture_play(&t, "ulru-c8");
	assert_int_equal(mp_match_turn(&t.match), MP_CHANCE);
	assert_int_equal(t.state.hand[0][0], METRO_NONE);
	fixture_refuses(&t, "~deal 1 ssss", "ME-30");
	assert_string_equal(fixture_effects(&t, "~draw ssss", 0),
	                    "[{\"type\":\"drawn\",\"seat\":1,\"tile\":\"ssss\",\"to\":\"hand\"}]");
	assert_string_equal(fixture_effects(&t, "~draw ssss", 1),
	                    "[{\"type\":\"drawn\",\"seat\":1,\"tile\":null,\"to\":\"hand\"}]");
	fixture_play(&t, "~draw ssss");
	assert_int_equal(mp_match_turn(&t.match), 1);
	assert_shows(fixture_view(&t, 0), "\"hands\":[[\"ssss\"],[null]]");
	assert_int_equal(t.state.pile_left, 57);
}

/* Plays on at random until the pile is empty. */
static void empty_the_pile(uint64_t seed)
{
	struct mp_rng rng;

	mp_rng_init(&rng, seed, 30);
	while (t.state.pile_left > 0) {
		mp_move moves[METRO_MOVES_MAX];
		int turn = mp_match_turn(&t.match);
		size_t n;

		if (turn == MP_CHANCE) {
			assert_int_equal(mp_match_draw(&t.match, &rng, &t.fault), MP_OK);
			continue;
		}
		n = metro_legal(&t.setup, &t.state, turn, moves);
		assert_int_equal(
			mp_match_play_move(&t.match, turn, moves[mp_rng_below(&rng, (uint32_t)n)], &t.fault),
			MP_OK);
	}
}

static void no_pile_no_draw(void **state)
{
	(void)state;
	fixture_ready(&t, 3);
	empty_the_pile(1);
	while (!mp_match_is_over(&t.match)) {
		mp_move moves[METRO_MOVES_MAX];
		int turn = mp_match_turn(&t.match);

		assert_true(turn >= 0);
		if (!t.state.drawn)
			fixture_refuses(&t, "draw", "ME-31");
		assert_int_equal(fixture_count(&t, "draw"), 0);
		assert_true(metro_legal(&t.setup, &t.state, turn, moves) > 0);
		assert_int_equal(mp_match_play_move(&t.match, turn, moves[0], &t.fault), MP_OK);
	}
}

static void draw_instead(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	assert_string_equal(fixture_effects(&t, "draw", 1), "[{\"type\":\"draw\",\"seat\":1}]");
	fixture_play(&t, "draw");
	assert_string_equal(fixture_effects(&t, "~draw ssss", 0),
	                    "[{\"type\":\"drawn\",\"seat\":1,\"tile\":\"ssss\",\"to\":\"board\"}]");
	assert_string_equal(fixture_effects(&t, "~draw ssss", 1),
	                    "[{\"type\":\"drawn\",\"seat\":1,\"tile\":null,\"to\":\"board\"}]");
	fixture_play(&t, "~draw ssss");
	assert_int_equal(mp_match_turn(&t.match), 0);
	assert_shows(fixture_view(&t, 0), "\"drawn\":{\"seat\":1,\"tile\":\"ssss\"}");
	assert_shows(fixture_view(&t, 1), "\"drawn\":{\"seat\":1,\"tile\":null}");
	fixture_refuses(&t, "ulru-c8", "ME-31");
	fixture_refuses(&t, "draw", "ME-31");
	assert_int_equal(fixture_count(&t, "ssss-"), fixture_count(&t, ""));
	fixture_play(&t, "ssss-c8");
	assert_int_equal(mp_match_turn(&t.match), 1);
	assert_shows(fixture_view(&t, 0), "\"hands\":[[\"ulru\"],[null]],\"drawn\":null,\"pile\":57");
}

static void drawn_in_the_open(void **state)
{
	const char *const options[] = {"open_hands", "true", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 ssss; ~deal 2 ssss; draw; ~draw rlrl");
	assert_shows(fixture_view(&t, 1), "\"drawn\":{\"seat\":1,\"tile\":\"rlrl\"}");
}

static void edge_or_beside(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_play(&t, "draw; ~draw ssss");
	assert_int_equal(fixture_count(&t, "ssss-"), 28);
	fixture_refuses(&t, "ssss-b2", "ME-32");
	fixture_refuses(&t, "ssss-d6", "ME-32"); /* beside the central station only */
	fixture_play(&t, "ssss-b1; draw; ~draw ssss");
	fixture_refuses(&t, "ssss-b1", "ME-32");
	fixture_refuses(&t, "ssss-c2", "ME-32"); /* corner to corner with b1 */
	assert_int_equal(fixture_count(&t, "ssss-b2"), 1);
	assert_int_equal(fixture_count(&t, "ssss-"), 28);
}

/* ME-33 as the rule words it, for one of the edge cells. */
static bool makes_a_line(const char *name, char column, char row)
{
	char top = name[0], right = name[1], bottom = name[2], left = name[3];

	if ((row == '1' && top == 'u') || (column == 'h' && right == 'u') ||
	    (row == '8' && bottom == 'u') || (column == 'a' && left == 'u'))
		return true;
	if (column == 'a' && row == '1')
		return top == 'r' || left == 'l';
	if (column == 'h' && row == '1')
		return top == 'l' || right == 'r';
	if (column == 'h' && row == '8')
		return right == 'l' || bottom == 'r';
	if (column == 'a' && row == '8')
		return bottom == 'l' || left == 'r';
	return false;
}

static void no_short_lines(void **state)
{
	const char *const options[] = {"start", "1", NULL};
	unsigned refused = 0;

	(void)state;
	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		const char *name = metro_tile_names[kind];
		char text[32] = "draw; ~draw ";

		if (strcmp(name, "uuuu") == 0)
			continue; /* ME-34 */
		fixture_open(&t, 2, options);
		fixture_play(&t, "~deal 1 ssss; ~deal 2 ssrl");
		fixture_play(&t, strcat(text, name));
		for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
			char column = (char)('a' + cell % 8), row = (char)('1' + cell / 8);
			char move[8] = {name[0], name[1], name[2], name[3], '-', column, row, '\0'};

			if (!strchr("ah", column) && !strchr("18", row))
				continue;
			if (makes_a_line(name, column, row)) {
				fixture_refuses(&t, move, "ME-33");
				refused++;
			} else {
				assert_int_equal(fixture_count(&t, move), 1);
			}
		}
	}
	assert_true(refused > 100);
}

/* Stations 16 and 17 have no train here, and still a line between them is short. */
static void no_short_lines_without_trains(void **state)
{
	(void)state;
	fixture_ready(&t, 3);
	fixture_play(&t, "draw; ~draw lssr");
	fixture_refuses(&t, "lssr-a8", "ME-33");
}

static void short_lines_as_they_lie(void **state)
{
	const char *const options[] = {"arrows", "false", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 usus; ~deal 2 ssss");
	fixture_refuses(&t, "usus-c1", "ME-33");
	fixture_play(&t, "usus-c1-90");
	/* in a corner, a tile that can lie in four ways */
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 ssrl; ~deal 2 ssss");
	fixture_refuses(&t, "ssrl-a1", "ME-33");
	fixture_play(&t, "ssrl-a1-90");
}

static void nowhere_else(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_play(&t, "draw; ~draw uuuu");
	assert_int_equal(fixture_count(&t, "uuuu-"), 28);
	fixture_play(&t, "uuuu-c1");
	assert_int_equal(t.state.score[1], 1); /* station 6 */
	/* Now c2 would do. */
	fixture_play(&t, "draw; ~draw uuuu");
	fixture_refuses(&t, "uuuu-a2", "ME-33");
	assert_int_equal(fixture_count(&t, "uuuu-"), 1);
	assert_int_equal(fixture_count(&t, "uuuu-c2"), 1);
}

static void tile_by_tile(void **state)
{
	const char *const options[] = {"hand", "2", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 uuuu; ~deal 1 susu; ~deal 2 ssss; ~deal 2 ssss");
	assert_int_equal(fixture_count(&t, "uuuu-"), 28);
	fixture_refuses(&t, "susu-a3", "ME-33");
	assert_int_equal(fixture_count(&t, "susu-"), 12);
}

static bool has_train(unsigned seat)
{
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = t.tables.departure[station];

		if (t.tables.owner[gate] == seat && !t.tables.worth[metro_end_at(&t.state, gate).other])
			return true;
	}
	return false;
}

/* Random games, until seats without trains have placed a hundred tiles. */
static void without_trains(void **state)
{
	unsigned placed = 0;

	(void)state;
	for (uint64_t seed = 1; placed < 100; seed++) {
		struct mp_rng rng;

		mp_rng_init(&rng, seed, 35);
		fixture_ready(&t, 6);
		while (!mp_match_is_over(&t.match)) {
			mp_move moves[METRO_MOVES_MAX];
			int turn = mp_match_turn(&t.match);
			size_t n;

			if (turn == MP_CHANCE) {
				assert_int_equal(mp_match_draw(&t.match, &rng, &t.fault), MP_OK);
				continue;
			}
			n = metro_legal(&t.setup, &t.state, turn, moves);
			/* Nobody is ever without a tile, so nobody is skipped. */
			assert_true(n > 0);
			assert_true(t.state.hand[turn][0] || t.state.drawn);
			placed += !has_train((unsigned)turn);
			assert_int_equal(mp_match_play_move(&t.match, turn,
			                                    moves[mp_rng_below(&rng, (uint32_t)n)], &t.fault),
			                 MP_OK);
		}
	}
}

/* The move is legal, and its text names it and no other one. */
static void assert_named(mp_move move)
{
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;
	mp_move named;

	mp_text_init(&text, buf, sizeof buf);
	metro_print(&t.setup, move, &text);
	assert_int_equal(mp_match_check(&t.match, mp_match_turn(&t.match), buf, &named, &t.fault),
	                 MP_OK);
	assert_int_equal(named, move);
}

/* A random game from before any chance. */
static void listed_by_name(void **state)
{
	const char *const options[] = {"hand", "2", "arrows", "false", NULL};
	struct mp_rng rng;

	(void)state;
	fixture_open(&t, 3, options);
	mp_rng_init(&rng, 1, 32);
	while (!mp_match_is_over(&t.match)) {
		struct mp_outcome outcomes[METRO_KINDS];
		mp_move moves[METRO_MOVES_MAX], move;
		int turn = mp_match_turn(&t.match);
		size_t n = metro_chance(&t.setup, &t.state, outcomes);

		assert_int_equal(n > 0, turn == MP_CHANCE);
		for (size_t i = 0; i < n; i++)
			assert_named(outcomes[i].move);
		for (int seat = 0; seat < 3; seat++) {
			if (seat == turn)
				continue;
			assert_int_equal(metro_legal(&t.setup, &t.state, seat, moves), 0);
			assert_ptr_equal(
				metro_check(&t.setup, &t.state, seat, metro_move(METRO_DRAW, 0, 0, 0, 0)),
				&mp_rule_turn);
		}
		if (turn == MP_CHANCE) {
			move = metro_draw(&t.setup, &t.state, &rng);
			assert_named(move);
		} else {
			n = metro_legal(&t.setup, &t.state, turn, moves);
			for (size_t i = 0; i < n; i++)
				assert_named(moves[i]);
			move = moves[mp_rng_below(&rng, (uint32_t)n)];
		}
		assert_int_equal(mp_match_play_move(&t.match, turn, move, &t.fault), MP_OK);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"ME-30 a tile from hand is placed, then one is drawn", place_then_draw, NULL, NULL, NULL},
		{"ME-30 nothing is drawn from an empty pile", no_pile_no_draw, NULL, NULL, NULL},
		{"ME-30 who is on turn has moves, nobody else, and each is what its text says",
	     listed_by_name, NULL, NULL, NULL},
		{"ME-31 a tile drawn instead must be placed, and the hand stays", draw_instead, NULL, NULL,
	     NULL},
		{"ME-31 with open hands everybody sees the drawn tile", drawn_in_the_open, NULL, NULL,
	     NULL},
		{"ME-32 a tile goes to the edge or beside a tile", edge_or_beside, NULL, NULL, NULL},
		{"ME-33 a U-turn at an edge or a turn in a corner is refused", no_short_lines, NULL, NULL,
	     NULL},
		{"ME-33 holds for stations without a train", no_short_lines_without_trains, NULL, NULL,
	     NULL},
		{"ME-33 looks at the tile as it lies", short_lines_as_they_lie, NULL, NULL, NULL},
		{"ME-34 a tile that fits nowhere else may make a short line", nowhere_else, NULL, NULL,
	     NULL},
		{"ME-34 is judged tile by tile", tile_by_tile, NULL, NULL, NULL},
		{"ME-35 a player without trains goes on placing, and nobody is ever skipped",
	     without_trains, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
