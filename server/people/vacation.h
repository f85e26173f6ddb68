/* SPDX-License-Identifier: MIT
 *
 * Vacations: days of a year's budget on which the clocks of somebody's slow games stand still. Who
 * is on one is in memory; the days that were used are on the disk.
 *
 * A vacation begins at once, for so many whole days, and ends by itself or when its owner is back.
 * Days that had begun are used; it counts for the year (UTC) in which it began.
 */
#ifndef METROPOLE_SERVER_VACATION_H
#define METROPOLE_SERVER_VACATION_H

#include "server/net/http.h"

struct vacations {
	struct on_vacation {
		int64_t person, ends; /* ms since 1970 */
	} * list;                 /* by person */
	size_t n, cap;
};

/* Whoever is on one at the start. */
bool vacations_load(struct vacations *, const struct store_ops *, void *db, int64_t now);
void vacations_release(struct vacations *);
/* When a person's vacation ends, ms since 1970; 0 without one. */
int64_t vacation_ends(const struct vacations *, int64_t person);
/* Ends those whose time is over. */
void vacations_tick(struct server *);
/* Another node tells when a person's vacation ends; 0 if it has. */
void vacation_heard(struct server *, int64_t person, int64_t ends);
/* Others may have begun and ended any. */
void vacations_reload(struct server *);
/* Somebody was forgotten. */
void vacation_forget(struct vacations *, int64_t person);

/* What a person has left of this year's days. */
int vacation_left(const struct store_vacation *, int budget, int64_t now);

/* POST /api/vacation {"days":n}: from now; 0 ends it. */
void vacation_route(struct http_request *, const json_t *body);

#endif
