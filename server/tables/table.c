/* SPDX-License-Identifier: MIT
 *
 * Tables in memory: found by id, watched by connections.
 */
#include "server/tables/table.h"

#include "host/array.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/net/conn.h"
#include "server/nodes/duties.h"
#include "server/nodes/node.h"
#include "server/tables/lobby.h"
#include "server/tables/setups.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

bool refuse(struct refusal *refusal, const char *code, const char *message)
{
	struct mp_text text;

	*refusal = (struct refusal){.code = code};
	mp_text_init(&text, refusal->message, sizeof refusal->message);
	mp_text_str(&text, message);
	return false;
}

bool refuse_fault(struct refusal *refusal, const struct mp_fault *fault)
{
	refuse(refusal, mp_err_name(fault->code), fault->message);
	refusal->rule = fault->rule;
	refusal->key = fault->key;
	memcpy(refusal->args, fault->args, sizeof refusal->args);
	return false;
}

bool tables_init(struct tables *tables, uint32_t cap)
{
	size_t scratch = 16;

	*tables = (struct tables){.cap = cap, .state_max = 16};
	for (size_t i = 0; mp_games[i]; i++) {
		if (mp_match_scratch_size(mp_games[i]) > scratch)
			scratch = mp_match_scratch_size(mp_games[i]);
		if (mp_games[i]->state_size > tables->state_max)
			tables->state_max = mp_games[i]->state_size;
	}
	tables->scratch = calloc(1, scratch);
	tables->replay = calloc(1, tables->state_max);
	return tables->scratch && tables->replay;
}

void tables_release(struct server *server)
{
	while (server->tables->first)
		table_free(server, server->tables->first);
	free(server->tables->scratch);
	free(server->tables->replay);
}

static struct table **bucket_of(struct tables *tables, const char *id)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (; *id; id++)
		hash = (hash ^ (unsigned char)*id) * 0x100000001b3u;
	return &tables->by_id[(hash * 0x9e3779b97f4a7c15u) >> 50];
}

struct table *table_find(struct tables *tables, const char *id)
{
	struct table *at = *bucket_of(tables, id);

	while (at && (at->is_doomed || strcmp(at->id, id) != 0))
		at = at->same_hash;
	return at;
}

static struct table **key_bucket(struct tables *tables, int64_t key)
{
	return &tables->by_key[((uint64_t)key * 0x9e3779b97f4a7c15u) >> 50];
}

struct table *table_by_key(struct tables *tables, int64_t key)
{
	struct table *at = *key_bucket(tables, key);

	while (at && (at->is_doomed || at->key != key))
		at = at->same_key;
	return at;
}

void table_file(struct tables *tables, struct table *table)
{
	struct table **bucket = key_bucket(tables, table->key);
	struct table *at = *bucket;

	while (at && at != table)
		at = at->same_key;
	if (at)
		return;
	table->same_key = *bucket;
	*bucket = table;
}

static void table_unfile(struct tables *tables, struct table *table)
{
	struct table **at = key_bucket(tables, table->key);

	while (*at && *at != table)
		at = &(*at)->same_key;
	if (*at)
		*at = table->same_key;
}

/* 80 random bits, written without letters that are read wrongly. */
static void draw_id(struct server *server, char id[TABLE_ID_LEN + 1])
{
	uint8_t bytes[TABLE_ID_LEN];

	server_random(server, bytes, sizeof bytes);
	for (int i = 0; i < TABLE_ID_LEN; i++)
		id[i] = "abcdefghijkmnpqrstuvwxyz23456789"[bytes[i] & 31];
	id[TABLE_ID_LEN] = '\0';
}

/* Nobody looks at it, nothing is under way, and it is on the disk: it can come back from there. A
 * game in play only if nothing happens in it before somebody comes. */
static bool can_leave(const struct server *server, const struct table *table)
{
	if (table->n_watchers > 0 || table->jobs > 0 || table->is_doomed || table->behind.first ||
	    server->tables->open == table)
		return false;
	for (int seat = 0; seat < MP_SEATS; seat++)
		if (table->seats[seat].thinking)
			return false;
	if (table->status >= TABLE_OVER)
		return true;
	return table->status == TABLE_PLAYING && table->clock.kind == CLOCK_NONE &&
	       server->now > table->idle_since + TABLE_TIGHT_MS &&
	       !table_is_bot(table, mp_match_turn(&table->live.match));
}

/* Room for one more table: the one that has been idle longest leaves, finished ones first. */
static bool make_room(struct server *server)
{
	struct table *out = NULL;

	if (server->tables->n < server->tables->cap)
		return true;
	for (struct table *table = server->tables->first; table; table = table->next) {
		bool is_over = table->status >= TABLE_OVER;

		if (!can_leave(server, table) || (out && out->status >= TABLE_OVER && !is_over))
			continue;
		if (!out || (is_over && out->status < TABLE_OVER) || table->idle_since < out->idle_since)
			out = table;
	}
	if (out)
		table_free(server, out);
	return out != NULL;
}

