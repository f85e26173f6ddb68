/* SPDX-License-Identifier: MIT
 *
 * Messages of the WebSocket protocol: reading them, finding the operation, answering.
 */
#include "server/net/protocol.h"

#include "server/net/request.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/people/name.h"
#include "server/tables/lobby.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

const char *request_text(const struct request *request, const char *key, const char *fallback)
{
	const char *text = json_string_value(json_object_get(request->body, key));

	return text ? text : fallback;
}

int64_t request_number(const struct request *request, const char *key, int64_t fallback)
{
	const json_t *value = json_object_get(request->body, key);

	return json_is_integer(value) ? json_integer_value(value) : fallback;
}

bool request_flag(const struct request *request, const char *key, bool fallback)
{
	const json_t *value = json_object_get(request->body, key);

	return json_is_boolean(value) ? json_is_true(value) : fallback;
}

int request_seat(const struct request *request)
{
	int64_t seat = request_number(request, "seat", 0);

	return seat >= 1 && seat <= MP_SEATS ? (int)seat - 1 : -1;
}

static struct mp_json begin_answer(const struct request *request, bool ok)
{
	struct mp_json json = show_begin(request->server, "answer");

	if (request->id[0])
		mp_json_raw(&json, "id", request->id, strlen(request->id));
	mp_json_bool(&json, "ok", ok);
	return json;
}

struct mp_json request_answer(const struct request *request)
{
	return begin_answer(request, true);
}

struct message *request_copy(struct request *request)
{
	if (!request->asked && request->server->is_shared && request->text)
		request->asked = message_new(request->text, request->len);
	return request->asked;
}

bool request_wait(struct request *request, struct table *table)
{
	if (request->is_again || !request_copy(request))
		return false;
	table_wait(request->server, table, request->conn, request->asked);
	return true;
}

void request_send(struct request *request, struct mp_json *json)
{
	struct message *message = show_end(json);

	if (!message) {
		conn_close(request->conn); /* rather than let it wait for ever */
		return;
	}
	if (request->table) {
		table_answer(request->server, request->table, request->conn, message,
		             request_copy(request));
	} else {
		conn_send(request->server, request->conn, message);
		message_drop(message);
	}
}

void request_ok(struct request *request)
{
	struct mp_json json = request_answer(request);

	if (request->table)
		mp_json_int(&json, "seq", request->table->n_events);
	request_send(request, &json);
}

void request_refuse(struct request *request)
{
	struct mp_json json = begin_answer(request, false);

	mp_json_object(&json, "error");
	mp_json_str(&json, "code", request->refusal.code);
	if (request->refusal.rule)
		mp_json_str(&json, "rule", request->refusal.rule);
	mp_json_str(&json, "message", request->refusal.message);
	if (request->refusal.key)
		mp_json_str(&json, "key", request->refusal.key);
	if (request->refusal.args[0])
		mp_json_raw(&json, "args", request->refusal.args, strlen(request->refusal.args));
	mp_json_end_object(&json);
	request_send(request, &json);
}

enum { PATIENCE_SECONDS = 15 };

/* A request that waits for a table that is not in memory. */
struct fetch_ticket {
	uint32_t slot, generation;
	struct message *asked;
	int64_t game; /* whose rematch it is, or 0 */
};

static bool op_lobby(struct request *request)
{
	struct mp_json json;

	if (!request_flag(request, "on", true)) {
		if (request->conn->in_lobby)
			lobby_leave(request->server->lobby, request->conn);
		request_ok(request);
		return true;
	}
	if (!lobby_enter(request->server, request->conn))
		return refuse(&request->refusal, "busy", "The server has no memory left.");
	json = request_answer(request);
	lobby_list(request->server, "tables", &json);
	request_send(request, &json);
	return true;
}

static bool op_ping(struct request *request)
{
	struct mp_json json = request_answer(request);

	mp_json_int(&json, "now", (int64_t)request->server->wall);
	request_send(request, &json);
	return true;
}

enum needs {
	NEEDS_NOTHING,
	NEEDS_TABLE = 1,  /* one that is in memory */
	NEEDS_PERSON = 2, /* a guest or an account: all that change something */
	WRITES = 4,       /* adds to the data file */
	NO_BOT = 8,       /* not for an account's program: it plays, and leaves the rest to people */
};

