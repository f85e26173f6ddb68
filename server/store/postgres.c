/* SPDX-License-Identifier: MIT
 *
 * PostgreSQL as the database: opening, batches, and what becomes of them when the connection is
 * lost.
 *
 * A node has a row in `nodes`, with the number of its last batch. Each batch counts it up by one,
 * or fails: when the connection is lost after COMMIT was sent, the number tells whether it took
 * place, and once it was found not to have, it cannot any more.
 */
#include "server/store/postgres.h"

#include "host/array.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_BYTES = 7000 };

static struct postgres *postgres_of(struct sql *db)
{
	return (struct postgres *)db;
}

static PGresult *ask(struct postgres *db, const char *sql, int64_t a, int64_t b)
{
	char number[2][24];
	const char *const values[] = {number[0], number[1]};

	snprintf(number[0], sizeof number[0], "%lld", (long long)a);
	snprintf(number[1], sizeof number[1], "%lld", (long long)b);
	return PQexecParams(db->conn, sql, 2, (const Oid[]){POSTGRES_INT8, POSTGRES_INT8}, values, NULL,
	                    NULL, 0);
}

static bool asked_good(struct postgres *db, PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return true;
	postgres_note(db, PQresultErrorField(result, PG_DIAG_SQLSTATE), PQerrorMessage(db->conn));
	return false;
}

/* Before the pipeline: the node's row is there. Whoever only looks at the data is no node that
 * lives, not even within this millisecond; the first heartbeat makes it one. */
static bool enter(struct postgres *db)
{
	char *words = postgres_words(
		"INSERT INTO nodes VALUES(?1, '', now_ms() - 1, ?2) ON CONFLICT(id) DO NOTHING");
	PGresult *result = words ? ask(db, words, db->base.node, db->batch) : NULL;
	bool good = asked_good(db, result);

	PQclear(result);
	free(words);
	return good;
}

/* Whoever still holds the row, in a transaction that is not over, is waited for; one that comes
 * later finds another number than it expects, and fails. A number that was given up is skipped, so
 * that doing this twice comes to the same. */
static bool decide(struct postgres *db)
{
	PGresult *result =
		ask(db,
	        "UPDATE nodes SET batch = CASE WHEN batch = $2 THEN $2 + 2 ELSE batch END"
	        " WHERE id = $1 RETURNING batch",
	        db->base.node, db->batch);
	bool good = asked_good(db, result) && PQntuples(result) == 1;
	int64_t batch = good ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;

	PQclear(result);
	if (!good)
		return false;
	db->was_kept = batch == db->batch + 1;
	db->batch = batch;
	db->is_unsure = false;
	return true;
}

static bool connect_again(struct postgres *db)
{
	char why[200];

	db->conn = postgres_connect(db->url, why, sizeof why);
	db->link++;
	if (!db->conn) {
		postgres_note(db, NULL, why);
		return false;
	}
	if (enter(db) && (!db->is_unsure || decide(db)) && PQenterPipelineMode(db->conn) &&
	    PQsetnonblocking(db->conn, 1) == 0)
		return true;
	postgres_hang_up(db);
	return false;
}

/* What a batch that may have been committed would do twice is not begun before that is known. */
static bool postgres_begin(struct sql *base, bool to_read)
{
	struct postgres *db = postgres_of(base);

	db->has_failed = false;
	if (db->is_unsure || (!db->conn && !connect_again(db)))
		return false;
	if (!sql_do(to_read ? sql_use(base, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "")
	                    : sql_use(base, "BEGIN", "")))
		return false;
	db->has_written = false;
	return true;
}

/* "node topic a b;topic a b;…", as much as fits into a notice. */
static bool ring_out(struct postgres *db)
{
	struct sql *base = &db->base;
	char note[NOTE_BYTES + 80];
	size_t len = 0;

	for (size_t i = 0; i < base->n_bells; i++) {
		const struct store_bell *bell = &base->bells[i];

		if (len == 0)
			len = (size_t)snprintf(note, sizeof note, "%lld ", (long long)base->node);
		len += (size_t)snprintf(note + len, sizeof note - len, "%d %lld %lld;", bell->topic,
		                        (long long)bell->a, (long long)bell->b);
		if (len < NOTE_BYTES && i + 1 < base->n_bells)
			continue;
		if (!sql_do(sql_use(base, "SELECT pg_notify('" POSTGRES_CHANNEL "', ?1)", "t", note)))
			return false;
		len = 0;
	}
	return true;
}

