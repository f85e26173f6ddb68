/* SPDX-License-Identifier: MIT
 *
 * Games keep an order of their own; here moves are printed and sorted bytewise.
 */
#include "list.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

static void write_values(const struct mp_option *option, struct mp_json *json)
{
	if (option->type == MP_TEXT) {
		mp_json_null(json, "values");
		return;
	}
	mp_json_array(json, "values");
	if (option->type == MP_INT) {
		mp_json_int(json, NULL, option->min);
		mp_json_int(json, NULL, option->max);
	} else if (option->type == MP_BOOL) {
		mp_json_bool(json, NULL, false);
		mp_json_bool(json, NULL, true);
	} else {
		for (size_t i = 0; option->choices[i]; i++)
			mp_json_str(json, NULL, option->choices[i]);
	}
	mp_json_end_array(json);
}

static void write_option(const struct mp_option *option, struct mp_json *json)
{
	static const char *const types[] = {
		[MP_INT] = "int", [MP_BOOL] = "bool", [MP_CHOICE] = "choice", [MP_TEXT] = "text"};

	mp_json_object(json, NULL);
	mp_json_str(json, "name", option->name);
	mp_json_str(json, "type", types[option->type]);
	if (option->type == MP_INT)
		mp_json_int(json, "default", option->standard);
	else if (option->type == MP_BOOL)
		mp_json_bool(json, "default", option->standard != 0);
	else
		mp_json_str(json, "default",
		            option->type == MP_CHOICE ? option->choices[option->standard] : "");
	write_values(option, json);
	mp_json_end_object(json);
}

static void write_game(const struct mp_game *game, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "id", game->id);
	mp_json_object(json, "title");
	mp_json_str(json, "en", game->title[MP_EN]);
	mp_json_str(json, "fr", game->title[MP_FR]);
	mp_json_end_object(json);
	mp_json_array(json, "players");
	mp_json_int(json, NULL, game->players_min);
	mp_json_int(json, NULL, game->players_max);
	mp_json_end_array(json);
	mp_json_array(json, "options");
	for (size_t i = 0; i < game->n_options; i++)
		write_option(&game->options[i], json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

void list_games(struct mp_json *json)
{
	mp_json_array(json, "games");
	for (size_t i = 0; mp_games[i]; i++)
		write_game(mp_games[i], json);
	mp_json_end_array(json);
}

/* A printed move and what stands with it. */
struct entry {
	char text[MP_MOVE_TEXT_MAX];
	uint32_t weight;
};

static int compare(const void *a, const void *b)
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

void list_moves(const struct mp_match *match, int seat, struct mp_json *json)
{
	const struct mp_game *game = match->setup->game;
	mp_move moves[MP_MOVES_MAX];
	size_t n = seat < 0 ? 0 : game->legal(match->setup, match->state, seat, moves);
	struct entry *entries = malloc((n + 1) * sizeof *entries);

	if (!entries)
		n = 0;
	for (size_t i = 0; i < n; i++)
		print_entry(match, moves[i], 0, &entries[i]);
	if (n > 0)
		qsort(entries, n, sizeof *entries, compare);
	mp_json_array(json, "moves");
	for (size_t i = 0; i < n; i++)
		mp_json_str(json, NULL, entries[i].text);
	mp_json_end_array(json);
	free(entries);
}

void list_chance(const struct mp_match *match, struct mp_json *json)
{
	const struct mp_game *game = match->setup->game;
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	struct entry entries[MP_OUTCOMES_MAX];
	size_t n = game->chance(match->setup, match->state, outcomes);

	for (size_t i = 0; i < n; i++)
		print_entry(match, outcomes[i].move, outcomes[i].weight, &entries[i]);
	qsort(entries, n, sizeof *entries, compare);
	mp_json_array(json, "chance");
	for (size_t i = 0; i < n; i++) {
		mp_json_object(json, NULL);
		mp_json_str(json, "move", entries[i].text);
		mp_json_int(json, "weight", entries[i].weight);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}
