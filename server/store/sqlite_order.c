/* SPDX-License-Identifier: MIT
 *
 * Keeping order in SQLite: forgetting people, bans, reports, what a person said and played, and
 * the commands of the host. Events of kind 1 tell of seats, those of kind 2 are chat.
 */
#include "server/store/sqlite.h"

#define REMOVED "\"removed\":true"

/* A seat's event without the name; its text are the members of an object, without the braces. */
#define NAMELESS "json_remove('{' || text || '}', '$.name', '$.account', '$.guest', '$.bot')"

static void read_event(sqlite3_stmt *stmt, struct store_event *event)
{
	*event = (struct store_event){
		.table = sqlite3_column_int64(stmt, 0),
		.seq = (uint32_t)sqlite3_column_int64(stmt, 1),
		.at = sqlite3_column_int64(stmt, 2),
		.kind = (uint8_t)sqlite3_column_int(stmt, 3),
		.text = (const char *)sqlite3_column_text(stmt, 4),
	};
}

/* Every step finds its rows by an index. */
static bool drop_one(void *db, int64_t id, int64_t at,
                     void (*each)(void *, const struct store_event *), void *ctx)
{
	static const char *const words[] = {
		"UPDATE events SET text = '" REMOVED "' WHERE kind = 2 AND who = ? AND who <> 0",
		"UPDATE events SET text = substr(" NAMELESS ", 2, length(" NAMELESS ") - 2)"
		" WHERE kind = 1 AND who = ? AND who <> 0",
	};
	static const char *const rest[] = {
		"UPDATE events SET who = 0 WHERE who = ? AND who <> 0",
		/* that it was an account's is nobody's secret, and keeps the others' game rated */
		"UPDATE seats SET name = '', user = 0, is_account = is_account AND bot_of = 0, bot_of = 0"
		" WHERE user = ? AND user <> 0",
		"UPDATE tables SET host = 0 WHERE host = ? AND host <> 0",
		"UPDATE results SET user = 0 WHERE user = ? AND user <> 0",
		"DELETE FROM ratings WHERE user = ?",
		"DELETE FROM sessions WHERE user = ?",
		"DELETE FROM pushes WHERE user = ?",
		"DELETE FROM mails WHERE user = ?",
		"DELETE FROM vacations WHERE user = ?",
		"UPDATE reports SET by_user = 0 WHERE by_user = ?",
		"UPDATE reports SET who = 0, text = '" REMOVED "' WHERE who = ?",
		"UPDATE bans SET user = 0 WHERE user = ?",
		"DELETE FROM users WHERE id = ?",
	};
	bool failed = false;
	sqlite3_stmt *stmt;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!sqlite_do(sqlite_use(db, words[i], "i", id)))
			return false;
	stmt = sqlite_use(db,
	                  "SELECT table_key, seq, at, kind, text FROM events WHERE who = ? AND who <> 0"
	                  " AND kind IN (1, 2) ORDER BY table_key, seq",
	                  "i", id);
	while (sqlite_row(stmt, &failed)) {
		struct store_event event;

		read_event(stmt, &event);
		each(ctx, &event);
	}
	for (size_t i = 0; !failed && i < sizeof rest / sizeof *rest; i++)
		failed = !sqlite_do(sqlite_use(db, rest[i], "i", id));
	return !failed &&
	       sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO gone VALUES(?, ?)", "ii", id, at));
}

struct owned {
	int64_t id[USER_BOTS_MAX];
	size_t n;
};

static void sql_note_bot(void *ctx, const struct store_user *bot)
{
	struct owned *owned = ctx;

	if (owned->n < USER_BOTS_MAX)
		owned->id[owned->n++] = bot->id;
}

/* Whose programs play goes with them. */
bool sqlite_user_drop(void *db, int64_t id, int64_t at,
                      void (*each)(void *, const struct store_event *), void *ctx)
{
	struct owned owned = {0};

	if (!sqlite_bots_of(db, id, sql_note_bot, &owned))
		return false;
	for (size_t i = 0; i < owned.n; i++)
		if (!drop_one(db, owned.id[i], at, each, ctx))
			return false;
	return drop_one(db, id, at, each, ctx);
}

