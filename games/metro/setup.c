/* SPDX-License-Identifier: MIT
 *
 * Metro's data, the tables of a match derived from it, the first state, and what holds in every
 * one.
 */
#include "state.h"

#include <assert.h>
#include <string.h>

const char metro_tile_names[METRO_KINDS][5] = {
#define TILE(name, copies) #name,
#include "data/tiles.def"
#undef TILE
};

const uint8_t metro_tile_copies[METRO_KINDS] = {
#define TILE(name, copies) copies,
#include "data/tiles.def"
#undef TILE
};

#define TILE(name, copies) +1
_Static_assert(0
#include "data/tiles.def"
                   == METRO_KINDS,
               "ME-10 there are 24 kinds of tiles");
#undef TILE
#define TILE(name, copies) +copies
_Static_assert(0
#include "data/tiles.def"
                   == METRO_TILES,
               "ME-11 there are 60 tiles");
#undef TILE

/* Sets of stations, station 1 in bit 0. */
#define S(station) ((uint32_t)1 << ((station)-1))

static const uint32_t trains[MP_SEATS + 1][MP_SEATS] = {
#define TRAINS(players, seat, stations) [players][(seat)-1] = stations,
#include "data/stations.def"
#undef TRAINS
};

/* Each station once: the sets of the seats add up without a carry to all stations, or to all but
 * 16 and 17. */
#define TRAINS(players, seat, stations) +((players) == PLAYERS ? (uint64_t)(stations) : 0)
#define ALL_STATIONS                    ((uint64_t)0xffffffff)
#define PLAYERS                         2
_Static_assert(0
#include "data/stations.def"
                   == ALL_STATIONS,
               "ME-20 2 players");
#undef PLAYERS
#define PLAYERS 3
_Static_assert(0
#include "data/stations.def"
                   == (ALL_STATIONS & ~(uint64_t)(S(16) | S(17))),
               "ME-20 3 players");
#undef PLAYERS
#define PLAYERS 4
_Static_assert(0
#include "data/stations.def"
                   == ALL_STATIONS,
               "ME-20 4 players");
#undef PLAYERS
#define PLAYERS 5
_Static_assert(0
#include "data/stations.def"
                   == (ALL_STATIONS & ~(uint64_t)(S(16) | S(17))),
               "ME-20 5 players");
#undef PLAYERS
#define PLAYERS 6
_Static_assert(0
#include "data/stations.def"
                   == (ALL_STATIONS & ~(uint64_t)(S(16) | S(17))),
               "ME-20 6 players");
#undef PLAYERS
#undef TRAINS

#define CELL(column, row) ((column) - 'a' + ((row)-1) * 8)

_Static_assert((0
#define CENTRE(column, row) | (uint64_t)1 << CELL(column, row)
#include "data/board.def"
                ) == METRO_CENTRE,
               "ME-1 the central station");

/* ME-10: the side that a track leaves by. */
static unsigned side_left(unsigned side, char letter)
{
	switch (letter) {
#define TRACK(name, turns)                                                                         \
	case name:                                                                                     \
		return (side + (turns)) & 3;
#include "data/board.def"
	default:
		assert(false);
		return side;
	}
}

static bool is_edge(unsigned cell, unsigned side)
{
	static const uint64_t edge[4] = {
		0xff,
		0x8080808080808080,
		(uint64_t)0xff << 56,
		0x0101010101010101,
	};

	return edge[side] >> cell & 1;
}

static unsigned kind_named(const char *name)
{
	unsigned kind = 0;

	while (memcmp(metro_tile_names[kind], name, 4) != 0)
		kind++;
	return kind;
}

/* ME-10, ME-12, ME-33: all that depends on a kind. */
static void prepare_kind(struct metro_tables *tables, unsigned kind, bool arrows)
{
	char name[4];

	memcpy(name, metro_tile_names[kind], 4);
	for (unsigned side = 0; side < 4; side++)
		tables->leaves[kind][side] = (uint8_t)side_left(side, name[side]);
	for (unsigned turn = 0; turn < 4; turn++) {
		char last = name[3];

		tables->laid[kind][turn] = (uint8_t)kind_named(name);
		/* The smaller of two turns that look alike stands for both. */
		if (turn > 0 && tables->laid[kind][turn] == kind && tables->turns[kind] == 0)
			tables->turns[kind] = (uint8_t)turn;
		memmove(name + 1, name, 3);
		name[0] = last;
	}
	if (tables->turns[kind] == 0)
		tables->turns[kind] = 4;
	if (arrows)
		tables->turns[kind] = 1;
	for (unsigned cell = 0; cell < METRO_CELLS; cell++)
		for (unsigned side = 0; side < 4; side++)
			if (is_edge(cell, side) && is_edge(cell, tables->leaves[kind][side]))
				tables->short_line[kind] |= (uint64_t)1 << cell;
}

/* ME-2, ME-4: where tracks lead. */
static void prepare_gates(struct metro_tables *tables)
{
	static const int step[4] = {-8, 1, 8, -1};

	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		for (unsigned side = 0; side < 4; side++) {
			unsigned gate = cell * 4 + side;

			if (is_edge(cell, side)) {
				tables->next[gate] = METRO_ARRIVAL;
			} else {
				unsigned neighbour = (unsigned)((int)cell + step[side]);

				tables->next[gate] = (uint8_t)(neighbour * 4 + ((side + 2) & 3));
				tables->around[cell] |= (uint64_t)1 << neighbour;
			}
			if (METRO_CENTRE >> cell & 1)
				tables->worth[gate] = 2;
		}
	}
	tables->worth[METRO_ARRIVAL] = 1;
}

