/* SPDX-License-Identifier: MIT
 *
 * The games and their options, for those who offer them.
 */
#include <metropole/setup.h>
#include <metropole/text.h>

/* What is offered: every value, or with a setup those that go with everything else in it. */
struct offer {
	const struct mp_setup *setup; /* or NULL */
	void *tables;                 /* room to try it in */
	size_t index;                 /* of the option */
};

static bool would_begin(const struct offer *offer, int32_t value)
{
	struct mp_setup setup = *offer->setup;
	struct mp_fault fault;

	setup.option[offer->index] = value;
	return mp_setup_finish(&setup, offer->tables, &fault) == MP_OK;
}

static int32_t count_values(const struct mp_option *option)
{
	int32_t n = 0;

	if (option->type != MP_CHOICE)
		return option->type == MP_BOOL ? 2 : option->max - option->min + 1;
	while (option->choices[n])
		n++;
	return n;
}

/* A wide range is no list to choose from, and stays as it is. So does an option that nothing fits:
 * what is wrong then is another one. */
static bool is_offered(const struct offer *offer, const struct mp_option *option, int32_t value)
{
	enum { WIDE = 64 };
	int32_t base = option->type == MP_INT ? option->min : 0, n = count_values(option);

	if (!offer->setup || n > WIDE || would_begin(offer, value))
		return true;
	for (int32_t i = 0; i < n; i++)
		if (would_begin(offer, base + i))
			return false;
	return true;
}

static void write_values(const struct offer *offer, const struct mp_option *option,
                         struct mp_json *json)
{
	if (option->type == MP_TEXT) {
		mp_json_null(json, "values");
		return;
	}
	mp_json_array(json, "values");
	if (option->type == MP_INT) {
		int32_t min = option->min, max = option->max;

		while (min < max && !is_offered(offer, option, min))
			min++;
		while (min < max && !is_offered(offer, option, max))
			max--;
		mp_json_int(json, NULL, min);
		mp_json_int(json, NULL, max);
	} else {
		for (int32_t i = 0; i < count_values(option); i++) {
			if (!is_offered(offer, option, i))
				continue;
			if (option->type == MP_BOOL)
				mp_json_bool(json, NULL, i != 0);
			else
				mp_json_str(json, NULL, option->choices[i]);
		}
	}
	mp_json_end_array(json);
}

static void write_option(const struct offer *offer, const struct mp_option *option,
                         struct mp_json *json)
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
	write_values(offer, option, json);
	mp_json_end_object(json);
}

static void write_game(const struct mp_game *game, struct offer offer, struct mp_json *json)
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
	for (offer.index = 0; offer.index < game->n_options; offer.index++)
		write_option(&offer, &game->options[offer.index], json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

void mp_games_json(struct mp_json *json)
{
	mp_json_array(json, "games");
	for (size_t i = 0; mp_games[i]; i++)
		write_game(mp_games[i], (struct offer){0}, json);
	mp_json_end_array(json);
}

void mp_options_json(const struct mp_setup *setup, void *tables, struct mp_json *json)
{
	mp_json_array(json, "games");
	write_game(setup->game, (struct offer){.setup = setup, .tables = tables}, json);
	mp_json_end_array(json);
}
