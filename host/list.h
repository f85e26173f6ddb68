/* SPDX-License-Identifier: MIT
 *
 * Moves in the protocols: one, and lists of legal moves and outcomes, in byte order.
 */
#ifndef HOST_LIST_H
#define HOST_LIST_H

#include <metropole/match.h>

/* A move's notation. */
void list_move(const struct mp_setup *, const char *key, mp_move, struct mp_json *);
/* The legal moves of a seat, an array; empty for who is no seat. */
void list_moves(const struct mp_match *, int seat, const char *key, struct mp_json *);
/* Member `chance`: the outcomes with their weights. */
void list_chance(const struct mp_match *, struct mp_json *);

#endif
