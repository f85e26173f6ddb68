/* SPDX-License-Identifier: MIT
 *
 * ending GAME [GAMES [MS [OPTION=VALUE…]]]: what bots gain by solving the end of a game of two.
 * Bots play it by search alone, with so many milliseconds for a move, or so many iterations if the
 * number ends with `it`. Where the end can be solved with that budget, both are timed; told is how
 * often that was, how long each took, and what the search lost of the win.
 */
#include "host/live.h"
#include "host/question.h"

#include "ending.h"
#include "experiment.h"
#include "solve.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BYTES = 64 << 20 };

static struct tally {
	unsigned games, moves, solved, lost;
	double solving, searching, loss;
} tally;

static struct mp_rng *same_luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void compare(struct mp_bot *bot, const struct mp_bot_request *request, const void *state,
                    mp_move searched, double searching)
{
	static struct solved_move moves[MP_MOVES_MAX];
	struct solved solved = {.moves = moves};
	struct solver *solver = solver_new(request->setup);
	struct mp_bot_answer answer;
	double begin = seconds(), solving, share = 0;

	mp_bot_choose(bot, request, &answer);
	solving = seconds() - begin;
	tally.moves++;
	if (answer.iterations == 0 && answer.n_root > 1 && solver &&
	    solve(solver, state, 1 << 20, &solved)) {
		tally.solving += solving;
		tally.searching += searching;
		tally.solved++;
		for (size_t i = 0; i < solved.n_moves; i++)
			share = moves[i].move == searched ? moves[i].share : share;
		tally.loss += solved.share[request->seat] - share;
		tally.lost += solved.share[request->seat] - share > 1e-9;
	}
	solver_free(solver);
}

static bool play(struct live *live, struct mp_bot *bot, const struct mp_bot_request *wanted,
                 struct mp_rng *rng)
{
	struct mp_search_plan plan = plan_for(plan_level(wanted->level), &live->setup);
	struct question question = {0};
	struct mp_fault fault;
	bool good;

	plan.ending = false;
	live->chance = (struct live_chance){.generator = same_luck, .ctx = rng};
	good = live_draw(live, &fault) == MP_OK;
	while (good && !mp_match_is_over(&live->match)) {
		int seat = mp_match_turn(&live->match);
		struct mp_bot_answer answer;
		double begin = seconds();

		good = question_take(&question, &live->match, seat, &fault) == MP_OK;
		question.request.level = wanted->level;
		question.request.ms = wanted->ms;
		question.request.iterations = wanted->iterations;
		question.request.seed = mp_rng_next(rng);
		question.request.refuses_deals = true;
		good = good &&
		       experiment_choose(bot, &question.request, &(struct experiment){.plan = &plan},
		                         &answer) &&
		       answer.has_move;
		if (good && answer.n_root > 1)
			compare(bot, &question.request, live->match.state, answer.move, seconds() - begin);
		good = good && live_play_move(live, seat, answer.move, &fault) == MP_OK;
	}
	question_release(&question);
	return good;
}

static bool set_options(struct mp_setup *setup, char **options)
{
	struct mp_fault fault;

	for (; *options; options++) {
		char *value = strchr(*options, '=');

		if (!value)
			return false;
		*value = '\0';
		if (mp_setup_set(setup, *options, value + 1, &fault)) {
			fprintf(stderr, "%s\n", fault.message);
			return false;
		}
		*value = '=';
	}
	return true;
}

int main(int argc, char **argv)
{
	const struct mp_game *game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	int games = argc > 2 ? atoi(argv[2]) : 20;
	uint32_t budget = argc > 3 ? (uint32_t)atoi(argv[3]) : 100;
	bool iterates = argc > 3 && strstr(argv[3], "it");
	struct mp_bot_request wanted = {
		.level = "hard", .ms = iterates ? 0 : budget, .iterations = iterates ? budget : 0};
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	struct mp_setup begun;
	struct mp_fault fault;

	if (!game || !bot || mp_setup_begin(&begun, game, 2, &fault) ||
	    (argc > 4 && !set_options(&begun, argv + 4))) {
		fprintf(stderr, "usage: ending GAME [GAMES [MS [OPTION=VALUE...]]]\n");
		return 2;
	}
	for (int i = 0; i < games; i++) {
		struct live live;
		struct mp_rng rng;

		mp_rng_init(&rng, 1, (uint64_t)i);
		if (live_init(&live, &begun, MP_ALL, &fault) != MP_OK || !play(&live, bot, &wanted, &rng))
			return 1;
		live_release(&live);
		tally.games++;
	}
	printf("%u games, %u decisions, %u solved (%.2f a game)\n", tally.games, tally.moves,
	       tally.solved, tally.solved / (double)tally.games);
	if (tally.solved)
		printf("in %.3f ms instead of %.3f ms; the search lost something in %u, %.4f in all\n",
		       1e3 * tally.solving / tally.solved, 1e3 * tally.searching / tally.solved, tally.lost,
		       tally.loss);
	mp_bot_free(bot);
	return 0;
}
