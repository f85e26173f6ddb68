/* SPDX-License-Identifier: MIT
 *
 * A puzzle for people to read, with its answer.
 */
#ifndef CLI_PUZZLES_REPORT_H
#define CLI_PUZZLES_REPORT_H

#include "host/review/puzzle.h"

/* The match stands at the puzzle's position. */
void puzzles_report(struct live *, const struct puzzle *, size_t number);

#endif
