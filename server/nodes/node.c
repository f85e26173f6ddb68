/* SPDX-License-Identifier: MIT
 *
 * The heartbeat, and what the bell says.
 */
#include "server/nodes/node.h"

#include "host/array.h"
#include "server/log.h"
#include "server/net/conn.h"
#include "server/net/limit.h"
#include "server/notify/mail.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/tables/messages.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

enum {
	NEWS_MS = 100, /* budgets and presence are told so often */
	CUT_OFF_MS = 2500,
	DRAIN_MS = 5000,       /* who has not moved in half of it is closed */
	OFFSET_OLD_MS = 20000, /* a reading of the database's clock is good for so long */
};

bool node_ring(const struct store_ops *ops, void *db, enum node_topic topic, int64_t a, int64_t b)
{
	return ops->ring(db, (enum bell_topic)topic, a, b);
}

/* --- what is heard --- */

struct rung {
	struct task task;
	struct store_bell bell;
};

/* Everything may have happened. Tables that somebody looks at, or whose clocks and bots are ours,
 * are read at once, the others when they are wanted. */
static void missed(struct server *server)
{
	log_event(LOG_INFO, "bell_missed", NULL);
	for (struct table *table = server->tables->first, *next; table; table = next) {
		next = table->next;
		table_heard(server, table, 0);
	}
	tables_find_new(server);
	server->node->others_are_old = true;
	node_check_sessions(server, 0);
	vacations_reload(server);
	thoughts_take(server);
}

/* A session by the first bytes of its hash. Of all that somebody had one may have begun since. */
static void session_ended(struct server *server, int64_t person, int64_t part)
{
	if (part == 0) {
		node_check_sessions(server, person);
		return;
	}
	for (struct conn *conn = conn_of_person(server->conns, person); conn;
	     conn = conn_next_of_person(conn)) {
		int64_t mine = 0;

		memcpy(&mine, conn->session, sizeof mine);
		if (conn->has_session && mine == part)
			conn_close(conn);
	}
}

static void heard_of_table(struct server *server, const struct store_bell *bell)
{
	struct table *table = table_by_key(server->tables, bell->a);

	if (table && bell->topic == NODE_REWRITTEN)
		table->behind.is_rewritten = true;
	if (table && bell->topic == BELL_META)
		table_row_changed(server, table);
	else if (table)
		table_heard(server, table, bell->topic == BELL_TABLE ? (uint32_t)bell->b : 0);
	else if (bell->topic == BELL_META)
		table_fetch_key(server, bell->a);
}

static void heard(struct server *server, struct task *task)
{
	const struct store_bell *bell = &((struct rung *)task)->bell;

	switch (bell->topic) {
	case BELL_LOST:
		server->node->is_deaf = true;
		break;
	case BELL_MISSED:
		server->node->is_deaf = false;
		missed(server);
		break;
	case BELL_TABLE:
	case BELL_META:
	case NODE_REWRITTEN:
		heard_of_table(server, bell);
		break;
	case BELL_SESSION:
		session_ended(server, bell->a, bell->b);
		break;
	case BELL_USER:
		node_check_sessions(server, bell->a);
		break;
	case BELL_THOUGHT:
		if (bell->b == server->node->id)
			thoughts_take(server);
		break;
	case NODE_VACATION:
		vacation_heard(server, bell->a, bell->b);
		break;
	case NODE_ADDRESS:
		conns_end_guests(server->conns, (uint64_t)bell->a);
		break;
	case NODE_PRESENCE:
		server->node->others_are_old = true;
		break;
	case NODE_BOTS:
		conns_end_bots(server->conns, bell->a);
		break;
	default: /* of a newer version */
		break;
	}
	free(task);
}

/* On the bell's thread. */
static void bell_rang(void *ctx, struct store_bell bell)
{
	struct server *server = ctx;
	struct rung *rung = calloc(1, sizeof *rung);

	if (!rung)
		log_out_of_memory(); /* nobody would know what was missed */
	rung->bell = bell;
	rung->task.finish = heard;
	queue_put(server->done, &rung->task);
	server_wake(server);
}

/* --- the heartbeat --- */

struct beat {
	struct store_job job;
	int64_t node;
	bool is_leaving, reads_others;
	uint64_t began; /* by the server's `now`: leases count from here */
	uint64_t asked_us, answered_us;
	int64_t clock; /* the database's, ms since 1970 */
	int64_t nodes[DUTY_NODES_MAX];
	size_t n;
	bool had[DUTY_SHARDS], has[DUTY_SHARDS];
	int64_t *others;
	size_t n_others, cap_others;
	bool out_of_memory;
};

static void take_node(void *ctx, int64_t node, const char *about)
{
	struct beat *beat = ctx;

	(void)about;
	if (beat->n < DUTY_NODES_MAX)
		beat->nodes[beat->n++] = node;
}

