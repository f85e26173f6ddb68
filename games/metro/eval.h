/* SPDX-License-Identifier: MIT
 *
 * What an open line is worth by where its head stands: read by the evaluation, which looks further
 * on from there, and by the policy, which does not.
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

#endif
