/* SPDX-License-Identifier: MIT
 *
 * Objectives: which are met, who has won, and what can no longer be because nobody has. Knows
 * trains and objectives, not hands.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

/* Places whose train is empty, and places whose train is full, as bit sets. */
struct extremes {
	unsigned empty, full;
};

static struct extremes find_extremes(const struct jeudumetro_state *state, unsigned places)
{
	struct extremes found = {0, 0};

	for (unsigned place = 0; place < places; place++) {
		found.empty |= (unsigned)(state->passengers[place] == 0) << place;
		found.full |= (unsigned)(state->passengers[place] >= JEUDUMETRO_CROWD) << place;
	}
	return found;
}

/* JM-3, JM-52: the left neighbour of a place is the next one round the table. */
static unsigned met(struct extremes found, unsigned place, unsigned places)
{
	unsigned left = place + 1 < places ? place + 1 : 0;
	unsigned right = place > 0 ? place - 1 : places - 1;

	return (found.empty >> place & 1) << JEUDUMETRO_EMPTY |
	       (found.full >> place & 1) << JEUDUMETRO_FULL |
	       (found.empty >> right & 1) << JEUDUMETRO_RIGHT_EMPTY |
	       (found.full >> left & 1) << JEUDUMETRO_LEFT_FULL;
}

unsigned jeudumetro_met(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned place)
{
	unsigned places = jeudumetro_places(setup);

	return met(find_extremes(state, places), place, places);
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

/* JM-40: whoever fulfils theirs wins, several share; JM-51: of two, both at once. On a redacted
 * state an unknown objective counts as unmet. If nobody has won, everybody knows that no
 * arrangement is true under which somebody would have (JM-60). */
void jeudumetro_check_win(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	const struct jeudumetro_tables *tables = setup->tables;
	unsigned places = jeudumetro_places(setup);
	struct extremes found = find_extremes(state, places);
	uint64_t won[JEUDUMETRO_WORDS] = {0};
	unsigned winners = 0;

	if (!(found.empty | found.full))
		return;
	for (unsigned place = 0; place < places;) {
		unsigned seat = jeudumetro_owner(setup, place);
		uint64_t wins[JEUDUMETRO_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
		bool has_won = true;

		for (; place < places && jeudumetro_owner(setup, place) == seat; place++) {
			unsigned kinds = met(found, place, places);
			unsigned origin = state->origin[place];

			narrow(tables, origin, kinds, wins);
			has_won = has_won && (kinds >> state->objective[origin] & 1);
		}
		winners |= (unsigned)has_won << seat;
		for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++)
			won[word] |= wins[word];
	}
	if (winners) {
		state->winners = (uint8_t)winners;
		state->phase = JEUDUMETRO_ENDED;
		return;
	}
	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++)
		state->possible[word] &= ~won[word];
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
