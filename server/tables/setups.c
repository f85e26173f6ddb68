/* SPDX-License-Identifier: MIT
 *
 * Finding or making a shared setup.
 */
#include "server/tables/setups.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

/* One option from its JSON value. A text is copied into the shared setup, which owns it. */
static enum mp_err set_option(struct shared_setup *shared, const char *name, const json_t *value,
                              struct mp_fault *fault)
{
	char number[24];
	struct mp_text text;
	const char *given = json_string_value(value);
	int index = mp_option_find(shared->setup.game, name);

	if (json_is_boolean(value)) {
		given = json_is_true(value) ? "true" : "false";
	} else if (json_is_integer(value)) {
		mp_text_init(&text, number, sizeof number);
		mp_text_int(&text, json_integer_value(value));
		given = number;
	}
	if (!given || strlen(given) > MP_TEXT_OPTION_MAX)
		return mp_fault_set(fault, MP_BAD_OPTION,
		                    "An option is a number, true, false or a text of at most 16384 bytes.");
	if (index >= 0 && shared->setup.game->options[index].type == MP_TEXT) {
		free(shared->text);
		shared->text = strdup(given);
		if (!shared->text)
			return mp_fault_set(fault, MP_FULL, "The server has no memory left.");
		given = shared->text;
	}
	return mp_setup_set(&shared->setup, name, given, fault);
}

static void free_setup(struct shared_setup *shared)
{
	free(shared->options);
	free(shared->text);
	free(shared->tables);
	free(shared);
}

static bool is_same(const struct mp_setup *a, const struct mp_setup *b)
{
	return a->game == b->game && a->players == b->players &&
	       memcmp(a->option, b->option, sizeof a->option) == 0 && strcmp(a->text, b->text) == 0;
}

static char *print_options(const struct mp_setup *setup)
{
	size_t cap = 1024 + 6 * strlen(setup->text);
	char *buf = malloc(cap);
	struct mp_json json;

	if (!buf)
		return NULL;
	mp_json_init(&json, buf, cap);
	mp_setup_json(setup, NULL, &json);
	if (json.text.overflow) {
		free(buf);
		return NULL;
	}
	return buf;
}

static enum mp_err fill(struct shared_setup *shared, const char *game_id, int players,
                        json_t *options, struct mp_fault *fault)
{
	const struct mp_game *game = mp_game_find(game_id);
	const char *name;
	json_t *value;
	enum mp_err err;

	if (!game)
		return mp_fault_set(fault, MP_UNKNOWN_GAME,
		                    "There is no such game. Ask for the list of games.");
	err = mp_setup_begin(&shared->setup, game, players, fault);
	if (!err && options && !json_is_object(options))
		err = mp_fault_set(fault, MP_BAD_OPTION, "`options` is an object of options by name.");
	if (err || !options)
		return err;
	json_object_foreach(options, name, value)
	{
		err = set_option(shared, name, value, fault);
		if (err)
			return err;
	}
	return MP_OK;
}

static struct shared_setup *adopt(struct setups *setups, struct shared_setup *fresh,
                                  struct mp_fault *fault)
{
	size_t size = fresh->setup.game->tables_size;

	for (struct shared_setup *at = setups->first; at; at = at->next) {
		if (is_same(&at->setup, &fresh->setup)) {
			at->refs++;
			free_setup(fresh);
			return at;
		}
	}
	fresh->tables = calloc(1, size ? size : 1);
	fresh->options = print_options(&fresh->setup);
	if (!fresh->tables || !fresh->options) {
		mp_fault_set(fault, MP_FULL, "The server has no memory left.");
		free_setup(fresh);
		return NULL;
	}
	if (mp_setup_finish(&fresh->setup, fresh->tables, fault)) {
		free_setup(fresh);
		return NULL;
	}
	fresh->next = setups->first;
	setups->first = fresh;
	return fresh;
}

struct shared_setup *setups_get(struct setups *setups, const char *game, int players,
                                json_t *options, struct mp_fault *fault)
{
	struct shared_setup *fresh = calloc(1, sizeof *fresh);

	if (!fresh) {
		mp_fault_set(fault, MP_FULL, "The server has no memory left.");
		return NULL;
	}
	fresh->refs = 1;
	if (fill(fresh, game, players, options, fault)) {
		free_setup(fresh);
		return NULL;
	}
	return adopt(setups, fresh, fault);
}

void setups_hold(struct shared_setup *shared)
{
	shared->refs++;
}

void setups_drop(struct setups *setups, struct shared_setup *shared)
{
	struct shared_setup **at = &setups->first;

	if (--shared->refs > 0)
		return;
	while (*at != shared)
		at = &(*at)->next;
	*at = shared->next;
	free_setup(shared);
}
