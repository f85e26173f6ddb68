/* SPDX-License-Identifier: MIT
 *
 * Making a table, sitting down, talking, leaving: all but the moves.
 */
#include "server/log.h"
#include "server/process.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/limit.h"
#include "server/people/name.h"
#include "server/store/store.h"
#include "server/tables/lobby.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/bot.h>
#include <metropole/text.h>

static void seat_person(struct seat *seat, const struct person *person)
{
	seat->kept = (struct store_seat){.kind = SEAT_PERSON,
	                                 .is_account = person->is_account,
	                                 .user = person->id,
	                                 .bot_of = person->bot_of};
	memcpy(seat->kept.name, person->name, sizeof seat->kept.name);
}

static void seat_bot(struct seat *seat, const char *level)
{
	seat->kept.kind = SEAT_BOT;
	strncpy(seat->kept.level, level, sizeof seat->kept.level - 1);
}

/* Tells of a seat as it now is, and has the row written. */
static void seat_event(struct server *server, struct table *table, int at)
{
	static const char *const kinds[] = {"open", "person", "bot"};
	const struct store_seat *seat = &table->seats[at].kept;
	char buf[1024];
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_json_int(&json, "seat", at + 1);
	mp_json_str(&json, "occupant", kinds[seat->kind]);
	if (seat->user)
		name_write(&json, seat->name, seat->is_account, seat->bot_of != 0);
	if (seat->kind == SEAT_BOT)
		mp_json_str(&json, "level", seat->level);
	table_event(server, table, EVENT_SEAT, seat->user, buf);
	table_touch(table);
}

bool table_offers_level(const char *level)
{
	bool is_baseline = level[0] == 'b' && level[1] >= '0' && level[1] <= '9';

	return mp_bot_has_level(level) && !is_baseline;
}

void table_note(struct server *server, struct table *table, const char *what, int seat)
{
	char buf[128];
	struct mp_json json;

	if (table->n_of[EVENT_NOTE] >= TABLE_NOTES_MAX)
		return;
	mp_json_init(&json, buf, sizeof buf);
	mp_json_str(&json, "what", what);
	mp_json_int(&json, "seat", seat + 1);
	table_event(server, table, EVENT_NOTE, table->seats[seat].kept.user, buf);
}

static void changed_seats(struct server *server, struct table *table)
{
	uint32_t spectators = table_spectators(table);

	table_commit(server, table);
	table_refresh_viewers(server, table);
	if (table_spectators(table) != spectators)
		table_tell_presence(server, table);
	lobby_touch(server, table);
}

static bool seats_as_wished(struct table *table, const struct person *person,
                            const struct table_wish *wish, struct refusal *refusal)
{
	bool for_people = false, seated = false;

	for (int seat = 0; seat < wish->players; seat++) {
		const char *what = wish->seats[seat] ? wish->seats[seat] : "open";

		if (strcmp(what, "me") == 0 && !seated) {
			seat_person(&table->seats[seat], person);
			seated = true;
		} else if (table_offers_level(what)) {
			seat_bot(&table->seats[seat], what);
			continue;
		} else if (strcmp(what, "open") != 0) {
			return refuse(refusal, "bad_request",
			              "A seat is \"me\" (once), \"open\", or the level of a bot.");
		}
		for_people = true;
	}
	return for_people || refuse(refusal, "bad_request", "At least one seat must be for a person.");
}

static bool may_create(struct server *server, const struct conn *conn, struct refusal *refusal)
{
	const struct person *person = &conn->person;
	uint32_t n = 0;

	if (!limits_take(server->limits, (uint64_t)person->id, LIMIT_TABLES, server->now) ||
	    !limits_take(server->limits, conn->address.key, LIMIT_TABLES, server->now)) {
		server->metrics->refused[REFUSED_TABLE]++;
		return refuse(refusal, "too_fast", "Too many tables in an hour. Wait a little.");
	}
	for (struct table *table = server->tables->first; table; table = table->next)
		n += table->host == person->id && table->status <= TABLE_PLAYING;
	return n < server->config.tables_per_user ||
	       refuse(refusal, "too_many",
	              "You have made as many tables as you may have at once. Finish or abort one.");
}

