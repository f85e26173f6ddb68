/* SPDX-License-Identifier: MIT
 *
 * review GAME: reviews of random games. What is summed up adds up, nothing within the noise is
 * called a mistake, the ends that can be computed are exact, and the same review comes out on any
 * number of threads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "position.h"
#include "solve.h"

#include "host/review/review.h"

#include <metropole/plan.h>
#include <metropole/text.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOW = POSITION_SHARE > 1,
	ITERATIONS = SLOW ? 16 : 64,
	TEXT = 1 << 20,
};

static const struct mp_game *game;

static void play_all(struct position *position, uint64_t seed)
{
	position_init(position, game, seed, false);
	while (position_play(position, 1))
		;
	assert_true(mp_match_is_over(&position->live.match));
}

static void review(struct review *review, struct live *live, bool open, int threads)
{
	struct review_options options = {
		.open = open, .iterations = ITERATIONS, .seed = 7, .threads = threads};
	struct mp_fault fault;

	assert_int_equal(review_init(review, live, &options, &fault), MP_OK);
}

static void adds_up(const struct review *review)
{
	for (int seat = 0; seat < review->setup->players; seat++) {
		const struct review_player *player = &review->players[seat];
		double sum =
			player->start + player->luck + player->given + player->learned + player->residual;

		assert_true(fabs(sum - player->result) < 1e-9);
		assert_true(player->accuracy > 0 && player->accuracy <= 100);
		if (review->options.open)
			assert_true(player->learned == 0);
	}
}

/* No share by search claims to be surer than shares of this game have been. */
static void is_sure_enough(double share, double error)
{
	double off = game->search ? (double)game->search->off : 0;

	assert_true(error == 0 || error > 1.999 * off * sqrt(fmax(0, share * (1 - share))));
}

static void is_labelled(const struct review *review)
{
	for (size_t n = 0; n < review->n; n++) {
		const struct review_event *event = &review->events[n];
		double total = 0;

		for (int seat = 0; seat < review->setup->players; seat++)
			total += event->share.mean[seat];
		for (int seat = 0; seat < review->setup->players; seat++)
			is_sure_enough(event->share.mean[seat], event->share.error[seat]);
		if (review->options.open)
			assert_true(fabs(total - 1) < 1e-6);
		assert_true(event->loss >= 0);
		if (event->is_decision && event->loss == 0)
			assert_true(event->best == event->played.move);
		if (event->label >= REVIEW_INACCURACY && event->label <= REVIEW_BLUNDER) {
			assert_true(event->loss > 2 * event->loss_error);
			assert_true(event->loss >= review->thresholds[event->label - REVIEW_INACCURACY]);
		}
	}
}

static void what_it_says_adds_up(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= (SLOW ? 1 : 2); seed++) {
		struct position position;
		struct review found;
		uint64_t hash;

		play_all(&position, seed);
		hash = mp_match_hash(&position.live.match);
		for (int open = 0; open < 2; open++) {
			review(&found, &position.live, open, 2);
			assert_int_equal(found.n, position.live.match.n_moves);
			assert_true(found.is_over);
			adds_up(&found);
			is_labelled(&found);
			review_release(&found);
		}
		assert_true(mp_match_hash(&position.live.match) == hash);
		position_release(&position);
	}
}

static void write(struct live *live, bool open, int threads, char *out)
{
	struct review found;
	struct mp_json json;

	review(&found, live, open, threads);
	mp_json_init(&json, out, TEXT);
	review_json(&found, live, NULL, NULL, &json);
	assert_false(json.text.overflow);
	review_release(&found);
}

static void threads_change_nothing(void **state)
{
	char *one = malloc(TEXT), *three = malloc(TEXT);
	struct position position;

	(void)state;
	assert_true(one && three);
	play_all(&position, 3);
	for (int open = 0; open < 2; open++) {
		write(&position.live, open, 1, one);
		write(&position.live, open, 3, three);
		assert_string_equal(one, three);
	}
	position_release(&position);
	free(one);
	free(three);
}

/* Where the end is exact, loss and luck are what the solver says of every move and outcome. */
static void exact_event(const struct review *review, const struct mp_setup *setup, void *before,
                        struct solver *solver, size_t n)
{
	const struct review_event *event = &review->events[n];
	struct solved worth = {0}, after = {0};
	int seat = event->played.seat;

	assert_true(solve(solver, before, 1 << 20, &worth));
	setup->game->apply(setup, before, seat, event->played.move);
	assert_true(solve(solver, before, 1 << 20, &after));
	for (int i = 0; i < setup->players; i++) {
		assert_true(fabs(event->share.mean[i] - after.share[i]) < 1e-9);
		assert_true(event->share.error[i] < 1e-9);
		assert_true(fabs(event->residual[i]) < 1e-9);
		if (seat == MP_CHANCE)
			assert_true(fabs(event->luck.mean[i] - (after.share[i] - worth.share[i])) < 1e-9);
	}
	if (seat != MP_CHANCE && event->is_decision)
		assert_true(fabs(event->loss - (worth.share[seat] - after.share[seat])) < 1e-9);
}

