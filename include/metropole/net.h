/* SPDX-License-Identifier: MIT
 *
 * What a game tells a net of a position, and the net that was trained on it. The game describes
 * each seat by the inputs that are on for it; how seats stand to each other is the net's affair.
 */
#ifndef METROPOLE_NET_H
#define METROPOLE_NET_H

#include <metropole/game.h>

enum {
	MP_NET_HIDDEN = 32, /* first layer: 16 bits a weight, sums of 16 bits */
	MP_NET_SECOND = 8,  /* second layer: 8 bits a weight, sums of 32 bits */
};

/* Whole numbers, in this order: for each seat as the one looked at sees it (itself, the next in
 * turn, …) and each input a row of MP_NET_HIDDEN; the first layer's biases; for each number of the
 * first layer a row of MP_NET_SECOND; the second layer's biases; what each number of the second
 * layer speaks for the seat. */
#define MP_NET_SIZE(players, inputs)                                                               \
	((players) * (inputs)*MP_NET_HIDDEN + MP_NET_HIDDEN + MP_NET_HIDDEN * MP_NET_SECOND +          \
	 2 * MP_NET_SECOND)

struct mp_inputs {
	int version; /* counted up when an input means something else */
	size_t n;    /* inputs are numbers below it … */
	size_t on;   /* … of which so many are on at most; both stand with their proof */
	/* Lists those that are on for a seat of a full state where a player is on turn; how many. */
	size_t (*list)(const struct mp_setup *, const void *state, int seat, uint16_t *out);
	/* The net that the game plays with in this setup, or NULL. */
	const int16_t *(*net)(const struct mp_setup *);
};

enum { MP_INPUTS_ON_MAX = 64 };

#endif