struct table *table_new(struct server *server, struct shared_setup *shared, const char *id)
{
	struct tables *tables = server->tables;
	struct table *table = make_room(server) ? calloc(1, sizeof *table) : NULL;
	struct table **bucket;

	if (!table) {
		setups_drop(server->setups, shared);
		return NULL;
	}
	table->shared = shared;
	table->undo_by = -1;
	table->pause_by = -1;
	table->idle_since = server->now;
	table->behind.copy = ++tables->copies;
	if (id)
		memcpy(table->id, id, sizeof table->id);
	else
		draw_id(server, table->id);
	bucket = bucket_of(tables, table->id);
	table->same_hash = *bucket;
	*bucket = table;
	table->next = tables->first;
	table->link = &tables->first;
	if (table->next)
		table->next->link = &table->next;
	tables->first = table;
	tables->n++;
	return table;
}

void table_free(struct server *server, struct table *table)
{
	struct table **at = bucket_of(server->tables, table->id);

	while (table->n_watchers > 0)
		table_unwatch(server, table, table->watchers[0].conn);
	table_stop_bots(server, table);
	table_drop_waiting(server, table);
	table_unfile(server->tables, table);
	while (*at != table)
		at = &(*at)->same_hash;
	*at = table->same_hash;
	*table->link = table->next;
	if (table->next)
		table->next->link = table->link;
	server->tables->n--;
	if (table->status == TABLE_PLAYING)
		server->tables->n_playing--;
	lobby_forget(server, table);
	for (uint32_t i = 0; i < table->n_events; i++)
		if (table->events[i].kind != EVENT_UNDO &&
		    (table->old || table->events[i].kind != EVENT_MOVE))
			free(table->events[i].text);
	for (int seat = 0; seat < MP_SEATS; seat++)
		free(table->seats[seat].kept_name);
	if (table->old)
		free(table->old->options);
	free(table->old);
	free(table->events);
	free(table->watchers);
	live_release(&table->live);
	setups_drop(server->setups, table->shared);
	free(table);
}

int table_seat_of(const struct table *table, int64_t person)
{
	for (int seat = 0; person && seat < table->shared->setup.players; seat++)
		if (table->seats[seat].kept.user == person && table->seats[seat].kept.kind != SEAT_OPEN)
			return seat;
	return -1;
}

int table_viewer(const struct table *table, int64_t person)
{
	int seat = table_seat_of(table, person);

	return seat >= 0 ? seat : MP_PUBLIC;
}

bool table_is_bot(const struct table *table, int seat)
{
	return table->seats[seat].kept.kind == SEAT_BOT || (table->stand_in >> seat & 1);
}

bool table_is_rated(const struct table *table)
{
	int players = table->shared->setup.players, bots = 0;

	for (int i = 0; i < players; i++) {
		const struct store_seat *seat = &table->seats[i].kept;

		if (!seat->is_account)
			return false;
		bots += seat->bot_of != 0;
		for (int k = 0; seat->bot_of && k < players; k++)
			if (k != i && (table->seats[k].kept.user == seat->bot_of ||
			               table->seats[k].kept.bot_of == seat->bot_of))
				return false;
	}
	return bots == 0 || bots == players || table->bots == BOTS_RATED;
}

static bool is_connected(const struct server *server, int64_t person)
{
	return conn_of_person(server->conns, person) || node_has_person(server, person);
}

/* Counts who is there, anew: changes of seats are rare. */
void table_refresh_viewers(struct server *server, struct table *table)
{
	uint16_t online[MP_SEATS] = {0};

	table->viewing = 0;
	table->elsewhere = 0;
	for (uint32_t i = 0; i < table->n_watchers; i++) {
		struct watcher *watcher = &table->watchers[i];

		watcher->viewer = table_viewer(table, watcher->conn->person.id);
		table->viewing |= (uint8_t)(1u << watcher->viewer);
		if (watcher->viewer < MP_SEATS)
			online[watcher->viewer]++;
	}
	for (int seat = 0; seat < table->shared->setup.players; seat++) {
		struct seat *s = &table->seats[seat];

		s->online = online[seat];
		if (s->online == 0 && s->kept.kind == SEAT_PERSON && is_connected(server, s->kept.user)) {
			/* On another page, or at another node: there, if not at the table. */
			s->online = 1;
			table->elsewhere |= (uint8_t)(1u << seat);
		}
		if (s->online > 0)
			s->away_since = 0;
		else if (s->away_since == 0)
			s->away_since = server->now;
	}
}

void table_tell_presence(struct server *server, struct table *table)
{
	table_send_all(server, table, show_presence(server, table));
}

