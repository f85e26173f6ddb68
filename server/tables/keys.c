/* SPDX-License-Identifier: MIT
 *
 * Numbers for new tables: some are at hand, and more are asked for before they run out.
 */
#include "server/tables/keys.h"

#include "server/process.h"
#include "server/tables/table.h"

#include <stdlib.h>

/* Few, since lists of games are in the order of their numbers. */
enum { KEYS_AT_ONCE = 256 };

struct asking {
	struct store_job job;
	int64_t first;
};

bool keys_load(struct keys *keys, const struct store_ops *ops, void *db)
{
	*keys = (struct keys){0};
	if (!ops->table_keys(db, KEYS_AT_ONCE, &keys->next))
		return false;
	keys->end = keys->next + KEYS_AT_ONCE;
	return true;
}

static bool run_asking(const struct store_ops *ops, void *db, struct store_job *base)
{
	return ops->table_keys(db, KEYS_AT_ONCE, &((struct asking *)base)->first);
}

static void finish_asking(struct server *server, struct task *task)
{
	struct keys *keys = &server->tables->keys;

	keys->spare = ((struct asking *)task)->first;
	keys->is_asking = false;
	free(task);
}

static void ask_for_keys(struct server *server)
{
	struct asking *asking = calloc(1, sizeof *asking);

	if (!asking)
		return;
	asking->job.run = run_asking;
	asking->job.task.finish = finish_asking;
	server->tables->keys.is_asking = true;
	store_submit(server->store, &asking->job);
}

int64_t keys_take(struct server *server)
{
	struct keys *keys = &server->tables->keys;

	if (keys->next == keys->end && keys->spare) {
		keys->next = keys->spare;
		keys->end = keys->next + KEYS_AT_ONCE;
		keys->spare = 0;
	}
	if (!keys->spare && !keys->is_asking && keys->end - keys->next <= KEYS_AT_ONCE / 2)
		ask_for_keys(server);
	return keys->next < keys->end ? keys->next++ : 0;
}
