/* SPDX-License-Identifier: MIT
 *
 * SQLite as the database: opening, durability, statements. WAL with synchronous=FULL syncs the log
 * at each commit: what was committed survives the loss of power. One process writes, so nothing is
 * ever lost to another node, and nobody hears a bell.
 */
#include "server/store/sqlite.h"

#include "host/array.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Another process may hold the file for a moment. While people play, they are told soon. */
enum { START_BUSY_MS = 5000, BUSY_MS = 200 };

struct sqlite_stmt {
	struct sql_stmt base;
	const char *sql; /* the literal itself is the key */
	sqlite3_stmt *stmt;
};

struct sqlite_db {
	struct sql base;
	sqlite3 *db;
	struct sqlite_stmt cache[SQL_STATEMENTS];
};

sqlite3 *sqlite_handle(void *db)
{
	return ((struct sqlite_db *)db)->db;
}

static struct sqlite_db *sqlite_of(struct sql *db)
{
	return (struct sqlite_db *)db;
}

static sqlite3_stmt *stmt_of(struct sql_stmt *stmt)
{
	return ((struct sqlite_stmt *)stmt)->stmt;
}

static void sqlite_close(struct sql *base)
{
	struct sqlite_db *db = sqlite_of(base);

	for (size_t i = 0; i < SQL_STATEMENTS; i++)
		sqlite3_finalize(db->cache[i].stmt);
	sqlite3_close(db->db);
	sql_release(base);
	free(db);
}

static void now_ms(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct timespec now;

	(void)n, (void)values;
	clock_gettime(CLOCK_REALTIME, &now);
	sqlite3_result_int64(context, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static bool version_of(sqlite3 *db, int *version)
{
	sqlite3_stmt *stmt;
	bool good = sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &stmt, NULL) == SQLITE_OK &&
	            sqlite3_step(stmt) == SQLITE_ROW;

	if (good)
		*version = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return good;
}

bool sqlite_version_of(const char *path, int *version, char *why, size_t cap)
{
	sqlite3 *db = NULL;
	bool good = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;

	if (!good)
		snprintf(why, cap, "It is not there, or cannot be read.");
	sqlite3_busy_timeout(db, START_BUSY_MS);
	if (good && !version_of(db, version)) {
		snprintf(why, cap, "This is no data file of metropole: %s.", sqlite3_errmsg(db));
		good = false;
	}
	sqlite3_close(db);
	return good;
}

static bool take_step(sqlite3 *db, int version)
{
	const struct sql_step *step = &sql_steps[version];
	char mark[64];

	snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", version + 1);
	return sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
	       sqlite3_exec(db, step->both, NULL, NULL, NULL) == SQLITE_OK &&
	       (!step->sqlite || sqlite3_exec(db, step->sqlite, NULL, NULL, NULL) == SQLITE_OK) &&
	       sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK;
}

/* Are there tables in it already? Without a version they are not ours. */
static bool has_tables(sqlite3 *db)
{
	sqlite3_stmt *stmt;
	bool any = sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_master LIMIT 1", -1, &stmt, NULL) ==
	               SQLITE_OK &&
	           sqlite3_step(stmt) == SQLITE_ROW;

	sqlite3_finalize(stmt);
	return any;
}

/* Brings a file of any earlier version up to date. */
static bool migrate(sqlite3 *db, char *why, size_t cap)
{
	int version = 0;

	if (!version_of(db, &version)) {
		snprintf(why, cap, "Cannot read the data file: %s.", sqlite3_errmsg(db));
		return false;
	}
	if (!sql_knows_version(version, why, cap))
		return false;
	if (version == 0 && has_tables(db)) {
		snprintf(why, cap, "This is the data file of another program.");
		return false;
	}
	for (; version < sql_version(); version++)
		if (!take_step(db, version)) {
			snprintf(why, cap, "Cannot bring the data file to version %d: %s.", version + 1,
			         sqlite3_errmsg(db));
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
			return false;
		}
	return true;
}

static bool open_file(struct sqlite_db *db, const char *path)
{
	const char *pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
						  "PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY;"
						  "PRAGMA wal_autocheckpoint = 4000";

	return sqlite3_open_v2(path, &db->db,
	                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
	                           SQLITE_OPEN_URI,
	                       NULL) == SQLITE_OK &&
	       sqlite3_busy_timeout(db->db, START_BUSY_MS) == SQLITE_OK &&
	       sqlite3_create_function(db->db, "now_ms", 0, SQLITE_UTF8, NULL, now_ms, NULL, NULL) ==
	           SQLITE_OK &&
	       sqlite3_exec(db->db, pragmas, NULL, NULL, NULL) == SQLITE_OK;
}

static struct sql *sqlite_open(const char *path, char *why, size_t cap)
{
	struct sqlite_db *db = calloc(1, sizeof *db);

	if (!db || !array_reserve(db->base.counts, db->base.cap_counts, SQL_CLAIMS, SIZE_MAX)) {
		snprintf(why, cap, "There is not enough memory.");
		free(db);
		return NULL;
	}
	db->base.driver = &sql_sqlite;
	randombytes_buf(&db->base.node, sizeof db->base.node);
	db->base.node = db->base.node >> 1 & INT64_MAX;
	if (!open_file(db, path)) {
		snprintf(why, cap, "Cannot open the data file %s: %s.", path, sqlite3_errmsg(db->db));
		sqlite_close(&db->base);
		return NULL;
	}
	if (!migrate(db->db, why, cap)) {
		sqlite_close(&db->base);
		return NULL;
	}
	sqlite3_busy_timeout(db->db, BUSY_MS);
	return &db->base;
}

/* There is one writer: rows are not locked one by one. */
static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
	static const char *const locks[] = {" FOR UPDATE SKIP LOCKED", " FOR UPDATE"};
	sqlite3_stmt *stmt = NULL;
	char *plain = NULL;

	for (size_t i = 0; !plain && i < sizeof locks / sizeof *locks; i++) {
		const char *lock = strstr(sql, locks[i]);

		if (lock)
			plain = sqlite3_mprintf("%.*s%s", (int)(lock - sql), sql, lock + strlen(locks[i]));
	}
	if (sqlite3_prepare_v3(db, plain ? plain : sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) !=
	    SQLITE_OK)
		stmt = NULL;
	sqlite3_free(plain);
	return stmt;
}

