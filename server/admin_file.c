/* SPDX-License-Identifier: MIT
 *
 * The host's tools on the data file itself, beside a running server: commands left for it, reports
 * read, copies taken. SQLite keeps the two apart.
 */
#include "server/admin.h"

#include "server/store/sqlite.h"

#include <stdio.h>

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

bool admin_command(const char *data, const char *command, char *why, size_t cap)
{
	sqlite3 *db = open_file(data, SQLITE_OPEN_READWRITE, why, cap);
	sqlite3_stmt *stmt = NULL;
	bool good;

	if (!db)
		return false;
	good = sqlite3_prepare_v2(db, "INSERT INTO commands(text) VALUES(?)", -1, &stmt, NULL) ==
	           SQLITE_OK &&
	       sqlite3_bind_text(stmt, 1, command, -1, SQLITE_STATIC) == SQLITE_OK &&
	       sqlite3_step(stmt) == SQLITE_DONE;
	if (!good)
		snprintf(why, cap, "Cannot write to %s: %s.", data, sqlite3_errmsg(db));
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return good;
}

static void print_report(sqlite3_stmt *stmt, void (*print)(const char *))
{
	char buf[8192];
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_int(&json, "at", sqlite3_column_int64(stmt, 0) / 1000);
	mp_json_str(&json, "table", (const char *)sqlite3_column_text(stmt, 1));
	mp_json_int(&json, "seq", sqlite3_column_int64(stmt, 2));
	mp_json_int(&json, "by", sqlite3_column_int64(stmt, 3));
	mp_text_char(&json.text, ',');
	mp_text_str(&json.text, (const char *)sqlite3_column_text(stmt, 4));
	mp_json_end_object(&json);
	if (!json.text.overflow)
		print(buf);
}

bool admin_reports(const char *data, void (*print)(const char *line), char *why, size_t cap)
{
	sqlite3 *db = open_file(data, SQLITE_OPEN_READONLY, why, cap);
	sqlite3_stmt *stmt = NULL;
	int code;

	if (!db)
		return false;
	code = sqlite3_prepare_v2(
		db, "SELECT at, table_id, seq, by_user, text FROM reports ORDER BY id", -1, &stmt, NULL);
	while (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		print_report(stmt, print);
		code = SQLITE_OK;
	}
	if (code != SQLITE_DONE)
		snprintf(why, cap, "Cannot read %s: %s.", data, sqlite3_errmsg(db));
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return code == SQLITE_DONE;
}

bool admin_backup(const char *data, const char *to, char *why, size_t cap)
{
	sqlite3 *from = open_file(data, SQLITE_OPEN_READONLY, why, cap);
	sqlite3 *copy =
		from ? open_file(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, cap) : NULL;
	sqlite3_backup *backup = copy ? sqlite3_backup_init(copy, "main", from, "main") : NULL;
	int code = SQLITE_ERROR;

	if (backup) {
		/* In one step: a running server goes on writing to its log, and the copy is of one
		 * moment. */
		code = sqlite3_backup_step(backup, -1);
		sqlite3_backup_finish(backup);
	}
	if (copy && code != SQLITE_DONE)
		snprintf(why, cap, "Cannot copy %s to %s: %s.", data, to, sqlite3_errmsg(copy));
	sqlite3_close(copy);
	sqlite3_close(from);
	return code == SQLITE_DONE;
}
