/* SPDX-License-Identifier: MIT
 *
 * Metro: which moves deserve a look first.
 */
#include "eval.h"

/* What a placement changes by itself: the lines whose heads it moves, valued by where the heads
 * then stand. The mover's count in full, the others' take away as much on the whole. */
static float place_gain(const struct mp_setup *setup, const struct metro_state *state, mp_move move,
                        unsigned phase)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned cell = metro_move_cell(move);
	const uint8_t *leaves =
		tables->leaves[tables->laid[metro_move_tile(move) - METRO_TILE][metro_move_turn(move)]];
	float mine = 0, others = 0;

	for (unsigned side = 0; side < 4; side++) {
		unsigned gate = cell * 4 + side, to;
		struct metro_end before = metro_end_at(state, gate), after;
		unsigned owner = tables->owner[before.other];
		float length = (float)before.length, longer, gain;

		if (owner == METRO_NO_ONE)
			continue;
		after = metro_end_at(state, tables->next[cell * 4 + leaves[side]]);
		to = after.other;
		longer = length + 1 + (float)after.length;
		gain = tables->worth[to] ? longer * (float)tables->worth[to]
		                         : metro_head_value(tables, to, longer, phase);
		gain -= metro_head_value(tables, gate, length, phase);
		if (owner == state->seat)
			mine += gain;
		else
			others += gain;
	}
	return mine - others / (float)(setup->players - 1);
}

/* 1 for the best placement, one half for one that costs five points against it. A tile that is
 * still to be drawn neither gains nor loses. */
void metro_policy(const struct mp_setup *setup, const void *memory, int seat, const mp_move *moves,
                  size_t n, float *prior)
{
	static const float half = 5;
	const struct metro_state *state = memory;
	unsigned phase = metro_phase(state);
	float best = -1e9f;

	(void)seat;
	for (size_t i = 0; i < n; i++) {
		prior[i] = metro_move_type(moves[i]) == METRO_PLACE
		               ? place_gain(setup, state, moves[i], phase)
		               : 0;
		best = prior[i] > best ? prior[i] : best;
	}
	for (size_t i = 0; i < n; i++)
		prior[i] = half / (half + best - prior[i]);
}
