/* SPDX-License-Identifier: MIT
 *
 * truth GAME: what a review says, where the truth can be computed. In the last decisions of random
 * games of two every move and every outcome of chance is looked at: with all cards open, and, where
 * the game lists the worlds that a seat thinks possible, in all of these as well. The label of a
 * review is that of the true loss, or the true loss is within its error band, in 95 of 100
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
	KNOWN_NODES = 100000, /* in all the worlds that a seat thinks possible */
};

static const struct mp_game *game;

static struct tally {
	unsigned decisions, agreed, lost, called;
} tallies[2][2]; /* as seats know it, open; of reviews as they are, of those that only search */

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

static bool solve_known_at(struct solver *solver, const struct course *course, size_t n,
                           const struct mp_played *first, struct solved *out)
{
	int seat = course->moves[n].seat;
	void *redacted = malloc(game->state_size);
	bool good;

	assert_non_null(redacted);
	memcpy(redacted, course_state(course, n), game->state_size);
	mp_redact(course->setup, redacted, seat);
	good = solve_known(
		solver,
		&(struct known_position){
			.redacted = redacted, .viewer = seat, .log = course->told, .n_log = n, .first = first},
		KNOWN_NODES, out);
	free(redacted);
	return good;
}

/* The true loss of the move that was played; less than 0 if it is out of reach. */
static double true_loss(struct solver *solver, const struct course *course, size_t n)
{
	struct solved worth = {0}, after = {0};
	bool good;

	if (course_is_open(course))
		good = solve(solver, course_state(course, n), NODES, &worth) &&
		       solve(solver, course_state(course, n + 1), NODES, &after);
	else
		good = solve_known_at(solver, course, n, NULL, &worth) &&
		       solve_known_at(solver, course, n, &course->moves[n], &after);
	return good ? fmax(0, worth.share[course->moves[n].seat] - after.share[course->moves[n].seat])
	            : -1;
}

static bool is_decision(const struct review_work *work, size_t n)
{
	mp_move moves[MP_MOVES_MAX];
	int seat = work->review->events[n].played.seat;

	return seat != MP_CHANCE &&
	       game->legal(work->course.setup, course_state(&work->course, n), seat, moves) > 1;
}

static void compare_game(struct tally *tally, struct live *live, bool open, bool only_search)
{
	struct review_options options = {.open = open, .seed = 3, .threads = 1};
	struct solver *solver = solver_new(&live->setup);
	struct review_work work;
	struct review review;
	int looked = 0;

	assert_non_null(solver);
	assert_true(review_begin(&work, &review, live, &options));
	if (only_search)
		for (int seat = 0; seat < MP_SEATS; seat++)
			work.course.exact_from[seat] = review.n + 1;
	for (size_t n = review.n; n-- > 0 && looked < PER_GAME && tally->decisions < WANTED;) {
		double loss = is_decision(&work, n) ? true_loss(solver, &work.course, n) : 0;

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

static void compare_games(bool open)
{
	struct tally *tally = tallies[open];

	for (uint64_t seed = 100; tally[0].decisions < WANTED; seed++) {
		struct position position;

		position_init(&position, game, seed, false);
		while (position.live.setup.players == 2 && position_play(&position, 1))
			;
		for (int i = 0; i < 2 && position.live.setup.players == 2; i++)
			compare_game(&tally[i], &position.live, open, i == 1);
		position_release(&position);
	}
	for (int i = 0; i < 2; i++)
		print_message(
			"%s, %s, %s: %u of %u decisions agree; %u lost something, %u were called so\n",
			game->id, open ? "open" : "as seats know it", i ? "by search alone" : "as it is",
			tally[i].agreed, tally[i].decisions, tally[i].lost, tally[i].called);
	assert_true(agrees(&tally[0], 95));
	assert_true(agrees(&tally[1], 80));
}

static void labels_are_those_of_the_truth(void **state)
{
	(void)state;
	compare_games(true);
}

static void labels_are_those_of_what_is_known(void **state)
{
	(void)state;
	if (!game->world)
		skip();
	compare_games(false);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(labels_are_those_of_the_truth),
	                                   cmocka_unit_test(labels_are_those_of_what_is_known)};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	return game ? cmocka_run_group_tests_name(game->id, tests, NULL, NULL) : 2;
}