struct table *table_create(struct server *server, const struct conn *conn,
                           const struct table_wish *wish, struct refusal *refusal)
{
	const struct person *person = &conn->person;
	struct mp_fault fault;
	struct shared_setup *shared;
	struct table *table;
	int64_t key;

	if (!may_create(server, conn, refusal))
		return NULL;
	shared = setups_get(server->setups, wish->game, wish->players, wish->options, &fault);
	if (!shared) {
		refuse_fault(refusal, &fault);
		return NULL;
	}
	key = keys_take(server);
	table = key ? table_new(server, shared, NULL) : NULL;
	if (!key) {
		setups_drop(server->setups, shared);
		refuse(refusal, "busy", "The storage is slow at the moment. Try again in a second.");
		return NULL;
	}
	if (!table) {
		refuse(refusal, "busy", "The server has as many tables as it can hold. Try again later.");
		return NULL;
	}
	table->key = key;
	table_file(server->tables, table);
	table->created = (int64_t)server->wall;
	table->changed = table->created;
	table->touched = server->now;
	table->host = person->id;
	table->is_public = wish->is_public;
	table->passes_on_timeout = wish->passes_on_timeout;
	table->bots = (uint8_t)wish->bots;
	clock_init(&table->clock, wish->clock, wish->bank_ms, wish->step_ms);
	if (!seats_as_wished(table, person, wish, refusal)) {
		table_free(server, table);
		return NULL;
	}
	table_begin(server, table);
	table_touch(table);
	for (int seat = 0; seat < wish->players; seat++)
		if (table->seats[seat].kept.kind != SEAT_OPEN)
			seat_event(server, table, seat);
	server->metrics->tables_made++;
	log_event(LOG_INFO, "table_made", "table", table->id, "game", wish->game, NULL);
	changed_seats(server, table);
	return table;
}

/* Every change of a seat is an event for ever. */
static bool may_reseat(const struct table *table, struct refusal *refusal)
{
	return table->n_of[EVENT_SEAT] < TABLE_SEATINGS_MAX ||
	       refuse(refusal, "too_many",
	              "The seats of this table have changed as often as they can. Make another table.");
}

/* Does somebody else have the first word on this seat? */
static bool is_kept(const struct table *table, int seat, int64_t person)
{
	return table->seats[seat].kept_for && table->seats[seat].kept_for != person;
}

/* The open seat that is this person's, or else one that is nobody's. */
static int open_seat(const struct table *table, int64_t person)
{
	int found = -1;

	for (int i = 0; i < table->shared->setup.players; i++) {
		if (table->seats[i].kept.kind != SEAT_OPEN || is_kept(table, i, person))
			continue;
		if (found < 0 || table->seats[i].kept_for == person)
			found = i;
	}
	return found;
}

static bool is_seat(const struct table *table, int seat, struct refusal *refusal)
{
	if (seat >= 0 && seat < table->shared->setup.players)
		return true;
	return refuse(refusal, "bad_request", "There is no such seat at this table.");
}

/* At a table nobody goes by the name of somebody else; an account's name is its own everywhere. */
static bool has_own_name(const struct table *table, const struct person *person,
                         struct refusal *refusal)
{
	char mine[NAME_BYTES], key[NAME_BYTES];

	name_key(person->name, mine);
	for (int i = 0; !person->is_account && i < table->shared->setup.players; i++) {
		const struct store_seat *seat = &table->seats[i].kept;

		name_key(seat->name, key);
		if (seat->user && seat->user != person->id && strcmp(mine, key) == 0)
			return refuse(refusal, "name_taken",
			              "Somebody at this table has this name. Choose another.");
	}
	return true;
}

/* Who has the link of a private table, or made the table, may bring a program; at a public table
 * people meet, and it says whether it welcomes others. */
static bool is_welcome(const struct table *table, const struct person *person,
                       struct refusal *refusal)
{
	return !person->bot_of || !table->is_public || table->bots != BOTS_NONE ||
	       table->host == person->bot_of ||
	       refuse(refusal, "forbidden", "This table does not take bots of other accounts.");
}

bool table_sit(struct server *server, struct table *table, const struct person *person, int seat,
               struct refusal *refusal)
{
	int mine = table_seat_of(table, person->id);

