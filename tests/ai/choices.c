/* SPDX-License-Identifier: MIT
 *
 * What every choice keeps, in every game: the move is legal, the same request gives the same
 * answer, figures make sense, and nothing is searched where nothing can be chosen.
 * `choices GAME` runs one game.
 */
#include "position.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <metropole/plan.h>

enum { GAMES = 40 / (POSITION_SHARE > 4 ? 4 : POSITION_SHARE), BYTES = 1 << 20 };

static const struct mp_game *game;

/* A seat that may speak out of turn is asked before the seat on turn is. */
static int next_seat(struct position *p, unsigned *asked)
{
	int turn = mp_match_turn(&p->live.match);
	unsigned open = mp_match_actors(&p->live.match) & ~*asked & ~(1u << turn);

	if (!open)
		return turn;
	*asked |= open & (0u - open);
	return __builtin_ctz(open);
}

/* The line of the move that was chosen. */
static const struct mp_bot_line *chosen(const struct mp_bot_answer *answer)
{
	size_t k = 0;

	while (k < answer->n_root && answer->root[k].move != answer->move)
		k++;
	assert_true(k < answer->n_root);
	return &answer->root[k];
}

static void check_figures(const struct position *p, const struct mp_bot_answer *answer)
{
	float sum = 0;

	for (int seat = 0; seat < p->live.setup.players; seat++) {
		assert_true(answer->share[seat] >= 0);
		sum += answer->share[seat];
	}
	assert_true(fabsf(sum - 1) < 1e-3f);
	assert_true(answer->n_root >= 1 && answer->n_root <= MP_BOT_ROOT_MAX);
	assert_non_null(chosen(answer));
	assert_true(answer->n_line >= 1 && answer->n_line <= MP_BOT_LINE_MAX);
	assert_true(answer->line[0].move == answer->move);
}

static void play_game(struct mp_bot *bot, uint64_t seed)
{
	const char *const levels[] = {"easy", "normal", "hard", "b0", "b1", "b2", "b3"};
	struct position p;
	unsigned asked = 0;

	position_init(&p, game, seed, seed % 2);
	while (position_play(&p, 0)) {
		int seat = next_seat(&p, &asked);
		struct mp_bot_request request = position_request(&p, seat);
		struct mp_bot_answer answer;
		struct mp_fault fault;

		request.level = levels[mp_rng_below(&p.rng, 7)];
		request.iterations = 1 + mp_rng_below(&p.rng, 40);
		request.seed = mp_rng_next(&p.rng);
		request.refuses_deals = seed % 3 == 0;
		assert_true(mp_bot_choose(bot, &request, &answer));
		if (!answer.has_move) {
			assert_int_not_equal(seat, mp_match_turn(&p.live.match));
			continue;
		}
		check_figures(&p, &answer);
		assert_int_equal(live_play_move(&p.live, seat, answer.move, &fault), MP_OK);
		asked = 0;
	}
	position_release(&p);
}

static void every_move_is_legal(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);

	(void)unused;
	for (uint64_t seed = 1; seed <= GAMES; seed++)
		play_game(bot, seed);
	mp_bot_free(bot);
}

static void compare(struct mp_bot *fresh, struct mp_bot *used, struct mp_bot_request *request)
{
	struct mp_bot_answer a, b;

	memset(&a, 0, sizeof a);
	memset(&b, 0, sizeof b);
	assert_true(mp_bot_choose(used, request, &a));
	assert_true(mp_bot_choose(fresh, request, &b));
	assert_true(a.has_move == b.has_move && a.move == b.move && a.iterations == b.iterations);
	assert_memory_equal(a.share, b.share, sizeof a.share);
	assert_int_equal(a.n_root, b.n_root);
	for (size_t i = 0; i < a.n_root; i++)
		assert_true(a.root[i].move == b.root[i].move && a.root[i].visits == b.root[i].visits);
}

static void the_same_request_gives_the_same_answer(void **unused)
{
	const char *const levels[] = {"hard", "normal", "b2", "b3"};
	struct mp_bot *used = mp_bot_new(BYTES, 3);

	(void)unused;
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct position p;

		position_init(&p, game, seed, true);
		if (position_play(&p, mp_rng_below(&p.rng, 30))) {
			struct mp_bot_request request = position_request(&p, mp_match_turn(&p.live.match));
			struct mp_bot *fresh = mp_bot_new(BYTES, 3);

			request.level = levels[seed % 4];
			request.iterations = 300;
			request.seed = seed;
			request.threads = 1 + (int)(seed % 3);
			compare(fresh, used, &request);
			mp_bot_free(fresh);
		}
		position_release(&p);
	}
	mp_bot_free(used);
}

/* Normal now and then plays a move that is not its best, hard never; one that gives away four
 * hundredths of a win or more, or that was hardly looked at, is not played. (Where a bot strives
 * for more than to win, the win's share alone may fall by more.) */
