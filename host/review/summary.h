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
/* Half of the 95 % interval; NAN of fewer than two, which say nothing of it. */
double sampled_margin(const struct sampled *);
/* The same for parts of a win: a few that are all alike do not make certain. */
double sampled_share_margin(const struct sampled *);

/* Decisions of one kind, with the results of whoever decided, once a game; or the games of a seat,
 * or of somebody. */
struct summary_row {
	char name[SUMMARY_NAME];
	struct sampled result;
	struct sampled loss;           /* of decisions … */
	size_t mistakes;               /* … and how many were that, blunders among them */
	struct sampled luck, accuracy; /* of games */
	size_t told[MP_SEATS];         /* the last game whose result is in it */
};

struct summary_rows {
	struct summary_row *rows;
	size_t n, cap;
};

struct summary {
	const struct mp_game *game;
	int players;
	size_t games;
	struct summary_row all; /* the games of all seats that are summed up */
	struct summary_row seats[MP_SEATS];
	struct summary_row phases[SUMMARY_PHASES]; /* thirds of a game's decisions */
	struct summary_rows kinds, openings;       /* what a move does first; a seat's first decision */
	struct summary_rows people;                /* by name; those without one are not told apart */
};

/* One for each game and number of players. */
struct summaries {
	struct summary *list;
	size_t n, cap;
};

/* Adds a reviewed game, of which these seats count. Numbers are taken as the JSON of the review has
 * them: who sums up what was kept of it finds the same. False if memory is short. */
bool summaries_add(struct summaries *, const struct review *, struct live *, mp_viewers seats);
/* The most frequent first. */
void summaries_sort(struct summaries *);
/* {"summaries": [...]}: docs/review.schema.json. */
void summaries_json(const struct summaries *, struct mp_json *);
void summaries_release(struct summaries *);

#endif
