/* SPDX-License-Identifier: MIT
 *
 * Tables, their events and results in SQLite.
 */
#include "server/store/sqlite.h"

#include <string.h>

/* Keys are never used twice: a table that was deleted is not mistaken for a later one. */
bool sqlite_last_table(void *db, int64_t *key)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT max(coalesce((SELECT value FROM meta WHERE name = 'last_table'), 0),"
	               " coalesce((SELECT max(key) FROM tables), 0))",
	               "");

	if (sqlite_row(stmt, &failed)) {
		*key = sqlite3_column_int64(stmt, 0);
		sqlite3_reset(stmt);
	}
	return !failed;
}

static bool seats_put(void *db, const struct store_table *table)
{
	for (int i = 0; i < table->players; i++) {
		const struct store_seat *seat = &table->seats[i];

		if (!sqlite_do(sqlite_use(
				db, "INSERT OR REPLACE INTO seats VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", "iiiiiitti",
				table->key, (int64_t)i, (int64_t)seat->kind, seat->user, (int64_t)seat->is_account,
				(int64_t)seat->had_bot, seat->name, seat->level, seat->bot_of)))
			return false;
	}
	return true;
}

static bool insert_table_row(void *db, const struct store_table *t)
{
	return sqlite_do(sqlite_use(
			   db, "INSERT INTO tables VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			   "ittiitiiiiiiitiii", t->key, t->id, t->game, (int64_t)t->rules, (int64_t)t->players,
			   t->options, (int64_t)t->status, (int64_t)t->is_public, (int64_t)t->passes_on_timeout,
			   (int64_t)t->clock, t->bank_ms, t->step_ms, t->host, t->rematch, t->created,
			   t->changed, (int64_t)t->bots)) &&
	       sqlite_do(sqlite_use(db, "INSERT OR REPLACE INTO meta VALUES('last_table', ?)", "i",
	                            t->key)) &&
	       seats_put(db, t);
}

/* A table that is gone stays gone, whatever was under way to it when it was deleted. */
bool sqlite_table_put(void *handle, const struct store_table *t)
{
	struct sqlite_db *db = handle;
	int64_t last = 0;

	if (!sqlite_do(sqlite_use(db,
	                          "UPDATE tables SET status = ?, host = ?, rematch = ?, changed = ?,"
	                          " is_public = ? WHERE key = ?",
	                          "iitiii", (int64_t)t->status, t->host, t->rematch, t->changed,
	                          (int64_t)t->is_public, t->key)))
		return false;
	if (sqlite3_changes(db->db) > 0)
		return seats_put(db, t);
	if (!sqlite_last_table(db, &last))
		return false;
	return t->key <= last || insert_table_row(db, t);
}

/* The events of a change come one after the other, so its table is looked for once. */
static bool find_table_row(struct sqlite_db *db, int64_t key)
{
	bool failed = false;
	sqlite3_stmt *stmt;

	if (db->there == key)
		return true;
	db->there = 0;
	stmt = sqlite_use(db, "SELECT 1 FROM tables WHERE key = ?", "i", key);
	if (sqlite_row(stmt, &failed)) {
		db->there = key;
		sqlite3_reset(stmt);
	}
	return !failed;
}

bool sqlite_event_put(void *handle, const struct store_event *e)
{
	struct sqlite_db *db = handle;

	if (!find_table_row(db, e->table))
		return false;
	return db->there != e->table ||
	       sqlite_do(sqlite_use(db, "INSERT INTO events VALUES(?, ?, ?, ?, ?, ?, ?, ?)", "iiiiiiit",
	                            e->table, (int64_t)e->seq, e->at, (int64_t)e->kind,
	                            (int64_t)e->seat, e->who, e->left, e->text));
}

