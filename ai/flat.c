/* SPDX-License-Identifier: MIT
 *
 * Flat Monte Carlo. Every candidate is tried from the same worlds with the same luck, so that what
 * differs is the move; by sequential halving the worse half drops out after each round.
 */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* One round: `samples` worlds for the first `alive` root moves; each thread takes its share. */
struct round {
	struct searcher **searchers;
	int n;
	uint64_t round, samples;
	size_t alive;
	struct limit limit;
};

static void try_move(struct searcher *s, struct root_move *arm)
{
	const struct scene *scene = s->sim.scene;
	const struct mp_game *game = scene->setup->game;
	struct result result;

	game->apply(scene->setup, s->sim.state, scene->seat, arm->move);
	sim_finish(&s->sim, &result);
	arm->visits++;
	arm->reward += result.reward[scene->seat];
	arm->share += result.share[scene->seat];
	s->iterations++;
	for (int seat = 0; seat < scene->setup->players; seat++)
		s->share[seat] += result.share[seat];
}

/* Near the end there is little left to find out: a rollout of few moves needs few samples. */
static bool is_enough(const struct searcher *s, uint64_t sample)
{
	uint64_t mean = s->iterations ? s->sim.plies / s->iterations : UINT64_MAX;

	return mean < 20 && sample >= (uint64_t)128 << mean;
}

static void sample_worlds(void *ctx, int index)
{
	struct round *round = ctx;
	struct searcher *s = round->searchers[index];
	struct sim *sim = &s->sim;
	size_t size = sim->scene->setup->game->state_size;

	for (uint64_t i = (uint64_t)index; i < round->samples; i += (uint64_t)round->n) {
		struct mp_rng luck;

		if (sim->scene->plan.cutoff == MP_SEARCH_TO_END && is_enough(s, i))
			return;
		mp_rng_init(&sim->rng, sim->scene->seed, (round->round << 40) + i);
		sim_world(sim);
		memcpy(s->world, sim->state, size);
		luck = sim->rng;
		for (size_t k = 0; k < round->alive; k++) {
			if (k > 0)
				memcpy(sim->state, s->world, size);
			sim->rng = luck;
			try_move(s, &s->root[k]);
			if (limit_passed(&round->limit))
				return;
		}
	}
}

static double arm_mean(const struct root_move *arm)
{
	return arm->visits ? arm->reward / arm->visits + arm->bonus : -1;
}

/* Best first; equal ones in a fixed order. */
static int by_mean(const void *a, const void *b)
{
	const struct root_move *x = a, *y = b;
	double mx = arm_mean(x), my = arm_mean(y);

	if (mx != my)
		return mx < my ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* Plays a round and adds up what the threads found, in their order. */
static void play_round(struct round *round)
{
	struct searcher *lead = round->searchers[0];

	for (int i = 1; i < round->n; i++)
		for (size_t k = 0; k < round->alive; k++)
			round->searchers[i]->root[k] = (struct root_move){.move = lead->root[k].move};
	parallel_run(round->n, sample_worlds, round);
	for (int i = 1; i < round->n; i++)
		for (size_t k = 0; k < round->alive; k++) {
			lead->root[k].visits += round->searchers[i]->root[k].visits;
			lead->root[k].reward += round->searchers[i]->root[k].reward;
			lead->root[k].share += round->searchers[i]->root[k].share;
		}
	qsort(lead->root, round->alive, sizeof *lead->root, by_mean);
}

void flat_search(struct searcher **searchers, int n, const struct limit *limit)
{
	enum { GREEDY_SAMPLES = 8 };
	enum mp_search_method method = searchers[0]->sim.scene->plan.method;
	struct round round = {
		.searchers = searchers, .n = n, .alive = searchers[0]->n_root, .limit = *limit};
	uint64_t rounds = 1;

	if (method == MP_SEARCH_HALVING)
		while ((size_t)1 << rounds < round.alive)
			rounds++;
	for (int i = 0; i < n; i++) {
		searchers[i]->iterations = 0;
		searchers[i]->sim.plies = 0;
		memset(searchers[i]->share, 0, sizeof searchers[i]->share);
	}
	for (round.round = 1; round.round <= rounds; round.round++) {
		round.samples = UINT64_MAX >> 1;
		if (method == MP_SEARCH_GREEDY)
			round.samples = GREEDY_SAMPLES;
		else if (limit->iterations != UINT64_MAX)
			round.samples = limit->iterations / rounds / round.alive + 1;
		if (limit->deadline)
			round.limit.deadline =
				limit->begin + (limit->deadline - limit->begin) * round.round / rounds;
		play_round(&round);
		if (method == MP_SEARCH_HALVING)
			round.alive = (round.alive + 1) / 2;
	}
}
