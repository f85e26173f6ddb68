/* SPDX-License-Identifier: MIT
 *
 * Events through the same door as any move, and what they did to clocks, deals and questions.
 */
#include "server/tables/replay.h"

#include "host/array.h"
#include "server/process.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

void replay_row(struct server *server, struct table *table, const struct store_table *kept)
{
	table->key = kept->key;
	table->created = kept->created;
	table->changed = kept->changed;
	table->touched = server->now;
	table->is_stored = true;
	table->is_public = kept->is_public;
	table->passes_on_timeout = kept->passes_on_timeout;
	table->bots = (uint8_t)kept->bots;
	clock_init(&table->clock, (enum clock_kind)kept->clock, kept->bank_ms, kept->step_ms);
}

void replay_seats(struct table *table, const struct store_table *kept)
{
	table->host = kept->host;
	memcpy(table->rematch, kept->rematch, sizeof table->rematch);
	for (int seat = 0; seat < MP_SEATS; seat++)
		table->seats[seat].kept = kept->seats[seat];
}

/* Those who watch are told of the last event. */
static void echo_move(void *ctx, struct mp_match *before, int seat, mp_move move)
{
	struct server *server = ctx;
	struct table *table = server->tables->open;

	table->events[table->n_events - 1].move = move;
	table_tell(server, table, before, &(struct mp_played){.move = move, .seat = (int8_t)seat});
}

/* What `left` is of: change.c. A move of another than the one on turn costs nobody anything, unless
 * it ends the turn. */
static void replay_clock(struct table *table, const struct store_event *event, int turn)
{
	struct clock *clock = &table->clock;

	if (clock->kind == CLOCK_NONE || turn < 0 || event->seat < 0)
		return;
	clock->running = (int8_t)turn;
	if (event->seat == turn) {
		clock->left[turn] = event->left;
		clock->since = (uint64_t)event->at;
	} else if (event->left < 0) {
		clock->left[turn] = -1 - event->left;
	}
	if (mp_match_turn(&table->live.match) != turn) { /* whoever ended it */
		clock_passed(clock);
		table->stand_in &= (uint8_t) ~(1u << turn);
	}
}

static bool replay_move(struct server *server, struct table *table, const struct store_event *event,
                        struct event *out)
{
	struct mp_match *match = &table->live.match;
	struct mp_fault fault;
	int turn = match->state ? mp_match_turn(match) : MP_OVER;

	if (!match->state)
		return false;
	match->witness = (struct mp_witness){0};
	if (server->tables->open == table)
		match->witness = (struct mp_witness){.saw = echo_move, .ctx = server};
	table->live.chance = (struct live_chance){0};
	if (live_play(&table->live, event->seat, event->text, &fault))
		return false;
	out->move = match->moves[match->n_moves - 1].move;
	if (event->seat >= 0)
		table_count_move(table, event->seat, turn, out->move, event->seq);
	replay_clock(table, event, turn);
	table->undo_by = -1;
	return true;
}

static bool replay_undo(struct server *server, struct table *table, size_t n)
{
	size_t before = table->live.match.n_moves;
	int turn;

	if (!table->live.match.state || n > before)
		return false;
	turn = mp_match_turn(&table->live.match);
	mp_match_rewind(&table->live.match, n);
	if (mp_match_turn(&table->live.match) != turn)
		clock_halt(&table->clock);
	table_clocks_back(server, table, before);
	table_deals_back(table);
	table->turn_no++;
	table->stand_in = 0;
	table->undo_by = -1;
	return true;
}

static bool is_note(const char *text, const char *what)
{
	const char *at = strstr(text, "\"what\":\"");

	return at && strncmp(at + strlen("\"what\":\""), what, strlen(what)) == 0 &&
	       at[strlen("\"what\":\"") + strlen(what)] == '"';
}

static int seat_of_note(const char *text)
{
	const char *at = strstr(text, "\"seat\":");
	long seat = at ? strtol(at + strlen("\"seat\":"), NULL, 10) : 0;

	return seat >= 1 && seat <= MP_SEATS ? (int)seat - 1 : -1;
}

/* Who asks the others for something, and who has agreed. */
static void replay_asking(struct table *table, const char *text, int seat)
{
	bool is_pause = is_note(text, "pause_asked");

	if (is_pause || is_note(text, "takeback_asked")) {
		*(is_pause ? &table->pause_by : &table->undo_by) = (int8_t)seat;
		*(is_pause ? &table->pause_yes : &table->undo_yes) = 0;
	} else if (is_note(text, "pause_refused")) {
		table->pause_by = -1;
	} else if (is_note(text, "takeback_refused")) {
		table->undo_by = -1;
	} else if (is_note(text, "pause_agreed")) {
		table->pause_yes |= (uint8_t)(1u << seat);
	} else if (is_note(text, "takeback_agreed")) {
		table->undo_yes |= (uint8_t)(1u << seat);
	}
}

/* Whose time had run out is out of time still: the bot has yet to move. Otherwise whoever is on
 * turn has what was left when the server stopped. */
