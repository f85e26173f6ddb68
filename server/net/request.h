/* SPDX-License-Identifier: MIT
 *
 * A request over a WebSocket while it is answered. For protocol*.c only.
 */
#ifndef METROPOLE_SERVER_REQUEST_H
#define METROPOLE_SERVER_REQUEST_H

#include "server/process.h"
#include "server/tables/messages.h"

#include <jansson.h>

enum { REQUEST_ID_MAX = 64 };

struct request {
	struct server *server;
	struct conn *conn;
	struct table *table; /* if the operation is about one */
	json_t *body;
	char id[REQUEST_ID_MAX]; /* as JSON, or empty */
	uint64_t came_us;
	struct refusal refusal;
	const char *text; /* as it came, */
	size_t len;
	struct message *asked; /* and a copy that lasts, once it was needed */
	bool is_again;         /* it was asked before */
};

/* Members of a request; the default if they are missing or of another type. */
const char *request_text(const struct request *, const char *key, const char *fallback);
int64_t request_number(const struct request *, const char *key, int64_t fallback);
bool request_flag(const struct request *, const char *key, bool fallback);
/* A 1-based seat, as 0-based; -1 if there is none. */
int request_seat(const struct request *);

/* Begins the answer {"type":"answer","id":…,"ok":true; request_send ends and sends it, behind what
 * the table still has to make durable. */
struct mp_json request_answer(const struct request *);
void request_send(struct request *, struct mp_json *);
void request_ok(struct request *);
void request_refuse(struct request *);

/* A copy of the message that lasts as long as the request at least. NULL if there is no memory, or
 * nobody but this process uses the database: then nothing is ever asked again. */
struct message *request_copy(struct request *);
/* Another node may have made the table just now: asks again once it is known, and, if it is the
 * rematch of a game (its key), the game is told if there is none. False on one node only. */
bool request_fetch(struct request *, const char *id, int64_t game);
/* The table may have changed elsewhere: asks again once that is known. False if it was. */
bool request_wait(struct request *, struct table *);

/* Operations; false with a refusal. An operation that has answered by itself returns true too. */
typedef bool request_op(struct request *);

/* protocol_table.c */
request_op op_create, op_watch, op_unwatch, op_sit, op_stand, op_bot, op_start, op_play, op_chat,
	op_takeback, op_answer, op_pause, op_resume, op_resign, op_abort, op_replace, op_rematch,
	op_report;
/* protocol_ask.c */
request_op op_legal, op_preview, op_view, op_breakdown, op_history, op_record, op_mismatch;

#endif
