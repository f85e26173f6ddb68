/* SPDX-License-Identifier: MIT
 *
 * The board and the tiles: ME-1 to ME-12.
 */
#include "fixture.h"

static struct fixture t;

static unsigned cell_named(const char *name)
{
	return (unsigned)(name[1] - '1') * 8 + (unsigned)(name[0] - 'a');
}

static unsigned kind_named(const char *name)
{
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		if (strcmp(metro_tile_names[kind], name) == 0)
			return kind;
	fail_msg("no tile %s", name);
	return 0;
}

static void sixty_cells(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	assert_int_equal(__builtin_popcountll(t.state.empty), 60);
	fixture_lay(&t, "ssss-d1 ssss-d2 ssss-d3");
	fixture_refuses(&t, "ulru-d4", "ME-1");
	fixture_refuses(&t, "ulru-e4", "ME-1");
	fixture_refuses(&t, "ulru-d5", "ME-1");
	fixture_refuses(&t, "ulru-e5", "ME-1");
}

static void columns_and_rows(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-h1");
	assert_true(t.state.board[7] != METRO_NONE);
	fixture_lay(&t, "ssss-a8");
	assert_true(t.state.board[56] != METRO_NONE);
}

/* A straight line on from each side of the board. */
static void across_sides(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_lay(&t, "ssss-c1 ssss-c2");
	assert_shows(fixture_view(&t, 0), "\"station\":6,\"cells\":[\"c1\",\"c2\"]");
	fixture_lay(&t, "lssr-h3 lssr-g3");
	assert_shows(fixture_view(&t, 0), "\"station\":30,\"cells\":[\"h3\",\"g3\"]");
	fixture_lay(&t, "ssss-f8 ssss-f7");
	assert_shows(fixture_view(&t, 0), "\"station\":22,\"cells\":[\"f8\",\"f7\"]");
	fixture_lay(&t, "rlss-a6 rlss-b6");
	assert_shows(fixture_view(&t, 0), "\"station\":14,\"cells\":[\"a6\",\"b6\"]");
}

static void stations_around(void **state)
{
	static const char cells[] = "h1g1f1e1d1c1b1a1a1a2a3a4a5a6a7a8a8b8c8d8e8f8g8h8h8h7h6h5h4h3h2h1";
	static const unsigned side[] = {0, 3, 2, 1}; /* top, left, bottom, right */

	(void)state;
	fixture_ready(&t, 2);
	for (unsigned station = 0; station < 32; station++)
		assert_int_equal(t.tables.departure[station],
		                 cell_named(cells + 2 * station) * 4 + side[station / 8]);
	/* Station 2's line turns left, and left again into the arrival of station 1. */
	fixture_lay(&t, "lssr-g1 ssrl-h1");
	assert_shows(fixture_view(&t, 0),
	             "\"station\":2,\"cells\":[\"g1\",\"h1\"],\"length\":2,\"end\":1,"
	             "\"points\":2,\"done\":true");
}

static void central_station(void **state)
{
	static const char *const beside[] = {"d3", "e3", "c4", "c5", "f4", "f5", "d6", "e6"};
	unsigned ways_in = 0;

	(void)state;
	fixture_ready(&t, 2);
	for (unsigned cell = 0; cell < METRO_CELLS; cell++)
		for (unsigned side = 0; side < 4 && !(METRO_CENTRE >> cell & 1); side++)
			ways_in += t.tables.worth[t.tables.next[cell * 4 + side]] == 2;
	assert_int_equal(ways_in, 8);
	for (unsigned i = 0; i < 8; i++) {
		unsigned cell = cell_named(beside[i]), ends = 0;

		for (unsigned side = 0; side < 4; side++) {
			ends += t.tables.worth[t.tables.next[cell * 4 + side]] == 2;
			assert_int_equal(t.tables.owner[cell * 4 + side], METRO_NO_ONE);
		}
		assert_int_equal(ends, 1);
	}
}