static const struct {
	const char *name;
	request_op *run;
	unsigned needs;
} operations[] = {
	{"play", op_play, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"legal", op_legal, NEEDS_TABLE},
	{"preview", op_preview, NEEDS_TABLE},
	{"view", op_view, NEEDS_TABLE},
	{"breakdown", op_breakdown, NEEDS_TABLE},
	{"history", op_history, NEEDS_TABLE},
	{"record", op_record, NEEDS_TABLE},
	{"mismatch", op_mismatch, NEEDS_TABLE},
	{"chat", op_chat, NEEDS_TABLE | NEEDS_PERSON | WRITES | NO_BOT},
	{"watch", op_watch, NEEDS_NOTHING},
	{"unwatch", op_unwatch, NEEDS_TABLE},
	{"create", op_create, NEEDS_PERSON | WRITES | NO_BOT},
	{"sit", op_sit, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"stand", op_stand, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"bot", op_bot, NEEDS_TABLE | NEEDS_PERSON | WRITES | NO_BOT},
	{"start", op_start, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"takeback", op_takeback, NEEDS_TABLE | NEEDS_PERSON | WRITES | NO_BOT},
	{"answer", op_answer, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"pause", op_pause, NEEDS_TABLE | NEEDS_PERSON | WRITES | NO_BOT},
	{"resume", op_resume, NEEDS_TABLE | NEEDS_PERSON},
	{"resign", op_resign, NEEDS_TABLE | NEEDS_PERSON},
	{"abort", op_abort, NEEDS_TABLE | NEEDS_PERSON | NO_BOT},
	{"replace", op_replace, NEEDS_TABLE | NEEDS_PERSON | NO_BOT},
	{"rematch", op_rematch, NEEDS_TABLE | NEEDS_PERSON | WRITES},
	{"report", op_report, NEEDS_TABLE | NEEDS_PERSON | WRITES | NO_BOT},
	{"lobby", op_lobby, NEEDS_NOTHING},
	{"ping", op_ping, NEEDS_NOTHING},
};

/* What a person and an address add to the data file in an hour is bounded. */
static bool may_write(struct request *request)
{
	struct server *server = request->server;

	if (limits_has(server->limits, person_account(&request->conn->person), LIMIT_BYTES,
	               server->now) &&
	    limits_has(server->limits, request->conn->address.key, LIMIT_ADDRESS_BYTES, server->now))
		return true;
	server->metrics->refused[REFUSED_BYTES]++;
	return refuse(&request->refusal, "too_fast",
	              "You have written as much as one may in an hour. Wait a little.");
}

static void fetched(struct server *server, struct table *table, uint64_t number)
{
	struct fetch_ticket *ticket = (struct fetch_ticket *)(uintptr_t)number;
	struct conn *conn = conn_at(server->conns, ticket->slot, ticket->generation);

	struct table *game = table_by_key(server->tables, ticket->game);

	if (game && !table)
		game->rematch[0] = '\0'; /* it was deleted */
	if (conn)
		protocol_again(server, conn, ticket->asked);
	message_drop(ticket->asked);
	free(ticket);
}

bool request_fetch(struct request *request, const char *id, int64_t game)
{
	struct fetch_ticket *ticket = request_copy(request) ? malloc(sizeof *ticket) : NULL;

	if (!ticket)
		return false;
	*ticket = (struct fetch_ticket){.slot = request->conn->slot,
	                                .generation = request->conn->generation,
	                                .asked = request->asked,
	                                .game = game};
	request->asked->refs++;
	table_fetch(request->server, id, fetched, (uint64_t)(uintptr_t)ticket);
	return true;
}

/* What is refused by how the table stands may be right by what has happened elsewhere, of which
 * whoever asks may know more than this node. */
static bool is_in_doubt(struct request *request)
{
	static const char *const codes[] = {"stale",      "not_playing", "not_open", "taken",
	                                    "not_seated", "not_full",    "full",     "too_late"};

	for (size_t i = 0; request->table && i < sizeof codes / sizeof *codes; i++)
		if (strcmp(request->refusal.code, codes[i]) == 0)
			return request_wait(request, request->table);
	return false;
}

