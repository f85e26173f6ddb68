/* SPDX-License-Identifier: MIT
 *
 * Tracks into lines: the one place where a tile meets the board. Inline, for the playouts.
 */
#ifndef METRO_LINE_H
#define METRO_LINE_H

#include "state.h"

/* ME-40: a line has ended; if a train stood at its departure, its owner scores. ME-41: one tile may
 * end up to four. */
static inline void metro_finish(const struct metro_tables *tables, struct metro_state *state,
                                size_t departure, size_t end)
{
	unsigned owner = tables->owner[departure];
	size_t points = state->length[departure] * tables->worth[end];

	if (owner != METRO_NO_ONE)
		state->score[owner] = (uint16_t)(state->score[owner] + points);
}

/* Joins the tracks of a kind, as it lies on the cell, to the paths around it.
 *
 * Each track joins the path that arrives at it and the path that goes on from it into one. Both
 * may have been joined by a track of this same tile: one after the other is right. A path that
 * goes on into its own beginning is a closed loop (ME-42): its gates are never read again. */
static inline void metro_join(const struct metro_tables *tables, struct metro_state *state,
                              unsigned kind, unsigned cell)
{
	const uint8_t *exits = tables->exits[kind] + cell * 4;
	const uint8_t *other = state->other + cell * 4, *length = state->length + cell * 4;

	for (size_t side = 0; side < 4; side++) {
		size_t exit = exits[side], from = other[side], to = state->other[exit];
		size_t joined = (size_t)length[side] + state->length[exit] + 1;

		state->other[from] = (uint8_t)to;
		state->length[from] = (uint8_t)joined;
		if (tables->worth[to]) {
			metro_finish(tables, state, from, to);
		} else {
			state->other[to] = (uint8_t)from;
			state->length[to] = (uint8_t)joined;
		}
	}
}

/* A cell is no longer empty: of those that are, ME-32 now allows its neighbours, too. */
static inline void metro_fill(const struct metro_tables *tables, unsigned cell, uint64_t *empty,
                              uint64_t *frontier)
{
	*empty ^= (uint64_t)1 << cell;
	*frontier = (*frontier | tables->around[cell]) & *empty;
}

/* Puts a tile on the board. */
static inline void metro_lay(const struct metro_tables *tables, struct metro_state *state,
                             unsigned tile, unsigned turn, unsigned cell)
{
	metro_join(tables, state, tables->laid[tile - METRO_TILE][turn], cell);
	metro_fill(tables, cell, &state->empty, &state->frontier);
	state->board[cell] = (uint8_t)(tile + METRO_TURN * turn);
}

#endif
