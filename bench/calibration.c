/* SPDX-License-Identifier: MIT
 *
 * calibration GAME PLAYERS GAMES [ITERATIONS [SEED]]: does a review promise what comes? Bots play,
 * with so many iterations for a move; in each game some decisions are drawn, and the share that a
 * quick review expects for the mover, by what the mover could know and with all cards open, is held
 * against the result. Prints a line for
 * each tenth of the expected shares, then what both are worth together:
 *
 *   bin LENS FROM COUNT EXPECTED RESULT MARGIN
 *   sum LENS COUNT BRIER BRIER_OF_FAIR LOG LOG_OF_FAIR
 *
 * Run by bench/calibration.sh, which draws docs/calibration.svg.
 */
#include "host/live.h"
#include "host/review/selfplay.h"
#include "host/review/work.h"

#include "search.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BINS = 10, DRAWN = 3, THREADS_MAX = 64, BYTES = 8 << 20 };

struct bin {
	double count, expected, result, squares; /* squares: of the results */
};

struct sums {
	struct bin bins[BINS];
	double count, brier, fair_brier, log, fair_log;
};

struct work {
	const struct mp_setup *begun; /* every match finishes its own */
	uint32_t iterations;
	uint64_t seed;
	size_t games;
	atomic_size_t next;
	atomic_bool failed;
	struct sums sums[THREADS_MAX][2]; /* by lens: the seat's, open */
};

static void count_share(struct sums *sums, double expected, double result, double fair)
{
	double held = fmin(fmax(expected, 0.005), 0.995);
	struct bin *bin = &sums->bins[(int)fmin(expected * BINS, BINS - 1)];

	bin->count++;
	bin->expected += expected;
	bin->result += result;
	bin->squares += result * result;
	sums->count++;
	sums->brier += (expected - result) * (expected - result);
	sums->fair_brier += (fair - result) * (fair - result);
	sums->log -= result * log(held) + (1 - result) * log(1 - held);
	sums->fair_log -= result * log(fair) + (1 - result) * log(1 - fair);
}

/* The decisions that are looked at are drawn, and the same in both lenses. */
static bool weigh_game(struct work *work, int thread, const struct live *live, bool open,
                       struct mp_rng rng)
{
	const struct mp_setup *setup = &live->setup;
	unsigned winners = setup->game->winners(setup, live->match.state);
	struct review_options options = {.open = open, .seed = work->seed, .threads = 1};
	struct review_work weighing;
	struct review review;
	bool good = review_begin(&weighing, &review, live, &options);

	for (int i = 0; good && i < DRAWN;) {
		size_t n = mp_rng_below(&rng, (uint32_t)live->match.n_moves);
		int seat = live->match.moves[n].seat;
		samples found;
		struct review_shares shares;

		if (seat == MP_CHANCE)
			continue;
		i++;
		good = estimate(&weighing.estimators[0], n, seat, NULL, found);
		samples_mean(found, NULL, setup->players, &shares);
		count_share(&work->sums[thread][open], shares.mean[seat],
		            (winners >> seat & 1) / (double)__builtin_popcount(winners ? winners : 1),
		            1.0 / setup->players);
	}
	review_end(&weighing);
	review_release(&review);
	return good;
}

static void calibrate(void *ctx, int thread)
{
	struct work *work = ctx;
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	struct mp_fault fault;
	size_t game;

	while (bot && !atomic_load(&work->failed) &&
	       (game = atomic_fetch_add(&work->next, 1)) < work->games) {
		struct mp_rng rng;
		struct live live;
		bool good = live_init(&live, work->begun, MP_ALL, &fault) == MP_OK;

		mp_rng_init(&rng, work->seed, game);
		if (good) {
			good = selfplay(&live, bot, "hard", work->iterations, &rng, SIZE_MAX) &&
			       weigh_game(work, thread, &live, false, rng) &&
			       weigh_game(work, thread, &live, true, rng);
			live_release(&live);
		}
		if (!good)
			atomic_store(&work->failed, true);
	}
	mp_bot_free(bot);
}

static void merge_sums(struct sums *to, const struct sums *from)
{
	for (int i = 0; i < BINS; i++) {
		to->bins[i].count += from->bins[i].count;
		to->bins[i].expected += from->bins[i].expected;
		to->bins[i].result += from->bins[i].result;
		to->bins[i].squares += from->bins[i].squares;
	}
	to->count += from->count;
	to->brier += from->brier;
	to->fair_brier += from->fair_brier;
	to->log += from->log;
	to->fair_log += from->fair_log;
}

static void print_sums(const struct sums *sums, const char *lens)
{
	for (int i = 0; i < BINS; i++) {
		const struct bin *bin = &sums->bins[i];
		double n = bin->count, mean = n > 0 ? bin->result / n : 0;
		double spread = n > 1 ? fmax(0, bin->squares - n * mean * mean) / (n - 1) : 0;

		if (n > 0)
			printf("bin %s %.1f %.0f %.4f %.4f %.4f\n", lens, i / (double)BINS, n,
			       bin->expected / n, mean, 1.96 * sqrt(spread / n));
	}
	printf("sum %s %.0f %.4f %.4f %.4f %.4f\n", lens, sums->count, sums->brier / sums->count,
	       sums->fair_brier / sums->count, sums->log / sums->count, sums->fair_log / sums->count);
}

int main(int argc, char **argv)
{
	static struct work work;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
	const struct mp_game *game = argc > 3 ? mp_game_find(argv[1]) : NULL;
	struct mp_setup begun;
	struct mp_fault fault;

	if (!game) {
		fprintf(stderr, "usage: calibration GAME PLAYERS GAMES [ITERATIONS [SEED]]\n");
		return 2;
	}
	if (mp_setup_begin(&begun, game, atoi(argv[2]), &fault)) {
		fprintf(stderr, "%s\n", fault.message);
		return 2;
	}
	work.begun = &begun;
	work.games = (size_t)atoll(argv[3]);
	work.iterations = argc > 4 ? (uint32_t)atoi(argv[4]) : 200;
	work.seed = argc > 5 ? (uint64_t)atoll(argv[5]) : 1;
	parallel_run(threads, calibrate, &work);
	if (atomic_load(&work.failed)) {
		fprintf(stderr, "calibration: a game failed\n");
		return 1;
	}
	for (int open = 0; open < 2; open++) {
		for (int i = 1; i < threads; i++)
			merge_sums(&work.sums[0][open], &work.sums[i][open]);
		print_sums(&work.sums[0][open], open ? "open" : "seat");
	}
	return 0;
}
