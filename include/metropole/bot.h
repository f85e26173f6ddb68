/* SPDX-License-Identifier: MIT
 *
 * Bots. A bot is given what its seat may know, the redacted state and the cut log, and nothing
 * else: this header does not name a match, and a bot cannot reach one.
 */
#ifndef METROPOLE_BOT_H
#define METROPOLE_BOT_H

#include <metropole/game.h>

#include <stdatomic.h>

enum { MP_BOT_LINE_MAX = 8, MP_BOT_ROOT_MAX = 16 };

/* A bot's memory: all of it is allocated at creation. One bot serves one choice at a time, for any
 * game and seat; it keeps nothing from one choice to the next. */
struct mp_bot;

struct mp_bot_request {
	const struct mp_setup *setup;
	const void *redacted;        /* the state, redacted for `seat` */
	const struct mp_played *log; /* all moves so far, cut for `seat` */
	size_t n_log;
	int seat;
	const char *level;   /* "easy", "normal", "hard", or a baseline's name */
	uint32_t ms;         /* time budget; 0 = the level's own, unless iterations are given */
	uint32_t iterations; /* fixed work instead of time: the same answer everywhere; 0 = by time */
	uint64_t seed;
	int threads;        /* root parallelism; 0 = 1 */
	bool refuses_deals; /* offers none and declines all */
	/* Set by anybody, at any time: the bot answers at once with the best it has found. NULL if
	 * nobody will. */
	const atomic_bool *stop;
};

struct mp_bot_line {
	mp_move move;
	uint32_t visits;
	float share; /* expected win share of the seat after it */
};

struct mp_bot_answer {
	bool has_move; /* false: nothing to say to an open deal, or no world to think about */
	bool
		is_over; /* nothing fits what the seat has seen: the game is over, and it cannot tell how */
	mp_move move;          /* one of `root`: the first, but for the whims of easy and normal */
	uint64_t iterations;   /* 0: nothing was searched; there was no choice, or the end is solved */
	float share[MP_SEATS]; /* expected win share of each seat */
	struct mp_bot_line root[MP_BOT_ROOT_MAX]; /* the best root moves, best first */
	size_t n_root;
	struct mp_played line[MP_BOT_LINE_MAX]; /* the line expected, first move first */
	size_t n_line;
};

/* `bytes` is for all threads together (0: enough for every level). NULL if memory is short. Where
 * a thread cannot be had its share of the work is done by the caller's: slower, the same answer. */
struct mp_bot *mp_bot_new(size_t bytes, int threads_max);
void mp_bot_free(struct mp_bot *);

/* Microseconds on a clock that never goes back. Natively this is the system's unless told
 * otherwise; without a clock (WebAssembly) a time budget becomes a number of iterations. */
void mp_bot_set_clock(struct mp_bot *, uint64_t (*now)(void *ctx), void *ctx);

/* Is there such a level? NULL-terminated list of all, players' levels first. */
bool mp_bot_has_level(const char *level);
extern const char *const mp_bot_levels[];
/* The level's own time for a choice, in ms; 0 if there is no such level. */
uint32_t mp_bot_level_ms(const char *level);

/* Chooses. The seat must have a listed move. Returns false for an unknown level. */
bool mp_bot_choose(struct mp_bot *, const struct mp_bot_request *, struct mp_bot_answer *);

#endif
