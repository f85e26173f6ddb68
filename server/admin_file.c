/* SPDX-License-Identifier: MIT
 *
 * The host's tools on the data file itself, beside a running server: tables listed, copies taken,
 * room given back. SQLite keeps the two apart.
 */
#include "server/admin.h"

#include "server/data_file.h"
#include "server/store/sqlite.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <metropole/text.h>

static sqlite3 *open_file(const char *data, int flags, char *why, size_t cap)
{
	sqlite3 *db = NULL;

	if (sqlite3_open_v2(data, &db, flags, NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(db, 5000);
		return db;
	}
	snprintf(why, cap, "Cannot open %s: %s.", data, sqlite3_errmsg(db));
	sqlite3_close(db);
	return NULL;
}

/* A data file of this program's own version; others are left alone. */
static sqlite3 *open_data(const char *data, int flags, char *why, size_t cap)
{
	sqlite3 *db = open_file(data, flags, why, cap);
	char reason[240];

	if (!db || store_is_current(data, reason, sizeof reason))
		return db;
	snprintf(why, cap, "%s: %s", data, reason);
	sqlite3_close(db);
	return NULL;
}

/* What PostgreSQL has its own tools for. */
static bool is_elsewhere(const char *data, const char *tool, char *why, size_t cap)
{
	if (store_is_shared(data))
		snprintf(
			why, cap,
			"The data are in PostgreSQL, which does this itself: %s. docs/hosting.md says how.",
			tool);
	return store_is_shared(data);
}

bool admin_backup(const char *data, const char *to, char *why, size_t cap)
{
	sqlite3 *from = NULL, *copy = NULL;
	sqlite3_backup *backup;
	int code = SQLITE_ERROR;

	if (is_elsewhere(data, "pg_dump", why, cap))
		return false;
	from = open_file(data, SQLITE_OPEN_READONLY, why, cap);
	if (from && data_file_make(to))
		copy = open_file(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, cap);
	backup = copy ? sqlite3_backup_init(copy, "main", from, "main") : NULL;
	if (backup) {
		/* In one step: a running server goes on writing to its log, and the copy is of one
		 * moment. */
		code = sqlite3_backup_step(backup, -1);
		sqlite3_backup_finish(backup);
	}
	if (from && code != SQLITE_DONE)
		snprintf(why, cap, "Cannot copy %s to %s: %s.", data, to,
		         copy ? sqlite3_errmsg(copy) : strerror(errno));
	sqlite3_close(copy);
	sqlite3_close(from);
	return code == SQLITE_DONE;
}

/* Nobody writes to either of them meanwhile. */
bool admin_copy_data(const char *from, const char *to,
                     void (*each)(void *ctx, const char *kind, int64_t n), char *why, size_t cap)
{
	struct stat about;
	int source = -1, target = -1;
	bool good;

	if (!store_is_shared(from) && stat(from, &about) != 0) {
		snprintf(why, cap, "Cannot read %s: %s.", from, strerror(errno));
		return false;
	}
	good = data_file_hold(from, &source, why, cap) && data_file_hold(to, &target, why, cap) &&
	       store_copy(from, to, each, NULL, why, cap);
	data_file_release(source);
	data_file_release(target);
	return good;
}

static void write_seats(const struct store_table *table, struct mp_json *json)
{
	mp_json_array(json, "seats");
	for (int i = 0; i < table->players; i++) {
		const struct store_seat *seat = &table->seats[i];
		const char *who = seat->kind == SEAT_OPEN  ? "open"
		                  : seat->kind == SEAT_BOT ? "bot"
		                  : seat->bot_of           ? "account_bot"
		                  : seat->is_account       ? "account"
		                                           : "guest";

		mp_json_object(json, NULL);
		mp_json_int(json, "seat", i + 1);
		mp_json_str(json, "who", who);
		mp_json_str(json, "name", seat->name);
		mp_json_int(json, "user", seat->user);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

struct table_list {
	void *db;
	void (*print)(const char *line);
	bool failed;
};

static void print_table(void *ctx, const struct store_table *table)
{
	static const char *const status[] = {"open", "playing", "over", "aborted"};
	struct table_list *list = ctx;
	char buf[4096];
	struct mp_json json;
	int64_t events = 0;

	list->failed = list->failed || !store_sql.count_events(list->db, table->key, &events);
	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "table", table->id);
	mp_json_str(&json, "game", table->game);
	mp_json_str(&json, "status", status[table->status & 3]);
	mp_json_bool(&json, "public", table->is_public);
	mp_json_int(&json, "created", table->created / 1000);
	mp_json_int(&json, "changed", table->changed / 1000);
	write_seats(table, &json);
	mp_json_int(&json, "events", events);
	mp_json_end_object(&json);
	if (!json.text.overflow)
		list->print(buf);
}

bool admin_tables(const char *data, void (*print)(const char *line), char *why, size_t cap)
{
	struct table_list list = {.print = print};
	char reason[240], name[200];
	bool good;

	store_name(data, name, sizeof name);
	if (!store_is_current(data, reason, sizeof reason)) {
		snprintf(why, cap, "%s: %s", name, reason);
		return false;
	}
	list.db = store_sql.open(data, why, cap);
	if (!list.db)
		return false;
	good = store_sql.begin(list.db, true) && store_sql.tables_live(list.db, print_table, &list) &&
	       !list.failed && store_sql.commit(list.db);
	if (!good) {
		store_sql.failed(list.db, reason, sizeof reason);
		snprintf(why, cap, "Cannot read %s: %s.", name, reason);
	}
	store_sql.close(list.db);
	return good;
}

static int64_t size_of(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 ? (int64_t)about.st_size : 0;
}

bool admin_compact(const char *data, int64_t *before, int64_t *after, char *why, size_t cap)
{
	sqlite3 *db;
	bool good;

	if (is_elsewhere(data, "VACUUM", why, cap))
		return false;
	db = open_data(data, SQLITE_OPEN_READWRITE, why, cap);
	if (!db)
		return false;
	*before = size_of(data);
	good =
		sqlite3_exec(db, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) == SQLITE_OK;
	if (!good)
		snprintf(why, cap, "Cannot make %s smaller: %s.", data, sqlite3_errmsg(db));
	sqlite3_close(db);
	*after = size_of(data);
	return good;
}
