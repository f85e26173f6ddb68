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

enum { SAY_BYTES = 4096, BUSY_TABLES = 24 };

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

/* A value that the option takes, or nearly. */
static void option(struct reader *bytes, const struct mp_option *option, char *say)
{
	int span = option->max - option->min + 1, n = 0;

	if (option->type == MP_BOOL)
		member(say, "%s", pick(bytes, 2) ? "true" : "false");
	else if (option->type == MP_INT)
		member(say, "%d", option->min + (int)pick(bytes, 255) % (one_in(bytes, 16) ? 255 : span));
	else if (option->type == MP_TEXT)
		member(say, "\"%s\"", one_in(bytes, 4) ? "nonsense" : "");
	while (option->type == MP_CHOICE && option->choices[n])
		n++;
	if (n > 0)
		member(say, "\"%s\"", option->choices[pick(bytes, (unsigned)n)]);
}

static void options(struct reader *bytes, const struct mp_game *game, char *say)
{
	const char *comma = "";

	for (size_t i = 0; game && i < game->n_options; i++) {
		if (one_in(bytes, 2)) {
			member(say, "%s\"%s\":", comma, game->options[i].name);
			option(bytes, &game->options[i], say);
			comma = ",";
		}
	}
	if (one_in(bytes, 32))
		member(say, "%s\"nonsense\":7", comma);
}

static void create(struct reader *bytes, bool may_have_bots, char *say)
{
	static const char *const clocks[] = {
		"{\"kind\":\"none\"}",
		"{\"kind\":\"live\",\"bank\":60,\"increment\":5,\"timeout\":\"play\"}",
		"{\"kind\":\"live\",\"bank\":10,\"increment\":0,\"timeout\":\"pass\"}",
		"{\"kind\":\"days\",\"days\":1,\"timeout\":\"pass\"}",
		"{\"kind\":\"days\",\"days\":99}",
	};
	unsigned players = 2 + pick(bytes, one_in(bytes, 16) ? 7 : 3), n = 0;
	bool has_bots = one_in(bytes, 8) && may_have_bots;
	const struct mp_game *game;

	while (mp_games[n])
		n++;
	game = one_in(bytes, 32) ? NULL : mp_games[pick(bytes, n)];
	/* in paired worlds rather one with secrets */
	for (unsigned i = 0; !may_have_bots && game && !game->seen_by && i < 2; i++)
		game = mp_games[pick(bytes, n)];
	member(say, ",\"game\":\"%s\",\"players\":%u,\"clock\":%s,\"public\":%s",
	       game ? game->id : "chess", players,
	       clocks[may_have_bots ? pick(bytes, one_in(bytes, 32) ? 5 : 4) : 0],
	       pick(bytes, 2) ? "true" : "false");
	if (one_in(bytes, 64)) {
		member(say, ",\"options\":[]");
	} else {
		member(say, ",\"options\":{");
		options(bytes, game, say);
		member(say, "}");
	}
	member(say, ",\"seats\":[");
	for (unsigned i = 0; i < players; i++)
		member(say, "%s\"%s\"", i ? "," : "",
		       i == 0 && !one_in(bytes, 6)  ? "me"
		       : has_bots && pick(bytes, 2) ? levels[pick(bytes, one_in(bytes, 8) ? 7 : 3)]
		                                    : "open");
	member(say, "]");
}

static void print(const struct table *table, mp_move move, char out[MP_MOVE_TEXT_MAX])
{
	struct mp_text text;

	mp_text_init(&text, out, MP_MOVE_TEXT_MAX);
	table->shared->setup.game->print(&table->shared->setup, move, &text);
}

/* Now and then what may be offered instead of what is listed. */
static size_t list_moves(const struct world *world, struct reader *bytes, const struct table *table,
                         int seat, mp_move out[MP_MOVES_MAX])
{
	const struct mp_setup *setup = &table->shared->setup;
	const void *state = table->live.match.state;
	size_t n = 0;

	if (setup->game->propose && !world->pair && one_in(bytes, 6) &&
	    setup->game->can_offer(setup, state, seat))
		n = setup->game->propose(setup, state, seat, out, 8);
	return n > 0 ? n : setup->game->legal(setup, state, seat, out);
}

/* A move that is legal for the seat, most of the time; and what is played instead of it in the
 * second of two worlds. */
static void choose(struct world *world, struct reader *bytes, struct table *table, int seat,
                   char out[2][MP_MOVE_TEXT_MAX])
{
	static mp_move legal[MP_MOVES_MAX];
	mp_move move, other;
	size_t n = 0;

	strcpy(out[0], "nothing");
	if (table->live.match.state && seat >= 0 && mp_match_turn(&table->live.match) >= 0)
		n = list_moves(world, bytes, table, seat, legal);
	if (n > 0 && !one_in(bytes, 32)) {
		other = move = legal[(pick(bytes, 256) << 8 | pick(bytes, 256)) % n];
		if (world->pair && !pair_move(world->pair, table, seat, move, &other))
			n = 0;
		else
			print(table, move, out[0]);
	}
	strcpy(out[1], out[0]);
	if (n > 0 && strcmp(out[0], "nothing") != 0)
		print(table, other, out[1]);
}

