/* SPDX-License-Identifier: MIT
 *
 * Random positions of every game, with any number of players and any options, for the tests of
 * bots.
 */
#ifndef TESTS_AI_POSITION_H
#define TESTS_AI_POSITION_H

#include "host/live.h"
#include "host/question.h"

#if defined(__SANITIZE_ADDRESS__)
#define POSITION_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define POSITION_SLOW 1
#endif
#endif
#ifdef POSITION_SLOW
enum { POSITION_SHARE = 20 }; /* a sanitizer is slow: one in so many of the positions */
#else
enum { POSITION_SHARE = 1 };
#endif

struct position {
	struct live live;
	struct question question;
	struct mp_rng rng;
};

/* A new match of the game; options are drawn, or as in the box. */
void position_init(struct position *, const struct mp_game *, uint64_t seed, bool options);
void position_release(struct position *);

/* Plays chance and random moves until a player is on turn or the game is over, then `plies` random
 * moves and the chance after them. False if the game is over. */
bool position_play(struct position *, unsigned plies);

/* What the seat may know, as a request without level and budget, in the position's memory. */
struct mp_bot_request position_request(struct position *, int seat);

#endif
