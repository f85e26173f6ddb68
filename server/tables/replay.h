/* SPDX-License-Identifier: MIT
 *
 * Stored events, played into a table again: after a restart, when somebody wants to see a finished
 * game, and when another node has written them. While a change of the table is open (change.c:
 * table_echo) those who watch are told of each as if it happened here.
 *
 * While it lasts the table's clock runs by the stamps of the events, so that it says the same
 * whoever reads them, and whenever.
 */
#ifndef METROPOLE_SERVER_REPLAY_H
#define METROPOLE_SERVER_REPLAY_H

#include "server/store/store.h"

struct server;
struct table;

/* The row of the table, but for its seats and its status. */
void replay_row(struct server *, struct table *, const struct store_table *);
/* Who sits where, the host, the next game. */
void replay_seats(struct table *, const struct store_table *);
void replay_status(struct server *, struct table *, enum table_status);
/* Before and after events that follow those that the table has. */
void replay_begin(struct server *, struct table *);
/* Plays events into the table. False if one of them does not fit: the copy is to be read anew. */
bool replay_events(struct server *, struct table *, const struct store_event *, size_t n);
void replay_end(struct server *, struct table *);

#endif
