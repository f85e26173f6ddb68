/* SPDX-License-Identifier: MIT
 *
 * Who knows what: everybody knows everything. The only secret is the order of the pile, which no
 * state holds; so there is nothing to cut, to erase or to guess.
 */
#include "state.h"

mp_viewers metropolis_seen_by(const struct mp_setup *setup, const void *state, int seat,
                              mp_move move)
{
	(void)setup, (void)state, (void)seat, (void)move;
	return MP_EVERYONE;
}

mp_move metropolis_cut(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                       int viewer)
{
	(void)setup, (void)state, (void)seat, (void)viewer;
	return move;
}

void metropolis_redact(const struct mp_setup *setup, void *state, int viewer)
{
	(void)setup, (void)state, (void)viewer;
}

void metropolis_guess(const struct mp_setup *setup, void *redacted, int viewer, struct mp_rng *rng)
{
	(void)setup, (void)redacted, (void)viewer, (void)rng;
}
