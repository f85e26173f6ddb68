/* SPDX-License-Identifier: MIT
 *
 * The schema and how it came to be: one step for each version. A step that has been released is
 * never changed. It is written for SQLite; PostgreSQL reads it in its own words (postgres_words.c).
 */
#include "server/store/sql.h"

#include <stdio.h>

/* Version 1: tables and what happened at them. */
static const char tables[] =
	"CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE tables(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
	" rules INTEGER NOT NULL, players INTEGER NOT NULL, options TEXT NOT NULL,"
	" status INTEGER NOT NULL, is_public INTEGER NOT NULL, passes INTEGER NOT NULL,"
	" clock INTEGER NOT NULL, bank INTEGER NOT NULL, step INTEGER NOT NULL, host INTEGER NOT NULL,"
	" rematch TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL);"
	"CREATE INDEX tables_live ON tables(status) WHERE status < 2;"
	"CREATE TABLE seats(table_key INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
	" user INTEGER NOT NULL, is_account INTEGER NOT NULL, had_bot INTEGER NOT NULL,"
	" name TEXT NOT NULL, level TEXT NOT NULL, PRIMARY KEY(table_key, seat)) WITHOUT ROWID;"
	"CREATE INDEX seats_user ON seats(user) WHERE user <> 0;"
	"CREATE TABLE events(table_key INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,"
	" kind INTEGER NOT NULL, seat INTEGER NOT NULL, who INTEGER NOT NULL, left INTEGER NOT NULL,"
	" text TEXT NOT NULL, PRIMARY KEY(table_key, seq)) WITHOUT ROWID;";

/* Version 2: people, their results, and what the host of the server is told and says. */
static const char people[] =
	"CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT UNIQUE,"
	" password TEXT NOT NULL, recovery BLOB, is_account INTEGER NOT NULL,"
	" is_banned INTEGER NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL);"
	"CREATE TABLE sessions(hash BLOB PRIMARY KEY, user INTEGER NOT NULL, created INTEGER NOT NULL,"
	" seen INTEGER NOT NULL, agent TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE INDEX sessions_user ON sessions(user);"
	"CREATE TABLE ratings(user INTEGER NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL,"
	" mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,"
	" PRIMARY KEY(user, game, players)) WITHOUT ROWID;"
	"CREATE TABLE results(table_key INTEGER NOT NULL, seat INTEGER NOT NULL,"
	" user INTEGER NOT NULL, place INTEGER NOT NULL, score INTEGER NOT NULL,"
	" is_rated INTEGER NOT NULL, rating REAL NOT NULL, PRIMARY KEY(table_key, seat)) WITHOUT ROWID;"
	"CREATE INDEX results_user ON results(user, table_key) WHERE user <> 0;"
	"CREATE TABLE reports(id INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL,"
	" by_user INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL);"
	"CREATE TABLE commands(id INTEGER PRIMARY KEY, text TEXT NOT NULL);";

/* Version 3: people can be found by what they did, to forget them; guests, addresses and who wrote
 * what was reported are known, to keep order; commands are answered. */
static const char order[] =
	"ALTER TABLE users ADD COLUMN address INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE reports ADD COLUMN who INTEGER NOT NULL DEFAULT 0;"
	"UPDATE reports SET who = coalesce((SELECT e.who FROM tables t JOIN events e"
	" ON e.table_key = t.key AND e.seq = reports.seq WHERE t.id = reports.table_id), 0);"
	"ALTER TABLE commands ADD COLUMN status INTEGER;"
	"ALTER TABLE commands ADD COLUMN answer TEXT;"
	"CREATE INDEX events_who ON events(who) WHERE who <> 0;"
	"CREATE INDEX tables_host ON tables(host) WHERE host <> 0;"
	"CREATE TABLE bans(address INTEGER PRIMARY KEY, at INTEGER NOT NULL, until INTEGER NOT NULL,"
	" user INTEGER NOT NULL);"
	"CREATE TABLE gone(id INTEGER PRIMARY KEY, at INTEGER NOT NULL);";

/* Version 4: chat that is to be dropped is found without reading every event. */
static const char aging[] =
	"CREATE INDEX events_chat ON events(at) WHERE kind = 2 AND text <> '\"removed\":true';";

/* Version 5: how people who are not there are told that something waits for them, and when they
 * are away for long. */
