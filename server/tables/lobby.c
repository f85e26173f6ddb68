/* SPDX-License-Identifier: MIT
 *
 * The list of public tables, and its changes.
 */
#include "server/tables/lobby.h"

#include "host/array.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/net/conn.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

bool lobby_enter(struct server *server, struct conn *conn)
{
	struct lobby *lobby = server->lobby;

	if (conn->in_lobby)
		return true;
	if (!array_reserve(lobby->conns, lobby->cap, lobby->n + 1, SIZE_MAX))
		return false;
	lobby->conns[lobby->n++] = conn;
	conn->in_lobby = true;
	return true;
}

void lobby_leave(struct lobby *lobby, struct conn *conn)
{
	conn->in_lobby = false;
	for (size_t i = 0; i < lobby->n; i++) {
		if (lobby->conns[i] == conn) {
			lobby->conns[i] = lobby->conns[--lobby->n];
			return;
		}
	}
}

static bool is_to_be_listed(const struct table *table)
{
	return table->is_public && table->status <= TABLE_PLAYING;
}

static void note_gone(struct lobby *lobby, struct table *table)
{
	table->is_listed = false;
	if (!array_reserve(lobby->gone, lobby->cap_gone, lobby->n_gone + 1, SIZE_MAX))
		return;
	memcpy(lobby->gone[lobby->n_gone++], table->id, sizeof *lobby->gone);
}

void lobby_touch(struct server *server, struct table *table)
{
	struct lobby *lobby = server->lobby;

	if (!is_to_be_listed(table)) {
		if (table->is_listed)
			lobby_forget(server, table);
		return;
	}
	table->is_listed = true;
	for (size_t i = 0; i < lobby->n_changed; i++)
		if (lobby->changed[i] == table)
			return;
	if (array_reserve(lobby->changed, lobby->cap_changed, lobby->n_changed + 1, SIZE_MAX))
		lobby->changed[lobby->n_changed++] = table;
}

void lobby_forget(struct server *server, struct table *table)
{
	struct lobby *lobby = server->lobby;

	for (size_t i = 0; i < lobby->n_changed; i++)
		if (lobby->changed[i] == table) {
			lobby->changed[i] = lobby->changed[--lobby->n_changed];
			break; /* it is there once */
		}
	if (table->is_listed)
		note_gone(lobby, table);
}

static struct message *lobby_news(struct server *server)
{
	struct lobby *lobby = server->lobby;
	struct mp_json json = show_begin(server, "lobby_changed");

	mp_json_array(&json, "tables");
	for (size_t i = 0; i < lobby->n_changed; i++)
		show_listing(server, lobby->changed[i], &json);
	mp_json_end_array(&json);
	mp_json_array(&json, "gone");
	for (size_t i = 0; i < lobby->n_gone; i++)
		mp_json_str(&json, NULL, lobby->gone[i]);
	mp_json_end_array(&json);
	return show_end(&json);
}

void lobby_tick(struct server *server)
{
	struct lobby *lobby = server->lobby;
	struct message *message;

	if (server->now < lobby->next || lobby->n_changed + lobby->n_gone == 0)
		return;
	lobby->next = server->now + LOBBY_EVERY_MS;
	message = lobby->n > 0 ? lobby_news(server) : NULL;
	for (size_t i = 0; message && i < lobby->n; i++)
		conn_send(server, lobby->conns[i], message);
	message_drop(message);
	lobby->n_changed = 0;
	lobby->n_gone = 0;
}

void lobby_list(struct server *server, const char *key, struct mp_json *json)
{
	size_t n = 0;

	mp_json_array(json, key);
	/* Those that wait for players first. */
	for (int status = TABLE_OPEN; status <= TABLE_PLAYING; status++)
		for (struct table *table = server->tables->first; table && n < LOBBY_LIST_MAX;
		     table = table->next)
			if (table->is_listed && table->status == status) {
				show_listing(server, table, json);
				n++;
			}
	mp_json_end_array(json);
}

void lobby_release(struct lobby *lobby)
{
	free(lobby->conns);
	free(lobby->changed);
	free(lobby->gone);
}
