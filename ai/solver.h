/* SPDX-License-Identifier: MIT
 *
 * What the two halves of the solver share: the stack, and what a position is worth. The one half
 * looks at positions with all cards open (solve.c), the other at what seats know (known.c).
 */
#ifndef METROPOLE_AI_SOLVER_H
#define METROPOLE_AI_SOLVER_H

#include "solve.h"

enum { SOLVER_DEPTH = 48 };

/* What a position is worth: shares, and leads over the best other, in points. */
struct worth {
	double share[MP_SEATS], lead[MP_SEATS];
};

struct solver {
	const struct mp_setup *setup;
	uint64_t left; /* positions that may still be looked at */
	bool is_only_truth;
	struct solved *out;
	bool (*is_late)(void *ctx); /* or NULL */
	void *ctx;
	char *begin, *at, *end; /* the stack */
	/* How whoever is on turn in this world decides, if not with all cards open. */
	bool (*decide)(struct solver *, const void *world, int depth, int seat, struct worth *,
	               mp_move *best);

	/* As seats know it, if the log is there: all moves so far, as everybody knows them. */
	struct mp_played *log;
	size_t n_log;
};

/* What a seat chooses from its moves, whose worth is found one after the other. */
struct choosing {
	int seat;
	struct solved *list; /* or NULL: who wants to know each move */
	bool any;
	bool is_open; /* what is as good to the seat makes a difference to others */
	struct worth worth;
	mp_move best;
};

/* Room on the stack, given back by setting `at` back. NULL if there is none: then nothing is left
 * to be looked at, either. */
void *solver_take(struct solver *, size_t bytes);
void *solver_take_state(struct solver *, const void *state);
/* The moves of the seat, negotiations apart. */
mp_move *solver_take_moves(struct solver *, const void *state, int seat, size_t *n);

void solver_begin(struct solver *, uint64_t nodes, struct solved *);
/* False if too much would have to be looked at. `best`: of the seat on turn. */
bool solver_visit(struct solver *, const void *state, int depth, struct worth *, mp_move *best);
bool solver_visit_after(struct solver *, const void *state, int depth, int seat, mp_move,
                        struct worth *);

void worth_add(struct worth *sum, const struct worth *part, double weight);
void choosing_consider(struct choosing *, mp_move, const struct worth *);
bool choosing_conclude(struct solver *, const struct choosing *, struct worth *, mp_move *best);
bool solver_answer(const struct solver *, bool good, const struct worth *, mp_move best);

#endif