static void take_other(void *ctx, int64_t node, int64_t who, int64_t n)
{
	struct beat *beat = ctx;

	if (node == beat->node || n <= 0)
		return;
	if (!array_reserve(beat->others, beat->cap_others, beat->n_others + 1, SIZE_MAX))
		beat->out_of_memory = true;
	else
		beat->others[beat->n_others++] = who;
}

static bool run_beat(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct beat *beat = (struct beat *)base;

	if (beat->is_leaving)
		return ops->node_drop(db, beat->node);
	beat->n = beat->n_others = 0;
	beat->out_of_memory = false;
	memcpy(beat->has, beat->had, sizeof beat->has);
	beat->asked_us = server_now_us();
	if (!ops->clock(db, &beat->clock))
		return false;
	beat->answered_us = server_now_us();
	return ops->node_put(db, beat->node, METROPOLE_VERSION, DUTY_LEASE_MS) &&
	       ops->nodes(db, take_node, beat) &&
	       duties_renew(ops, db, beat->node, beat->nodes, beat->n, beat->has) &&
	       (!beat->reads_others || ops->presences(db, take_other, beat));
}

/* The reading that took least time is the best; none lasts for ever. */
static void set_clock(struct server *server, const struct beat *beat)
{
	struct node *node = server->node;
	uint64_t rtt = beat->answered_us - beat->asked_us;

	if (node->has_offset && rtt > node->offset_rtt &&
	    beat->answered_us < node->offset_at + OFFSET_OLD_MS * 1000u)
		return;
	node->offset = beat->clock - (int64_t)((beat->asked_us + rtt / 2) / 1000);
	node->offset_rtt = rtt;
	node->offset_at = beat->answered_us;
	node->has_offset = true;
}

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void sort_numbers(int64_t *numbers, size_t n)
{
	if (n > 0) /* there may be no array yet */
		qsort(numbers, n, sizeof *numbers, by_number);
}

static void set_others(struct server *server, struct beat *beat)
{
	struct node *node = server->node;

	if (!beat->reads_others || beat->out_of_memory)
		return;
	sort_numbers(beat->others, beat->n_others);
	free(node->others);
	node->others = beat->others;
	node->n_others = beat->n_others;
	beat->others = NULL;
	for (struct table *table = server->tables->first; table; table = table->next)
		if (table->status <= TABLE_PLAYING)
			table_check_others(server, table);
}

/* What bots were asked while a duty was this node's before is not answered for certain. */
static void ask_anew(struct server *server, const bool was_mine[DUTY_SHARDS])
{
	for (struct table *table = server->tables->first; table; table = table->next)
		if (duties_has(server, table->key) && !was_mine[(uint64_t)table->key % DUTY_SHARDS])
			table_stop_bots(server, table);
}

static void finish_beat(struct server *server, struct task *task)
{
	struct beat *beat = (struct beat *)task;
	struct node *node = server->node;
	bool is_new = false, was_cut_off = node_is_cut_off(server), was_mine[DUTY_SHARDS];

	node->is_beating = false;
	if (was_cut_off)
		missed(server); /* the bell may have been cut off, too, and not know yet */
	if (!beat->is_leaving) {
		set_clock(server, beat);
		set_others(server, beat);
		if (beat->n != node->n_nodes)
			node->others_are_old = true; /* who was on a node that died is gone */
		node->n_nodes = beat->n;
	}
	for (int shard = 0; shard < DUTY_SHARDS; shard++) {
		bool has = beat->has[shard] && !beat->is_leaving;

		was_mine[shard] = node->duties.until[shard] > server->now;
		is_new |= has && !was_mine[shard];
		node->duties.until[shard] = has ? beat->began + DUTY_LEASE_MS - DUTY_MARGIN_MS : 0;
	}
	if (is_new) {
		mail_resume(server);
		ask_anew(server, was_mine);
	}
	free(beat->others);
	free(beat);
}

static void send_beat(struct server *server, bool is_leaving)
{
	struct node *node = server->node;
	struct beat *beat = calloc(1, sizeof *beat);

	if (!beat)
		return;
	beat->job.run = run_beat;
	beat->job.task.finish = finish_beat;
	beat->node = server->node->id;
	beat->is_leaving = is_leaving;
	beat->began = server->now;
	beat->reads_others = node->others_are_old;
	node->others_are_old = false;
	for (int shard = 0; shard < DUTY_SHARDS; shard++)
		beat->had[shard] = node->duties.until[shard] != 0;
	node->is_beating = true;
	node->beat_since = server->now;
	store_submit(server->store, &beat->job);
}

/* --- presence and budgets --- */

bool node_has_person(const struct server *server, int64_t person)
{
	return server->is_shared && person && server->node->n_others > 0 &&
	       bsearch(&person, server->node->others, server->node->n_others, sizeof person,
	               by_number) != NULL;
}

