/* SPDX-License-Identifier: MIT
 *
 * truth GAME: what a review says, where the truth can be computed. In the last decisions of random
 * games of two, with all cards open, every move and every outcome of chance is looked at. The label
 * of a review is that of the true loss, or the true loss is within its error band, in 95 of 100
 * decisions; in 80, if it has to search even where it could compute. (With more than two, somebody
 * who has nothing to lose decides about others, and there is more than one truth.)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "position.h"
#include "solve.h"

#include "host/review/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOW = POSITION_SHARE > 1,
	WANTED = SLOW ? 4 : 100, /* decisions */
	PER_GAME = 6,
	NODES = 1000000,
};

static const struct mp_game *game;

/* Of reviews as they are, and of those that only search. */
static struct tally {
	unsigned decisions, agreed, lost, called;
} tallies[2];

static enum review_label label_of(const struct review *review, double loss)
{
	enum review_label label = REVIEW_FINE;

	for (int i = 0; i < 3; i++)
		if (loss >= review->thresholds[i] - 1e-9)
			label = (enum review_label)(REVIEW_INACCURACY + i);
	return label;
}

static void compare(struct tally *tally, const struct review *review,
                    const struct review_event *event, double loss)
{
	enum review_label label = event->label == REVIEW_BRILLIANT ? REVIEW_FINE : event->label;
	bool is_within = fabs(event->loss - loss) <= 2 * event->loss_error + 1e-9;

	tally->decisions++;
	tally->agreed += label == label_of(review, loss) || is_within;
	tally->lost += loss >= review->thresholds[0];
	tally->called += label != REVIEW_FINE;
}

/* The true loss of the move that was played; less than 0 if it is out of reach. */
static double true_loss(struct solver *solver, const struct review_work *work, size_t n)
{
	double worth[MP_SEATS], after[MP_SEATS];
	int seat = work->review->events[n].played.seat;
	mp_move ignored;

	if (!solve(solver, course_state(&work->course, n), NODES, worth, &ignored) ||
	    !solve(solver, course_state(&work->course, n + 1), NODES, after, &ignored))
		return -1;
	return fmax(0, worth[seat] - after[seat]);
}

static bool is_decision(const struct review_work *work, size_t n)
{
	mp_move moves[MP_MOVES_MAX];
	int seat = work->review->events[n].played.seat;

	return seat != MP_CHANCE &&
	       game->legal(work->course.setup, course_state(&work->course, n), seat, moves) > 1;
}

static void compare_game(struct tally *tally, struct live *live, bool only_search)
{
	struct review_options options = {.open = true, .seed = 3, .threads = 1};
	struct solver *solver = solver_new(&live->setup);
	struct review_work work;
	struct review review;
	int looked = 0;

	assert_non_null(solver);
	assert_true(review_begin(&work, &review, live, &options));
	if (only_search)
		work.course.exact_from = review.n + 1;
	for (size_t n = review.n; n-- > 0 && looked < PER_GAME && tally->decisions < WANTED;) {
		double loss = is_decision(&work, n) ? true_loss(solver, &work, n) : 0;

		if (loss < 0)
			break;
		if (!is_decision(&work, n))
			continue;
		assert_true(review_weigh(&work, 0, n));
		compare(tally, &review, &review.events[n], loss);
		looked++;
	}
	review_end(&work);
	review_release(&review);
	solver_free(solver);
}

/* So many of a hundred; of a few, all but one. */
static bool agrees(const struct tally *tally, unsigned percent)
{
	return tally->agreed + 1 >= tally->decisions ||
	       tally->agreed * 100 >= tally->decisions * percent;
}

static void labels_are_those_of_the_truth(void **state)
{
	(void)state;
	for (uint64_t seed = 100; tallies[0].decisions < WANTED; seed++) {
		struct position position;

		position_init(&position, game, seed, false);
		while (position.live.setup.players == 2 && position_play(&position, 1))
			;
		for (int i = 0; i < 2 && position.live.setup.players == 2; i++)
			compare_game(&tallies[i], &position.live, i == 1);
		position_release(&position);
	}
	for (int i = 0; i < 2; i++)
		print_message("%s, %s: %u of %u decisions agree; %u lost something, %u were called so\n",
		              game->id, i ? "by search alone" : "as it is", tallies[i].agreed,
		              tallies[i].decisions, tallies[i].lost, tallies[i].called);
	assert_true(agrees(&tallies[0], 95));
	assert_true(agrees(&tallies[1], 80));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(labels_are_those_of_the_truth)};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	return game ? cmocka_run_group_tests_name(game->id, tests, NULL, NULL) : 2;
}
