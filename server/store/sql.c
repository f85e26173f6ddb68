/* SPDX-License-Identifier: MIT
 *
 * What the files with SQL stand on: a statement, its rows and columns, whichever driver takes them
 * to the database.
 */
#include "server/store/sql.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sql_stmt *sql_use(void *handle, const char *sql, const char *types, ...)
{
	struct sql *db = handle;
	struct sql_stmt *stmt;
	va_list args;

	va_start(args, types);
	stmt = db->driver->use(db, sql, types, args);
	va_end(args);
	return stmt;
}

struct sql_value sql_parameter(char type, va_list *args)
{
	struct sql_value value = {.type = type == 's' ? 'b' : type};

	switch (type) {
	case 'i':
		value.number = va_arg(*args, int64_t);
		return value;
	case 'd':
		value.real = va_arg(*args, double);
		return value;
	case 'v':
		return *va_arg(*args, const struct sql_value *);
	default:
		value.bytes = va_arg(*args, const void *);
		value.n = type == 's' ? SECRET_BYTES : type == 'b' ? va_arg(*args, size_t) : 0;
		value.is_null = !value.bytes;
		return value;
	}
}

bool sql_do(struct sql_stmt *stmt)
{
	return stmt && stmt->db->driver->run(stmt, SQL_COUNT);
}

bool sql_count(struct sql_stmt *stmt, int64_t *n)
{
	if (!stmt || !stmt->db->driver->run(stmt, SQL_COUNT) || !stmt->db->driver->wait(stmt->db))
		return false;
	*n = stmt->db->counts[SQL_COUNT];
	return true;
}

bool sql_row(struct sql_stmt *stmt, bool *failed)
{
	if (stmt)
		return stmt->db->driver->row(stmt, failed);
	*failed = true;
	return false;
}

void sql_end(struct sql_stmt *stmt)
{
	stmt->db->driver->end(stmt);
}

bool sql_is_null(struct sql_stmt *stmt, int column)
{
	return stmt->db->driver->is_null(stmt, column);
}

int sql_int(struct sql_stmt *stmt, int column)
{
	return (int)stmt->db->driver->int64(stmt, column);
}

int64_t sql_int64(struct sql_stmt *stmt, int column)
{
	return stmt->db->driver->int64(stmt, column);
}

double sql_real(struct sql_stmt *stmt, int column)
{
	return stmt->db->driver->real(stmt, column);
}

const char *sql_string(struct sql_stmt *stmt, int column)
{
	return stmt->db->driver->string(stmt, column);
}

const void *sql_bytes(struct sql_stmt *stmt, int column, size_t *n)
{
	return stmt->db->driver->bytes(stmt, column, n);
}

void sql_text(struct sql_stmt *stmt, int column, char *out, size_t cap)
{
	const char *text = sql_string(stmt, column);

	snprintf(out, cap, "%s", text ? text : "");
}

void sql_secret(struct sql_stmt *stmt, int column, uint8_t out[SECRET_BYTES])
{
	size_t n = 0;
	const void *bytes = sql_bytes(stmt, column, &n);

	memset(out, 0, SECRET_BYTES);
	if (bytes && n == SECRET_BYTES)
		memcpy(out, bytes, SECRET_BYTES);
}

bool sql_exists(struct sql_stmt *stmt, bool *found)
{
	bool failed = false;

	*found = sql_row(stmt, &failed);
	if (*found)
		sql_end(stmt);
	return !failed;
}

void sql_clear(struct sql *db)
{
	db->n_claims = db->n_bells = 0;
	db->is_settled = true;
}

void sql_release(struct sql *db)
{
	free(db->counts);
	free(db->claims);
	free(db->bells);
}

bool store_is_shared(const char *data)
{
	return postgres_is_url(data);
}

bool store_is_current(const char *data, char *why, size_t cap)
{
	int version = 0;

	return (postgres_is_url(data) ? postgres_version_of(data, &version, why, cap)
	                              : sqlite_version_of(data, &version, why, cap)) &&
	       sql_is_current(version, why, cap);
}

static void *sql_open(const char *data, char *why, size_t cap)
{
	const struct sql_driver *driver = postgres_is_url(data) ? &sql_postgres : &sql_sqlite;

	return driver->open(data, why, cap);
}

static void sql_close(void *db)
{
	((struct sql *)db)->driver->close(db);
}

static bool sql_begin(void *handle, bool to_read)
{
	struct sql *db = handle;

	sql_clear(db);
	db->is_reading = to_read;
	return db->driver->begin(db, to_read);
}

static bool sql_commit(void *db)
{
	return ((struct sql *)db)->driver->commit(db);
}

