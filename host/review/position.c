/* SPDX-License-Identifier: MIT
 *
 * Positions, and what they are worth.
 */
#include "position.h"

#include "experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t sample_rounded(size_t bytes)
{
	return (bytes + 15) & ~(size_t)15;
}

const void *course_state(const struct course *course, size_t n)
{
	return course->states + n * sample_rounded(course->setup->game->state_size);
}

static bool course_is_over(const struct course *course, size_t n)
{
	return course->setup->game->turn(course->setup, course_state(course, n)) == MP_OVER;
}

/* A move as the seat saw it; what was followed is as its viewer saw it. */
static struct mp_played cut_move(const struct course *course, const void *before,
                                 const struct mp_played *played, int seat)
{
	struct mp_played cut = *played;

	if (course->viewer == MP_ALL)
		cut.move = mp_cut(course->setup, before, played->seat, played->move, seat);
	return cut;
}

/* Plays the match again, keeping every position and what each seat saw of each move. */
static void replay_course(struct course *course)
{
	const struct mp_setup *setup = course->setup;
	size_t size = setup->game->state_size;

	setup->game->init(setup, course->states);
	mp_redact(setup, course->states, course->viewer);
	for (size_t n = 0; n < course->n; n++) {
		const void *before = course_state(course, n);
		void *after = course->states + (n + 1) * sample_rounded(size);
		const struct mp_played *played = &course->moves[n];

		for (int seat = 0; seat < setup->players; seat++)
			course->logs[seat][n] = cut_move(course, before, played, seat);
		course->told[n] = cut_move(course, before, played, MP_PUBLIC);
		memcpy(after, before, size);
		setup->game->apply(setup, after, played->seat, played->move);
	}
}

bool course_is_open(const struct course *course)
{
	return course->options->open || !course->setup->game->redact;
}

const struct solved *course_solved(const struct course *course, size_t n, int viewer)
{
	int seat = course_is_open(course) ? 0 : viewer;

	return n >= course->exact_from[seat] ? &course->ends[seat][n] : NULL;
}

enum { SOLVED_NODES = 30000 };

/* Solves position n as the seat knows it. What it knows at the end of the game is the truth. */
static bool solve_position(const struct course *course, struct solver *solver, void *redacted,
                           size_t n, int viewer, const struct mp_played *first, struct solved *out)
{
	struct known_position known = {
		.redacted = redacted, .viewer = viewer, .log = course->told, .n_log = n, .first = first};

	if (course->viewer != MP_ALL)
		return false;
	if (course_is_open(course) || course_is_over(course, n))
		return !first && solve(solver, course_state(course, n), SOLVED_NODES, out);
	memcpy(redacted, course_state(course, n), course->setup->game->state_size);
	mp_redact(course->setup, redacted, viewer);
	return solve_known(solver, &known, SOLVED_NODES, out);
}

/* Exact from the end backwards, as long as that is quick. */
static void solve_end(struct course *course, void *redacted, int viewer)
{
	struct solver *solver = solver_new(course->setup);
	size_t *from = &course->exact_from[viewer];

	while (solver && *from > 0 &&
	       solve_position(course, solver, redacted, *from - 1, viewer, NULL,
	                      &course->ends[viewer][*from - 1]))
		--*from;
	solver_free(solver);
}

static void solve_ends(struct course *course)
{
	void *redacted = malloc(course->setup->game->state_size);

	for (int seat = 0; redacted && seat < course->setup->players; seat++)
		if (seat == 0 || !course_is_open(course))
			solve_end(course, redacted, seat);
	free(redacted);
}

bool course_init(struct course *course, const struct live *live,
                 const struct review_options *options)
{
	const struct mp_setup *setup = &live->setup;
	size_t n = live->match.n_moves, players = (size_t)setup->players;

	*course = (struct course){.setup = setup,
	                          .options = options,
	                          .moves = live->match.moves,
	                          .n = n,
	                          .viewer = live->match.viewer};
	course->states = calloc(n + 1, sample_rounded(setup->game->state_size));
	course->logs[0] = calloc(players * (n + 1), sizeof *course->logs[0]);
	course->told = calloc(n + 1, sizeof *course->told);
	course->ends[0] = calloc(players * (n + 1), sizeof *course->ends[0]);
	if (!course->states || !course->logs[0] || !course->told || !course->ends[0]) {
		course_release(course);
		return false;
	}
	for (size_t seat = 0; seat < players; seat++) {
		course->logs[seat] = course->logs[0] + seat * (n + 1);
		course->ends[seat] = course->ends[0] + seat * (n + 1);
		course->exact_from[seat] = n + 1;
	}
	replay_course(course);
	solve_ends(course);
	return true;
}

