/* SPDX-License-Identifier: MIT
 *
 * reach GAME [SECONDS [GAMES]]: how far from the end of a game of two the exact solver reaches in
 * so many seconds, with all cards open. Random games are played and solved from their end
 * backwards; a line for each: events and decisions that were left at the last position that was
 * solved.
 */
#include "host/live.h"
#include "solve.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NODES_A_LOOK = 1 << 16 };

static struct mp_rng *same_luck(void *ctx, uint32_t k)
{
	(void)k;
	return ctx;
}

static bool play_all(struct live *live, struct mp_rng *rng)
{
	const struct mp_game *game = live->setup.game;
	mp_move moves[MP_MOVES_MAX];
	struct mp_fault fault;

	live->chance = (struct live_chance){.generator = same_luck, .ctx = rng};
	if (live_draw(live, &fault))
		return false;
	while (!mp_match_is_over(&live->match)) {
		int seat = mp_match_turn(&live->match);
		size_t n = game->legal(&live->setup, live->match.state, seat, moves);
		mp_move move = moves[mp_rng_below(rng, (uint32_t)n)];

		if (mp_deal_kind(game, move) == MP_DEAL_NONE && live_play_move(live, seat, move, &fault))
			return false;
	}
	return true;
}

static double seconds_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) * 1e-9;
}

/* Solves with more and more positions to look at, until it is done or time is up. */
static bool solve_in(struct solver *solver, const void *state, double seconds, double *took)
{
	struct solved solved = {0};
	struct timespec begin;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (uint64_t nodes = NODES_A_LOOK; (*took = seconds_since(&begin)) < seconds; nodes *= 2)
		if (solve(solver, state, nodes, &solved)) {
			*took = seconds_since(&begin);
			return *took < seconds;
		}
	return false;
}

static void reach(struct live *live, double seconds, int number)
{
	struct solver *solver = solver_new(&live->setup);
	size_t n = live->match.n_moves, reached = n, decisions = 0;
	double took, last = 0;

	for (size_t at = n; solver && at > 0; at--) {
		int seat = live->match.moves[at - 1].seat;

		mp_match_rewind(&live->match, at - 1);
		if (!solve_in(solver, live->match.state, seconds, &took))
			break;
		reached = at - 1;
		last = took;
		decisions += seat != MP_CHANCE;
	}
	printf("game %d: %zu events, %zu moves of players before the end, in %.2f s\n", number,
	       n - reached, decisions, last);
	solver_free(solver);
}

int main(int argc, char **argv)
{
	const struct mp_game *game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	double seconds = argc > 2 ? atof(argv[2]) : 10;
	int games = argc > 3 ? atoi(argv[3]) : 5;
	struct mp_setup begun;
	struct mp_fault fault;

	if (!game || mp_setup_begin(&begun, game, 2, &fault)) {
		fprintf(stderr, "usage: reach GAME [SECONDS [GAMES]]\n");
		return 2;
	}
	for (int i = 0; i < games; i++) {
		struct mp_rng rng;
		struct live live;

		if (mp_setup_begin(&begun, game, 2, &fault) ||
		    live_init(&live, &begun, MP_ALL, &fault) != MP_OK)
			return 1;
		mp_rng_init(&rng, 1, (uint64_t)i);
		if (play_all(&live, &rng))
			reach(&live, seconds, i + 1);
		live_release(&live);
	}
	return 0;
}
