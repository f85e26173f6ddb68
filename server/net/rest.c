/* SPDX-License-Identifier: MIT
 *
 * REST: what is not live. The list of routes is docs/openapi.yaml's.
 */
#include "server/net/http.h"
#include "server/nodes/node.h"
#include "server/people/rating.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/metrics.h"
#include "server/tables/lobby.h"
#include "server/tables/reviews.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/bot.h>
#include <metropole/text.h>

/* For whatever spreads requests over nodes: is this one to be sent more? */
static void get_healthz(struct http_request *request)
{
	struct server *server = request->server;
	const char *state = server->node->drains_since                           ? "draining\n"
	                    : server->is_shared && !server_takes_changes(server) ? "busy\n"
	                                                                         : "ok\n";

	http_answer(request, strcmp(state, "ok\n") == 0 ? 200 : 503, "text/plain; charset=utf-8", state,
	            strlen(state));
}

static void get_metrics(struct http_request *request)
{
	struct mp_text text;

	mp_text_init(&text, request->server->show->buf, SHOW_BYTES);
	metrics_print(request->server, &text);
	http_answer(request, 200, "text/plain; version=0.0.4", text.buf, text.len);
}

static void get_games(struct http_request *request)
{
	struct mp_json json = http_json(request);

	mp_games_json(&json);
	mp_json_array(&json, "levels");
	for (size_t i = 0; mp_bot_levels[i]; i++)
		if (table_offers_level(mp_bot_levels[i]))
			mp_json_str(&json, NULL, mp_bot_levels[i]);
	mp_json_end_array(&json);
	http_send_json(request, 200, &json);
}

static void get_lobby(struct http_request *request)
{
	struct mp_json json = http_json(request);

	lobby_list(request->server, "tables", &json);
	http_send_json(request, 200, &json);
}

static void answer_table(struct http_request *request, struct table *table)
{
	struct mp_json json = http_json(request);
	int viewer = table_viewer(table, request->person.id);

	mp_json_str(&json, "table", table->id);
	mp_json_int(&json, "seq", table->n_events);
	show_info(request->server, table, "info", &json);
	show_now(request->server, table, viewer, "now", &json);
	http_send_json(request, 200, &json);
}

static void answer_record(struct http_request *request, struct table *table)
{
	char *record =
		table->live.match.state ? record_of(table, table_viewer(table, request->person.id)) : NULL;

	if (!record) {
		http_refuse(request, 404, "not_playing", "The game has not begun.");
		return;
	}
	http_answer(request, 200, "text/plain; charset=utf-8", record, strlen(record));
	free(record);
}

/* What is asked about a table that has just been changed waits like any other answer; here it is
 * enough to tell only what is durable. */
static void table_found(struct server *server, struct table *table, uint64_t ticket)
{
	struct http_request *request = (struct http_request *)(uintptr_t)ticket;
	bool was_waiting = request->is_waiting;

	(void)server;
	request->is_waiting = false;
	if (!table)
		http_refuse(request, 404, "no_table", "There is no such table.");
	else if (table->jobs > 0)
		http_refuse(request, 503, "busy", "This table is being saved. Ask again.");
	else if (strstr(request->path, "/record"))
		answer_record(request, table);
	else if (strstr(request->path, "/review"))
		reviews_answer(request, table);
	else
		answer_table(request, table);
	if (was_waiting && !request->is_waiting)
		http_resume(request);
}

/* Of all that there is of a table a review alone can be asked for. */
static bool is_of_table(const struct http_request *request, const char *what)
{
	if (strcmp(what, "/review") == 0)
		return true;
	return !request->is_post && (!what[0] || strcmp(what, "/record") == 0);
}

static void one_table(struct http_request *request)
{
	const char *id = request->path + strlen("/api/tables/");
	size_t len = strcspn(id, "/");
	char copy[TABLE_ID_LEN + 1] = {0};
	struct table *table;

	if (len != TABLE_ID_LEN || !is_of_table(request, id + len)) {
		http_refuse(request, 404, "no_table", "There is no such table.");
		return;
	}
	memcpy(copy, id, len);
	table = table_find(request->server->tables, copy);
	if (table && !table_is_current(table) && server_takes_changes(request->server)) {
		http_wait(request); /* what other nodes have done at it is read first */
		table_when_current(request->server, table, table_found, (uint64_t)(uintptr_t)request);
		return;
	}
	if (!table)
		http_wait(request);
	table_fetch(request->server, copy, table_found, (uint64_t)(uintptr_t)request);
}

void rest_route(struct http_request *request)
{
	static const struct {
		const char *path;
		void (*run)(struct http_request *);
	} routes[] = {
		{"/healthz", get_healthz},
		{"/metrics", get_metrics},
		{"/api/games", get_games},
		{"/api/tables", get_lobby},
	};

	if (account_route(request))
		return;
	for (size_t i = 0; !request->is_post && i < sizeof routes / sizeof *routes; i++) {
		if (strcmp(routes[i].path, request->path) == 0) {
			routes[i].run(request);
			return;
		}
	}
	if (strncmp(request->path, "/api/tables/", 12) == 0)
		one_table(request);
	else
		http_refuse(request, 404, "not_found", "There is nothing at this address.");
}
