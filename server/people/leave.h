/* SPDX-License-Identifier: MIT
 *
 * Forgetting: a person everywhere, or a single chat line; on the disk, in memory, and before the
 * eyes of those who look on.
 */
#ifndef METROPOLE_SERVER_LEAVE_H
#define METROPOLE_SERVER_LEAVE_H

#include <stddef.h>
#include <stdint.h>

struct server;
struct store_event;

/* Forgets a person, then calls `then` with the ticket. Seats in games that go on are given up. */
void leave_forget(struct server *, int64_t person,
                  void (*then)(struct server *, void *ticket, size_t events), void *ticket);
/* An event now reads otherwise on the disk: in memory and for watchers, too. */
void leave_rewrite(struct server *, const struct store_event *);

#endif
