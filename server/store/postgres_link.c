/* SPDX-License-Identifier: MIT
 *
 * Connections to PostgreSQL, and bringing a database up to date. What is said of an address never
 * has the password in it.
 */
#include "server/store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The lock under which one node changes the schema: any number that is only used for this. */
#define MIGRATION_LOCK "19720304"

enum { MIGRATION_TRIES = 40, MIGRATION_PAUSE_MS = 500 };

bool postgres_is_url(const char *data)
{
	return strncmp(data, "postgresql://", 13) == 0 || strncmp(data, "postgres://", 11) == 0;
}

/* libpq's messages have lines, and none of them the password. */
void postgres_says(PGconn *conn, char *why, size_t cap)
{
	const char *text = conn ? PQerrorMessage(conn) : "there is not enough memory";
	size_t n = strcspn(text, "\n");

	if (n)
		snprintf(why, cap, "%.*s", (int)n, text);
	else
		snprintf(why, cap, "the connection to the database was lost");
}

/* A cut is noticed: by keepalives when nothing is under way, by the timeout of what was sent when
 * something is. A node that stands still in the middle of a batch loses it, so that others need not
 * wait. */
PGconn *postgres_connect(const char *url, char *why, size_t cap)
{
	static const char settings[] =
		"SET idle_in_transaction_session_timeout = '3s'; SET lock_timeout = '2s';"
		"SET jit = off; SET client_min_messages = warning; SET synchronous_commit = on;"
		"SET default_transaction_isolation = 'read committed'";
	const char *const names[] = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
	                             "keepalives_count", "tcp_user_timeout", "application_name",
	                             "dbname",           "client_encoding",  NULL};
	const char *const values[] = {"3", "2", "1", "3", "4000", "metropole", url, "UTF8", NULL};
	PGconn *conn = PQconnectdbParams(names, values, 1);
	PGresult *result = NULL;

	if (PQstatus(conn) == CONNECTION_OK)
		result = PQexec(conn, settings);
	if (PQresultStatus(result) == PGRES_COMMAND_OK) {
		PQclear(result);
		return conn;
	}
	postgres_says(conn, why, cap);
	PQclear(result);
	PQfinish(conn);
	return NULL;
}

/* Why a statement failed; may it do so only because nodes that run held what it wants? */
struct failure {
	char why[200];
	bool will_pass;
};

static bool take(PGconn *conn, PGresult *result, struct failure *failure)
{
	ExecStatusType status = PQresultStatus(result);
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return true;
	postgres_says(conn, failure->why, sizeof failure->why);
	failure->will_pass = state && (strcmp(state, "40P01") == 0 || strcmp(state, "55P03") == 0);
	return false;
}

static bool exec_good(PGconn *conn, const char *sql, struct failure *failure)
{
	PGresult *result = PQexec(conn, sql);
	bool good = take(conn, result, failure);

	PQclear(result);
	return good;
}

static bool read_version(PGconn *conn, int *version, struct failure *failure)
{
	PGresult *result = PQexec(conn, "SELECT to_regclass('schema_version') IS NOT NULL");
	bool good = take(conn, result, failure);
	bool is_there = good && PQgetvalue(result, 0, 0)[0] == 't';

	PQclear(result);
	*version = 0;
	if (is_there) {
		result = PQexec(conn, "SELECT version FROM schema_version");
		good = take(conn, result, failure);
		*version = good && PQntuples(result) > 0 ? atoi(PQgetvalue(result, 0, 0)) : 0;
		PQclear(result);
	}
	return good;
}

bool postgres_version_of(const char *url, int *version, char *why, size_t cap)
{
	PGconn *conn = postgres_connect(url, why, cap);
	struct failure failure = {0};
	bool good = conn && read_version(conn, version, &failure);

	if (conn && !good)
		snprintf(why, cap, "%s", failure.why);
	PQfinish(conn);
	return good;
}

static bool take_steps(PGconn *conn, int version, struct failure *failure)
{
	char mark[80];

	for (; version < sql_version(); version++) {
		char *step = postgres_words(sql_steps[version].both);
		bool good = step && exec_good(conn, step, failure);

		free(step);
		if (!good)
			return false;
	}
	snprintf(mark, sizeof mark, "INSERT INTO schema_version VALUES(%d)", version);
	return exec_good(conn, "DELETE FROM schema_version", failure) && exec_good(conn, mark, failure);
}

/* Nodes that start together wait for each other. Whoever waits for a table makes all wait that come
 * after, so that is given up soon. */
static bool migrate(PGconn *conn, int *version, struct failure *failure)
{
	return exec_good(conn, "BEGIN; SET LOCAL lock_timeout = '60s'", failure) &&
	       exec_good(conn, "SELECT pg_advisory_xact_lock(" MIGRATION_LOCK ")", failure) &&
	       exec_good(conn, "SET LOCAL lock_timeout = '1s'", failure) &&
	       exec_good(conn, "CREATE TABLE IF NOT EXISTS schema_version(version BIGINT)", failure) &&
	       read_version(conn, version, failure) &&
	       (*version >= sql_version() || take_steps(conn, *version, failure)) &&
	       exec_good(conn, "COMMIT", failure);
}

bool postgres_migrate(PGconn *conn, char *why, size_t cap)
{
	const struct timespec pause = {.tv_nsec = MIGRATION_PAUSE_MS * 1000000L};
	struct failure failure = {0}, ignored;
	int version = 0;

	for (int tries = 0; !migrate(conn, &version, &failure); tries++) {
		exec_good(conn, "ROLLBACK", &ignored);
		if (!failure.will_pass || tries == MIGRATION_TRIES) {
			snprintf(why, cap, "Cannot bring the database to version %d: %s.", sql_version(),
			         failure.why);
			return false;
		}
		failure.will_pass = false;
		nanosleep(&pause, NULL);
	}
	return sql_knows_version(version, why, cap);
}

/* postgresql://user@host:port/database, and nothing else. */
static void name_of(const PQconninfoOption *options, char *out, size_t cap)
{
	const char *user = "", *host = "", *port = "", *dbname = "";

	for (const PQconninfoOption *at = options; at->keyword; at++) {
		if (!at->val)
			continue;
		if (strcmp(at->keyword, "user") == 0)
			user = at->val;
		if (strcmp(at->keyword, "host") == 0)
			host = at->val;
		if (strcmp(at->keyword, "port") == 0)
			port = at->val;
		if (strcmp(at->keyword, "dbname") == 0)
			dbname = at->val;
	}
	snprintf(out, cap, "postgresql://%s%s%s%s%s/%s", user, *user ? "@" : "", host, *port ? ":" : "",
	         port, dbname);
}

void store_name(const char *data, char *out, size_t cap)
{
	PQconninfoOption *options;

	if (!postgres_is_url(data)) {
		snprintf(out, cap, "%s", data);
		return;
	}
	options = PQconninfoParse(data, NULL);
	if (options)
		name_of(options, out, cap);
	else
		snprintf(out, cap, "postgresql://…");
	PQconninfoFree(options);
}
