/* SPDX-License-Identifier: MIT
 *
 * What a viewer may know of a match, as sentences: the board, what to do, points, a move, a
 * refusal. Games without words are told by their notation and the members of their view.
 */
#ifndef TERM_TOLD_H
#define TERM_TOLD_H

#include "lines.h"

#include <metropole/match.h>
#include <metropole/words.h>

struct sitting;

/* The sentences in the items of a JSON array that core wrote. */
void told_effects(const char *items, size_t len, struct lines *);

void told_board(struct sitting *, int viewer, struct lines *);
void told_prompt(struct sitting *, int viewer, struct lines *);
/* Every point, by seat; then the scores. */
void told_points(struct sitting *, int viewer, struct lines *);
/* What a legal move of this seat would do, as it can foresee it. */
void told_move(struct sitting *, int seat, const char *move, struct lines *);
/* Why not. */
void told_fault(struct sitting *, int viewer, const struct mp_fault *, struct lines *);
/* A seat's points so far: 12, 3½. */
struct phrase told_score(struct sitting *, int viewer, int seat);
/* The same in another position of the sitting's match. */
struct phrase told_score_of(const struct sitting *, struct mp_match *, int viewer, int seat);

#endif
