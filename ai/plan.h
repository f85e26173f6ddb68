/* SPDX-License-Identifier: MIT
 *
 * Levels, and how each game is searched: the one table of search settings. What is tuned is tuned
 * here and nowhere else.
 */
#ifndef METROPOLE_AI_PLAN_H
#define METROPOLE_AI_PLAN_H

#include <metropole/game.h>

enum { PLAN_TO_END = 10000 };

/* How to choose a move: at random, the best after one move by evaluate, every move tried alike, the
 * better moves tried more and more (sequential halving), or a tree. */
enum plan_method { PLAN_RANDOM, PLAN_GREEDY, PLAN_UNIFORM, PLAN_HALVING, PLAN_TREE };

struct mp_search_plan {
	enum plan_method method;

	/* Selection in the tree. With `prior`, value + explore * prior * sqrt(tries) / (1 + visits)
	 * and a move not yet tried counts as the average minus `urgency`; otherwise UCB1 with every
	 * move tried once first. */
	bool prior;
	float explore;
	float urgency;
	float doubt; /* of the prior: this part of it is spread evenly */
	/* Moves considered at a node: width + widen * sqrt(visits); width 0 = all. */
	int width;
	float widen;
	/* A node for each outcome of chance that the seat sees; otherwise the moves of all outcomes
	 * share a node and are told apart by being possible or not. */
	bool chance_nodes;
	/* Legal moves never depend on what is hidden: no need to list them at each visit. Only with
	 * chance_nodes, or where there is no chance. */
	bool open_moves;

	/* Rollouts: players' moves until evaluate takes over (PLAN_TO_END: never), by the game's
	 * rollout or at random. */
	int cutoff;
	bool sensible;
	/* Weight of the lead in points in a result, and the lead that is worth half of it. */
	float margin;
	float lead;
	/* Flat search, with `prior`: what the prior of a move weighs beside what was found out. */
	float bias;

	/* Which move it is in the end: the one most looked at, or, with `whim`, any that it holds to be
	 * worse by less than that part of a win, the likelier the better it is. */
	float whim;

	bool reference; /* imagines worlds by the reference distribution, whatever the game believes */

	/* Iterations that stand for a millisecond where there is no clock. */
	int per_ms;
};

struct plan_level {
	const char *name;
	uint32_t ms;
	float whim;
	bool is_baseline; /* believes the reference distribution and makes no deals */
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
