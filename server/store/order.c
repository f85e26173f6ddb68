/* SPDX-License-Identifier: MIT
 *
 * Keeping order: forgetting people, bans, reports, what a person said and played, and
 * the commands of the host. Events of kind 1 tell of seats, those of kind 2 are chat.
 */
#include "server/store/sql.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REMOVED "\"removed\":true"

static void read_event(struct sql_stmt *stmt, struct store_event *event)
{
	*event = (struct store_event){
		.table = sql_int64(stmt, 0),
		.seq = (uint32_t)sql_int64(stmt, 1),
		.at = sql_int64(stmt, 2),
		.kind = (uint8_t)sql_int(stmt, 3),
		.text = sql_string(stmt, 4),
	};
}

/* A seat's event without the name. Its text are the members of an object, without the braces; NULL
 * if memory is short. */
static char *nameless(const char *text)
{
	static const char *const personal[] = {"name", "account", "guest", "bot"};
	size_t n = strlen(text);
	char *whole = malloc(n + 3), *out = NULL;
	json_t *object = NULL;

	if (whole) {
		snprintf(whole, n + 3, "{%s}", text);
		object = json_loads(whole, 0, NULL);
	}
	for (size_t i = 0; i < sizeof personal / sizeof *personal; i++)
		json_object_del(object, personal[i]);
	free(whole);
	whole = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
	json_decref(object);
	if (whole)
		out = strndup(whole + 1, strlen(whole) - 2);
	free(whole);
	return out;
}

/* What a person said and was called, taken out of the tables' events. */
static bool drop_words(void *db, int64_t id, void (*each)(void *, const struct store_event *),
                       void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT table_key, seq, at, kind, text FROM events WHERE who = ?1 AND who <> 0"
	            " AND kind IN (1, 2) ORDER BY table_key, seq",
	            "i", id);

	while (!failed && sql_row(stmt, &failed)) {
		struct store_event event;
		char *text;

		read_event(stmt, &event);
		text = event.kind == 2 ? strdup(REMOVED) : nameless(event.text);
		event.text = text;
		failed =
			!text ||
			!sql_do(sql_use(db, "UPDATE events SET text = ?1 WHERE table_key = ?2 AND seq = ?3",
		                    "tii", text, event.table, (int64_t)event.seq));
		if (!failed)
			each(ctx, &event);
		free(text);
	}
	return !failed;
}

