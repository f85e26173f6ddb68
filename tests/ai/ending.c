/* SPDX-License-Identifier: MIT
 *
 * ending GAME: the last moves of random games of two in which nothing is hidden. A bot that solves
 * them plays the best move there is, with any budget that is enough, much memory or little, on any
 * number of threads; where something is hidden that matters, and with a baseline, it searches.
 */
#include "position.h"

#include "experiment.h"
#include "solve.h"

#include <metropole/setup.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct mp_game *game;

enum { SEEDS = POSITION_SHARE > 1 ? 2 : 12, LOOKED = 8 };

static struct mp_bot_answer ask(struct position *position, size_t bytes, int threads,
                                const char *level, uint32_t iterations)
{
	struct mp_bot *bot = mp_bot_new(bytes, threads);
	struct mp_bot_request request =
		position_request(position, mp_match_turn(&position->live.match));
	struct mp_bot_answer answer;

	assert_non_null(bot);
	request.level = level;
	request.iterations = iterations;
	request.threads = threads;
	request.seed = 9;
	request.refuses_deals = true;
	assert_true(mp_bot_choose(bot, &request, &answer));
	assert_true(answer.has_move);
	mp_bot_free(bot);
	return answer;
}

static bool is_solved(const struct mp_bot_answer *answer)
{
	return answer->iterations == 0 && answer->n_root > 1;
}

/* The share of the best move, and that of this one, by a solver of its own. */
static void true_shares(struct position *position, mp_move move, double *best, double *share)
{
	struct solved_move *moves = calloc(MP_MOVES_MAX, sizeof *moves);
	struct solved solved = {.moves = moves};
	struct solver *solver = solver_new(&position->live.setup);

	assert_true(moves && solver);
	assert_true(solve(solver, position->live.match.state, 1 << 20, &solved));
	*best = solved.share[mp_match_turn(&position->live.match)];
	*share = -1;
	for (size_t i = 0; i < solved.n_moves; i++)
		if (moves[i].move == move)
			*share = moves[i].share;
	solver_free(solver);
	free(moves);
}

static bool look(struct position *position)
{
	struct mp_bot_answer answer = ask(position, 1 << 20, 1, "hard", 4000), other;
	double best, share;

	if (!is_solved(&answer))
		return false;
	true_shares(position, answer.move, &best, &share);
	assert_true(best - share < 1e-9);
	for (int threads = 1; threads <= 2; threads++) {
		other = ask(position, (size_t)32 << 20, threads, "hard", 4000);
		assert_memory_equal(&other, &answer, sizeof answer);
	}
	/* easy has its whims, but knows as well what is what */
	other = ask(position, 1 << 20, 1, "easy", 4000);
	assert_memory_equal(other.root, answer.root, sizeof other.root);
	for (int level = 0; level < 4; level++) {
		other = ask(position, 1 << 20, 1, (const char *[]){"b0", "b1", "b2", "b3"}[level], 50);
		assert_true(level < 2 || other.iterations > 0);
	}
	return true;
}

/* Positions before the last moves: the game is played, and taken back. */
static unsigned look_at_ends(uint64_t seed)
{
	struct position position;
	unsigned solved = 0;
	size_t n;

	position_init(&position, game, seed, true);
	if (position.live.setup.players == 2)
		while (position_play(&position, 1))
			;
	n = position.live.setup.players == 2 ? position.live.match.n_moves : 0;
	for (int looked = 0; n > 0 && looked < LOOKED; looked++) {
		int seat;

		mp_match_rewind(&position.live.match, --n);
		seat = mp_match_turn(&position.live.match);
		solved += seat >= 0 && look(&position);
	}
	position_release(&position);
	return solved;
}

static void what_is_solved_is_the_best(void **state)
{
	unsigned solved = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS * 4; seed++)
		solved += look_at_ends(seed);
	print_message("%s: %u decisions solved\n", game->id, solved);
	/* Secrets that last to the end leave nothing to solve. */
	assert_true(POSITION_SHARE > 1 ||
	            (solved > 0) == (!game->redact || strcmp(game->id, "metro") == 0));
}

/* Each world looks to the seat as the truth does, and the truth is one of them. */
static void check_worlds(struct position *position, int seat)
{
	const struct mp_setup *setup = &position->live.setup;
	struct mp_bot_request request = position_request(position, seat);
	void *world = malloc(game->state_size), *posterior = calloc(1, game->posterior_size + 1);
	bool found = false;
	double weight;
	size_t n = 0;

	assert_true(world && posterior);
	if (game->posterior)
		game->posterior(setup, request.redacted, seat, request.log, request.n_log, posterior);
	for (;; n++) {
		memcpy(world, request.redacted, game->state_size);
		if (!game->world(setup, world, seat, posterior, n, &weight))
			break;
		assert_true(weight >= 0);
		if (weight <= 0)
			continue;
		found = found || memcmp(world, position->live.match.state, game->state_size) == 0;
		mp_redact(setup, world, seat);
		assert_memory_equal(world, request.redacted, game->state_size);
	}
	assert_true(found || n == 0);
	free(world);
	free(posterior);
}

static void worlds_are_as_the_seat_sees_them(void **state)
{
	(void)state;
	if (!game->world)
		skip();
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct position position;
		int seat;

		position_init(&position, game, seed, true);
		for (bool on = position_play(&position, 0); on; on = position_play(&position, 7))
			if ((seat = mp_match_turn(&position.live.match)) >= 0)
				check_worlds(&position, seat);
		position_release(&position);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_solved_is_the_best),
	                                   cmocka_unit_test(worlds_are_as_the_seat_sees_them)};

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	return game ? cmocka_run_group_tests_name(game->id, tests, NULL, NULL) : 2;
}
