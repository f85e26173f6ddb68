/* SPDX-License-Identifier: MIT
 *
 * What was trained, for each version and number of players: nets for positions, tastes for moves.
 * The data are written by tools/metropolys_train.c.
 */
#include "eval.h"
#include "policy.h"

const struct metropolys_net metropolys_nets[2][PLAYERS_MAX - 1] = {
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
};

const struct metropolys_taste metropolys_tastes[2][PLAYERS_MAX - 1] = {
	{
#include "data/taste_family_2.def"
		,
#include "data/taste_family_3.def"
		,
#include "data/taste_family_4.def"
	},
	{
#include "data/taste_expert_2.def"
		,
#include "data/taste_expert_3.def"
		,
#include "data/taste_expert_4.def"
	},
};
