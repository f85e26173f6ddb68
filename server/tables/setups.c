/* SPDX-License-Identifier: MIT
 *
 * Finding or making a shared setup.
 */
#include "server/tables/setups.h"

#include "host/live.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

/* One option from its JSON value, which has to outlive the setup. */
static enum mp_err set_option(struct mp_setup *setup, const char *name, const json_t *value,
                              struct mp_fault *fault)
{
	char number[24];
	struct mp_text text;
	const char *given = json_string_value(value);

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
	return mp_setup_set(setup, name, given, fault);
}

static void free_setup(struct shared_setup *shared)
{
	live_setup_release(&shared->setup);
	free(shared->options);
	free(shared);
}

static bool is_same_setup(const struct mp_setup *a, const struct mp_setup *b)
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

/* The setup as it is wished: begun, and set. Its text is the wish's. */
static enum mp_err begin_setup(struct mp_setup *setup, const char *game_id, int players,
                               json_t *options, struct mp_fault *fault)
{
	const struct mp_game *game = mp_game_find(game_id);
	const char *name;
	json_t *value;
	enum mp_err err;

	if (!game)
		return mp_fault_set(fault, MP_UNKNOWN_GAME,
		                    "There is no such game. Ask for the list of games.");
	err = mp_setup_begin(setup, game, players, fault);
	if (!err && options && !json_is_object(options))
		err = mp_fault_set(fault, MP_BAD_OPTION, "`options` is an object of options by name.");
	if (err)
		return err;
	json_object_foreach(options, name, value)
	{
		err = set_option(setup, name, value, fault);
		if (err)
			return err;
	}
	return MP_OK;
}

static struct shared_setup *make_shared(const struct mp_setup *begun, struct mp_fault *fault)
{
	struct shared_setup *shared = calloc(1, sizeof *shared);

	mp_fault_set(fault, MP_FULL, "The server has no memory left.");
	if (!shared)
		return NULL;
	shared->refs = 1;
	shared->options = print_options(begun);
	if (shared->options && live_setup_init(&shared->setup, begun, fault) == MP_OK)
		return shared;
	free_setup(shared);
	return NULL;
}

struct shared_setup *setups_get(struct setups *setups, const char *game, int players,
                                json_t *options, struct mp_fault *fault)
{
	struct shared_setup *shared = setups->first;
	struct mp_setup begun;

	if (begin_setup(&begun, game, players, options, fault))
		return NULL;
	while (shared && !is_same_setup(&shared->setup, &begun))
		shared = shared->next;
	if (shared) {
		shared->refs++;
		return shared;
	}
	shared = make_shared(&begun, fault);
	if (!shared)
		return NULL;
	shared->next = setups->first;
	setups->first = shared;
	return shared;
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