static bool postgres_commit(struct sql *base)
{
	struct postgres *db = postgres_of(base);
	bool good = ring_out(db), wrote = db->has_written;

	if (good && wrote)
		good = sql_do(sql_use(base,
		                      "UPDATE nodes SET batch = batch + 1 / CASE WHEN batch = ?2 THEN 1"
		                      " ELSE 0 END, until = CASE WHEN until < now_ms() THEN now_ms()"
		                      " ELSE until END WHERE id = ?1",
		                      "ii", base->node, db->batch));
	/* What has failed already must not be committed half. */
	if (!good || !sql_use(base, "COMMIT", ""))
		return false;
	good = postgres_sync(db);
	db->is_unsure = wrote && !good && !db->conn;
	db->batch += good && wrote;
	return good;
}

static enum store_state state_of(const char *state)
{
	static const struct {
		const char *code;
		enum store_state state;
	} known[] = {
		{"40001", STORE_AGAIN}, {"40P01", STORE_AGAIN}, {"55P03", STORE_AGAIN},
		{"23505", STORE_AGAIN}, /* another node took the name meanwhile: the job sees it now */
		{"53100", STORE_FULL},  {"53", STORE_BUSY},     {"08", STORE_BUSY},
		{"57", STORE_BUSY},     {"25P03", STORE_BUSY},  {"25006", STORE_BUSY},
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strncmp(state, known[i].code, strlen(known[i].code)) == 0)
			return known[i].state;
	return STORE_BROKEN;
}

static enum store_state postgres_failed(struct sql *base, char *why, size_t cap)
{
	struct postgres *db = postgres_of(base);
	bool was_linked = db->conn != NULL;
	/* not its failure: there was no memory for what is done around it */
	enum store_state state = db->has_failed ? state_of(db->state) : STORE_BUSY;

	snprintf(why, cap, "%s", db->has_failed ? db->why : "");
	if (db->is_unsure)
		return STORE_UNSURE;
	db->has_failed = true; /* what still comes is not taken for a new failure */
	if (db->conn)
		postgres_sync(db);
	if (db->conn && PQtransactionStatus(db->conn) != PQTRANS_IDLE) {
		db->has_failed = false;
		if (sql_use(base, "ROLLBACK", ""))
			postgres_sync(db);
	}
	db->has_failed = false;
	return db->conn || was_linked ? state : STORE_BUSY;
}

static bool postgres_was_kept(struct sql *base, bool *kept)
{
	struct postgres *db = postgres_of(base);

	db->has_failed = false;
	if (db->is_unsure && !connect_again(db))
		return false;
	*kept = db->was_kept;
	return true;
}

static void postgres_close(struct sql *base)
{
	struct postgres *db = postgres_of(base);

	postgres_hang_up(db);
	db->conn = db->link ? postgres_connect(db->url, db->why, sizeof db->why) : NULL;
	if (db->conn && !db->is_unsure)
		PQclear(ask(db, "DELETE FROM nodes WHERE id = $1 AND batch = $2", base->node, db->batch));
	PQfinish(db->conn);
	free(db->sent);
	free(db->url);
	sql_release(base);
	free(db);
}

static bool open_link(struct postgres *db, char *why, size_t cap)
{
	char reason[200], name[200];

	db->conn = postgres_connect(db->url, reason, sizeof reason);
	if (!db->conn) {
		store_name(db->url, name, sizeof name);
		snprintf(why, cap, "Cannot open the database %s: %s.", name, reason);
		return false;
	}
	if (!postgres_migrate(db->conn, why, cap))
		return false;
	postgres_hang_up(db);
	if (connect_again(db))
		return true;
	snprintf(why, cap, "Cannot use the database: %s.", db->why);
	return false;
}

static struct sql *postgres_open(const char *url, char *why, size_t cap)
{
	struct postgres *db = calloc(1, sizeof *db);

	if (!db || !(db->url = strdup(url)) ||
	    !array_reserve(db->base.counts, db->base.cap_counts, SQL_CLAIMS, SIZE_MAX)) {
		snprintf(why, cap, "There is not enough memory.");
		free(db ? db->url : NULL);
		free(db);
		return NULL;
	}
	db->base.driver = &sql_postgres;
	randombytes_buf(&db->base.node, sizeof db->base.node);
	db->base.node = db->base.node & INT64_MAX;
	if (open_link(db, why, cap))
		return &db->base;
	postgres_close(&db->base);
	return NULL;
}

const struct sql_driver sql_postgres = {
	.open = postgres_open,
	.close = postgres_close,
	.begin = postgres_begin,
	.commit = postgres_commit,
	.failed = postgres_failed,
	.was_kept = postgres_was_kept,
	.use = postgres_use,
	.run = postgres_run,
	.wait = postgres_wait,
	.row = postgres_row,
	.end = postgres_end,
	.is_null = postgres_is_null,
	.int64 = postgres_int64,
	.real = postgres_real,
	.string = postgres_string,
	.bytes = postgres_bytes,
};
