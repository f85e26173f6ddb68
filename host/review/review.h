/* SPDX-License-Identifier: MIT
 *
 * A review of a match: what each event was worth to each seat, which decisions lost how much, and
 * how much was luck. Estimated from what each seat could know, or with all cards open; every
 * estimate carries its standard error, and where the end can be computed it is exact.
 */
#ifndef HOST_REVIEW_H
#define HOST_REVIEW_H

#include "host/live.h"

#include <stdatomic.h>

enum review_label {
	REVIEW_FINE,
	REVIEW_INACCURACY,
	REVIEW_MISTAKE,
	REVIEW_BLUNDER,
	REVIEW_BRILLIANT
};
enum { REVIEW_TURNS = 3 };
/* Decimals of shares, and of accuracies, in JSON. */
enum { REVIEW_DIGITS = 5, REVIEW_ACCURACY_DIGITS = 1 };

struct review_options {
	bool open;           /* with all cards open, instead of what each seat could know */
	uint32_t iterations; /* of an estimate; 0: what is quick for this game */
	uint64_t seed;
	int threads;
	const atomic_bool *stop; /* NULL: nobody will */
	/* Told now and then on the caller's thread; NULL: silent. */
	void (*progress)(void *ctx, size_t done, size_t of);
	void *ctx;
};

/* Win shares by seat: means, and standard errors of the means. */
struct review_shares {
	double mean[MP_SEATS], error[MP_SEATS];
};

/* Moves of players that a search expects, one after the other; what chance brings is not in it. */
enum { REVIEW_LINE = 4 };
struct review_line {
	struct mp_played moves[REVIEW_LINE];
	uint8_t n;
};

struct review_event {
	struct mp_played played;
	bool is_exact;
	mp_viewers told;            /* the seats that saw something of it */
	struct review_shares share; /* after it */

	/* A decision: one of several moves. */
	bool is_decision;
	mp_move best;            /* the one played, if none better was found */
	struct review_line line; /* what may be expected after the best, if it was not played */
	double loss, loss_error; /* against the best found, from the mover's own knowledge */
	double given[MP_SEATS];  /* what each seat got by the one that was played instead */
	enum review_label label;

	/* Chance: against the mean of all that could have happened. */
	struct review_shares luck;

	/* What is left of the change: of the estimates, and of what a seat learned. */
	double residual[MP_SEATS], learned[MP_SEATS];

	/* How probable each seat's true secret is to the others after it; 0: there is none. And how
	 * much of it the mover gave away by this move, in bits: less than 0 if they were led astray. */
	double known[MP_SEATS];
	double told_bits, told_error;
};

struct review_player {
	double start, result;     /* expected share at the beginning; share of the win at the end */
	double luck, luck_error;  /* sums over all events … */
	double given;             /* … what decisions gave it, its own and the others' */
	double learned, residual; /* start + luck + given + learned + residual = result */
	double loss;              /* of its own decisions */
	double accuracy;          /* 100: none lost anything */
	double told_bits;         /* of its secret, by its own moves */
	unsigned decisions;       /* of its own */
	unsigned labels[REVIEW_BRILLIANT + 1];
};

struct review {
	const struct mp_setup *setup; /* the match's */
	struct review_options options;
	struct review_event *events; /* one for each move of the match; then the start */
	size_t n;
	bool is_over; /* otherwise `result` is the last estimate */
	struct review_player players[MP_SEATS];
	size_t turns[REVIEW_TURNS]; /* the events that moved the shares most, the first first */
	size_t n_turns;
	double thresholds[3]; /* loss from which it is an inaccuracy, a mistake, a blunder */
};

/* Reviews a full match, which stays as it is and has to outlive the review. MP_FULL if memory is
 * short, or if it was stopped. */
enum mp_err review_init(struct review *, struct live *, const struct review_options *,
                        struct mp_fault *);
void review_release(struct review *);

extern const char *const review_labels[];

/* The review as one JSON object: docs/review.schema.json; `key` as in text.h, and with the name of
 * its file, unless NULL. */
struct mp_json;
void review_json(const struct review *, struct live *, const char *key, const char *file,
                 struct mp_json *);

/* Member `line`: moves as a record has them out of turn, `2: move`. */
void review_line_json(const struct review_line *, const struct mp_setup *, struct mp_json *);

#endif
