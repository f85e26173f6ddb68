/* SPDX-License-Identifier: MIT
 *
 * Objectives: which are met, who has won, and what can no longer be because nobody has. Knows
 * trains and objectives, not hands.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

/* Places whose train is empty, and places whose train is full: 0x80 in the byte of each. */
struct extremes {
	uint64_t empty, full;
};

/* No train has more than 80, so that no byte carries into the next. */
static struct extremes find_extremes(const struct mp_setup *setup,
                                     const struct jeudumetro_state *state)
{
	const struct jeudumetro_tables *tables = setup->tables;
	const uint64_t ones = 0x0101010101010101;
	uint64_t trains = 0;

	for (unsigned i = 0; i < sizeof state->passengers; i++)
		trains |= (uint64_t)state->passengers[i] << 8 * i;
	return (struct extremes){
		.empty = ~(trains + 127 * ones) & tables->places,
		.full = (trains + (128 - JEUDUMETRO_CROWD) * ones) & tables->places,
	};
}

static unsigned has(uint64_t set, unsigned place)
{
	return (unsigned)(set >> (8 * place + 7)) & 1;
}

/* The objectives that are met at a place, as a bit set (JM-3). */
static unsigned met(struct extremes found, unsigned place, unsigned places)
{
	unsigned left = jeudumetro_left(place, places), right = jeudumetro_right(place, places);

	return has(found.empty, place) << JEUDUMETRO_EMPTY | has(found.full, place) << JEUDUMETRO_FULL |
	       has(found.empty, right) << JEUDUMETRO_RIGHT_EMPTY |
	       has(found.full, left) << JEUDUMETRO_LEFT_FULL;
}

/* JM-40: whoever fulfils theirs wins; JM-51: of two, both at once. On a redacted state an unknown
 * objective counts as unmet. */
static unsigned find_winners(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             struct extremes found)
{
	unsigned places = jeudumetro_places(setup), unmet = 0;

	for (unsigned place = 0; place < places; place++)
		if (!(met(found, place, places) >> state->objective[state->origin[place]] & 1))
			unmet |= 1u << jeudumetro_owner(setup, place);
	return ((1u << setup->players) - 1) & ~unmet;
}

unsigned jeudumetro_find_winners(const struct mp_setup *setup, const struct jeudumetro_state *state)
{
	struct extremes found = find_extremes(setup, state);

	return found.empty | found.full ? find_winners(setup, state, found) : 0;
}

/* Keeps, in `wins`, the arrangements under which the objective of this origin is among `kinds`. */
static void narrow(const struct jeudumetro_tables *tables, unsigned origin, unsigned kinds,
                   uint64_t wins[JEUDUMETRO_WORDS])
{
	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++) {
		uint64_t any = 0;

		for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
			if (kinds >> kind & 1)
				any |= tables->with[origin][kind][word];
		wins[word] &= any;
	}
}

/* JM-60: as nobody has won, everybody knows that no arrangement is true under which somebody
 * would have. */
static void exclude_wins(const struct mp_setup *setup, struct jeudumetro_state *state,
                         struct extremes found)
{
	unsigned places = jeudumetro_places(setup);

	for (unsigned place = 0; place < places;) {
		unsigned seat = jeudumetro_owner(setup, place);
		uint64_t wins[JEUDUMETRO_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};

		for (; place < places && jeudumetro_owner(setup, place) == seat; place++)
			narrow(setup->tables, state->origin[place], met(found, place, places), wins);
		for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++)
			state->possible[word] &= ~wins[word];
	}
}

void jeudumetro_check_win(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	struct extremes found = find_extremes(setup, state);

	if (!(found.empty | found.full))
		return;
	state->winners = (uint8_t)find_winners(setup, state, found);
	if (state->winners)
		state->phase = JEUDUMETRO_ENDED;
	else
		exclude_wins(setup, state, found);
}

void jeudumetro_score(const struct mp_setup *setup, const void *memory, int32_t score[MP_SEATS])
{
	const struct jeudumetro_state *state = memory;

	for (int seat = 0; seat < setup->players; seat++)
		score[seat] = state->winners >> seat & 1;
}

unsigned jeudumetro_winners(const struct mp_setup *setup, const void *memory)
{
	const struct jeudumetro_state *state = memory;

	(void)setup;
	return state->winners;
}

void jeudumetro_breakdown(const struct mp_setup *setup, const void *memory, int viewer,
                          struct mp_json *json)
{
	const struct jeudumetro_state *state = memory;
	unsigned places = jeudumetro_places(setup);

	(void)viewer;
	for (int seat = 0; seat < setup->players; seat++) {
		if (!(state->winners >> seat & 1))
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_str(json, "rule", setup->players == 2 ? "JM-51" : "JM-40");
		mp_json_int(json, "points", 1);
		mp_json_str(json, "cause", "objective");
		mp_json_array(json, "objectives");
		for (unsigned place = 0; place < places; place++)
			if (jeudumetro_owner(setup, place) == (unsigned)seat)
				mp_json_str(json, NULL,
				            jeudumetro_objective_names[state->objective[state->origin[place]]]);
		mp_json_end_array(json);
		mp_json_end_object(json);
	}
}
