/* SPDX-License-Identifier: MIT
 *
 * Obeying the host of the server.
 */
#include "server/admin.h"

#include "server/log.h"
#include "server/moderate.h"
#include "server/people/leave.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/net/conn.h"
#include "server/nodes/node.h"
#include "server/store/store.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct errand {
	struct store_job job;
	struct order order;
	int64_t command;
	bool found;
	struct store_keep keep;
};

/* What the other nodes have in memory. */
static bool tell_nodes(const struct store_ops *ops, void *db, const struct order *order)
{
	return (!order->address || node_ring(ops, db, NODE_ADDRESS, (int64_t)order->address, 0)) &&
	       (!order->person || ops->ring(db, BELL_USER, order->person, 0)) &&
	       (!order->has_removed || node_ring(ops, db, NODE_REWRITTEN, order->removed.table, 0));
}

/* What is to be forgotten is answered once that is done, everything else at once. */
static bool run_poll(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)base;
	struct order *order = &errand->order;

	if (!ops->command_next(db, &errand->command, order->text, sizeof order->text, &errand->found))
		return false;
	if (!errand->found)
		return true;
	return order_run(ops, db, order) && tell_nodes(ops, db, order) &&
	       (order->forgets ||
	        ops->command_answer(db, errand->command, (int)order->status, order->answer));
}

static void take_table_out(struct server *server, struct table *table)
{
	while (table->n_watchers > 0)
		table_unwatch(server, table, table->watchers[0].conn);
	if (table->status == TABLE_PLAYING)
		server->tables->n_playing--;
	table->status = TABLE_ABORTED;
	table->is_doomed = table->jobs > 0;
	if (!table->is_doomed)
		table_free(server, table);
}

static bool run_answer(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)base;

	return ops->command_answer(db, errand->command, (int)errand->order.status,
	                           errand->order.answer);
}

static void finish_order(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)task;

	log_event(LOG_INFO, "admin", "done", errand->order.answer, NULL);
	free(errand);
	if (!server->stopping)
		admin_poll(server);
}

static void chat_forgotten(struct server *server, void *ticket, size_t events)
{
	struct errand *errand = ticket;

	(void)events;
	errand->job.run = run_answer;
	errand->job.task.finish = finish_order;
	store_submit(server->store, &errand->job);
}

/* In memory, too. */
static void finish_poll(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)task;
	const struct order *order = &errand->order;
	struct table *table = order->table[0] ? table_find(server->tables, order->table) : NULL;

	if (!errand->found) {
		free(errand);
		return;
	}
	if (order->forgets) {
		leave_forget(server, order->person, chat_forgotten, errand);
		return;
	}
	if (order->person) {
		conns_end(server->conns, order->person, NULL, NULL);
		conns_end_bots(server->conns, order->person);
	}
	if (order->address)
		conns_end_guests(server->conns, order->address);
	if (table && order->closes)
		table_close(server, table, "closed");
	if (table && order->deletes)
		take_table_out(server, table);
	if (order->has_removed)
		leave_rewrite(server, &order->removed);
	finish_order(server, task);
}

void admin_poll(struct server *server)
{
	struct errand *errand = calloc(1, sizeof *errand);

	if (!errand)
		return;
	errand->order.now = (int64_t)server->wall;
	errand->job.run = run_poll;
	errand->job.task.finish = finish_poll;
	store_submit(server->store, &errand->job);
}

static bool run_retain(const struct store_ops *ops, void *db, struct store_job *base)
{
	return ops->retain(db, &((struct errand *)base)->keep);
}

static void finish_retain(struct server *server, struct task *task)
{
	(void)server;
	free(task);
}

void admin_retain(struct server *server)
{
	const struct serve_config *config = &server->config;
	const int64_t day = 86400000;
	struct errand *errand = calloc(1, sizeof *errand);

	if (!errand)
		return;
	errand->job.run = run_retain;
	errand->job.task.finish = finish_retain;
	errand->keep = (struct store_keep){
		.wall = (int64_t)server->wall,
		.passed = server->retained ? (int64_t)(server->now - server->retained) : 0,
		.guests = day * config->keep_guests_days,
		.addresses = day * config->keep_addresses_days,
		.tables = day * config->keep_tables_days,
		.open = (int64_t)config->keep_open_hours * 3600000,
		.chat = day * config->keep_chat_days,
	};
	server->retained = server->now;
	store_submit(server->store, &errand->job);
}
