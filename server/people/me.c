/* SPDX-License-Identifier: MIT
 *
 * Who asks, and at which tables they sit: what a page shows of its person first of all.
 */
#include "server/people/me.h"

#include "server/people/name.h"
#include "server/people/session.h"
#include "server/process.h"
#include "server/tables/table.h"

#include <metropole/text.h>

/* Whoever comes back is remembered for as long again; a guest by the name as it was chosen, without
 * the mark that it may be shown with. */
static void renew_cookie(struct http_request *request)
{
	if (request->person.is_account)
		session_cookie(request->server, request->claim.token, request->cookie[0]);
	else
		session_guest_cookie(request->server, &request->claim.guest, request->cookie[0]);
}

/* With whom, whose turn, how much time: what a list of one's games shows. */
static void write_company(const struct server *server, struct table *table, struct mp_json *json)
{
	int turn = table->live.match.state ? mp_match_turn(&table->live.match) : -1;

	mp_json_array(json, "names");
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		mp_json_str(json, NULL, table->seats[seat].kept.name);
	mp_json_end_array(json);
	mp_json_array(json, "bots");
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		mp_json_bool(json, NULL, table->seats[seat].kept.bot_of != 0);
	mp_json_end_array(json);
	mp_json_int(json, "changed", (int64_t)table->changed / 1000);
	if (turn < 0)
		return;
	mp_json_int(json, "turn", turn + 1);
	if (table->clock.kind != CLOCK_NONE)
		mp_json_int(json, "left", clock_left(&table->clock, turn, server->now));
}

void me_show(struct http_request *request)
{
	struct mp_json json = http_json(request);
	int64_t id = request->person.id;

	if (id) {
		name_write(&json, request->person.name, request->person.is_account, false);
		renew_cookie(request);
	} else {
		mp_json_null(&json, "name");
	}
	mp_json_array(&json, "tables");
	for (struct table *table = request->server->tables->first; id && table; table = table->next) {
		int seat = table_seat_of(table, id);

		if (seat < 0 || table->status > TABLE_PLAYING)
			continue;
		mp_json_object(&json, NULL);
		mp_json_str(&json, "table", table->id);
		mp_json_str(&json, "game", table->shared->setup.game->id);
		mp_json_int(&json, "seat", seat + 1);
		mp_json_bool(&json, "playing", table->status == TABLE_PLAYING);
		mp_json_bool(&json, "your_turn",
		             table->live.match.state && mp_match_turn(&table->live.match) == seat);
		write_company(request->server, table, &json);
		mp_json_end_object(&json);
	}
	mp_json_end_array(&json);
	http_send_json(request, 200, &json);
}
