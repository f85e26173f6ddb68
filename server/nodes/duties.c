/* SPDX-License-Identifier: MIT
 *
 * Shards and their leases.
 */
#include "server/nodes/duties.h"

#include "server/nodes/node.h"
#include "server/process.h"
#include "server/store/store.h"

#include <stdio.h>

bool duties_has(const struct server *server, int64_t key)
{
	return !server->is_shared ||
	       server->now < server->node->duties.until[(uint64_t)key % DUTY_SHARDS];
}

bool duties_has_house(const struct server *server)
{
	return duties_has(server, 0);
}

unsigned duties_count(const struct server *server)
{
	unsigned n = 0;

	for (int shard = 0; shard < DUTY_SHARDS; shard++)
		n += duties_has(server, shard);
	return n;
}

/* Which of the nodes a shard falls to. Everyone reckons the same from the same list; who reckons
 * from an older one does not get the lease. */
static bool falls_to(int shard, int64_t node, const int64_t *nodes, size_t n)
{
	return n > 0 && nodes[(size_t)shard % n] == node;
}

bool duties_renew(const struct store_ops *ops, void *db, int64_t node, const int64_t *nodes,
                  size_t n, bool is_mine[DUTY_SHARDS])
{
	for (int shard = 0; shard < DUTY_SHARDS; shard++) {
		char name[32];

		snprintf(name, sizeof name, "shard %d", shard);
		if (falls_to(shard, node, nodes, n)) {
			if (!ops->lease_take(db, name, node, DUTY_LEASE_MS, &is_mine[shard]))
				return false;
		} else if (is_mine[shard]) {
			is_mine[shard] = false;
			if (!ops->lease_drop(db, name, node))
				return false;
		}
	}
	return true;
}
