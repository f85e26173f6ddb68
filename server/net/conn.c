/* SPDX-License-Identifier: MIT
 *
 * Connections and their queues.
 */
#include "server/net/conn.h"

#include "server/process.h"
#include "server/metrics.h"
#include "server/net/limit.h"
#include "server/nodes/node.h"
#include "server/tables/lobby.h"
#include "server/tables/table.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

/* The frame's head that lws writes in front is the same for every reader, so one copy serves all.
 */
struct message *message_new(const char *text, size_t len)
{
	struct message *message = malloc(sizeof *message + LWS_PRE + len);

	if (!message)
		return NULL;
	message->refs = 1;
	message->len = (uint32_t)len;
	memcpy(message->bytes + LWS_PRE, text, len);
	return message;
}

void message_drop(struct message *message)
{
	if (message && --message->refs == 0)
		free(message);
}

char *message_text(struct message *message)
{
	return message->bytes + LWS_PRE;
}

bool conns_init(struct conns *conns, uint32_t cap)
{
	*conns = (struct conns){.cap = cap, .n_free = cap};
	conns->slot = calloc(cap, sizeof *conns->slot);
	conns->generation = calloc(cap, sizeof *conns->generation);
	conns->free_slots = calloc(cap, sizeof *conns->free_slots);
	if (!conns->slot || !conns->generation || !conns->free_slots)
		return false;
	for (uint32_t i = 0; i < cap; i++)
		conns->free_slots[i] = cap - 1 - i;
	return true;
}

void conns_release(struct conns *conns)
{
	free(conns->slot);
	free(conns->generation);
	free(conns->free_slots);
}

struct conn *conn_new(struct conns *conns, struct lws *wsi)
{
	struct conn *conn;

	if (conns->n_free == 0)
		return NULL;
	conn = calloc(1, sizeof *conn);
	if (!conn)
		return NULL;
	conn->wsi = wsi;
	conn->end = &conn->first;
	conn->slot = conns->free_slots[--conns->n_free];
	conn->generation = ++conns->generation[conn->slot];
	conns->slot[conn->slot] = conn;
	conns->n++;
	return conn;
}

static struct conn **bucket_of(struct conns *conns, int64_t person)
{
	return &conns->by_person[((uint64_t)person * 0x9e3779b97f4a7c15u) >> 52];
}

static void conn_unfile(struct conns *conns, struct conn *conn)
{
	struct conn **at = bucket_of(conns, conn->person.id);

	if (conn->person.id == 0)
		return;
	while (*at && *at != conn)
		at = &(*at)->same_hash;
	if (*at)
		*at = conn->same_hash;
}

void conn_set_person(struct conns *conns, struct conn *conn, const struct person *person)
{
	struct conn **bucket;

	conn_unfile(conns, conn);
	conn->person = *person;
	conn->is_known = true;
	if (person->id == 0)
		return;
	bucket = bucket_of(conns, person->id);
	conn->same_hash = *bucket;
	*bucket = conn;
}

static struct conn *next_of_person(struct conn *conn, int64_t person)
{
	while (conn && conn->person.id != person)
		conn = conn->same_hash;
	return conn;
}

struct conn *conn_of_person(struct conns *conns, int64_t person)
{
	return person ? next_of_person(*bucket_of(conns, person), person) : NULL;
}

struct conn *conn_next_of_person(const struct conn *conn)
{
	return next_of_person(conn->same_hash, conn->person.id);
}

bool conn_is_here(struct conns *conns, int64_t person, uint64_t now, uint64_t within)
{
	for (struct conn *conn = conn_of_person(conns, person); conn; conn = conn_next_of_person(conn))
		if (!conn->is_closing && now <= conn->heard + within)
			return true;
	return false;
}

static bool has_session(const struct conn *conn, const uint8_t session[SECRET_BYTES])
{
	return conn->has_session && memcmp(conn->session, session, SECRET_BYTES) == 0;
}

void conns_end(struct conns *conns, int64_t person, const uint8_t *only, const uint8_t *except)
{
	for (struct conn *conn = conn_of_person(conns, person); conn; conn = conn_next_of_person(conn))
		if ((!only || has_session(conn, only)) && (!except || !has_session(conn, except)))
			conn_close(conn);
}

