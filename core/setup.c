/* SPDX-License-Identifier: MIT
 *
 * Games by name, options by name, and the words for errors.
 */
#include <metropole/setup.h>

#include <metropole/text.h>

#include <string.h>

const struct mp_game *mp_game_find(const char *id)
{
	for (size_t i = 0; mp_games[i]; i++)
		if (strcmp(mp_games[i]->id, id) == 0)
			return mp_games[i];
	return NULL;
}

int mp_option_find(const struct mp_game *game, const char *name)
{
	for (size_t i = 0; i < game->n_options; i++)
		if (strcmp(game->options[i].name, name) == 0)
			return (int)i;
	return -1;
}

const char *mp_err_name(enum mp_err err)
{
	static const char *const names[] = {
		"ok",         "bad_json", "bad_request", "unknown_op",   "unknown_game",  "bad_players",
		"bad_option", "no_match", "bad_move",    "illegal_move", "not_your_turn", "game_over",
		"bad_record", "too_long", "full",        "forbidden",
	};

	return names[-(int)err];
}

enum mp_err mp_fault_set(struct mp_fault *fault, enum mp_err code, const char *message)
{
	struct mp_text text;

	*fault = (struct mp_fault){.code = code};
	mp_text_init(&text, fault->message, sizeof fault->message);
	mp_text_str(&text, message);
	return code;
}

enum mp_err mp_setup_begin(struct mp_setup *setup, const struct mp_game *game, int players,
                           struct mp_fault *fault)
{
	*setup = (struct mp_setup){.game = game, .players = players, .text = ""};
	if (players < game->players_min || players > game->players_max) {
		struct mp_text text;

		*fault = (struct mp_fault){.code = MP_BAD_PLAYERS};
		mp_text_init(&text, fault->message, sizeof fault->message);
		mp_text_str(&text, game->title[MP_EN]);
		mp_text_str(&text, " is for ");
		mp_text_int(&text, game->players_min);
		mp_text_str(&text, " to ");
		mp_text_int(&text, game->players_max);
		mp_text_str(&text, " players, not ");
		mp_text_int(&text, players);
		mp_text_str(&text, ".");
		return MP_BAD_PLAYERS;
	}
	for (size_t i = 0; i < game->n_options; i++)
		setup->option[i] = game->options[i].type == MP_TEXT ? 0 : game->options[i].default_value;
	return MP_OK;
}

/* Reads `value` as the option's type says; false if it is none of its values. */
static bool read_value(const struct mp_option *option, const char *value, int32_t *out)
{
	if (option->type == MP_BOOL) {
		*out = strcmp(value, "true") == 0;
		return *out || strcmp(value, "false") == 0;
	}
	if (option->type == MP_CHOICE) {
		for (int32_t i = 0; option->choices[i]; i++) {
			*out = i;
			if (strcmp(option->choices[i], value) == 0)
				return true;
		}
		return false;
	}
	if (option->type == MP_INT) {
		struct mp_scan scan;
		uint32_t number;

		mp_scan_init(&scan, value, strlen(value));
		if (!mp_scan_uint(&scan, INT32_MAX, &number) || !mp_scan_end(&scan))
			return false;
		*out = (int32_t)number;
		return *out >= option->min && *out <= option->max;
	}
	*out = (int32_t)strlen(value);
	return *out <= MP_TEXT_OPTION_MAX;
}

static void say_values(const struct mp_option *option, struct mp_text *text)
{
	switch (option->type) {
	case MP_BOOL:
		mp_text_str(text, "true or false");
		break;
	case MP_INT:
		mp_text_str(text, "a whole number from ");
		mp_text_int(text, option->min);
		mp_text_str(text, " to ");
		mp_text_int(text, option->max);
		break;
	case MP_CHOICE:
		mp_text_str(text, "one of");
		for (size_t i = 0; option->choices[i]; i++) {
			mp_text_str(text, i ? ", \"" : " \"");
			mp_text_str(text, option->choices[i]);
			mp_text_char(text, '"');
		}
		break;
	case MP_TEXT:
		mp_text_str(text, "a text of at most ");
		mp_text_int(text, MP_TEXT_OPTION_MAX);
		mp_text_str(text, " bytes");
		break;
	}
}

enum mp_err mp_setup_set(struct mp_setup *setup, const char *name, const char *value,
                         struct mp_fault *fault)
{
	const struct mp_option *option;
	int index = mp_option_find(setup->game, name);
	struct mp_text text;

	if (index >= 0) {
		option = &setup->game->options[index];
		if (read_value(option, value, &setup->option[index])) {
			if (option->type == MP_TEXT)
				setup->text = value;
			return MP_OK;
		}
	}
	*fault = (struct mp_fault){.code = MP_BAD_OPTION};
	mp_text_init(&text, fault->message, sizeof fault->message);
	if (index < 0) {
		mp_text_str(&text, setup->game->title[MP_EN]);
		mp_text_str(&text, " has no such option; see the list of games for those it has.");
	} else {
		mp_text_str(&text, "Option ");
		mp_text_str(&text, setup->game->options[index].name);
		mp_text_str(&text, " takes ");
		say_values(&setup->game->options[index], &text);
		mp_text_char(&text, '.');
	}
	return MP_BAD_OPTION;
}

enum mp_err mp_setup_finish(struct mp_setup *setup, void *tables, struct mp_fault *fault)
{
	struct mp_text why;

	setup->tables = tables;
	*fault = (struct mp_fault){.code = MP_BAD_OPTION};
	mp_text_init(&why, fault->message, sizeof fault->message);
	for (size_t i = 0; i < setup->game->n_options; i++) {
		if (strcmp(setup->game->options[i].name, "start") == 0 &&
		    setup->option[i] > setup->players) {
			mp_text_str(&why, "Option start names a seat that is not at this table.");
			return MP_BAD_OPTION;
		}
	}
	if (setup->game->prepare && !setup->game->prepare(setup, tables, &why))
		return MP_BAD_OPTION;
	*fault = (struct mp_fault){0};
	return MP_OK;
}

void mp_setup_print_option(const struct mp_setup *setup, size_t index, struct mp_text *text)
{
	const struct mp_option *option = &setup->game->options[index];
	int32_t value = setup->option[index];

	switch (option->type) {
	case MP_INT:
		mp_text_int(text, value);
		break;
	case MP_BOOL:
		mp_text_str(text, value ? "true" : "false");
		break;
	case MP_CHOICE:
		mp_text_str(text, option->choices[value]);
		break;
	case MP_TEXT:
		mp_text_str(text, setup->text);
		break;
	}
}

void mp_setup_json(const struct mp_setup *setup, const char *key, struct mp_json *json)
{
	mp_json_object(json, key);
	for (size_t i = 0; i < setup->game->n_options; i++) {
		const struct mp_option *option = &setup->game->options[i];
		int32_t value = setup->option[i];

		switch (option->type) {
		case MP_INT:
			mp_json_int(json, option->name, value);
			break;
		case MP_BOOL:
			mp_json_bool(json, option->name, value != 0);
			break;
		case MP_CHOICE:
			mp_json_str(json, option->name, option->choices[value]);
			break;
		case MP_TEXT:
			mp_json_str(json, option->name, setup->text);
			break;
		}
	}
	mp_json_end_object(json);
}
