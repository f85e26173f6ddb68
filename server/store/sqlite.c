/* SPDX-License-Identifier: MIT
 *
 * SQLite as the database: opening, durability, statements. WAL with synchronous=FULL syncs the log
 * at each commit: what was committed survives the loss of power.
 */
#include "server/store/sqlite.h"

#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Another process may hold the file for a moment. While people play, they are told soon. */
enum { START_BUSY_MS = 5000, BUSY_MS = 200 };

static void close_db(void *handle)
{
	struct sqlite_db *db = handle;

	for (size_t i = 0; i < SQLITE_STATEMENTS; i++)
		sqlite3_finalize(db->cache[i].stmt);
	sqlite3_close(db->db);
	free(db);
}

static void *open_db(const char *path, char *why, size_t cap)
{
	struct sqlite_db *db = calloc(1, sizeof *db);
	const char *pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
						  "PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY;"
						  "PRAGMA wal_autocheckpoint = 4000";

	if (!db) {
		snprintf(why, cap, "There is not enough memory.");
		return NULL;
	}
	if (sqlite3_open_v2(path, &db->db,
	                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
	                        SQLITE_OPEN_URI,
	                    NULL) != SQLITE_OK ||
	    sqlite3_busy_timeout(db->db, START_BUSY_MS) != SQLITE_OK ||
	    sqlite3_exec(db->db, pragmas, NULL, NULL, NULL) != SQLITE_OK) {
		snprintf(why, cap, "Cannot open the data file %s: %s.", path, sqlite3_errmsg(db->db));
		close_db(db);
		return NULL;
	}
	if (!sqlite_migrate(db->db, why, cap)) {
		close_db(db);
		return NULL;
	}
	sqlite3_busy_timeout(db->db, BUSY_MS);
	return db;
}

static sqlite3_stmt *sql_prepared(struct sqlite_db *db, const char *sql)
{
	for (size_t i = 0; i < SQLITE_STATEMENTS; i++) {
		if (db->cache[i].sql == sql)
			return db->cache[i].stmt;
		if (db->cache[i].sql)
			continue;
		if (sqlite3_prepare_v3(db->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &db->cache[i].stmt,
		                       NULL) != SQLITE_OK)
			return NULL;
		db->cache[i].sql = sql;
		return db->cache[i].stmt;
	}
	return NULL; /* SQLITE_STATEMENTS is above the number of statements in this room */
}

sqlite3_stmt *sqlite_use(struct sqlite_db *db, const char *sql, const char *types, ...)
{
	sqlite3_stmt *stmt = sql_prepared(db, sql);
	va_list args;
	int code = SQLITE_OK;

	if (!stmt)
		return NULL;
	sqlite3_reset(stmt);
	va_start(args, types);
	for (int i = 0; types[i] && code == SQLITE_OK; i++) {
		const void *secret;

		switch (types[i]) {
		case 'i':
			code = sqlite3_bind_int64(stmt, i + 1, va_arg(args, int64_t));
			break;
		case 'd':
			code = sqlite3_bind_double(stmt, i + 1, va_arg(args, double));
			break;
		case 't':
			code = sqlite3_bind_text(stmt, i + 1, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
			break;
		default:
			secret = va_arg(args, const void *);
			code =
				sqlite3_bind_blob(stmt, i + 1, secret, secret ? SECRET_BYTES : 0, SQLITE_TRANSIENT);
		}
	}
	va_end(args);
	return code == SQLITE_OK ? stmt : NULL;
}

bool sqlite_row(sqlite3_stmt *stmt, bool *failed)
{
	int code = stmt ? sqlite3_step(stmt) : SQLITE_ERROR;

	if (code == SQLITE_ROW)
		return true;
	*failed = code != SQLITE_DONE;
	sqlite3_reset(stmt); /* which keeps the error for whoever asks */
	return false;
}

bool sqlite_do(sqlite3_stmt *stmt)
{
	bool failed = false;

	while (sqlite_row(stmt, &failed))
		;
	return !failed;
}

void sqlite_text(sqlite3_stmt *stmt, int column, char *out, size_t cap)
{
	const unsigned char *text = sqlite3_column_text(stmt, column);

	snprintf(out, cap, "%s", text ? (const char *)text : "");
}

void sqlite_secret(sqlite3_stmt *stmt, int column, uint8_t out[SECRET_BYTES])
{
	const void *bytes = sqlite3_column_blob(stmt, column);

	memset(out, 0, SECRET_BYTES);
	if (bytes && sqlite3_column_bytes(stmt, column) == SECRET_BYTES)
		memcpy(out, bytes, SECRET_BYTES);
}

static bool sql_begin(void *handle, bool to_read)
{
	struct sqlite_db *db = handle;

	db->is_reading = to_read;
	db->there = 0;
	return to_read ? sqlite_do(sqlite_use(db, "BEGIN", ""))
	               : sqlite_do(sqlite_use(db, "BEGIN IMMEDIATE", ""));
}

static bool is_reading(void *handle)
{
	return ((struct sqlite_db *)handle)->is_reading;
}

static bool sql_commit(void *db)
{
	return sqlite_do(sqlite_use(db, "COMMIT", ""));
}

static bool means_no_room(int system)
{
	return system == ENOSPC || system == EDQUOT || system == EFBIG;
}

/* A full disk is not always told as such: a file that may not grow is one, and so is a log whose
 * index cannot. What the system said of a file is asked of the file. */
static bool has_no_room(sqlite3 *db)
{
	sqlite3_file *log = NULL;
	int of_data = 0, of_log = 0;

	sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &of_data);
	sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log && log->pMethods)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &of_log);
	return means_no_room(sqlite3_system_errno(db)) || means_no_room(of_data) ||
	       means_no_room(of_log);
}

