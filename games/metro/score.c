/* SPDX-License-Identifier: MIT
 *
 * Points and the end; where the points came from; and whether a state is sound.
 */
#include "state.h"

#include <metropole/text.h>

void metro_score(const struct mp_setup *setup, const void *memory, int32_t score[MP_SEATS])
{
	const struct metro_state *state = memory;

	for (int seat = 0; seat < MP_SEATS; seat++)
		score[seat] = seat < setup->players ? state->score[seat] : 0;
}

/* ME-43: equal highest scores share the win. */
unsigned metro_winners(const struct mp_setup *setup, const void *memory)
{
	const struct metro_state *state = memory;
	unsigned best = 0, winners = 0;

	if (metro_turn(setup, state) != MP_OVER)
		return 0;
	for (int seat = 0; seat < setup->players; seat++) {
		if (state->score[seat] > best) {
			best = state->score[seat];
			winners = 0;
		}
		if (state->score[seat] == best)
			winners |= 1u << seat;
	}
	return winners;
}

/* ME-40: one object for each line that has ended, with its station, tiles crossed, and end. */
void metro_breakdown(const struct mp_setup *setup, const void *memory, int viewer,
                     struct mp_json *json)
{
	const struct metro_tables *tables = metro_tables(setup);
	const struct metro_state *state = memory;

	(void)viewer;
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		struct metro_line line;

		metro_line_walk(tables, state, station, &line);
		if (line.owner == METRO_NO_ONE || !line.is_done)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", line.owner + 1);
		mp_json_str(json, "rule", "ME-40");
		mp_json_int(json, "points", line.points);
		mp_json_str(json, "cause", "line");
		metro_line_json(&line, json);
		mp_json_bool(json, "doubled", line.arrival == 0);
		mp_json_end_object(json);
	}
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
