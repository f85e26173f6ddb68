/* SPDX-License-Identifier: MIT
 *
 * Expectimax to the end of the game. Each level of the recursion has its own room in memory.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 48 };

struct level {
	void *state; /* the position after a move of this level */
	mp_move *moves;
	struct mp_outcome *outcomes;
};

struct solver {
	const struct mp_setup *setup;
	uint64_t left; /* positions that may still be looked at */
	struct level levels[DEPTH_MAX];
};

static size_t solver_rounded(size_t bytes)
{
	return (bytes + 15) & ~(size_t)15;
}

struct solver *solver_new(const struct mp_setup *setup)
{
	const struct mp_game *game = setup->game;
	size_t state = solver_rounded(game->state_size);
	size_t moves = solver_rounded(game->moves_max * sizeof(mp_move));
	size_t outcomes = solver_rounded(game->outcomes_max * sizeof(struct mp_outcome));
	struct solver *solver =
		calloc(1, solver_rounded(sizeof *solver) + DEPTH_MAX * (state + moves + outcomes));
	char *at = (char *)solver + solver_rounded(sizeof *solver);

	if (!solver)
		return NULL;
	solver->setup = setup;
	for (int i = 0; i < DEPTH_MAX; i++, at += state + moves + outcomes)
		solver->levels[i] = (struct level){
			.state = at, .moves = (void *)(at + state), .outcomes = (void *)(at + state + moves)};
	return solver;
}

void solver_free(struct solver *solver)
{
	free(solver);
}

static bool visit_state(struct solver *, const void *state, int depth, double share[MP_SEATS],
                        mp_move *best);

static bool solve_after(struct solver *solver, const void *state, int depth, int seat, mp_move move,
                        double share[MP_SEATS])
{
	const struct mp_game *game = solver->setup->game;
	struct level *level = &solver->levels[depth];
	mp_move ignored;

	memcpy(level->state, state, game->state_size);
	game->apply(solver->setup, level->state, seat, move);
	return visit_state(solver, level->state, depth + 1, share, &ignored);
}

static void result_shares(const struct mp_setup *setup, const void *state, double share[MP_SEATS])
{
	unsigned winners = setup->game->winners(setup, state);

	if (!winners)
		winners = (1u << setup->players) - 1;
	for (int s = 0; s < setup->players; s++)
		share[s] = winners >> s & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

static bool expect_chance(struct solver *solver, const void *state, int depth,
                          double share[MP_SEATS])
{
	struct mp_outcome *outcomes = solver->levels[depth].outcomes;
	size_t n = mp_chance_list(solver->setup, state, outcomes);
	double total = 0;

	memset(share, 0, MP_SEATS * sizeof *share);
	for (size_t i = 0; i < n; i++)
		total += outcomes[i].weight;
	for (size_t i = 0; i < n; i++) {
		double then[MP_SEATS];

		if (!solve_after(solver, state, depth, MP_CHANCE, outcomes[i].move, then))
			return false;
		for (int s = 0; s < solver->setup->players; s++)
			share[s] += then[s] * outcomes[i].weight / total;
	}
	return true;
}

static bool choose_best(struct solver *solver, const void *state, int depth, int seat,
                        double share[MP_SEATS], mp_move *best)
{
	const struct mp_game *game = solver->setup->game;
	mp_move *moves = solver->levels[depth].moves;
	size_t n = game->legal(solver->setup, state, seat, moves);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		double then[MP_SEATS];

		if (mp_deal_kind(game, moves[i]) != MP_DEAL_NONE)
			continue;
		if (!solve_after(solver, state, depth, seat, moves[i], then))
			return false;
		if (!any || then[seat] > share[seat]) {
			memcpy(share, then, MP_SEATS * sizeof *share);
			*best = moves[i];
		}
		any = true;
	}
	return any;
}

static bool visit_state(struct solver *solver, const void *state, int depth, double share[MP_SEATS],
                        mp_move *best)
{
	int turn = solver->setup->game->turn(solver->setup, state);

	if (solver->left-- == 0 || depth == DEPTH_MAX) {
		solver->left = 0;
		return false;
	}
	if (turn == MP_OVER) {
		result_shares(solver->setup, state, share);
		return true;
	}
	if (turn == MP_CHANCE)
		return expect_chance(solver, state, depth, share);
	return choose_best(solver, state, depth, turn, share, best);
}

bool solve(struct solver *solver, const void *state, uint64_t nodes, double share[MP_SEATS],
           mp_move *best)
{
	memset(share, 0, MP_SEATS * sizeof *share);
	solver->left = nodes;
	return visit_state(solver, state, 0, share, best);
}
