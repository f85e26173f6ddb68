/* SPDX-License-Identifier: MIT
 *
 * The arena's file: a header that says what is played, and a line for each game. A match that was
 * interrupted goes on from it; a line that was cut short does not count.
 */
#ifndef HOST_LEDGER_H
#define HOST_LEDGER_H

#include "arena.h"
#include "stats.h"

#include <stdio.h>

struct ledger {
	const struct arena_pairing *pairing;
	struct arena_game *games; /* boards * players of them, by board and rotation */
	bool *played;
	uint32_t boards;
	FILE *file; /* NULL: nothing is kept */
};

enum ledger_err { LEDGER_OK, LEDGER_OTHER_MATCH, LEDGER_SYSTEM };

/* Opens or makes the file (path may be NULL) and reads what was played. */
enum ledger_err ledger_open(struct ledger *, const struct arena_pairing *, uint32_t boards,
                            const char *path);
void ledger_close(struct ledger *);

size_t ledger_index(const struct ledger *, uint32_t board, uint32_t rotation);

/* Keeps a game, on disk at once. False if it could not be written. */
bool ledger_add(struct ledger *, const struct arena_game *);

/* A contestant's standing over the boards that are complete, from the first up to the first
 * `boards`. All seats of the same text are one contestant; the mean is of one seat. */
struct standing {
	struct stats stats;
	uint32_t above, level, below; /* boards on which it had more than its fair share … */
	double score, other_score;    /* mean points of its seats, and of the others */
	double ms;                    /* mean time of a move */
	uint32_t over_us;
	double plies;
	int seats; /* that it plays at each table */
};
struct standing ledger_standing(const struct ledger *, int contestant, uint32_t boards);

#endif
