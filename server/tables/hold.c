/* SPDX-License-Identifier: MIT
 *
 * Clocks that stand still: while everyone at a table has agreed to a pause, while whoever is on
 * turn in a slow game is on vacation, or while there is no server.
 *
 * A pause is asked for by one of the people and begins when all others agree. Any of them ends it,
 * with a word or with a move; bots play on meanwhile, since it costs nobody anything.
 */
#include "server/notify/notify.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/tables/table.h"

#include <metropole/text.h>

bool table_is_away_for_long(const struct server *server, const struct table *table, int seat)
{
	return table->clock.kind == CLOCK_DAYS && table->seats[seat].kept.kind == SEAT_PERSON &&
	       vacation_ends(server->vacations, table->seats[seat].kept.user) > (int64_t)server->wall;
}

void table_hold(struct server *server, struct table *table)
{
	int seat = table->clock.running;

	clock_hold(&table->clock,
	           table->is_paused || (seat >= 0 && table_is_away_for_long(server, table, seat)),
	           server->now);
}

/* Nobody's absence counts while the clocks stood. */
static void count_absence_anew(struct server *server, struct table *table, unsigned seats)
{
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (seats >> seat & 1 && table->seats[seat].away_since)
			table->seats[seat].away_since = server->now;
}

void table_vacation(struct server *server, struct table *table, int seat, bool began)
{
	table_begin(server, table);
	table_note(server, table, began ? "vacation_began" : "vacation_ended", seat);
	if (!began)
		count_absence_anew(server, table, 1u << seat);
	table_hold(server, table);
	table_commit(server, table);
	table_tell_presence(server, table);
}

static void pause_event(struct server *server, struct table *table, int seat)
{
	char buf[64];
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_json_int(&json, "seat", seat + 1);
	mp_json_bool(&json, "paused", table->is_paused);
	table_event(server, table, EVENT_PAUSE, table->seats[seat].kept.user, buf);
}

static void set_paused(struct server *server, struct table *table, int seat, bool is_paused)
{
	table_begin(server, table);
	table->pause_by = -1;
	table->is_paused = is_paused;
	table_hold(server, table);
	if (!is_paused)
		count_absence_anew(server, table, ~0u);
	pause_event(server, table, seat);
}

void table_end_pause(struct server *server, struct table *table, int seat)
{
	if (table->is_paused && !table_is_bot(table, seat))
		set_paused(server, table, seat, false);
}

static bool all_agree(const struct table *table)
{
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (seat != table->pause_by && !table_is_bot(table, seat) &&
		    !(table->pause_yes >> seat & 1))
			return false;
	return true;
}

static void note_pause(struct server *server, struct table *table, const char *what, int seat)
{
	table_begin(server, table);
	table_note(server, table, what, seat);
	table_commit(server, table);
	table_tell_presence(server, table);
}

static bool is_player(const struct table *table, int seat, struct refusal *refusal)
{
	return table_has_player(table, seat) ||
	       refuse(refusal, "not_playing", "You have no seat in a running game here.");
}

static void begin_pause(struct server *server, struct table *table)
{
	set_paused(server, table, table->pause_by, true);
	table_commit(server, table);
	table_tell_presence(server, table);
}

bool table_pause(struct server *server, struct table *table, int seat, struct refusal *refusal)
{
	if (!is_player(table, seat, refusal))
		return false;
	if (table->clock.kind == CLOCK_NONE)
		return refuse(refusal, "forbidden", "This table has no clock that could stand still.");
	if (table->n_of[EVENT_PAUSE] >= TABLE_PAUSES_MAX)
		return refuse(refusal, "too_many", "This table has paused as often as it can.");
	table_tick(server, table); /* time that has run out has run out */
	if (table->status != TABLE_PLAYING || table->is_paused || table->pause_by == seat)
		return true;
	/* Two who ask for the same agree. */
	if (table->pause_by >= 0)
		return table_answer_pause(server, table, seat, true, refusal);
	table->pause_by = (int8_t)seat;
	table->pause_yes = 0;
	if (all_agree(table)) {
		begin_pause(server, table);
		return true;
	}
	note_pause(server, table, "pause_asked", seat);
	for (int other = 0; other < table->shared->setup.players; other++)
		if (other != seat)
			notify_seat(server, table, other, NOTIFY_PAUSE, seat);
	return true;
}

bool table_answer_pause(struct server *server, struct table *table, int seat, bool yes,
                        struct refusal *refusal)
{
	if (!is_player(table, seat, refusal))
		return false;
	if (table->pause_by < 0 || seat == table->pause_by)
		return refuse(refusal, "stale", "Nobody asks for a pause.");
	if (!yes) {
		table->pause_by = -1;
		note_pause(server, table, "pause_refused", seat);
		return true;
	}
	table->pause_yes |= (uint8_t)(1u << seat);
	if (all_agree(table))
		begin_pause(server, table);
	else
		table_tell_presence(server, table);
	return true;
}

void tables_keep_clocks(struct server *server)
{
	for (struct table *table = server->tables->first; table; table = table->next) {
		int seat = table->clock.running;
		char buf[128];
		struct mp_json json;

		if (table->status != TABLE_PLAYING || seat < 0 || table_is_bot(table, seat) ||
		    table->n_of[EVENT_NOTE] >= TABLE_NOTES_MAX)
			continue;
		clock_charge(&table->clock, server->now);
		mp_json_init(&json, buf, sizeof buf);
		mp_json_str(&json, "what", "restarting");
		mp_json_int(&json, "seat", seat + 1);
		mp_json_int(&json, "left", table->clock.left[seat]);
		table_event(server, table, EVENT_NOTE, 0, buf);
		table_commit(server, table);
	}
}

bool table_resume(struct server *server, struct table *table, int seat, struct refusal *refusal)
{
	if (!is_player(table, seat, refusal))
		return false;
	if (!table->is_paused)
		return true;
	set_paused(server, table, seat, false);
	table_commit(server, table);
	table_tell_presence(server, table);
	return true;
}
