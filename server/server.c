/* SPDX-License-Identifier: MIT
 *
 * The server: its parts put together, its turns, its end.
 */
#include "server/process.h"

#include "server/admin.h"
#include "server/data_file.h"
#include "server/log.h"
#include "server/tables/messages.h"
#include "server/net/sockets.h"
#include "server/queue.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/limit.h"
#include "server/nodes/node.h"
#include "server/notify/mail.h"
#include "server/notify/notify.h"
#include "server/people/vacation.h"
#include "server/store/store.h"
#include "server/tables/lobby.h"
#include "server/tables/reviews.h"
#include "server/tables/table.h"
#include "server/reload.h"
#include "server/worker.h"

#include <libwebsockets.h>
#include <malloc.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* One process and its parts, allocated as one; the other files see a part by its own header only.
 */
struct whole {
	struct server server;
	struct queue done;
	struct store store;
	struct workers workers, hashers, senders;
	struct notify notify;
	struct reviews reviews;
	struct vacations vacations;
	struct mails mails;
	struct limits limits;
	struct conns conns;
	struct setups setups;
	struct tables tables;
	struct node node;
	struct lobby lobby;
	struct metrics metrics;
};

enum { TICK_MS = 100, POLL_MS = 1000, RETAIN_MS = 3600000, TRIM_MS = 60000, GOODBYE_MS = 3000 };

