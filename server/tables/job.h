/* SPDX-License-Identifier: MIT
 *
 * A change of a table on its way to the storage. For change.c and catchup.c only.
 */
#ifndef METROPOLE_SERVER_JOB_H
#define METROPOLE_SERVER_JOB_H

#include "server/net/conn.h"
#include "server/store/store.h"

/* A message for a connection that may be gone by then. */
struct parcel {
	struct parcel *next;
	struct message *message;
	struct message *asked; /* the request that it answers, or NULL */
	uint32_t slot, generation;
};

struct row {
	struct store_event event;
	size_t text; /* where its text begins in `text` */
};

struct rated_game;

struct table_job {
	struct store_job job;
	struct table *table;
	struct table_job *next_lost;
	struct row *rows;
	size_t n_rows, cap_rows, n_told;
	char *text;
	size_t text_len, text_cap;
	struct store_table *meta; /* NULL if the table's row does not change */
	struct rated_game *rated; /* results to keep, or NULL */
	struct parcel *first, **end;
	uint64_t came_us;
	bool is_new;  /* the table is not stored yet */
	bool is_echo; /* it was made elsewhere, and is only told */
};

void table_job_free(struct table_job *);

#endif