static enum store_state state_of(sqlite3 *db)
{
	int code = sqlite3_extended_errcode(db);

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL:
	case SQLITE_NOMEM:
		return STORE_BUSY;
	case SQLITE_FULL:
		return STORE_FULL;
	case SQLITE_IOERR:
		if (code == SQLITE_IOERR_NOMEM)
			return STORE_BUSY;
		/* after a sync that failed nobody knows what is on the disk */
		return code != SQLITE_IOERR_FSYNC && has_no_room(db) ? STORE_FULL : STORE_BROKEN;
	case SQLITE_CANTOPEN:
		return has_no_room(db) ? STORE_FULL : STORE_BROKEN;
	default:
		return STORE_BROKEN;
	}
}

static enum store_state sql_failed(void *handle, char *why, size_t cap)
{
	struct sqlite_db *db = handle;
	enum store_state state = state_of(db->db);

	snprintf(why, cap, "%s", sqlite3_errmsg(db->db));
	for (size_t i = 0; i < SQLITE_STATEMENTS; i++)
		sqlite3_reset(db->cache[i].stmt);
	if (!sqlite3_get_autocommit(db->db))
		sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
	return state;
}

static bool secret_row(void *handle, const char *name, uint8_t out[SECRET_BYTES])
{
	struct sqlite_db *db = handle;
	bool failed = false;
	sqlite3_stmt *stmt = sqlite_use(db, "SELECT value FROM meta WHERE name = ?", "t", name);

	if (sqlite_row(stmt, &failed)) {
		sqlite_secret(stmt, 0, out);
		sqlite3_reset(stmt);
		return true;
	}
	if (failed)
		return false;
	randombytes_buf(out, SECRET_BYTES);
	return sqlite_do(sqlite_use(db, "INSERT INTO meta VALUES(?, ?)", "ts", name, out));
}

const struct store_ops store_sqlite = {
	.open = open_db,
	.close = close_db,
	.begin = sql_begin,
	.commit = sql_commit,
	.is_reading = is_reading,
	.failed = sql_failed,
	.secret = secret_row,
	.last_table = sqlite_last_table,
	.table_put = sqlite_table_put,
	.event_put = sqlite_event_put,
	.tables_live = sqlite_tables_live,
	.table_find = sqlite_table_find,
	.events_of = sqlite_events_of,
	.table_drop = sqlite_table_drop,
	.user_find = sqlite_user_find,
	.user_named = sqlite_user_named,
	.user_put = sqlite_user_put,
	.user_of_token = sqlite_user_of_token,
	.bots_of = sqlite_bots_of,
	.bot_ranks = sqlite_bot_ranks,
	.user_seen = sqlite_user_seen,
	.user_drop = sqlite_user_drop,
	.session_put = sqlite_session_put,
	.session_find = sqlite_session_find,
	.session_drop = sqlite_session_drop,
	.sessions_of = sqlite_sessions_of,
	.push_put = sqlite_push_put,
	.push_drop = sqlite_push_drop,
	.pushes_of = sqlite_pushes_of,
	.mail_put = sqlite_mail_put,
	.mail_find = sqlite_mail_find,
	.mail_asked = sqlite_mail_asked,
	.mail_drop = sqlite_mail_drop,
	.mail_seen = sqlite_mail_seen,
	.vacation_put = sqlite_vacation_put,
	.vacation_find = sqlite_vacation_find,
	.vacations = sqlite_vacations,
	.rating_find = sqlite_rating_find,
	.rating_put = sqlite_rating_put,
	.result_put = sqlite_result_put,
	.games_of = sqlite_games_of,
	.stats_of = sqlite_stats_of,
	.user_gone = sqlite_user_gone,
	.users = sqlite_users,
	.ban_put = sqlite_ban_put,
	.ban_drop = sqlite_ban_drop,
	.ban_find = sqlite_ban_find,
	.bans = sqlite_bans,
	.report_put = sqlite_report_put,
	.reports = sqlite_reports,
	.reports_drop = sqlite_reports_drop,
	.chat_drop = sqlite_chat_drop,
	.chat_of = sqlite_chat_of,
	.seats_of = sqlite_seats_of,
	.ratings_of = sqlite_ratings_of,
	.command_next = sqlite_command_next,
	.command_answer = sqlite_command_answer,
	.retain = sqlite_retain,
};
