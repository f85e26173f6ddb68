/* SPDX-License-Identifier: MIT
 *
 * The record of a table's game as text; of one that was played by older rules, as it was written.
 */
#include "server/tables/messages.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/record.h>

/* Without its rules nobody can say who may know a move; once the game has been played to its end
 * everybody may. */
const char *show_old_move(const struct table *table, const struct event *event)
{
	return table->status == TABLE_OVER ? event->text : "?";
}

/* The same head and the moves as they were written; what no rules of today could replay. */
static void print_old_record(const struct table *table, struct mp_text *text)
{
	size_t n = 0;
	uint32_t *stood = malloc((table->n_of[EVENT_MOVE] + 1u) * sizeof *stood);

	if (!stood) {
		text->overflow = true;
		return;
	}
	mp_text_str(text, "metropole 1\ngame ");
	mp_text_str(text, table->shared->setup.game->id);
	mp_text_str(text, "\nrules ");
	mp_text_int(text, table->old->version);
	mp_text_str(text, "\nplayers ");
	mp_text_int(text, table->shared->setup.players);
	mp_text_str(text, "\n# options ");
	mp_text_str(text, table->old->options);
	for (int seat = 0; seat < table->shared->setup.players; seat++) {
		mp_text_str(text, "\nname ");
		mp_text_int(text, seat + 1);
		mp_text_char(text, ' ');
		mp_text_str(text, table->seats[seat].kept.name);
	}
	mp_text_str(text, "\n\n");
	for (uint32_t i = 0; i < table->n_events; i++) {
		if (table->events[i].kind == EVENT_MOVE)
			stood[n++] = i;
		else if (table->events[i].kind == EVENT_UNDO && table->events[i].undo < n)
			n = table->events[i].undo;
	}
	for (size_t i = 0; i < n; i++) {
		const struct event *event = &table->events[stood[i]];

		if (event->seat >= 0) {
			mp_text_int(text, event->seat + 1);
			mp_text_str(text, ": ");
		}
		mp_text_str(text, show_old_move(table, event));
		mp_text_char(text, '\n');
	}
	free(stood);
}

char *record_of(struct table *table, int viewer)
{
	char names[MP_SEATS][MP_NAME_MAX];
	size_t cap = 4096 + 2 * strlen(table->shared->options) + table->live.match.n_moves * 64;
	char *buf = NULL;
	struct mp_text text = {.overflow = true};

	/* A game that is over hides nothing, not even one that was given up. */
	if (table->status == TABLE_OVER)
		viewer = MP_ALL;
	memset(names, 0, sizeof names);
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		memcpy(names[seat], table->seats[seat].kept.name, MP_NAME_MAX);
	for (; text.overflow; cap *= 2) {
		free(buf);
		buf = cap <= SHOW_BYTES * 64u ? malloc(cap) : NULL;
		if (!buf)
			return NULL;
		mp_text_init(&text, buf, cap);
		if (table->old)
			print_old_record(table, &text);
		else
			mp_record_print(&table->live.match, viewer, (const char(*)[MP_NAME_MAX])names, &text);
	}
	return buf;
}
