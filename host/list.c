/* SPDX-License-Identifier: MIT
 *
 * Games keep an order of their own; here moves are printed and sorted bytewise.
 */
#include "list.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

void list_move(const struct mp_setup *setup, const char *key, mp_move move, struct mp_json *json)
{
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	setup->game->print(setup, move, &text);
	mp_json_str(json, key, buf);
}

/* A printed move and what stands with it. */
struct entry {
	char text[MP_MOVE_TEXT_MAX];
	uint32_t weight;
};

static int compare_moves(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->text, ((const struct entry *)b)->text);
}

static void print_entry(const struct mp_match *match, mp_move move, uint32_t weight,
                        struct entry *entry)
{
	struct mp_text text;

	mp_text_init(&text, entry->text, sizeof entry->text);
	match->setup->game->print(match->setup, move, &text);
	entry->weight = weight;
}

void list_moves(const struct mp_match *match, int seat, const char *key, struct mp_json *json)
{
	const struct mp_game *game = match->setup->game;
	mp_move moves[MP_MOVES_MAX];
	size_t n = seat < 0 || seat >= match->setup->players
	               ? 0
	               : game->legal(match->setup, match->state, seat, moves);
	struct entry *entries = malloc((n + 1) * sizeof *entries);

	if (!entries)
		n = 0;
	for (size_t i = 0; i < n; i++)
		print_entry(match, moves[i], 0, &entries[i]);
	if (n > 0)
		qsort(entries, n, sizeof *entries, compare_moves);
	mp_json_array(json, key);
	for (size_t i = 0; i < n; i++)
		mp_json_str(json, NULL, entries[i].text);
	mp_json_end_array(json);
	free(entries);
}

void list_chance(const struct mp_match *match, struct mp_json *json)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	struct entry entries[MP_OUTCOMES_MAX];
	size_t n = mp_chance_list(match->setup, match->state, outcomes);

	for (size_t i = 0; i < n; i++)
		print_entry(match, outcomes[i].move, outcomes[i].weight, &entries[i]);
	qsort(entries, n, sizeof *entries, compare_moves);
	mp_json_array(json, "chance");
	for (size_t i = 0; i < n; i++) {
		mp_json_object(json, NULL);
		mp_json_str(json, "move", entries[i].text);
		mp_json_int(json, "weight", entries[i].weight);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}
