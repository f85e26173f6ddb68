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
	SEAT_INPUTS = 36, /* of a seat itself; and again, the average of the others */
	COMMON_INPUTS = 8,
	INPUTS = 2 * SEAT_INPUTS + COMMON_INPUTS,
	HIDDEN = 32,
};

struct metropolys_net {
	float weight[INPUTS][HIDDEN];
	float bias[HIDDEN];
	float out[HIDDEN];
};

/* The inputs from each seat's point of view, for a full state. */
void metropolys_inputs(const struct mp_setup *, const struct metropolys_state *,
                       float inputs[PLAYERS_MAX][INPUTS]);
/* The strength of one seat; `hidden` gets the values of the hidden layer. */
float metropolys_strength(const struct metropolys_net *, const float inputs[INPUTS],
                          float hidden[HIDDEN]);
/* e to the power of x ≤ 0. */
float metropolys_exp(float x);
/* Win shares from strengths, adding up to 1. */
void metropolys_shares(unsigned players, const float strength[PLAYERS_MAX], float share[MP_SEATS]);

#endif
