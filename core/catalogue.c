/* SPDX-License-Identifier: MIT
 *
 * The games and their options, for those who offer them.
 */
#include <metropole/game.h>
#include <metropole/text.h>

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
		mp_json_int(json, "default", option->default_value);
	else if (option->type == MP_BOOL)
		mp_json_bool(json, "default", option->default_value != 0);
	else
		mp_json_str(json, "default",
		            option->type == MP_CHOICE ? option->choices[option->default_value] : "");
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

void mp_games_json(struct mp_json *json)
{
	mp_json_array(json, "games");
	for (size_t i = 0; mp_games[i]; i++)
		write_game(mp_games[i], json);
	mp_json_end_array(json);
}
