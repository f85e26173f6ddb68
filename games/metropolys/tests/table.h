/* SPDX-License-Identifier: MIT
 *
 * A table for tests: a match that is played by texts, and a state that can be arranged by names.
 */
#ifndef METROPOLYS_TEST_TABLE_H
#define METROPOLYS_TEST_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

#include "../state.h"

extern const struct mp_game mp_game_metropolys;

struct table {
	struct mp_setup setup;
	struct mp_match match;
	struct metropolys_state state, scratch[3];
	struct mp_played moves[1024];
	struct mp_fault fault;
	char text[16384];
};

/* Sets a table: options are pairs of texts, ended by NULL. */
static inline void table_open(struct table *t, int players, const char *const *options)
{
	assert_int_equal(mp_setup_begin(&t->setup, &mp_game_metropolys, players, &t->fault), MP_OK);
	for (; options && *options; options += 2)
		assert_int_equal(mp_setup_set(&t->setup, options[0], options[1], &t->fault), MP_OK);
	assert_int_equal(mp_setup_finish(&t->setup, NULL, &t->fault), MP_OK);
	mp_match_init(&t->match, &t->setup, &t->state, t->scratch, t->moves, 1024);
}

/* A first game at seat 1's turn, area cards bridges, statues, lakes, borders (expert: districts)
 * and kinds in their order. */
static inline void table_first(struct table *t, int players, const char *version)
{
	const char *const options[] = {"version", version, "layout", "first", "start", "1", NULL};

	table_open(t, players, options);
	for (int seat = 0; seat < players; seat++)
		t->state.area[seat] = (uint8_t)(seat < 3                         ? BRIDGES + seat
		                                : strcmp(version, "expert") == 0 ? DISTRICT
		                                                                 : BORDERS);
	for (int seat = 0; seat < players && strcmp(version, "expert") == 0; seat++)
		t->state.kind[seat] = (uint8_t)(1 + seat);
	metropolys_settle(&t->setup, &t->state);
	assert_int_equal(t->state.phase, PLAY);
}

/* Plays a text for whoever is on turn. */
static inline void table_play(struct table *t, const char *text)
{
	if (mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault))
		fail_msg("%s: %s", text, t->fault.message);
}

/* Plays texts separated by single spaces; a chance move has `_` for its spaces. */
static inline void table_plays(struct table *t, const char *texts)
{
	char one[64];

	while (*texts) {
		size_t n = strcspn(texts, " ");

		memcpy(one, texts, n);
		one[n] = '\0';
		for (size_t i = 0; i < n; i++)
			if (one[i] == '_')
				one[i] = ' ';
		table_play(t, one);
		texts += n + (texts[n] == ' ');
	}
}

/* The text is refused for whoever is on turn, by this rule, and nothing changes. */
static inline void table_refuses(struct table *t, const char *text, const char *rule)
{
	struct metropolys_state before = t->state;

	assert_int_equal(mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault),
	                 MP_ILLEGAL_MOVE);
	assert_string_equal(t->fault.rule, rule);
	assert_memory_equal(&before, &t->state, sizeof before);
}

/* Is the text among the legal moves of the seat on turn? */
static inline bool table_lists(const struct table *t, const char *text)
{
	static mp_move moves[MP_MOVES_MAX];
	int seat = mp_match_turn(&t->match);
	size_t n = metropolys_legal(&t->setup, &t->state, seat, moves);
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text printed;

	for (size_t i = 0; i < n; i++) {
		mp_text_init(&printed, buf, sizeof buf);
		metropolys_print(&t->setup, moves[i], &printed);
		if (strcmp(buf, text) == 0)
			return true;
	}
	return false;
}

static inline unsigned place(const char *name)
{
	for (unsigned i = 0; i < PLACES; i++)
		if (strcmp(metropolys_map.name[i], name) == 0)
			return i;
	fail_msg("no neighbourhood %s", name);
	return 0;
}

/* Builds for good, without a call and without taking the token. */
static inline void table_build(struct table *t, unsigned seat, unsigned value, const char *name)
{
	struct metropolys_state *s = &t->state;
	unsigned at = place(name);

	assert_true(s->free >> at & 1 && s->hand[seat] >> value & 1);
	s->hand[seat] &= (uint16_t) ~(1u << value);
	s->free &= ~place_bit(at);
	s->built[seat] |= place_bit(at);
	for (unsigned i = 0; i < 4; i++)
		s->value_bit[i] |= (uint64_t)(value >> i & 1) << at;
}

/* Builds the lowest values left on several neighbourhoods, named with single spaces between. */
static inline void table_builds(struct table *t, unsigned seat, const char *names)
{
	char one[8];

	while (*names) {
		size_t n = strcspn(names, " ");

		memcpy(one, names, n);
		one[n] = '\0';
		table_build(t, seat, set_first(t->state.hand[seat]), one);
		names += n + (names[n] == ' ');
	}
}

static inline int32_t table_score(const struct table *t, unsigned seat)
{
	int32_t score[MP_SEATS];

	metropolys_score(&t->setup, &t->state, score);
	return score[seat];
}

/* The effects of a text for the seat on turn, as the viewer is told, in t->text. */
static inline const char *table_effects(struct table *t, const char *text, int viewer)
{
	struct mp_json json;
	mp_move move;
	int seat = mp_match_turn(&t->match);

	assert_int_equal(mp_match_check(&t->match, seat, text, &move, &t->fault), MP_OK);
	mp_json_init(&json, t->text, sizeof t->text);
	mp_json_array(&json, NULL);
	mp_match_effects(&t->match, seat, move, viewer, &json);
	mp_json_end_array(&json);
	assert_false(json.text.overflow);
	return t->text;
}

static inline const char *table_view(struct table *t, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_view(&t->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return t->text;
}

static inline const char *table_breakdown(struct table *t, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_breakdown(&t->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return t->text;
}

#define RULE(title, function)                                                                      \
	{                                                                                              \
		title, function, NULL, NULL, NULL                                                          \
	}

#endif
