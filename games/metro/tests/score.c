/* SPDX-License-Identifier: MIT
 *
 * Lines and points: ME-40 to ME-43. Odd stations are seat 1's, even ones seat 2's.
 */
#include "fixture.h"

static struct fixture t;

static void assert_score(unsigned first, unsigned second)
{
	assert_int_equal(t.state.score[0], first);
	assert_int_equal(t.state.score[1], second);
}

/* The booklet's example: yellow has 3 points with 2 tiles. */
static void tile_twice(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "rusr-g1");
	fixture_play(&t, "draw; ~draw rlss");
	assert_shows(fixture_effects(&t, "rlss-h1", MP_PUBLIC),
	             "{\"type\":\"line_closed\",\"seat\":1,\"station\":1,\"cells\":[\"h1\",\"g1\","
	             "\"h1\"],\"length\":3,\"end\":32,\"points\":3}");
	fixture_play(&t, "rlss-h1");
	assert_score(3, 0);
	assert_string_equal(
		fixture_breakdown(&t, MP_PUBLIC),
		"[{\"seat\":1,\"rule\":\"ME-40\",\"points\":3,\"cause\":\"line\",\"station\":"
		"1,\"cells\":[\"h1\",\"g1\",\"h1\"],\"length\":3,\"end\":32,\"doubled\":false}]");
}

static void centre_doubles(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-d1 ssss-d2");
	assert_score(0, 0);
	assert_shows(fixture_view(&t, MP_PUBLIC), "\"cells\":[\"d1\",\"d2\"],\"length\":2,\"end\":null,"
	                                          "\"points\":0,\"done\":false,\"next\":\"d3\","
	                                          "\"side\":\"top\"}");
	fixture_play(&t, "draw; ~draw ssss");
	assert_shows(fixture_effects(&t, "ssss-d3", MP_PUBLIC),
	             "{\"type\":\"line_closed\",\"seat\":1,\"station\":5,\"cells\":[\"d1\",\"d2\","
	             "\"d3\"],\"length\":3,\"end\":\"centre\",\"points\":6}");
	fixture_play(&t, "ssss-d3");
	assert_score(6, 0);
	assert_shows(fixture_breakdown(&t, MP_PUBLIC), "\"end\":\"centre\",\"doubled\":true");
}

static void own_arrival(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-d1 usus-d2");
	assert_score(3, 0);
	assert_shows(fixture_view(&t, 0),
	             "\"station\":5,\"cells\":[\"d1\",\"d2\",\"d1\"],\"length\":3,\"end\":5");
}

static void open_lines(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-d1");
	fixture_play(&t, "draw; ~draw ssss");
	assert_shows(fixture_effects(&t, "ssss-d2", MP_PUBLIC),
	             "{\"type\":\"line_grows\",\"seat\":1,\"station\":5,\"cells\":[\"d1\",\"d2\"],"
	             "\"length\":2,\"end\":null}");
	fixture_play(&t, "ssss-d2");
	assert_score(0, 0);
	assert_string_equal(fixture_breakdown(&t, MP_PUBLIC), "[]");
}

/* Parts that were laid before the line came to them count too. */
static void joined_parts(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-a3 ssss-b3 ssss-c3 ssrl-d3"); /* d3's left track goes up */
	assert_score(0, 0);
	fixture_lay(&t, "ssss-d2"); /* on from d3, and down from d1 */
	fixture_lay(&t, "rlss-d1"); /* d1's bottom track is straight: station 11 arrives at 5 */
	assert_score(6, 0);
}

static void several_at_once(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "lssr-g1 usus-h2");
	assert_score(0, 0);
	fixture_lay(&t, "ssrl-h1"); /* station 1: h1 h2 h1 to 32; station 2: g1 h1 to 1 */
	assert_score(3, 2);
}

static void closed_loop(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "rrus-b1 usus-b2"); /* round and round between b1 and b2 */
	assert_score(0, 0);
	assert_string_equal(fixture_breakdown(&t, MP_PUBLIC), "[]");
	assert_int_equal(mp_match_turn(&t.match), 0);
}

/* Station 17's line: a8 b8 to 18. */
static void line_without_train(void **state)
{
	(void)state;
	fixture_ready(&t, 3);
	fixture_lay(&t, "ssrl-a8 lssr-b8");
	assert_score(0, 0);
	assert_int_equal(t.state.score[2], 0);
	assert_string_equal(fixture_breakdown(&t, MP_PUBLIC), "[]");
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssrl-a8 lssr-b8");
	assert_score(2, 0);
}

static void all_placed(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		unsigned best = 0, winners = 0;
		struct mp_rng rng;

		fixture_ready(&t, 2 + (int)(seed % 5));
		mp_rng_init(&rng, seed, 43);
		assert_int_equal(metro_winners(&t.setup, &t.state), 0);
		metro_playout(&t.setup, &t.state, &rng);
		assert_int_equal(metro_turn(&t.setup, &t.state), MP_OVER);
		for (unsigned cell = 0; cell < METRO_CELLS; cell++)
			assert_int_equal(t.state.board[cell] == METRO_NONE, METRO_CENTRE >> cell & 1);
		for (unsigned station = 0; station < METRO_STATIONS; station++)
			assert_true(t.tables.worth[metro_end_at(&t.state, t.tables.departure[station]).other]);
		for (int seat = 0; seat < t.setup.players; seat++)
			if (t.state.score[seat] > best)
				best = t.state.score[seat];
		for (int seat = 0; seat < t.setup.players; seat++)
			winners |= (unsigned)(t.state.score[seat] == best) << seat;
		assert_int_equal(metro_winners(&t.setup, &t.state), winners);
	}
}

static void shared_win(void **state)
{
	struct mp_rng rng;

	(void)state;
	fixture_ready(&t, 3);
	mp_rng_init(&rng, 1, 43);
	metro_playout(&t.setup, &t.state, &rng);
	t.state.score[0] = 70;
	t.state.score[1] = 69;
	t.state.score[2] = 70;
	assert_int_equal(metro_winners(&t.setup, &t.state), 5);
	memset(t.state.score, 0, sizeof t.state.score);
	assert_int_equal(metro_winners(&t.setup, &t.state), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"ME-40 a tile crossed twice counts twice", tile_twice, NULL, NULL, NULL},
		{"ME-40 ending at the central station doubles a line", centre_doubles, NULL, NULL, NULL},
		{"ME-40 a line may end at its own station", own_arrival, NULL, NULL, NULL},
		{"ME-40 an open line scores nothing yet", open_lines, NULL, NULL, NULL},
		{"ME-40 tiles laid ahead of a line count when it comes to them", joined_parts, NULL, NULL,
	     NULL},
		{"ME-41 one tile finishes lines of several players", several_at_once, NULL, NULL, NULL},
		{"ME-42 a closed loop scores nothing", closed_loop, NULL, NULL, NULL},
		{"ME-42 a line that starts without a train scores nothing", line_without_train, NULL, NULL,
	     NULL},
		{"ME-43 the game ends with all tiles placed, and the highest score wins", all_placed, NULL,
	     NULL, NULL},
		{"ME-43 equal highest scores share the win", shared_win, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("points", tests, NULL, NULL);
}