static bool run_request(struct request *request)
{
	const char *name = request_text(request, "op", "");
	size_t i = 0;
	bool good;

	while (i < sizeof operations / sizeof *operations && strcmp(operations[i].name, name) != 0)
		i++;
	if (i == sizeof operations / sizeof *operations)
		return refuse(&request->refusal, "unknown_op", "There is no such operation.");
	if (request->server->stopping)
		return refuse(&request->refusal, "busy", "The server is being restarted. Try again soon.");
	if ((operations[i].needs & NEEDS_PERSON) && request->conn->person.id == 0)
		return refuse(&request->refusal, "nobody",
		              "Become a guest or sign in first; without, you can only watch.");
	if ((operations[i].needs & NO_BOT) && request->conn->person.bot_of)
		return refuse(&request->refusal, "forbidden",
		              "A bot may sit down, play and leave. All else is for people.");
	if ((operations[i].needs & NEEDS_PERSON) && !server_takes_changes(request->server)) {
		request->server->metrics->refused[REFUSED_BUSY]++;
		return refuse(&request->refusal, "busy",
		              "Nothing can be changed at the moment. Try again soon.");
	}
	if (operations[i].needs & NEEDS_TABLE) {
		request->table = table_find(request->server->tables, request_text(request, "table", ""));
		if (!request->table)
			return (!request->is_again &&
			        request_fetch(request, request_text(request, "table", ""), 0)) ||
			       refuse(&request->refusal, "no_table", "There is no such table.");
		if (!table_is_current(request->table) && request_wait(request, request->table))
			return true;
	}
	if ((operations[i].needs & WRITES) && !may_write(request))
		return false;
	request->server->tables->payer = request->conn;
	good = operations[i].run(request);
	request->server->tables->payer = NULL;
	return good || is_in_doubt(request);
}

/* Comes back as it was given, if it is a number or a short text. */
static void read_id(struct request *request)
{
	const json_t *id = json_object_get(request->body, "id");
	size_t len = 0;

	if (json_is_integer(id) || json_is_string(id))
		len = json_dumpb(id, request->id, sizeof request->id - 1, JSON_ENCODE_ANY);
	request->id[len < sizeof request->id ? len : 0] = '\0';
}

/* That this thread has worked. */
static uint64_t worked_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/* However many connections an address has, the loop works for it only a part of the time. */
static bool run_in_time(struct request *request)
{
	struct server *server = request->server;
	uint64_t key = request->conn->address.key, before = worked_us();
	bool good;

	if (!limits_has(server->limits, key, LIMIT_BUSY, server->now)) {
		server->metrics->refused[REFUSED_WORK]++;
		return refuse(&request->refusal, "too_fast",
		              "Your network asks more of the server than one may. Wait a little.");
	}
	good = run_request(request);
	limits_charge(server->limits, key, LIMIT_BUSY, (double)(worked_us() - before) / 1000,
	              server->now);
	return good;
}

static void handle_request(struct request *request)
{
	struct server *server = request->server;
	struct conn *conn = request->conn;
	double rate = server->config.messages_per_second;

	if (!request->is_again && !bucket_take(&conn->rate, server->now, rate, rate * 5)) {
		server->metrics->refused[REFUSED_MESSAGE]++;
		refuse(&request->refusal, "too_fast", "Too many messages. Slow down a little.");
		request_refuse(request);
		/* Whoever does not hear it is a flood, and is cut off. */
		if (!bucket_take(&conn->patience, server->now, 1, rate * PATIENCE_SECONDS))
			conn_close(conn);
	} else if (!json_is_object(request->body)) {
		refuse(&request->refusal, "bad_json", "A message is a JSON object.");
		request_refuse(request);
	} else if (!run_in_time(request)) {
		request_refuse(request);
	}
}

static void receive(struct request *request)
{
	request->body = json_loadb(request->text, request->len, JSON_REJECT_DUPLICATES, NULL);
	read_id(request);
	handle_request(request);
	json_decref(request->body);
	message_drop(request->asked);
}

void protocol_receive(struct server *server, struct conn *conn, const char *text, size_t len)
{
	server->metrics->messages_in++;
	conn->heard = server->now;
	receive(&(struct request){
		.server = server, .conn = conn, .came_us = server_now_us(), .text = text, .len = len});
}

void protocol_again(struct server *server, struct conn *conn, struct message *asked)
{
	asked->refs++;
	receive(&(struct request){.server = server,
	                          .conn = conn,
	                          .came_us = server_now_us(),
	                          .text = message_text(asked),
	                          .len = asked->len,
	                          .asked = asked,
	                          .is_again = true});
}

void protocol_greet(struct server *server, struct conn *conn)
{
	struct mp_json json = show_begin(server, "hello");
	struct message *message;

	mp_json_int(&json, "v", PROTOCOL_VERSION);
	mp_json_int(&json, "now", (int64_t)server->wall);
	if (conn->person.id) {
		mp_json_object(&json, "you");
		name_write(&json, conn->person.name, conn->person.is_account, conn->person.bot_of != 0);
		mp_json_end_object(&json);
	} else {
		mp_json_null(&json, "you");
	}
	message = show_end(&json);
	conn_send(server, conn, message);
	message_drop(message);
	conn->has_hello = true;
	conn->heard = server->now;
}