void node_person_changed(struct server *server, int64_t person)
{
	struct node *node = server->node;

	if (server->is_shared && person &&
	    array_reserve(node->changed, node->cap_changed, node->n_changed + 1, SIZE_MAX))
		node->changed[node->n_changed++] = person;
}

struct news {
	struct store_job job;
	int64_t node;
	struct person_news {
		int64_t person;
		bool is_here;
	} * people;
	size_t n_people;
	struct limit_use *uses;
	size_t n_uses;
};

static bool run_news(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct news *news = (struct news *)base;

	for (size_t i = 0; i < news->n_people; i++)
		if (!ops->presence_put(db, news->node, news->people[i].person, news->people[i].is_here))
			return false;
	for (size_t i = 0; i < news->n_uses; i++) {
		struct limit_use *use = &news->uses[i];

		if (!ops->budget_use(db, (int64_t)use->key, (int)use->limit, use->amount, use->rate,
		                     &use->used))
			return false;
	}
	return news->n_people == 0 || node_ring(ops, db, NODE_PRESENCE, 0, 0);
}

static void finish_news(struct server *server, struct task *task)
{
	struct news *news = (struct news *)task;

	server->node->is_sending = false;
	limits_learn(server->limits, news->uses, news->n_uses, server->now);
	free(news->people);
	free(news->uses);
	free(news);
}

/* In the order of their numbers, as other nodes take them: nobody waits for each other in a ring.
 */
static void send_news(struct server *server)
{
	struct node *node = server->node;
	struct news *news;

	if (node->n_changed == 0 && !limits_has_uses(server->limits))
		return;
	news = calloc(1, sizeof *news);
	if (!news)
		return;
	news->people = calloc(node->n_changed + 1, sizeof *news->people);
	sort_numbers(node->changed, node->n_changed);
	for (size_t i = 0; news->people && i < node->n_changed; i++)
		if (i == 0 || node->changed[i] != node->changed[i - 1])
			news->people[news->n_people++] = (struct person_news){
				.person = node->changed[i],
				.is_here = conn_of_person(server->conns, node->changed[i]) != NULL,
			};
	node->n_changed = 0;
	news->uses = limits_take_uses(server->limits, &news->n_uses);
	news->node = server->node->id;
	news->job.run = run_news;
	news->job.task.finish = finish_news;
	node->is_sending = true;
	store_submit(server->store, &news->job);
}

/* --- its life --- */

bool node_init(struct server *server, char *why, size_t cap)
{
	struct node *node = server->node;

	if (!server->is_shared)
		return true;
	limits_share(server->limits);
	node->id = server->store->ops->node(server->store->db);
	node->others_are_old = true;
	node->bell = bell_new(server->config.data, server->node->id, bell_rang, server, why, cap);
	return node->bell != NULL;
}

void node_hush(struct server *server)
{
	if (server->node->bell)
		bell_free(server->node->bell);
	server->node->bell = NULL;
}

bool node_is_cut_off(const struct server *server)
{
	return server->is_shared && server->node->is_beating &&
	       server->now > server->node->beat_since + CUT_OFF_MS;
}

void node_release(struct server *server)
{
	free(server->node->others);
	free(server->node->changed);
}

void node_tick(struct server *server)
{
	struct node *node = server->node;

	if (!server->is_shared)
		return;
	if (!node->is_beating && !node->drains_since && server->now >= node->next_beat) {
		node->next_beat = server->now + DUTY_BEAT_MS;
		send_beat(server, false);
	}
	if (!node->is_sending && server->now >= node->next_news) {
		node->next_news = server->now + NEWS_MS;
		send_news(server);
	}
}

static void tell_all_to_move(struct server *server)
{
	struct mp_json json = show_begin(server, "moving");
	struct message *message = show_end(&json);

	for (uint32_t i = 0; message && i < server->conns->cap; i++)
		if (server->conns->slot[i] && server->conns->slot[i]->has_hello)
			conn_send(server, server->conns->slot[i], message);
	message_drop(message);
}

bool node_drains(struct server *server)
{
	struct node *node = server->node;

	if (!server->is_shared)
		return false;
	if (!node->drains_since) {
		node->drains_since = server->now;
		log_event(LOG_INFO, "draining", NULL);
		if (server_takes_changes(server))
			send_beat(server, true);
		tell_all_to_move(server);
	}
	if (server->now > node->drains_since + DRAIN_MS / 2)
		for (uint32_t i = 0; i < server->conns->cap; i++)
			if (server->conns->slot[i])
				conn_close(server->conns->slot[i]);
	return server->now < node->drains_since + DRAIN_MS &&
	       (server->conns->n > 0 || node->is_beating);
}
