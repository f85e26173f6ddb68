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

typedef void write_fn(struct mp_match *, int seat, mp_move, int viewer, struct mp_json *);

/* Writes into a buffer that goes on from move to move, enlarging it as needed. */
static bool append(struct buffer *buffer, const struct mp_voice *voice, struct mp_match *match,
                   const struct mp_played *played, int viewer, write_fn *write)
{
	do {
		struct mp_json json = buffer->json;

		json.voice = voice;
		write(match, played->seat, played->move, viewer, &json);
		if (!json.text.overflow) {
			buffer->json = json;
			return true;
		}
	} while (buffer_grow(buffer));
	return false;
}

void report_add(void *memory, struct mp_match *match, int seat, mp_move move)
{
	struct mp_played played = {.move = move, .seat = (int8_t)seat};
	struct report *report = memory;

	for (size_t i = 0; i < report->n; i++) {
		struct told *told = &report->told[i];

		if (!append(&told->events, NULL, match, &played, told->viewer, write_event) ||
		    !append(&told->effects, report->voice, match, &played, told->viewer, mp_match_effects))
			report->short_of_memory = true;
	}
}