/* Every step finds its rows by an index. */
static bool drop_one(void *db, int64_t id, int64_t at,
                     void (*each)(void *, const struct store_event *), void *ctx)
{
	static const char *const rest[] = {
		"UPDATE events SET who = 0 WHERE who = ?1 AND who <> 0",
		/* that it was an account's is nobody's secret, and keeps the others' game rated */
		"UPDATE seats SET name = '', user = 0, is_account ="
		" CASE WHEN bot_of = 0 THEN is_account ELSE 0 END, bot_of = 0"
		" WHERE user = ?1 AND user <> 0",
		"UPDATE tables SET host = 0 WHERE host = ?1 AND host <> 0",
		"UPDATE results SET user = 0 WHERE user = ?1 AND user <> 0",
		"DELETE FROM ratings WHERE user = ?1",
		"DELETE FROM sessions WHERE user = ?1",
		"DELETE FROM pushes WHERE user = ?1",
		"DELETE FROM mails WHERE user = ?1",
		"DELETE FROM vacations WHERE user = ?1",
		"UPDATE reports SET by_user = 0 WHERE by_user = ?1",
		"UPDATE reports SET who = 0, text = '" REMOVED "' WHERE who = ?1",
		"UPDATE bans SET user = 0 WHERE user = ?1",
		"DELETE FROM users WHERE id = ?1",
	};
	bool failed = !sql_user_lock(db, id) || !drop_words(db, id, each, ctx);

	for (size_t i = 0; !failed && i < sizeof rest / sizeof *rest; i++)
		failed = !sql_do(sql_use(db, rest[i], "i", id));
	return !failed &&
	       sql_do(sql_use(db,
	                      "INSERT INTO gone VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET at ="
	                      " excluded.at",
	                      "ii", id, at));
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
bool sql_user_drop(void *db, int64_t id, int64_t at,
                   void (*each)(void *, const struct store_event *), void *ctx)
{
	struct owned owned = {0};

	if (!sql_bots_of(db, id, sql_note_bot, &owned))
		return false;
	for (size_t i = 0; i < owned.n; i++)
		if (!drop_one(db, owned.id[i], at, each, ctx))
			return false;
	return drop_one(db, id, at, each, ctx);
}

bool sql_user_gone(void *db, int64_t id, bool *gone)
{
	return sql_exists(sql_use(db, "SELECT 1 FROM gone WHERE id = ?1", "i", id), gone);
}

bool sql_ban_put(void *db, const struct store_ban *ban)
{
	return sql_do(
		sql_use(db,
	            "INSERT INTO bans VALUES(?1, ?2, ?3, ?4) ON CONFLICT(address) DO UPDATE SET"
	            " at = excluded.at, until = excluded.until, user = excluded.user",
	            "iiii", (int64_t)ban->address, ban->at, ban->until, ban->user));
}

static bool count_changes(struct sql_stmt *stmt, int *n)
{
	int64_t count = 0;
	bool good = sql_count(stmt, &count);

	*n = (int)count;
	return good;
}

bool sql_ban_drop(void *db, uint64_t address, int64_t user, int *dropped)
{
	return count_changes(sql_use(db,
	                             "DELETE FROM bans WHERE (address = ?1 AND ?1 <> 0)"
	                             " OR (user = ?2 AND ?2 <> 0)",
	                             "ii", (int64_t)address, user),
	                     dropped);
}

bool sql_ban_find(void *db, uint64_t address, int64_t now, bool *found)
{
	return sql_exists(sql_use(db, "SELECT 1 FROM bans WHERE address = ?1 AND until > ?2", "ii",
	                          (int64_t)address, now),
	                  found);
}

bool sql_bans(void *db, int64_t now, void (*each)(void *, const struct store_ban *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, "SELECT address, at, until, user FROM bans WHERE until > ?1 ORDER BY at DESC",
	            "i", now);

	while (sql_row(stmt, &failed))
		each(ctx, &(struct store_ban){
					  .address = (uint64_t)sql_int64(stmt, 0),
					  .at = sql_int64(stmt, 1),
					  .until = sql_int64(stmt, 2),
					  .user = sql_int64(stmt, 3),
				  });
	return !failed;
}

bool sql_report_put(void *db, const struct store_report *r)
{
	return sql_do(sql_use(
		db,
		"INSERT INTO reports(table_id, seq, by_user, at, text, who) VALUES(?1, ?2, ?3, ?4, ?5,"
		" coalesce((SELECT e.who FROM tables t JOIN events e ON e.table_key = t.key"
		" WHERE t.id = ?1 AND e.seq = ?2), 0))",
		"tiiit", r->table, (int64_t)r->seq, r->by, r->at, r->text));
}

bool sql_reports(void *db, int64_t about, void (*each)(void *, const struct store_report *),
                 void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "SELECT id, at, by_user, who, seq, text, table_id FROM reports"
	                                " WHERE ?1 = 0 OR who = ?1 OR by_user = ?1 ORDER BY id",
	                                "i", about);

	while (sql_row(stmt, &failed)) {
		struct store_report report = {
			.id = sql_int64(stmt, 0),
			.at = sql_int64(stmt, 1),
			.by = sql_int64(stmt, 2),
			.who = sql_int64(stmt, 3),
			.seq = (uint32_t)sql_int64(stmt, 4),
			.text = sql_string(stmt, 5),
		};

		sql_text(stmt, 6, report.table, sizeof report.table);
		each(ctx, &report);
	}
	return !failed;
}

bool sql_reports_drop(void *db, int64_t id, int *dropped)
{
	return count_changes(sql_use(db, "DELETE FROM reports WHERE ?1 = 0 OR id = ?1", "i", id),
	                     dropped);
}

bool sql_chat_drop(void *db, const char *table, uint32_t seq, struct store_event *event,
                   bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(db,
	                                "SELECT e.table_key, e.seq, e.at, e.kind, '" REMOVED "'"
	                                " FROM tables t JOIN events e ON e.table_key = t.key"
	                                " WHERE t.id = ?1 AND e.seq = ?2 AND e.kind = 2",
	                                "ti", table, (int64_t)seq);

	*found = sql_row(stmt, &failed);
	if (!*found)
		return !failed;
	read_event(stmt, event);
	event->text = REMOVED;
	sql_end(stmt);
	return sql_do(sql_use(db,
	                      "UPDATE events SET text = '" REMOVED "' WHERE table_key = ?1 AND"
	                      " seq = ?2",
	                      "ii", event->table, (int64_t)seq)) &&
	       sql_do(sql_use(db,
	                      "UPDATE reports SET text = '" REMOVED "' WHERE table_id = ?1 AND"
	                      " seq = ?2",
	                      "ti", table, (int64_t)seq));
}

