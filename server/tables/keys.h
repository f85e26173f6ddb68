/* SPDX-License-Identifier: MIT
 *
 * Numbers for new tables. The database hands them out, some at a time, so that no two nodes ever
 * give the same.
 */
#ifndef METROPOLE_SERVER_KEYS_H
#define METROPOLE_SERVER_KEYS_H

#include "server/store/store.h"

struct server;

struct keys {
	int64_t next, end;
	int64_t spare; /* the first of those that come after `end`; 0: none yet */
	bool is_asking;
};

/* The first ones, before the storage's thread starts. */
bool keys_load(struct keys *, const struct store_ops *, void *db);
/* One that nobody has had; 0 while the storage gives none, which is when it has been out of reach
 * for long. */
int64_t keys_take(struct server *);

#endif
