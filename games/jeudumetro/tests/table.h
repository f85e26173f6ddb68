/* SPDX-License-Identifier: MIT
 *
 * A table for tests: a match that is played by texts, dealt by texts, with trains as wanted.
 */
#ifndef JEUDUMETRO_TEST_TABLE_H
#define JEUDUMETRO_TEST_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

#include <stdio.h>
#include <string.h>

#include "../state.h"

extern const struct mp_game mp_game_jeudumetro;

enum { TABLE_MOVES = 4096 };

struct table {
	struct mp_setup setup;
	struct jeudumetro_tables tables;
	struct mp_match match;
	struct jeudumetro_state state, scratch[3];
	struct mp_played moves[TABLE_MOVES];
	struct mp_fault fault;
	char text[16384];
};

#define TITLED(title, function)                                                                    \
	{                                                                                              \
		title, function, NULL, NULL, NULL                                                          \
	}

static inline void table_open(struct table *t, int players, const char *start, const char *limit)
{
	assert_int_equal(mp_setup_begin(&t->setup, &mp_game_jeudumetro, players, &t->fault), MP_OK);
	assert_int_equal(mp_setup_set(&t->setup, "start", start, &t->fault), MP_OK);
	assert_int_equal(mp_setup_set(&t->setup, "turn_limit", limit, &t->fault), MP_OK);
	assert_int_equal(mp_setup_finish(&t->setup, &t->tables, &t->fault), MP_OK);
	mp_match_init(&t->match, &t->setup, &t->state, t->scratch, t->moves, TABLE_MOVES);
}

/* Plays a text for whoever is on turn. */
static inline void table_play(struct table *t, const char *text)
{
	if (mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault))
		fail_msg("%s: %s", text, t->fault.message);
}

/* Plays texts separated by "; ". */
static inline void table_plays(struct table *t, const char *texts)
{
	char one[MP_MOVE_TEXT_MAX];

	for (const char *end; *texts; texts = *end ? end + 2 : end) {
		end = strstr(texts, "; ");
		if (!end)
			end = texts + strlen(texts);
		assert_true((size_t)(end - texts) < sizeof one);
		memcpy(one, texts, (size_t)(end - texts));
		one[end - texts] = '\0';
		table_play(t, one);
	}
}

/* Reads the next word of a text of words. */
static inline bool table_word(const char **words, char word[32])
{
	size_t n;

	*words += strspn(*words, " ");
	n = strcspn(*words, " ");
	assert_true(n < 32);
	memcpy(word, *words, n);
	word[n] = '\0';
	*words += n;
	return n > 0;
}

/* Deals objectives, in the order of the places, then hands, seat after seat. */
static inline void table_deal(struct table *t, const char *objectives, const char *cards)
{
	char word[32], move[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	for (unsigned place = 0; table_word(&objectives, word); place++) {
		mp_text_init(&text, move, sizeof move);
		mp_text_str(&text, "~objective ");
		jeudumetro_print_place(&t->setup, place, &text);
		mp_text_char(&text, ' ');
		mp_text_str(&text, word);
		table_play(t, move);
	}
	for (int n = 0; table_word(&cards, word); n++) {
		snprintf(move, sizeof move, "~deal %d %s", n / 4 + 1, word);
		table_play(t, move);
	}
}

/* Three players, seat 1 begins, with these hands. */
static inline void table_three(struct table *t, const char *objectives, const char *cards)
{
	table_open(t, 3, "1", "0");
	table_deal(t, objectives, cards);
	assert_int_equal(t->state.phase, JEUDUMETRO_PLAYING);
}

/* So many passengers on each train, the others on the platform. */
static inline void table_trains(struct table *t, const int *passengers)
{
	int platform = JEUDUMETRO_PASSENGERS;

	for (unsigned place = 0; place < jeudumetro_places(&t->setup); place++) {
		t->state.passengers[place] = (uint8_t)passengers[place];
		platform -= passengers[place];
	}
	t->state.platform = (uint8_t)platform;
	assert_null(mp_game_jeudumetro.flaw(&t->setup, &t->state));
}

static inline void table_expect(const struct table *t, const int *passengers, int platform)
{
	for (unsigned place = 0; place < jeudumetro_places(&t->setup); place++)
		assert_int_equal(t->state.passengers[place], passengers[place]);
	assert_int_equal(t->state.platform, platform);
}

#define TRAINS(...) ((const int[]){__VA_ARGS__})

/* The text is refused for whoever is on turn, by this rule, and nothing changes. */
static inline void table_refuses(struct table *t, const char *text, const char *rule)
{
	struct jeudumetro_state before = t->state;

	if (mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault) != MP_ILLEGAL_MOVE)
		fail_msg("%s is not refused", text);
	assert_string_equal(t->fault.rule, rule);
	assert_memory_equal(&before, &t->state, sizeof before);
}

static inline void table_not_notation(struct table *t, const char *text)
{
	assert_int_equal(mp_match_play(&t->match, mp_match_turn(&t->match), text, &t->fault),
	                 MP_BAD_MOVE);
}

/* How many legal moves begin with this text. */
static inline unsigned table_count(const struct table *t, const char *prefix)
{
	static mp_move moves[JEUDUMETRO_MOVES_MAX];
	int seat = mp_match_turn(&t->match);
	size_t n = jeudumetro_legal(&t->setup, &t->state, seat, moves);
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text printed;
	unsigned count = 0;

	for (size_t i = 0; i < n; i++) {
		mp_text_init(&printed, buf, sizeof buf);
		jeudumetro_print(&t->setup, moves[i], &printed);
		count += strncmp(buf, prefix, strlen(prefix)) == 0;
	}
	return count;
}

/* The weight of a chance outcome, 0 if there is none. */
static inline unsigned table_weight(const struct table *t, const char *outcome)
{
	struct mp_outcome outcomes[JEUDUMETRO_OUTCOMES_MAX];
	size_t n = jeudumetro_chance(&t->setup, &t->state, outcomes);
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text printed;

	for (size_t i = 0; i < n; i++) {
		mp_text_init(&printed, buf, sizeof buf);
		jeudumetro_print(&t->setup, outcomes[i].move, &printed);
		if (strcmp(buf, outcome) == 0)
			return outcomes[i].weight;
	}
	return 0;
}

static inline const char *table_view(struct table *t, int viewer)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_view(&t->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
	return t->text;
}

/* What a viewer would be told of a move that is about to be played by whoever is on turn. */
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

static inline void table_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no %s in %s", part, text);
}

static inline void table_lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("%s in %s", part, text);
}

/* The game is over, and these seats (a bit set) have won. */
static inline void table_won(const struct table *t, unsigned winners)
{
	int32_t score[MP_SEATS] = {0};

	assert_true(mp_match_is_over(&t->match));
	assert_int_equal(jeudumetro_winners(&t->setup, &t->state), winners);
	jeudumetro_score(&t->setup, &t->state, score);
	for (int seat = 0; seat < t->setup.players; seat++)
		assert_int_equal(score[seat], winners >> seat & 1);
}

#endif
