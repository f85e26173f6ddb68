/* SPDX-License-Identifier: MIT
 *
 * The data of a server in a test: a file, or, in a run with METROPOLE_TEST_POSTGRES, a database of
 * the cluster that it names.
 */
#include "client.h"

#include "server/store/store.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define must(cond)                                                                                 \
	do {                                                                                           \
		if (!(cond)) {                                                                             \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);                             \
			abort();                                                                               \
		}                                                                                          \
	} while (0)

/* The databases of a test have the names of its files. */
static void cluster_do(const char *verb, const char *data)
{
	const char *name = strrchr(data, '/') + 1;
	char sql[120], url[160];
	PGconn *conn;
	PGresult *result;

	snprintf(url, sizeof url, "%s/postgres", getenv("METROPOLE_TEST_POSTGRES"));
	snprintf(sql, sizeof sql, "%s DATABASE \"%s\"%s", verb, name,
	         strcmp(verb, "DROP") == 0 ? " WITH (FORCE)" : "");
	conn = PQconnectdb(url);
	result = PQexec(conn, sql);
	if (PQresultStatus(result) != PGRES_COMMAND_OK) {
		fprintf(stderr, "%s: %s", sql, PQerrorMessage(conn));
		abort();
	}
	PQclear(result);
	PQfinish(conn);
}

void premises_data(char data[PREMISES_DATA_BYTES])
{
	const char *cluster = getenv("METROPOLE_TEST_POSTGRES");
	char path[] = "/tmp/metropole-test-XXXXXX";

	close(mkstemp(path));
	if (!cluster) {
		strcpy(data, path);
		return;
	}
	unlink(path);
	snprintf(data, PREMISES_DATA_BYTES, "%s/%s", cluster, strrchr(path, '/') + 1);
	cluster_do("CREATE", data);
}

static PGresult *cluster_ask(const char *data, const char *sql, PGconn **conn)
{
	*conn = PQconnectdb(data);
	return PQexec(*conn, sql);
}

void premises_alter(const char *data, const char *sql)
{
	sqlite3 *db;

	if (store_is_shared(data)) {
		PGconn *conn;
		PGresult *result = cluster_ask(data, sql, &conn);

		must(strcmp(PQcmdTuples(result), "1") == 0);
		PQclear(result);
		PQfinish(conn);
		return;
	}
	must(sqlite3_open(data, &db) == SQLITE_OK);
	must(sqlite3_busy_timeout(db, 10000) == SQLITE_OK);
	must(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
	must(sqlite3_changes(db) == 1);
	sqlite3_close(db);
}

int64_t premises_count(const char *data, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *stmt;
	int64_t n;

	if (store_is_shared(data)) {
		PGconn *conn;
		PGresult *result = cluster_ask(data, sql, &conn);

		must(PQntuples(result) == 1);
		n = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
		PQclear(result);
		PQfinish(conn);
		return n;
	}
	must(sqlite3_open(data, &db) == SQLITE_OK);
	must(sqlite3_busy_timeout(db, 10000) == SQLITE_OK);
	must(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK);
	must(sqlite3_step(stmt) == SQLITE_ROW);
	n = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return n;
}

void premises_data_forget(const char *data)
{
	static const char *const parts[] = {"", "-wal", "-shm", "-lock"};
	char path[PREMISES_DATA_BYTES + 8];

	if (store_is_shared(data)) {
		cluster_do("DROP", data);
		return;
	}
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s%s", data, parts[i]);
		unlink(path);
	}
}
