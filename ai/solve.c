/* SPDX-License-Identifier: MIT
 *
 * Expectimax to the end of the game. What a level of the recursion needs lies on a stack.
 */
#include "solver.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20 };

static const double alike = 1e-12; /* shares that differ by less are equal */

static size_t solver_rounded(size_t bytes)
{
	return (bytes + 15) & ~(size_t)15;
}

struct solver *solver_in(void *memory, size_t bytes, const struct mp_setup *setup)
{
	struct solver *solver = memory;
	size_t own = solver_rounded(sizeof *solver);

	if (bytes < own)
		return NULL;
	*solver = (struct solver){.setup = setup, .begin = (char *)memory + own};
	solver->end = (char *)memory + bytes;
	return solver;
}

struct solver *solver_new(const struct mp_setup *setup)
{
	void *memory = malloc(ROOM);

	return memory ? solver_in(memory, ROOM, setup) : NULL;
}

void solver_set_patience(struct solver *solver, bool (*is_late)(void *ctx), void *ctx)
{
	solver->is_late = is_late;
	solver->ctx = ctx;
}

void solver_free(struct solver *solver)
{
	free(solver);
}

/* NULL if there is no room left: then nothing is left to be looked at, either. */
void *solver_take(struct solver *solver, size_t bytes)
{
	char *piece = solver->at;

	bytes = solver_rounded(bytes);
	if ((size_t)(solver->end - piece) < bytes) {
		solver->left = 0;
		return NULL;
	}
	solver->at += bytes;
	return piece;
}

void *solver_take_state(struct solver *solver, const void *state)
{
	void *copy = solver_take(solver, solver->setup->game->state_size);

	if (copy)
		memcpy(copy, state, solver->setup->game->state_size);
	return copy;
}

/* The moves of the seat, negotiations apart. */
mp_move *solver_take_moves(struct solver *solver, const void *state, int seat, size_t *n)
{
	const struct mp_game *game = solver->setup->game;
	char *mark = solver->at;
	mp_move *moves = solver_take(solver, game->moves_max * sizeof *moves);
	size_t listed, kept = 0;

	if (!moves)
		return NULL;
	listed = game->legal(solver->setup, state, seat, moves);
	for (size_t i = 0; i < listed; i++)
		if (mp_deal_kind(game, moves[i]) == MP_DEAL_NONE)
			moves[kept++] = moves[i];
	solver->at = mark + solver_rounded(kept * sizeof *moves);
	*n = kept;
	return moves;
}

bool solver_visit_after(struct solver *solver, const void *state, int depth, int seat, mp_move move,
                        struct worth *worth)
{
	const struct mp_setup *setup = solver->setup;
	char *mark = solver->at;
	void *after = solver_take_state(solver, state);
	mp_move ignored;
	bool good;

	if (!after)
		return false;
	if (solver->log)
		solver->log[solver->n_log++] = (struct mp_played){
			.seat = (int8_t)seat, .move = mp_cut(setup, after, seat, move, MP_PUBLIC)};
	setup->game->apply(setup, after, seat, move);
	good = solver_visit(solver, after, depth + 1, worth, &ignored);
	if (solver->log)
		solver->n_log--;
	solver->at = mark;
	return good;
}

static void judge_result(const struct mp_setup *setup, const void *state, struct worth *worth)
{
	unsigned winners = setup->game->winners(setup, state);
	int32_t score[MP_SEATS];

	if (!winners)
		winners = (1u << setup->players) - 1;
	setup->game->score(setup, state, score);
	for (int s = 0; s < setup->players; s++) {
		int32_t best = INT32_MIN;

		for (int other = 0; other < setup->players; other++)
			if (other != s && score[other] > best)
				best = score[other];
		worth->share[s] = winners >> s & 1 ? 1.0 / __builtin_popcount(winners) : 0;
		worth->lead[s] = score[s] - best;
	}
}

void worth_add(struct worth *sum, const struct worth *part, double weight)
{
	for (int s = 0; s < MP_SEATS; s++) {
		sum->share[s] += part->share[s] * weight;
		sum->lead[s] += part->lead[s] * weight;
	}
}

