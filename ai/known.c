/* SPDX-License-Identifier: MIT
 *
 * Positions as seats know them. Whoever decides weighs each of their moves over all worlds that
 * they think possible, by the game's posterior; and in each of these, those who decide after them
 * do so, too. Their choice is then played in the world that is looked at.
 */
#include "solver.h"

#include <string.h>

enum { LISTENING = 64 }; /* positions that a reading of the log counts for */

/* What a seat knows, and the worlds that follow from it. */
struct knowledge {
	const void *redacted;
	int viewer;
	const struct mp_played *first; /* played in every world, or NULL */
	const void *posterior;
	void *world; /* room for one */
};

static bool know(struct solver *solver, const void *redacted, int viewer, struct knowledge *out)
{
	const struct mp_game *game = solver->setup->game;
	void *posterior = NULL;

	*out = (struct knowledge){.redacted = redacted, .viewer = viewer};
	out->world = solver_take(solver, game->state_size);
	if (game->posterior && game->redact) {
		posterior = solver_take(solver, game->posterior_size);
		if (!posterior || solver->left < LISTENING)
			return false;
		solver->left -= LISTENING;
		memset(posterior, 0, game->posterior_size);
		game->posterior(solver->setup, redacted, viewer, solver->log, solver->n_log, posterior);
	}
	out->posterior = posterior;
	return out->world;
}

/* World `i` of those that fit; without secrets there is but one. */
static bool list_world(const struct mp_setup *setup, const struct knowledge *known, size_t i,
                       double *weight)
{
	const struct mp_game *game = setup->game;

	memcpy(known->world, known->redacted, game->state_size);
	*weight = 1;
	if (!game->redact)
		return i == 0;
	return game->world &&
	       game->world(setup, known->world, known->viewer, known->posterior, i, weight);
}

/* The mean over the worlds of what comes of this move; of the position itself without one. */
static bool expect_worlds(struct solver *solver, const struct knowledge *known, int depth,
                          const struct mp_played *played, struct worth *worth)
{
	double total = 0, weight;

	*worth = (struct worth){0};
	for (size_t i = 0; list_world(solver->setup, known, i, &weight); i++) {
		struct worth then = {0};
		mp_move ignored;

		if (weight <= 0)
			continue;
		if (played ? !solver_visit_after(solver, known->world, depth, played->seat, played->move,
		                                 &then)
		           : !solver_visit(solver, known->world, depth + 1, &then, &ignored))
			return false;
		worth_add(worth, &then, weight);
		total += weight;
	}
	if (total <= 0)
		return false;
	for (int s = 0; s < MP_SEATS; s++) {
		worth->share[s] /= total;
		worth->lead[s] /= total;
	}
	return true;
}

static bool choose_knowing(struct solver *solver, const struct knowledge *known, int depth,
                           struct worth *worth, mp_move *best)
{
	struct choosing choosing = {.seat = known->viewer, .list = depth == 0 ? solver->out : NULL};
	size_t n;
	mp_move *moves = solver_take_moves(solver, known->redacted, known->viewer, &n);

	for (size_t i = 0; moves && i < n; i++) {
		struct mp_played played = {.seat = (int8_t)known->viewer, .move = moves[i]};
		struct worth then;

		if (!expect_worlds(solver, known, depth, &played, &then))
			return false;
		choosing_consider(&choosing, moves[i], &then);
	}
	return moves && choosing_conclude(solver, &choosing, worth, best);
}

/* In this world the seat decides by what it knows in it. */
static bool decide_knowing(struct solver *solver, const void *world, int depth, int seat,
                           struct worth *worth, mp_move *best)
{
	char *mark = solver->at;
	void *redacted = solver_take_state(solver, world);
	struct knowledge known;
	struct worth expected;
	bool good;

	if (!redacted)
		return false;
	mp_redact(solver->setup, redacted, seat);
	good = know(solver, redacted, seat, &known) &&
	       choose_knowing(solver, &known, depth, &expected, best);
	solver->at = mark;
	return good && solver_visit_after(solver, world, depth, seat, *best, worth);
}

bool solve_known(struct solver *solver, const struct known_position *at, uint64_t nodes,
                 struct solved *out)
{
	const struct mp_setup *setup = solver->setup;
	bool decides = !at->first && setup->game->turn(setup, at->redacted) == at->viewer;
	struct worth worth = {0};
	struct knowledge known;
	mp_move best = 0;
	bool good;

	solver_begin(solver, nodes, out);
	solver->decide = decide_knowing;
	solver->log = solver_take(solver, (at->n_log + SOLVER_DEPTH + 1) * sizeof *solver->log);
	good = solver->log != NULL;
	if (good) {
		memcpy(solver->log, at->log, at->n_log * sizeof *solver->log);
		solver->n_log = at->n_log;
		good = know(solver, at->redacted, at->viewer, &known);
	}
	if (good && decides)
		good = choose_knowing(solver, &known, 0, &worth, &best);
	else if (good)
		good = expect_worlds(solver, &known, 0, at->first, &worth);
	return solver_answer(solver, good, &worth, best);
}

bool solve_only_world(const struct mp_setup *setup, const void *redacted, int viewer,
                      const void *posterior, void *state, void *spare)
{
	struct knowledge known = {.redacted = redacted, .viewer = viewer, .posterior = posterior};
	bool found = false;
	double weight;

	known.world = state;
	for (size_t i = 0; list_world(setup, &known, i, &weight); i++) {
		if (weight <= 0)
			continue;
		if (found && memcmp(state, spare, setup->game->state_size) != 0)
			return false;
		found = true;
		known.world = spare;
	}
	return found;
}