void course_release(struct course *course)
{
	free(course->states);
	free(course->logs[0]);
	free(course->told);
	free(course->ends[0]);
	*course = (struct course){0};
}

bool estimator_init(struct estimator *estimator, const struct course *course)
{
	enum { BYTES = 8 << 20 };
	size_t size = course->setup->game->state_size;

	estimator->course = course;
	estimator->iterations = course->options->iterations;
	estimator->seed = course->options->seed;
	estimator->bot = mp_bot_new(BYTES, 1);
	estimator->solver = solver_new(course->setup);
	estimator->redacted = malloc(size);
	estimator->world = malloc(size);
	estimator->log = calloc(course->n + 1, sizeof *estimator->log);
	return estimator->bot && estimator->solver && estimator->redacted && estimator->world &&
	       estimator->log;
}

void estimator_release(struct estimator *estimator)
{
	mp_bot_free(estimator->bot);
	solver_free(estimator->solver);
	free(estimator->redacted);
	free(estimator->world);
	free(estimator->log);
}

/* Position n as the viewer knows it, into estimator->redacted. */
static struct mp_bot_request ask_value(struct estimator *estimator, size_t n, int viewer)
{
	const struct course *course = estimator->course;
	const struct mp_setup *setup = course->setup;

	memcpy(estimator->redacted, course_state(course, n), setup->game->state_size);
	if (course->viewer == MP_ALL)
		mp_redact(setup, estimator->redacted, viewer);
	return (struct mp_bot_request){.setup = setup,
	                               .redacted = estimator->redacted,
	                               .log = course->logs[viewer],
	                               .n_log = n,
	                               .seat = viewer,
	                               .level = "hard",
	                               .iterations = estimator->iterations,
	                               .seed = estimator->seed * 0x9e3779b97f4a7c15u + n,
	                               .refuses_deals = true,
	                               .stop = course->options->stop};
}

static const void *true_state(const struct estimator *estimator, size_t n)
{
	return estimator->course->options->open ? course_state(estimator->course, n) : NULL;
}

static bool repeat_samples(const struct solved *solved, samples out)
{
	for (int k = 0; solved && k < VALUE_SEARCHES; k++)
		memcpy(out[k], solved->share, sizeof out[k]);
	return solved;
}

/* Solved after this move as its seat knows it, if the position before it is. */
static bool solve_after(struct estimator *estimator, size_t n, const struct mp_played *first,
                        samples out)
{
	const struct course *course = estimator->course;
	struct solved solved = {0};

	if (course_is_open(course) || first->seat == MP_CHANCE)
		return first->move == course->moves[n].move &&
		       repeat_samples(course_solved(course, n + 1, 0), out);
	return course_solved(course, n, first->seat) &&
	       solve_position(course, estimator->solver, estimator->redacted, n, first->seat, first,
	                      &solved) &&
	       repeat_samples(&solved, out);
}

bool estimate(struct estimator *estimator, size_t n, int viewer, const struct mp_played *first,
              samples out)
{
	struct value_request request;

	if (first ? solve_after(estimator, n, first, out)
	          : repeat_samples(course_solved(estimator->course, n, viewer), out))
		return true;
	request = (struct value_request){
		.at = ask_value(estimator, n, viewer), .truth = true_state(estimator, n), .first = first};
	return value_search(estimator->bot, &request, 0, VALUE_SEARCHES, out);
}

bool estimate_after(struct estimator *estimator, size_t n, const struct mp_played *first,
                    samples out)
{
	struct value_request request = {.at = ask_value(estimator, n, first->seat),
	                                .truth = true_state(estimator, n),
	                                .first = first};

	return value_search(estimator->bot, &request, 0, VALUE_SEARCHES, out);
}

