/* SPDX-License-Identifier: MIT
 *
 * Statements on their way to PostgreSQL and rows on their way back, over a connection in pipeline
 * mode: statements are sent as they come, and only those that give rows wait for the answers of all
 * before them.
 */
#include "server/store/postgres.h"

#include "host/array.h"

#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long an answer is waited for: what is stuck so long is given up, connection and all. */
enum { PATIENCE_MS = 30000, PARAMS_MAX = 24, SENT_MAX = 256 };

static struct postgres *postgres_of(struct sql *db)
{
	return (struct postgres *)db;
}

static struct postgres_stmt *stmt_of(struct sql_stmt *stmt)
{
	return (struct postgres_stmt *)stmt;
}

void postgres_note(struct postgres *db, const char *state, const char *why)
{
	if (!db->has_failed) {
		snprintf(db->state, sizeof db->state, "%s", state ? state : "08006");
		snprintf(db->why, sizeof db->why, "%.*s", (int)strcspn(why, "\n"), why);
	}
	db->has_failed = true;
}

void postgres_hang_up(struct postgres *db)
{
	for (size_t i = 0; i < SQL_STATEMENTS; i++) {
		PQclear(db->cache[i].result);
		db->cache[i].result = NULL;
	}
	PQfinish(db->conn);
	db->conn = NULL;
	db->n_sent = db->answered = 0;
}

static bool link_failed(struct postgres *db)
{
	char why[200];

	postgres_says(db->conn, why, sizeof why);
	postgres_note(db, NULL, why);
	postgres_hang_up(db);
	return false;
}

/* Until there is something to read, or room to write. */
static bool wait_link(struct postgres *db, bool to_write)
{
	struct pollfd fd = {.fd = PQsocket(db->conn), .events = POLLIN};
	int n;

	if (to_write)
		fd.events |= POLLOUT;
	do
		n = poll(&fd, 1, PATIENCE_MS);
	while (n < 0 && errno == EINTR);
	if (n == 0) {
		postgres_note(db, NULL, "the database does not answer");
		postgres_hang_up(db);
		return false;
	}
	return n > 0 && PQconsumeInput(db->conn) ? true : link_failed(db);
}

static bool flush(struct postgres *db)
{
	int left;

	while ((left = PQflush(db->conn)) == 1)
		if (!wait_link(db, true))
			return false;
	return left == 0 ? true : link_failed(db);
}

static bool next_result(struct postgres *db, PGresult **result)
{
	while (PQisBusy(db->conn))
		if (!wait_link(db, false))
			return false;
	*result = PQgetResult(db->conn);
	return true;
}

static void take_result(struct postgres *db, const struct sent *sent, PGresult *result)
{
	const char *changed;

	switch (PQresultStatus(result)) {
	case PGRES_COMMAND_OK:
	case PGRES_TUPLES_OK:
		changed = PQcmdTuples(result);
		db->base.counts[sent->slot] = *changed ? strtoll(changed, NULL, 10) : 0;
		break;
	case PGRES_PIPELINE_ABORTED:
		postgres_note(db, "XX000", "an earlier statement failed");
		break;
	default:
		postgres_note(db, PQresultErrorField(result, PG_DIAG_SQLSTATE),
		              PQresultErrorMessage(result));
	}
	if (sent->prepares && PQresultStatus(result) != PGRES_COMMAND_OK)
		sent->stmt->prepared = 0;
	if (sent->has_reader) {
		PQclear(sent->stmt->result);
		sent->stmt->result = result;
		sent->stmt->row = -1;
	} else {
		PQclear(result);
	}
}

/* Takes the answers of all that was sent. */
static bool take_answers(struct postgres *db)
{
	while (db->answered < db->n_sent) {
		PGresult *result, *end;

		if (!next_result(db, &result))
			return false;
		if (!result)
			return link_failed(db);
		take_result(db, &db->sent[db->answered], result);
		db->answered++;
		if (!next_result(db, &end))
			return false;
		PQclear(end); /* NULL, after each statement */
		if (PQstatus(db->conn) != CONNECTION_OK)
			return link_failed(db);
	}
	db->n_sent = db->answered = 0;
	return !db->has_failed;
}