static uint32_t online_seats(const struct table *table)
{
	uint32_t set = 0;

	for (int seat = 0; seat < table->shared->setup.players; seat++)
		set |= (uint32_t)(table->seats[seat].online > 0) << seat;
	return set;
}

/* Of a crowd nobody needs to know each who comes and goes. */
static bool is_told_of(uint32_t before, uint32_t now)
{
	enum { CROWD = 10 };

	return before != now && (before < CROWD || now < CROWD);
}

uint32_t table_spectators(const struct table *table)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < table->n_watchers; i++)
		n += table->watchers[i].viewer == MP_PUBLIC;
	return n;
}

void table_check_presence(struct server *server, struct table *table)
{
	uint32_t before = online_seats(table);
	bool gone = false;

	for (int seat = 0; table->elsewhere && seat < table->shared->setup.players; seat++)
		gone |=
			(table->elsewhere >> seat & 1) && !is_connected(server, table->seats[seat].kept.user);
	if (!gone)
		return;
	table_refresh_viewers(server, table);
	if (online_seats(table) != before)
		table_tell_presence(server, table);
}

void table_check_others(struct server *server, struct table *table)
{
	uint32_t before = online_seats(table);

	table_refresh_viewers(server, table);
	if (online_seats(table) != before)
		table_tell_presence(server, table);
}

static struct watcher *watcher_of(const struct table *table, const struct conn *conn)
{
	for (uint32_t i = 0; i < table->n_watchers; i++)
		if (table->watchers[i].conn == conn)
			return &table->watchers[i];
	return NULL;
}

bool table_is_followed_by(const struct table *table, const struct conn *conn)
{
	const struct watcher *watcher = watcher_of(table, conn);

	return watcher && watcher->follows;
}

bool table_watch(struct server *server, struct table *table, struct conn *conn, bool follows,
                 struct refusal *refusal)
{
	int slot = 0;
	uint32_t before = online_seats(table), spectators = table_spectators(table);
	struct watcher *known = watcher_of(table, conn);

	if (known) {
		known->follows = follows;
		return true;
	}
	while (slot < CONN_WATCH_MAX && conn->watch[slot])
		slot++;
	if (slot == CONN_WATCH_MAX)
		return refuse(refusal, "too_many",
		              "This connection watches as many tables as it may. Leave one first.");
	if (table_viewer(table, conn->person.id) == MP_PUBLIC &&
	    table_spectators(table) >= TABLE_WATCHERS_MAX)
		return refuse(refusal, "too_many", "This table has as many spectators as it can have.");
	if (!array_reserve(table->watchers, table->cap_watchers, table->n_watchers + 1, SIZE_MAX))
		return refuse(refusal, "busy", "The server has no memory left. Try again later.");
	table->watchers[table->n_watchers++] = (struct watcher){.conn = conn, .follows = follows};
	conn->watch[slot] = table;
	table_refresh_viewers(server, table);
	if (online_seats(table) != before || is_told_of(spectators, table_spectators(table)))
		table_tell_presence(server, table);
	return true;
}

void table_unwatch(struct server *server, struct table *table, struct conn *conn)
{
	uint32_t before = online_seats(table), spectators = table_spectators(table);

	for (int i = 0; i < CONN_WATCH_MAX; i++)
		if (conn->watch[i] == table)
			conn->watch[i] = NULL;
	for (uint32_t i = 0; i < table->n_watchers; i++)
		if (table->watchers[i].conn == conn)
			table->watchers[i--] = table->watchers[--table->n_watchers];
	table_refresh_viewers(server, table);
	if (table->n_watchers == 0)
		table->idle_since = server->now;
	if (online_seats(table) != before || is_told_of(spectators, table_spectators(table)))
		table_tell_presence(server, table);
}

void table_tend(struct server *server, struct table *table)
{
	const struct tables *tables = server->tables;
	bool is_tight = tables->n > tables->cap - tables->cap / 10;
	uint64_t keep = (uint64_t)server->config.keep_open_hours * 3600000;

	if (!table_is_current(table)) { /* what is due is due by what the log says */
		table_keep_up(server, table);
		return;
	}
	if (table->old && table->status < TABLE_OVER && duties_has(server, table->key))
		table_close(server, table, "rules_changed");
	table_tick(server, table);
	table_release_kept(server, table);
	if (is_tight && keep > TABLE_TIGHT_MS)
		keep = TABLE_TIGHT_MS;
	if (table->status == TABLE_OPEN && table->n_watchers == 0 && duties_has(server, table->key) &&
	    server->now > table->touched + keep)
		table_close(server, table, "expired");
	if (table->status >= TABLE_OVER && table->n_watchers == 0 && !table->is_doomed &&
	    server->now > table->idle_since + (is_tight ? 0 : TABLE_IDLE_MS)) {
		table->is_doomed = table->jobs > 0;
		if (table->jobs == 0)
			table_free(server, table);
	}
}
