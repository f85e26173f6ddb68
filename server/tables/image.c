/* SPDX-License-Identifier: MIT
 *
 * Copies of stored tables.
 */
#include "server/tables/image.h"

#include "host/array.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

void image_free(struct image *image)
{
	for (size_t i = 0; i < image->n; i++)
		free((char *)image->events[i].text);
	free(image->events);
	free(image->options);
	free(image);
}

static void copy_event(void *ctx, const struct store_event *event)
{
	struct image *image = ctx;

	if (!array_reserve(image->events, image->cap, image->n + 1, SIZE_MAX)) {
		image->out_of_memory = true;
		return;
	}
	image->events[image->n] = *event;
	image->events[image->n].text = strdup(event->text ? event->text : "");
	if (image->events[image->n].text)
		image->n++;
	else
		image->out_of_memory = true;
}

void images_take(void *ctx, const struct store_table *table)
{
	struct images *images = ctx;
	struct image *image = calloc(1, sizeof *image);

	if (image)
		image->options = strdup(table->options ? table->options : "{}");
	if (!image || !image->options) {
		free(image);
		images->out_of_memory = true;
		return;
	}
	image->table = *table;
	image->next = images->first;
	images->first = image;
}

void images_clear(struct images *images)
{
	while (images->first) {
		struct image *image = images->first;

		images->first = image->next;
		image_free(image);
	}
	images->out_of_memory = false;
}

bool images_read(struct images *images, const struct store_ops *ops, void *db, uint32_t since)
{
	for (struct image *image = images->first; image; image = image->next) {
		if (!ops->events_of(db, image->table.key, since, copy_event, image))
			return false;
		if (image->out_of_memory)
			images->out_of_memory = true;
	}
	return !images->out_of_memory;
}

/* Those from this one on. */
static bool changes_row(const struct image *image, size_t from)
{
	for (size_t i = from; i < image->n; i++)
		if (image->events[i].kind == EVENT_SEAT || image->events[i].kind == EVENT_START ||
		    image->events[i].kind == EVENT_END || image->events[i].kind == EVENT_REMATCH)
			return true;
	return false;
}

static void take_row(struct images *images, struct images *rows)
{
	struct image *image = images->first, *row = rows->first;
	char *options = image->options;

	image->table = row->table;
	image->options = row->options;
	row->options = options;
}

/* Another node may write meanwhile, and a row be that of before an event that changes it: then the
 * event comes after those that were read before the row. */
bool images_read_table(struct images *images, const struct store_ops *ops, void *db, int64_t key,
                       uint32_t since, bool wants_row, bool *has_row)
{
	struct images rows = {0};
	bool good;
	size_t n;

	images_clear(images);
	images_take(images, &(struct store_table){.key = key});
	good = !images->out_of_memory && images_read(images, ops, db, since);
	*has_row = good && (wants_row || images->first->n == 0 || changes_row(images->first, 0));
	if (!*has_row)
		return good;
	do {
		images_clear(&rows);
		n = images->first->n;
		good = ops->table_of(db, key, images_take, &rows) && !rows.out_of_memory &&
		       images_read(images, ops, db, since + (uint32_t)n);
	} while (good && rows.first && changes_row(images->first, n));
	images->out_of_memory |= rows.out_of_memory;
	if (good && rows.first)
		take_row(images, &rows);
	else if (good)
		images_clear(images);
	images_clear(&rows);
	return good;
}
