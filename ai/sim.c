/* SPDX-License-Identifier: MIT
 *
 * Worlds, chance and rollouts. Knows no tree.
 */
#include "sim.h"

#include <string.h>

/* A rollout that has not ended by then is judged as it stands: twice the longest game of those that
 * must end, and short enough not to exceed a budget in those that need not. */
enum { ROLLOUT_MAX = 500 };

static void imagine_world(struct sim *sim)
{
	const struct scene *scene = sim->scene;
	const struct mp_game *game = scene->setup->game;

	memcpy(sim->state, scene->truth ? scene->truth : scene->redacted, game->state_size);
	if (scene->truth)
		return;
	if (scene->posterior)
		game->guess_posterior(scene->setup, sim->state, scene->seat, scene->posterior, &sim->rng);
	else
		mp_guess(scene->setup, sim->state, scene->seat, &sim->rng);
}

void sim_world(struct sim *sim)
{
	const struct scene *scene = sim->scene;

	imagine_world(sim);
	if (scene->first)
		scene->setup->game->apply(scene->setup, sim->state, scene->first->seat, scene->first->move);
}

mp_move sim_draw(struct sim *sim)
{
	return mp_chance_draw(sim->scene->setup, sim->state, &sim->rng);
}

int sim_settle(struct sim *sim)
{
	const struct mp_setup *setup = sim->scene->setup;
	int turn;

	while ((turn = setup->game->turn(setup, sim->state)) == MP_CHANCE)
		setup->game->apply(setup, sim->state, MP_CHANCE, sim_draw(sim));
	return turn;
}

size_t sim_moves(struct sim *sim, int seat)
{
	const struct mp_game *game = sim->scene->setup->game;
	size_t n = game->legal(sim->scene->setup, sim->state, seat, sim->moves);
	size_t kept = 0;

	if (!game->deal_kind)
		return n;
	for (size_t i = 0; i < n; i++)
		if (game->deal_kind(sim->moves[i]) == MP_DEAL_NONE) {
			mp_move move = sim->moves[i];

			sim->moves[i] = sim->moves[kept];
			sim->moves[kept++] = move;
		}
	return kept ? kept : n;
}

static void judge_shares(const struct sim *sim, float share[MP_SEATS])
{
	const struct mp_setup *setup = sim->scene->setup;
	unsigned winners = setup->game->winners(setup, sim->state);
	bool over = setup->game->turn(setup, sim->state) == MP_OVER;

	memset(share, 0, MP_SEATS * sizeof *share);
	if (!over && sim->scene->net.weights) {
		net_shares(&sim->scene->net, setup, sim->state, share);
		return;
	}
	if (!over && setup->game->evaluate) {
		setup->game->evaluate(setup, sim->state, share);
		return;
	}
	if (!winners)
		winners = (1u << setup->players) - 1;
	for (int s = 0; s < setup->players; s++)
		if (winners >> s & 1)
			share[s] = 1.0f / (float)__builtin_popcount(winners);
}

/* The lead over the best other, squashed into 0 … 1 (½: level). */
static float lead_of(const int32_t score[MP_SEATS], int seat, int players, float half)
{
	int32_t best = INT32_MIN;
	float ahead;

	for (int s = 0; s < players; s++)
		if (s != seat && score[s] > best)
			best = score[s];
	ahead = (float)(score[seat] - best);
	return 0.5f + 0.5f * ahead / ((ahead < 0 ? -ahead : ahead) + half);
}

void sim_judge(const struct sim *sim, struct result *result)
{
	const struct mp_setup *setup = sim->scene->setup;
	const struct mp_search_plan *plan = &sim->scene->plan;
	int32_t score[MP_SEATS];

	judge_shares(sim, result->share);
	memcpy(result->reward, result->share, sizeof result->reward);
	if (plan->margin <= 0)
		return;
	setup->game->score(setup, sim->state, score);
	for (int s = 0; s < setup->players; s++)
		result->reward[s] = (1 - plan->margin) * result->share[s] +
		                    plan->margin * lead_of(score, s, setup->players, plan->lead);
}

void sim_finish(struct sim *sim, struct result *result)
{
	const struct mp_setup *setup = sim->scene->setup;
	const struct mp_game *game = setup->game;
	const struct mp_search_plan *plan = &sim->scene->plan;
	int cutoff = sim->scene->net.weights ? plan->net_cutoff : plan->cutoff;
	int turn = sim_settle(sim);

	if (turn != MP_OVER && cutoff == MP_SEARCH_TO_END && !plan->sensible && game->playout) {
		sim->plies += game->playout(setup, sim->state, &sim->rng);
		turn = MP_OVER;
	}
	for (int plies = 0; turn != MP_OVER && plies < cutoff && plies < ROLLOUT_MAX; plies++) {
		mp_move move;

		if (plan->sensible) {
			move = game->rollout(setup, sim->state, turn, &sim->rng);
		} else {
			size_t n = sim_moves(sim, turn);

			move = sim->moves[mp_rng_below(&sim->rng, (uint32_t)n)];
		}
		game->apply(setup, sim->state, turn, move);
		sim->plies++;
		turn = sim_settle(sim);
	}
	sim_judge(sim, result);
}
