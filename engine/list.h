/* SPDX-License-Identifier: MIT
 *
 * Lists of the protocol: legal moves and outcomes, in byte order.
 */
#ifndef ENGINE_LIST_H
#define ENGINE_LIST_H

#include <metropole/match.h>

/* Member `moves`: the legal moves of a seat; empty for MP_OVER. */
void list_moves(const struct mp_match *, int seat, struct mp_json *);
/* Member `chance`: the outcomes with their weights. */
void list_chance(const struct mp_match *, struct mp_json *);

#endif
