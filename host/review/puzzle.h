/* SPDX-License-Identifier: MIT
 *
 * Puzzles: positions in which one move is clearly the best as far as its seat may know, and another
 * looks better at a glance. Found in games of bots, first by a quick look at every decision, then
 * by a sure one at the few that are left.
 */
#ifndef HOST_REVIEW_PUZZLE_H
#define HOST_REVIEW_PUZZLE_H

#include "position.h"

enum {
	PUZZLE_TRIES = 3,  /* wrong answers that are refuted, at the most */
	PUZZLE_GRADES = 5, /* each four times as much search as the one before */
	PUZZLE_CHOICE = 6, /* moves that there are to choose from, at the least */
};

/* A tempting wrong answer: what it loses, and what may be expected after it. */
struct puzzle_try {
	mp_move move;
	double loss, error;
	struct review_line line;
};

struct puzzle {
	size_t at; /* moves of the match before it */
	int seat;
	unsigned choices; /* legal moves, negotiations apart */
	mp_move best;
	double gap, error; /* to the next best move */
	bool is_exact;
	int grade;        /* 1 … PUZZLE_GRADES */
	uint32_t needs;   /* iterations from which on a search holds on to the best move */
	mp_move tempting; /* what a look at the next position prefers */
	struct review_line line;
	struct puzzle_try tries[PUZZLE_TRIES];
	size_t n_tries;
};

/* The iterations of a sure estimate, if nothing else is asked for. */
uint32_t puzzle_iterations(const struct mp_game *);

/* Is the decision at position n a puzzle, and its best move none of those that are taken? The
 * estimator's iterations are those of a sure estimate, and stay. */
bool puzzle_find(struct estimator *, size_t n, const mp_move *taken, size_t n_taken,
                 struct puzzle *);

/* Does it stand at a tenth of the estimator's iterations: is the best move still better than every
 * wrong answer? */
bool puzzle_stands(struct estimator *, const struct puzzle *);

#endif
