/* SPDX-License-Identifier: MIT
 *
 * From what speaks for each seat to win shares: for evaluations.
 */
#ifndef METROPOLE_SHARE_H
#define METROPOLE_SHARE_H

#include <metropole/game.h>

/* e^x for x <= 0, without the C library: the same on every machine. */
static inline float mp_exponential(float x)
{
	float base = 1 + x / 256;

	if (base < 0)
		return 0;
	for (int i = 0; i < 8; i++)
		base *= base;
	return base;
}

/* Shares that add up to 1: a seat with a strength of 1 more has e times the share. */
static inline void mp_shares(int players, const float *strength, float share[MP_SEATS])
{
	float best = strength[0], sum = 0;

	for (int seat = 1; seat < players; seat++)
		best = strength[seat] > best ? strength[seat] : best;
	for (int seat = 0; seat < MP_SEATS; seat++)
		share[seat] = seat < players ? mp_exponential(strength[seat] - best) : 0;
	for (int seat = 0; seat < players; seat++)
		sum += share[seat];
	for (int seat = 0; seat < players; seat++)
		share[seat] /= sum;
}

#endif
