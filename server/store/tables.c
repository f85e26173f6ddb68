/* SPDX-License-Identifier: MIT
 *
 * Tables, their events and results. The lists of a game's seats are JSON arrays.
 */
#include "host/array.h"
#include "server/store/sql.h"

#include <metropole/text.h>

/* Columns by name: nodes go on when a later version has given a table more of them. */
#define TABLES                                                                                     \
	"SELECT key, id, game, rules, players, options, status, is_public,"                            \
	" passes, clock, bank, step, host, rematch, created, changed, bots FROM tables"

/* Keys are never used twice: a table that was deleted is not mistaken for a later one. */
bool sql_table_keys(void *db, int n, int64_t *first)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "UPDATE numbers SET value = value + ?1"
	                                " WHERE name = 'last_table' RETURNING value",
	                                "i", (int64_t)n);

	*first = 0;
	while (sql_row(stmt, &failed))
		*first = sql_int64(stmt, 0) - n + 1;
	return !failed && *first > 0;
}

static bool seats_put(void *db, const struct store_table *table)
{
	for (int i = 0; i < table->players; i++) {
		const struct store_seat *seat = &table->seats[i];

		if (!sql_do(sql_use(db,
		                    "INSERT INTO seats VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
		                    " ON CONFLICT(table_key, seat) DO UPDATE SET kind = excluded.kind,"
		                    " user = excluded.user, is_account = excluded.is_account,"
		                    " had_bot = excluded.had_bot, name = excluded.name,"
		                    " level = excluded.level, bot_of = excluded.bot_of",
		                    "iiiiiitti", table->key, (int64_t)i, (int64_t)seat->kind, seat->user,
		                    (int64_t)seat->is_account, (int64_t)seat->had_bot, seat->name,
		                    seat->level, seat->bot_of)))
			return false;
	}
	return true;
}

bool sql_table_add(void *db, const struct store_table *t)
{
	return sql_do(sql_use(db,
	                      "INSERT INTO tables VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
	                      " ?12, ?13, ?14, ?15, ?16, ?17)",
	                      "ittiitiiiiiiitiii", t->key, t->id, t->game, (int64_t)t->rules,
	                      (int64_t)t->players, t->options, (int64_t)t->status,
	                      (int64_t)t->is_public, (int64_t)t->passes_on_timeout, (int64_t)t->clock,
	                      t->bank_ms, t->step_ms, t->host, t->rematch, t->created, t->changed,
	                      (int64_t)t->bots)) &&
	       seats_put(db, t) && sql_ring(db, BELL_META, t->key, 0);
}

/* The row is written before the seats, so a table that is gone is known by its count; while it is
 * there nobody else can take it away before the batch is committed. */
bool sql_table_put(void *db, const struct store_table *t)
{
	int64_t n;

	if (!sql_count(sql_use(db,
	                       "UPDATE tables SET status = ?1, host = ?2, rematch = ?3, changed = ?4,"
	                       " is_public = ?5 WHERE key = ?6",
	                       "iitiii", (int64_t)t->status, t->host, t->rematch, t->changed,
	                       (int64_t)t->is_public, t->key),
	               &n))
		return false;
	return n == 0 || (seats_put(db, t) && sql_ring(db, BELL_META, t->key, 0));
}

bool sql_event_put(void *handle, const struct store_event *e)
{
	struct sql *db = handle;
	struct sql_stmt *stmt;

	if (!array_reserve(db->claims, db->cap_claims, db->n_claims + 1, SIZE_MAX) ||
	    !array_reserve(db->counts, db->cap_counts, SQL_CLAIMS + db->n_claims + 1, SIZE_MAX))
		return false;
	stmt = sql_use(db,
	               "INSERT INTO events SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS"
	               " (SELECT 1 FROM tables WHERE key = ?1) ON CONFLICT(table_key, seq) DO NOTHING",
	               "iiiiiiit", e->table, (int64_t)e->seq, e->at, (int64_t)e->kind, (int64_t)e->seat,
	               e->who, e->left, e->text);
	db->claims[db->n_claims] = (struct sql_claim){.table = e->table, .seq = e->seq};
	db->is_settled = false;
	return stmt && db->driver->run(stmt, SQL_CLAIMS + db->n_claims++);
}