static uint64_t clock_us(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

uint64_t server_now_us(void)
{
	return clock_us(CLOCK_MONOTONIC);
}

void server_clock(struct server *server)
{
	const struct serve_hooks *hooks = &server->hooks;

	server->now = hooks->now_ms ? hooks->now_ms(hooks->ctx) : server_now_us() / 1000;
	/* Nodes go by one clock, the database's, at the rate of real time between two looks at it. */
	if (hooks->wall_ms)
		server->wall = hooks->wall_ms(hooks->ctx);
	else if (server->node->has_offset)
		server->wall = (uint64_t)((int64_t)(server_now_us() / 1000) + server->node->offset);
	else
		server->wall = clock_us(CLOCK_REALTIME) / 1000;
}

void server_random(struct server *server, void *out, size_t n)
{
	if (server->hooks.random)
		server->hooks.random(server->hooks.ctx, out, n);
	else
		randombytes_buf(out, n);
}

/* Makes the loop turn; from any thread. */
static void wake_loop(void *ctx)
{
	struct server *server = ctx;

	lws_cancel_service(server->lws);
}

void server_wake(struct server *server)
{
	if (server->lws)
		wake_loop(server);
}

static void storage_changed(void *ctx, enum store_state state, const char *why)
{
	static const char *const events[] = {
		[STORE_GOOD] = "storage_back",
		[STORE_BUSY] = "storage_busy",
		[STORE_FULL] = "storage_full",
		[STORE_BROKEN] = "storage_failed",
	};
	struct server *server = ctx;

	log_event(state == STORE_GOOD ? LOG_INFO : LOG_ERROR, events[state], "message", why, NULL);
	if (state == STORE_BROKEN)
		atomic_store(&server->has_failed, true);
	wake_loop(server);
}

bool server_takes_changes(struct server *server)
{
	return store_state(server->store) == STORE_GOOD && !server->node->is_deaf &&
	       !node_is_cut_off(server);
}

static bool init_parts(struct server *server, char *why, size_t cap)
{
	const struct serve_config *config = &server->config;

	limits_init(server->limits, config);
	server->show = show_new();
	if (!server->show || !conns_init(server->conns, config->connections) ||
	    !tables_init(server->tables, config->tables)) {
		snprintf(why, cap, "There is not enough memory.");
		return false;
	}
	if (!data_file_hold(config->data, &server->data_lock, why, cap) ||
	    !store_init(server->store, &store_sql, config->data, why, cap))
		return false;
	server->is_shared = store_is_shared(config->data);
	return node_init(server, why, cap) && tables_load(server, why, cap) &&
	       sockets_init(server, why, cap);
}

static bool start_threads(struct server *server, char *why, size_t cap)
{
	if (store_start(server->store, server->done, wake_loop, storage_changed, server) &&
	    (server->config.workers == 0 || workers_init(server->workers, server->config.workers, true,
	                                                 server->done, wake_loop, server)) &&
	    workers_init(server->hashers, 1, false, server->done, wake_loop, server) &&
	    workers_init(server->senders, NOTIFY_THREADS, false, server->done, wake_loop, server))
		return true;
	snprintf(why, cap, "The system gives no threads.");
	return false;
}

static struct server *join_parts(void)
{
	struct whole *whole = calloc(1, sizeof *whole);

	if (!whole)
		return NULL;
	whole->server = (struct server){
		.done = &whole->done,
		.store = &whole->store,
		.workers = &whole->workers,
		.hashers = &whole->hashers,
		.senders = &whole->senders,
		.notify = &whole->notify,
		.reviews = &whole->reviews,
		.vacations = &whole->vacations,
		.mails = &whole->mails,
		.limits = &whole->limits,
		.conns = &whole->conns,
		.setups = &whole->setups,
		.tables = &whole->tables,
		.node = &whole->node,
		.lobby = &whole->lobby,
		.metrics = &whole->metrics,
		.data_lock = -1,
	};
	return &whole->server;
}

struct server *server_new(const struct serve_config *config, const struct serve_hooks *hooks,
                          char *why, size_t cap)
{
	struct server *server = join_parts();
	char name[SERVE_TEXT_MAX];

	if (!server || sodium_init() < 0) {
		snprintf(why, cap, "There is not enough memory.");
		free(server);
		return NULL;
	}
	server->config = *config;
	if (hooks)
		server->hooks = *hooks;
	log_set_level((int)config->log_level);
	queue_init(server->done);
	server_clock(server);
	server->metrics->started = server->now;
	if (!init_parts(server, why, cap) || !start_threads(server, why, cap)) {
		server_free(server);
		return NULL;
	}
	if (!server->is_shared) { /* otherwise when it has duties */
		tables_resume(server);
		mail_resume(server);
	}
	store_name(config->data, name, sizeof name);
	log_event(LOG_INFO, "started", "version", METROPOLE_VERSION, "data", name, NULL);
	return server;
}

int server_port(const struct server *server)
{
	return lws_get_vhost_listen_port(server->vhost);
}

/* While nothing can be kept nobody can move, and nobody's clock runs. True if that is so. */
static bool is_held(struct server *server)
{
	if (!server_takes_changes(server)) {
		if (!server->held_since)
			server->held_since = server->now;
		return true;
	}
	/* Where there are others the clocks are those of the log, and go on: nothing there says yet how
	 * long nobody could move. */
	if (server->held_since && !server->is_shared)
		for (struct table *table = server->tables->first; table; table = table->next)
			clock_forgive(&table->clock, server->held_since, server->now);
	server->held_since = 0;
	return false;
}

static void do_what_is_due(struct server *server)
{
	struct table *table, *next;

	lobby_tick(server);
	node_tick(server);
	if (is_held(server))
		return;
	if (server->now >= server->next_tick) {
		server->next_tick = server->now + TICK_MS;
		vacations_tick(server);
		mail_tick(server);
		reviews_tick(server);
		for (table = server->tables->first; table; table = next) {
			next = table->next;
			table_tend(server, table);
		}
	}
	/* In real time, whatever the games' clock says: somebody waits for the answer. */
	if (server_now_us() / 1000 >= server->next_poll) {
		server->next_poll = server_now_us() / 1000 + POLL_MS;
		if (duties_has_house(server))
			admin_poll(server);
	}
	if (server->now >= server->next_retain) {
		server->next_retain = server->now + RETAIN_MS;
		limits_sweep(server->limits, server->now);
		if (duties_has_house(server))
			admin_retain(server);
	}
	/* What a busy hour needed goes back to the system when it is over. */
	if (server->now >= server->next_trim) {
		server->next_trim = server->now + TRIM_MS;
		malloc_trim(0);
	}
}

/* Everything that was accepted is answered, and every answer has left, or had its time. */
static bool is_quiet(struct server *server)
{
	for (struct table *table = server->tables->first; table; table = table->next)
		if (table->jobs > 0)
			return false;
	for (uint32_t i = 0; i < server->conns->cap; i++)
		if (server->conns->slot[i] && server->conns->slot[i]->first)
			return false;
	return true;
}

static void finish_tasks(struct server *server)
{
	struct task *task = queue_take_all(server->done);

	while (task) {
		struct task *next = task->next;

		task->finish(server, task);
		task = next;
	}
}

void server_turn(struct server *server)
{
	struct serve_config *fresh = atomic_exchange(&server->reload, NULL);

	finish_tasks(server);
	if (fresh)
		reload_take(server, fresh);
	free(fresh);
	if (atomic_load(&server->has_failed)) {
		sockets_end(server);
		return;
	}
	if (atomic_load(&server->is_asked_to_stop) && node_drains(server)) {
		do_what_is_due(server);
		return;
	}
	if (atomic_load(&server->is_asked_to_stop)) {
		if (!server->stopping) {
			server->stop_by = server->now + GOODBYE_MS;
			if (server_takes_changes(server) && !server->is_shared)
				tables_keep_clocks(server);
		}
		server->stopping = true;
		if (is_quiet(server) || server->now >= server->stop_by)
			sockets_end(server);
		return;
	}
	do_what_is_due(server);
}

int server_run(struct server *server)
{
	sockets_run(server);
	log_event(LOG_INFO, "stopped", NULL);
	return atomic_load(&server->has_failed) || !server_takes_changes(server) ? 1 : 0;
}

void server_reload(struct server *server, const struct serve_config *config)
{
	struct serve_config *fresh = malloc(sizeof *fresh);

	if (!fresh)
		return;
	*fresh = *config;
	free(atomic_exchange(&server->reload, fresh));
	wake_loop(server);
}

void server_stop(struct server *server)
{
	atomic_store(&server->is_asked_to_stop, true);
	wake_loop(server);
}

void server_free(struct server *server)
{
	server->stopping = true;
	node_hush(server);
	if (server->workers->done)
		workers_release(server->workers);
	if (server->hashers->done)
		workers_release(server->hashers);
	if (server->senders->done)
		workers_release(server->senders);
	if (server->store->done)
		finish_tasks(server);
	if (server->store->db)
		store_release(server->store);
	if (server->store->done)
		finish_tasks(server);
	sockets_release(server);
	if (server->show)
		tables_release(server);
	node_release(server);
	lobby_release(server->lobby);
	vacations_release(server->vacations);
	mails_release(server->mails);
	limits_release(server->limits);
	conns_release(server->conns);
	show_free(server->show);
	queue_release(server->done);
	data_file_release(server->data_lock);
	free(atomic_load(&server->reload));
	free(server); /* the first of its whole */
}
