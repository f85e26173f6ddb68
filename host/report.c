/* SPDX-License-Identifier: MIT
 *
 * Tells what happens; each thing is told whole or not at all.
 */
#include "report.h"

#include "array.h"
#include "list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void report_clear(struct report *report, const struct mp_voice *voice)
{
	report->voice = voice;
	report->n = 0;
	report->short_of_memory = false;
}

void report_listen(struct report *report, int viewer)
{
	struct told *told = &report->told[report->n++];

	assert(report->n <= REPORT_VIEWERS);
	told->viewer = viewer;
	buffer_clear(&told->events);
	buffer_clear(&told->effects);
}

void report_release(struct report *report)
{
	for (size_t i = 0; i < REPORT_VIEWERS; i++) {
		buffer_release(&report->told[i].events);
		buffer_release(&report->told[i].effects);
	}
	free(report->known);
	*report = (struct report){0};
}

/* Writes into a buffer that goes on from move to move, enlarging it as needed. */
static bool append_report(struct buffer *buffer, const struct mp_voice *voice, int viewer,
                          report_fn *write, void *ctx)
{
	do {
		struct mp_json json = buffer->json;

		json.voice = voice;
		write(ctx, viewer, &json);
		if (!json.text.overflow) {
			buffer->json = json;
			return true;
		}
	} while (buffer_grow(buffer));
	return false;
}

/* The last of what another was told. */
struct tail {
	const struct buffer *of;
	size_t from;
};

static void write_tail(void *ctx, int viewer, struct mp_json *json)
{
	const struct tail *tail = ctx;
	const struct mp_text *text = &tail->of->json.text;
	size_t from = tail->from + (tail->from > 0); /* without the comma */

	(void)viewer;
	if (text->len > from)
		mp_json_raw(json, NULL, text->buf + from, text->len - from);
}

/* Who knows the same as the i-th, and sees the same move: the first such. Sentences differ even
 * then: they call who hears them "you". */
static size_t first_alike(struct report *report, const struct mp_match *before,
                          const struct mp_played *played, size_t i)
{
	size_t size = before->setup->game->state_size, first = 0;
	char *known = report->known;
	mp_move seen = mp_match_cut(before, played->seat, played->move, report->told[i].viewer);

	mp_match_redacted(before, report->told[i].viewer, known + i * size);
	while (first < i &&
	       (report->voice || memcmp(known + first * size, known + i * size, size) != 0 ||
	        mp_match_cut(before, played->seat, played->move, report->told[first].viewer) != seen))
		first++;
	return first;
}

void report_tell(struct report *report, const struct mp_match *before,
                 const struct mp_played *played, report_fn *event, report_fn *effects, void *ctx)
{
	struct tail events_of[REPORT_VIEWERS], effects_of[REPORT_VIEWERS];

	if (played && !array_reserve(report->known, report->known_cap,
	                             report->n * before->setup->game->state_size, SIZE_MAX))
		played = NULL;
	for (size_t i = 0; i < report->n; i++) {
		struct told *told = &report->told[i];
		size_t first = played ? first_alike(report, before, played, i) : i;
		bool is_new = first == i;

		events_of[i] = (struct tail){&told->events, told->events.json.text.len};
		effects_of[i] = (struct tail){&told->effects, told->effects.json.text.len};
		if (!append_report(&told->events, NULL, told->viewer, is_new ? event : write_tail,
		                   is_new ? ctx : &events_of[first]) ||
		    (effects &&
		     !append_report(&told->effects, report->voice, told->viewer,
		                    is_new ? effects : write_tail, is_new ? ctx : &effects_of[first])))
			report->short_of_memory = true;
	}
}

struct move {
	struct mp_match *before;
	struct mp_played played;
};

static void write_notation(void *ctx, int viewer, struct mp_json *json)
{
	const struct move *move = ctx;

	list_move(move->before->setup, NULL,
	          mp_match_cut(move->before, move->played.seat, move->played.move, viewer), json);
}

static void write_effects(void *ctx, int viewer, struct mp_json *json)
{
	const struct move *move = ctx;

	mp_match_effects(move->before, move->played.seat, move->played.move, viewer, json);
}

void report_add(void *report, struct mp_match *before, int seat, mp_move played)
{
	struct move move = {.before = before, .played = {.move = played, .seat = (int8_t)seat}};

	report_tell(report, before, &move.played, write_notation, write_effects, &move);
}
