/* SPDX-License-Identifier: MIT
 *
 * A review: every event is looked at by itself, on as many threads as there are, then all are
 * summed up in their order. The luck of an estimate comes from the seed and the event's number, so
 * the same review comes out on any number of threads.
 */
#include "work.h"

#include "plan.h"
#include "search.h"
#include "secrets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const review_labels[] = {"fine", "inaccuracy", "mistake", "blunder", "brilliant"};

static bool is_open(const struct review_work *work)
{
	return course_is_open(&work->course);
}

static void take_share(struct review_shares *to, const struct review_shares *from, int seat)
{
	to->mean[seat] = from->mean[seat];
	to->error[seat] = from->error[seat];
}

/* A share by search is off by more than its noise: by so much as shares of bots' games were
 * (docs/review.md). The nearer to certain, the less. */
static void mean_share(const struct review_work *work, samples found, struct review_shares *out)
{
	const struct mp_setup *setup = work->course.setup;
	double off = setup->game->search ? (double)setup->game->search->off : 0;

	samples_mean(found, NULL, setup->players, out);
	for (int seat = 0; seat < setup->players; seat++) {
		double share = fmin(fmax(out->mean[seat], 0), 1);

		if (out->error[seat] > 0)
			out->error[seat] = hypot(out->error[seat], 2 * off * sqrt(share * (1 - share)));
	}
}

static bool solved_for_all(const struct course *course, size_t n)
{
	for (int seat = 0; seat < course->setup->players; seat++)
		if (!course_solved(course, n, seat))
			return false;
	return true;
}

/* The end tells everybody everything, whoever brought it about, too. */
static bool ends_with(const struct review_work *work, size_t n)
{
	const struct mp_setup *setup = work->course.setup;

	return setup->game->turn(setup, course_state(&work->course, n + 1)) == MP_OVER;
}

/* The shares after event n for those seats that learned of it: all at once where all is open. */
static bool weigh_after(struct review_work *work, struct estimator *estimator, size_t n,
                        samples mover)
{
	const struct mp_setup *setup = work->course.setup;
	struct review_event *event = &work->review->events[n];
	const struct mp_played *played = &event->played;
	mp_viewers seen = mp_seen_by(setup, course_state(&work->course, n), played->seat, played->move);
	struct review_shares shares;

	event->is_exact = solved_for_all(&work->course, n + 1);
	if (played->seat != MP_CHANCE || is_open(work)) {
		if (!estimate(estimator, n, played->seat < 0 ? 0 : played->seat, played, mover))
			return false;
		mean_share(work, mover, &event->share);
		event->told = is_open(work) ? UINT8_MAX : 0;
		if (played->seat >= 0)
			event->told |= (mp_viewers)(1u << played->seat);
		if (is_open(work))
			return true;
	}
	for (int seat = 0; seat < setup->players; seat++) {
		samples own;

		/* A card that somebody else draws in secret tells nothing. */
		if ((seat == played->seat && !ends_with(work, n)) ||
		    (played->seat == MP_CHANCE && !(seen >> seat & 1)))
			continue;
		if (!estimate(estimator, n + 1, seat, NULL, own))
			return false;
		mean_share(work, own, &shares);
		take_share(&event->share, &shares, seat);
		event->told |= (mp_viewers)(1u << seat);
	}
	return true;
}

static bool weigh_chance(struct review_work *work, struct estimator *estimator, size_t n,
                         samples after)
{
	const struct mp_setup *setup = work->course.setup;
	struct review_event *event = &work->review->events[n];
	struct review_shares luck;
	samples before;

	if (is_open(work)) {
		if (!estimate_chance(estimator, n, 0, before))
			return false;
		samples_mean(after, before, setup->players, &event->luck);
		return true;
	}
	for (int seat = 0; seat < setup->players; seat++) {
		if (!(event->told >> seat & 1))
			continue;
		if (!estimate_chance(estimator, n, seat, before) ||
		    !estimate(estimator, n + 1, seat, NULL, after))
			return false;
		samples_mean(after, before, setup->players, &luck);
		take_share(&event->luck, &luck, seat);
	}
	return true;
}

