/* SPDX-License-Identifier: MIT
 *
 * What many reviews of one game and number of players have in common: seats, phases of the game,
 * kinds of decision, first moves, people; each number a mean with its 95 % interval.
 */
#ifndef HOST_REVIEW_SUMMARY_H
#define HOST_REVIEW_SUMMARY_H

#include "review.h"

#include <metropole/text.h>

enum { SUMMARY_PHASES = 3, SUMMARY_NAME = MP_NAME_MAX > 64 ? MP_NAME_MAX : 64 };

struct sampled {
	size_t n;
	double sum, squares;
};

double sampled_mean(const struct sampled *);
/* Half of the 95 % interval; 0 of fewer than two. */
double sampled_margin(const struct sampled *);

/* Decisions of one kind, with the results of whoever decided; or the games of a seat, or of
 * somebody. */
struct summary_row {
	char name[SUMMARY_NAME];
	struct sampled result;
	struct sampled loss;           /* of decisions … */
	size_t mistakes;               /* … and how many were that, blunders among them */
	struct sampled luck, accuracy; /* of games */
};

struct summary_rows {
	struct summary_row *rows;
	size_t n, cap;
};

struct summary {
	const struct mp_game *game;
	int players;
	size_t games;
	struct summary_row seats[MP_SEATS];
	struct summary_row phases[SUMMARY_PHASES]; /* thirds of a game's decisions */
	struct summary_rows kinds, openings;       /* what a move does first; a seat's first decision */
	struct summary_rows people;                /* by name; those without one are not told apart */
};

void summary_init(struct summary *, const struct mp_setup *);
/* Adds a reviewed game of the same kind. False if memory is short. */
bool summary_add(struct summary *, const struct review *, struct live *);
/* The most frequent first. */
void summary_sort(struct summary *);
void summary_json(const struct summary *, struct mp_json *);
void summary_release(struct summary *);

#endif
