/* SPDX-License-Identifier: MIT
 *
 * A match of Le Jeu du Métro for tests: hands and objectives dealt, trains filled.
 */
#ifndef JEUDUMETRO_FIXTURE_H
#define JEUDUMETRO_FIXTURE_H

#include "../state.h"

#define FIXTURE_GAME   mp_game_jeudumetro
#define FIXTURE_STATE  struct jeudumetro_state
#define FIXTURE_TABLES struct jeudumetro_tables
#include "tests/fixture.h"

/* Reads the next word of a text of words. */
static inline bool fixture_word(const char **words, char word[32])
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
static inline void fixture_deal(struct fixture *t, const char *objectives, const char *cards)
{
	char word[32], move[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	for (unsigned place = 0; fixture_word(&objectives, word); place++) {
		mp_text_init(&text, move, sizeof move);
		mp_text_str(&text, "~objective ");
		jeudumetro_print_place(&t->setup, place, &text);
		mp_text_char(&text, ' ');
		mp_text_str(&text, word);
		fixture_play(t, move);
	}
	for (int n = 0; fixture_word(&cards, word); n++) {
		snprintf(move, sizeof move, "~deal %d %s", n / 4 + 1, word);
		fixture_play(t, move);
	}
}

/* Three players, seat 1 begins, with these hands. */
static inline void fixture_three(struct fixture *t, const char *objectives, const char *cards)
{
	fixture_open(t, 3, OPTIONS("start", "1"));
	fixture_deal(t, objectives, cards);
	assert_int_equal(t->state.phase, JEUDUMETRO_PLAYING);
}

/* So many passengers on each train, the others on the platform. */
static inline void fixture_trains(struct fixture *t, const int *passengers)
{
	int platform = JEUDUMETRO_PASSENGERS;
	unsigned places = jeudumetro_places(&t->setup);

	assert_true(places <= sizeof t->state.passengers);
	for (unsigned place = 0; place < places && place < sizeof t->state.passengers; place++) {
		t->state.passengers[place] = (uint8_t)passengers[place];
		platform -= passengers[place];
	}
	t->state.platform = (uint8_t)platform;
	assert_null(mp_game_jeudumetro.flaw(&t->setup, &t->state));
}

static inline void fixture_expect(const struct fixture *t, const int *passengers, int platform)
{
	for (unsigned place = 0; place < jeudumetro_places(&t->setup); place++)
		assert_int_equal(t->state.passengers[place], passengers[place]);
	assert_int_equal(t->state.platform, platform);
}

#define TRAINS(...) ((const int[]){__VA_ARGS__})

/* The game is over, and these seats (a bit set) have won. */
static inline void fixture_won(const struct fixture *t, unsigned winners)
{
	int32_t score[MP_SEATS] = {0};

	assert_true(mp_match_is_over(&t->match));
	assert_int_equal(jeudumetro_winners(&t->setup, &t->state), winners);
	jeudumetro_score(&t->setup, &t->state, score);
	for (int seat = 0; seat < t->setup.players; seat++)
		assert_int_equal(score[seat], winners >> seat & 1);
}

#endif
