/* SPDX-License-Identifier: MIT
 *
 * One game of the bots against themselves, as something to learn from: what a net is told at each
 * turn, what the search expected there, and how the game ended. A game depends on its number, the
 * seed and the net, on nothing else: whoever plays it, and when, the bytes are the same.
 */
#ifndef LEARN_SELFPLAY_H
#define LEARN_SELFPLAY_H

#include "ai/net.h"

#include <metropole/setup.h>

struct selfplay {
	const struct mp_setup *setup; /* begun and set, of a game with inputs */
	struct net net;               /* what judges; weights NULL: as the game is shipped */
	uint64_t seed;
	uint32_t iterations; /* of the search, a move */
	float whim;          /* moves that are worse by less are played, too */
};

/* A game in bytes, the lower ones first:
 *   for each seat its share of the win in 240ths (8 bits), then for each turn
 *   the seat on turn (8), for each seat the share that the search expected in 65535ths (16), for
 *   each seat what the game's own evaluation says of the position as it is (16; 0: it has none),
 * and for each seat how many inputs are on (8) and which (16 each). */
struct game_bytes {
	uint8_t *mem;
	size_t n, cap;
};

struct selfplay_player;
struct selfplay_player *selfplay_player_new(const struct selfplay *);
void selfplay_player_free(struct selfplay_player *);
/* Plays game number `game` and replaces what is in `out`; its memory is the caller's to free.
 * False if memory is short or a bot did what it may not. */
bool selfplay_play(struct selfplay_player *, uint64_t game, struct game_bytes *out);

#endif
