/* SPDX-License-Identifier: MIT
 *
 * A site moves from one database to another, of whichever kinds: all that is kept, record by
 * record, and then both are read again beside each other. What nodes share for the moment (leases,
 * questions, who is connected, what was used up) stays behind.
 */
#include "server/store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 17, WHY_BYTES = 300 };

#define V(n) ", ?" #n
#define V2   "?1" V(2)
#define V4   V2 V(3) V(4)
#define V5   V4 V(5)
#define V6   V5 V(6)
#define V7   V6 V(7)
#define V8   V7 V(8)
#define V9   V8 V(9)
#define V12  V9 V(10) V(11) V(12)
#define V17  V12 V(13) V(14) V(15) V(16) V(17)

/* X(table, its key, columns as in sql_use but that each may be null, as many parameters) */
#define KEPT(X)                                                                                    \
	X(meta, "name", "tb", V2)                                                                      \
	X(numbers, "name", "ti", V2)                                                                   \
	X(tables, "key", "ittiitiiiiiiitiii", V17)                                                     \
	X(seats, "table_key, seat", "iiiiiitti", V9)                                                   \
	X(events, "table_key, seq", "iiiiiiit", V8)                                                    \
	X(users, "id", "itttbiiiiiib", V12)                                                            \
	X(sessions, "hash", "biiit", V5)                                                               \
	X(ratings, "user, game, players", "itiddi", V6)                                                \
	X(results, "table_key, seat", "iiiiiid", V7)                                                   \
	X(reports, "id", "itiiiti", V7)                                                                \
	X(bans, "address", "iiii", V4)                                                                 \
	X(gone, "id", "ii", V2)                                                                        \
	X(pushes, "endpoint", "tibttiii", V8)                                                          \
	X(mails, "user", "itiibii", V7)                                                                \
	X(vacations, "user", "iiiii", V5)                                                              \
	X(reviews, "table_key", "iiiiitt", V7)

static const struct kept {
	const char *name, *columns, *values;
	const char *all, *put, *any;          /* statements */
	const char *declare, *fetch, *let_go; /* the same in pages, for PostgreSQL */
} kept[] = {
#define ROW(name, key, columns, values)                                                            \
	{#name,                                                                                        \
	 columns,                                                                                      \
	 &"vvvvvvvvvvvvvvvvv"[COLUMNS_MAX - (sizeof columns - 1)],                                     \
	 "SELECT * FROM " #name " ORDER BY " key,                                                      \
	 "INSERT INTO " #name " VALUES(" values ")",                                                   \
	 "SELECT 1 FROM " #name " LIMIT 1",                                                            \
	 "DECLARE all_" #name " NO SCROLL CURSOR FOR SELECT * FROM " #name " ORDER BY " key,           \
	 "FETCH 500 FROM all_" #name,                                                                  \
	 "CLOSE all_" #name},
	KEPT(ROW)
#undef ROW
};

enum { N_KEPT = sizeof kept / sizeof kept[0] };

/* All rows of a table, in the order of its key. */
struct reader {
	struct sql *db;
	const struct kept *table;
	bool in_pages, failed;
	int64_t in_page;
	struct sql_stmt *stmt;
};

static bool reader_begin(struct reader *reader, struct sql *db, const struct kept *table)
{
	*reader = (struct reader){.db = db, .table = table, .in_pages = db->driver == &sql_postgres};
	if (reader->in_pages && !sql_do(sql_use(db, table->declare, "")))
		return false;
	reader->stmt = sql_use(db, reader->in_pages ? table->fetch : table->all, "");
	return reader->stmt != NULL;
}

static bool reader_next(struct reader *reader)
{
	while (!sql_row(reader->stmt, &reader->failed)) {
		if (reader->failed || !reader->in_pages || reader->in_page == 0)
			return false;
		reader->in_page = 0;
		reader->stmt = sql_use(reader->db, reader->table->fetch, "");
	}
	reader->in_page++;
	return true;
}

static bool reader_end(struct reader *reader)
{
	return !reader->failed &&
	       (!reader->in_pages || sql_do(sql_use(reader->db, reader->table->let_go, "")));
}

static size_t read_values(struct sql_stmt *stmt, const char *columns,
                          struct sql_value out[COLUMNS_MAX])
{
	size_t n = strlen(columns);

	for (size_t i = 0; i < n; i++) {
		struct sql_value *value = &out[i];
		int at = (int)i;

		*value = (struct sql_value){.type = columns[i], .is_null = sql_is_null(stmt, at)};
		if (value->is_null)
			continue;
		if (columns[i] == 'i')
			value->number = sql_int64(stmt, at);
		else if (columns[i] == 'd')
			value->real = sql_real(stmt, at);
		else if (columns[i] == 't')
			value->bytes = sql_string(stmt, at);
		else
			value->bytes = sql_bytes(stmt, at, &value->n);
	}
	return n;
}

static bool put_values(struct sql *db, const struct kept *table, const struct sql_value *v)
{
	return sql_do(sql_use(db, table->put, table->values, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5],
	                      &v[6], &v[7], &v[8], &v[9], &v[10], &v[11], &v[12], &v[13], &v[14],
	                      &v[15], &v[16]));
}

static bool copy_table(struct sql *from, struct sql *to, const struct kept *table, int64_t *n)
{
	struct sql_value values[COLUMNS_MAX] = {{0}};
	struct reader reader;
	bool good = reader_begin(&reader, from, table);

	for (*n = 0; good && reader_next(&reader); ++*n) {
		read_values(reader.stmt, table->columns, values);
		good = put_values(to, table, values);
	}
	return good && reader_end(&reader);
}

