/* SPDX-License-Identifier: MIT
 *
 * From something that waits at a table to messages on their way. The storage is asked in which
 * browsers the person can be reached, behind the change that it is about, so that nothing is told
 * before it is durable; then workers encrypt and send.
 */
#include "server/notify/notify.h"

#include "server/log.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/nodes/node.h"
#include "server/notify/mail.h"
#include "server/notify/reach.h"
#include "server/notify/say.h"
#include "server/process.h"
#include "server/tables/table.h"
#include "server/worker.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	URLSAFE = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
	HOUR_SECONDS = 3600,
	TTL_SECONDS = 24 * HOUR_SECONDS,           /* a service may keep it so long; */
	TTL_MOST_SECONDS = 28 * 24 * HOUR_SECONDS, /* of slow games as long as the turn lasts */
	TOPIC_BYTES = 16,
};

const char *const notify_kind_name[NOTIFY_KINDS] = {"turn", "deal", "takeback", "pause"};

bool notify_init(struct notify *notify, const uint8_t secret[SECRET_BYTES])
{
	uint8_t point[PUSH_POINT];

	if (!push_key_of_chance(secret, notify->key) || !push_public_key(notify->key, point))
		return false;
	sodium_bin2base64(notify->public_key, sizeof notify->public_key, point, sizeof point, URLSAFE);
	return true;
}

/* One message to one browser; all that the worker needs. */
struct push_work {
	struct work work;
	struct store_push to;
	uint8_t key[PUSH_SCALAR];
	char contact[SERVE_TEXT_MAX + 8];
	int64_t expires;
	int ttl;
	char topic[2 * TOPIC_BYTES + 1]; /* a newer one takes the place of one that still waits */
	bool may_be_private;
	const atomic_bool *gives_up;
	long status;
	size_t len;
	char plain[PUSH_PLAIN_MAX];
};

static bool decode_key(const char *text, uint8_t *out, size_t cap)
{
	size_t len = 0;

	return sodium_base642bin(out, cap, text, strlen(text), NULL, &len, NULL, URLSAFE) == 0 &&
	       len == cap;
}

static size_t seal_push(const struct push_work *push, uint8_t body[PUSH_BODY_MAX])
{
	uint8_t browser[PUSH_POINT], secret[PUSH_SECRET], chance[PUSH_SCALAR], once[PUSH_SCALAR];
	uint8_t salt[PUSH_SALT];
	size_t len = 0;

	randombytes_buf(chance, sizeof chance);
	randombytes_buf(salt, sizeof salt);
	if (decode_key(push->to.key, browser, sizeof browser) &&
	    decode_key(push->to.auth, secret, sizeof secret) && push_key_of_chance(chance, once))
		len = push_encrypt(browser, secret, once, salt, push->plain, push->len, body);
	sodium_memzero(chance, sizeof chance);
	sodium_memzero(once, sizeof once);
	return len;
}

/* On a worker's thread. */
static void send_push(struct work *base, struct mp_bot *bot)
{
	struct push_work *push = (struct push_work *)base;
	uint8_t body[PUSH_BODY_MAX];
	char token[PUSH_TOKEN_MAX], authorization[PUSH_TOKEN_MAX + 32], ttl[32], topic[64];
	struct reach_post post = {
		.url = push->to.endpoint,
		.headers = {"Content-Type: application/octet-stream", "Content-Encoding: aes128gcm",
	                "Urgency: normal", ttl, topic, authorization},
		.body = body,
		.len = seal_push(push, body),
		.may_be_private = push->may_be_private,
		.gives_up = push->gives_up,
	};

	(void)bot;
	if (post.len == 0 ||
	    !push_authorize(push->key, push->to.endpoint, push->contact, push->expires, token))
		return;
	snprintf(authorization, sizeof authorization, "Authorization: %s", token);
	snprintf(ttl, sizeof ttl, "TTL: %d", push->ttl);
	snprintf(topic, sizeof topic, "Topic: %s", push->topic);
	push->status = reach_post(&post);
}

struct dropping {
	struct store_job job;
	int64_t user;
	char endpoint[PUSH_ENDPOINT_BYTES];
};

