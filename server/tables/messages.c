/* SPDX-License-Identifier: MIT
 *
 * What is told about tables. Every state goes through the match's redaction on its way out.
 */
#include "server/tables/messages.h"

#include "host/list.h"
#include "server/process.h"
#include "server/people/name.h"
#include "server/net/conn.h"
#include "server/people/vacation.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

struct show *show_new(void)
{
	return calloc(1, sizeof(struct show));
}

void show_free(struct show *show)
{
	if (show)
		report_release(&show->report);
	free(show);
}

struct mp_json show_begin(struct server *server, const char *type)
{
	struct mp_json json;

	mp_json_init(&json, server->show->buf, SHOW_BYTES);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "type", type);
	return json;
}

struct message *show_end(struct mp_json *json)
{
	mp_json_end_object(json);
	return json->text.overflow ? NULL : message_new(json->text.buf, json->text.len);
}

static void write_seat(struct mp_json *json, const char *key, int seat)
{
	if (seat == MP_CHANCE)
		mp_json_str(json, key, "chance");
	else
		mp_json_int(json, key, seat + 1);
}

static const char *const kind_name[EVENTS] = {"move", "seat",    "chat", "start", "undo",
                                              "end",  "rematch", "note", "pause"};

bool show_hears(const struct table *table, int viewer)
{
	return table->is_public || viewer < MP_SEATS;
}

void show_event(struct table *table, struct mp_match *before, uint32_t seq,
                const struct event *event, int viewer, bool follows, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_int(json, "seq", seq);
	mp_json_int(json, "at", table->created / 1000 + event->at);
	mp_json_str(json, "kind", kind_name[event->kind]);
	if (event->kind == EVENT_MOVE && table->old) {
		write_seat(json, "seat", event->seat);
		mp_json_str(json, "move", show_old_move(table, event));
	} else if (event->kind == EVENT_MOVE) {
		write_seat(json, "seat", event->seat);
		list_move(before->setup, "move", mp_match_cut(before, event->seat, event->move, viewer),
		          json);
		if (!follows) {
			mp_json_array(json, "effects");
			mp_match_effects(before, event->seat, event->move, viewer, json);
			mp_json_end_array(json);
		}
	} else if (event->kind == EVENT_UNDO) {
		mp_json_int(json, "moves", (int64_t)event->undo);
	} else if (event->kind == EVENT_CHAT && !show_hears(table, viewer)) {
		mp_json_bool(json, "hidden", true);
	} else if (event->text[0]) {
		mp_text_char(&json->text, ',');
		mp_text_str(&json->text, event->text);
	}
	mp_json_end_object(json);
}

static void write_clock(struct server *server, const struct table *table, struct mp_json *json)
{
	if (table->clock.kind == CLOCK_NONE)
		return;
	mp_json_object(json, "clock");
	mp_json_array(json, "left");
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		mp_json_int(json, NULL, clock_left(&table->clock, seat, server->now));
	mp_json_end_array(json);
	if (table->clock.running >= 0)
		mp_json_int(json, "running", table->clock.running + 1);
	else
		mp_json_null(json, "running");
	if (table->clock.held)
		mp_json_str(json, "held", table->is_paused ? "pause" : "vacation");
	mp_json_end_object(json);
}

static void write_turn(struct table *table, const void *redacted, int viewer, struct mp_json *json)
{
	const struct mp_setup *setup = &table->shared->setup;
	const struct mp_game *game = setup->game;
	int turn = game->turn(setup, redacted);
	int32_t score[MP_SEATS];
	unsigned actors = turn >= 0 ? 1u << turn : 0;

	if (turn >= 0 && game->actors)
		actors = game->actors(setup, redacted);
	mp_json_int(json, "turn_no", table->turn_no);
	if (turn >= 0)
		mp_json_int(json, "turn", turn + 1);
	else
		mp_json_null(json, "turn");
	mp_json_seats(json, "actors", actors);
	if (game->can_offer)
		mp_json_bool(json, "can_offer",
		             turn >= 0 && viewer < setup->players &&
		                 game->can_offer(setup, redacted, viewer));
	game->score(setup, redacted, score);
	mp_json_array(json, "scores");
	for (int seat = 0; seat < setup->players; seat++)
		mp_json_int(json, NULL, score[seat]);
	mp_json_end_array(json);
	mp_json_bool(json, "over", turn == MP_OVER);
}