size_t sql_claims(void *db)
{
	return ((struct sql *)db)->n_claims;
}

/* Those of a job that lost, but whose keys were free, are taken back before anybody saw them; and
 * the others are told of what was kept only, as they would wait for anything else. */
bool sql_settle(void *handle, size_t from, size_t to, bool *kept)
{
	struct sql *db = handle;

	if (!db->is_settled && !db->driver->wait(db))
		return false;
	db->is_settled = true;
	for (size_t i = from; i < to; i++)
		*kept = *kept && db->counts[SQL_CLAIMS + i] == 1;
	for (size_t i = from; *kept && i < to; i++)
		if (!sql_ring(db, BELL_TABLE, db->claims[i].table, db->claims[i].seq))
			return false;
	for (size_t i = from; !*kept && i < to; i++)
		if (db->counts[SQL_CLAIMS + i] == 1 &&
		    !sql_do(sql_use(db, "DELETE FROM events WHERE table_key = ?1 AND seq = ?2", "ii",
		                    db->claims[i].table, (int64_t)db->claims[i].seq)))
			return false;
	return true;
}

static bool seats_get(void *db, struct store_table *table)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT seat, kind, user, is_account, had_bot, name, level, bot_of"
	            " FROM seats WHERE table_key = ?1",
	            "i", table->key);

	while (sql_row(stmt, &failed)) {
		int at = sql_int(stmt, 0);
		struct store_seat *seat;

		if (at < 0 || at >= MP_SEATS)
			continue;
		seat = &table->seats[at];
		seat->kind = (uint8_t)sql_int(stmt, 1);
		seat->user = sql_int64(stmt, 2);
		seat->is_account = sql_int(stmt, 3) != 0;
		seat->had_bot = sql_int(stmt, 4) != 0;
		sql_text(stmt, 5, seat->name, sizeof seat->name);
		sql_text(stmt, 6, seat->level, sizeof seat->level);
		seat->bot_of = sql_int64(stmt, 7);
	}
	return !failed;
}

static bool each_table(void *db, struct sql_stmt *stmt,
                       void (*each)(void *, const struct store_table *), void *ctx)
{
	bool failed = false;

	while (!failed && sql_row(stmt, &failed)) {
		struct store_table t = {
			.key = sql_int64(stmt, 0),
			.rules = sql_int(stmt, 3),
			.players = sql_int(stmt, 4),
			.options = sql_string(stmt, 5),
			.status = sql_int(stmt, 6),
			.is_public = sql_int(stmt, 7) != 0,
			.passes_on_timeout = sql_int(stmt, 8) != 0,
			.clock = sql_int(stmt, 9),
			.bank_ms = sql_int64(stmt, 10),
			.step_ms = sql_int64(stmt, 11),
			.host = sql_int64(stmt, 12),
			.created = sql_int64(stmt, 14),
			.changed = sql_int64(stmt, 15),
			.bots = sql_int(stmt, 16),
		};

		sql_text(stmt, 1, t.id, sizeof t.id);
		sql_text(stmt, 2, t.game, sizeof t.game);
		sql_text(stmt, 13, t.rematch, sizeof t.rematch);
		failed = !seats_get(db, &t);
		if (!failed)
			each(ctx, &t);
	}
	return !failed;
}

bool sql_tables_live(void *db, void (*each)(void *, const struct store_table *), void *ctx)
{
	return each_table(db, sql_use(db, TABLES " WHERE status < 2 ORDER BY key", ""), each, ctx);
}

