/* SPDX-License-Identifier: MIT
 *
 * Operations that change a table or who watches it.
 */
#include "server/net/request.h"
#include "server/log.h"
#include "server/queue.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/limit.h"
#include "server/store/store.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

enum { CHAT_LETTERS_MAX = 500, DAY_MS = 86400000 };

/* {"kind":"live","bank":600,"increment":10,"timeout":"play"} or {"kind":"days","days":3}. */
static bool read_clock(struct request *request, struct table_wish *wish)
{
	const json_t *clock = json_object_get(request->body, "clock");
	const char *kind = json_string_value(json_object_get(clock, "kind"));
	const char *timeout = json_string_value(json_object_get(clock, "timeout"));
	json_int_t bank = json_integer_value(json_object_get(clock, "bank"));
	json_int_t increment = json_integer_value(json_object_get(clock, "increment"));
	json_int_t days = json_integer_value(json_object_get(clock, "days"));

	wish->passes_on_timeout = timeout && strcmp(timeout, "pass") == 0;
	if (!kind || strcmp(kind, "none") == 0) {
		wish->clock = CLOCK_NONE;
		return true;
	}
	if (strcmp(kind, "live") == 0 && bank >= 10 && bank <= 86400 && increment >= 0 &&
	    increment <= 3600) {
		wish->clock = CLOCK_LIVE;
		wish->bank_ms = bank * 1000;
		wish->step_ms = increment * 1000;
		return true;
	}
	if (strcmp(kind, "days") == 0 && days >= 1 && days <= 30) {
		wish->clock = CLOCK_DAYS;
		wish->step_ms = days * DAY_MS;
		return true;
	}
	return refuse(&request->refusal, "bad_request",
	              "A clock is none, live (bank 10 to 86400 s, increment 0 to 3600 s) or days (1 to "
	              "30).");
}

/* Whether bots of other accounts may sit down: "none", "unrated", "rated". */
static bool read_bots(struct request *request, struct table_wish *wish)
{
	const char *bots = request_text(request, "bots", "none");

	wish->bots = strcmp(bots, "rated") == 0     ? BOTS_RATED
	             : strcmp(bots, "unrated") == 0 ? BOTS_UNRATED
	                                            : BOTS_NONE;
	return wish->bots != BOTS_NONE || strcmp(bots, "none") == 0 ||
	       refuse(&request->refusal, "bad_request",
	              "Bots are welcome at a table or not: none, unrated or rated.");
}

bool op_create(struct request *request)
{
	struct server *server = request->server;
	const json_t *seats = json_object_get(request->body, "seats");
	struct table_wish wish = {
		.game = request_text(request, "game", ""),
		.players = (int)request_number(request, "players", 0),
		.options = json_object_get(request->body, "options"),
		.is_public = request_flag(request, "public", false),
	};
	struct table *table;
	struct mp_json json;

	for (size_t i = 0; i < MP_SEATS; i++)
		wish.seats[i] = json_string_value(json_array_get(seats, i));
	if (!read_clock(request, &wish) || !read_bots(request, &wish))
		return false;
	table = table_create(server, request->conn, &wish, &request->refusal);
	if (!table)
		return false;
	request->table = table;
	json = request_answer(request);
	mp_json_str(&json, "table", table->id);
	request_send(request, &json);
	return true;
}

/* An answer that waits for a table from the disk. */
struct watch_ticket {
	uint32_t slot, generation;
	int64_t since;
	bool follows;
	char id[REQUEST_ID_MAX];
	struct message *asked;
};

static void show_to(struct request *request, int64_t since)
{
	struct table *table = request->table;
	struct conn *conn = request->conn;
	int viewer = table_viewer(table, conn->person.id);
	bool follows = table_is_followed_by(table, conn);
	struct message *message = NULL;

	if (since >= 0 && since <= UINT32_MAX)
		message = show_missed(request->server, table, viewer, follows, (uint32_t)since, false);
	if (!message)
		message = show_table(request->server, table, &conn->person, viewer, follows);
	table_send(request->server, table, conn, message);
}

static void watch_found(struct server *server, struct table *table, uint64_t number)
{
	struct watch_ticket *ticket = (struct watch_ticket *)(uintptr_t)number;
	struct request request = {
		.server = server,
		.conn = conn_at(server->conns, ticket->slot, ticket->generation),
		.table = table,
		.asked = ticket->asked,
	};

	memcpy(request.id, ticket->id, sizeof request.id);
	if (request.conn && !table) {
		refuse(&request.refusal, "no_table", "There is no such table.");
		request_refuse(&request);
	} else if (request.conn &&
	           !table_watch(server, table, request.conn, ticket->follows, &request.refusal)) {
		request_refuse(&request);
	} else if (request.conn) {
		request_ok(&request);
		show_to(&request, ticket->since);
	}
	message_drop(ticket->asked);
	free(ticket);
}

