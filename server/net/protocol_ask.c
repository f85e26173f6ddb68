/* SPDX-License-Identifier: MIT
 *
 * Operations that only ask, each about what the asker's seat may know.
 */
#include "server/net/request.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/record.h>
#include <metropole/text.h>

static int viewer_of(const struct request *request)
{
	return table_viewer(request->table, request->conn->person.id);
}

static bool table_has_match(struct request *request)
{
	return request->table->live.match.state ||
	       refuse(&request->refusal, "not_playing", "The game has not begun.");
}

static int by_notation(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Listed from the redacted state: what a seat may do never depends on what it cannot know. */
bool op_legal(struct request *request)
{
	struct table *table = request->table;
	const struct mp_setup *setup = &table->shared->setup;
	int viewer = viewer_of(request);
	mp_move moves[MP_MOVES_MAX];
	char(*texts)[MP_MOVE_TEXT_MAX];
	size_t n = 0;
	struct mp_json json;

	if (!table_has_match(request))
		return false;
	mp_match_redacted(&table->live.match, viewer, request->server->tables->scratch);
	if (viewer < setup->players && table->status == TABLE_PLAYING &&
	    setup->game->turn(setup, request->server->tables->scratch) >= 0)
		n = setup->game->legal(setup, request->server->tables->scratch, viewer, moves);
	texts = calloc(n + 1, sizeof *texts);
	if (!texts)
		return refuse(&request->refusal, "busy", "The server has no memory left.");
	for (size_t i = 0; i < n; i++) {
		struct mp_text text;

		mp_text_init(&text, texts[i], sizeof texts[i]);
		setup->game->print(setup, moves[i], &text);
	}
	qsort(texts, n, sizeof *texts, by_notation);
	json = request_answer(request);
	mp_json_int(&json, "turn_no", table->turn_no);
	mp_json_array(&json, "moves");
	for (size_t i = 0; i < n; i++)
		mp_json_str(&json, NULL, texts[i]);
	mp_json_end_array(&json);
	request_send(request, &json);
	free(texts);
	return true;
}

bool op_preview(struct request *request)
{
	int viewer = viewer_of(request);
	struct mp_fault fault;
	struct mp_json json;

	if (!table_has_match(request))
		return false;
	if (viewer >= MP_SEATS)
		return refuse(&request->refusal, "not_seated", "You have no seat in this game.");
	json = request_answer(request);
	if (mp_match_preview(&request->table->live.match, viewer, request_text(request, "move", ""),
	                     &json, &fault))
		return refuse_fault(&request->refusal, &fault);
	request_send(request, &json);
	return true;
}

bool op_view(struct request *request)
{
	struct mp_json json;

	if (!table_has_match(request))
		return false;
	json = request_answer(request);
	mp_json_int(&json, "seq", request->table->n_events);
	mp_match_view(&request->table->live.match, viewer_of(request), "view", &json);
	show_now(request->server, request->table, viewer_of(request), "now", &json);
	request_send(request, &json);
	return true;
}

bool op_breakdown(struct request *request)
{
	struct mp_json json;

	if (!table_has_match(request))
		return false;
	json = request_answer(request);
	mp_match_breakdown(&request->table->live.match, viewer_of(request), "breakdown", &json);
	request_send(request, &json);
	return true;
}

bool op_history(struct request *request)
{
	int64_t since = request_number(request, "since", 0);
	struct message *message = NULL;

	if (since >= 0 && since <= UINT32_MAX)
		message =
			show_missed(request->server, request->table, viewer_of(request),
		                table_is_followed_by(request->table, request->conn), (uint32_t)since, true);
	if (!message)
		return refuse(&request->refusal, "bad_request", "There are not so many events.");
	request_ok(request);
	table_send(request->server, request->table, request->conn, message);
	return true;
}

/* Somebody's own match is not what the digest says. They start it afresh; the host should know. */
bool op_mismatch(struct request *request)
{
	enum { A_MINUTE = 6, AT_ONCE = 3 };
	struct server *server = request->server;
	struct conn *conn = request->conn;
	int64_t number = request_number(request, "seq", 0);
	char seq[24];
	struct mp_text text;

	if (number < 1 || number > request->table->n_events)
		return refuse(&request->refusal, "bad_request", "There is no event of this number.");
	if (!bucket_take(&conn->mismatches, server->now, A_MINUTE / 60.0, AT_ONCE))
		return refuse(&request->refusal, "too_fast", "That is known. Wait a little.");
	mp_text_init(&text, seq, sizeof seq);
	mp_text_int(&text, number);
	server->metrics->mismatches++;
	/* Connections are easily had: all of them together fill the log no faster than one. */
	if (bucket_take(&server->mismatch_notes, server->now, A_MINUTE / 60.0, A_MINUTE))
		log_event(LOG_INFO, "mismatch", "table", request->table->id, "seq", seq, NULL);
	request_ok(request);
	return true;
}

bool op_record(struct request *request)
{
	struct mp_json json;
	char *record;

	if (!request->table->old && !table_has_match(request))
		return false;
	record = record_of(request->table, viewer_of(request));
	if (!record)
		return refuse(&request->refusal, "busy", "The server has no memory left.");
	json = request_answer(request);
	mp_json_str(&json, "record", record);
	free(record);
	request_send(request, &json);
	return true;
}