static struct sqlite_stmt *prepared(struct sqlite_db *db, const char *sql)
{
	for (size_t i = 0; i < SQL_STATEMENTS; i++) {
		struct sqlite_stmt *at = &db->cache[i];

		if (at->sql == sql)
			return at;
		if (at->sql)
			continue;
		at->stmt = prepare(db->db, sql);
		if (!at->stmt)
			return NULL;
		at->sql = sql;
		at->base.db = &db->base;
		return at;
	}
	return NULL; /* SQL_STATEMENTS is above the number of statements in this room */
}

static int bind_one(sqlite3_stmt *stmt, int at, const struct sql_value *value)
{
	if (value->is_null)
		return sqlite3_bind_null(stmt, at);
	switch (value->type) {
	case 'i':
		return sqlite3_bind_int64(stmt, at, value->number);
	case 'd':
		return sqlite3_bind_double(stmt, at, value->real);
	case 't':
		return sqlite3_bind_text(stmt, at, value->bytes, -1, SQLITE_TRANSIENT);
	default:
		return sqlite3_bind_blob64(stmt, at, value->bytes, value->n, SQLITE_TRANSIENT);
	}
}

static struct sql_stmt *sqlite_use(struct sql *base, const char *sql, const char *types,
                                   va_list list)
{
	struct sqlite_stmt *stmt = prepared(sqlite_of(base), sql);
	va_list args;
	int code = SQLITE_OK;

	if (!stmt)
		return NULL;
	sqlite3_reset(stmt->stmt);
	va_copy(args, list);
	for (int i = 0; types[i] && code == SQLITE_OK; i++) {
		struct sql_value value = sql_parameter(types[i], &args);

		code = bind_one(stmt->stmt, i + 1, &value);
	}
	va_end(args);
	return code == SQLITE_OK ? &stmt->base : NULL;
}

