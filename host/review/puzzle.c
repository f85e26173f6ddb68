/* SPDX-License-Identifier: MIT
 *
 * From decisions to puzzles. Every estimate of one position has the same luck, so what differs is
 * the move.
 */
#include "puzzle.h"

#include <metropole/plan.h>

#include <stdlib.h>
#include <string.h>

enum {
	QUICK = 32,     /* part of the iterations that the first look has … */
	SECOND = 8,     /* … and the second */
	CHECK = 10,     /* and that of the look at which it has to stand */
	SURE = 3,       /* standard errors by which the best move leads */
	CANDIDATES = 8, /* moves that are weighed surely */
	RUNG = 4,       /* how much more search each grade needs */
	VOICES = 3,     /* searches that are asked at each grade; two have to agree */
};

/* What a decision is looked at with. */
struct look {
	struct estimator *estimator;
	struct puzzle *puzzle;
	double mistake; /* loss from which a move is one */
	mp_move candidates[CANDIDATES];
	size_t n;
	samples worth[CANDIDATES];
};

uint32_t puzzle_iterations(const struct mp_game *game)
{
	enum { SURE_MS = 80, WITHOUT_PLAN = 10000 };

	return game->search ? (uint32_t)(game->search->per_ms * SURE_MS) : WITHOUT_PLAN;
}

/* Runs with other iterations, and seed, than the estimator's. */
static bool ask_root(struct look *look, uint32_t iterations, uint64_t seed, const char *level,
                     struct mp_bot_answer *answer)
{
	struct estimator *estimator = look->estimator;
	uint32_t kept = estimator->iterations;
	uint64_t kept_seed = estimator->seed;
	bool found;

	estimator->iterations = iterations ? iterations : 1;
	estimator->seed = kept_seed + seed;
	found = estimate_root(estimator, look->puzzle->at, look->puzzle->seat, level, answer);
	estimator->iterations = kept;
	estimator->seed = kept_seed;
	return found;
}

static bool weigh_move(struct look *look, uint32_t iterations, mp_move move, samples out)
{
	struct estimator *estimator = look->estimator;
	struct mp_played first = {.seat = (int8_t)look->puzzle->seat, .move = move};
	uint32_t kept = estimator->iterations;
	bool found;

	estimator->iterations = iterations;
	found = estimate_after(estimator, look->puzzle->at, &first, out);
	estimator->iterations = kept;
	return found;
}

/* Does a search with this part of the iterations hold one move to be better than all that it looked
 * at more than once in a while? */
static bool leads_by_search(struct look *look, uint32_t part, mp_move *best)
{
	uint32_t iterations = look->estimator->iterations / part;
	struct mp_bot_answer answer;

	if (!ask_root(look, iterations, part, "hard", &answer) || answer.n_root < 2)
		return false;
	*best = answer.root[0].move;
	for (size_t i = 1; i < answer.n_root; i++)
		if (answer.root[i].visits > iterations / 32 &&
		    (double)(answer.root[0].share - answer.root[i].share) < 0.75 * look->mistake)
			return false;
	return true;
}

/* Quick searches find one move, by some way, and a look at the next position another. */
static bool is_promising(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;
	struct mp_bot_answer greedy;
	mp_move again;

	if (!leads_by_search(look, QUICK, &puzzle->best) || !ask_root(look, 1, 0, "b1", &greedy))
		return false;
	puzzle->tempting = greedy.root[0].move;
	return puzzle->best != puzzle->tempting && leads_by_search(look, SECOND, &again) &&
	       again == puzzle->best;
}

static void add_candidate(struct look *look, mp_move move)
{
	for (size_t i = 0; i < look->n; i++)
		if (look->candidates[i] == move)
			return;
	if (look->n < CANDIDATES)
		look->candidates[look->n++] = move;
}

struct screened {
	mp_move move;
	double share;
};

