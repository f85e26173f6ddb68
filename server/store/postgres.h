/* SPDX-License-Identifier: MIT
 *
 * PostgreSQL, for the postgres*.c files and bell.c only.
 */
#ifndef METROPOLE_SERVER_POSTGRES_H
#define METROPOLE_SERVER_POSTGRES_H

#include "server/store/sql.h"

#include <libpq-fe.h>

struct postgres_stmt {
	struct sql_stmt base;
	const char *sql;   /* the literal itself is the key */
	uint64_t prepared; /* on which connection; 0: on none */
	bool reads;
	PGresult *result;
	int row;
};

/* What was sent and not answered yet. */
struct sent {
	struct postgres_stmt *stmt;
	bool prepares; /* it, rather than runs it */
	bool has_reader;
	size_t slot;
};

struct postgres {
	struct sql base;
	char *url;
	PGconn *conn;
	uint64_t link;     /* counts connections */
	struct sent *sent; /* a queue, from `answered` */
	size_t n_sent, cap_sent, answered;
	bool has_failed, has_written;
	char state[6], why[200]; /* of the first failure since begin */
	int64_t batch;           /* the last one that was committed */
	bool is_unsure, was_kept;
	struct postgres_stmt cache[SQL_STATEMENTS];
};

enum { POSTGRES_INT8 = 20 }; /* the number of its type for int64_t */

/* postgres_pipe.c. After a failure the first one is known, and nothing is sent any more. */
void postgres_note(struct postgres *, const char *state, const char *why);
void postgres_hang_up(struct postgres *);
/* All that was sent has been answered, and the pipeline is empty. */
bool postgres_sync(struct postgres *);
struct sql_stmt *postgres_use(struct sql *, const char *sql, const char *types, va_list);
bool postgres_run(struct sql_stmt *, size_t slot);
bool postgres_wait(struct sql *);
bool postgres_row(struct sql_stmt *, bool *failed);
void postgres_end(struct sql_stmt *);
bool postgres_is_null(struct sql_stmt *, int column);
int64_t postgres_int64(struct sql_stmt *, int column);
double postgres_real(struct sql_stmt *, int column);
const char *postgres_string(struct sql_stmt *, int column);
const void *postgres_bytes(struct sql_stmt *, int column, size_t *n);

/* postgres_words.c: a statement in PostgreSQL's words; NULL if memory is short. To be freed. */
char *postgres_words(const char *sql);
/* Text as PostgreSQL takes it: what is not UTF-8 becomes question marks. NULL if it was good as it
 * is, otherwise to be freed; `short_of_memory` if there was none. */
char *postgres_text(const char *text, bool *short_of_memory);

/* postgres_link.c: a connection, which notices within seconds that the other side is gone. NULL
 * with a sentence. */
PGconn *postgres_connect(const char *url, char *why, size_t cap);
/* Brings the database up to date. One node does, others that start at the same time wait. */
bool postgres_migrate(PGconn *, char *why, size_t cap);
/* What the server says, in one line. */
void postgres_says(PGconn *, char *why, size_t cap);

#define POSTGRES_CHANNEL "metropole"

#endif