static void move_members(struct reader *bytes, const struct table *table, char *say)
{
	member(say, ",\"turn\":%ld", (long)table->turn_no - (one_in(bytes, 32) ? 1 : 0));
	for (int i = 0; i < MP_SEATS; i++)
		if (table->seats[i].deal && pick(bytes, 2)) {
			member(say, ",\"deal\":%u", table->seats[i].deal);
			break;
		}
}

/* Who is to act there, so that games go on; anybody now and then. */
static int actor_of(struct reader *bytes, const struct table *table)
{
	unsigned actors = table && table->live.match.state ? mp_match_actors(&table->live.match) : 0;

	for (int seat = 0; seat < MP_SEATS && !one_in(bytes, 8); seat++)
		if ((actors >> seat & 1) && table->seats[seat].kept.user > 0)
			return (int)table->seats[seat].kept.user - 1;
	return (int)pick(bytes, PEOPLE);
}

/* Often enough what brings a table forward; every operation there is, now and then. */
static const char *const ops[] = {
	"play",   "play",     "play",    "play",    "play",    "play",      "sit",      "sit",
	"start",  "start",    "watch",   "watch",   "create",  "chat",      "takeback", "answer",
	"legal",  "view",     "preview", "history", "record",  "breakdown", "bot",      "stand",
	"resign", "abort",    "replace", "rematch", "rematch", "unwatch",   "report",   "lobby",
	"ping",   "nonsense", "pause",   "resume",  "mismatch"};

/* Somebody; in paired worlds often one of those who cannot know. */
static int anybody(const struct world *world, struct reader *bytes)
{
	if (world->pair && pick(bytes, 2))
		return pick(bytes, 4) ? world->pair->viewer : PEOPLE - 1;
	return (int)pick(bytes, PEOPLE);
}

static bool is(const char *op, const char *name)
{
	return strcmp(op, name) == 0;
}

/* All but a move, which is not the same in two worlds. */
static void compose(struct world *world, struct reader *bytes, const char *op,
                    const struct table *table, unsigned id, char *say)
{
	member(say, "{\"op\":\"%s\",\"id\":%u", op, id);
	if (is(op, "create"))
		create(bytes, !world->pair, say);
	else if (table)
		member(say, ",\"table\":\"%s\"", one_in(bytes, 64) ? "aaaaaaaaaaaaaaaa" : table->id);
	if (table && is(op, "play"))
		move_members(bytes, table, say);
	if (is(op, "chat"))
		member(say, ",\"text\":\"%.*s\"", (int)pick(bytes, 90),
		       "a \\\"quoted\\\" \\u00e9\\u0007 <b>line</b> that is longer than most lines people "
		       "write");
	if (is(op, "answer"))
		member(say, ",\"yes\":%s", pick(bytes, 4) ? "true" : "false");
	if (table && (is(op, "history") || is(op, "watch")) && pick(bytes, 2))
		member(say, ",\"since\":%ld", (long)table->n_events - (long)pick(bytes, 40));
	if (table && is(op, "report"))
		member(say, ",\"seq\":%u",
		       1 + pick(bytes, table->n_events < 255 ? table->n_events + 1 : 255));
	if (is(op, "bot") || is(op, "replace") || one_in(bytes, 4))
		member(say, ",\"seat\":%d", (int)pick(bytes, 8) - 1);
	if (is(op, "bot"))
		member(say, ",\"level\":\"%s\"", pick(bytes, 3) ? "open" : levels[pick(bytes, 7)]);
}

static void say_everywhere(struct world *world, struct reader *bytes, int who, const char *say,
                           char move[2][MP_MOVE_TEXT_MAX])
{
	const char *end = one_in(bytes, 128) ? ",}" : "}";

	for (int i = 0; i < (world->pair ? 2 : 1); i++) {
		char whole[SAY_BYTES + MP_MOVE_TEXT_MAX + 16];

		snprintf(whole, sizeof whole, "%s%s%s%s%s", say, move[i][0] ? ",\"move\":\"" : "", move[i],
		         move[i][0] ? "\"" : "", end);
		world_say(world->pair ? world->pair->world[i] : world, who, whole);
	}
}

/* Everything that was said is done, in one world or both, and all is as it must be. */
static void check(struct world *world, bool with_bots)
{
	if (world->pair) {
		pair_check(world->pair);
	} else {
		world_settle(world, with_bots);
		world_check(world);
	}
}

/* Half of the time what brings this table forward, so that games are played and not only made. */
static const char *choose_op(struct reader *bytes, const struct table *table)
{
	const char *op = ops[pick(bytes, sizeof ops / sizeof ops[0])];

	if (!table || table->status > TABLE_PLAYING || pick(bytes, 2))
		return op;
	return table->status == TABLE_PLAYING ? "play" : table_is_filled(table) ? "start" : "sit";
}

