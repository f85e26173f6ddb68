/* SPDX-License-Identifier: MIT
 *
 * Exact worth of a full state: every move, every outcome of chance by its weight, each seat
 * striving for its own share (of equal moves the first listed). For small ends of games.
 */
#ifndef METROPOLE_AI_SOLVE_H
#define METROPOLE_AI_SOLVE_H

#include <metropole/game.h>

struct solver;
struct solver *solver_new(const struct mp_setup *); /* NULL if memory is short */
void solver_free(struct solver *);

/* False if more than `nodes` positions would have to be looked at. `best`, if there is a seat on
 * turn, is its best move. Negotiations are left out, as in a search. */
bool solve(struct solver *, const void *state, uint64_t nodes, double share[MP_SEATS],
           mp_move *best);

#endif
