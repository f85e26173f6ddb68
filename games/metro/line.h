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
	size_t points = metro_end_length(state->ends[departure]) * tables->worth[end];

	if (owner != METRO_NO_ONE)
		state->score[owner] = (uint16_t)(state->score[owner] + points);
}

/* Puts a tile on the board.
 *
 * Each track joins the path that arrives at it and the path that goes on from it into one. Both
 * may have been joined by a track of this same tile: one after the other is right. A path that
 * goes on into its own beginning is a closed loop (ME-42): its gates are never read again. */
static inline void metro_lay(const struct metro_tables *tables, struct metro_state *state,
                             unsigned tile, unsigned turn, unsigned cell)
{
	const uint8_t *leaves = tables->leaves[tables->laid[tile - METRO_TILE][turn]];
	const uint8_t *next = tables->next + cell * 4;
	const metro_end *here = state->ends + cell * 4;
	uint64_t bit = (uint64_t)1 << cell;

	for (unsigned side = 0; side < 4; side++) {
		size_t before = here[side];
		size_t after = state->ends[next[leaves[side]]];
		size_t from = metro_end_other(before), to = metro_end_other(after);
		size_t joined = before + after + METRO_CROSSED;

		/* The lengths are added, and of the two other ends each keeps the one it is not. */
		state->ends[from] = (metro_end)(joined - from);
		if (tables->worth[to])
			metro_finish(tables, state, from, to);
		else
			state->ends[to] = (metro_end)(joined - to);
	}
	state->board[cell] = (uint8_t)(tile + METRO_TURN * turn);
	state->empty &= ~bit;
	state->frontier = (state->frontier | tables->around[cell]) & state->empty;
}

#endif
