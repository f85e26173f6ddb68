/* SPDX-License-Identifier: MIT
 *
 * Games with numbers, played side by side and gathered in one place: what `arena` and `selfplay`
 * have in common. Who plays them is either threads of this process (threads.c, in `metropole`) or
 * ranks on several machines (ranks.c, in `metropole-ranks`); the commands do not know which.
 */
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "learn/selfplay.h"

#include <pthread.h>

/* What the games are, and where they gather. */
struct crew_kind {
	void *(*player_new)(const void *match); /* NULL if memory is short */
	void (*player_free)(void *player);      /* of NULL, too */
	/* Plays a game and replaces what is in `out`; false if memory is short or a bot failed. */
	bool (*play)(void *player, uint64_t game, struct game_bytes *out);

	bool (*has)(const void *store, uint64_t game);
	/* Keeps a game; false if the work cannot go on. */
	bool (*keep)(void *store, uint64_t game, const struct game_bytes *);
	bool (*is_enough)(const void *store); /* before all are there; may be NULL: never */
};

struct crew {
	const struct crew_kind *kind;
	const void *match; /* what is played */
	void *store;       /* where games gather; only who leads has one */
	uint64_t games;    /* numbers are below it */

	/* The rest is the crew's own; the lock guards it and the store. */
	pthread_mutex_t lock;
	uint8_t *state; /* of each game: free, given out, gathered */
	uint64_t first; /* games that were there at the beginning */
	uint64_t gathered;
	uint64_t next;  /* no game below it is free */
	uint64_t again; /* where to look for the next one that is given out twice */
	bool gives_again, failed;
};

/* Comes first: under mpirun another program takes over. An exit code if it is not there. */
int crew_enter(char **argv);
/* Is this process the one that opens files and reports? */
bool crew_leads(void);
/* Gives what the leader has to all. */
void crew_share(void *mem, size_t bytes);
/* Reads a net for this setup, if there is a path, and gives it to all; says what is wrong itself.
 * The weights are the caller's to free. */
int crew_read_net(const char *path, const struct mp_setup *, struct net *);
/* Plays all the games that are not there yet, or as many as are enough. Only the leader's store is
 * used; those who do not lead come back when they are not needed any more. False if memory or
 * threads are short, or a game failed. */
bool crew_gather(struct crew *, size_t threads, bool quiet);

/* --- for those who gather --- */

/* False if memory is short. */
bool crew_begin(struct crew *);
void crew_end(struct crew *);
/* Gives out a game that is not gathered: one that nobody plays, or, where players can be lost, one
 * that somebody else is playing and may never finish. False when there is nothing to play. */
bool crew_give(struct crew *, uint64_t *game);
/* A game that is there already is left. */
void crew_keep(struct crew *, uint64_t game, const struct game_bytes *);
/* A thread's work: plays as long as there are numbers of games to be had. */
void *crew_play(void *crew);
/* Are games still to come? Says how many came. */
bool crew_is_gathering(struct crew *, uint64_t *came);

#endif
