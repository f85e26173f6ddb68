/* SPDX-License-Identifier: MIT
 *
 * Reviews for a host that calls WebAssembly, in a module of its own that a page fetches when
 * somebody asks for one. Every worker of the host opens the same record and does some of the tasks;
 * what one found is handed to another as bytes, which is sound since all run this very module.
 */
#include "nets.h"

#include "host/buffer.h"
#include "host/review/work.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* One module instance is one review. */
static struct live live;
static struct review review;
static struct review_work work;
static struct buffer told;

EXPORT(mp_alloc) void *mp_alloc(size_t size);
EXPORT(mp_free) void mp_free(void *);
EXPORT(mp_load_nets) int mp_load_nets(const char *game, const void *bytes, size_t size);
EXPORT(mp_review_open)
int mp_review_open(const char *record, int is_open, double iterations, double seed);
EXPORT(mp_review_weigh) int mp_review_weigh(int task);
EXPORT(mp_review_event) void *mp_review_event(int task);
EXPORT(mp_review_event_size) size_t mp_review_event_size(void);
EXPORT(mp_review_compare)
const double *mp_review_compare(int task, const char *move, const char *against);
EXPORT(mp_review_json) const char *mp_review_json(void);
EXPORT(mp_review_json_len) size_t mp_review_json_len(void);

void *mp_alloc(size_t size)
{
	return malloc(size);
}

void mp_free(void *mem)
{
	free(mem);
}

/* The bytes, from mp_alloc, are kept for good. */
int mp_load_nets(const char *game, const void *bytes, size_t size)
{
	return nets_load(game, bytes, size);
}

/* How many tasks there are; 0 if this is not a record that can be reviewed. */
int mp_review_open(const char *record, int is_open, double iterations, double seed)
{
	struct review_options options = {.open = is_open != 0,
	                                 .iterations = (uint32_t)iterations,
	                                 .seed = (uint64_t)seed,
	                                 .threads = 1};
	struct mp_fault fault;

	if (live_load(&live, record, MP_ALL, &fault) || !review_begin(&work, &review, &live, &options))
		return 0;
	return (int)review.n + 1;
}

int mp_review_weigh(int task)
{
	return review_weigh(&work, 0, (size_t)task);
}

/* Where a task's finding is, to be read, or to be written if another worker found it. */
void *mp_review_event(int task)
{
	return &review.events[task];
}

size_t mp_review_event_size(void)
{
	return sizeof *review.events;
}

static bool read_move(const char *text, mp_move *move)
{
	struct mp_scan scan;

	mp_scan_init(&scan, text, strlen(text));
	return live.setup.game->parse(&live.setup, &scan, move) && mp_scan_end(&scan);
}

/* What the mover of an event loses by one move against another, and the standard error; NULL if
 * they are no moves there. */
const double *mp_review_compare(int task, const char *move, const char *against)
{
	static double loss[2];
	struct review_shares found;
	mp_move one, other;

	if (task < 0 || (size_t)task >= review.n || !read_move(move, &one) ||
	    !read_move(against, &other) || !review_compare(&work, 0, (size_t)task, one, other, &found))
		return NULL;
	loss[0] = found.mean[review.events[task].played.seat];
	loss[1] = found.error[review.events[task].played.seat];
	return loss;
}

/* When all findings are there, once. NULL if memory is short. */
const char *mp_review_json(void)
{
	review_sum_up(&work);
	do {
		if (!buffer_grow(&told))
			return NULL;
		buffer_clear(&told);
		review_json(&review, &live, NULL, NULL, &told.json);
	} while (told.json.text.overflow);
	return told.json.text.buf;
}

size_t mp_review_json_len(void)
{
	return told.json.text.len;
}
