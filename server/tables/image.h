/* SPDX-License-Identifier: MIT
 *
 * Tables as they are stored, copied out of the database on the storage thread, for the loop to
 * replay. Knows no rules.
 */
#ifndef METROPOLE_SERVER_IMAGE_H
#define METROPOLE_SERVER_IMAGE_H

#include "server/store/store.h"

struct image {
	struct image *next;
	struct store_table table;
	char *options;
	struct store_event *events;
	size_t n, cap;
	bool out_of_memory;
};

struct images {
	struct image *first;
	bool out_of_memory;
};

/* For store_ops' table_find and tables_live; the context is a struct images. */
void images_take(void *ctx, const struct store_table *);
/* The events after `since`, for each of them. False if the database fails or memory is short. */
bool images_read(struct images *, const struct store_ops *, void *db, uint32_t since);
/* One table: the events after `since`, and its row if it is wanted, if there are no such events, or
 * if one of them changes it. No image if there is no such table. As images_read. */
bool images_read_table(struct images *, const struct store_ops *, void *db, int64_t key,
                       uint32_t since, bool wants_row, bool *has_row);
void images_clear(struct images *);
void image_free(struct image *);

#endif
