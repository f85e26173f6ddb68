/* SPDX-License-Identifier: MIT
 *
 * The next game of the same people, and the seats that are kept for them.
 */
#include "server/log.h"
#include "server/process.h"
#include "server/net/conn.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"

#include <string.h>

#include <metropole/text.h>

bool table_unkeep(struct table *table, int64_t person)
{
	bool was = false;

	for (int seat = 0; seat < MP_SEATS; seat++) {
		if (person && table->seats[seat].kept_for == person) {
			table->seats[seat].kept_for = 0;
			was = true;
		}
	}
	return was;
}

void table_release_kept(struct server *server, struct table *table)
{
	if (!table->kept_until || server->now < table->kept_until)
		return;
	table->kept_until = 0;
	for (int seat = 0; seat < MP_SEATS; seat++)
		table->seats[seat].kept_for = 0;
	table_tell_presence(server, table);
}

/* The others of the game have two minutes to come. */
static void keep_seats(struct server *server, const struct table *table, struct table *again)
{
	int players = table->shared->setup.players;

	again->kept_until = server->now + TABLE_KEPT_MS;
	for (int seat = 0; seat < players; seat++) {
		const struct store_seat *kept = &table->seats[(seat + 1) % players].kept;

		if (again->seats[seat].kept.kind != SEAT_OPEN || !kept->user)
			continue;
		again->seats[seat].kept_name = strdup(kept->name);
		if (!again->seats[seat].kept_name)
			log_out_of_memory();
		again->seats[seat].kept_for = kept->user;
	}
}

static struct table *make_rematch(struct server *server, struct table *table,
                                  const struct conn *conn, struct refusal *refusal)
{
	const struct mp_setup *setup = &table->shared->setup;
	struct table_wish wish = {
		.game = setup->game->id,
		.players = setup->players,
		.options = json_loads(table->shared->options, 0, NULL),
		.is_public = false,
		.bots = (enum bots_welcome)table->bots,
		.passes_on_timeout = table->passes_on_timeout,
		.clock = table->clock.kind,
		.bank_ms = table->clock.bank,
		.step_ms = table->clock.step,
	};
	struct table *again;

	/* Everyone moves up a seat, so that the advantage of the start goes round. */
	for (int seat = 0; seat < setup->players; seat++) {
		const struct store_seat *kept = &table->seats[(seat + 1) % setup->players].kept;

		if (kept->user == conn->person.id)
			wish.seats[seat] = "me";
		else if (kept->kind == SEAT_BOT && !kept->user)
			wish.seats[seat] = kept->level;
	}
	/* It must not leave memory to make room for the other. */
	table->jobs++;
	again = table_create(server, conn, &wish, refusal);
	table->jobs--;
	json_decref(wish.options);
	if (again)
		keep_seats(server, table, again);
	return again;
}

static bool may_rematch(const struct table *table, const struct person *person,
                        struct refusal *refusal)
{
	if (table->status < TABLE_OVER || table_seat_of(table, person->id) < 0)
		return refuse(refusal, "forbidden", "A rematch is for the players, once the game is over.");
	if (table->old)
		return refuse(refusal, "forbidden",
		              "This game was played by older rules. Make a new table for the next one.");
	if (table->status == TABLE_ABORTED &&
	    (!table->live.match.state || table->live.match.plies == 0))
		return refuse(refusal, "forbidden", "Nothing was played here that could be played again.");
	return true;
}

/* Somebody else's came first. */
static void drop_made(struct server *server, struct table *table)
{
	struct table *made = table->made[0] && strcmp(table->made, table->rematch) != 0
	                         ? table_find(server->tables, table->made)
	                         : NULL;

	table->made[0] = '\0';
	if (made && made->status == TABLE_OPEN)
		table_close(server, made, "aborted");
}

struct table *table_rematch(struct server *server, struct table *table, const struct conn *conn,
                            struct refusal *refusal)
{
	const struct person *person = &conn->person;
	char buf[512];
	struct mp_json json;
	struct table *again;

	if (!may_rematch(table, person, refusal))
		return NULL;
	again = table->rematch[0] ? table_find(server->tables, table->rematch) : NULL;
	if (again)
		drop_made(server, table);
	if (again && again->status != TABLE_ABORTED) {
		int players = table->shared->setup.players;
		int seat = (table_seat_of(table, person->id) + players - 1) % players;

		if (table_seat_of(again, person->id) < 0 &&
		    !table_sit(server, again, person, seat, refusal))
			return NULL;
	} else if (person->bot_of) {
		refuse(refusal, "forbidden", "The next game is for people to ask for.");
		return NULL;
	} else {
		again = make_rematch(server, table, conn, refusal);
		if (!again)
			return NULL;
		memcpy(table->rematch, again->id, sizeof table->rematch);
		memcpy(table->made, again->id, sizeof table->made);
		mp_json_init(&json, buf, sizeof buf);
		mp_json_str(&json, "rematch", again->id);
		mp_json_str(&json, "name", person->name);
		table_event(server, table, EVENT_REMATCH, person->id, buf);
		table_touch(table);
		table_commit(server, table);
	}
	if (again->status == TABLE_OPEN && table_is_filled(again))
		table_begin_match(server, again);
	return again;
}