void conns_end_bots(struct conns *conns, int64_t owner)
{
	for (uint32_t i = 0; i < conns->cap; i++)
		if (conns->slot[i] && conns->slot[i]->person.bot_of == owner)
			conn_close(conns->slot[i]);
}

void conns_end_guests(struct conns *conns, uint64_t address)
{
	for (uint32_t i = 0; i < conns->cap; i++) {
		struct conn *conn = conns->slot[i];

		if (conn && conn->address.key == address && !conn->person.is_account)
			conn_close(conn);
	}
}

uint64_t person_account(const struct person *person)
{
	return (uint64_t)(person->bot_of ? person->bot_of : person->id);
}

void conns_rename_session(struct conns *conns, int64_t person, const uint8_t from[SECRET_BYTES],
                          const uint8_t to[SECRET_BYTES])
{
	for (struct conn *conn = conn_of_person(conns, person); conn; conn = conn_next_of_person(conn))
		if (has_session(conn, from))
			memcpy(conn->session, to, SECRET_BYTES);
}

static void drop_first(struct conns *conns, struct conn *conn)
{
	struct waiting *first = conn->first;

	conn->first = first->next;
	if (!conn->first)
		conn->end = &conn->first;
	conn->queued -= first->message->len;
	conns->queued -= first->message->len;
	message_drop(first->message);
	free(first);
}

void conn_free(struct server *server, struct conn *conn)
{
	struct conns *conns = server->conns;

	/* First, so that tables do not take it for another page of the person's. */
	conn_unfile(conns, conn);
	for (int i = 0; i < CONN_WATCH_MAX; i++)
		if (conn->watch[i])
			table_unwatch(server, conn->watch[i], conn);
	if (conn->in_lobby)
		lobby_leave(server->lobby, conn);
	if (conn->is_counted)
		limits_disconnect(server->limits, conn->address);
	node_person_changed(server, conn->person.id);
	while (conn->first)
		drop_first(conns, conn);
	conns->slot[conn->slot] = NULL;
	conns->free_slots[conns->n_free++] = conn->slot;
	conns->n--;
	free(conn->in);
	free(conn);
}

struct conn *conn_at(struct conns *conns, uint32_t slot, uint32_t generation)
{
	return conns->generation[slot] == generation ? conns->slot[slot] : NULL;
}

/* A connection may be slow for a while; not so many that all of memory waits for them. Who has less
 * than its share waiting is never cut off for the others. */
static bool is_too_slow(const struct conns *conns, const struct conn *conn, size_t more)
{
	return conn->queued + more > CONN_QUEUE_MAX ||
	       (conns->queued + more > CONNS_QUEUE_MAX && conn->queued > CONNS_QUEUE_MAX / conns->n);
}

void conn_send(struct server *server, struct conn *conn, struct message *message)
{
	struct waiting *waiting;

	if (conn->is_closing)
		return;
	waiting = message ? malloc(sizeof *waiting) : NULL;
	if (!waiting || is_too_slow(server->conns, conn, message->len)) {
		/* It reads too slowly, or memory is short; it can come back and resume where it was. */
		free(waiting);
		server->metrics->slow_readers++;
		conn_close(conn);
		return;
	}
	*waiting = (struct waiting){.message = message};
	message->refs++;
	conn->queued += message->len;
	server->conns->queued += message->len;
	*conn->end = waiting;
	conn->end = &waiting->next;
	if (conn->wsi) /* none under a fuzzer */
		lws_callback_on_writable(conn->wsi);
}

bool conn_flush(struct server *server, struct conn *conn)
{
	if (conn->is_closing)
		return false;
	while (conn->first && !lws_send_pipe_choked(conn->wsi)) {
		struct message *message = conn->first->message;

		if (lws_write(conn->wsi, (unsigned char *)message_text(message), message->len,
		              LWS_WRITE_TEXT) < (int)message->len)
			return false;
		server->metrics->messages_out++;
		server->metrics->bytes_out += message->len;
		drop_first(server->conns, conn);
	}
	if (conn->first)
		lws_callback_on_writable(conn->wsi);
	return true;
}

void conn_close(struct conn *conn)
{
	if (conn->is_closing)
		return;
	conn->is_closing = true;
	if (conn->wsi)
		lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}