static bool is_same(const struct sql_value *a, const struct sql_value *b)
{
	if (a->is_null || b->is_null)
		return a->is_null && b->is_null;
	if (a->type == 'i')
		return a->number == b->number;
	if (a->type == 'd')
		return memcmp(&a->real, &b->real, sizeof a->real) == 0;
	if (a->type == 't')
		return strcmp(a->bytes, b->bytes) == 0;
	return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}

/* Reads both beside each other; `at` counts the records that are the same. */
static bool compare_table(struct sql *from, struct sql *to, const struct kept *table, int64_t *at,
                          bool *same)
{
	struct sql_value left[COLUMNS_MAX], right[COLUMNS_MAX];
	struct reader a, b;
	bool more = true;

	*same = true;
	if (!reader_begin(&a, from, table) || !reader_begin(&b, to, table))
		return false;
	for (*at = 0; more && *same; *at += more && *same) {
		more = reader_next(&a);
		*same = reader_next(&b) == more;
		if (!more || !*same)
			break;
		read_values(b.stmt, table->columns, right);
		for (size_t i = 0, n = read_values(a.stmt, table->columns, left); i < n; i++)
			*same &= is_same(&left[i], &right[i]);
	}
	if (!*same)
		return !a.failed && !b.failed;
	return reader_end(&a) && reader_end(&b);
}

static bool is_empty(struct sql *db, bool *empty)
{
	*empty = true;
	for (size_t i = 0; i < N_KEPT && *empty; i++) {
		bool found = false;

		if (strcmp(kept[i].name, "numbers") != 0 &&
		    !sql_exists(sql_use(db, kept[i].any, ""), &found))
			return false;
		*empty = !found;
	}
	return true;
}

/* Numbers that the database gives go on behind those that were brought. */
static bool go_on_counting(struct sql *to)
{
	bool failed = false;
	struct sql_stmt *stmt;

	if (to->driver != &sql_postgres)
		return true;
	stmt = sql_use(to,
	               "SELECT setval(pg_get_serial_sequence('reports', 'id'),"
	               " (SELECT coalesce(max(id), 0) + 1 FROM reports), false)",
	               "");
	while (sql_row(stmt, &failed))
		;
	return !failed;
}

static bool copy_all(struct sql *from, struct sql *to,
                     void (*each)(void *, const char *table, int64_t n), void *ctx)
{
	if (!sql_do(sql_use(to, "DELETE FROM numbers", "")))
		return false;
	for (size_t i = 0; i < N_KEPT; i++) {
		int64_t n;

		if (!copy_table(from, to, &kept[i], &n))
			return false;
		each(ctx, kept[i].name, n);
	}
	return go_on_counting(to);
}

static bool compare_all(struct sql *from, struct sql *to, char *why, size_t cap)
{
	for (size_t i = 0; i < N_KEPT; i++) {
		int64_t at;
		bool same;

		if (!compare_table(from, to, &kept[i], &at, &same))
			return false;
		if (!same) {
			snprintf(why, cap, "Record %lld of %s is not the same in both. Do not use the copy.",
			         (long long)at + 1, kept[i].name);
			return false;
		}
	}
	return true;
}

/* Nodes tell that they live, and a server holds its file: here only those on one database. */
static bool is_used(struct sql *db, bool *used)
{
	return sql_exists(sql_use(db,
	                          "SELECT 1 FROM nodes WHERE until > now_ms() AND id <> ?1"
	                          " AND until < now_ms() + 5000 LIMIT 1",
	                          "i", db->node),
	                  used);
}

static bool move(struct sql *from, struct sql *to,
                 void (*each)(void *, const char *table, int64_t n), void *ctx, char *why,
                 size_t cap)
{
	const struct store_ops *ops = &store_sql;
	bool used = false, empty = false;

	if (!ops->begin(from, false) || !ops->begin(to, false) || !is_used(from, &used) ||
	    !is_empty(to, &empty))
		return false;
	if (used || !empty)
		snprintf(why, cap, "%s",
		         used ? "A server uses the data. Stop all of them first."
		              : "There are data in the copy's place already. Give it an empty one.");
	return !used && empty && copy_all(from, to, each, ctx) && ops->commit(to) &&
	       ops->begin(to, false) && compare_all(from, to, why, cap) && ops->commit(to) &&
	       ops->commit(from);
}

bool store_copy(const char *from, const char *to,
                void (*each)(void *ctx, const char *table, int64_t n), void *ctx, char *why,
                size_t cap)
{
	const struct store_ops *ops = &store_sql;
	char reason[WHY_BYTES], name[200];
	void *source, *target = NULL;
	bool good = false;

	store_name(from, name, sizeof name);
	if (!store_is_current(from, reason, sizeof reason)) {
		snprintf(why, cap, "%s: %s", name, reason);
		return false;
	}
	source = ops->open(from, why, cap);
	if (source)
		target = ops->open(to, why, cap);
	if (target) {
		*why = '\0';
		good = move(source, target, each, ctx, why, cap);
		if (!good) {
			ops->failed(source, reason, sizeof reason);
			if (!*why && *reason)
				snprintf(why, cap, "Cannot read %s: %s.", name, reason);
			ops->failed(target, reason, sizeof reason);
			store_name(to, name, sizeof name);
			if (!*why)
				snprintf(why, cap, "Cannot write to %s: %s.", name, reason);
		}
		ops->close(target);
	}
	if (source)
		ops->close(source);
	return good;
}