	if (table->status > TABLE_PLAYING)
		return refuse(refusal, "not_open", "This game is over.");
	if (mine >= 0 && table->seats[mine].kept.kind == SEAT_BOT && (seat < 0 || seat == mine)) {
		/* Back at one's own seat, which a bot has kept. */
		if (!may_reseat(table, refusal))
			return false;
		table->seats[mine].kept.kind = SEAT_PERSON;
		table->asked &= (uint8_t) ~(1u << mine);
		seat_event(server, table, mine);
		changed_seats(server, table);
		return true;
	}
	if (table->status != TABLE_OPEN)
		return refuse(refusal, "not_open", "This game has begun. You can watch it.");
	if (seat < 0 && mine >= 0)
		return true;
	if (!is_welcome(table, person, refusal))
		return false;
	if (seat < 0)
		seat = open_seat(table, person->id);
	if (seat < 0)
		return refuse(refusal, "full", "All seats of this table are taken. You can watch it.");
	if (!is_seat(table, seat, refusal))
		return false;
	if (seat == mine)
		return true;
	if (table->seats[seat].kept.kind != SEAT_OPEN)
		return refuse(refusal, "taken", "Somebody sits there already. Choose another seat.");
	if (is_kept(table, seat, person->id))
		return refuse(refusal, "taken",
		              "This seat is kept for a player of the last game, for two minutes.");
	if (!has_own_name(table, person, refusal) || !may_reseat(table, refusal))
		return false;
	if (mine >= 0) {
		table->seats[mine].kept = (struct store_seat){0};
		seat_event(server, table, mine);
	}
	seat_person(&table->seats[seat], person);
	table_unkeep(table, person->id);
	seat_event(server, table, seat);
	changed_seats(server, table);
	return true;
}

bool table_stand(struct server *server, struct table *table, const struct person *person,
                 struct refusal *refusal)
{
	int mine = table_seat_of(table, person->id);

	if (table->status == TABLE_OPEN && mine < 0 && table_unkeep(table, person->id)) {
		table_tell_presence(server, table);
		return true;
	}
	if (table->status != TABLE_OPEN || mine < 0)
		return refuse(refusal, "not_open",
		              "You can leave your seat before the game begins; later, resign.");
	if (!may_reseat(table, refusal))
		return false;
	table->seats[mine].kept = (struct store_seat){0};
	seat_event(server, table, mine);
	changed_seats(server, table);
	return true;
}

static bool is_host(const struct table *table, const struct person *person, struct refusal *refusal)
{
	return (person->id && person->id == table->host) ||
	       refuse(refusal, "forbidden", "Only the one who made the table may do this.");
}

/* The host may be gone: after a while those who wait can fill the table themselves. */
static bool may_set_bots(const struct server *server, const struct table *table,
                         const struct person *person, struct refusal *refusal)
{
	bool waited = (int64_t)server->wall >= table->created + TABLE_SHARED_MS;

	return (waited && table_seat_of(table, person->id) >= 0) || is_host(table, person, refusal);
}

/* The host sets bots and opens seats again, people's seats excepted. */
bool table_set_bot(struct server *server, struct table *table, const struct person *person,
                   int seat, const char *level, struct refusal *refusal)
{
	bool opens = strcmp(level, "open") == 0;

	if (!may_set_bots(server, table, person, refusal) || !is_seat(table, seat, refusal))
		return false;
	if (table->status != TABLE_OPEN)
		return refuse(refusal, "not_open", "The game has begun.");
	if (table->seats[seat].kept.kind == SEAT_PERSON)
		return refuse(refusal, "taken", "Somebody sits there.");
	if (is_kept(table, seat, person->id))
		return refuse(refusal, "taken",
		              "This seat is kept for a player of the last game, for two minutes.");
	if (!opens && !table_offers_level(level))
		return refuse(refusal, "bad_request", "There is no bot of this level.");
	if (!may_reseat(table, refusal))
		return false;
	table->seats[seat].kept = (struct store_seat){0};
	if (!opens)
		seat_bot(&table->seats[seat], level);
	seat_event(server, table, seat);
	changed_seats(server, table);
	return true;
}

bool table_is_filled(const struct table *table)
{
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (table->seats[seat].kept.kind == SEAT_OPEN)
			return false;
	return true;
}

bool table_start(struct server *server, struct table *table, const struct person *person,
                 struct refusal *refusal)
{
	if (table->status != TABLE_OPEN)
		return refuse(refusal, "not_open", "This game has begun already.");
	if (person->id != table->host && table_seat_of(table, person->id) < 0)
		return refuse(refusal, "forbidden", "Only somebody at the table may start the game.");
	if (!table_is_filled(table))
		return refuse(refusal, "not_full",
		              "There are open seats. Wait for players, or set bots there.");
	return table_begin_match(server, table) ||
	       refuse(refusal, "busy", "The server has no memory left. Try again later.");
}

static int people_at(const struct table *table)
{
	int n = 0;

	for (int seat = 0; seat < table->shared->setup.players; seat++)
		n += table->seats[seat].kept.kind == SEAT_PERSON;
	return n;
}

