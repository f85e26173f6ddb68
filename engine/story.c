/* SPDX-License-Identifier: MIT
 *
 * Tells moves as they are played; a move is told whole or not at all.
 */
#include "story.h"

bool story_init(struct story *story)
{
	return buffer_grow(&story->events) && buffer_grow(&story->effects);
}

void story_release(struct story *story)
{
	buffer_release(&story->events);
	buffer_release(&story->effects);
}

void story_clear(struct story *story)
{
	buffer_clear(&story->events);
	buffer_clear(&story->effects);
	story->viewer = MP_ALL;
	story->voice = NULL;
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
static void append(struct buffer *buffer, struct mp_match *match, int seat, mp_move move,
                   int viewer,
                   void (*write)(struct mp_match *, int, mp_move, int, struct mp_json *))
{
	do {
		struct mp_json json = buffer->json;

		write(match, seat, move, viewer, &json);
		if (!json.text.overflow) {
			buffer->json = json;
			return;
		}
	} while (buffer_grow(buffer));
}

void story_add(void *memory, struct mp_match *match, int seat, mp_move move)
{
	struct story *story = memory;

	append(&story->events, match, seat, move, story->viewer, write_event);
	story->effects.json.voice = story->voice;
	append(&story->effects, match, seat, move, story->viewer, mp_match_effects);
}
