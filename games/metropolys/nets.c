/* SPDX-License-Identifier: MIT
 *
 * What was trained, for each version and number of players: nets for positions, weights for moves.
 * The data are written by tools/train.c.
 */
#include "nets.h"

const struct metropolys_nets metropolys_nets = {
	.net =
		{
			{
#include "data/net_family_2.def"
				,
#include "data/net_family_3.def"
				,
#include "data/net_family_4.def"
			},
			{
#include "data/net_expert_2.def"
				,
#include "data/net_expert_3.def"
				,
#include "data/net_expert_4.def"
			},
		},
	.policy =
		{
			{
#include "data/policy_family_2.def"
				,
#include "data/policy_family_3.def"
				,
#include "data/policy_family_4.def"
			},
			{
#include "data/policy_expert_2.def"
				,
#include "data/policy_expert_3.def"
				,
#include "data/policy_expert_4.def"
			},
		},
};