void table_hand_over(struct server *server, struct table *table, int seat)
{
	table->seats[seat].kept.had_bot = true;
	table->undo_by = table->pause_by = -1; /* whoever was asked, or asks, is no more */
	seat_bot(&table->seats[seat], "normal");
	seat_event(server, table, seat);
	if (people_at(table) == 0)
		table_abandon(server, table, seat);
	changed_seats(server, table);
	table_tell_presence(server, table);
	table_ask_bots(server, table);
}

uint64_t table_patience(const struct server *server, const struct table *table)
{
	return table->clock.kind == CLOCK_DAYS ? (uint64_t)table->clock.step
	                                       : (uint64_t)server->config.abandon_seconds * 1000;
}

bool table_replace(struct server *server, struct table *table, const struct person *person,
                   int seat, struct refusal *refusal)
{
	int mine = table_seat_of(table, person->id);
	const struct seat *target;

	if (table->status != TABLE_PLAYING || mine < 0)
		return refuse(refusal, "forbidden", "Only players of a running game may do this.");
	if (!is_seat(table, seat, refusal))
		return false;
	target = &table->seats[seat];
	if (seat == mine || target->kept.kind != SEAT_PERSON)
		return refuse(refusal, "bad_request", "No other person has this seat.");
	if (table->is_paused || table_is_away_for_long(server, table, seat))
		return refuse(refusal, "too_early", "This player's clock stands still.");
	if (target->online > 0 || server->now < target->away_since + table_patience(server, table))
		return refuse(refusal, "too_early", "This player is here, or has not been away for long.");
	table_hand_over(server, table, seat);
	return true;
}

bool table_abort(struct server *server, struct table *table, const struct person *person,
                 struct refusal *refusal)
{
	bool is_open = table->status == TABLE_OPEN;

	if (is_open && !is_host(table, person, refusal))
		return false;
	if (!is_open && (table->status != TABLE_PLAYING || table->live.match.plies > 0))
		return refuse(refusal, "too_late", "A game can be aborted before its first move only.");
	if (!is_open && table_seat_of(table, person->id) < 0)
		return refuse(refusal, "forbidden", "Only a player may abort the game.");
	table_close(server, table, "aborted");
	return true;
}

void table_close(struct server *server, struct table *table, const char *reason)
{
	if (table->status > TABLE_PLAYING)
		return;
	table_end(server, table, reason, NULL);
	table_commit(server, table);
}

bool table_has_left(const struct table *table, int seat)
{
	const struct store_seat *kept = &table->seats[seat].kept;

	return kept->kind == SEAT_BOT && (kept->user || kept->is_account);
}

/* With two players the other one wins. With more a bot plays on, for the sake of the others. */
bool table_resign(struct server *server, struct table *table, const struct person *person,
                  struct refusal *refusal)
{
	int mine = table_seat_of(table, person->id);

	if (!table_has_player(table, mine))
		return refuse(refusal, "not_playing", "You have no seat in a running game here.");
	if (table->shared->setup.players == 2 && !table_has_left(table, 1 - mine)) {
		int place[MP_SEATS] = {1, 1};

		place[mine] = 2;
		table_end(server, table, "resigned", place);
		table_commit(server, table);
	} else {
		table_note(server, table, "resigned", mine);
		table_hand_over(server, table, mine);
	}
	return true;
}

bool table_chat(struct server *server, struct table *table, const struct person *person,
                const char *text, struct refusal *refusal)
{
	char buf[4096];
	struct mp_json json;
	int seat = table_seat_of(table, person->id);

	if (!table->is_public && seat < 0)
		return refuse(refusal, "forbidden",
		              "The chat of a private table is for those who sit there.");
	if (!has_own_name(table, person, refusal))
		return false;
	if (table->n_of[EVENT_CHAT] >= TABLE_CHAT_MAX)
		return refuse(refusal, "full", "This table has talked as much as it can hold.");
	mp_json_init(&json, buf, sizeof buf);
	if (seat >= 0)
		mp_json_int(&json, "seat", seat + 1);
	name_write(&json, person->name, person->is_account, false);
	mp_json_str(&json, "text", text);
	if (json.text.overflow)
		return refuse(refusal, "too_long", "A chat line has at most 500 characters.");
	table_event(server, table, EVENT_CHAT, person->id, buf);
	table_commit(server, table);
	server->metrics->chats++;
	return true;
}