bool postgres_wait(struct sql *base)
{
	struct postgres *db = postgres_of(base);

	if (db->has_failed || !db->conn)
		return false;
	if (db->answered == db->n_sent)
		return true;
	if (!PQsendFlushRequest(db->conn))
		return link_failed(db);
	return flush(db) && take_answers(db);
}

static bool note_sent(struct postgres *db, struct postgres_stmt *stmt, bool prepares)
{
	if (!array_reserve(db->sent, db->cap_sent, db->n_sent + 1, SIZE_MAX)) {
		postgres_note(db, "53200", "there is not enough memory");
		return false;
	}
	db->sent[db->n_sent++] = (struct sent){.stmt = stmt, .prepares = prepares, .slot = SQL_COUNT};
	return true;
}

/* Parameters go over in PostgreSQL's own form, numbers with the high byte first. */
struct params {
	Oid type[PARAMS_MAX];
	const char *value[PARAMS_MAX];
	int length[PARAMS_MAX], format[PARAMS_MAX], n;
	uint64_t number[PARAMS_MAX];
	char *cleaned[PARAMS_MAX];
	bool short_of_memory;
};

enum { OID_BYTEA = 17, OID_TEXT = 25, OID_FLOAT8 = 701 };

static void bind_one(struct params *params, const struct sql_value *value)
{
	int at = params->n++;

	params->format[at] = 1;
	params->length[at] = 8;
	switch (value->type) {
	case 'i':
		params->type[at] = POSTGRES_INT8;
		params->number[at] = htobe64((uint64_t)value->number);
		params->value[at] = (const char *)&params->number[at];
		break;
	case 'd':
		params->type[at] = OID_FLOAT8;
		memcpy(&params->number[at], &value->real, sizeof value->real);
		params->number[at] = htobe64(params->number[at]);
		params->value[at] = (const char *)&params->number[at];
		break;
	case 't':
		params->type[at] = OID_TEXT;
		params->format[at] = 0;
		params->value[at] = value->bytes;
		if (!value->is_null)
			params->cleaned[at] = postgres_text(value->bytes, &params->short_of_memory);
		if (params->cleaned[at])
			params->value[at] = params->cleaned[at];
		break;
	default:
		params->type[at] = OID_BYTEA;
		params->value[at] = value->bytes;
		params->length[at] = (int)value->n;
	}
	if (value->is_null)
		params->value[at] = NULL;
}

/* Names are the statement's place; a new connection knows none of them. */
static bool prepare(struct postgres *db, struct postgres_stmt *stmt, const char *name,
                    const struct params *params)
{
	char *words = postgres_words(stmt->sql);
	bool good = words && PQsendPrepare(db->conn, name, words, params->n, params->type);

	free(words);
	if (!good)
		return link_failed(db);
	stmt->prepared = db->link;
	return note_sent(db, stmt, true);
}

static bool send_stmt(struct postgres *db, struct postgres_stmt *stmt, const struct params *params)
{
	char name[16];

	snprintf(name, sizeof name, "s%zu", (size_t)(stmt - db->cache));
	if (stmt->prepared != db->link && !prepare(db, stmt, name, params))
		return false;
	if (!PQsendQueryPrepared(db->conn, name, params->n, params->value, params->length,
	                         params->format, 1))
		return link_failed(db);
	db->has_written |= !stmt->reads;
	return note_sent(db, stmt, false);
}

static struct postgres_stmt *find_stmt(struct postgres *db, const char *sql)
{
	for (size_t i = 0; i < SQL_STATEMENTS; i++) {
		struct postgres_stmt *stmt = &db->cache[i];

		if (stmt->sql == sql)
			return stmt;
		if (stmt->sql)
			continue;
		*stmt = (struct postgres_stmt){
			.base.db = &db->base, .sql = sql, .reads = strncmp(sql, "SELECT", 6) == 0};
		return stmt;
	}
	return NULL; /* SQL_STATEMENTS is above the number of statements in this room */
}

struct sql_stmt *postgres_use(struct sql *base, const char *sql, const char *types, va_list list)
{
	struct postgres *db = postgres_of(base);
	struct postgres_stmt *stmt = find_stmt(db, sql);
	struct params params = {0};
	va_list args;
	bool good;

