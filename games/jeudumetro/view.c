/* SPDX-License-Identifier: MIT
 *
 * What a viewer is shown of the table, as JSON. Given redacted states; decides nothing.
 */
#include "state.h"

#include <metropole/text.h>

/* "1", or "1B" with two players. */
struct place_name {
	char text[4];
};

static struct place_name name_place(const struct mp_setup *setup, unsigned place)
{
	struct place_name name;
	struct mp_text text;

	mp_text_init(&text, name.text, sizeof name.text);
	jeudumetro_print_place(setup, place, &text);
	return name;
}

void jeudumetro_json_place(const struct mp_setup *setup, const char *key, unsigned place,
                           struct mp_json *json)
{
	mp_json_str(json, key, name_place(setup, place).text);
}

const char *jeudumetro_attached_name(uint8_t attached)
{
	return jeudumetro_card_names[attached & 8 ? JEUDUMETRO_INSPECTOR : JEUDUMETRO_STAR];
}

static void write_trains(const struct mp_setup *setup, const struct jeudumetro_state *state,
                         struct mp_json *json)
{
	unsigned places = jeudumetro_places(setup);

	mp_json_array(json, "trains");
	for (unsigned place = 0; place < places; place++) {
		mp_json_object(json, NULL);
		jeudumetro_json_place(setup, "train", place, json);
		mp_json_int(json, "seat", jeudumetro_owner(setup, place) + 1);
		mp_json_int(json, "passengers", state->passengers[place]);
		jeudumetro_json_place(setup, "left", jeudumetro_left(place, places), json);
		jeudumetro_json_place(setup, "right", jeudumetro_right(place, places), json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_int(json, "platform", state->platform);
	mp_json_array(json, "attached");
	for (unsigned i = 0; i < state->n_attached; i++) {
		mp_json_object(json, NULL);
		mp_json_str(json, "card", jeudumetro_attached_name(state->attached[i]));
		jeudumetro_json_place(setup, "train", state->attached[i] & 7u, json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

/* Known cards by name, in the order of the table, then null for each that is not known. */
static void write_hands(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        int viewer, struct mp_json *json)
{
	mp_json_array(json, "hands");
	for (int seat = 0; seat < setup->players; seat++) {
		jeudumetro_cards cards = state->hand[seat];
		unsigned n = 0;

		if (state->viewer && seat != viewer)
			cards = viewer < MP_SEATS ? state->known[viewer][seat] : 0;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "size", state->size[seat]);
		mp_json_array(json, "cards");
		for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
			for (unsigned i = jeudumetro_count(cards, card); i > 0; i--, n++)
				mp_json_str(json, NULL, jeudumetro_card_names[card]);
		for (; n < state->size[seat]; n++)
			mp_json_null(json, NULL);
		mp_json_end_array(json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void jeudumetro_json_goal(const struct mp_setup *setup, const struct jeudumetro_state *state,
                          unsigned place, struct mp_json *json)
{
	unsigned objective = state->objective[state->origin[place]];
	unsigned train = jeudumetro_target(objective, place, jeudumetro_places(setup));

	mp_json_str(json, "objective", jeudumetro_objective_names[objective]);
	jeudumetro_json_place(setup, "train", train, json);
	mp_json_int(json, "wants", jeudumetro_wants_full(objective) ? JEUDUMETRO_CROWD : 0);
	mp_json_int(json, "away", jeudumetro_distance(state, train, jeudumetro_wants_full(objective)));
}

/* The objectives that an origin may have, as a bit set, by what the viewer has seen. */
static unsigned possible_at(const struct mp_setup *setup, const struct jeudumetro_state *state,
                            unsigned origin)
{
	const struct jeudumetro_tables *tables = setup->tables;
	unsigned kinds = 0;

	for (unsigned word = 0; word < JEUDUMETRO_WORDS; word++) {
		uint64_t set = state->possible[word];

		for (unsigned i = 0; i < JEUDUMETRO_PLACES; i++)
			if (state->objective[i] < JEUDUMETRO_OBJECTIVES)
				set &= tables->with[i][state->objective[i]][word];
		for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
			if (set & tables->with[origin][kind][word])
				kinds |= 1u << kind;
	}
	return kinds;
}

void jeudumetro_json_possible(const struct mp_setup *setup, const struct jeudumetro_state *state,
                              unsigned origin, struct mp_json *json)
{
	unsigned kinds = possible_at(setup, state, origin);

	mp_json_array(json, "possible");
	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		if (kinds >> kind & 1)
			mp_json_str(json, NULL, jeudumetro_objective_names[kind]);
	mp_json_end_array(json);
}

static void write_objectives(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             struct mp_json *json)
{
	mp_json_array(json, "objectives");
	for (unsigned place = 0; place < jeudumetro_places(setup); place++) {
		unsigned origin = state->origin[place], objective = state->objective[origin];

		if (objective == JEUDUMETRO_UNDEALT)
			continue;
		mp_json_object(json, NULL);
		jeudumetro_json_place(setup, "place", place, json);
		mp_json_int(json, "seat", jeudumetro_owner(setup, place) + 1);
		if (objective < JEUDUMETRO_OBJECTIVES) {
			jeudumetro_json_goal(setup, state, place, json);
		} else {
			mp_json_null(json, "objective");
			jeudumetro_json_possible(setup, state, origin, json);
		}
		mp_json_seats(json, "seen_by", state->seen[origin]);
		jeudumetro_json_place(setup, "dealt", origin, json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void jeudumetro_view(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	const struct jeudumetro_state *state = redacted;

	write_trains(setup, state, json);
	write_hands(setup, state, viewer, json);
	write_objectives(setup, state, json);
	mp_json_object(json, "discards");
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		if (jeudumetro_count(state->discards, card) > 0)
			mp_json_int(json, jeudumetro_card_names[card], jeudumetro_count(state->discards, card));
	mp_json_end_object(json);
	mp_json_int(json, "pile", state->pile_size);
	mp_json_int(json, "turns", state->turns);
}
