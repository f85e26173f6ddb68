/* SPDX-License-Identifier: MIT
 *
 * The folder in which games of self-play gather: `plan.txt` says what is played, and `games.dat`
 * grows by each game as soon as it is there. Another run with the same plan goes on where the last
 * one stopped; a game that was cut short by a crash is played again.
 */
#ifndef LEARN_HARVEST_H
#define LEARN_HARVEST_H

#include "selfplay.h"

#include <stdio.h>

enum { PLAN_TEXT_MAX = 2048 };

/* The plan, as plan.txt has it: game, players, options, seed, work, nets and inputs. */
void harvest_plan(const struct selfplay *, char text[PLAN_TEXT_MAX]);

struct harvest {
	FILE *file;
	uint8_t *state; /* of each game: free, given out, gathered */
	uint64_t games, gathered;
	uint64_t next;  /* no game below it is free */
	uint64_t again; /* where to look for the next one that is given out twice */
};

enum harvest_err { HARVEST_OK, HARVEST_OTHER_PLAN, HARVEST_SYSTEM };

/* Opens or makes the folder for this plan and so many games, and reads what is there. */
enum harvest_err harvest_open(struct harvest *, const char *dir, const char *plan, uint64_t games);
void harvest_close(struct harvest *);

/* Gives out a game that is not gathered: one that nobody plays, or, where there is none any more,
 * one that somebody else is playing and may never finish. False when all are gathered. */
bool harvest_give(struct harvest *, uint64_t *game);
/* Keeps a game, on disk at once; one that is there already is left. False if it was not written. */
bool harvest_add(struct harvest *, uint64_t game, const struct game_bytes *);

#endif