static enum review_label label_loss(const struct review *review, double loss, double error)
{
	enum review_label found = REVIEW_FINE;

	if (loss <= 2 * error)
		return REVIEW_FINE;
	for (int i = 0; i < 3; i++)
		if (loss >= review->thresholds[i])
			found = (enum review_label)(REVIEW_INACCURACY + i);
	return found;
}

/* The only move, and hard to see: the runner-up is a mistake, and greedy play finds another. */
static bool is_brilliant(struct review_work *work, struct estimator *estimator, size_t n,
                         mp_move second, samples played)
{
	int seat = work->review->events[n].played.seat;
	struct mp_played other = {.seat = (int8_t)seat, .move = second};
	struct review_shares gap;
	mp_move greedy, ignored;
	samples found;

	if (second == work->review->events[n].best || course_solved(&work->course, n, seat) ||
	    !estimate(estimator, n, seat, &other, found))
		return false;
	samples_mean(played, found, work->course.setup->players, &gap);
	if (label_loss(work->review, gap.mean[seat], gap.error[seat]) < REVIEW_MISTAKE)
		return false;
	return estimate_best(estimator, n, seat, "b1", &greedy, &ignored) &&
	       greedy != work->review->events[n].best;
}

/* Compares what was played with the best that is found. */
static bool weigh_decision(struct review_work *work, struct estimator *estimator, size_t n,
                           samples played)
{
	const struct mp_setup *setup = work->course.setup;
	struct review_event *event = &work->review->events[n];
	int seat = event->played.seat;
	bool solved = course_solved(&work->course, n, seat);
	struct mp_played best = {.seat = (int8_t)seat};
	struct review_shares gap;
	mp_move second;
	samples found;

	event->best = event->played.move;
	event->is_decision =
		setup->game->legal(setup, course_state(&work->course, n), seat, estimator->moves) > 1;
	if (!event->is_decision || !estimate_best(estimator, n, seat, "hard", &best.move, &second))
		return true;
	if (best.move == event->played.move) {
		if (is_brilliant(work, estimator, n, second, played))
			event->label = REVIEW_BRILLIANT;
		return true;
	}
	if (!estimate(estimator, n, seat, solved ? NULL : &best, found))
		return false;
	samples_mean(found, played, setup->players, &gap);
	/* Noise apart, nothing is better than the best: then what was played is as good. */
	if (gap.mean[seat] <= 0 && !solved)
		return true;
	if (gap.mean[seat] > 0) {
		event->best = best.move;
		estimate_line(estimator, n, &best, &event->line);
		event->loss = gap.mean[seat];
		event->loss_error = gap.error[seat];
		event->label = label_loss(work->review, event->loss, event->loss_error);
	}
	/* Moves that are equal to the mover need not be to the others. */
	for (int i = 0; i < setup->players; i++)
		event->given[i] = -gap.mean[i];
	return true;
}

static bool weigh_start(struct review_work *work, struct estimator *estimator)
{
	const struct mp_setup *setup = work->course.setup;
	struct review_shares shares;
	samples found;

	for (int seat = 0; seat < setup->players; seat++) {
		if ((seat == 0 || !is_open(work)) && !estimate(estimator, 0, seat, NULL, found))
			return false;
		mean_share(work, found, &shares);
		take_share(&work->review->events[work->review->n].share, &shares, seat);
	}
	return true;
}

bool review_weigh(struct review_work *work, int thread, size_t n)
{
	struct estimator *estimator = &work->estimators[thread];
	samples after;

	/* The beginning is the last task: it needs no event. */
	if (n == work->review->n)
		return weigh_start(work, estimator);
	if (!weigh_after(work, estimator, n, after) ||
	    !secrets_known(estimator, n + 1, work->review->events[n].known))
		return false;
	if (work->review->events[n].played.seat == MP_CHANCE)
		return weigh_chance(work, estimator, n, after);
	return weigh_decision(work, estimator, n, after);
}