static const char *const bots_names[] = {"none", "unrated", "rated"};
static const char *const status_name[] = {"open", "playing", "over", "aborted"};

void show_now(struct server *server, struct table *table, int viewer, const char *key,
              struct mp_json *json)
{
	mp_json_object(json, key);
	mp_json_str(json, "status", status_name[table->status]);
	if (table->live.match.state) {
		mp_match_redacted(&table->live.match, viewer, server->tables->scratch);
		write_turn(table, server->tables->scratch, viewer, json);
		write_clock(server, table, json);
	}
	mp_json_end_object(json);
}

void show_digest(struct table *table, int viewer, struct mp_json *json)
{
	if (table->status == TABLE_PLAYING && table->live.match.state)
		mp_match_digest(&table->live.match, viewer, "digest", json);
}

/* How long until a bot may play on. */
static void write_absence(const struct server *server, const struct table *table,
                          const struct seat *seat, struct mp_json *json)
{
	int64_t vacation = vacation_ends(server->vacations, seat->kept.user) - (int64_t)server->wall;
	uint64_t until = seat->away_since + table_patience(server, table);

	if (table->is_paused)
		until = server->now + table_patience(server, table);
	if (table->clock.kind == CLOCK_DAYS && vacation > 0)
		until = server->now + (uint64_t)vacation + table_patience(server, table);

	mp_json_int(json, "replace_in", until > server->now ? (int64_t)(until - server->now) : 0);
}

static void write_seats(const struct server *server, const struct table *table, const char *key,
                        struct mp_json *json)
{
	static const char *const names[] = {"open", "person", "bot"};

	mp_json_array(json, key);
	for (int i = 0; i < table->shared->setup.players; i++) {
		const struct seat *seat = &table->seats[i];

		mp_json_object(json, NULL);
		mp_json_int(json, "seat", i + 1);
		mp_json_str(json, "kind", names[seat->kept.kind]);
		if (seat->kept.user) {
			name_write(json, seat->kept.name, seat->kept.is_account, seat->kept.bot_of != 0);
			mp_json_bool(json, "online", seat->online > 0);
			if (table->status == TABLE_PLAYING && seat->kept.kind == SEAT_PERSON && !seat->online)
				write_absence(server, table, seat, json);
		}
		if (table->status == TABLE_PLAYING && table_is_away_for_long(server, table, i))
			mp_json_int(json, "vacation", vacation_ends(server->vacations, seat->kept.user) / 1000);
		if (seat->kept.kind == SEAT_BOT)
			mp_json_str(json, "level", seat->kept.level);
		if (seat->kept_for && seat->kept.kind == SEAT_OPEN)
			mp_json_str(json, "kept_for", seat->kept_name);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

static void write_clock_kind(const struct table *table, struct mp_json *json)
{
	static const char *const names[CLOCKS] = {"none", "live", "days"};

	mp_json_object(json, "clock");
	mp_json_str(json, "kind", names[table->clock.kind]);
	if (table->clock.kind == CLOCK_LIVE)
		mp_json_int(json, "bank", table->clock.bank / 1000);
	if (table->clock.kind == CLOCK_LIVE)
		mp_json_int(json, "increment", table->clock.step / 1000);
	if (table->clock.kind == CLOCK_DAYS)
		mp_json_int(json, "days", table->clock.step / 86400000);
	if (table->clock.kind != CLOCK_NONE)
		mp_json_str(json, "timeout", table->passes_on_timeout ? "pass" : "play");
	mp_json_end_object(json);
}

/* Options of a table with its own values are long; a list is not the place for them. */
enum { LISTED_OPTIONS_MAX = 1024 };

static void write_info(const struct server *server, struct table *table, size_t options_max,
                       const char *key, struct mp_json *json)
{
	const char *options = table->old ? table->old->options : table->shared->options;

	mp_json_object(json, key);
	mp_json_str(json, "game", table->shared->setup.game->id);
	mp_json_int(json, "rules",
	            table->old ? table->old->version : table->shared->setup.game->rules_version);
	mp_json_int(json, "players", table->shared->setup.players);
	if (strlen(options) <= options_max)
		mp_json_raw(json, "options", options, strlen(options));
	mp_json_str(json, "status", status_name[table->status]);
	mp_json_bool(json, "public", table->is_public);
	mp_json_str(json, "bots", bots_names[table->bots]);
	mp_json_int(json, "created", table->created / 1000);
	mp_json_int(json, "patience", (int64_t)table_patience(server, table));
	write_clock_kind(table, json);
	write_seats(server, table, "seats", json);
	if (table_seat_of(table, table->host) >= 0)
		mp_json_int(json, "host_seat", table_seat_of(table, table->host) + 1);
	if (table->rematch[0])
		mp_json_str(json, "rematch", table->rematch);
	mp_json_end_object(json);
}

void show_info(const struct server *server, struct table *table, const char *key,
               struct mp_json *json)
{
	write_info(server, table, SIZE_MAX, key, json);
}

void show_listing(const struct server *server, struct table *table, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "table", table->id);
	write_info(server, table, LISTED_OPTIONS_MAX, "info", json);
	mp_json_int(json, "watching", table_spectators(table));
	mp_json_end_object(json);
}

/* The match as it stood after the first n events, from the start: what was taken back by then is
 * left out, so that it costs no more than the moves that stood. */
static void play_to(const struct table *table, uint32_t n, struct mp_match *old,
                    struct mp_played *moves)
{
	struct mp_fault fault;
	size_t stood = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct event *event = &table->events[i];

