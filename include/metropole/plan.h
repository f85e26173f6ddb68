/* SPDX-License-Identifier: MIT
 *
 * How a game is searched: the settings of a search, which a game states in its folder and the bots
 * read. What is tuned for a game is tuned there and nowhere else.
 */
#ifndef METROPOLE_PLAN_H
#define METROPOLE_PLAN_H

#include <stdbool.h>

enum { MP_SEARCH_TO_END = 10000 };

/* How to choose a move: at random, the best after one move by evaluate, every move tried alike, the
 * better moves tried more and more (sequential halving), or a tree. */
enum mp_search_method {
	MP_SEARCH_RANDOM,
	MP_SEARCH_GREEDY,
	MP_SEARCH_UNIFORM,
	MP_SEARCH_HALVING,
	MP_SEARCH_TREE
};

struct mp_search_plan {
	enum mp_search_method method;

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

	/* Rollouts: players' moves until evaluate takes over (MP_SEARCH_TO_END: never), by the game's
	 * rollout or at random. */
	int cutoff;
	bool sensible;
	/* A trained net judges instead of evaluate, after so many moves. */
	bool net;
	int net_cutoff;
	/* Weight of the lead in points in a result, and the lead that is worth half of it. */
	float margin;
	float lead;
	/* Flat search, with `prior`: what the prior of a move weighs beside what was found out. */
	float bias;

	/* Which move it is in the end: the one most looked at, or, with `whim`, any that it holds to be
	 * worse by less than that part of a win, the likelier the better it is. */
	float whim;

	bool ending;    /* the last moves are solved where that is quicker than a search */
	bool reference; /* samples worlds from the reference distribution, not from the posterior */

	/* How far a share of one half is off in a review beyond its noise, as a standard error:
	 * measured by bench/calibration.py. */
	float off;

	/* Iterations that stand for a millisecond where there is no clock. */
	int per_ms;
};

#endif