static void names_of_tiles(void **state)
{
	const uint8_t *leaves;
	unsigned seen = 0;

	(void)state;
	fixture_ready(&t, 2);
	leaves = t.tables.leaves[kind_named("ssrl")]; /* 0→5, 2→7, 4→3, 6→1 */
	assert_int_equal(leaves[0], 2);
	assert_int_equal(leaves[1], 3);
	assert_int_equal(leaves[2], 1);
	assert_int_equal(leaves[3], 0);
	leaves = t.tables.leaves[kind_named("usrr")];
	assert_int_equal(leaves[0], 0);
	assert_int_equal(leaves[3], 2);
	/* All 24 pairings, none twice. */
	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		unsigned code = 0, sides = 0;

		leaves = t.tables.leaves[kind];
		for (unsigned side = 0; side < 4; side++) {
			sides |= 1u << leaves[side];
			code = code * 4 + leaves[side];
		}
		assert_int_equal(sides, 15);
		for (unsigned other = 0; other < kind; other++)
			assert_memory_not_equal(leaves, t.tables.leaves[other], 4);
		seen += code != 0;
	}
	assert_int_equal(seen, 24);
}

static void sixty_tiles(void **state)
{
	const char *const options[] = {"start", "1", NULL};
	struct mp_outcome outcomes[METRO_KINDS];
	unsigned total = 0;

	(void)state;
	fixture_open(&t, 2, options);
	assert_int_equal(metro_chance(&t.setup, &t.state, outcomes), 24);
	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		const char *name = metro_tile_names[kind];
		unsigned straight = 0, expected = 2;

		for (unsigned i = 0; i < 4; i++)
			straight += name[i] == 's';
		if (straight == 4 || (straight == 2 && !strchr(name, 'u')))
			expected = 4;
		else if (strcmp(name, "rlrl") == 0 || strcmp(name, "lrlr") == 0)
			expected = 3;
		assert_int_equal(outcomes[kind].weight, expected);
		total += outcomes[kind].weight;
	}
	assert_int_equal(total, 60);
	fixture_play(&t, "~deal 1 uuuu; ~deal 2 uuuu; draw");
	assert_int_equal(fixture_count(&t, "~draw"), 23);
	fixture_refuses(&t, "~draw uuuu", "ME-11");
}

static void arrows(void **state)
{
	(void)state;
	fixture_ready(&t, 2);
	fixture_play(&t, "draw; ~draw ssrl");
	fixture_refuses(&t, "ssrl-b1-90", "ME-12");
	fixture_refuses(&t, "ssrl-b1-270", "ME-12");
	fixture_play(&t, "ssrl-b1");
}

static void free_turns(void **state)
{
	const char *const options[] = {"arrows", "false", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	fixture_play(&t, "~deal 1 ssrl; ~deal 2 rlrl");
	assert_int_equal(fixture_count(&t, "ssrl-c1"), 4);
	/* Turned by 90 degrees it lies as lssr. */
	fixture_play(&t, "ssrl-g1-90; ~draw ssss");
	assert_shows(fixture_view(&t, 0), "\"g1\":{\"tile\":\"ssrl\",\"turn\":90}");
	assert_int_equal(fixture_count(&t, "rlrl-c1"), 2);
	fixture_refuses(&t, "rlrl-c1-180", "ME-12");
	fixture_play(&t, "rlrl-c1-90; ~draw ssrl");
	assert_int_equal(fixture_count(&t, "ssss-f1"), 1);
	fixture_refuses(&t, "ssss-f1-90", "ME-12");
	fixture_play(&t, "ssss-f1; ~draw ssss; ssrl-h1");
	assert_int_equal(t.state.score[1], 2); /* station 2, as in ME-3 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"ME-1 sixty cells take a tile, the central station does not", sixty_cells, NULL, NULL,
	     NULL},
		{"ME-1 columns go from the left, rows from the top", columns_and_rows, NULL, NULL, NULL},
		{"ME-2 a track goes on across each side of a cell", across_sides, NULL, NULL, NULL},
		{"ME-3 32 stations stand anticlockwise from the top right corner", stations_around, NULL,
	     NULL, NULL},
		{"ME-4 the central station is entered from 8 cells and begins no line", central_station,
	     NULL, NULL, NULL},
		{"ME-10 a tile's name says where each track leaves", names_of_tiles, NULL, NULL, NULL},
		{"ME-11 there are 60 tiles in these numbers", sixty_tiles, NULL, NULL, NULL},
		{"ME-12 with arrows a tile lies in one orientation", arrows, NULL, NULL, NULL},
		{"ME-12 without arrows tiles turn, and look-alikes are one move", free_turns, NULL, NULL,
	     NULL},
	};

	return cmocka_run_group_tests_name("board and tiles", tests, NULL, NULL);
}
