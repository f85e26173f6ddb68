/* SPDX-License-Identifier: MIT
 *
 * The solver in a bot's hands. It works in the memory of the tree, of which every bot has enough.
 */
#include "ending.h"

#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum {
	ROOM = 64 << 10,       /* of the tree's memory, whatever there is: the same answer everywhere */
	POSITIONS_MAX = 50000, /* looked at, at the most; never more than a search has iterations */
};

/* Better first, by the lead where that is all that differs, then in a fixed order. */
static int by_worth(const void *a, const void *b)
{
	const struct solved_move *x = a, *y = b;

	if (x->share != y->share)
		return x->share < y->share ? 1 : -1;
	if (x->lead != y->lead)
		return x->lead < y->lead ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* A quarter of the time, then it has to be a search. */
static bool is_late(void *ctx)
{
	const struct limit *limit = ctx;

	return limit_stopped(limit) || (limit->deadline && limit->now(limit->ctx) - limit->begin >
	                                                       (limit->deadline - limit->begin) / 4);
}

static uint64_t positions_of(const struct searcher *s, const struct limit *limit)
{
	uint64_t iterations = limit->iterations;

	if (limit->deadline)
		iterations = (limit->deadline - limit->begin) / 1000 * (uint64_t)s->sim.scene->plan.per_ms;
	return iterations < POSITIONS_MAX ? iterations : POSITIONS_MAX;
}

static void list_solved(struct searcher *s, const struct solved *solved)
{
	qsort(solved->moves, solved->n_moves, sizeof *solved->moves, by_worth);
	s->n_root = solved->n_moves;
	for (size_t i = 0; i < solved->n_moves; i++)
		s->root[i] = (struct root_move){.move = solved->moves[i].move,
		                                .visits = ENDING_KNOWN,
		                                .reward = solved->moves[i].share * ENDING_KNOWN,
		                                .share = solved->moves[i].share * ENDING_KNOWN};
	memcpy(s->share, solved->share, sizeof s->share);
	s->iterations = 0;
}

bool ending_solve(struct searcher *s, const struct limit *limit)
{
	const struct scene *scene = s->sim.scene;
	struct solved solved = {.moves = (void *)s->nodes};
	size_t list = MP_MOVES_MAX * sizeof *solved.moves;
	struct solver *solver;

	if (!scene->plan.ending || scene->truth ||
	    !solve_only_world(scene->setup, scene->redacted, scene->seat, scene->posterior, s->world,
	                      s->sim.state))
		return false;
	solver = solver_in((char *)s->nodes + list, ROOM - list, scene->setup);
	solver_set_patience(solver, is_late, (void *)limit);
	if (!solve(solver, s->world, positions_of(s, limit), &solved) || !solved.is_only_truth)
		return false;
	list_solved(s, &solved);
	return true;
}
