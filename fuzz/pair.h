/* SPDX-License-Identifier: MIT
 *
 * Two worlds that differ only in what one person cannot know. Whatever happens in the first
 * happens in the second; where that person cannot see it, chance and the others choose something
 * else there. All that this person and nobody (who only looks on) are told is the same to the byte.
 */
#ifndef FUZZ_PAIR_H
#define FUZZ_PAIR_H

#include "world.h"

struct mp_rng;

enum { PAIR_TABLES = 256 };

struct pair {
	struct world *world[2];
	int viewer; /* the person who cannot know, a number of world.people */
	/* Tables of which everything may be known (they are over, or bots have thought about what they
	 * know), or where no second world could be kept alike. */
	char lost[PAIR_TABLES][TABLE_ID_LEN + 1];
	size_t n_lost;
	unsigned long differing; /* moves and outcomes that were others */
	unsigned long messages;  /* that were compared, of tables where something differed */
	unsigned long bytes;
};

void pair_open(struct pair *);
void pair_close(struct pair *);
/* A new sequence, with another person who cannot know. */
void pair_begin(struct pair *, int viewer);
/* The generator's state for a draw at the table whose change is being made. */
void pair_draw(struct world *, struct mp_rng *out);
/* The second world's form of a move that is legal in the first; false if there is none. */
bool pair_move(struct pair *, struct table *first, int seat, mp_move, mp_move *second);
/* May this be asked by this person, or could the answers rightly differ? */
bool pair_may_ask(const struct pair *, int who, const struct table *);
/* Brings both to rest, and compares what was told since. */
void pair_check(struct pair *);

#endif
