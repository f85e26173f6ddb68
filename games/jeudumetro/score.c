/* SPDX-License-Identifier: MIT
 *
 * Objectives: which are met, who has won, and what can no longer be because nobody has. Knows
 * trains and objectives, not hands.
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

/* The places of such a set, a bit each: every byte's bit is moved to the top, none to another's. */
static unsigned pack(uint64_t set)
{
	return (unsigned)((set >> 7) * 0x0102040810204080 >> 56);
}

/* For each objective (JM-3) the places where it would be met, a bit each. */
struct met {
	uint8_t at[JEUDUMETRO_UNDEALT + 1]; /* an unknown objective counts as unmet */
};

static struct met find_met(struct jeudumetro_extremes found, unsigned places)
{
	unsigned empty = pack(found.empty), full = pack(found.full);

	return (struct met){
		.at = {
			[JEUDUMETRO_EMPTY] = (uint8_t)empty,
			[JEUDUMETRO_FULL] = (uint8_t)full,
			/* the right neighbour of a place is the one before it, the left one the one after */
			[JEUDUMETRO_RIGHT_EMPTY] = (uint8_t)(empty << 1 | empty >> (places - 1)),
			[JEUDUMETRO_LEFT_FULL] = (uint8_t)(full >> 1 | (full & 1) << (places - 1)),
		}};
}

/* JM-40: whoever fulfils theirs wins; JM-51: of two, both at once. */
static unsigned find_winners(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             const struct met *met)
{
	unsigned places = jeudumetro_places(setup), won = 0;

	for (unsigned place = 0; place < places; place++)
		won |= met->at[state->objective[state->origin[place]]] & 1u << place;
	if (setup->players == 2)
		return (won & won >> 1 & 1) | (won >> 1 & won >> 2 & 2);
	return won;
}

/* The objectives that are met at a place, as a bit set. */
static unsigned kinds_met(const struct met *met, unsigned place)
{
	unsigned kinds = 0;

	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		kinds |= (met->at[kind] >> place & 1u) << kind;
	return kinds;
}

/* JM-60: as nobody has won, everybody knows that no arrangement is true under which somebody
 * would have. JM-51: a seat with two places wins by both. */
static void exclude_wins(const struct mp_setup *setup, struct jeudumetro_state *state,
                         const struct met *met)
{
	const struct jeudumetro_tables *tables = setup->tables;
	unsigned any = 0, step = 1, places = jeudumetro_places(setup);

	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		any |= met->at[kind];
	if (setup->players == 2) {
		any &= any >> 1;
		step = 2;
	}
	for (unsigned place = 0; place < places; place += step) {
		const uint64_t *wins, *too;

		if (!(any >> place & 1))
			continue;
		wins = tables->with_any[state->origin[place]][kinds_met(met, place)];
		too = wins;
		if (step == 2)
			too = tables->with_any[state->origin[place + 1]][kinds_met(met, place + 1)];
		for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++)
			state->possible[word] &= ~(wins[word] & too[word]);
	}
}

void jeudumetro_check_win(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	struct jeudumetro_extremes found = jeudumetro_extremes(setup, state);
	struct met met;

	if (!(found.empty | found.full))
		return;
	met = find_met(found, jeudumetro_places(setup));
	state->winners = (uint8_t)find_winners(setup, state, &met);
	if (state->winners)
		state->phase = JEUDUMETRO_ENDED;
	else
		exclude_wins(setup, state, &met);
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
		mp_json_array(json, "trains");
		for (unsigned place = 0; place < places; place++)
			if (jeudumetro_owner(setup, place) == (unsigned)seat)
				jeudumetro_json_place(
					setup, NULL,
					jeudumetro_target(state->objective[state->origin[place]], place, places), json);
		mp_json_end_array(json);
		mp_json_end_object(json);
	}
}
