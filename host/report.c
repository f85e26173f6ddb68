/* SPDX-License-Identifier: MIT
 *
 * Tells moves as they are played; a move is told whole or not at all.
 */
#include "report.h"

#include <assert.h>

void report_clear(struct report *report, const struct mp_voice *voice)
{
	report->voice = voice;
	report->n = 0;
	report->short_of_memory = false;
}

void report_listen(struct report *report, int viewer)
{
	struct told *told = &report->told[report->n++];

	assert(report->n <= REPORT_CLASSES);
	told->viewer = viewer;
	buffer_clear(&told->events);
	buffer_clear(&told->effects);
}

void report_release(struct report *report)
{
	for (size_t i = 0; i < REPORT_CLASSES; i++) {
		buffer_release(&report->told[i].events);
		buffer_release(&report->told[i].effects);
	}
	*report = (struct report){0};
}

static void write_event(struct mp_match *match, int seat, mp_move move, int viewer,
                        struct mp_json *json)
{
	char text[MP_MOVE_TEXT_MAX];
	struct mp_text printed;

	mp_text_init(&printed, text, sizeof text);
	mp_match_print_move(match, seat, move, viewer, &printed);
	mp_json_str(json, NULL, text);
}

/* Writes into a buffer that goes on from move to move, enlarging it as needed. */
static bool append(struct buffer *buffer, struct mp_match *match, int seat, mp_move move,
                   int viewer,
                   void (*write)(struct mp_match *, int, mp_move, int, struct mp_json *))
{
	do {
		struct mp_json json = buffer->json;

		write(match, seat, move, viewer, &json);
		if (!json.text.overflow) {
			buffer->json = json;
			return true;
		}
	} while (buffer_grow(buffer));
	return false;
}

void report_add(void *memory, struct mp_match *match, int seat, mp_move move)
{
	struct report *report = memory;

	for (size_t i = 0; i < report->n; i++) {
		struct told *told = &report->told[i];

		told->effects.json.voice = report->voice;
		if (!append(&told->events, match, seat, move, told->viewer, write_event) ||
		    !append(&told->effects, match, seat, move, told->viewer, mp_match_effects))
			report->short_of_memory = true;
	}
}
