/* SPDX-License-Identifier: MIT
 *
 * Exact worth of a position: every move, every outcome of chance by its weight, each seat striving
 * for its own share (of moves that are equal in that for its own lead in points, then the first
 * listed). For small ends of games. Negotiations are left out, as in a search.
 *
 * A position is solved with all cards open, or as a seat knows it. In the latter every world that
 * fits has the weight that the game's posterior gives it, and so it is for everybody who decides
 * later on, from what they know then.
 */
#ifndef METROPOLE_AI_SOLVE_H
#define METROPOLE_AI_SOLVE_H

#include <metropole/game.h>

#include <stdatomic.h>

struct solver;
struct solver *solver_new(const struct mp_setup *); /* NULL if memory is short */
void solver_free(struct solver *);

/* A solver in memory that is there (aligned for any type); NULL if it is too little. */
struct solver *solver_in(void *memory, size_t bytes, const struct mp_setup *);

/* Gives up, too, when this says so; asked now and then. */
void solver_set_patience(struct solver *, bool (*is_late)(void *ctx), void *ctx);

struct solved_move {
	mp_move move;
	double share, lead; /* of the seat that makes it; the lead in points */
};

struct solved {
	double share[MP_SEATS];
	mp_move best; /* of the seat on turn, if there is one */
	/* Nobody who decides on the way is indifferent and makes a difference to others. */
	bool is_only_truth;
	/* Of the seat on turn, each move's worth in the order of the rules, if there is room for them:
	 * the caller's, or NULL. */
	struct solved_move *moves;
	size_t n_moves;
};

/* False if more than `nodes` positions would have to be looked at. */
bool solve(struct solver *, const void *state, uint64_t nodes, struct solved *);

struct known_position {
	const void *redacted; /* for the viewer */
	int viewer;
	const struct mp_played *log; /* all moves so far, as everybody knows them: cut for MP_PUBLIC */
	size_t n_log;
	const struct mp_played *first; /* a move of the viewer's to be played first, or NULL */
};

/* The same as the viewer knows it. False also if the game does not list the worlds. */
bool solve_known(struct solver *, const struct known_position *, uint64_t nodes, struct solved *);

/* The only world that fits what a seat knows, into `state`; false if there are others, or if the
 * game does not list them. Both states are written over. */
bool solve_only_world(const struct mp_setup *, const void *redacted, int viewer,
                      const void *posterior, void *state, void *spare);

#endif
