/* SPDX-License-Identifier: MIT
 *
 * For search: the win share that a position promises. No rule depends on it.
 */
#include "state.h"

#include <metropole/share.h>

#include <string.h>

/* Shares fall with the points behind; how fast, depends on what may still happen. */
void metropolis_evaluate(const struct mp_setup *setup, const void *memory, float share[MP_SEATS])
{
	const struct metropolis_state *state = memory;
	float points[METROPOLIS_PLAYERS_MAX], left, spread;
	unsigned winners = metropolis_winners(setup, state);

	if (winners) {
		memset(share, 0, MP_SEATS * sizeof *share);
		for (int seat = 0; seat < setup->players; seat++)
			share[seat] = winners >> seat & 1 ? 1 / (float)metropolis_popcount(winners) : 0;
		return;
	}
	metropolis_outlook(setup, state, points);
	left = (float)(state->pile + state->n_open);
	spread = 6.5f + 0.6f * left + 0.0007f * left * left * left;
	for (int seat = 0; seat < setup->players; seat++)
		points[seat] /= spread;
	mp_shares(setup->players, points, share);
}