static void a_whim_costs_little(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	bool for_wins_alone = !game->search || game->search->margin == 0;
	unsigned whims = 0, tempting = 0;

	(void)unused;
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct position p;

		position_init(&p, game, seed, true);
		if (position_play(&p, mp_rng_below(&p.rng, 20))) {
			struct mp_bot_request request = position_request(&p, mp_match_turn(&p.live.match));
			struct mp_bot_answer answer;

			request.iterations = 400;
			request.refuses_deals = true;
			for (request.seed = 1; request.seed <= 6; request.seed++) {
				request.level = "hard";
				assert_true(mp_bot_choose(bot, &request, &answer));
				assert_ptr_equal(chosen(&answer), answer.root);
				request.level = "normal";
				assert_true(mp_bot_choose(bot, &request, &answer));
				assert_true(chosen(&answer)->visits >= 32 || chosen(&answer) == answer.root);
				assert_true(!for_wins_alone ||
				            chosen(&answer)->share > answer.root[0].share - 0.0401f);
				whims += chosen(&answer) != answer.root;
				tempting += answer.n_root > 1 && answer.root[1].visits >= 32 &&
				            answer.root[1].share > answer.root[0].share - 0.02f;
			}
		}
		position_release(&p);
	}
	/* In a small game it may be that hardly any other move comes near the best. */
	assert_true(whims > 0 || tempting < GAMES / 4);
	mp_bot_free(bot);
}

static uint64_t stopped_clock(void *ctx)
{
	++*(uint64_t *)ctx;
	return 1;
}

static size_t first_alone(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	return game->legal(setup, state, seat, out) > 0;
}

/* With a clock that stands still a search by time would never end. Games in which a seat always has
 * a choice are played with the first of its moves as the only one. */
static void one_legal_move_is_answered_at_once(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	struct mp_game alone = *game;
	uint64_t looks = 0;
	unsigned asked = 0;

	(void)unused;
	alone.legal = first_alone;
	mp_bot_set_clock(bot, stopped_clock, &looks);
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct position p;

		position_init(&p, &alone, seed, true);
		for (unsigned plies = 0; plies < 20 && position_play(&p, plies > 0); plies++) {
			int seat = mp_match_turn(&p.live.match);
			struct mp_bot_request request = position_request(&p, seat);
			struct mp_bot_answer answer;
			mp_move only[MP_MOVES_MAX];

			assert_int_equal(alone.legal(&p.live.setup, p.live.match.state, seat, only), 1);
			request.level = "hard";
			request.refuses_deals = true;
			assert_true(mp_bot_choose(bot, &request, &answer));
			assert_true(answer.has_move && answer.move == only[0]);
			assert_int_equal(answer.iterations, 0);
			asked++;
		}
		position_release(&p);
	}
	assert_true(asked >= 5);
	mp_bot_free(bot);
}

/* A clock that stands still, and that stops the bot when it was looked at some times. */
struct stopper {
	uint64_t looks, patience;
	atomic_bool stop;
};

static uint64_t stopping_clock(void *ctx)
{
	struct stopper *stopper = ctx;

	if (++stopper->looks > stopper->patience)
		atomic_store(&stopper->stop, true);
	return 1;
}

static void stop(struct mp_bot *bot, struct position *p, uint64_t patience, uint32_t iterations)
{
	int seat = mp_match_turn(&p->live.match);
	struct mp_bot_request request = position_request(p, seat);
	struct stopper stopper = {.patience = patience};
	struct mp_bot_answer answer;
	struct mp_fault fault;
	mp_move move;

	request.level = "hard";
	request.iterations = iterations;
	request.stop = &stopper.stop;
	atomic_store(&stopper.stop, iterations > 0);
	mp_bot_set_clock(bot, stopping_clock, &stopper);
	assert_true(mp_bot_choose(bot, &request, &answer));
	assert_true(answer.has_move);
	assert_true(answer.iterations <= 100 + 8 * patience);
	move = answer.move;
	assert_int_equal(live_play_move(&p->live, seat, move, &fault), MP_OK);
}

/* Where neither work nor time would ever end it: before it begins, and on the way. */
static void a_stopped_bot_answers_with_what_it_has(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);

	(void)unused;
	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct position p;

		position_init(&p, game, seed, true);
		if (position_play(&p, mp_rng_below(&p.rng, 12))) {
			stop(bot, &p, 100 * seed, 0);
			if (position_play(&p, 0))
				stop(bot, &p, 0, 1000000000);
		}
		position_release(&p);
	}
	mp_bot_free(bot);
}

static void unknown_levels_are_refused(void **unused)
{
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	struct mp_bot_answer answer;
	struct position p;
	struct mp_bot_request request;

	(void)unused;
	position_init(&p, game, 1, false);
	assert_true(position_play(&p, 0));
	request = position_request(&p, mp_match_turn(&p.live.match));
	request.level = "b+";
	assert_false(mp_bot_choose(bot, &request, &answer));
	assert_false(mp_bot_has_level("b+"));
	assert_true(mp_bot_has_level("hard"));
	position_release(&p);
	mp_bot_free(bot);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_move_is_legal),
		cmocka_unit_test(the_same_request_gives_the_same_answer),
		cmocka_unit_test(a_whim_costs_little),
		cmocka_unit_test(one_legal_move_is_answered_at_once),
		cmocka_unit_test(a_stopped_bot_answers_with_what_it_has),
		cmocka_unit_test(unknown_levels_are_refused),
	};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	if (!game)
		return 2;
	return cmocka_run_group_tests_name("bots choose", tests, NULL, NULL);
}