bool sql_chat_of(void *db, int64_t user,
                 void (*each)(void *, const char *table, const struct store_event *), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT e.table_key, e.seq, e.at, e.kind, e.text, t.id FROM events e"
	            " JOIN tables t ON t.key = e.table_key"
	            " WHERE e.who = ?1 AND e.who <> 0 AND e.kind = 2 ORDER BY e.table_key, e.seq",
	            "i", user);

	while (sql_row(stmt, &failed)) {
		struct store_event event;

		read_event(stmt, &event);
		each(ctx, sql_string(stmt, 5), &event);
	}
	return !failed;
}

bool sql_seats_of(void *db, int64_t user, int64_t after, int limit,
                  void (*each)(void *, const struct store_table *, int seat), void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db,
		"SELECT t.key, t.id, t.game, t.players, t.status, t.is_public, t.created, t.changed, s.seat"
		" FROM seats s JOIN tables t ON t.key = s.table_key"
		" WHERE s.user = ?1 AND s.user <> 0 AND s.table_key > ?2 ORDER BY s.table_key LIMIT ?3",
		"iii", user, after, (int64_t)limit);

	while (sql_row(stmt, &failed)) {
		struct store_table table = {
			.key = sql_int64(stmt, 0),
			.players = sql_int(stmt, 3),
			.status = sql_int(stmt, 4),
			.is_public = sql_int(stmt, 5) != 0,
			.created = sql_int64(stmt, 6),
			.changed = sql_int64(stmt, 7),
		};

		sql_text(stmt, 1, table.id, sizeof table.id);
		sql_text(stmt, 2, table.game, sizeof table.game);
		each(ctx, &table, sql_int(stmt, 8));
	}
	return !failed;
}

bool sql_ratings_of(void *db, int64_t user,
                    void (*each)(void *, const char *game, int players,
                                 const struct store_rating *),
                    void *ctx)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db, "SELECT game, players, mu, sigma, games FROM ratings WHERE user = ?1", "i", user);

	while (sql_row(stmt, &failed))
		each(ctx, sql_string(stmt, 0), sql_int(stmt, 1),
		     &(struct store_rating){sql_real(stmt, 2), sql_real(stmt, 3), sql_int(stmt, 4)});
	return !failed;
}

bool sql_command_put(void *db, const char *text, int64_t *id)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db, "INSERT INTO commands(text) VALUES(?1) RETURNING id", "t", text);

	while (sql_row(stmt, &failed))
		*id = sql_int64(stmt, 0);
	return !failed;
}

bool sql_command_find(void *db, int64_t id, int *status, char *answer, size_t cap, bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt = sql_use(
		db, "SELECT status, answer FROM commands WHERE id = ?1 AND status IS NOT NULL", "i", id);

	*found = sql_row(stmt, &failed);
	if (*found) {
		*status = sql_int(stmt, 0);
		sql_text(stmt, 1, answer, cap);
		sql_end(stmt);
	}
	return !failed;
}

bool sql_command_drop(void *db, int64_t id)
{
	return sql_do(sql_use(db, "DELETE FROM commands WHERE id = ?1", "i", id));
}

bool sql_command_next(void *db, int64_t *id, char *text, size_t cap, bool *found)
{
	bool failed = false;
	struct sql_stmt *stmt =
		sql_use(db,
	            "SELECT id, text FROM commands WHERE status IS NULL ORDER BY id LIMIT 1"
	            " FOR UPDATE SKIP LOCKED",
	            "");

	*found = sql_row(stmt, &failed);
	if (*found) {
		*id = sql_int64(stmt, 0);
		sql_text(stmt, 1, text, cap);
		sql_end(stmt);
	}
	return !failed;
}

bool sql_command_answer(void *db, int64_t id, int status, const char *answer)
{
	return sql_do(sql_use(db, "UPDATE commands SET status = ?1, answer = ?2 WHERE id = ?3", "iti",
	                      (int64_t)status, answer, id));
}