static bool estimate_move(struct review_work *work, int thread, size_t n, mp_move move, samples out)
{
	const struct mp_setup *setup = work->course.setup;
	struct mp_played first = {.seat = work->review->events[n].played.seat, .move = move};

	return first.seat != MP_CHANCE &&
	       !setup->game->check(setup, course_state(&work->course, n), first.seat, move) &&
	       estimate(&work->estimators[thread], n, first.seat, &first, out);
}

bool review_compare(struct review_work *work, int thread, size_t n, mp_move move, mp_move against,
                    struct review_shares *loss)
{
	samples with, without;

	if (!estimate_move(work, thread, n, move, with) ||
	    !estimate_move(work, thread, n, against, without))
		return false;
	samples_mean(without, with, work->course.setup->players, loss);
	return true;
}

/* Shares of seats that learned nothing stay; then the change of each is told apart. */
static void settle_move(struct review_work *work, size_t n, struct review_shares *before)
{
	struct review_event *event = &work->review->events[n];
	bool decided = event->played.seat != MP_CHANCE;

	for (int seat = 0; seat < work->course.setup->players; seat++) {
		struct review_player *player = &work->review->players[seat];
		double change, told = event->luck.mean[seat] + event->given[seat];

		if (!(event->told >> seat & 1))
			take_share(&event->share, before, seat);
		change = event->share.mean[seat] - before->mean[seat];
		/* What one's own estimates leave unexplained, or what others' moves told. */
		if (decided && !is_open(work) && (seat != event->played.seat || ends_with(work, n)))
			event->learned[seat] = change - told;
		else
			event->residual[seat] = change - told;
		player->luck += event->luck.mean[seat];
		player->luck_error += event->luck.error[seat] * event->luck.error[seat];
		player->given += event->given[seat];
		player->learned += event->learned[seat];
		player->residual += event->residual[seat];
	}
	*before = event->share;
}

/* A move that exchanges the secret itself tells nothing of it that could be measured. */
static void tell_secrets(struct review_work *work, size_t n)
{
	const struct mp_setup *setup = work->course.setup;
	struct review_event *event = &work->review->events[n];
	int seat = event->played.seat;

	if (seat == MP_CHANCE || n == 0 || !setup->game->secret ||
	    setup->game->secret(setup, course_state(&work->course, n), seat) !=
	        setup->game->secret(setup, course_state(&work->course, n + 1), seat))
		return;
	event->told_bits = secrets_bits(work->review->events[n - 1].known[seat], event->known[seat],
	                                setup->players, &event->told_error);
	work->review->players[seat].told_bits += event->told_bits;
}

static void count_labels(struct review *review)
{
	for (size_t n = 0; n < review->n; n++) {
		const struct review_event *event = &review->events[n];

		if (event->is_decision) {
			struct review_player *player = &review->players[event->played.seat];

			player->decisions++;
			player->loss += event->loss;
			player->labels[event->label]++;
		}
	}
}

/* How far an event moved the share that it moved most, if that is beyond noise. */
static double swing_of(const struct review *review, size_t n)
{
	const struct review_shares *after = &review->events[n].share;
	const struct review_shares *before = &review->events[n ? n - 1 : review->n].share;
	double most = 0;

	for (int seat = 0; seat < review->setup->players; seat++) {
		double moved = fabs(after->mean[seat] - before->mean[seat]);
		double noise = hypot(after->error[seat], before->error[seat]);

		if (moved > 2 * noise && moved > most)
			most = moved;
	}
	return most;
}

static void find_turns(struct review *review)
{
	double swings[REVIEW_TURNS] = {0};

	for (size_t n = 0; n < review->n; n++) {
		double moved = swing_of(review, n);
		size_t at = review->n_turns;

		while (at > 0 && moved > swings[at - 1])
			at--;
		if (moved <= 0 || at == REVIEW_TURNS)
			continue;
		if (review->n_turns < REVIEW_TURNS)
			review->n_turns++;
		for (size_t i = review->n_turns - 1; i > at; i--) {
			swings[i] = swings[i - 1];
			review->turns[i] = review->turns[i - 1];
		}
		swings[at] = moved;
		review->turns[at] = n;
	}
}