bool sql_table_find(void *db, const char *id, void (*each)(void *, const struct store_table *),
                    void *ctx)
{
	return each_table(db, sql_use(db, TABLES " WHERE id = ?1", "t", id), each, ctx);
}

bool sql_table_of(void *db, int64_t key, void (*each)(void *, const struct store_table *),
                  void *ctx)
{
	return each_table(db, sql_use(db, TABLES " WHERE key = ?1", "i", key), each, ctx);
}

bool sql_events_of(void *db, int64_t key, uint32_t since,
                   void (*each)(void *, const struct store_event *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT seq, at, kind, seat, who, left, text FROM events WHERE table_key = ?1"
	            " AND seq > ?2 ORDER BY seq",
	            "ii", key, (int64_t)since);

	while (sql_row(stmt, &failed))
		each(ctx, &(struct store_event){
					  .table = key,
					  .seq = (uint32_t)sql_int64(stmt, 0),
					  .at = sql_int64(stmt, 1),
					  .kind = (uint8_t)sql_int(stmt, 2),
					  .seat = (int8_t)sql_int(stmt, 3),
					  .who = sql_int64(stmt, 4),
					  .left = sql_int64(stmt, 5),
					  .text = sql_string(stmt, 6),
				  });
	return !failed;
}

bool sql_count_events(void *db, int64_t key, int64_t *n)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, "SELECT count(*) FROM events WHERE table_key = ?1", "i", key);

	while (sql_row(stmt, &failed))
		*n = sql_int64(stmt, 0);
	return !failed;
}

bool sql_table_drop(void *db, const char *id)
{
	static const char *const drop[] = {
		"DELETE FROM events WHERE table_key = (SELECT key FROM tables WHERE id = ?1)",
		"DELETE FROM seats WHERE table_key = (SELECT key FROM tables WHERE id = ?1)",
		"DELETE FROM results WHERE table_key = (SELECT key FROM tables WHERE id = ?1)",
		"DELETE FROM reviews WHERE table_key = (SELECT key FROM tables WHERE id = ?1)",
	};
	bool failed = false;
	struct sql_stmt *stmt;

	for (size_t i = 0; i < sizeof drop / sizeof drop[0]; i++)
		if (!sql_do(sql_use(db, drop[i], "t", id)))
			return false;
	stmt = sql_use(db, "DELETE FROM tables WHERE id = ?1 RETURNING key", "t", id);
	while (sql_row(stmt, &failed))
		if (!sql_ring(db, BELL_META, sql_int64(stmt, 0), 0))
			return false;
	return !failed;
}

bool sql_result_put(void *db, const struct store_result *r)
{
	return sql_do(sql_use(db,
	                      "INSERT INTO results SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS"
	                      " (SELECT 1 FROM tables WHERE key = ?1) ON CONFLICT(table_key, seat)"
	                      " DO UPDATE SET user = excluded.user, place = excluded.place,"
	                      " score = excluded.score, is_rated = excluded.is_rated,"
	                      " rating = excluded.rating",
	                      "iiiiiid", r->table, (int64_t)r->seat, r->user, (int64_t)r->place,
	                      (int64_t)r->score, (int64_t)r->is_rated, r->rating));
}

/* A game is read with a row for each seat; the lists of them are written here. */
struct game_rows {
	struct store_game game;
	char names[6 * MP_SEATS * NAME_BYTES + 8 * MP_SEATS], guests[8 * MP_SEATS], bots[8 * MP_SEATS];
	struct mp_json json[3];
};