		if (event->kind == EVENT_MOVE)
			moves[stood++] = (struct mp_played){.move = event->move, .seat = event->seat};
		else if (event->kind == EVENT_UNDO)
			stood = event->undo;
	}
	for (size_t i = 0; i < stood; i++)
		mp_match_play_move(old, moves[i].seat, moves[i].move, &fault);
}

/* Events after `since` into an open array, as many as a message holds and `most` at the most; the
 * number of the last. */
static uint32_t write_events(struct server *server, struct table *table, int viewer, bool follows,
                             uint32_t since, uint32_t most, struct mp_json *json)
{
	size_t cap = table->n_of[EVENT_MOVE] + 1u;
	struct mp_played *moves = malloc(cap * sizeof *moves);
	struct mp_match old;
	struct mp_fault fault;
	uint32_t i = since;

	if (!moves)
		return since;
	mp_match_init(&old, &table->shared->setup, server->tables->replay, server->tables->scratch,
	              moves, cap);
	if (!table->old)
		play_to(table, since, &old, moves);
	for (;
	     i < table->n_events && i - since < most && json->text.len < SHOW_BYTES - SHOW_EVENTS_BYTES;
	     i++) {
		const struct event *event = &table->events[i];

		show_event(table, &old, i + 1, event, viewer, follows, json);
		if (event->kind == EVENT_MOVE && !table->old)
			mp_match_play_move(&old, event->seat, event->move, &fault);
		else if (event->kind == EVENT_UNDO && !table->old)
			mp_match_rewind(&old, event->undo);
	}
	free(moves);
	return i;
}

/* Moves as the viewer saw them, by seat, without effects: the log, as it stands after take-backs.
 */
static void write_log(struct table *table, int viewer, struct mp_json *json)
{
	const struct mp_setup *setup = &table->shared->setup;
	size_t n = table->live.match.n_moves;
	struct mp_played *log = malloc((n + 1) * sizeof *log);

	size_t from = n > TABLE_LOG_MAX ? n - TABLE_LOG_MAX : 0;

	if (from > 0)
		mp_json_int(json, "log_from", (int64_t)from);
	mp_json_array(json, "log");
	if (log)
		mp_match_log(&table->live.match, viewer, log);
	for (size_t i = from; log && i < n; i++) {
		mp_json_array(json, NULL);
		write_seat(json, NULL, log[i].seat);
		list_move(setup, NULL, log[i].move, json);
		mp_json_end_array(json);
	}
	mp_json_end_array(json);
	free(log);
}