static bool seats_get(void *db, struct store_table *table)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT seat, kind, user, is_account, had_bot, name, level, bot_of"
	               " FROM seats WHERE table_key = ?",
	               "i", table->key);

	while (sqlite_row(stmt, &failed)) {
		int at = sqlite3_column_int(stmt, 0);
		struct store_seat *seat;

		if (at < 0 || at >= MP_SEATS)
			continue;
		seat = &table->seats[at];
		seat->kind = (uint8_t)sqlite3_column_int(stmt, 1);
		seat->user = sqlite3_column_int64(stmt, 2);
		seat->is_account = sqlite3_column_int(stmt, 3) != 0;
		seat->had_bot = sqlite3_column_int(stmt, 4) != 0;
		sqlite_text(stmt, 5, seat->name, sizeof seat->name);
		sqlite_text(stmt, 6, seat->level, sizeof seat->level);
		seat->bot_of = sqlite3_column_int64(stmt, 7);
	}
	return !failed;
}

static bool each_table(void *db, sqlite3_stmt *stmt,
                       void (*each)(void *, const struct store_table *), void *ctx)
{
	bool failed = false;

	while (!failed && sqlite_row(stmt, &failed)) {
		struct store_table t = {
			.key = sqlite3_column_int64(stmt, 0),
			.rules = sqlite3_column_int(stmt, 3),
			.players = sqlite3_column_int(stmt, 4),
			.options = (const char *)sqlite3_column_text(stmt, 5),
			.status = sqlite3_column_int(stmt, 6),
			.is_public = sqlite3_column_int(stmt, 7) != 0,
			.passes_on_timeout = sqlite3_column_int(stmt, 8) != 0,
			.clock = sqlite3_column_int(stmt, 9),
			.bank_ms = sqlite3_column_int64(stmt, 10),
			.step_ms = sqlite3_column_int64(stmt, 11),
			.host = sqlite3_column_int64(stmt, 12),
			.created = sqlite3_column_int64(stmt, 14),
			.changed = sqlite3_column_int64(stmt, 15),
			.bots = sqlite3_column_int(stmt, 16),
		};

		sqlite_text(stmt, 1, t.id, sizeof t.id);
		sqlite_text(stmt, 2, t.game, sizeof t.game);
		sqlite_text(stmt, 13, t.rematch, sizeof t.rematch);
		failed = !seats_get(db, &t);
		if (!failed)
			each(ctx, &t);
	}
	return !failed;
}

bool sqlite_tables_live(void *db, void (*each)(void *, const struct store_table *), void *ctx)
{
	return each_table(db, sqlite_use(db, "SELECT * FROM tables WHERE status < 2 ORDER BY key", ""),
	                  each, ctx);
}

bool sqlite_table_find(void *db, const char *id, void (*each)(void *, const struct store_table *),
                       void *ctx)
{
	return each_table(db, sqlite_use(db, "SELECT * FROM tables WHERE id = ?", "t", id), each, ctx);
}

bool sqlite_events_of(void *db, int64_t key, void (*each)(void *, const struct store_event *),
                      void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt =
		sqlite_use(db,
	               "SELECT seq, at, kind, seat, who, left, text FROM events WHERE table_key = ?"
	               " ORDER BY seq",
	               "i", key);

	while (sqlite_row(stmt, &failed))
		each(ctx, &(struct store_event){
					  .table = key,
					  .seq = (uint32_t)sqlite3_column_int64(stmt, 0),
					  .at = sqlite3_column_int64(stmt, 1),
					  .kind = (uint8_t)sqlite3_column_int(stmt, 2),
					  .seat = (int8_t)sqlite3_column_int(stmt, 3),
					  .who = sqlite3_column_int64(stmt, 4),
					  .left = sqlite3_column_int64(stmt, 5),
					  .text = (const char *)sqlite3_column_text(stmt, 6),
				  });
	return !failed;
}

bool sqlite_table_drop(void *handle, const char *id)
{
	struct sqlite_db *db = handle;

	db->there = 0;
	return sqlite_do(sqlite_use(db,
	                            "DELETE FROM events WHERE table_key ="
	                            " (SELECT key FROM tables WHERE id = ?)",
	                            "t", id)) &&
	       sqlite_do(sqlite_use(db,
	                            "DELETE FROM seats WHERE table_key ="
	                            " (SELECT key FROM tables WHERE id = ?)",
	                            "t", id)) &&
	       sqlite_do(sqlite_use(db,
	                            "DELETE FROM results WHERE table_key ="
	                            " (SELECT key FROM tables WHERE id = ?)",
	                            "t", id)) &&
	       sqlite_do(sqlite_use(db, "DELETE FROM tables WHERE id = ?", "t", id));
}