static bool expect_chance(struct solver *solver, const void *state, int depth, struct worth *worth)
{
	char *mark = solver->at;
	struct mp_outcome *outcomes =
		solver_take(solver, solver->setup->game->outcomes_max * sizeof *outcomes);
	size_t n = outcomes ? mp_chance_list(solver->setup, state, outcomes) : 0;
	double total = 0;

	for (size_t i = 0; i < n; i++)
		total += outcomes[i].weight;
	if (outcomes)
		solver->at = mark + solver_rounded(n * sizeof *outcomes);
	*worth = (struct worth){0};
	for (size_t i = 0; i < n; i++) {
		struct worth then = {0};

		if (!solver_visit_after(solver, state, depth, MP_CHANCE, outcomes[i].move, &then))
			return false;
		worth_add(worth, &then, outcomes[i].weight / total);
	}
	solver->at = mark;
	return n > 0;
}

/* Is the first better for the seat than the second: more than 0; less if it is worse? */
static int compare_worths(const struct worth *a, const struct worth *b, int seat)
{
	double share = a->share[seat] - b->share[seat], lead = a->lead[seat] - b->lead[seat];

	if (share > alike || share < -alike)
		return share > 0 ? 2 : -2;
	return lead > alike ? 1 : lead < -alike ? -1 : 0;
}

static bool differ(const struct worth *a, const struct worth *b)
{
	for (int s = 0; s < MP_SEATS; s++)
		if (a->share[s] - b->share[s] > alike || b->share[s] - a->share[s] > alike)
			return true;
	return false;
}

void choosing_consider(struct choosing *choosing, mp_move move, const struct worth *worth)
{
	int better = choosing->any ? compare_worths(worth, &choosing->worth, choosing->seat) : 2;

	if (better == 2)
		choosing->is_open = false;
	else if (better > -2 && differ(worth, &choosing->worth))
		choosing->is_open = true;
	if (choosing->list && choosing->list->moves)
		choosing->list->moves[choosing->list->n_moves++] =
			(struct solved_move){.move = move,
		                         .share = worth->share[choosing->seat],
		                         .lead = worth->lead[choosing->seat]};
	if (better > 0) {
		choosing->worth = *worth;
		choosing->best = move;
	}
	choosing->any = true;
}

bool choosing_conclude(struct solver *solver, const struct choosing *choosing, struct worth *worth,
                       mp_move *best)
{
	if (choosing->is_open)
		solver->is_only_truth = false;
	*worth = choosing->worth;
	*best = choosing->best;
	return choosing->any;
}

static bool choose_openly(struct solver *solver, const void *state, int depth, int seat,
                          struct worth *worth, mp_move *best)
{
	struct choosing choosing = {.seat = seat, .list = depth == 0 ? solver->out : NULL};
	char *mark = solver->at;
	size_t n;
	mp_move *moves = solver_take_moves(solver, state, seat, &n);

	for (size_t i = 0; moves && i < n; i++) {
		struct worth then = {0};

		if (!solver_visit_after(solver, state, depth, seat, moves[i], &then))
			return false;
		choosing_consider(&choosing, moves[i], &then);
	}
	solver->at = mark;
	return moves && choosing_conclude(solver, &choosing, worth, best);
}

bool solver_visit(struct solver *solver, const void *state, int depth, struct worth *worth,
                  mp_move *best)
{
	const struct mp_setup *setup = solver->setup;
	int turn = setup->game->turn(setup, state);

	if (solver->is_late && solver->left % 64 == 0 && solver->is_late(solver->ctx))
		solver->left = 0;
	if (solver->left == 0 || depth >= SOLVER_DEPTH) {
		solver->left = 0;
		return false;
	}
	solver->left--;
	if (turn == MP_OVER) {
		judge_result(setup, state, worth);
		return true;
	}
	if (turn == MP_CHANCE)
		return expect_chance(solver, state, depth, worth);
	if (solver->decide)
		return solver->decide(solver, state, depth, turn, worth, best);
	return choose_openly(solver, state, depth, turn, worth, best);
}

bool solver_answer(const struct solver *solver, bool good, const struct worth *worth, mp_move best)
{
	memcpy(solver->out->share, worth->share, sizeof worth->share);
	solver->out->best = best;
	solver->out->is_only_truth = solver->is_only_truth;
	return good;
}

void solver_begin(struct solver *solver, uint64_t nodes, struct solved *out)
{
	solver->left = nodes;
	solver->is_only_truth = true;
	solver->out = out;
	solver->out->n_moves = 0;
	solver->at = solver->begin;
	solver->decide = NULL;
	solver->log = NULL;
	solver->n_log = 0;
}

bool solve(struct solver *solver, const void *state, uint64_t nodes, struct solved *out)
{
	struct worth worth = {0};
	mp_move best = 0;
	bool good;

	solver_begin(solver, nodes, out);
	good = solver_visit(solver, state, 0, &worth, &best);
	return solver_answer(solver, good, &worth, best);
}