static void write_chat(struct table *table, int viewer, struct mp_json *json)
{
	uint32_t lines = 0, from = table->n_events;

	while (show_hears(table, viewer) && from > 0 && lines < 100)
		lines += table->events[--from].kind == EVENT_CHAT;
	mp_json_array(json, "chat");
	for (; from < table->n_events; from++)
		if (table->events[from].kind == EVENT_CHAT)
			show_event(table, NULL, from + 1, &table->events[from], viewer, true, json);
	mp_json_end_array(json);
}

/* The end of a game that was not played out is told by its event; find the last one. */
static void write_end(struct table *table, struct mp_json *json)
{
	for (uint32_t i = table->n_events; i > 0 && table->status >= TABLE_OVER; i--) {
		const struct event *event = &table->events[i - 1];

		if (event->kind != EVENT_END)
			continue;
		mp_json_object(json, "end");
		mp_text_str(&json->text, event->text);
		json->comma = true;
		mp_json_end_object(json);
		return;
	}
}

static void write_question(const char *key, int by, unsigned yes, struct mp_json *json)
{
	mp_json_object(json, key);
	mp_json_int(json, "by", by + 1);
	mp_json_seats(json, "yes", yes);
	mp_json_end_object(json);
}

static void write_asking(const struct table *table, struct mp_json *json)
{
	if (table->undo_by >= 0)
		write_question("takeback", table->undo_by, table->undo_yes, json);
	if (table->pause_by >= 0 && table->status == TABLE_PLAYING)
		write_question("pause", table->pause_by, table->pause_yes, json);
}

struct message *show_table(struct server *server, struct table *table, const struct person *person,
                           int viewer, bool follows)
{
	struct mp_json json = show_begin(server, "table");

	mp_json_str(&json, "table", table->id);
	mp_json_int(&json, "seq", table->n_events);
	if (viewer < MP_SEATS)
		mp_json_int(&json, "seat", viewer + 1);
	else
		mp_json_null(&json, "seat");
	mp_json_bool(&json, "host", person->id != 0 && person->id == table->host);
	show_info(server, table, "info", &json);
	show_now(server, table, viewer, "now", &json);
	write_asking(table, &json);
	write_end(table, &json);
	write_chat(table, viewer, &json);
	if (table->live.match.state && !follows) {
		mp_match_view(&table->live.match, viewer, "view", &json);
		write_log(table, viewer, &json);
	}
	return show_end(&json);
}

struct message *show_missed(struct server *server, struct table *table, int viewer, bool follows,
                            uint32_t since, bool is_page)
{
	struct mp_json json = show_begin(server, "events");
	uint32_t last;

	if (since > table->n_events || (!is_page && table->n_events - since > TABLE_RESUME_MAX))
		return NULL;
	mp_json_str(&json, "table", table->id);
	mp_json_array(&json, "events");
	last = write_events(server, table, viewer, follows, since,
	                    is_page ? TABLE_PAGE_MAX : TABLE_RESUME_MAX, &json);
	mp_json_end_array(&json);
	if (last < table->n_events && !is_page)
		return NULL;
	if (is_page) {
		mp_json_int(&json, "since", since);
		mp_json_bool(&json, "more", last < table->n_events);
	}
	show_now(server, table, viewer, "now", &json);
	if (follows && last == table->n_events)
		show_digest(table, viewer, &json);
	return show_end(&json);
}

struct message *show_presence(struct server *server, struct table *table)
{
	struct mp_json json = show_begin(server, "presence");

	mp_json_str(&json, "table", table->id);
	write_seats(server, table, "seats", &json);
	write_asking(table, &json);
	mp_json_int(&json, "watching", table_spectators(table));
	return show_end(&json);
}
