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

	if (!db || sqlite_is_current(db, reason, sizeof reason))
		return db;
	snprintf(why, cap, "%s: %s", data, reason);
	sqlite3_close(db);
	return NULL;
}

bool admin_backup(const char *data, const char *to, char *why, size_t cap)
{
	sqlite3 *from = open_file(data, SQLITE_OPEN_READONLY, why, cap);
	sqlite3 *copy = from && data_file_make(to)
	                    ? open_file(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why, cap)
	                    : NULL;
	sqlite3_backup *backup = copy ? sqlite3_backup_init(copy, "main", from, "main") : NULL;
	int code = SQLITE_ERROR;

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

static void print_table(sqlite3_stmt *stmt, void (*print)(const char *))
{
	static const char *const status[] = {"open", "playing", "over", "aborted"};
	char buf[2048];
	struct mp_json json;
	const char *names = (const char *)sqlite3_column_text(stmt, 6);

	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "table", (const char *)sqlite3_column_text(stmt, 0));
	mp_json_str(&json, "game", (const char *)sqlite3_column_text(stmt, 1));
	mp_json_str(&json, "status", status[sqlite3_column_int(stmt, 2) & 3]);
	mp_json_bool(&json, "public", sqlite3_column_int(stmt, 3) != 0);
	mp_json_int(&json, "created", sqlite3_column_int64(stmt, 4) / 1000);
	mp_json_int(&json, "changed", sqlite3_column_int64(stmt, 5) / 1000);
	mp_json_raw(&json, "seats", names ? names : "[]", strlen(names ? names : "[]"));
	mp_json_int(&json, "events", sqlite3_column_int64(stmt, 7));
	mp_json_end_object(&json);
	if (!json.text.overflow)
		print(buf);
}

bool admin_tables(const char *data, void (*print)(const char *line), char *why, size_t cap)
{
	static const char sql[] =
		"SELECT id, game, status, is_public, created, changed, (SELECT json_group_array("
		"json_object('seat', seat + 1, 'who', iif(kind = 0, 'open', iif(kind = 2, 'bot',"
		" iif(bot_of, 'account_bot', iif(is_account, 'account', 'guest')))), 'name', name, 'user', "
		"user)) FROM seats"
		" WHERE table_key = key), (SELECT count(*) FROM events WHERE table_key = key)"
		" FROM tables WHERE status < 2 ORDER BY key";
	sqlite3 *db = open_data(data, SQLITE_OPEN_READONLY, why, cap);
	sqlite3_stmt *stmt = NULL;
	int code;

	if (!db)
		return false;
	code = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
	while (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		print_table(stmt, print);
		code = SQLITE_OK;
	}
	if (code != SQLITE_DONE)
		snprintf(why, cap, "Cannot read %s: %s.", data, sqlite3_errmsg(db));
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return code == SQLITE_DONE;
}

static int64_t size_of(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 ? (int64_t)about.st_size : 0;
}

bool admin_compact(const char *data, int64_t *before, int64_t *after, char *why, size_t cap)
{
	sqlite3 *db = open_data(data, SQLITE_OPEN_READWRITE, why, cap);
	bool good;

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
