/* SPDX-License-Identifier: MIT
 *
 * Games by their ids, and setups from lists of options.
 */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

const char *mp_game_id(size_t i)
{
	for (size_t n = 0; mp_games[n]; n++)
		if (n == i)
			return mp_games[n]->id;
	return NULL;
}

static enum mp_err write_games(struct mp_match *match, int viewer, const void *argument,
                               struct mp_json *json, struct mp_fault *fault)
{
	(void)match, (void)viewer, (void)argument, (void)fault;
	mp_json_object(json, NULL);
	mp_games_json(json);
	mp_json_end_object(json);
	return MP_OK;
}

const char *mp_games_text(void)
{
	static _Thread_local struct buffer buffer;

	return lib_text(&buffer, write_games, NULL, 0, NULL);
}

/* Sets one "name=value". The value of an option of type text stays where it is: it is copied when
 * all are set. */
static enum mp_err set_option(struct mp_setup *setup, const char *option)
{
	const char *equals = strchr(option, '=');
	char name[64];

	if (!equals || (size_t)(equals - option) >= sizeof name)
		return lib_fail(MP_BAD_OPTION, "An option is written name=value.");
	memcpy(name, option, (size_t)(equals - option));
	name[equals - option] = '\0';
	return mp_setup_set(setup, name, equals + 1, lib_fault());
}

struct mp_setup *mp_setup_open(const char *id, int players, const char *const *options)
{
	const struct mp_game *game = mp_game_find(id);
	struct lib_setup *made;

	if (!game) {
		lib_fail(MP_UNKNOWN_GAME, "There is no such game. mp_game_id lists them.");
		return NULL;
	}
	made = calloc(1, sizeof *made);
	if (!made) {
		lib_no_memory();
		return NULL;
	}
	if (mp_setup_begin(&made->setup, game, players, lib_fault()))
		goto fail;
	for (; options && *options; options++)
		if (set_option(&made->setup, *options))
			goto fail;
	made->tables = malloc(game->tables_size > 0 ? game->tables_size : 1);
	made->text = strdup(made->setup.text);
	if (!made->tables || !made->text) {
		lib_no_memory();
		goto fail;
	}
	made->setup.text = made->text;
	if (mp_setup_finish(&made->setup, made->tables, lib_fault()))
		goto fail;
	return &made->setup;
fail:
	mp_setup_close(&made->setup);
	return NULL;
}

void mp_setup_close(struct mp_setup *setup)
{
	struct lib_setup *made = (struct lib_setup *)(void *)setup;

	if (!made)
		return;
	free(made->tables);
	free(made->text);
	free(made);
}

const char *mp_setup_game(const struct mp_setup *setup)
{
	return setup->game->id;
}

int mp_setup_players(const struct mp_setup *setup)
{
	return setup->players;
}
