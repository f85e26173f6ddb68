/* SPDX-License-Identifier: MIT
 *
 * What the evaluation looks at, shared with the tool that trains it. A position is described once
 * from each seat's point of view; one small net per version and number of players turns that into
 * the seat's strength, and strengths into win shares.
 */
#ifndef METROPOLYS_EVAL_H
#define METROPOLYS_EVAL_H

#include "state.h"

enum {
	METROPOLYS_SEAT_INPUTS = 36, /* of a seat itself; and again, the average of the others */
	METROPOLYS_COMMON_INPUTS = 8,
	METROPOLYS_INPUTS = 2 * METROPOLYS_SEAT_INPUTS + METROPOLYS_COMMON_INPUTS,
	METROPOLYS_HIDDEN = 32,
};

struct metropolys_net {
	float weight[METROPOLYS_INPUTS][METROPOLYS_HIDDEN];
	float bias[METROPOLYS_HIDDEN];
	float out[METROPOLYS_HIDDEN];
};

/* The inputs from each seat's point of view, for a full state. */
void metropolys_inputs(const struct mp_setup *, const struct metropolys_state *,
                       float inputs[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS]);
/* The strength of one seat; `hidden` gets the values of the hidden layer. */
float metropolys_strength(const struct metropolys_net *, const float inputs[METROPOLYS_INPUTS],
                          float hidden[METROPOLYS_HIDDEN]);
/* e to the power of x ≤ 0. */
float metropolys_exp(float x);
/* Win shares from strengths, adding up to 1. */
void metropolys_shares(unsigned players, const float strength[METROPOLYS_PLAYERS_MAX],
                       float share[MP_SEATS]);

#endif
