/* SPDX-License-Identifier: MIT
 *
 * Batches against the generic path: random legal moves a CPU second on one core, in one run. The
 * generic path lists the legal moves through the contract and plays one; the batch writes a mask,
 * picks an action from it and steps. Rows are for every number of players, the mask as bits, as
 * bytes, and with observations; how much that is of the generic path is said for moves, then for
 * steps, of which a discard takes several. The two are measured in turns, and the middle of the
 * turns' ratios is told: what else the machine does falls on both, and on few turns.
 * build/bench/batch [GAME] [MATCHES] [MS]
 */
#include "lib/batch.h"

#include <metropole/batch.h>
#include <metropole/metropole.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 15 };

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Moves a second through the contract. */
static double measure_generic(const struct mp_setup *setup, double seconds)
{
	const struct mp_game *game = setup->game;
	void *state = malloc(game->state_size);
	mp_move moves[MP_MOVES_MAX];
	double start = cpu_seconds();
	uint64_t plies = 0;

	for (uint64_t k = 0; k % 16 || cpu_seconds() - start < seconds; k++) {
		struct mp_rng rng;
		int turn;

		mp_rng_init(&rng, 1, k);
		memset(state, 0, game->state_size);
		game->init(setup, state);
		while ((turn = game->turn(setup, state)) != MP_OVER) {
			if (turn == MP_CHANCE) {
				game->apply(setup, state, MP_CHANCE, mp_chance_draw(setup, state, &rng));
				continue;
			}
			game->apply(
				setup, state, turn,
				moves[mp_rng_below(&rng, (uint32_t)game->legal(setup, state, turn, moves))]);
			plies++;
		}
	}
	free(state);
	return (double)plies / (cpu_seconds() - start);
}

/* Steps a second of a batch; *moves counts those that completed a move. */
static double measure_batch(const struct mp_setup *setup, size_t n, struct mp_batch_memory memory,
                            double seconds, double *moves)
{
	struct mp_batch *batch = mp_batch_open(setup, n, 1, &memory, 1);
	int32_t *action = malloc(n * sizeof *action);
	double start, used;
	uint64_t steps = 0, whole = 0;

	for (int i = 0; i < 200; i++) { /* matches at all stages */
		mp_batch_random(batch, action);
		mp_batch_step(batch, action);
	}
	start = cpu_seconds();
	do {
		mp_batch_random(batch, action);
		mp_batch_step(batch, action);
		steps += n;
		for (size_t i = 0; i < n; i++)
			whole += batch->parts[i] == 0;
		used = cpu_seconds() - start;
	} while (used < seconds);
	mp_batch_close(batch);
	free(action);
	*moves = (double)whole / used;
	return (double)steps / used;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double value[ROUNDS])
{
	qsort(value, ROUNDS, sizeof *value, compare);
	return value[ROUNDS / 2];
}

static void bench_row(const struct mp_setup *setup, const char *row, size_t n,
                      struct mp_batch_memory memory, double seconds)
{
	double generic[ROUNDS], moves[ROUNDS], steps[ROUNDS], of_moves[ROUNDS], of_steps[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		steps[i] = measure_batch(setup, n, memory, seconds / ROUNDS, &moves[i]);
		generic[i] = measure_generic(setup, seconds / ROUNDS);
		of_moves[i] = moves[i] / generic[i];
		of_steps[i] = steps[i] / generic[i];
	}
	printf("%-12s %d  %-20s %9.2f %8.2f %8.2f %10.2f %6.2f\n", setup->game->id, setup->players, row,
	       median(generic) / 1e6, median(moves) / 1e6, median(steps) / 1e6, median(of_moves),
	       median(of_steps));
}

static void bench(const char *game, int players, size_t n, double seconds)
{
	const char *options[] = {"deals=false", NULL};
	struct mp_setup *setup = mp_setup_open(game, players, options);
	struct mp_batch_shape shape;
	struct mp_batch_memory memory = {0};

	setup = setup ? setup : mp_setup_open(game, players, NULL);
	if (!setup || mp_batch_shape(setup, &shape)) { /* too many players, or no batches of it */
		mp_setup_close(setup);
		return;
	}
	memory.seat = malloc(n);
	memory.done = malloc(n);
	memory.returns = malloc(n * shape.players * sizeof(float));
	memory.bits = malloc(n * shape.words * 8);
	bench_row(setup, "bits", n, memory, seconds);
	memory.mask = malloc(n * shape.actions);
	bench_row(setup, "bytes", n, memory, seconds);
	memory.observation = malloc(n * shape.observation * sizeof(float));
	bench_row(setup, "bytes, observation", n, memory, seconds);
	free(memory.seat);
	free(memory.done);
	free(memory.returns);
	free(memory.bits);
	free(memory.mask);
	free(memory.observation);
	mp_setup_close(setup);
}

int main(int argc, char **argv)
{
	size_t n = argc > 2 ? strtoul(argv[2], NULL, 10) : 1024;
	double seconds = argc > 3 ? atof(argv[3]) / 1000 : 0.3;

	printf("%35s %11s %8s %8s %10s %6s\n", "million a second:", "contract", "moves", "steps",
	       "of moves", "steps");
	for (size_t i = 0; mp_game_id(i); i++)
		for (int players = 2; players <= MP_SEATS; players++)
			if (argc < 2 || strcmp(argv[1], mp_game_id(i)) == 0 || strcmp(argv[1], "all") == 0)
				bench(mp_game_id(i), players, n, seconds);
	return 0;
}
