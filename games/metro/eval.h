/* SPDX-License-Identifier: MIT
 *
 * What an open line is worth by where its head stands, and by the ways on from there: read by the
 * evaluation and by what a net is told; the policy looks no further than the head.
 */
#ifndef METRO_EVAL_H
#define METRO_EVAL_H

#include "state.h"

enum { METRO_PHASES = 15 };

/* Points that a line comes to, by the place of its head: without tiles, and for each tile. */
extern const float metro_heads[METRO_PLACES][2 * METRO_PHASES];

static inline unsigned metro_phase(const struct metro_state *state)
{
	return (unsigned)(__builtin_popcountll(state->empty) - 1) / 4;
}

static inline float metro_head_value(const struct metro_tables *tables, unsigned gate, float length,
                                     unsigned phase)
{
	const float *head = metro_heads[tables->place[gate]];

	return head[phase] + head[METRO_PHASES + phase] * length;
}

/* The points that an open line comes to by each of the four ways on from its head. */
struct metro_ways {
	float mean, least, most;
	float back; /* by the way back */
	float ends; /* ways by which it ends */
};

static inline struct metro_ways metro_ways_on(const struct metro_tables *tables,
                                              const struct metro_state *state,
                                              struct metro_end line, unsigned phase)
{
	static const float likely[4] = {0.2f, 0.25f, 0.3f, 0.25f}; /* of all tracks: u, l, s, r */
	struct metro_ways ways = {0};
	unsigned gate = line.other;

	for (unsigned turn = 0; turn < 4; turn++) {
		struct metro_end on = metro_end_at(state, tables->next[(gate & ~3u) + ((gate + turn) & 3)]);
		unsigned to = on.other;
		float longer = (float)line.length + 1 + (float)on.length;
		float value = tables->worth[to] ? longer * (float)tables->worth[to]
		                                : metro_head_value(tables, to, longer, phase);

		ways.mean += likely[turn] * value;
		if (turn == 0)
			ways.back = ways.least = ways.most = value;
		ways.least = value < ways.least ? value : ways.least;
		ways.most = value > ways.most ? value : ways.most;
		ways.ends += tables->worth[to] ? 1 : 0;
	}
	return ways;
}

#endif