bool sqlite_result_put(void *db, const struct store_result *r)
{
	return sqlite_do(sqlite_use(db,
	                            "INSERT OR REPLACE INTO results SELECT ?1, ?, ?, ?, ?, ?, ?"
	                            " WHERE EXISTS (SELECT 1 FROM tables WHERE key = ?1)",
	                            "iiiiiid", r->table, (int64_t)r->seat, r->user, (int64_t)r->place,
	                            (int64_t)r->score, (int64_t)r->is_rated, r->rating));
}

bool sqlite_games_of(void *db, int64_t user, int64_t before_key, bool only_public, int limit,
                     void (*each)(void *, const struct store_game *), void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db,
		"SELECT t.id, t.game, t.players, r.seat, r.place, r.score, r.is_rated, r.rating, t.changed,"
		" t.key, (SELECT json_group_array(name) FROM"
		" (SELECT name FROM seats WHERE table_key = t.key ORDER BY seat)),"
		" (SELECT json_group_array(json(CASE WHEN guest THEN 'true' ELSE 'false' END)) FROM"
		" (SELECT user <> 0 AND NOT is_account AS guest FROM seats WHERE table_key = t.key"
		" ORDER BY seat)),"
		" (SELECT json_group_array(json(CASE WHEN bot THEN 'true' ELSE 'false' END)) FROM"
		" (SELECT bot_of <> 0 AS bot FROM seats WHERE table_key = t.key ORDER BY seat))"
		" FROM results r JOIN tables t ON t.key = r.table_key"
		" WHERE r.user = ? AND r.user <> 0 AND r.table_key < ? AND t.is_public >= ?"
		" ORDER BY r.table_key DESC LIMIT ?",
		"iiii", user, before_key, (int64_t)only_public, (int64_t)limit);

	while (sqlite_row(stmt, &failed)) {
		struct store_game game = {
			.players = sqlite3_column_int(stmt, 2),
			.seat = sqlite3_column_int(stmt, 3),
			.place = sqlite3_column_int(stmt, 4),
			.score = sqlite3_column_int(stmt, 5),
			.is_rated = sqlite3_column_int(stmt, 6) != 0,
			.rating = sqlite3_column_double(stmt, 7),
			.ended = sqlite3_column_int64(stmt, 8),
			.key = sqlite3_column_int64(stmt, 9),
			.names = (const char *)sqlite3_column_text(stmt, 10),
			.guests = (const char *)sqlite3_column_text(stmt, 11),
			.bots = (const char *)sqlite3_column_text(stmt, 12),
		};

		sqlite_text(stmt, 0, game.id, sizeof game.id);
		sqlite_text(stmt, 1, game.game, sizeof game.game);
		each(ctx, &game);
	}
	return !failed;
}

bool sqlite_stats_of(void *db, int64_t user, void (*each)(void *, const struct store_stat *),
                     void *ctx)
{
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(
		db,
		"SELECT t.game, t.players, count(*), sum(r.place = 1), avg(r.score),"
		" max(coalesce(g.mu, 0)), max(coalesce(g.sigma, 0)), max(coalesce(g.games, 0))"
		" FROM results r JOIN tables t ON t.key = r.table_key"
		" LEFT JOIN ratings g ON g.user = r.user AND g.game = t.game AND g.players = t.players"
		" WHERE r.user = ? AND r.user <> 0 GROUP BY t.game, t.players",
		"i", user);

	while (sqlite_row(stmt, &failed)) {
		struct store_stat stat = {
			.players = sqlite3_column_int(stmt, 1),
			.games = sqlite3_column_int64(stmt, 2),
			.wins = sqlite3_column_int64(stmt, 3),
			.points = sqlite3_column_double(stmt, 4),
			.rating = {sqlite3_column_double(stmt, 5), sqlite3_column_double(stmt, 6),
		               sqlite3_column_int(stmt, 7)},
		};

		sqlite_text(stmt, 0, stat.game, sizeof stat.game);
		each(ctx, &stat);
	}
	return !failed;
}