static bool run_endpoint_drop(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct dropping *dropping = (struct dropping *)base;

	return ops->push_drop(db, dropping->user, dropping->endpoint);
}

static void push_dropped(struct server *server, struct task *task)
{
	(void)server;
	free(task);
}

/* The service knows this browser no more. */
static void forget_push(struct server *server, const struct store_push *push)
{
	struct dropping *dropping = calloc(1, sizeof *dropping);

	if (!dropping)
		return;
	dropping->job.run = run_endpoint_drop;
	dropping->job.task.finish = push_dropped;
	dropping->user = push->user;
	memcpy(dropping->endpoint, push->endpoint, sizeof dropping->endpoint);
	store_submit(server->store, &dropping->job);
}

/* Endpoints are addresses of people: no log holds them. */
static void push_sent(struct server *server, struct task *task)
{
	struct push_work *push = (struct push_work *)task;
	bool is_good = push->status >= 200 && push->status < 300;

	if (is_good)
		server->metrics->pushes++;
	else if (!server->stopping)
		server->metrics->pushes_failed++;
	if ((push->status == 404 || push->status == 410) && !server->stopping)
		forget_push(server, &push->to);
	free(push);
}

/* What the service worker shows; web/plugins/sw.template.js reads it. */
static size_t write_plain(struct server *server, struct table *table, enum mp_lang lang,
                          enum notify_kind kind, int by, char plain[PUSH_PLAIN_MAX])
{
	char said[SAY_BYTES], tag[TABLE_ID_LEN + 16], url[TABLE_ID_LEN + 16];
	struct mp_text text;
	struct mp_json json;

	mp_text_init(&text, said, sizeof said);
	say_notice(server, table, lang, kind, by, &text);
	snprintf(tag, sizeof tag, "%s-%s", table->id, notify_kind_name[kind]);
	snprintf(url, sizeof url, "#/table/%s", table->id);
	mp_json_init(&json, plain, PUSH_PLAIN_MAX);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "body", text.overflow ? table->shared->setup.game->title[lang] : said);
	mp_json_str(&json, "tag", tag);
	mp_json_str(&json, "url", url);
	mp_json_end_object(&json);
	return json.text.overflow ? 0 : json.text.len;
}

/* The same for the same table and kind, and nothing that the service could read. */
static void write_topic(const struct server *server, const struct table *table,
                        enum notify_kind kind, char out[2 * TOPIC_BYTES + 1])
{
	char text[TABLE_ID_LEN + 32];
	uint8_t hash[TOPIC_BYTES];

	snprintf(text, sizeof text, "topic.%s.%s", table->id, notify_kind_name[kind]);
	crypto_generichash(hash, sizeof hash, (const uint8_t *)text, strlen(text), server->cookie_key,
	                   sizeof server->cookie_key);
	sodium_bin2hex(out, 2 * TOPIC_BYTES + 1, hash, sizeof hash);
}

static int ttl_of(const struct table *table)
{
	int64_t seconds = table->clock.kind == CLOCK_DAYS ? table->clock.step / 1000 : TTL_SECONDS;

	return (int)(seconds < TTL_MOST_SECONDS ? seconds : TTL_MOST_SECONDS);
}

/* Who answers for this server: what the host has said, or its own address. */
static void write_contact(const struct serve_config *config, char *out, size_t cap)
{
	if (config->push_contact[0])
		snprintf(out, cap, "%s%s",
		         strchr(config->push_contact, ':') ? "" : "mailto:", config->push_contact);
	else
		snprintf(out, cap, "%s",
		         strncmp(config->public_url, "https://", 8) == 0 ? config->public_url : "");
}

static void push_to(struct server *server, struct table *table, const struct store_push *to,
                    enum notify_kind kind, int by)
{
	struct push_work *work =
		workers_waiting(server->senders) < NOTIFY_QUEUE_MAX ? calloc(1, sizeof *work) : NULL;