static bool row_exists(sqlite3_stmt *stmt, bool *found)
{
	bool failed = false;

	*found = sqlite_row(stmt, &failed);
	if (*found)
		sqlite3_reset(stmt);
	return !failed;
}

bool sqlite_user_gone(void *db, int64_t id, bool *gone)
{
	return row_exists(sqlite_use(db, "SELECT 1 FROM gone WHERE id = ?", "i", id), gone);
}

bool sqlite_ban_put(void *db, const struct store_ban *ban)
{
	return sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO bans VALUES(?, ?, ?, ?)", "iiii",
	                            (int64_t)ban->address, ban->at, ban->until, ban->user));
}

static bool count_changes(void *handle, sqlite3_stmt *stmt, int *n)
{
	struct sqlite_db *db = handle;

	if (!sqlite_do(stmt))
		return false;
	*n = sqlite3_changes(db->db);
	return true;
}

bool sqlite_ban_drop(void *db, uint64_t address, int64_t user, int *dropped)
{
	return count_changes(db,
	                     sqlite_use(db,
	                                "DELETE FROM bans WHERE (address = ?1 AND ?1 <> 0)"
	                                " OR (user = ?2 AND ?2 <> 0)",
	                                "ii", (int64_t)address, user),
	                     dropped);
}

bool sqlite_ban_find(void *db, uint64_t address, int64_t now, bool *found)
{
	return row_exists(sqlite_use(db, "SELECT 1 FROM bans WHERE address = ? AND until > ?", "ii",
	                             (int64_t)address, now),
	                  found);
}

bool sqlite_bans(void *db, int64_t now, void (*each)(void *, const struct store_ban *), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db, "SELECT * FROM bans WHERE until > ? ORDER BY at DESC", "i", now);

	while (sqlite_row(stmt, &failed))
		each(ctx, &(struct store_ban){
					  .address = (uint64_t)sqlite3_column_int64(stmt, 0),
					  .at = sqlite3_column_int64(stmt, 1),
					  .until = sqlite3_column_int64(stmt, 2),
					  .user = sqlite3_column_int64(stmt, 3),
				  });
	return !failed;
}

bool sqlite_report_put(void *db, const struct store_report *r)
{
	return sqlite_do(sqlite_use(
		db,
		"INSERT INTO reports(table_id, seq, by_user, at, text, who) VALUES(?1, ?2, ?3, ?4, ?5,"
		" coalesce((SELECT e.who FROM tables t JOIN events e ON e.table_key = t.key"
		" WHERE t.id = ?1 AND e.seq = ?2), 0))",
		"tiiit", r->table, (int64_t)r->seq, r->by, r->at, r->text));
}

bool sqlite_reports(void *db, int64_t about, void (*each)(void *, const struct store_report *),
                    void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db,
	                                "SELECT id, at, by_user, who, seq, text, table_id FROM reports"
	                                " WHERE ?1 = 0 OR who = ?1 OR by_user = ?1 ORDER BY id",
	                                "i", about);

	while (sqlite_row(stmt, &failed)) {
		struct store_report report = {
			.id = sqlite3_column_int64(stmt, 0),
			.at = sqlite3_column_int64(stmt, 1),
			.by = sqlite3_column_int64(stmt, 2),
			.who = sqlite3_column_int64(stmt, 3),
			.seq = (uint32_t)sqlite3_column_int64(stmt, 4),
			.text = (const char *)sqlite3_column_text(stmt, 5),
		};

		sqlite_text(stmt, 6, report.table, sizeof report.table);
		each(ctx, &report);
	}
	return !failed;
}

bool sqlite_reports_drop(void *db, int64_t id, int *dropped)
{
	return count_changes(db, sqlite_use(db, "DELETE FROM reports WHERE ?1 = 0 OR id = ?1", "i", id),
	                     dropped);
}

