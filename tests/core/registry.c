/* SPDX-License-Identifier: MIT
 *
 * See registry.h.
 */
#include "registry.h"

#include <metropole/text.h>

#include <string.h>

static const char *const colours[] = {"red", "green", NULL};

static const struct mp_option options[] = {
	[TOY_HAND] = {.name = "hand", .type = MP_INT, .default_value = 2, .min = 1, .max = 3},
	[TOY_OPEN] = {.name = "open", .type = MP_BOOL},
	{.name = "colour", .type = MP_CHOICE, .choices = colours},
	{.name = "words", .type = MP_TEXT},
	{.name = "start", .type = MP_INT, .min = 0, .max = 6},
};

static bool prepare(const struct mp_setup *setup, void *tables, struct mp_text *why)
{
	(void)tables;
	if (!strstr(setup->text, "bad"))
		return true;
	mp_text_str(why, "Option words, line 1: this word is bad.");
	return false;
}

/* The toy's functions under another name; filled in before main, as a static table cannot copy. */
static struct mp_game letters;
const struct mp_game *const mp_games[] = {&letters, &toy_game, NULL};

__attribute__((constructor)) static void fill(void)
{
	letters = toy_game;
	letters.id = "letters";
	letters.title[MP_EN] = "Letters";
	letters.options = options;
	letters.n_options = sizeof options / sizeof *options;
	letters.prepare = prepare;
}

void table_open(struct table *table, const struct mp_game *game, int players)
{
	struct mp_fault fault;

	assert_int_equal(mp_setup_begin(&table->setup, game, players, &fault), MP_OK);
	assert_int_equal(mp_setup_finish(&table->setup, NULL, &fault), MP_OK);
	mp_match_init(&table->match, &table->setup, &table->state, table->scratch, table->moves,
	              TABLE_MOVES);
}

void table_play(struct table *table, const char *moves)
{
	while (*moves) {
		size_t n = strcspn(moves, ";");
		char text[MP_MOVE_TEXT_MAX] = "";
		struct mp_fault fault;

		memcpy(text, moves, n);
		if (mp_match_play(&table->match, mp_match_turn(&table->match), text, &fault))
			fail_msg("%s: %s", text, fault.message);
		moves += n;
		moves += strspn(moves, "; ");
	}
}
