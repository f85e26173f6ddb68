/* SPDX-License-Identifier: MIT
 *
 * The levels. b0 … b3 are baselines: they use no hook that may improve (b1 apart, which is
 * evaluate and nothing else) and their settings stay as they are, or the figures measured against
 * them mean nothing.
 */
#include "plan.h"

#include "net.h"

#include <metropole/bot.h>

#include <string.h>

static const struct plan_level levels[] = {
	{"easy", 10, 0.06f, false}, {"normal", 200, 0.04f, false},
	{"hard", 1000, 0, false},   {"b0", 1, 0, true},
	{"b1", 1, 0, true},         {"b2", 200, 0, true},
	{"b3", 200, 0, true},
};
enum { N_LEVELS = sizeof levels / sizeof levels[0] };

const char *const mp_bot_levels[] = {"easy", "normal", "hard", "b0", "b1", "b2", "b3", NULL};

/* For a game that states no plan of its own. */
static const struct mp_search_plan plain = {.method = MP_SEARCH_TREE,
                                            .prior = true,
                                            .explore = 0.6f,
                                            .urgency = 0.1f,
                                            .width = 6,
                                            .widen = 1.0f,
                                            .cutoff = MP_SEARCH_TO_END,
                                            .sensible = true,
                                            .per_ms = 30};

static const struct mp_search_plan b0 = {.method = MP_SEARCH_RANDOM};
static const struct mp_search_plan b1 = {.method = MP_SEARCH_GREEDY};
static const struct mp_search_plan b2 = {
	.method = MP_SEARCH_UNIFORM, .cutoff = MP_SEARCH_TO_END, .per_ms = 40};
static const struct mp_search_plan b3 = {.method = MP_SEARCH_TREE,
                                         .explore = 0.7f,
                                         .cutoff = MP_SEARCH_TO_END,
                                         .chance_nodes = true,
                                         .per_ms = 30};

static const struct {
	const char *name;
	const struct mp_search_plan *plan;
} baselines[] = {{"b0", &b0}, {"b1", &b1}, {"b2", &b2}, {"b3", &b3}};

const struct plan_level *plan_level(const char *name)
{
	for (size_t i = 0; i < N_LEVELS; i++)
		if (strcmp(levels[i].name, name) == 0)
			return &levels[i];
	return NULL;
}

bool mp_bot_has_level(const char *name)
{
	return plan_level(name) != NULL;
}

uint32_t mp_bot_level_ms(const char *name)
{
	const struct plan_level *level = plan_level(name);

	return level ? level->ms : 0;
}

struct mp_search_plan plan_for(const struct plan_level *level, const struct mp_setup *setup)
{
	const struct mp_game *game = setup->game;
	struct mp_search_plan plan;

	for (size_t i = 0; i < sizeof baselines / sizeof baselines[0]; i++)
		if (strcmp(baselines[i].name, level->name) == 0)
			return *baselines[i].plan;
	plan = game->search ? *game->search : plain;
	plan.whim = level->whim;
	plan.ending = true;
	plan.net = net_shipped(setup).weights != NULL;
	plan_fit(&plan, game);
	return plan;
}

void plan_fit(struct mp_search_plan *plan, const struct mp_game *game)
{
	if (!game->policy)
		plan->prior = false;
	if (!game->rollout)
		plan->sensible = false;
	if (!game->evaluate)
		plan->cutoff = MP_SEARCH_TO_END;
}

bool plan_set(struct mp_search_plan *plan, const char *name, float value)
{
	const struct {
		const char *name;
		float *real;
		int *whole;
		bool *flag;
	} fields[] = {
		{"explore", &plan->explore, NULL, NULL},
		{"urgency", &plan->urgency, NULL, NULL},
		{"doubt", &plan->doubt, NULL, NULL},
		{"widen", &plan->widen, NULL, NULL},
		{"margin", &plan->margin, NULL, NULL},
		{"lead", &plan->lead, NULL, NULL},
		{"bias", &plan->bias, NULL, NULL},
		{"whim", &plan->whim, NULL, NULL},
		{"width", NULL, &plan->width, NULL},
		{"cutoff", NULL, &plan->cutoff, NULL},
		{"net_cutoff", NULL, &plan->net_cutoff, NULL},
		{"prior", NULL, NULL, &plan->prior},
		{"chance_nodes", NULL, NULL, &plan->chance_nodes},
		{"open_moves", NULL, NULL, &plan->open_moves},
		{"sensible", NULL, NULL, &plan->sensible},
		{"net", NULL, NULL, &plan->net},
		{"ending", NULL, NULL, &plan->ending},
		{"reference", NULL, NULL, &plan->reference},
	};

	if (strcmp(name, "method") == 0) {
		plan->method = (enum mp_search_method)value;
		return true;
	}
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (strcmp(fields[i].name, name) == 0) {
			if (fields[i].real)
				*fields[i].real = value;
			else if (fields[i].whole)
				*fields[i].whole = (int)value;
			else
				*fields[i].flag = value != 0;
			return true;
		}
	return false;
}
