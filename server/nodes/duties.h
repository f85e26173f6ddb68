/* SPDX-License-Identifier: MIT
 *
 * Duties that are done once, however many nodes there are: the clocks and bots of tables, what ages
 * and is forgotten. Tables are dealt out in shards by their keys; a node has a shard while it holds
 * the shard's lease in the database, and renews it long before it ends. A node that was stopped for
 * a while finds its leases out of date by its own clock, and does nothing until it has them anew;
 * what it would have written the log refuses anyway.
 */
#ifndef METROPOLE_SERVER_DUTIES_H
#define METROPOLE_SERVER_DUTIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server;
struct store_ops;

enum {
	DUTY_SHARDS = 32,
	DUTY_NODES_MAX = 64,  /* that take a share; what is beyond only serves */
	DUTY_LEASE_MS = 1800, /* a dead node's duties are free after so long */
	DUTY_MARGIN_MS = 300, /* the holder stops so much earlier */
	DUTY_BEAT_MS = 400,   /* leases are renewed so often */
};

struct duties {
	uint64_t until[DUTY_SHARDS]; /* by the server's `now`; 0: another's */
};

/* Is what is due for this table, or this person, to be done by this node? */
bool duties_has(const struct server *, int64_t key);
/* What is there once: retention, an operator's orders. */
bool duties_has_house(const struct server *);
unsigned duties_count(const struct server *);

/* On the storage thread: renews those that are this node's share among `nodes`, which are in order,
 * and gives up others. `is_mine` is what it has now. */
bool duties_renew(const struct store_ops *, void *db, int64_t node, const int64_t *nodes, size_t n,
                  bool is_mine[DUTY_SHARDS]);

#endif
