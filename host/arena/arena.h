/* SPDX-License-Identifier: MIT
 *
 * The arena: games between bots that can be compared. A board is a setup and the luck of one seed;
 * it is played once for each rotation of the bots over the seats. Nothing here decides a move.
 */
#ifndef HOST_ARENA_H
#define HOST_ARENA_H

#include <metropole/bot.h>
#include <metropole/match.h>

#include "net.h"
#include "plan.h"

enum { ARENA_SPEC_MAX = 256, ARENA_CHANGES_MAX = 12, ARENA_OUTSIDE_MS = 1000 };

/* A contestant, from a text such as `hard`, `b3@200ms`, `normal@1000it`, `hard@50ms/cutoff=4`,
 * `hard/refuse`, `b3/deal` (baselines make no deals by themselves), `hard/try` (with the pairing's
 * net): a level ("b+" peeks), its budget, and changes to its settings. Or `ext:./mybot`,
 * `ext:python3 mybot.py@200ms`: a program, with its budget. `all:…` is one that is told every draw
 * and keeps them from its seat itself. */
struct arena_bot {
	char text[ARENA_SPEC_MAX];
	char level[16];
	uint32_t ms, iterations;
	int threads;
	bool peeks, refuses_deals, deals, tries_net;
	bool is_outside, is_told_all;
	char command[ARENA_SPEC_MAX]; /* of a program */
	struct {
		char name[16];
		float value;
	} changes[ARENA_CHANGES_MAX];
	size_t n_changes;
};

/* False if the text is not a contestant. */
bool arena_bot_parse(struct arena_bot *, const char *text);

/* How it plays this setup. */
struct mp_search_plan arena_bot_plan(const struct arena_bot *, const struct mp_setup *);

/* Who asks programs; this room starts none. Each player of games has handles of its own. */
struct arena_outside {
	void *(*open)(const struct arena_bot *); /* NULL if memory is short */
	void (*close)(void *handle);
	void (*begin)(void *handle); /* a new game */
	/* The choice of a seat; false with a sentence if the program failed. */
	bool (*choose)(void *handle, struct mp_match *, int seat, uint32_t ms, uint64_t seed,
	               struct mp_bot_answer *, struct mp_fault *);
};

struct arena_pairing {
	const struct mp_setup *setup;
	struct arena_bot bots[MP_SEATS]; /* as many as there are seats */
	struct net net;                  /* of those that try one; weights NULL: there is none to try */
	uint64_t seed;
	bool real_time; /* budgets by the clock on the wall, not by the processor's time */
	const struct arena_outside *outside; /* where there are programs */
};

/* Adds to the text of each contestant that plays with a net which net it is: `hard#1a2b3c4d`. */
void arena_name_nets(struct arena_pairing *);

/* How one game went. Shares and times are by contestant, scores by seat. */
struct arena_game {
	uint32_t board, rotation;
	float share[MP_SEATS];
	int32_t score[MP_SEATS];
	uint32_t plies;
	uint32_t over_us;   /* the most by which a move exceeded its time */
	float ms[MP_SEATS]; /* mean time of a move */
	int failed;         /* the contestant that lost because its program failed, or -1; not kept */
	char why[240];      /* how */
};

/* One player of games: a match, a bot, and their memory. */
struct arena_player;
struct arena_player *arena_player_new(const struct arena_pairing *);
void arena_player_free(struct arena_player *);
/* How many sit at a board. */
int arena_players(const struct arena_player *);

/* Plays the board with contestant i in seat (i + rotation) mod players. A program that fails has
 * lost, the others share the game. False with a sentence if a bot did what it may not. */
bool arena_play(struct arena_player *, uint32_t board, uint32_t rotation, struct arena_game *,
                struct mp_fault *);

#endif
