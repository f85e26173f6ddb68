/* SPDX-License-Identifier: MIT
 *
 * calibration GAME PLAYERS GAMES FILE [ITERATIONS [SEED]]: does a review promise what comes? Bots
 * play, with so many iterations for a move, and the share that a quick review expects for the mover
 * is held against the result: by what the mover could know, and with all cards open. Adds the games
 * that FILE does not have yet to it, each at once when it is over:
 *
 *   game NUMBER EVENTS
 *   at EVENT SEAT SHARE ERROR OPEN_SHARE OPEN_ERROR RESULT
 *
 * Every decision is looked at with the same chance, whatever comes after it. (A fixed number of
 * each game would count a decision of a short game for more than one of a long game; and since it
 * is the outcome that makes a game short, what is expected would seem wrong where it is right.)
 *
 * Run by bench/calibration.py, which makes docs/review.md's table and picture of it.
 */
#include "host/live.h"
#include "host/review/selfplay.h"
#include "host/review/work.h"

#include "search.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ONE_OF = 12, THREADS_MAX = 64, BYTES = 8 << 20, LINE = 128 };

struct work {
	const struct mp_setup *begun; /* every match finishes its own */
	uint32_t iterations;
	uint64_t seed;
	size_t games;
	bool *done; /* by number */
	int file;
	atomic_size_t next;
	atomic_bool failed;
};

struct expected {
	double share, error;
};

/* What a review of the match expects for the mover of each of these decisions. */
static bool weigh_decisions(const struct work *work, const struct live *live, bool open,
                            const size_t *at, size_t n, struct expected *out)
{
	struct review_options options = {.open = open, .seed = work->seed, .threads = 1};
	struct review_work weighing;
	struct review review;
	bool good = review_begin(&weighing, &review, live, &options);

	for (size_t i = 0; good && i < n; i++) {
		int seat = live->match.moves[at[i]].seat;
		samples found;
		struct review_shares shares;

		good = estimate(&weighing.estimators[0], at[i], seat, NULL, found);
		samples_mean(found, NULL, live->setup.players, &shares);
		out[i] = (struct expected){shares.mean[seat], shares.error[seat]};
	}
	review_end(&weighing);
	review_release(&review);
	return good;
}

static size_t draw_decisions(const struct live *live, struct mp_rng *rng, size_t *at)
{
	size_t n = 0;

	for (size_t i = 0; i < live->match.n_moves; i++)
		if (live->match.moves[i].seat != MP_CHANCE && mp_rng_below(rng, ONE_OF) == 0)
			at[n++] = i;
	return n;
}

/* All lines of a game in one write: what is in the file is whole. */
static bool write_game(const struct work *work, size_t game, const struct live *live,
                       const size_t *at, size_t n, struct expected *const found[2])
{
	const struct mp_setup *setup = &live->setup;
	unsigned winners = setup->game->winners(setup, live->match.state);
	char *text = malloc((n + 1) * LINE);
	size_t size;
	bool good;

	if (!text)
		return false;
	if (!winners)
		winners = (1u << setup->players) - 1;
	size = (size_t)snprintf(text, LINE, "game %zu %zu\n", game, live->match.n_moves);
	for (size_t i = 0; i < n; i++) {
		int seat = live->match.moves[at[i]].seat;

		size += (size_t)snprintf(text + size, LINE, "at %zu %d %.5f %.5f %.5f %.5f %.5f\n", at[i],
		                         seat + 1, found[0][i].share, found[0][i].error, found[1][i].share,
		                         found[1][i].error,
		                         (winners >> seat & 1) / (double)__builtin_popcount(winners));
	}
	good = write(work->file, text, size) == (ssize_t)size;
	free(text);
	return good;
}

static bool weigh_game(const struct work *work, size_t game, const struct live *live,
                       struct mp_rng *rng)
{
	size_t *at = calloc(live->match.n_moves + 1, sizeof *at);
	struct expected *found[2] = {calloc(live->match.n_moves + 1, sizeof *found[0]),
	                             calloc(live->match.n_moves + 1, sizeof *found[1])};
	bool good = at && found[0] && found[1];

	if (good) {
		size_t n = draw_decisions(live, rng, at);

		good = weigh_decisions(work, live, false, at, n, found[0]) &&
		       weigh_decisions(work, live, true, at, n, found[1]) &&
		       write_game(work, game, live, at, n, found);
	}
	free(at);
	free(found[0]);
	free(found[1]);
	return good;
}

static bool play_game(const struct work *work, struct mp_bot *bot, size_t game)
{
	struct mp_rng rng;
	struct mp_fault fault;
	struct live live;
	bool good = live_init(&live, work->begun, MP_ALL, &fault) == MP_OK;

	mp_rng_init(&rng, work->seed, game);
	if (good) {
		good = selfplay(&live, bot, "hard", work->iterations, &rng, SIZE_MAX) &&
		       weigh_game(work, game, &live, &rng);
		live_release(&live);
	}
	return good;
}

static void calibrate(void *ctx, int thread)
{
	struct work *work = ctx;
	struct mp_bot *bot = mp_bot_new(BYTES, 1);
	size_t game;

	(void)thread;
	while (bot && !atomic_load(&work->failed) &&
	       (game = atomic_fetch_add(&work->next, 1)) < work->games)
		if (!work->done[game] && !play_game(work, bot, game))
			atomic_store(&work->failed, true);
	if (!bot)
		atomic_store(&work->failed, true);
	mp_bot_free(bot);
}

/* Which games the file has; then it is open to add to. */
static bool open_file(struct work *work, const char *name)
{
	FILE *file = fopen(name, "r");
	char line[LINE];
	size_t game;

	work->done = calloc(work->games + 1, sizeof *work->done);
	while (work->done && file && fgets(line, sizeof line, file))
		if (sscanf(line, "game %zu", &game) == 1 && game < work->games)
			work->done[game] = true;
	if (file)
		fclose(file);
	work->file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0644);
	return work->done && work->file >= 0;
}

int main(int argc, char **argv)
{
	static struct work work;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int threads = cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
	const struct mp_game *game = argc > 4 ? mp_game_find(argv[1]) : NULL;
	struct mp_setup begun;
	struct mp_fault fault;

	if (!game) {
		fprintf(stderr, "usage: calibration GAME PLAYERS GAMES FILE [ITERATIONS [SEED]]\n");
		return 2;
	}
	if (mp_setup_begin(&begun, game, atoi(argv[2]), &fault)) {
		fprintf(stderr, "%s\n", fault.message);
		return 2;
	}
	work.begun = &begun;
	work.games = (size_t)atoll(argv[3]);
	work.iterations = argc > 5 ? (uint32_t)atoi(argv[5]) : 200;
	work.seed = argc > 6 ? (uint64_t)atoll(argv[6]) : 1;
	if (!open_file(&work, argv[4])) {
		perror(argv[4]);
		return 2;
	}
	parallel_run(threads, calibrate, &work);
	close(work.file);
	free(work.done);
	if (atomic_load(&work.failed))
		fprintf(stderr, "calibration: a game failed\n");
	return atomic_load(&work.failed);
}