/* Whoever comes from another node may have seen more than this one has. */
static bool is_ahead(const struct request *request, const struct table *table)
{
	return table && (!table_is_current(table) ||
	                 request_number(request, "since", -1) > (int64_t)table->n_events);
}

bool op_watch(struct request *request)
{
	struct table *table = table_find(request->server->tables, request_text(request, "table", ""));
	struct watch_ticket *ticket;

	if (is_ahead(request, table) && request_wait(request, table))
		return true;
	ticket = calloc(1, sizeof *ticket);
	if (!ticket)
		return refuse(&request->refusal, "busy", "The server has no memory left.");
	*ticket = (struct watch_ticket){.slot = request->conn->slot,
	                                .generation = request->conn->generation,
	                                .since = request_number(request, "since", -1),
	                                .follows = request_flag(request, "follow", false)};
	memcpy(ticket->id, request->id, sizeof ticket->id);
	ticket->asked = request_copy(request);
	if (ticket->asked)
		ticket->asked->refs++;
	table_fetch(request->server, request_text(request, "table", ""), watch_found,
	            (uint64_t)(uintptr_t)ticket);
	return true;
}

bool op_unwatch(struct request *request)
{
	table_unwatch(request->server, request->table, request->conn);
	request_ok(request);
	return true;
}

static bool answer_done(struct request *request, bool good)
{
	if (good)
		request_ok(request);
	return good;
}

bool op_sit(struct request *request)
{
	return answer_done(request, table_sit(request->server, request->table, &request->conn->person,
	                                      request_seat(request), &request->refusal));
}

bool op_stand(struct request *request)
{
	return answer_done(request, table_stand(request->server, request->table, &request->conn->person,
	                                        &request->refusal));
}

bool op_bot(struct request *request)
{
	return answer_done(request,
	                   table_set_bot(request->server, request->table, &request->conn->person,
	                                 request_seat(request),
	                                 request_text(request, "level", "normal"), &request->refusal));
}

bool op_start(struct request *request)
{
	return answer_done(request, table_start(request->server, request->table, &request->conn->person,
	                                        &request->refusal));
}

bool op_play(struct request *request)
{
	int seat = table_seat_of(request->table, request->conn->person.id);

	if (!table_play(request->server, request->table, seat, request_text(request, "move", ""),
	                request_number(request, "turn", -1), request_number(request, "deal", -1),
	                &request->refusal))
		return false;
	table_timed(request->table, request->came_us);
	return answer_done(request, true);
}

/* Takes control characters out and blanks off the ends; counts letters. */
static size_t clean_chat(char *out, size_t cap, const char *in)
{
	size_t n = 0, letters = 0, end = 0;

	for (; *in && n + 1 < cap; in++) {
		unsigned char c = (unsigned char)*in;

		if (c <= ' ' || c == 0x7f) {
			if (n > 0 && out[n - 1] != ' ')
				out[n++] = ' ';
			continue;
		}
		letters += (c & 0xc0) != 0x80;
		out[n++] = (char)c;
		end = n;
	}
	out[end] = '\0';
	return letters;
}

bool op_chat(struct request *request)
{
	char text[4 * CHAT_LETTERS_MAX + 8];
	struct server *server = request->server;
	const struct person *person = &request->conn->person;
	const char *given = request_text(request, "text", "");
	size_t letters = clean_chat(text, sizeof text, given);

	if (letters == 0 || letters > CHAT_LETTERS_MAX || strlen(given) >= sizeof text)
		return refuse(&request->refusal, "too_long", "A chat line has 1 to 500 characters.");
	if (!limits_take(server->limits, (uint64_t)person->id, LIMIT_CHAT, server->now)) {
		server->metrics->refused[REFUSED_CHAT]++;
		return refuse(&request->refusal, "too_fast", "Too many lines. Let the others speak.");
	}
	return answer_done(request,
	                   table_chat(server, request->table, person, text, &request->refusal));
}

bool op_takeback(struct request *request)
{
	int seat = table_seat_of(request->table, request->conn->person.id);

	return answer_done(request,
	                   table_take_back(request->server, request->table, seat, &request->refusal));
}