static void ends_are_exact(void **state)
{
	size_t exact = 0;

	(void)state;
	for (uint64_t seed = 10; seed < 50 && (exact == 0 || seed < (SLOW ? 11 : 14)); seed++) {
		struct position position;
		struct solver *solver;
		struct review found;
		const struct mp_setup *setup;
		void *at;

		play_all(&position, seed);
		setup = &position.live.setup;
		review(&found, &position.live, true, 2);
		solver = solver_new(setup);
		at = calloc(1, game->state_size);
		assert_true(solver && at);
		game->init(setup, at);
		for (size_t n = 0; n < found.n; n++) {
			if (n > 0 && found.events[n - 1].is_exact) {
				exact_event(&found, setup, at, solver, n);
				exact++;
			} else {
				game->apply(setup, at, found.events[n].played.seat, found.events[n].played.move);
			}
		}
		free(at);
		solver_free(solver);
		review_release(&found);
		position_release(&position);
	}
	assert_true(exact > 0);
}

/* How often a world that any deal gives is right about a seat, as the others see it. */
static double right_by_deal(const struct mp_setup *setup, const void *truth, int seat)
{
	enum { WORLDS = 4000 };
	void *redacted = malloc(game->state_size), *world = malloc(game->state_size);
	unsigned right = 0;
	struct mp_rng rng;

	assert_true(redacted && world);
	mp_rng_init(&rng, 5, 5);
	for (int viewer = 0; viewer < setup->players; viewer++) {
		if (viewer == seat)
			continue;
		memcpy(redacted, truth, game->state_size);
		mp_redact(setup, redacted, viewer);
		for (int i = 0; i < WORLDS; i++) {
			memcpy(world, redacted, game->state_size);
			mp_guess(setup, world, viewer, &rng);
			right += game->secret(setup, world, seat) == game->secret(setup, truth, seat);
		}
	}
	free(redacted);
	free(world);
	return right / (double)WORLDS / (setup->players - 1);
}

/* Before anybody has moved a secret is known as well as the deal tells it, and never surely false;
 * who has none gives none away. */
static void secrets_begin_as_they_are_dealt(void **state)
{
	struct position position;
	const struct mp_setup *setup;
	struct review found;
	bool begun = false;
	void *at;

	(void)state;
	play_all(&position, 4);
	setup = &position.live.setup;
	review(&found, &position.live, false, 2);
	at = calloc(1, game->state_size);
	assert_non_null(at);
	game->init(setup, at);
	for (size_t n = 0; n + 1 < found.n; n++) {
		const struct review_event *event = &found.events[n];

		game->apply(setup, at, event->played.seat, event->played.move);
		begun = begun || event->played.seat != MP_CHANCE;
		for (int seat = 0; seat < setup->players; seat++) {
			bool has = game->secret && game->secret(setup, at, seat) >= 0;

			assert_true(has ? event->known[seat] > 0 && event->known[seat] <= 1
			                : event->known[seat] == 0);
			if (has && !begun) {
				double dealt = right_by_deal(setup, at, seat);
				double error = sqrt(dealt / 200 / (setup->players - 1));

				assert_true(fabs(event->known[seat] - dealt) < 5 * error);
			}
		}
		if (!game->secret || event->played.seat == MP_CHANCE)
			assert_true(event->told_bits == 0);
	}
	free(at);
	review_release(&found);
	position_release(&position);
}

static void a_review_can_be_stopped(void **state)
{
	atomic_bool stop = true;
	struct review_options options = {.seed = 1, .threads = 2, .stop = &stop};
	struct position position;
	struct review found;
	struct mp_fault fault;

	(void)state;
	play_all(&position, 5);
	assert_int_equal(review_init(&found, &position.live, &options, &fault), MP_FULL);
	position_release(&position);
}

static void a_game_that_runs_is_reviewed_so_far(void **state)
{
	struct position position;
	struct review found;

	(void)state;
	position_init(&position, game, 6, false);
	position_play(&position, 3);
	review(&found, &position.live, false, 1);
	assert_false(found.is_over);
	adds_up(&found);
	review_release(&found);
	position_release(&position);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_says_adds_up),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(ends_are_exact),
		cmocka_unit_test(secrets_begin_as_they_are_dealt),
		cmocka_unit_test(a_review_can_be_stopped),
		cmocka_unit_test(a_game_that_runs_is_reviewed_so_far),
	};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	return game ? cmocka_run_group_tests_name(game->id, tests, NULL, NULL) : 2;
}