static int choose_person(const struct world *world, struct reader *bytes, const char *op,
                         const struct table *table)
{
	if (is(op, "play") || is(op, "takeback"))
		return actor_of(bytes, table);
	if (table && is(op, "start") && table->host > 0 && !one_in(bytes, 4))
		return (int)table->host - 1;
	return anybody(world, bytes);
}

static void speak(struct world *world, struct reader *bytes, const char *op, int who,
                  struct table *table)
{
	unsigned id = pick(bytes, 256);
	char say[SAY_BYTES] = "", move[2][MP_MOVE_TEXT_MAX] = {"", ""}, about[TABLE_ID_LEN + 1] = "";

	if (!table && !is(op, "ping"))
		op = "create";
	if (world->pair && (!pair_may_ask(world->pair, who, table) || is(op, "lobby") ||
	                    (is(op, "create") && world->server->tables->n > BUSY_TABLES)))
		op = "ping";
	if (table && !is(op, "ping"))
		memcpy(about, table->id, sizeof about);
	for (int i = 0; world->pair && i < 2; i++)
		memcpy(world->pair->world[i]->people[who].asked[id], about, sizeof about);
	compose(world, bytes, op, table, id, say);
	if (table && (is(op, "play") || is(op, "preview")))
		choose(world, bytes, table, table_seat_of(table, world->people[who].person.id), move);
	say_everywhere(world, bytes, who, say, move);
	if (table && is(op, "unwatch")) {
		check(world, false);
		world_unsee(world, who, about);
		if (world->pair)
			world_unsee(world->pair->world[1], who, about);
	}
}

static void speak_up(struct world *world, struct reader *bytes)
{
	struct table *table = some_table(world, bytes);
	const char *op = choose_op(bytes, table);

	speak(world, bytes, op, choose_person(world, bytes, op, table), table);
}

/* One of those who cannot know asks whatever can be asked. */
static void pry(struct world *world, struct reader *bytes)
{
	static const char *const asked[] = {"watch",     "watch",  "view",    "legal",
	                                    "breakdown", "record", "history", "preview"};

	speak(world, bytes, asked[pick(bytes, 8)], pick(bytes, 3) ? world->pair->viewer : PEOPLE - 1,
	      some_table(world, bytes));
}

static void pass_time(struct world *world, struct reader *bytes)
{
	static const uint64_t ms[] = {1, 50, 200, 1000, 5000, 20001, 61000, 121000, 3600000, 90000000};
	static const int64_t steps[] = {-86400000, -3600000, -1000, 1000, 3600000, 86400000};

	/* the system's clock is set, forward and back */
	if (one_in(bytes, 8))
		world->wall_step += steps[pick(bytes, sizeof steps / sizeof steps[0])];
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

/* What is not said by anybody. */
static void befall(struct world *world, struct reader *bytes, unsigned kind)
{
	if (kind < 246)
		pass_time(world, bytes);
	else if (kind < 250)
		world_leave(world, (int)pick(bytes, PEOPLE));
	else if (kind < 253)
		obey_host(world, bytes);
	else if (kind == 253 && one_in(bytes, 4))
		copy_data(world);
	else if (kind == 254 && one_in(bytes, 4))
		world_restart(world);
}

unsigned long steps_run(struct world *world, const uint8_t *data, size_t n, unsigned long most)
{
	struct reader bytes = {.at = data, .end = data + n};
	unsigned long steps = 0;

	world->random = (uint8_t)pick(&bytes, 256);
	while (bytes.at < bytes.end && steps < most) {
		unsigned kind = pick(&bytes, 256);

		if (kind < 232)
			speak_up(world, &bytes);
		else
			befall(world, &bytes, kind);
		/* now and then what was said is not yet done when the next thing is said */
		if (!one_in(&bytes, 4))
			check(world, !one_in(&bytes, 4));
		steps++;
	}
	check(world, true);
	return steps;
}

unsigned long steps_run_paired(struct pair *pair, const uint8_t *data, size_t n, unsigned long most)
{
	struct reader bytes = {.at = data, .end = data + n};
	struct world *first = pair->world[0], *second = pair->world[1];
	unsigned long steps = 0;

	pair_begin(pair, (int)pick(&bytes, PEOPLE - 1));
	while (bytes.at < bytes.end && steps < most && pair->n_lost < PAIR_TABLES / 2) {
		unsigned kind = pick(&bytes, 256);
		struct reader again = bytes;

		/* Ids of tables and all else that is no secret are the same, whatever came before. */
		first->dice = second->dice = (first->dice << 8 | kind) * 0x9e3779b97f4a7c15u | 1;
		if (kind < 232) {
			if (kind % 4 == 0)
				pry(first, &bytes);
			else
				speak_up(first, &bytes);
		} else if (kind < 250 || kind == 254) {
			befall(first, &bytes, kind);
			befall(second, &again, kind);
		}
		pair_check(pair);
		steps++;
	}
	return steps;
}
