/* SPDX-License-Identifier: MIT
 *
 * One thread's imagination: worlds that the seat cannot tell from the real one, chance drawn in
 * them, and games played on to their end or to an evaluation. The only source of full states in a
 * search (the peeking reference of experiment.h apart).
 */
#ifndef METROPOLE_AI_SIM_H
#define METROPOLE_AI_SIM_H

#include <metropole/game.h>
#include <metropole/rng.h>

#include "net.h"
#include "plan.h"

/* What all threads of one choice share, constant while they run. */
struct scene {
	const struct mp_setup *setup;
	const void *redacted;
	const void *posterior; /* NULL: the reference distribution */
	const void *truth;     /* NULL, but for the peeking reference */
	/* Played in every world before anything else: NULL, or the move whose worth is asked. */
	const struct mp_played *first;
	int seat;
	uint64_t seed;
	struct mp_search_plan plan;
	struct net net; /* weights NULL: the game's own evaluation */
};

/* What a game came to: `reward` is what seats strive for, `share` the win share in it. */
struct result {
	float reward[MP_SEATS];
	float share[MP_SEATS];
};

struct sim {
	const struct scene *scene;
	struct mp_rng rng;
	void *state;
	uint64_t plies; /* players' moves in rollouts so far */
	/* Room for lists: legal moves and their priors. */
	mp_move moves[MP_MOVES_MAX];
	float prior[MP_MOVES_MAX];
};

/* Puts a fresh world into sim->state, the scene's first move played. */
void sim_world(struct sim *);

/* At a chance node: draws an outcome (without playing it). */
mp_move sim_draw(struct sim *);

/* Draws and plays chance until a player is on turn or the game is over; who it is. */
int sim_settle(struct sim *);

/* Lists the moves of the seat on turn that a search considers: those of a negotiation are not
 * among them unless there are no others. */
size_t sim_moves(struct sim *, int seat);

/* Plays on from sim->state as the plan says, and tells what it came to. */
void sim_finish(struct sim *, struct result *);

/* The result of sim->state as it stands: the true one if it is over, otherwise evaluate. */
void sim_judge(const struct sim *, struct result *);

#endif