void review_sum_up(struct review_work *work)
{
	struct review *review = work->review;
	struct review_shares before = review->events[review->n].share;

	for (size_t n = 0; n < review->n; n++) {
		settle_move(work, n, &before);
		tell_secrets(work, n);
	}
	count_labels(review);
	find_turns(review);
	for (int seat = 0; seat < review->setup->players; seat++) {
		struct review_player *player = &review->players[seat];
		double scale = player->decisions ? player->loss / player->decisions : 0;

		player->start = review->events[review->n].share.mean[seat];
		player->result = before.mean[seat];
		player->luck_error = sqrt(player->luck_error);
		/* A mean loss of a fifth of a fair share costs half. */
		player->accuracy = 100 * exp2(-5 * scale * review->setup->players);
	}
}

static void begin_review(struct review *review, const struct live *live,
                         const struct review_options *options)
{
	enum { QUICK_MS = 6, QUICK = 400 };
	const struct mp_search_plan *plan = live->setup.game->search;

	*review = (struct review){.setup = &live->setup, .options = *options, .n = live->match.n_moves};
	review->is_over = mp_match_is_over(&live->match);
	if (review->options.iterations == 0)
		review->options.iterations = plan ? (uint32_t)(plan->per_ms * QUICK_MS) : QUICK;
	if (review->options.threads < 1)
		review->options.threads = 1;
	/* A tenth, a quarter and a half of a fair share. */
	review->thresholds[0] = 0.1 / live->setup.players;
	review->thresholds[1] = 0.25 / live->setup.players;
	review->thresholds[2] = 0.5 / live->setup.players;
}

bool review_begin(struct review_work *work, struct review *review, const struct live *live,
                  const struct review_options *options)
{
	bool good;

	begin_review(review, live, options);
	*work = (struct review_work){.review = review};
	review->events = calloc(review->n + 1, sizeof *review->events);
	work->estimators = calloc((size_t)review->options.threads, sizeof *work->estimators);
	good = review->events && work->estimators && course_init(&work->course, live, &review->options);
	for (int i = 0; good && i < review->options.threads; i++)
		good = estimator_init(&work->estimators[i], &work->course);
	for (size_t n = 0; good && n < review->n; n++)
		review->events[n].played = live->match.moves[n];
	return good;
}

void review_end(struct review_work *work)
{
	for (int i = 0; work->estimators && i < work->review->options.threads; i++)
		estimator_release(&work->estimators[i]);
	free(work->estimators);
	if (work->course.states)
		course_release(&work->course);
}

/* What the threads of a review share. */
struct crowd {
	struct review_work *work;
	atomic_size_t next, done;
	atomic_bool failed;
};

static bool is_stopped(const struct review *review)
{
	return review->options.stop && atomic_load(review->options.stop);
}

static void review_worker(void *ctx, int thread)
{
	struct crowd *crowd = ctx;
	struct review *review = crowd->work->review;
	size_t n;

	while (!atomic_load(&crowd->failed) && !is_stopped(review) &&
	       (n = atomic_fetch_add(&crowd->next, 1)) <= review->n) {
		if (!review_weigh(crowd->work, thread, n))
			atomic_store(&crowd->failed, true);
		atomic_fetch_add(&crowd->done, 1);
		if (thread == 0 && review->options.progress)
			review->options.progress(review->options.ctx, atomic_load(&crowd->done), review->n + 1);
	}
}

enum mp_err review_init(struct review *review, struct live *live,
                        const struct review_options *options, struct mp_fault *fault)
{
	struct review_work work;
	struct crowd crowd = {.work = &work};
	bool good = review_begin(&work, review, live, options);

	if (good) {
		parallel_run(review->options.threads, review_worker, &crowd);
		good = !atomic_load(&crowd.failed) && !is_stopped(review);
	}
	if (good)
		review_sum_up(&work);
	review_end(&work);
	if (good)
		return MP_OK;
	review_release(review);
	return mp_fault_set(fault, MP_FULL, "The review was stopped, or there was not enough memory.");
}

void review_release(struct review *review)
{
	free(review->events);
	review->events = NULL;
}
