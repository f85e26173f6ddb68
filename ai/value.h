/* SPDX-License-Identifier: MIT
 *
 * What a position is worth to each seat, as far as one of them may know it, or with all cards open:
 * several small searches that share nothing but the position. Their mean is the worth, and how far
 * they lie apart says how well it is known. Searches with the same seed have the same luck, so the
 * difference between two moves is known better than either.
 */
#ifndef METROPOLE_AI_VALUE_H
#define METROPOLE_AI_VALUE_H

#include <metropole/bot.h>

enum { VALUE_SEARCHES = 8 };

struct value_request {
	struct mp_bot_request at;      /* whose knowledge, level, seed; iterations of all searches */
	const void *truth;             /* the full state, or NULL: what the seat may know */
	const struct mp_played *first; /* a move to be played first, or NULL */
};

/* The win shares that searches number from … to-1 of VALUE_SEARCHES find. False if no world fits
 * what the seat has seen. */
bool value_search(struct mp_bot *, const struct value_request *, int from, int to,
                  double share[VALUE_SEARCHES][MP_SEATS]);

/* The line that one search of all iterations expects from the position on, the first move played in
 * it; as long as it is looked at often enough to mean something. Moves of players only: what chance
 * brings is not foreseen. At most `cap` moves; 0 if there is none. */
size_t value_line(struct mp_bot *, const struct value_request *, struct mp_played *out, size_t cap);

#endif
