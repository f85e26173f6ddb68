/* SPDX-License-Identifier: MIT
 *
 * search [GAME [PLAYERS [MS]]]: positions a second that the search of `hard` evaluates, one for
 * each iteration, in the positions of a game of bots: by one thread, and by two, each with as much
 * to do. Seconds are the processor's, so that other work does not count but for the caches; what
 * two threads do is also told by the clock on the wall, which says little on a busy machine. One
 * and two are measured in turns, and the middle of the turns' ratios is told.
 */
#include "host/live.h"
#include "host/question.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS_MAX = 15, EACH = 5, QUICK = 100 };

/* Positions a second, by the processor's time and by the wall's. */
struct rate {
	double cpu, wall;
};

struct bench {
	struct live live;
	struct mp_bot *bot;
	struct mp_rng rng;
	struct question question;
	double one[POSITIONS_MAX], cpu[POSITIONS_MAX], wall[POSITIONS_MAX];
	size_t n;
};

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct mp_rng *luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
	qsort(values, n, sizeof *values, compare);
	return values[n / 2];
}

static bool think(struct bench *bench, uint32_t iterations, int threads,
                  struct mp_bot_answer *answer)
{
	struct mp_fault fault;

	bench->question.request.level = "hard";
	bench->question.request.iterations = iterations * (uint32_t)threads;
	bench->question.request.seed = mp_rng_next(&bench->rng);
	bench->question.request.threads = threads;
	bench->question.request.refuses_deals = true;
	return question_ask(&bench->question, bench->bot, answer, &fault) == MP_OK && answer->has_move;
}

static bool measure(struct bench *bench, uint32_t iterations, int threads, struct rate *rate)
{
	double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
	struct mp_bot_answer answer;

	if (!think(bench, iterations, threads, &answer))
		return false;
	rate->cpu = (double)answer.iterations / (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	rate->wall = (double)answer.iterations / (seconds(CLOCK_MONOTONIC) - wall);
	return true;
}

/* In this position, about `ms` for each of the two; a choice that needs no search is left out. */
static bool measure_position(struct bench *bench, double ms)
{
	struct rate warm, one, two;
	uint32_t iterations;

	if (!measure(bench, QUICK * 10, 1, &warm))
		return false;
	iterations = (uint32_t)(warm.cpu * ms / 1000) + 1;
	if (!measure(bench, iterations, 1, &one) || !measure(bench, iterations, 2, &two))
		return false;
	if (one.cpu > warm.cpu / 4) { /* it was searched */
		bench->one[bench->n] = one.cpu;
		bench->cpu[bench->n] = 2 * two.cpu / one.cpu;
		bench->wall[bench->n++] = two.wall / one.wall;
	}
	return true;
}

/* Every few moves of a game of quick bots. */
static bool play(struct bench *bench, double ms)
{
	struct mp_fault fault;
	bool good = live_draw(&bench->live, &fault) == MP_OK;

	for (unsigned ply = 0;
	     good && !mp_match_is_over(&bench->live.match) && bench->n < POSITIONS_MAX; ply++) {
		int seat = mp_match_turn(&bench->live.match);
		struct mp_bot_answer answer;

		good = question_take(&bench->question, &bench->live.match, seat, &fault) == MP_OK &&
		       (ply % EACH || measure_position(bench, ms)) && think(bench, QUICK, 1, &answer) &&
		       live_play_move(&bench->live, seat, answer.move, &fault) == MP_OK;
	}
	return good && bench->n > 0;
}

static bool bench_game(const struct mp_game *game, int players, double ms)
{
	static struct bench bench;
	struct mp_setup begun;
	struct mp_fault fault;
	bool good;

	memset(&bench, 0, sizeof bench);
	mp_rng_init(&bench.rng, 1, 0);
	if (mp_setup_begin(&begun, game, players, &fault) ||
	    live_init(&bench.live, &begun, MP_ALL, &fault))
		return false;
	bench.live.chance = (struct live_chance){.generator = luck, .ctx = &bench.rng};
	bench.bot = mp_bot_new(0, 2);
	good = bench.bot && play(&bench, ms);
	if (good)
		printf("%-12s %7d %10zu %12.0f %8.2f %8.2f\n", game->id, players, bench.n,
		       median(bench.one, bench.n), median(bench.cpu, bench.n), median(bench.wall, bench.n));
	mp_bot_free(bench.bot);
	question_release(&bench.question);
	live_release(&bench.live);
	return good;
}

int main(int argc, char **argv)
{
	int only = argc > 2 ? atoi(argv[2]) : 0;
	double ms = argc > 3 ? atof(argv[3]) : 50;

	printf("%-12s %7s %10s %12s %8s %8s\n", "game", "players", "positions", "one thread/s",
	       "two: cpu", "wall");
	for (const struct mp_game *const *game = mp_games; *game; game++)
		for (int players = (*game)->players_min; players <= (*game)->players_max; players++)
			if ((argc < 2 || strcmp(argv[1], (*game)->id) == 0 || strcmp(argv[1], "all") == 0) &&
			    (only == 0 || only == players) && !bench_game(*game, players, ms)) {
				fprintf(stderr, "search: %s with %d players failed\n", (*game)->id, players);
				return 1;
			}
	return 0;
}