	if (!stmt || db->has_failed || !db->conn || strlen(types) > PARAMS_MAX)
		return NULL;
	va_copy(args, list);
	for (int i = 0; types[i]; i++) {
		struct sql_value value = sql_parameter(types[i], &args);

		bind_one(&params, &value);
	}
	va_end(args);
	if (params.short_of_memory)
		postgres_note(db, "53200", "there is not enough memory");
	PQclear(stmt->result);
	stmt->result = NULL;
	good = !params.short_of_memory && send_stmt(db, stmt, &params);
	for (int i = 0; i < params.n; i++)
		free(params.cleaned[i]);
	return good ? &stmt->base : NULL;
}

bool postgres_run(struct sql_stmt *stmt, size_t slot)
{
	struct postgres *db = postgres_of(stmt->db);

	db->sent[db->n_sent - 1].slot = slot; /* the statement was sent last */
	/* What is written without anybody reading could fill both sides' buffers. */
	return db->n_sent - db->answered < SENT_MAX || postgres_wait(stmt->db);
}

bool postgres_row(struct sql_stmt *base, bool *failed)
{
	struct postgres *db = postgres_of(base->db);
	struct postgres_stmt *stmt = stmt_of(base);

	if (!stmt->result) {
		db->sent[db->n_sent - 1].has_reader = true; /* the statement was sent last */
		*failed = !postgres_wait(base->db);
		if (*failed)
			return false;
	}
	if (++stmt->row < PQntuples(stmt->result))
		return true;
	PQclear(stmt->result);
	stmt->result = NULL;
	return false;
}

void postgres_end(struct sql_stmt *base)
{
	struct postgres_stmt *stmt = stmt_of(base);

	PQclear(stmt->result);
	stmt->result = NULL;
}

bool postgres_is_null(struct sql_stmt *base, int column)
{
	struct postgres_stmt *stmt = stmt_of(base);

	return PQgetisnull(stmt->result, stmt->row, column);
}

int64_t postgres_int64(struct sql_stmt *base, int column)
{
	struct postgres_stmt *stmt = stmt_of(base);
	const char *value = PQgetvalue(stmt->result, stmt->row, column);
	uint64_t wide;
	uint32_t narrow;

	switch (PQgetlength(stmt->result, stmt->row, column)) {
	case 8:
		memcpy(&wide, value, sizeof wide);
		return (int64_t)be64toh(wide);
	case 4:
		memcpy(&narrow, value, sizeof narrow);
		return (int32_t)be32toh(narrow);
	default:
		return 0; /* null */
	}
}

double postgres_real(struct sql_stmt *base, int column)
{
	struct postgres_stmt *stmt = stmt_of(base);
	uint64_t wide;
	double real;

	if (PQgetlength(stmt->result, stmt->row, column) != sizeof wide)
		return 0;
	memcpy(&wide, PQgetvalue(stmt->result, stmt->row, column), sizeof wide);
	wide = be64toh(wide);
	memcpy(&real, &wide, sizeof real);
	return real;
}

const char *postgres_string(struct sql_stmt *base, int column)
{
	struct postgres_stmt *stmt = stmt_of(base);

	return postgres_is_null(base, column) ? NULL : PQgetvalue(stmt->result, stmt->row, column);
}

const void *postgres_bytes(struct sql_stmt *base, int column, size_t *n)
{
	struct postgres_stmt *stmt = stmt_of(base);

	*n = (size_t)PQgetlength(stmt->result, stmt->row, column);
	return postgres_string(base, column);
}

/* The statements of a batch are all sent, and answered. */
bool postgres_sync(struct postgres *db)
{
	PGresult *result;
	bool good;

	if (!PQpipelineSync(db->conn))
		return link_failed(db);
	if (!flush(db))
		return false;
	good = take_answers(db);
	if (!db->conn || !next_result(db, &result))
		return false;
	if (PQresultStatus(result) != PGRES_PIPELINE_SYNC) {
		PQclear(result);
		return link_failed(db);
	}
	PQclear(result);
	return good;
}
