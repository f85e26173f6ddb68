/* SPDX-License-Identifier: MIT
 *
 * Bytes become operations of people, passing time, restarts, and the commands of a host.
 */
#include "steps.h"

#include "server/admin.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <metropole/text.h>

enum { SAY_BYTES = 4096 };

struct reader {
	const uint8_t *at, *end;
};

/* Below n. */
static unsigned pick(struct reader *bytes, unsigned n)
{
	return bytes->at < bytes->end ? *bytes->at++ % n : 0;
}

static bool one_in(struct reader *bytes, unsigned n)
{
	return pick(bytes, n) == n - 1;
}

/* One of the tables in memory, or NULL. */
static struct table *some_table(struct world *world, struct reader *bytes)
{
	unsigned n = pick(bytes, 12);
	struct table *table = world->server->tables->first;

	while (table && table->next && n-- > 0)
		table = table->next;
	return table;
}

static void member(char *say, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void member(char *say, const char *format, ...)
{
	size_t len = strlen(say);
	va_list args;

	va_start(args, format);
	vsnprintf(say + len, SAY_BYTES - len, format, args);
	va_end(args);
}

static const char *const levels[] = {"easy", "easy", "easy", "normal", "hard", "b0", "nonsense"};

static const char *game_of(struct reader *bytes)
{
	unsigned n = 0;

	while (mp_games[n])
		n++;
	return one_in(bytes, 32) ? "chess" : mp_games[pick(bytes, n)]->id;
}

static void create(struct reader *bytes, char *say)
{
	static const char *const options[] = {
		"{}", "{\"deals\":true}", "{\"turn_limit\":20}", "{\"start\":1}", "{\"hand\":7}", "[]"};
	static const char *const clocks[] = {
		"{\"kind\":\"none\"}",
		"{\"kind\":\"live\",\"bank\":60,\"increment\":5,\"timeout\":\"play\"}",
		"{\"kind\":\"live\",\"bank\":10,\"increment\":0,\"timeout\":\"pass\"}",
		"{\"kind\":\"days\",\"days\":1,\"timeout\":\"pass\"}",
		"{\"kind\":\"days\",\"days\":99}",
	};
	unsigned players = 2 + pick(bytes, one_in(bytes, 16) ? 7 : 3);
	bool has_bots = one_in(bytes, 8);

	member(say, ",\"game\":\"%s\",\"players\":%u,\"options\":%s,\"clock\":%s,\"public\":%s",
	       game_of(bytes), players, options[one_in(bytes, 4) ? pick(bytes, 6) : 0],
	       clocks[pick(bytes, one_in(bytes, 32) ? 5 : 4)], pick(bytes, 2) ? "true" : "false");
	member(say, ",\"seats\":[");
	for (unsigned i = 0; i < players; i++)
		member(say, "%s\"%s\"", i ? "," : "",
		       i == 0 && !one_in(bytes, 6)  ? "me"
		       : has_bots && pick(bytes, 2) ? levels[pick(bytes, one_in(bytes, 8) ? 7 : 3)]
		                                    : "open");
	member(say, "]");
}

/* A move that is legal for the seat, most of the time. */
static void move(struct reader *bytes, struct table *table, int seat, char *say)
{
	static mp_move legal[MP_MOVES_MAX];
	const struct mp_setup *setup = &table->shared->setup;
	char buf[MP_MOVE_TEXT_MAX] = "nothing";
	struct mp_text text;
	size_t n = 0;

	if (table->match.state && seat >= 0 && mp_match_turn(&table->match) >= 0)
		n = setup->game->legal(setup, table->match.state, seat, legal);
	if (n > 0 && !one_in(bytes, 32)) {
		mp_text_init(&text, buf, sizeof buf);
		setup->game->print(setup, legal[(pick(bytes, 256) << 8 | pick(bytes, 256)) % n], &text);
	}
	member(say, ",\"move\":\"%s\",\"turn\":%ld", buf,
	       (long)table->turn_no - (one_in(bytes, 32) ? 1 : 0));
	for (int i = 0; i < MP_SEATS; i++)
		if (table->seats[i].deal && pick(bytes, 2)) {
			member(say, ",\"deal\":%u", table->seats[i].deal);
			break;
		}
}

/* Who is to act there, so that games go on; anybody now and then. */
static int actor_of(struct reader *bytes, const struct table *table)
{
	unsigned actors = table && table->match.state ? mp_match_actors(&table->match) : 0;

	for (int seat = 0; seat < MP_SEATS && !one_in(bytes, 8); seat++)
		if ((actors >> seat & 1) && table->seats[seat].kept.user > 0)
			return (int)table->seats[seat].kept.user - 1;
	return (int)pick(bytes, PEOPLE);
}

/* Often enough what brings a table forward; every operation there is, now and then. */
static const char *const ops[] = {
	"play",      "play",    "play",   "play",   "play",    "play",    "sit",
	"sit",       "start",   "start",  "watch",  "watch",   "create",  "chat",
	"takeback",  "answer",  "legal",  "view",   "preview", "history", "record",
	"breakdown", "bot",     "stand",  "resign", "abort",   "replace", "rematch",
	"rematch",   "unwatch", "report", "lobby",  "ping",    "nonsense"};

static void speak(struct world *world, struct reader *bytes)
{
	const char *op = ops[pick(bytes, sizeof ops / sizeof ops[0])];
	struct table *table = some_table(world, bytes);
	bool acts = strcmp(op, "play") == 0 || strcmp(op, "takeback") == 0;
	int who = acts ? actor_of(bytes, table) : (int)pick(bytes, PEOPLE);
	int64_t person = world->people[who].person.id;
	char say[SAY_BYTES] = "";

	if (!table && strcmp(op, "ping") != 0)
		op = "create";
	member(say, "{\"op\":\"%s\",\"id\":%u", op, pick(bytes, 256));
	if (strcmp(op, "create") == 0)
		create(bytes, say);
	else if (table)
		member(say, ",\"table\":\"%s\"", one_in(bytes, 64) ? "aaaaaaaaaaaaaaaa" : table->id);
	if (table && (strcmp(op, "play") == 0 || strcmp(op, "preview") == 0))
		move(bytes, table, table_seat_of(table, person), say);
	if (strcmp(op, "chat") == 0)
		member(say, ",\"text\":\"%.*s\"", (int)pick(bytes, 90),
		       "a \\\"quoted\\\" \\u00e9\\u0007 <b>line</b> that is longer than most lines people "
		       "write");
	if (strcmp(op, "answer") == 0)
		member(say, ",\"yes\":%s", pick(bytes, 4) ? "true" : "false");
	if (table && (strcmp(op, "history") == 0 || strcmp(op, "watch") == 0) && pick(bytes, 2))
		member(say, ",\"since\":%ld", (long)table->n_events - (long)pick(bytes, 40));
	if (table && strcmp(op, "report") == 0)
		member(say, ",\"seq\":%u",
		       1 + pick(bytes, table->n_events < 255 ? table->n_events + 1 : 255));
	if (strcmp(op, "bot") == 0 || strcmp(op, "replace") == 0 || one_in(bytes, 4))
		member(say, ",\"seat\":%d", (int)pick(bytes, 8) - 1);
	if (strcmp(op, "bot") == 0)
		member(say, ",\"level\":\"%s\"", pick(bytes, 3) ? "open" : levels[pick(bytes, 7)]);
	member(say, one_in(bytes, 128) ? ",}" : "}");
	world_say(world, who, say);
	if (table && strcmp(op, "unwatch") == 0) {
		char id[TABLE_ID_LEN + 1];

		memcpy(id, table->id, sizeof id);
		world_settle(world, false);
		world_check(world);
		world_unsee(world, who, id);
	}
}

static void pass_time(struct world *world, struct reader *bytes)
{
	static const uint64_t ms[] = {1, 50, 200, 1000, 5000, 20001, 61000, 121000, 3600000, 90000000};

	world->now += ms[pick(bytes, sizeof ms / sizeof ms[0])];
}

/* Left in the data file as the program leaves it, which would wait here for an answer. */
static void obey_host(struct world *world, struct reader *bytes)
{
	static const char *const orders[] = {
		"close\t%s",         "delete\t%s\tyes",  "delete\t%s",     "remove\t%s\t3",
		"ban\t192.0.2.1\t1", "unban\t192.0.2.1", "forget\t3\tyes", "nonsense",
	};
	const struct table *table = some_table(world, bytes);
	char text[64];
	sqlite3 *db;
	char *sql;

	snprintf(text, sizeof text, orders[pick(bytes, 8)], table ? table->id : "aaaaaaaaaaaaaaaa");
	sql = sqlite3_mprintf("INSERT INTO commands(text) VALUES(%Q)", text);
	if (sqlite3_open(world->data, &db) == SQLITE_OK)
		sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_close(db);
	sqlite3_free(sql);
	world->now += 1001;
}

static void copy_data(struct world *world)
{
	char copy[80], why[256];

	snprintf(copy, sizeof copy, "%s-copy", world->data);
	unlink(copy);
	admin_backup(world->data, copy, why, sizeof why);
	unlink(copy);
}

unsigned long steps_run(struct world *world, const uint8_t *data, size_t n, unsigned long most)
{
	struct reader bytes = {.at = data, .end = data + n};
	unsigned long steps = 0;

	world->random = (uint8_t)pick(&bytes, 256);
	while (bytes.at < bytes.end && steps < most) {
		unsigned kind = pick(&bytes, 256);

		if (kind < 232)
			speak(world, &bytes);
		else if (kind < 246)
			pass_time(world, &bytes);
		else if (kind < 250)
			world_leave(world, (int)pick(&bytes, PEOPLE));
		else if (kind < 253)
			obey_host(world, &bytes);
		else if (kind == 253 && one_in(&bytes, 4))
			copy_data(world);
		else if (kind == 254 && one_in(&bytes, 4))
			world_restart(world);
		/* now and then what was said is not yet done when the next thing is said */
		if (!one_in(&bytes, 4)) {
			world_settle(world, !one_in(&bytes, 4));
			world_check(world);
		}
		steps++;
	}
	world_settle(world, true);
	world_check(world);
	return steps;
}