bool op_answer(struct request *request)
{
	int seat = table_seat_of(request->table, request->conn->person.id);

	bool yes = request_flag(request, "yes", false);

	if (strcmp(request_text(request, "to", "takeback"), "pause") == 0)
		return answer_done(request, table_answer_pause(request->server, request->table, seat, yes,
		                                               &request->refusal));
	return answer_done(
		request, table_answer_undo(request->server, request->table, seat, yes, &request->refusal));
}

bool op_pause(struct request *request)
{
	int seat = table_seat_of(request->table, request->conn->person.id);

	return answer_done(request,
	                   table_pause(request->server, request->table, seat, &request->refusal));
}

bool op_resume(struct request *request)
{
	int seat = table_seat_of(request->table, request->conn->person.id);

	return answer_done(request,
	                   table_resume(request->server, request->table, seat, &request->refusal));
}

bool op_resign(struct request *request)
{
	return answer_done(request, table_resign(request->server, request->table,
	                                         &request->conn->person, &request->refusal));
}

bool op_abort(struct request *request)
{
	return answer_done(request, table_abort(request->server, request->table, &request->conn->person,
	                                        &request->refusal));
}

bool op_replace(struct request *request)
{
	return answer_done(request,
	                   table_replace(request->server, request->table, &request->conn->person,
	                                 request_seat(request), &request->refusal));
}

bool op_rematch(struct request *request)
{
	struct server *server = request->server;
	struct table *game = request->table, *again = table_find(server->tables, game->rematch);
	struct mp_json json;

	/* Another node may have ended the game, or made the next, where somebody may have sat down. */
	if (game->status < TABLE_OVER && request_wait(request, game))
		return true;
	if (game->rematch[0] && !again && request_fetch(request, game->rematch, game->key))
		return true;
	if (again && !table_is_current(again) && request_wait(request, again))
		return true;
	again = table_rematch(server, game, request->conn, &request->refusal);
	if (!again)
		return false;
	/* Who makes it has it when the game has it: of two who do at once one is asked again. */
	if (game->jobs == 0)
		request->table = again;
	json = request_answer(request);
	mp_json_str(&json, "table", again->id);
	request_send(request, &json);
	return true;
}

struct complaint {
	struct store_job job;
	struct store_report kept;
	uint32_t slot, generation; /* who waits for the answer */
	char id[REQUEST_ID_MAX];
	char text[4096];
};

static bool run_report(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct complaint *report = (struct complaint *)base;

	report->kept.text = report->text;
	return ops->report_put(db, &report->kept);
}

static void finish_report(struct server *server, struct task *task)
{
	const struct complaint *report = (const struct complaint *)task;
	struct request request = {.server = server,
	                          .conn = conn_at(server->conns, report->slot, report->generation)};
	char seq[16];

	snprintf(seq, sizeof seq, "%u", report->kept.seq);
	server->metrics->reports++;
	log_event(LOG_INFO, "report", "table", report->kept.table, "seq", seq, NULL);
	memcpy(request.id, report->id, sizeof request.id);
	if (request.conn)
		request_ok(&request);
	free(task);
}

/* A chat line is reported with its words, so that they can be judged later. */
bool op_report(struct request *request)
{
	struct server *server = request->server;
	int64_t seq = request_number(request, "seq", 0);
	const struct event *event;
	struct complaint *report;

	if (seq < 1 || seq > request->table->n_events ||
	    request->table->events[seq - 1].kind != EVENT_CHAT ||
	    !show_hears(request->table, table_viewer(request->table, request->conn->person.id)))
		return refuse(&request->refusal, "bad_request", "There is no chat line of this number.");
	event = &request->table->events[seq - 1];
	if (!limits_take(server->limits, (uint64_t)request->conn->person.id, LIMIT_CHAT, server->now))
		return refuse(&request->refusal, "too_fast", "Too many reports. Wait a little.");
	report = calloc(1, sizeof *report);
	if (!report)
		return refuse(&request->refusal, "busy", "The server has no memory left.");
	report->job.run = run_report;
	report->job.task.finish = finish_report;
	memcpy(report->kept.table, request->table->id, sizeof report->kept.table);
	report->kept.seq = (uint32_t)seq;
	report->kept.by = request->conn->person.id;
	report->kept.at = (int64_t)server->wall;
	strncpy(report->text, event->text, sizeof report->text - 1);
	report->slot = request->conn->slot;
	report->generation = request->conn->generation;
	memcpy(report->id, request->id, sizeof report->id);
	limits_charge(server->limits, (uint64_t)report->kept.by, LIMIT_BYTES,
	              (double)strlen(report->text), server->now);
	store_submit(server->store, &report->job);
	return true;
}
