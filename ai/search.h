/* SPDX-License-Identifier: MIT
 *
 * The two searches, and what they have in common: a limit of work, and the moves of the root with
 * what was found out about each. One searcher is one thread's memory.
 */
#ifndef METROPOLE_AI_SEARCH_H
#define METROPOLE_AI_SEARCH_H

#include "sim.h"

#include <stdatomic.h>

/* Work ends after `iterations`, where there is a clock at `deadline`, or when it is stopped. */
struct limit {
	uint64_t iterations; /* UINT64_MAX: no such end */
	uint64_t (*now)(void *ctx);
	void *ctx;
	uint64_t begin, deadline; /* by that clock; deadline 0: none */
	const atomic_bool *stop;  /* an end at any time; NULL: none */
};

static inline bool limit_stopped(const struct limit *limit)
{
	return limit->stop && atomic_load_explicit(limit->stop, memory_order_relaxed);
}

static inline bool limit_passed(const struct limit *limit)
{
	return limit_stopped(limit) || (limit->deadline && limit->now(limit->ctx) >= limit->deadline);
}

struct root_move {
	mp_move move;
	uint32_t visits;
	double reward, share; /* sums over the visits, of the seat that chooses */
	double bonus;         /* flat search: what its prior adds to the mean reward */
};

struct node;

struct searcher {
	struct sim sim;
	void *world; /* a second state: what several moves are tried from */

	/* What the search found. */
	struct root_move root[MP_MOVES_MAX];
	size_t n_root;
	double share[MP_SEATS]; /* sums over all iterations */
	uint64_t iterations;

	/* The tree: nodes, and a table from (parent, move) to child. */
	struct node *nodes;
	uint32_t n_nodes, cap_nodes; /* cap for this choice */
	uint32_t max_nodes;          /* and what there is memory for */
	uint32_t *slots;
	uint32_t slot_mask;
	uint32_t ended; /* iterations in a row that found the end of the game inside the tree */
};

/* Memory that a searcher needs for itself, its states apart, per node of its tree. */
size_t tree_node_bytes(void);

/* Searches from the scene's position, all of the limit; then root moves are listed. */
void tree_search(struct searcher *, const struct limit *);
/* The line that the tree expects from this move on, at most `cap` moves, as long as each was looked
 * at `least` times; 0 if it lacks the move. Chance is left out unless it has nodes. */
size_t tree_line(const struct searcher *, mp_move first, uint32_t least, struct mp_played *out,
                 size_t cap);

/* Threads of one choice: work(ctx, index) for every index below n, all at once where it can be had.
 * What the work does may not depend on that. */
void parallel_run(int n, void (*work)(void *ctx, int index), void *ctx);

/* Tries the moves listed in searchers[0]->root and ranks them there, best first: all alike, or by
 * sequential halving, as the plan says. */
void flat_search(struct searcher **searchers, int n, const struct limit *);

#endif