static bool sqlite_row(struct sql_stmt *base, bool *failed)
{
	sqlite3_stmt *stmt = stmt_of(base);
	int code = sqlite3_step(stmt);

	if (code == SQLITE_ROW)
		return true;
	*failed = code != SQLITE_DONE;
	sqlite3_reset(stmt); /* which keeps the error for whoever asks */
	return false;
}

static bool sqlite_run(struct sql_stmt *stmt, size_t slot)
{
	bool failed = false;

	while (sqlite_row(stmt, &failed))
		;
	stmt->db->counts[slot] = sqlite3_changes(sqlite_of(stmt->db)->db);
	return !failed;
}

static bool sqlite_wait(struct sql *db)
{
	(void)db;
	return true;
}

static void sqlite_end(struct sql_stmt *stmt)
{
	sqlite3_reset(stmt_of(stmt));
}

static bool sqlite_is_null(struct sql_stmt *stmt, int column)
{
	return sqlite3_column_type(stmt_of(stmt), column) == SQLITE_NULL;
}

static int64_t sqlite_int64_of(struct sql_stmt *stmt, int column)
{
	return sqlite3_column_int64(stmt_of(stmt), column);
}

static double sqlite_real(struct sql_stmt *stmt, int column)
{
	return sqlite3_column_double(stmt_of(stmt), column);
}

static const char *sqlite_string(struct sql_stmt *stmt, int column)
{
	return (const char *)sqlite3_column_text(stmt_of(stmt), column);
}

static const void *sqlite_bytes(struct sql_stmt *stmt, int column, size_t *n)
{
	const void *bytes = sqlite3_column_blob(stmt_of(stmt), column);

	*n = (size_t)sqlite3_column_bytes(stmt_of(stmt), column);
	return bytes;
}

static bool sqlite_begin(struct sql *db, bool to_read)
{
	return to_read ? sql_do(sql_use(db, "BEGIN", "")) : sql_do(sql_use(db, "BEGIN IMMEDIATE", ""));
}

static bool sqlite_commit(struct sql *db)
{
	return sql_do(sql_use(db, "COMMIT", ""));
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
	case SQLITE_OK: /* not its failure: there was no memory for what is done around it */
	case SQLITE_ROW:
	case SQLITE_DONE:
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

static enum store_state sqlite_failed(struct sql *base, char *why, size_t cap)
{
	struct sqlite_db *db = sqlite_of(base);
	enum store_state state = state_of(db->db);

	snprintf(why, cap, "%s",
	         sqlite3_errcode(db->db) ? sqlite3_errmsg(db->db) : sqlite3_errstr(SQLITE_NOMEM));
	for (size_t i = 0; i < SQL_STATEMENTS; i++)
		sqlite3_reset(db->cache[i].stmt);
	if (!sqlite3_get_autocommit(db->db))
		sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
	return state;
}

/* It is never unsure. */
static bool sqlite_was_kept(struct sql *db, bool *kept)
{
	(void)db;
	*kept = false;
	return true;
}

const struct sql_driver sql_sqlite = {
	.open = sqlite_open,
	.close = sqlite_close,
	.begin = sqlite_begin,
	.commit = sqlite_commit,
	.failed = sqlite_failed,
	.was_kept = sqlite_was_kept,
	.use = sqlite_use,
	.run = sqlite_run,
	.wait = sqlite_wait,
	.row = sqlite_row,
	.end = sqlite_end,
	.is_null = sqlite_is_null,
	.int64 = sqlite_int64_of,
	.real = sqlite_real,
	.string = sqlite_string,
	.bytes = sqlite_bytes,
};
