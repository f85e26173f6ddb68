/* SPDX-License-Identifier: MIT
 *
 * Levels, and the plan by which each searches a game.
 */
#ifndef METROPOLE_AI_PLAN_H
#define METROPOLE_AI_PLAN_H

#include <metropole/game.h>
#include <metropole/plan.h>

struct plan_level {
	const char *name;
	uint32_t ms;
	float whim;
	bool is_baseline; /* samples the reference distribution and makes no deals */
};

/* The level with this name, or NULL. */
const struct plan_level *plan_level(const char *name);

/* How this level plays this setup. */
struct mp_search_plan plan_for(const struct plan_level *, const struct mp_setup *);

/* Leaves out what the game lacks (evaluate, rollout, …): after changes, too. */
void plan_fit(struct mp_search_plan *, const struct mp_game *);

/* Changes one setting by its field's name, for experiments; false if there is none. */
bool plan_set(struct mp_search_plan *, const char *name, float value);

#endif
