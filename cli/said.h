/* SPDX-License-Identifier: MIT
 *
 * Moves in words, for reports.
 */
#ifndef CLI_SAID_H
#define CLI_SAID_H

#include "host/review/review.h"

#include <metropole/words.h>

/* Prints a move that may be played now: its notation, what it does in words as the viewer may know
 * it, and the end of the line. */
void said_move(struct mp_match *, const struct mp_voice *, int viewer, const struct mp_played *);

/* Prints what is expected after it, on a line of its own; nothing if nothing is. */
void said_line(const struct mp_setup *, const struct review_line *);

#endif