/* Plays an outcome that is possible as far as the viewer knows, and tells it. */
static void suppose_world(struct estimator *estimator, struct value_request *request,
                          struct mp_rng *rng)
{
	const struct mp_setup *setup = request->at.setup;
	int viewer = request->at.seat;
	size_t n = request->at.n_log;
	mp_move move;

	memcpy(estimator->world, request->at.redacted, setup->game->state_size);
	mp_guess(setup, estimator->world, viewer, rng);
	move = mp_chance_pick(setup, estimator->world, rng);
	move = mp_cut(setup, estimator->world, MP_CHANCE, move, viewer);
	memcpy(estimator->log, request->at.log, n * sizeof *estimator->log);
	estimator->log[n] = (struct mp_played){.seat = MP_CHANCE, .move = move};
	setup->game->apply(setup, estimator->redacted, MP_CHANCE, move);
	request->at.log = estimator->log;
	request->at.n_log = n + 1;
}

static bool suppose_one(struct estimator *estimator, size_t n, int viewer, int k,
                        struct mp_rng *rng, samples out)
{
	struct value_request request = {.at = ask_value(estimator, n, viewer),
	                                .truth = true_state(estimator, n)};
	struct mp_played outcome = {.seat = MP_CHANCE};

	if (request.truth) {
		outcome.move = mp_chance_pick(request.at.setup, request.truth, rng);
		request.first = &outcome;
	} else {
		suppose_world(estimator, &request, rng);
	}
	return value_search(estimator->bot, &request, k, k + 1, out);
}

bool estimate_chance(struct estimator *estimator, size_t n, int viewer, samples out)
{
	enum { DRAWS = 3 }; /* outcomes that each search is made for */
	samples found;
	struct mp_rng rng;

	if (repeat_samples(course_solved(estimator->course, n, viewer), out))
		return true;
	memset(out, 0, sizeof(samples));
	for (int k = 0; k < VALUE_SEARCHES; k++) {
		mp_rng_init(&rng, estimator->seed + n, (uint64_t)k + 1000);
		for (int draw = 0; draw < DRAWS; draw++) {
			if (!suppose_one(estimator, n, viewer, k, &rng, found))
				return false;
			for (int seat = 0; seat < MP_SEATS; seat++)
				out[k][seat] += found[k][seat] / DRAWS;
		}
	}
	return true;
}

bool estimate_root(struct estimator *estimator, size_t n, int seat, const char *level,
                   struct mp_bot_answer *answer)
{
	struct mp_bot_request request = ask_value(estimator, n, seat);

	request.level = level;
	experiment_choose(estimator->bot, &request,
	                  &(struct experiment){.truth = true_state(estimator, n)}, answer);
	return answer->has_move && answer->n_root > 0;
}

bool estimate_best(struct estimator *estimator, size_t n, int seat, const char *level,
                   mp_move *best, mp_move *second)
{
	const struct solved *solved = course_solved(estimator->course, n, seat);
	struct mp_bot_answer answer;

	if (solved) {
		*best = *second = solved->best;
		return true;
	}
	if (!estimate_root(estimator, n, seat, level, &answer))
		return false;
	*best = answer.root[0].move;
	*second = answer.n_root > 1 ? answer.root[1].move : *best;
	return true;
}

void estimate_line(struct estimator *estimator, size_t n, const struct mp_played *first,
                   struct review_line *line)
{
	struct value_request request = {.at = ask_value(estimator, n, first->seat),
	                                .truth = true_state(estimator, n),
	                                .first = first};

	line->n = (uint8_t)value_line(estimator->bot, &request, line->moves, REVIEW_LINE);
}

void samples_mean(samples a, samples b, int players, struct review_shares *out)
{
	*out = (struct review_shares){0};
	for (int seat = 0; seat < players; seat++) {
		double x[VALUE_SEARCHES], squares = 0;

		for (int k = 0; k < VALUE_SEARCHES; k++) {
			x[k] = a[k][seat] - (b ? b[k][seat] : 0);
			out->mean[seat] += x[k] / VALUE_SEARCHES;
		}
		for (int k = 0; k < VALUE_SEARCHES; k++)
			squares += (x[k] - out->mean[seat]) * (x[k] - out->mean[seat]);
		out->error[seat] = sqrt(squares / (VALUE_SEARCHES - 1) / VALUE_SEARCHES);
	}
}
