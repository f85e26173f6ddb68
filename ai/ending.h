/* SPDX-License-Identifier: MIT
 *
 * The last moves of a game, solved instead of searched: where nothing is hidden that matters, the
 * truth is the only one, and it is found sooner than a search would end.
 */
#ifndef METROPOLE_AI_ENDING_H
#define METROPOLE_AI_ENDING_H

#include "search.h"

enum { ENDING_KNOWN = 32 }; /* the visits that a solved move counts as */

/* Lists the root's moves, best first, and the shares, as a search does; false if it must be
 * searched. That depends on what the seat may know and on the budget alone (time apart). */
bool ending_solve(struct searcher *, const struct limit *);

#endif