static void replay_note(struct table *table, const struct store_event *event)
{
	int turn = table->live.match.state ? mp_match_turn(&table->live.match) : -1;
	int seat = seat_of_note(event->text);
	const char *left = strstr(event->text, "\"left\":");

	if (seat < 0)
		return;
	replay_asking(table, event->text, seat);
	if (is_note(event->text, "vacation_began"))
		table->on_vacation |= (uint8_t)(1u << seat);
	else if (is_note(event->text, "vacation_ended"))
		table->on_vacation &= (uint8_t) ~(1u << seat);
	if (turn < 0)
		return;
	if (is_note(event->text, "timeout")) {
		table->clock.left[turn] = 0;
		table->stand_in |= (uint8_t)(1u << turn);
	} else if (left && is_note(event->text, "restarting")) {
		table->clock.left[turn] = strtoll(left + strlen("\"left\":"), NULL, 10);
		table->clock.since = (uint64_t)event->at;
	}
}

void replay_status(struct server *server, struct table *table, enum table_status status)
{
	server->tables->n_playing += (status == TABLE_PLAYING);
	server->tables->n_playing -= (table->status == TABLE_PLAYING);
	table->status = (uint8_t)status;
}

static bool apply_event(struct server *server, struct table *table, const struct store_event *event,
                        struct event *out)
{
	switch (event->kind) {
	case EVENT_MOVE:
		return replay_move(server, table, event, out);
	case EVENT_UNDO:
		return replay_undo(server, table, out->undo);
	case EVENT_START:
		replay_status(server, table, TABLE_PLAYING);
		return !table->live.match.state && table_set_match(server, table);
	case EVENT_END:
		replay_status(server, table, strstr(out->text, "\"places\"") ? TABLE_OVER : TABLE_ABORTED);
		clock_halt(&table->clock);
		return true;
	case EVENT_SEAT: /* a bot for somebody: whoever was asked, or asks, is no more */
		if (table->status == TABLE_PLAYING && strstr(out->text, "\"occupant\":\"bot\""))
			table->undo_by = table->pause_by = -1;
		return true;
	case EVENT_NOTE:
		replay_note(table, event);
		return true;
	case EVENT_PAUSE:
		table->is_paused = strstr(out->text, "\"paused\":true") != NULL;
		table->pause_by = -1;
		return true;
	default:
		return true;
	}
}

/* Whoever is on turn now has it from this event on, unless they had it before. */
static void run_clock(struct table *table, int64_t at)
{
	int turn = table->live.match.state && table->status == TABLE_PLAYING
	               ? mp_match_turn(&table->live.match)
	               : -1;

	if (turn >= 0)
		clock_run(&table->clock, turn, (uint64_t)at);
	clock_hold(&table->clock,
	           table->is_paused || (turn >= 0 && table->clock.kind == CLOCK_DAYS &&
	                                (table->on_vacation >> turn & 1)),
	           (uint64_t)at);
}

/* Under old rules what was played is kept as it was written, and means nothing more. */
static bool replay_event(struct server *server, struct table *table,
                         const struct store_event *event)
{
	struct event *out = &table->events[table->n_events];
	bool is_text = event->kind != EVENT_UNDO && (table->old || event->kind != EVENT_MOVE);

	*out = (struct event){
		.at = table_seconds(table, event->at), .kind = event->kind, .seat = event->seat};
	if (event->kind >= EVENTS || event->seq != table->n_events + 1)
		return false;
	if (is_text && !(out->text = strdup(event->text)))
		return false;
	if (event->kind == EVENT_UNDO)
		out->undo = strtoul(event->text, NULL, 10);
	table->n_events++;
	table->n_of[event->kind]++;
	if (table->old)
		return true;
	if (!apply_event(server, table, event, out))
		return false;
	run_clock(table, event->at);
	if (event->kind != EVENT_MOVE && server->tables->open == table)
		table_tell(server, table, NULL, NULL);
	return true;
}

/* From the server's time to that of the stamps. */
void replay_begin(struct server *server, struct table *table)
{
	clock_charge(&table->clock, server->now);
	table->clock.since = server->wall;
	if (table->clock.held)
		table->clock.held = server->wall;
}

bool replay_events(struct server *server, struct table *table, const struct store_event *events,
                   size_t n)
{
	if (!array_reserve(table->events, table->cap_events, table->n_events + n, SIZE_MAX))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!replay_event(server, table, &events[i]))
			return false;
	return true;
}

/* Where there are other nodes, whoever is on turn was on turn all the time. Where there are none
 * there was no server, and nobody pays for that. */
void replay_end(struct server *server, struct table *table)
{
	struct clock *clock = &table->clock;

	if (server->is_shared)
		clock_charge(clock, server->wall);
	clock->since = server->now;
	clock->held = clock->held && server->is_shared ? server->now : 0;
	if (table->status == TABLE_PLAYING && table->live.match.state)
		table_attach(server, table);
}