static int by_share(const void *a, const void *b)
{
	const struct screened *x = a, *y = b;

	if (x->share != y->share)
		return x->share < y->share ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* Looks at every move for a moment, so that none is forgotten that the search did not like. */
static bool screen_moves(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;
	uint32_t each = look->estimator->iterations / 2 / puzzle->choices;
	struct screened *list = calloc(puzzle->choices, sizeof *list);
	samples found;
	bool good = list != NULL;

	for (unsigned i = 0; good && i < puzzle->choices; i++) {
		struct review_shares shares;

		list[i].move = look->estimator->moves[i];
		good = weigh_move(look, each, list[i].move, found);
		samples_mean(found, NULL, MP_SEATS, &shares);
		list[i].share = shares.mean[puzzle->seat];
	}
	if (good) {
		qsort(list, puzzle->choices, sizeof *list, by_share);
		for (unsigned i = 0; i < puzzle->choices; i++)
			add_candidate(look, list[i].move);
	}
	free(list);
	return good;
}

/* The best move, what tempts, what a long search looks at, and what looks good at once. */
static bool list_candidates(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;
	struct mp_bot_answer deep;

	if (!ask_root(look, look->estimator->iterations, 1, "hard", &deep) ||
	    deep.root[0].move != puzzle->best)
		return false;
	add_candidate(look, puzzle->best);
	add_candidate(look, puzzle->tempting);
	for (size_t i = 1; i < deep.n_root && look->n < CANDIDATES / 2; i++)
		add_candidate(look, deep.root[i].move);
	return screen_moves(look);
}

static bool is_clear(const struct look *look, const struct puzzle_try *wrong)
{
	return wrong->loss >= look->mistake && wrong->loss >= SURE * wrong->error;
}

/* The tempting one first, then the next best. */
static void keep_tries(struct puzzle *puzzle, struct puzzle_try *tries, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0; k--) {
			bool tempts = tries[k].move == puzzle->tempting;
			bool better = tries[k].loss < tries[k - 1].loss;

			if (!tempts && (tries[k - 1].move == puzzle->tempting || !better))
				break;
			struct puzzle_try other = tries[k];
			tries[k] = tries[k - 1];
			tries[k - 1] = other;
		}
	puzzle->n_tries = n < PUZZLE_TRIES ? n : PUZZLE_TRIES;
	memcpy(puzzle->tries, tries, puzzle->n_tries * sizeof *tries);
}

/* Weighs the candidates surely. False unless the best leads every other by far. */
static bool weigh_candidates(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;
	struct puzzle_try tries[CANDIDATES];

	puzzle->gap = 1;
	for (size_t i = 0; i < look->n; i++) {
		struct puzzle_try *wrong = &tries[i ? i - 1 : 0];
		struct review_shares gap;

		if (!weigh_move(look, look->estimator->iterations, look->candidates[i], look->worth[i]))
			return false;
		if (i == 0)
			continue;
		samples_mean(look->worth[0], look->worth[i], MP_SEATS, &gap);
		*wrong = (struct puzzle_try){.move = look->candidates[i],
		                             .loss = gap.mean[puzzle->seat],
		                             .error = gap.error[puzzle->seat]};
		if (!is_clear(look, wrong))
			return false;
		if (wrong->loss < puzzle->gap) {
			puzzle->gap = wrong->loss;
			puzzle->error = wrong->error;
		}
	}
	keep_tries(puzzle, tries, look->n - 1);
	return true;
}

/* What each choice is worth to the seat in truth, in the order of the estimator's list; false if
 * that is out of reach. */
static bool solve_choices(const struct look *look, double *worth)
{
	enum { NODES = 100000 };
	const struct course *course = look->estimator->course;
	const struct mp_setup *setup = course->setup;
	struct solver *solver = solver_new(setup);
	void *state = malloc(setup->game->state_size);
	bool good = solver && state;

	for (unsigned i = 0; good && i < look->puzzle->choices; i++) {
		struct solved solved = {0};

		memcpy(state, course_state(course, look->puzzle->at), setup->game->state_size);
		setup->game->apply(setup, state, look->puzzle->seat, look->estimator->moves[i]);
		good = solve(solver, state, NODES, &solved);
		worth[i] = solved.share[look->puzzle->seat];
	}
	free(state);
	solver_free(solver);
	return good;
}

static double worth_of(const struct look *look, const double *worth, mp_move move)
{
	unsigned i = 0;

	while (look->estimator->moves[i] != move)
		i++;
	return worth[i];
}

/* Where two play, nothing is hidden and the end can be computed, the gap is the true one. False if
 * in truth another move is as good. */
