/* SPDX-License-Identifier: MIT
 *
 * A match of Metropolys for tests: a first game without chance, and buildings put down.
 */
#ifndef METROPOLYS_FIXTURE_H
#define METROPOLYS_FIXTURE_H

#include "../state.h"

#define FIXTURE_GAME  mp_game_metropolys
#define FIXTURE_STATE struct metropolys_state
#include "tests/fixture.h"

/* A first game at seat 1's turn, area cards bridges, statues, lakes, borders (expert: districts)
 * and kinds in their order. */
static inline void fixture_first(struct fixture *t, int players, const char *version)
{
	const char *const options[] = {"version", version, "layout", "first", "start", "1", NULL};

	fixture_open(t, players, options);
	for (int seat = 0; seat < players; seat++)
		t->state.area[seat] = (uint8_t)(seat < 3                         ? METROPOLYS_BRIDGES + seat
		                                : strcmp(version, "expert") == 0 ? METROPOLYS_DISTRICT
		                                                                 : METROPOLYS_BORDERS);
	for (int seat = 0; seat < players && strcmp(version, "expert") == 0; seat++)
		t->state.kind[seat] = (uint8_t)(1 + seat);
	metropolys_settle(&t->setup, &t->state);
	assert_int_equal(t->state.phase, METROPOLYS_PHASE_PLAY);
}

static inline unsigned place(const char *name)
{
	for (unsigned i = 0; i < METROPOLYS_PLACES; i++)
		if (strcmp(metropolys_map.name[i], name) == 0)
			return i;
	fail_msg("no neighbourhood %s", name);
	return 0;
}

/* Builds for good, without a call and without taking the token. */
static inline void fixture_build(struct fixture *t, unsigned seat, unsigned value, const char *name)
{
	struct metropolys_state *s = &t->state;
	unsigned at = place(name);

	assert_true(s->free >> at & 1 && s->hand[seat] >> value & 1);
	s->hand[seat] &= (uint16_t) ~(1u << value);
	s->free &= ~metropolys_place_bit(at);
	s->built[seat] |= metropolys_place_bit(at);
	for (unsigned i = 0; i < 4; i++)
		s->value_bit[i] |= (uint64_t)(value >> i & 1) << at;
}

/* Builds the lowest values left on several neighbourhoods, named with single spaces between. */
static inline void fixture_builds(struct fixture *t, unsigned seat, const char *names)
{
	char one[8];

	while (*names) {
		size_t n = strcspn(names, " ");

		memcpy(one, names, n);
		one[n] = '\0';
		fixture_build(t, seat, metropolys_set_first(t->state.hand[seat]), one);
		names += n + (names[n] == ' ');
	}
}

/* Plays texts separated by single spaces; a chance move has `_` for its spaces. */
static inline void fixture_bids(struct fixture *t, const char *texts)
{
	char one[64];

	while (*texts) {
		size_t n = strcspn(texts, " ");

		memcpy(one, texts, n);
		one[n] = '\0';
		for (size_t i = 0; i < n; i++)
			if (one[i] == '_')
				one[i] = ' ';
		fixture_play(t, one);
		texts += n + (texts[n] == ' ');
	}
}

#endif
