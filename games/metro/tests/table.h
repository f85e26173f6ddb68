/* SPDX-License-Identifier: MIT
 *
 * A table for tests: a match of Metro that is played by texts.
 */
#ifndef METRO_TEST_TABLE_H
#define METRO_TEST_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

#include <string.h>

#include "../state.h"

extern const struct mp_game mp_game_metro;

struct table {
	struct mp_setup setup;
	struct metro_tables tables;
	struct mp_match match;
	struct metro_state state, scratch[3];
	struct mp_played moves[256];
	struct mp_fault fault;
	char text[32768];
};

/* Opens a table before any chance; options are pairs of texts, ended by NULL. */
static inline void table_open(struct table *t, int players, const char *const *options)
{
	assert_int_equal(mp_setup_begin(&t->setup, &mp_game_metro, players, &t->fault), MP_OK);
	for (; options && *options; options += 2)
		assert_int_equal(mp_setup_set(&t->setup, options[0], options[1], &t->fault), MP_OK);
	assert_int_equal(mp_setup_finish(&t->setup, &t->tables, &t->fault), MP_OK);
	mp_match_init(&t->match, &t->setup, &t->state, t->scratch, t->moves, 256);
}

/* Plays texts separated by "; " for whoever is on turn, chance included. */
static inline void table_play(struct table *t, const char *texts)
{
	while (*texts) {
		size_t n = strcspn(texts, ";");
		char text[64];

		memcpy(text, texts, n);
		text[n] = '\0';
		if (mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault))
			fail_msg("%s: %s", text, t->fault.message);
		texts += n;
		texts += strspn(texts, "; ");
	}
}

/* Opens a table where seat 1 begins, with tiles in the hands that the tests do not need. */
static inline void table_ready(struct table *t, int players)
{
	const char *const options[] = {"start", "1", NULL};
	static const char *const deals[] = {"~deal 1 ulru", "~deal 2 ulru", "~deal 3 uulr",
	                                    "~deal 4 uulr", "~deal 5 ruul", "~deal 6 ruul"};

	table_open(t, players, options);
	for (int seat = 0; seat < players; seat++)
		table_play(t, deals[seat]);
}

/* Puts tiles on the board, separated by spaces, each drawn and placed by whoever is on turn. */
static inline void table_lay(struct table *t, const char *placements)
{
	while (*placements) {
		size_t n = strcspn(placements, " ");
		char buf[64];
		struct mp_text text;

		mp_text_init(&text, buf, sizeof buf);
		mp_text_str(&text, "draw; ~draw ");
		mp_text_bytes(&text, placements, 4);
		mp_text_str(&text, "; ");
		mp_text_bytes(&text, placements, n);
		table_play(t, buf);
		placements += n + (placements[n] == ' ');
	}
}

/* The text is refused by this rule for whoever is on turn, and nothing changes. */
static inline void table_refuses(struct table *t, const char *text, const char *rule)
{
	struct metro_state before = t->state;

	if (mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault) != MP_ILLEGAL_MOVE)
		fail_msg("%s was not refused as illegal", text);
	assert_string_equal(t->fault.rule, rule);
	assert_memory_equal(&before, &t->state, sizeof before);
}

/* How many moves or outcomes are listed now whose text begins so. */
static inline unsigned table_lists(const struct table *t, const char *prefix)
{
	static mp_move moves[METRO_MOVES_MAX];
	struct mp_outcome outcomes[METRO_KINDS];
	size_t n = metro_chance(&t->setup, &t->state, outcomes);
	unsigned found = 0;

	for (size_t i = 0; i < n; i++)
		moves[i] = outcomes[i].move;
	if (n == 0)
		n = metro_legal(&t->setup, &t->state, mp_match_turn(&t->match), moves);
	for (size_t i = 0; i < n; i++) {
		char buf[MP_MOVE_TEXT_MAX];
		struct mp_text printed;

		mp_text_init(&printed, buf, sizeof buf);
		metro_print(&t->setup, moves[i], &printed);
		found += strncmp(buf, prefix, strlen(prefix)) == 0;
	}
	return found;
}

static inline const char *table_view(struct table *t, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_view(&t->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return t->text;
}

static inline const char *table_breakdown(struct table *t)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_breakdown(&t->match, MP_PUBLIC, NULL, &json);
	assert_false(json.text.overflow);
	return t->text;
}

/* What the viewer is told of a move that is legal now. */
static inline const char *table_effects(struct table *t, const char *text, int viewer)
{
	struct mp_json json;
	mp_move move;

	assert_int_equal(mp_match_check(&t->match, mp_match_turn(&t->match), text, &move, &t->fault),
	                 MP_OK);
	mp_json_init(&json, t->text, sizeof t->text);
	mp_json_array(&json, NULL);
	mp_match_effects(&t->match, mp_match_turn(&t->match), move, viewer, &json);
	mp_json_end_array(&json);
	return t->text;
}

#define assert_shows(text, part)                                                                   \
	do {                                                                                           \
		if (!strstr(text, part))                                                                   \
			fail_msg("no %s in %s", part, text);                                                   \
	} while (0)

#endif