	if (!work) {
		server->metrics->pushes_failed++;
		return;
	}
	work->len = write_plain(server, table, to->lang, kind, by, work->plain);
	if (work->len == 0) {
		free(work);
		return;
	}
	work->work.run = send_push;
	work->work.task.finish = push_sent;
	work->work.owner = (uint64_t)to->user;
	work->to = *to;
	memcpy(work->key, server->notify->key, sizeof work->key);
	write_contact(&server->config, work->contact, sizeof work->contact);
	work->expires = (int64_t)(server->wall / 1000) + 12 * HOUR_SECONDS;
	work->ttl = ttl_of(table);
	write_topic(server, table, kind, work->topic);
	work->may_be_private = server->config.push_to_private;
	work->gives_up = &server->is_asked_to_stop;
	workers_submit(server->senders, &work->work);
}

/* Looks up how somebody can be reached. */
struct notice {
	struct store_job job;
	char table[TABLE_ID_LEN + 1];
	int64_t person;
	int seat, by;
	enum notify_kind kind;
	uint32_t n;
	struct store_push to[NOTIFY_PUSHES_MAX];
};

static void take_push(void *ctx, const struct store_push *to)
{
	struct notice *notice = ctx;

	/* What is asked at a table is one thing to people. */
	int kind = notice->kind == NOTIFY_PAUSE ? NOTIFY_TAKEBACK : (int)notice->kind;

	if (notice->n < NOTIFY_PUSHES_MAX && !(to->quiet >> kind & 1) && to->lang < MP_LANGS)
		notice->to[notice->n++] = *to;
}

static bool run_pushes(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct notice *notice = (struct notice *)base;

	notice->n = 0;
	return ops->pushes_of(db, notice->person, take_push, notice);
}

/* Does it still wait for this person? */
static bool is_due(const struct table *table, const struct notice *notice)
{
	const struct mp_setup *setup = &table->shared->setup;
	const struct mp_game *game = setup->game;

	if (table->status != TABLE_PLAYING || table->seats[notice->seat].kept.user != notice->person ||
	    table_is_bot(table, notice->seat))
		return false;
	if (notice->kind == NOTIFY_TURN)
		return mp_match_turn(&table->live.match) == notice->seat;
	if (notice->kind == NOTIFY_DEAL)
		return game->actors && game->actors(setup, table->live.match.state) >> notice->seat & 1;
	return (notice->kind == NOTIFY_PAUSE ? table->pause_by : table->undo_by) == notice->by;
}

static bool is_here(struct server *server, int64_t person)
{
	return conn_is_here(server->conns, person, server->now, NOTIFY_HERE_MS) ||
	       node_has_person(server, person);
}

static void finish_pushes(struct server *server, struct task *task)
{
	struct notice *notice = (struct notice *)task;
	struct table *table = table_find(server->tables, notice->table);

	if (!server->stopping && table && is_due(table, notice) && !is_here(server, notice->person))
		for (uint32_t i = 0; i < notice->n; i++)
			push_to(server, table, &notice->to[i], notice->kind, notice->by);
	free(notice);
}

void notify_seat(struct server *server, const struct table *table, int seat, enum notify_kind kind,
                 int by)
{
	int64_t person = table->seats[seat].kept.user;
	struct notice *notice;

	if (!person || table_is_bot(table, seat) || is_here(server, person) ||
	    table_is_away_for_long(server, table, seat))
		return;
	if (kind == NOTIFY_TURN)
		mail_soon(server, person);
	notice = server->config.push ? calloc(1, sizeof *notice) : NULL;
	if (!notice)
		return;
	notice->job.run = run_pushes;
	notice->job.task.finish = finish_pushes;
	memcpy(notice->table, table->id, sizeof notice->table);
	notice->person = person;
	notice->seat = seat;
	notice->by = by;
	notice->kind = kind;
	store_submit(server->store, &notice->job);
}

void notify_actors(struct server *server, struct table *table, int turn, bool is_new_turn)
{
	const struct mp_setup *setup = &table->shared->setup;
	unsigned actors = 0, before = table->actors;

	if (table->status == TABLE_PLAYING && setup->game->actors)
		actors = setup->game->actors(setup, table->live.match.state);
	table->actors = (uint8_t)actors;
	for (int seat = 0; table->status == TABLE_PLAYING && seat < setup->players; seat++) {
		if (seat == turn && is_new_turn)
			notify_seat(server, table, seat, NOTIFY_TURN, -1);
		else if (seat != turn && (actors & ~before) >> seat & 1)
			notify_seat(server, table, seat, NOTIFY_DEAL, -1);
	}
}
