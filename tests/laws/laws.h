/* SPDX-License-Identifier: MIT
 *
 * The laws: what every game must keep, whatever its rules. A run plays random matches of one game,
 * for every number of players and a sample of the options, and tries the laws at every position.
 * It is a library that answers with a sentence, so that it can be tried on games that break them.
 */
#ifndef METROPOLE_TESTS_LAWS_H
#define METROPOLE_TESTS_LAWS_H

#include <metropole/bot.h>

/* Families of laws, a bit set. */
enum {
	LAWS_MOVES = 1,   /* legal, check, chance, apply, notation, bounds */
	LAWS_HIDDEN = 2,  /* seen_by, cut, redact, guess */
	LAWS_SHOWN = 4,   /* view, effects, breakdown are sound JSON and add up */
	LAWS_RECORD = 8,  /* record, replay, undo, rewind */
	LAWS_PAIRED = 16, /* two worlds that a seat cannot tell apart stay so */
	LAWS_SEARCH = 32, /* playout, evaluate, policy, rollout */
	LAWS_FOLLOW = 64, /* a viewer who is told of every move has the match that it may know */
	LAWS_CODEC = 128, /* actions are moves, observations are what a seat knows */
	LAWS_ALL = 255,
};

struct laws {
	const struct mp_game *game;
	unsigned families;
	uint64_t seed;
	size_t positions; /* to look at, at the least */

	/* A bot to compare in paired worlds, or NULL: answers for what its seat may know. */
	bool (*choose)(void *ctx, const struct mp_bot_request *, mp_move *);
	void *choose_ctx;

	/* What was done. */
	size_t setups, matches, seen, followed, refused, pairs, pair_steps, pair_differing, choices;

	/* What was broken: the sentence, and all that is needed to see it again. */
	char failure[512];
	char context[512];
	char *record; /* of the match so far; freed by laws_release */
};

/* True if every law held. */
bool laws_run(struct laws *);
void laws_release(struct laws *);

#endif