static void begin_game(struct game_rows *rows, struct sql_stmt *stmt)
{
	rows->game = (struct store_game){
		.players = sql_int(stmt, 2),
		.seat = sql_int(stmt, 3),
		.place = sql_int(stmt, 4),
		.score = sql_int(stmt, 5),
		.is_rated = sql_int(stmt, 6) != 0,
		.rating = sql_real(stmt, 7),
		.ended = sql_int64(stmt, 8),
		.key = sql_int64(stmt, 9),
		.names = rows->names,
		.guests = rows->guests,
		.bots = rows->bots,
	};
	sql_text(stmt, 0, rows->game.id, sizeof rows->game.id);
	sql_text(stmt, 1, rows->game.game, sizeof rows->game.game);
	mp_json_init(&rows->json[0], rows->names, sizeof rows->names);
	mp_json_init(&rows->json[1], rows->guests, sizeof rows->guests);
	mp_json_init(&rows->json[2], rows->bots, sizeof rows->bots);
	for (int i = 0; i < 3; i++)
		mp_json_array(&rows->json[i], NULL);
}

static void end_game(struct game_rows *rows, void (*each)(void *, const struct store_game *),
                     void *ctx)
{
	if (!rows->game.key)
		return;
	for (int i = 0; i < 3; i++)
		mp_json_end_array(&rows->json[i]);
	each(ctx, &rows->game);
}

bool sql_games_of(void *db, int64_t user, int64_t before_key, bool only_public, int limit,
                  void (*each)(void *, const struct store_game *), void *ctx)
{
	struct game_rows rows = {0};
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db,
		"SELECT g.id, g.game, g.players, g.seat, g.place, g.score, g.is_rated, g.rating, g.changed,"
		" g.key, s.name, s.user, s.is_account, s.bot_of FROM (SELECT t.id, t.game, t.players,"
		" r.seat, r.place, r.score, r.is_rated, r.rating, t.changed, t.key"
		" FROM results r JOIN tables t ON t.key = r.table_key"
		" WHERE r.user = ?1 AND r.user <> 0 AND r.table_key < ?2 AND t.is_public >= ?3"
		" ORDER BY r.table_key DESC LIMIT ?4) g JOIN seats s ON s.table_key = g.key"
		" ORDER BY g.key DESC, s.seat",
		"iiii", user, before_key, (int64_t)only_public, limit < 0 ? INT64_MAX : (int64_t)limit);

	while (sql_row(stmt, &failed)) {
		if (sql_int64(stmt, 9) != rows.game.key) {
			end_game(&rows, each, ctx);
			begin_game(&rows, stmt);
		}
		mp_json_str(&rows.json[0], NULL, sql_string(stmt, 10));
		mp_json_bool(&rows.json[1], NULL, sql_int64(stmt, 11) != 0 && !sql_int(stmt, 12));
		mp_json_bool(&rows.json[2], NULL, sql_int64(stmt, 13) != 0);
	}
	if (!failed)
		end_game(&rows, each, ctx);
	return !failed;
}

bool sql_stats_of(void *db, int64_t user, void (*each)(void *, const struct store_stat *),
                  void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db,
		"SELECT t.game, t.players, count(*), sum(CASE WHEN r.place = 1 THEN 1 ELSE 0 END), "
		"avg(CAST(r.score AS REAL)),"
		" max(coalesce(g.mu, 0)), max(coalesce(g.sigma, 0)), max(coalesce(g.games, 0))"
		" FROM results r JOIN tables t ON t.key = r.table_key"
		" LEFT JOIN ratings g ON g.user = r.user AND g.game = t.game AND g.players = t.players"
		" WHERE r.user = ?1 AND r.user <> 0 GROUP BY t.game, t.players",
		"i", user);

	while (sql_row(stmt, &failed)) {
		struct store_stat stat = {
			.players = sql_int(stmt, 1),
			.games = sql_int64(stmt, 2),
			.wins = sql_int64(stmt, 3),
			.points = sql_real(stmt, 4),
			.rating = {sql_real(stmt, 5), sql_real(stmt, 6), sql_int(stmt, 7)},
		};

		sql_text(stmt, 0, stat.game, sizeof stat.game);
		each(ctx, &stat);
	}
	return !failed;
}
