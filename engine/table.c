/* SPDX-License-Identifier: MIT
 *
 * Allocation for a match.
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_FIRST = 256 };

static enum mp_err no_memory(struct mp_fault *fault)
{
	return mp_fault_set(fault, MP_FULL, "Memory is short. Try again, or with a shorter record.");
}

void table_release(struct table *table)
{
	free(table->tables);
	free(table->text);
	free(table->match.state);
	free(table->match.scratch);
	free(table->match.moves);
	*table = (struct table){0};
}

/* malloc that never asks for nothing, so that NULL always means a shortage. */
static void *allocate(size_t size)
{
	return malloc(size > 0 ? size : 1);
}

enum mp_err table_init(struct table *table, const struct mp_setup *begun, struct mp_fault *fault)
{
	const struct mp_game *game = begun->game;
	struct mp_played *moves = allocate(MOVES_FIRST * sizeof *moves);
	void *state = allocate(game->state_size);
	void *scratch = allocate(mp_match_scratch_size(game));
	enum mp_err err;

	*table = (struct table){.setup = *begun};
	table->match = (struct mp_match){.moves = moves, .state = state, .scratch = scratch};
	table->tables = allocate(game->tables_size);
	table->text = strdup(begun->text);
	if (!moves || !state || !scratch || !table->tables || !table->text) {
		err = no_memory(fault);
		goto fail;
	}
	table->setup.text = table->text;
	err = mp_setup_finish(&table->setup, table->tables, fault);
	if (err)
		goto fail;
	mp_match_init(&table->match, &table->setup, state, scratch, moves, MOVES_FIRST);
	return MP_OK;
fail:
	table_release(table);
	return err;
}

void table_name(struct table *table, const char *names)
{
	for (int seat = 0; seat < table->setup.players; seat++) {
		size_t n = strcspn(names, "\n");

		if (n < MP_NAME_MAX)
			memcpy(table->names[seat], names, n);
		names += n + (names[n] != '\0');
	}
}

enum mp_err table_reserve(struct table *table, struct mp_fault *fault)
{
	struct mp_match *match = &table->match;
	size_t cap = 2 * match->cap;
	struct mp_played *moves;

	if (match->n_moves < match->cap)
		return MP_OK;
	if (match->n_moves >= MP_MATCH_MOVES_MAX)
		return mp_fault_set(fault, MP_BAD_REQUEST,
		                    "The match has a million moves, which is as many as it can hold.");
	moves = realloc(match->moves, cap * sizeof *moves);
	if (!moves)
		return no_memory(fault);
	match->moves = moves;
	match->cap = cap;
	return MP_OK;
}

/* Replays, with a larger buffer as long as the record asks for one. */
static enum mp_err replay(struct table *table, const struct mp_record *record, const char *text,
                          struct mp_fault *fault)
{
	struct mp_match *match = &table->match;
	enum mp_err err;

	while ((err = mp_record_replay(record, text, strlen(text), match, fault)) == MP_FULL) {
		err = table_reserve(table, fault);
		if (err)
			return err;
		mp_match_rewind(match, 0);
	}
	return err;
}

enum mp_err table_load(struct table *table, const char *text, struct mp_fault *fault)
{
	char *text_option = malloc(MP_TEXT_OPTION_MAX + 1);
	struct mp_record record;
	enum mp_err err;

	if (!text_option)
		return no_memory(fault);
	err = mp_record_header(&record, text, strlen(text), text_option, fault);
	if (!err) {
		err = table_init(table, &record.setup, fault);
		if (err == MP_BAD_OPTION) {
			fault->code = err = MP_BAD_RECORD;
			fault->line = 5; /* where options begin */
		}
	}
	free(text_option);
	if (err)
		return err;
	memcpy(table->names, record.names, sizeof table->names);
	err = replay(table, &record, text, fault);
	if (err)
		table_release(table);
	return err;
}
