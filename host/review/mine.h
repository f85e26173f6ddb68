/* SPDX-License-Identifier: MIT
 *
 * Puzzles out of games of bots. They come in families: one game is played, then others branch off
 * from it, so that records which begin alike take little room in a pack.
 */
#ifndef HOST_REVIEW_MINE_H
#define HOST_REVIEW_MINE_H

#include "puzzle.h"

enum {
	MINE_MOST = 16,      /* puzzles of a family */
	MINE_BRANCHES = 640, /* games that branch off */
	MINE_APART = 10,     /* events between two puzzles of a game, and after the fork */
	MINE_LONGEST = 400,  /* events of a game: what comes later would weigh much in a pack */
};

/* A game in which there are puzzles. */
struct mine_game {
	struct live live;
	struct puzzle found[MINE_MOST]; /* in the order of the match */
	size_t n;
};

struct mine {
	struct mine_game games[MINE_MOST];
	size_t n, n_puzzles;
	size_t played; /* games, with those in which there are none */
};

struct mine_options {
	uint64_t seed;
	uint32_t iterations; /* of a sure estimate */
	const atomic_bool *stop;
};

/* Family number `family` of this seed. mine_release is due in any case. False if memory is short.
 */
bool mine_family(struct mine *, const struct mp_setup *begun, const struct mine_options *,
                 size_t family);
void mine_release(struct mine *);

#endif
