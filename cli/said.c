/* SPDX-License-Identifier: MIT
 *
 * Moves, spoken.
 */
#include "said.h"

#include "cli.h"

#include "host/buffer.h"
#include "term/told.h"

#include <stdio.h>

void said_move(struct mp_match *match, const struct mp_voice *voice, int viewer,
               const struct mp_played *played)
{
	struct buffer buffer = {0};
	struct lines said = {0};
	char move[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	do {
		if (!buffer_grow(&buffer))
			break;
		buffer_clear(&buffer);
		buffer.json.voice = voice;
		mp_match_effects(match, played->seat, played->move, viewer, &buffer.json);
	} while (buffer.json.text.overflow);
	told_effects(buffer.json.text.buf, buffer.json.text.len, &said);
	mp_text_init(&text, move, sizeof move);
	mp_match_print_move(match, played->seat, played->move, viewer, &text);
	printf("%s", move);
	for (size_t i = 0; i < said.n; i++)
		printf("%s%s", i ? " " : tr(": "), said.line[i]);
	putchar('\n');
	lines_release(&said);
	buffer_release(&buffer);
}

void said_line(const struct mp_setup *setup, const struct review_line *line)
{
	if (line->n == 0)
		return;
	printf("        %s", tr("then expected:"));
	for (size_t i = 0; i < line->n; i++) {
		char move[MP_MOVE_TEXT_MAX];
		struct mp_text text;

		mp_text_init(&text, move, sizeof move);
		setup->game->print(setup, line->moves[i].move, &text);
		printf("%s %d%s%s", i ? "," : "", line->moves[i].seat + 1, tr(": "), move);
	}
	putchar('\n');
}
