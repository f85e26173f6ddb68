/* SPDX-License-Identifier: MIT
 *
 * What a position is worth: the means of several searches.
 */
#include "value.h"

#include "bot.h"

#include <string.h>

/* A game that is not searched by a tree is played on from the position as it stands. */
static void play_on(struct searcher *s, uint64_t iterations)
{
	memset(s->share, 0, sizeof s->share);
	for (s->iterations = 0; s->iterations < iterations; s->iterations++) {
		struct result result;

		sim_world(&s->sim);
		sim_finish(&s->sim, &result);
		for (int seat = 0; seat < MP_SEATS; seat++)
			s->share[seat] += (double)result.share[seat];
	}
}

static void search_value(struct searcher *s, const struct limit *limit, double share[MP_SEATS])
{
	double total = 0;

	if (s->sim.scene->plan.method == MP_SEARCH_TREE)
		tree_search(s, limit);
	else
		play_on(s, limit->iterations);
	for (int seat = 0; seat < s->sim.scene->setup->players; seat++)
		total += s->share[seat];
	for (int seat = 0; seat < MP_SEATS; seat++)
		share[seat] = total > 0 ? s->share[seat] / total : 0;
}

/* Puts the request's position before the bot's searcher. False if no world fits. */
static bool value_scene(struct mp_bot *bot, const struct value_request *request,
                        struct scene *scene)
{
	bot_scene(bot, &request->at, plan_level(request->at.level),
	          &(struct experiment){.truth = request->truth}, scene);
	if (!bot_fits(bot, scene))
		return false;
	scene->first = request->first;
	bot->searchers[0]->sim.scene = scene;
	return true;
}

bool value_search(struct mp_bot *bot, const struct value_request *request, int from, int to,
                  double share[VALUE_SEARCHES][MP_SEATS])
{
	struct searcher *s = bot->searchers[0];
	struct limit limit = {.iterations = request->at.iterations / VALUE_SEARCHES + 1,
	                      .stop = request->at.stop};
	struct scene scene;

	if (!value_scene(bot, request, &scene))
		return false;
	for (int k = from; k < to; k++) {
		mp_rng_init(&s->sim.rng, scene.seed, (uint64_t)k + 1);
		search_value(s, &limit, share[k]);
	}
	return true;
}

size_t value_line(struct mp_bot *bot, const struct value_request *request, struct mp_played *out,
                  size_t cap)
{
	enum { PART = 24 }; /* of the visits, that a move of the line has at the least */
	struct searcher *s = bot->searchers[0];
	struct limit limit = {.iterations = request->at.iterations, .stop = request->at.stop};
	const struct root_move *most = NULL;
	struct scene scene;

	if (!value_scene(bot, request, &scene) || scene.plan.method != MP_SEARCH_TREE)
		return 0;
	mp_rng_init(&s->sim.rng, scene.seed, VALUE_SEARCHES + 1);
	tree_search(s, &limit);
	for (size_t i = 0; i < s->n_root; i++)
		if (!most || s->root[i].visits > most->visits)
			most = &s->root[i];
	if (!most || most->visits < s->iterations / PART + 1)
		return 0;
	return tree_line(s, most->move, (uint32_t)(s->iterations / PART) + 1, out, cap);
}
