/* SPDX-License-Identifier: MIT
 *
 * What was trained, for each version and number of players: nets for positions, weights for moves.
 * Floats only, so that its bytes are the same wherever they are read.
 */
#ifndef METROPOLYS_NETS_H
#define METROPOLYS_NETS_H

#include "eval.h"
#include "policy.h"

/* By version and number of players - 2. */
struct metropolys_nets {
	struct metropolys_net net[2][METROPOLYS_PLAYERS_MAX - 1];
	struct metropolys_policy_weights policy[2][METROPOLYS_PLAYERS_MAX - 1];
};

extern const struct metropolys_nets metropolys_nets;

static inline const struct metropolys_net *metropolys_net_of(const struct mp_setup *setup)
{
	const struct metropolys_nets *nets = mp_nets(setup->game);

	return &nets->net[setup->option[METROPOLYS_OPTION_VERSION]][setup->players - 2];
}

static inline const struct metropolys_policy_weights *
metropolys_policy_of(const struct mp_setup *setup)
{
	const struct metropolys_nets *nets = mp_nets(setup->game);

	return &nets->policy[setup->option[METROPOLYS_OPTION_VERSION]][setup->players - 2];
}

#endif
