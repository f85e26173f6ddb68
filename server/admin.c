/* SPDX-License-Identifier: MIT
 *
 * Obeying the host of the server.
 */
#include "server/admin.h"

#include "server/log.h"
#include "server/people/name.h"
#include "server/process.h"
#include "server/mailbox.h"
#include "server/net/conn.h"
#include "server/store/store.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_MAX = 256 };

struct errand {
	struct store_job job;
	char command[COMMAND_MAX];
	bool found;
	int64_t user; /* whom it concerns */
	int64_t now;
	struct store_keep keep;
};

static bool ban(const struct store_ops *ops, void *db, struct errand *errand, const char *name,
                bool banned)
{
	struct store_user user;
	char key[NAME_BYTES];
	bool found, taken;

	name_key(name, key);
	if (!ops->user_named(db, key, &user, &found))
		return false;
	if (!found)
		return true;
	user.is_banned = banned;
	errand->user = user.id;
	return ops->user_put(db, &user, &taken) && (!banned || ops->session_drop(db, user.id, NULL));
}

static bool forget(const struct store_ops *ops, void *db, struct errand *errand, const char *name)
{
	struct store_user user;
	char key[NAME_BYTES];
	bool found;

	name_key(name, key);
	if (!ops->user_named(db, key, &user, &found))
		return false;
	errand->user = found ? user.id : 0;
	return !found || ops->user_drop(db, user.id);
}

static const char *after(const char *text, const char *word)
{
	size_t len = strlen(word);

	return strncmp(text, word, len) == 0 && text[len] == ' ' ? text + len + 1 : NULL;
}

static bool run_poll(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)base;
	const char *rest;

	if (!ops->command_next(db, errand->command, sizeof errand->command, &errand->found))
		return false;
	if (!errand->found)
		return true;
	if ((rest = after(errand->command, "ban")))
		return ban(ops, db, errand, rest, true);
	if ((rest = after(errand->command, "unban")))
		return ban(ops, db, errand, rest, false);
	if ((rest = after(errand->command, "forget")))
		return forget(ops, db, errand, rest);
	if ((rest = after(errand->command, "delete")))
		return ops->table_drop(db, rest);
	return true;
}

/* In memory too: a banned person's connections are cut, a closed table ends. */
static void deliver_poll(struct server *server, struct letter *letter)
{
	struct errand *errand = (struct errand *)letter;
	const char *rest = after(errand->command, "close");
	struct table *table = rest ? table_find(server->tables, rest) : NULL;
	bool again = errand->found;

	if (table)
		table_close(server, table, "closed");
	rest = after(errand->command, "delete");
	table = rest ? table_find(server->tables, rest) : NULL;
	if (table) {
		while (table->n_watchers > 0)
			table_unwatch(server, table, table->watchers[0].conn);
		if (table->status == TABLE_PLAYING)
			server->tables->n_playing--;
		table->status = TABLE_ABORTED;
		table->is_doomed = table->jobs > 0;
		if (!table->is_doomed)
			table_free(server, table);
	}
	if (errand->user && !after(errand->command, "unban"))
		for (struct conn *conn = conn_of_person(server->conns, errand->user); conn;
		     conn = conn_next_of_person(conn))
			conn_close(conn);
	if (again)
		log_event(LOG_INFO, "admin", "command", errand->command, NULL);
	free(errand);
	if (again && !server->stopping)
		admin_poll(server);
}

void admin_poll(struct server *server)
{
	struct errand *errand = calloc(1, sizeof *errand);

	if (!errand)
		return;
	errand->job.run = run_poll;
	errand->job.letter.deliver = deliver_poll;
	store_submit(server->store, &errand->job);
}

static bool run_retain(const struct store_ops *ops, void *db, struct store_job *base)
{
	return ops->retain(db, &((struct errand *)base)->keep);
}

static void deliver_retain(struct server *server, struct letter *letter)
{
	(void)server;
	free(letter);
}

void admin_retain(struct server *server)
{
	const struct serve_config *config = &server->config;
	const int64_t day = 86400000;
	struct errand *errand = calloc(1, sizeof *errand);

	if (!errand)
		return;
	errand->job.run = run_retain;
	errand->job.letter.deliver = deliver_retain;
	errand->keep = (struct store_keep){
		.wall = (int64_t)server->wall,
		.passed = server->retained ? (int64_t)(server->now - server->retained) : 0,
		.guests = day * config->keep_guests_days,
		.tables = day * config->keep_tables_days,
		.open = (int64_t)config->keep_open_hours * 3600000,
		.chat = day * config->keep_chat_days,
	};
	server->retained = server->now;
	store_submit(server->store, &errand->job);
}