static bool sql_is_reading(void *db)
{
	return ((struct sql *)db)->is_reading;
}

static enum store_state sql_failed(void *db, char *why, size_t cap)
{
	return ((struct sql *)db)->driver->failed(db, why, cap);
}

static bool sql_was_kept(void *db, bool *kept)
{
	return ((struct sql *)db)->driver->was_kept(db, kept);
}

static int64_t sql_node(void *db)
{
	return ((struct sql *)db)->node;
}

/* Two nodes may want to make it at the same time: one of them does. */
static bool sql_named_secret(void *db, const char *name, uint8_t out[SECRET_BYTES])
{
	bool failed = false;
	struct sql_stmt *stmt;

	randombytes_buf(out, SECRET_BYTES);
	if (!sql_do(sql_use(db, "INSERT INTO meta VALUES(?1, ?2) ON CONFLICT(name) DO NOTHING", "ts",
	                    name, out)))
		return false;
	stmt = sql_use(db, "SELECT value FROM meta WHERE name = ?1", "t", name);
	while (sql_row(stmt, &failed))
		sql_secret(stmt, 0, out);
	return !failed;
}

const struct store_ops store_sql = {
	.open = sql_open,
	.close = sql_close,
	.begin = sql_begin,
	.commit = sql_commit,
	.is_reading = sql_is_reading,
	.failed = sql_failed,
	.was_kept = sql_was_kept,
	.node = sql_node,
	.secret = sql_named_secret,
	.table_keys = sql_table_keys,
	.table_add = sql_table_add,
	.table_put = sql_table_put,
	.event_put = sql_event_put,
	.claims = sql_claims,
	.settle = sql_settle,
	.tables_live = sql_tables_live,
	.table_find = sql_table_find,
	.table_of = sql_table_of,
	.events_of = sql_events_of,
	.count_events = sql_count_events,
	.table_drop = sql_table_drop,
	.user_find = sql_user_find,
	.user_lock = sql_user_lock,
	.user_named = sql_user_named,
	.user_put = sql_user_put,
	.user_seen = sql_user_seen,
	.user_drop = sql_user_drop,
	.user_gone = sql_user_gone,
	.users = sql_users,
	.user_of_token = sql_user_of_token,
	.bots_of = sql_bots_of,
	.bot_ranks = sql_bot_ranks,
	.ban_put = sql_ban_put,
	.ban_drop = sql_ban_drop,
	.ban_find = sql_ban_find,
	.bans = sql_bans,
	.session_put = sql_session_put,
	.session_find = sql_session_find,
	.session_drop = sql_session_drop,
	.sessions_of = sql_sessions_of,
	.push_put = sql_push_put,
	.push_drop = sql_push_drop,
	.pushes_of = sql_pushes_of,
	.mail_put = sql_mail_put,
	.mail_find = sql_mail_find,
	.mail_asked = sql_mail_asked,
	.mail_drop = sql_mail_drop,
	.mail_seen = sql_mail_seen,
	.vacation_put = sql_vacation_put,
	.vacation_find = sql_vacation_find,
	.vacations = sql_vacations,
	.rating_find = sql_rating_find,
	.rating_put = sql_rating_put,
	.result_put = sql_result_put,
	.games_of = sql_games_of,
	.stats_of = sql_stats_of,
	.report_put = sql_report_put,
	.reports = sql_reports,
	.reports_drop = sql_reports_drop,
	.chat_drop = sql_chat_drop,
	.chat_of = sql_chat_of,
	.seats_of = sql_seats_of,
	.ratings_of = sql_ratings_of,
	.command_put = sql_command_put,
	.command_find = sql_command_find,
	.command_drop = sql_command_drop,
	.command_next = sql_command_next,
	.command_answer = sql_command_answer,
	.retain = sql_retain,
	.ring = sql_ring,
	.lease_take = sql_lease_take,
	.lease_drop = sql_lease_drop,
	.think_put = sql_think_put,
	.think_take = sql_think_take,
	.think_keep = sql_think_keep,
	.think_answer = sql_think_answer,
	.thoughts = sql_thoughts,
	.think_drop = sql_think_drop,
	.node_put = sql_node_put,
	.node_drop = sql_node_drop,
	.clock = sql_clock,
	.nodes = sql_nodes,
	.presence_put = sql_presence_put,
	.presences = sql_presences,
	.budget_use = sql_budget_use,
	.review_ask = sql_review_ask,
	.review_find = sql_review_find,
	.review_take = sql_review_take,
	.review_hold = sql_review_hold,
	.review_put = sql_review_put,
};
