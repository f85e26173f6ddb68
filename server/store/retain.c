/* SPDX-License-Identifier: MIT
 *
 * What is dropped once it is older than it is to be kept, and the clock by which
 * things age.
 */
#include "server/store/sql.h"

/* The database's own clock, or, where there is none yet, the newest stamp. */
static bool read_clock(void *db, int64_t *at, bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db,
		"SELECT coalesce((SELECT value FROM numbers WHERE name = 'clock'),"
		" (SELECT max(at) FROM (SELECT max(changed) AS at FROM tables UNION ALL"
		" SELECT max(seen) FROM users UNION ALL SELECT max(seen) FROM sessions) AS stamps))",
		"");

	*found = false;
	if (sql_row(stmt, &failed)) {
		*found = !sql_is_null(stmt, 0);
		*at = sql_int64(stmt, 0);
		sql_end(stmt);
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
	return sql_do(sql_use(db,
	                      "INSERT INTO numbers VALUES('clock', ?1) ON CONFLICT(name) DO UPDATE"
	                      " SET value = excluded.value",
	                      "i", *now));
}

/* A chat line goes when its game is over and it is old. Its row stays, emptied, so that the
 * numbers of events stay whole; what is empty is left alone, or every hour would write all chat
 * there ever was. */
static bool drop_chat(void *db, int64_t before)
{
	return sql_do(sql_use(db,
	                      "UPDATE events SET text = '\"removed\":true' WHERE kind = 2"
	                      " AND text <> '\"removed\":true' AND at < ?1 AND table_key IN"
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
		"DELETE FROM reviews WHERE table_key IN (SELECT key FROM dead)",
		"DELETE FROM tables WHERE key IN (SELECT key FROM dead)",
		"DELETE FROM dead",
	};

	if (!sql_do(sql_use(db,
	                    "INSERT INTO dead SELECT key FROM tables t WHERE"
	                    " (status = 3 AND changed < ?1) OR (status = 2 AND changed < ?2 AND"
	                    " NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_key = t.key AND"
	                    " s.user <> 0 AND s.is_account = 1 AND s.bot_of = 0))",
	                    "ii", open_before, tables_before)))
		return false;
	for (size_t i = 0; i < sizeof drop / sizeof drop[0]; i++)
		if (!sql_do(sql_use(db, drop[i], "")))
			return false;
	return true;
}

/* Addresses are kept for as long as somebody may have to be banned by them. */
static bool drop_addresses(void *db, int64_t now, int64_t before, int64_t gone_before)
{
	return sql_do(sql_use(db, "UPDATE users SET address = 0 WHERE address <> 0 AND seen < ?1", "i",
	                      before)) &&
	       sql_do(sql_use(db, "DELETE FROM bans WHERE until < ?1", "i", now)) &&
	       sql_do(sql_use(db, "DELETE FROM commands WHERE status IS NOT NULL", "")) &&
	       sql_do(sql_use(db, "DELETE FROM gone WHERE at < ?1", "i", gone_before));
}

static bool drop_guests(void *db, int64_t before)
{
	return sql_do(sql_use(db,
	                      "DELETE FROM users WHERE is_account = 0 AND is_banned = 0 AND"
	                      " seen < ?1 AND id NOT IN (SELECT user FROM seats s JOIN tables t"
	                      " ON t.key = s.table_key WHERE t.status < 2)",
	                      "i", before)) &&
	       sql_do(sql_use(db, "DELETE FROM sessions WHERE seen < ?1", "i", before)) &&
	       sql_do(sql_use(db,
	                      "DELETE FROM pushes WHERE user NOT IN (SELECT id FROM users) OR"
	                      " (session IS NOT NULL AND session NOT IN"
	                      " (SELECT hash FROM sessions))",
	                      "")) &&
	       sql_do(sql_use(db, "DELETE FROM mails WHERE user NOT IN (SELECT id FROM users)", "")) &&
	       sql_do(
			   sql_use(db, "DELETE FROM vacations WHERE user NOT IN (SELECT id FROM users)", ""));
}

/* Of nodes that have been gone for so long nobody asks any more. */
static bool drop_nodes(void *db)
{
	return sql_do(sql_use(db, "DELETE FROM nodes WHERE until < now_ms() - 2592000000", "")) &&
	       sql_do(
			   sql_use(db, "DELETE FROM presences WHERE node NOT IN (SELECT id FROM nodes)", "")) &&
	       sql_do(sql_use(db,
	                      "DELETE FROM thinks WHERE node NOT IN (SELECT id FROM nodes WHERE until >"
	                      " now_ms())",
	                      "")) &&
	       sql_do(sql_use(db, "DELETE FROM budgets WHERE at < now_ms() - 172800000", ""));
}

bool sql_retain(void *db, const struct store_keep *keep)
{
	int64_t now;

	return advance_clock(db, keep, &now) &&
	       drop_addresses(db, now, now - keep->addresses, now - keep->guests) &&
	       drop_chat(db, now - keep->chat) &&
	       drop_tables(db, now - keep->open, now - keep->tables) &&
	       drop_guests(db, now - keep->guests) && drop_nodes(db);
}