static bool compute_gap(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;
	const struct mp_setup *setup = look->estimator->course->setup;
	bool open = setup->players == 2 && !setup->game->redact;
	double *worth = open ? calloc(puzzle->choices, sizeof *worth) : NULL, best, next = 0;

	puzzle->is_exact = worth && solve_choices(look, worth);
	if (puzzle->is_exact) {
		best = worth_of(look, worth, puzzle->best);
		for (unsigned i = 0; i < puzzle->choices; i++)
			if (look->estimator->moves[i] != puzzle->best && worth[i] > next)
				next = worth[i];
		puzzle->gap = best - next;
		puzzle->error = 0;
		for (size_t i = 0; i < puzzle->n_tries; i++)
			puzzle->tries[i].loss = best - worth_of(look, worth, puzzle->tries[i].move);
	}
	free(worth);
	return puzzle->gap >= look->mistake;
}

/* The fewest iterations from which on a search holds on to the best move. */
static bool grade_puzzle(struct look *look)
{
	struct puzzle *puzzle = look->puzzle;

	puzzle->grade = PUZZLE_GRADES;
	puzzle->needs = look->estimator->iterations;
	for (uint32_t needs = puzzle->needs / RUNG; puzzle->grade > 1; needs /= RUNG) {
		int found = 0;

		for (int voice = 0; voice < VOICES; voice++) {
			struct mp_bot_answer answer;

			if (!ask_root(look, needs, 2 + (uint64_t)voice, "hard", &answer))
				return false;
			found += answer.root[0].move == puzzle->best;
		}
		if (2 * found < VOICES + 1)
			return true;
		puzzle->needs = needs;
		puzzle->grade--;
	}
	return true;
}

static void foresee_lines(struct look *look)
{
	struct estimator *estimator = look->estimator;
	struct puzzle *puzzle = look->puzzle;
	struct mp_played first = {.seat = (int8_t)puzzle->seat, .move = puzzle->best};

	estimate_line(estimator, puzzle->at, &first, &puzzle->line);
	for (size_t i = 0; i < puzzle->n_tries; i++) {
		first.move = puzzle->tries[i].move;
		estimate_line(estimator, puzzle->at, &first, &puzzle->tries[i].line);
	}
}

/* The moves that there are, negotiations apart, into the estimator's list. */
static unsigned list_choices(struct estimator *estimator, size_t n, int seat)
{
	const struct mp_setup *setup = estimator->course->setup;
	size_t all =
		setup->game->legal(setup, course_state(estimator->course, n), seat, estimator->moves);
	unsigned kept = 0;

	for (size_t i = 0; i < all; i++)
		if (mp_deal_kind(setup->game, estimator->moves[i]) == MP_DEAL_NONE)
			estimator->moves[kept++] = estimator->moves[i];
	return kept;
}

static struct look look_at(struct estimator *estimator, struct puzzle *puzzle)
{
	return (struct look){.estimator = estimator,
	                     .puzzle = puzzle,
	                     .mistake = 0.25 / estimator->course->setup->players};
}

static bool is_among(const mp_move *moves, size_t n, mp_move move)
{
	for (size_t i = 0; i < n; i++)
		if (moves[i] == move)
			return true;
	return false;
}

bool puzzle_find(struct estimator *estimator, size_t n, const mp_move *taken, size_t n_taken,
                 struct puzzle *puzzle)
{
	const struct mp_setup *setup = estimator->course->setup;
	struct look look = look_at(estimator, puzzle);
	int seat = setup->game->turn(setup, course_state(estimator->course, n));

	*puzzle = (struct puzzle){.at = n, .seat = seat};
	if (seat < 0)
		return false;
	puzzle->choices = list_choices(estimator, n, seat);
	if (puzzle->choices < PUZZLE_CHOICE || !is_promising(&look) ||
	    is_among(taken, n_taken, puzzle->best) || !list_candidates(&look) ||
	    !weigh_candidates(&look) || !compute_gap(&look) || !puzzle_stands(estimator, puzzle) ||
	    !grade_puzzle(&look))
		return false;
	foresee_lines(&look);
	return true;
}

bool puzzle_stands(struct estimator *estimator, const struct puzzle *puzzle)
{
	struct puzzle copy = *puzzle;
	struct look look = look_at(estimator, &copy);
	uint32_t iterations = estimator->iterations / CHECK;
	samples best, wrong;

	if (!weigh_move(&look, iterations, puzzle->best, best))
		return false;
	for (size_t i = 0; i < puzzle->n_tries; i++) {
		struct review_shares gap;

		if (!weigh_move(&look, iterations, puzzle->tries[i].move, wrong))
			return false;
		samples_mean(best, wrong, MP_SEATS, &gap);
		if (gap.mean[puzzle->seat] <= 0)
			return false;
	}
	return true;
}
