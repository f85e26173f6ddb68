/* SPDX-License-Identifier: MIT
 *
 * A pack of puzzles: docs/puzzles.schema.json. What is known of a match is in it as the record that
 * is cut for the seat that has to move, so no secret travels with a puzzle.
 */
#ifndef HOST_REVIEW_PACK_H
#define HOST_REVIEW_PACK_H

#include "puzzle.h"

struct pack_game {
	int players;
	size_t match; /* the number of the match that it was … */
	int viewer;   /* … and who knows it so; MP_PUBLIC if everybody does */
	char *options, *record;
};

struct pack_puzzle {
	uint64_t best;   /* stands for its best move … */
	uint64_t motive; /* … and for that and what tempts instead */
	size_t family;
	char *told; /* as JSON */
};

struct pack {
	const struct mp_game *game;
	uint64_t seed;
	uint32_t iterations; /* of a sure estimate */
	size_t families;     /* that were looked through */
	size_t matches;      /* that puzzles were taken from … */
	size_t played;       /* … of those that were played for it */
	struct pack_game *games;
	size_t n_games, cap_games;
	struct pack_puzzle *puzzles;
	size_t n, cap;
};

/* Adds a puzzle of the last family, unless there is one like it, and takes the match back to it; so
 * of several in a match the last has to come first. Alike are two with the same best move and the
 * same temptation, and in one family two with the same best move. False if memory is short. */
bool pack_add(struct pack *, struct live *, size_t match, const struct puzzle *, bool *added);
void pack_json(const struct pack *, struct mp_json *);
void pack_release(struct pack *);

#endif
