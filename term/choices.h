/* SPDX-License-Identifier: MIT
 *
 * The moves that a seat may choose from: their notation, what each would do as a sentence, and how
 * some are found by words.
 */
#ifndef TERM_CHOICES_H
#define TERM_CHOICES_H

#include <metropole/game.h>

struct sitting;

struct choices {
	struct choice {
		char move[MP_MOVE_TEXT_MAX];
		char *said; /* NULL until somebody asks */
	} * all;
	size_t n, cap;
	int seat;
};

/* The listed moves of a seat, in the order in which people count. */
void choices_list(struct choices *, struct sitting *, int seat);
void choices_release(struct choices *);

/* What it would do, in sentences; "" if the game has none. */
const char *choices_said(struct choices *, struct sitting *, size_t i);

/* Does a move hold this word of notation: a5 in ssrl-a5, but not in ssrl-a51? */
bool move_has(const char *move, const char *word);

/* Those whose notation or sentence has all of these words, in any order: indices into `found`. */
size_t choices_find(struct choices *, struct sitting *, const char *words, size_t *found,
                    size_t cap);

#endif
