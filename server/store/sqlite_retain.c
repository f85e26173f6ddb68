/* SPDX-License-Identifier: MIT
 *
 * What is dropped from SQLite once it is older than it is to be kept, and the clock by which
 * things age.
 */
#include "server/store/sqlite.h"

/* The file's own clock: a number in `meta`, or, in a file that has none yet, the newest stamp. */
static bool read_clock(void *db, int64_t *at, bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT coalesce((SELECT value FROM meta WHERE name = 'clock'),"
	               " (SELECT max(at) FROM (SELECT max(changed) AS at FROM tables UNION ALL"
	               " SELECT max(seen) FROM users UNION ALL SELECT max(seen) FROM sessions)))",
	               "");

	*found = false;
	if (sqlite_row(stmt, &failed)) {
		*found = sqlite3_column_type(stmt, 0) != SQLITE_NULL;
		*at = sqlite3_column_int64(stmt, 0);
		sqlite3_reset(stmt);
	}
	return !failed;
}

static bool advance_clock(void *db, const struct store_keep *keep, int64_t *now)
{
	int64_t at = 0;
	bool found;

	if (!read_clock(db, &at, &found))
		return false;
	*now = keep->wall;
	if (found && *now > at + 2 * keep->passed)
		*now = at + 2 * keep->passed;
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO meta VALUES('clock', ?)", "i", *now));
}

/* A chat line goes when its game is over and it is old. Its row stays, emptied, so that the
 * numbers of events stay whole; what is empty is left alone, or every hour would write all chat
 * there ever was. */
static bool drop_chat(void *db, int64_t before)
{
	return sqlite_do(sqlite_use(db,
	                            "UPDATE events SET text = '\"removed\":true' WHERE kind = 2"
	                            " AND text <> '\"removed\":true' AND at < ? AND table_key IN"
	                            " (SELECT key FROM tables WHERE status >= 2)",
	                            "i", before));
}

/* A game goes when it is old and nobody at it had an account. */
static bool drop_tables(void *db, int64_t open_before, int64_t tables_before)
{
	static const char *const drop[] = {
		"DELETE FROM events WHERE table_key IN (SELECT key FROM dead)",
		"DELETE FROM seats WHERE table_key IN (SELECT key FROM dead)",
		"DELETE FROM results WHERE table_key IN (SELECT key FROM dead)",
		"DELETE FROM tables WHERE key IN (SELECT key FROM dead)",
		"DROP TABLE dead",
	};

	((struct sqlite_db *)db)->there = 0;
	if (!sqlite_do(sqlite_use(db,
	                          "CREATE TEMP TABLE dead AS SELECT key FROM tables t WHERE"
	                          " (status = 3 AND changed < ?1) OR (status = 2 AND changed < ?2 AND"
	                          " NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_key = t.key AND"
	                          " s.user <> 0 AND s.is_account = 1 AND s.bot_of = 0))",
	                          "ii", open_before, tables_before)))
		return false;
	for (size_t i = 0; i < sizeof drop / sizeof drop[0]; i++)
		if (!sqlite_do(sqlite_use(db, drop[i], "")))
			return false;
	return true;
}

/* Addresses are kept for as long as somebody may have to be banned by them. */
static bool drop_addresses(void *db, int64_t now, int64_t before, int64_t gone_before)
{
	return sqlite_do(sqlite_use(db, "UPDATE users SET address = 0 WHERE address <> 0 AND seen < ?",
	                            "i", before)) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM bans WHERE until < ?", "i", now)) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM commands WHERE status IS NOT NULL", "")) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM gone WHERE at < ?", "i", gone_before));
}

static bool drop_guests(void *db, int64_t before)
{
	return sqlite_do(sqlite_use(db,
	                            "DELETE FROM users WHERE is_account = 0 AND is_banned = 0 AND"
	                            " seen < ? AND id NOT IN (SELECT user FROM seats s JOIN tables t"
	                            " ON t.key = s.table_key WHERE t.status < 2)",
	                            "i", before)) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM sessions WHERE seen < ?", "i", before)) &&
	       sqlite_do(sqlite_use(db,
	                            "DELETE FROM pushes WHERE user NOT IN (SELECT id FROM users) OR"
	                            " (session IS NOT NULL AND session NOT IN"
	                            " (SELECT hash FROM sessions))",
	                            "")) &&
	       sqlite_do(
			   sqlite_use(db, "DELETE FROM mails WHERE user NOT IN (SELECT id FROM users)", "")) &&
	       sqlite_do(sqlite_use(
			   db, "DELETE FROM vacations WHERE user NOT IN (SELECT id FROM users)", ""));
}

bool sqlite_retain(void *db, const struct store_keep *keep)
{
	int64_t now;

	return advance_clock(db, keep, &now) &&
	       drop_addresses(db, now, now - keep->addresses, now - keep->guests) &&
	       drop_chat(db, now - keep->chat) &&
	       drop_tables(db, now - keep->open, now - keep->tables) &&
	       drop_guests(db, now - keep->guests);
}
