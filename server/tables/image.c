/* SPDX-License-Identifier: MIT
 *
 * Copies of stored tables.
 */
#include "server/tables/image.h"

#include "host/array.h"

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