/* Where a track of each kind leads to from each gate. */
static void prepare_exits(struct metro_tables *tables)
{
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		for (unsigned gate = 0; gate < METRO_GATES; gate++)
			tables->exits[kind][gate] = tables->next[(gate & ~3u) + tables->leaves[kind][gate & 3]];
}

/* Numbers the gates into cells so that the four that a quarter turn exchanges have one number. */
static void prepare_places(struct metro_tables *tables)
{
	unsigned places = 0;

	for (unsigned gate = 0; gate < METRO_GATES; gate++) {
		unsigned least = gate, turned = gate;

		for (unsigned turn = 0; turn < 3; turn++) {
			unsigned row = turned / 32, column = turned / 4 % 8, side = turned % 4;

			turned = (column * 8 + 7 - row) * 4 + (side + 1) % 4;
			if (turned < least)
				least = turned;
		}
		if (METRO_CENTRE >> gate / 4 & 1)
			continue;
		tables->place[gate] = (uint8_t)(least == gate ? places++ : tables->place[least]);
	}
}

/* ME-3: the gate of each station's departure. */
static const uint8_t departures[METRO_STATIONS] = {
#define STATION(number, column, row, side) [(number)-1] = CELL(column, row) * 4 + (side),
#include "data/board.def"
};

static void prepare_first(const struct mp_setup *setup, struct metro_state *first)
{
	for (unsigned gate = 0; gate < METRO_GATES; gate++)
		first->other[gate] = (uint8_t)gate;
	first->empty = ~METRO_CENTRE;
	first->frontier = METRO_EDGE;
	memcpy(first->pile, metro_tile_copies, sizeof first->pile);
	first->pile_left = METRO_TILES;
	/* ME-22: a starting player who is set needs no chance. */
	if (setup->option[METRO_START]) {
		first->first = (uint8_t)(setup->option[METRO_START] - 1);
		first->phase = METRO_PHASE_DEAL;
	}
}

bool metro_prepare(const struct mp_setup *setup, void *memory, struct mp_text *why)
{
	struct metro_tables *tables = memory;

	(void)why;
	memset(tables, 0, sizeof *tables);
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		prepare_kind(tables, kind, setup->option[METRO_ARROWS]);
	prepare_gates(tables);
	prepare_exits(tables);
	prepare_places(tables);
	memset(tables->owner, METRO_NO_ONE, sizeof tables->owner);
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = departures[station];

		tables->departure[station] = (uint8_t)gate;
		tables->station[gate] = (uint8_t)(station + 1);
		for (int seat = 0; seat < setup->players; seat++)
			if (trains[setup->players][seat] & S(station + 1))
				tables->owner[gate] = (uint8_t)seat;
	}
	prepare_first(setup, &tables->first);
	return true;
}

void metro_init(const struct mp_setup *setup, void *state)
{
	memcpy(state, &metro_tables(setup)->first, sizeof(struct metro_state));
}

static bool is_hand_sorted(const uint8_t hand[METRO_HAND_MAX])
{
	for (unsigned i = 1; i < METRO_HAND_MAX; i++)
		if (hand[i] > hand[i - 1])
			return false;
	return true;
}

/* Every copy of every kind is in the pile, in a hand, drawn, or on the board. */
static const char *flaw_in_tiles(const struct metro_state *state)
{
	unsigned count[32] = {0}, pile = 0;

	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		count[METRO_TILE + kind] += state->pile[kind];
		pile += state->pile[kind];
	}
	if (pile != state->pile_left)
		return "ME-21 the pile has as many tiles as are counted in it";
	count[state->drawn]++;
	for (unsigned seat = 0; seat < MP_SEATS; seat++) {
		if (!is_hand_sorted(state->hand[seat]))
			return "ME-21 a hand has one order, which tells nothing";
		for (unsigned i = 0; i < METRO_HAND_MAX; i++)
			count[state->hand[seat][i]]++;
	}
	for (unsigned cell = 0; cell < METRO_CELLS; cell++)
		count[state->board[cell] % METRO_TURN]++;
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		if (count[METRO_TILE + kind] != metro_tile_copies[kind])
			return "ME-11 no tile appears or vanishes";
	return NULL;
}

const char *metro_flaw(const struct mp_setup *setup, const void *memory)
{
	const struct metro_tables *tables = metro_tables(setup);
	const struct metro_state *state = memory;
	int32_t points[MP_SEATS] = {0};

	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		bool is_empty = state->empty >> cell & 1;
		bool is_frontier = is_empty && ((METRO_EDGE >> cell & 1) ||
		                                (tables->around[cell] & ~state->empty & ~METRO_CENTRE));

		if (is_empty == (state->board[cell] != METRO_NONE || (METRO_CENTRE >> cell & 1)))
			return "ME-1 a cell is empty, or has a tile, or is the central station";
		if (is_frontier != (state->frontier >> cell & 1))
			return "ME-32 a tile may go to the edge and beside tiles";
	}
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station - 1];
		struct metro_line line;

		metro_line_walk(tables, state, station, &line);
		if (metro_end_at(state, gate).length != line.length)
			return "ME-40 a line is as long as the tiles it crosses";
		if (line.owner != METRO_NO_ONE)
			points[line.owner] += line.points;
	}
	for (int seat = 0; seat < MP_SEATS; seat++)
		if (points[seat] != state->score[seat])
			return "ME-40 points come from lines that have ended";
	return flaw_in_tiles(state);
}
