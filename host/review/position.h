/* SPDX-License-Identifier: MIT
 *
 * The positions of a match that is reviewed, as everybody knew them, and what each is worth: one
 * thread's tools.
 */
#ifndef HOST_REVIEW_POSITION_H
#define HOST_REVIEW_POSITION_H

#include "review.h"
#include "solve.h"
#include "value.h"

typedef double samples[VALUE_SEARCHES][MP_SEATS];

struct course {
	const struct mp_setup *setup;
	const struct review_options *options;
	const struct mp_played *moves;
	size_t n;
	int viewer;   /* MP_ALL, or who followed it: then nobody else may be asked about */
	char *states; /* n + 1 full states, one after the other */
	struct mp_played *logs[MP_SEATS]; /* the moves as each seat saw them */
	struct mp_played *told;           /* and as everybody did */
	/* The last positions, solved as each seat knew them; with open cards as the first one does. */
	struct solved *ends[MP_SEATS];
	size_t exact_from[MP_SEATS]; /* from this position on */
};

bool course_init(struct course *, const struct live *, const struct review_options *);
void course_release(struct course *);
const void *course_state(const struct course *, size_t n);

/* What position n is worth as this seat knows it, if that is solved; otherwise NULL. */
const struct solved *course_solved(const struct course *, size_t n, int viewer);
/* Does everybody see everything, or is it looked at so? */
bool course_is_open(const struct course *);

/* One thread's memory. */
struct estimator {
	const struct course *course;
	uint32_t iterations; /* of an estimate: the course's, unless somebody changes them … */
	uint64_t seed;       /* … and this, too */
	struct mp_bot *bot;
	struct solver *solver;
	void *redacted, *world;
	struct mp_played *log; /* with room for one move more */
	mp_move moves[MP_MOVES_MAX];
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
};

bool estimator_init(struct estimator *, const struct course *);
void estimator_release(struct estimator *);

/* What position n is worth, `first` played in it: as this seat knows it, or with all cards open.
 * False if no world fits. */
bool estimate(struct estimator *, size_t n, int viewer, const struct mp_played *first, samples);

/* What position n is worth to everybody after this move of a seat, as that seat knows it. */
bool estimate_after(struct estimator *, size_t n, const struct mp_played *first, samples);

/* At a chance node: the mean over what could have happened, each search with outcomes of its own.
 */
bool estimate_chance(struct estimator *, size_t n, int viewer, samples);

/* What a search of position n answers for this seat, with as many iterations as an estimate has. */
bool estimate_root(struct estimator *, size_t n, int seat, const char *level,
                   struct mp_bot_answer *);

/* The move that a search of position n finds for this seat; the runner-up if there is one. */
bool estimate_best(struct estimator *, size_t n, int seat, const char *level, mp_move *best,
                   mp_move *second);

/* The line that the seat may expect after this move of its own in position n. */
void estimate_line(struct estimator *, size_t n, const struct mp_played *first,
                   struct review_line *);

/* Mean and standard error of a - b; b may be NULL. */
void samples_mean(samples a, samples b, int players, struct review_shares *);

#endif