static const char slow_games[] =
	"CREATE TABLE pushes(endpoint TEXT PRIMARY KEY, user INTEGER NOT NULL, session BLOB,"
	" key TEXT NOT NULL, auth TEXT NOT NULL, lang INTEGER NOT NULL, quiet INTEGER NOT NULL,"
	" at INTEGER NOT NULL) WITHOUT ROWID;"
	"CREATE INDEX pushes_user ON pushes(user);"
	"CREATE TABLE mails(user INTEGER PRIMARY KEY, address TEXT NOT NULL, lang INTEGER NOT NULL,"
	" is_verified INTEGER NOT NULL, token BLOB NOT NULL, asked INTEGER NOT NULL,"
	" sent INTEGER NOT NULL);"
	"CREATE TABLE vacations(user INTEGER PRIMARY KEY, year INTEGER NOT NULL,"
	" used INTEGER NOT NULL, began INTEGER NOT NULL, ends INTEGER NOT NULL);";

/* Version 6: programs that play for an account, known by a token; tables say whether they welcome
 * them. */
static const char bots[] =
	"ALTER TABLE users ADD COLUMN bot_of INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE users ADD COLUMN token BLOB;"
	"CREATE INDEX users_bot_of ON users(bot_of) WHERE bot_of <> 0;"
	"CREATE UNIQUE INDEX users_token ON users(token) WHERE token IS NOT NULL;"
	"ALTER TABLE seats ADD COLUMN bot_of INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE tables ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;";

/* Version 7: numbers stand apart from secrets; what several nodes on one database share. `dead` is
 * empty but while old tables are dropped. */
static const char nodes[] =
	"CREATE TABLE numbers(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
	"INSERT INTO numbers VALUES('last_table', 0);"
	"CREATE TABLE dead(key INTEGER PRIMARY KEY);"
	"CREATE TABLE nodes(id INTEGER PRIMARY KEY, about TEXT NOT NULL, until INTEGER NOT NULL,"
	" batch INTEGER NOT NULL);"
	"CREATE TABLE leases(name TEXT PRIMARY KEY, node INTEGER NOT NULL, until INTEGER NOT NULL)"
	" WITHOUT ROWID;"
	"CREATE TABLE thinks(id INTEGER PRIMARY KEY, node INTEGER NOT NULL, table_key INTEGER NOT NULL,"
	" seq INTEGER NOT NULL, rank INTEGER NOT NULL, worker INTEGER NOT NULL,"
	" until INTEGER NOT NULL, text TEXT NOT NULL, answer TEXT);"
	"CREATE INDEX thinks_rank ON thinks(rank, id) WHERE answer IS NULL;"
	"CREATE INDEX thinks_node ON thinks(node);"
	"CREATE INDEX thinks_table ON thinks(table_key);"
	"CREATE TABLE presences(node INTEGER NOT NULL, who INTEGER NOT NULL, n INTEGER NOT NULL,"
	" PRIMARY KEY(node, who)) WITHOUT ROWID;"
	"CREATE TABLE budgets(who INTEGER NOT NULL, kind INTEGER NOT NULL, used REAL NOT NULL,"
	" at INTEGER NOT NULL, PRIMARY KEY(who, kind)) WITHOUT ROWID;";
static const char numbers_of_file[] =
	"UPDATE numbers SET value = max(coalesce((SELECT value FROM meta WHERE name = 'last_table'),"
	" 0), coalesce((SELECT max(key) FROM tables), 0));"
	"INSERT INTO numbers SELECT name, value FROM meta WHERE name = 'clock';"
	"DELETE FROM meta WHERE name IN ('last_table', 'clock');";

/* Version 8: reviews of finished games; those without one are a queue. */
static const char reviews[] =
	"CREATE TABLE reviews(table_key INTEGER PRIMARY KEY, asked INTEGER NOT NULL,"
	" worker INTEGER NOT NULL, until INTEGER NOT NULL, tries INTEGER NOT NULL,"
	" record TEXT NOT NULL, review TEXT);"
	"CREATE INDEX reviews_asked ON reviews(asked) WHERE review IS NULL;";

const struct sql_step sql_steps[] = {
	{tables, NULL}, {people, NULL},           {order, NULL},  {aging, NULL}, {slow_games, NULL},
	{bots, NULL},   {nodes, numbers_of_file}, {reviews, NULL}};

enum { VERSION = sizeof sql_steps / sizeof sql_steps[0] };

int sql_version(void)
{
	return VERSION;
}

bool sql_knows_version(int version, char *why, size_t cap)
{
	if (version <= VERSION)
		return true;
	snprintf(
		why, cap,
		"The data file is of version %d and this program knows up to %d. Use a newer metropole.",
		version, VERSION);
	return false;
}

bool sql_is_current(int version, char *why, size_t cap)
{
	if (!sql_knows_version(version, why, cap))
		return false;
	if (version == VERSION)
		return true;
	if (version == 0)
		snprintf(why, cap, "There is no server's data in it yet.");
	else
		snprintf(why, cap,
		         "The data file is of version %d, this program's is %d. Start the server once; it "
		         "brings the file up to date.",
		         version, VERSION);
	return false;
}
