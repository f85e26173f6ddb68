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
	bool *there; /* is it, of each game? */
	uint64_t games;
};

enum harvest_err { HARVEST_OK, HARVEST_OTHER_PLAN, HARVEST_SYSTEM };

/* Opens or makes the folder for this plan and so many games, and reads what is there. */
enum harvest_err harvest_open(struct harvest *, const char *dir, const char *plan, uint64_t games);
void harvest_close(struct harvest *);

/* Keeps a game, on disk at once. False if it was not written. */
bool harvest_add(struct harvest *, uint64_t game, const struct game_bytes *);

#endif