bool sqlite_chat_drop(void *db, const char *table, uint32_t seq, struct store_event *event,
                      bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db,
	                                "SELECT e.table_key, e.seq, e.at, e.kind, '" REMOVED "'"
	                                " FROM tables t JOIN events e ON e.table_key = t.key"
	                                " WHERE t.id = ? AND e.seq = ? AND e.kind = 2",
	                                "ti", table, (int64_t)seq);

	*found = sqlite_row(stmt, &failed);
	if (!*found)
		return !failed;
	read_event(stmt, event);
	event->text = REMOVED;
	sqlite3_reset(stmt);
	return sqlite_do(sqlite_use(db,
	                            "UPDATE events SET text = '" REMOVED "' WHERE table_key = ? AND"
	                            " seq = ?",
	                            "ii", event->table, (int64_t)seq)) &&
	       sqlite_do(sqlite_use(db,
	                            "UPDATE reports SET text = '" REMOVED "' WHERE table_id = ? AND"
	                            " seq = ?",
	                            "ti", table, (int64_t)seq));
}

bool sqlite_chat_of(void *db, int64_t user,
                    void (*each)(void *, const char *table, const struct store_event *), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT e.table_key, e.seq, e.at, e.kind, e.text, t.id FROM events e"
	               " JOIN tables t ON t.key = e.table_key"
	               " WHERE e.who = ? AND e.who <> 0 AND e.kind = 2 ORDER BY e.table_key, e.seq",
	               "i", user);

	while (sqlite_row(stmt, &failed)) {
		struct store_event event;

		read_event(stmt, &event);
		each(ctx, (const char *)sqlite3_column_text(stmt, 5), &event);
	}
	return !failed;
}

bool sqlite_seats_of(void *db, int64_t user, int64_t after, int limit,
                     void (*each)(void *, const struct store_table *, int seat), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db,
		"SELECT t.key, t.id, t.game, t.players, t.status, t.is_public, t.created, t.changed, s.seat"
		" FROM seats s JOIN tables t ON t.key = s.table_key"
		" WHERE s.user = ? AND s.user <> 0 AND s.table_key > ? ORDER BY s.table_key LIMIT ?",
		"iii", user, after, (int64_t)limit);

	while (sqlite_row(stmt, &failed)) {
		struct store_table table = {
			.key = sqlite3_column_int64(stmt, 0),
			.players = sqlite3_column_int(stmt, 3),
			.status = sqlite3_column_int(stmt, 4),
			.is_public = sqlite3_column_int(stmt, 5) != 0,
			.created = sqlite3_column_int64(stmt, 6),
			.changed = sqlite3_column_int64(stmt, 7),
		};

		sqlite_text(stmt, 1, table.id, sizeof table.id);
		sqlite_text(stmt, 2, table.game, sizeof table.game);
		each(ctx, &table, sqlite3_column_int(stmt, 8));
	}
	return !failed;
}

bool sqlite_ratings_of(void *db, int64_t user,
                       void (*each)(void *, const char *game, int players,
                                    const struct store_rating *),
                       void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db, "SELECT game, players, mu, sigma, games FROM ratings WHERE user = ?", "i", user);

	while (sqlite_row(stmt, &failed))
		each(ctx, (const char *)sqlite3_column_text(stmt, 0), sqlite3_column_int(stmt, 1),
		     &(struct store_rating){sqlite3_column_double(stmt, 2), sqlite3_column_double(stmt, 3),
		                            sqlite3_column_int(stmt, 4)});
	return !failed;
}

bool sqlite_command_next(void *db, int64_t *id, char *text, size_t cap, bool *found)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db, "SELECT id, text FROM commands WHERE status IS NULL ORDER BY id LIMIT 1", "");

	*found = sqlite_row(stmt, &failed);
	if (*found) {
		*id = sqlite3_column_int64(stmt, 0);
		sqlite_text(stmt, 1, text, cap);
		sqlite3_reset(stmt);
	}
	return !failed;
}

bool sqlite_command_answer(void *db, int64_t id, int status, const char *answer)
{
	return sqlite_do(sqlite_use(db, "UPDATE commands SET status = ?, answer = ? WHERE id = ?",
	                            "iti", (int64_t)status, answer, id));
}
