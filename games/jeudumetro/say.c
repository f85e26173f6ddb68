/* SPDX-License-Identifier: MIT
 *
 * What the sentences of Le Jeu du Métro are about: what a player may do, the trains told to
 * somebody who does not see them, and why this card cannot be played there. The sentences are in
 * words.en and words.fr. A train's or place's name begins with its seat, so it stands for its owner
 * too.
 */
#include "state.h"

#include <metropole/text.h>

static void begin(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void write_place(const struct mp_setup *setup, const char *key, unsigned place,
                        struct mp_json *json)
{
	char name[4];
	struct mp_text text;

	mp_text_init(&text, name, sizeof name);
	jeudumetro_print_place(setup, place, &text);
	mp_json_str(json, key, name);
}

static void write_cards(jeudumetro_cards cards, struct mp_json *json)
{
	mp_json_array(json, "cards");
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		for (unsigned i = jeudumetro_count(cards, card); i > 0; i--)
			mp_json_str(json, NULL, jeudumetro_card_names[card]);
	mp_json_end_array(json);
}

void jeudumetro_prompt(const struct mp_setup *setup, const void *redacted, int seat,
                       struct mp_json *json)
{
	const struct jeudumetro_state *state = redacted;

	(void)setup;
	begin("play", json);
	write_cards(state->hand[seat], json);
	mp_json_end_object(json);
}

/* Whose neighbour's train it is, as the viewer sits; with two players nobody sits beside another.
 */
static const char *side_of(const struct mp_setup *setup, unsigned place, int viewer)
{
	unsigned places = jeudumetro_places(setup);

	if (setup->players == 2 || viewer >= setup->players)
		return NULL;
	if (place == jeudumetro_left((unsigned)viewer, places))
		return "left";
	return place == jeudumetro_right((unsigned)viewer, places) ? "right" : NULL;
}

static void read_train(const struct mp_setup *setup, const struct jeudumetro_state *state,
                       unsigned place, int viewer, struct mp_json *json)
{
	const char *side = side_of(setup, place, viewer);

	begin("train", json);
	write_place(setup, "train", place, json);
	if (side)
		mp_json_str(json, "side", side);
	mp_json_int(json, "passengers", state->passengers[place]);
	mp_json_array(json, "attached");
	for (unsigned i = 0; i < state->n_attached; i++)
		if ((state->attached[i] & 7u) == place)
			mp_json_str(json, NULL,
			            jeudumetro_card_names[state->attached[i] & 8 ? JEUDUMETRO_INSPECTOR
			                                                         : JEUDUMETRO_STAR]);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static void read_objective(const struct mp_setup *setup, const struct jeudumetro_state *state,
                           unsigned place, struct mp_json *json)
{
	unsigned origin = state->origin[place];

	if (state->objective[origin] == JEUDUMETRO_UNDEALT)
		return;
	if (state->objective[origin] < JEUDUMETRO_OBJECTIVES) {
		begin("objective", json);
		write_place(setup, "place", place, json);
		jeudumetro_json_goal(setup, state, place, json);
	} else {
		begin("possible", json);
		write_place(setup, "place", place, json);
		jeudumetro_json_possible(setup, state, origin, json);
	}
	mp_json_end_object(json);
}

static void read_hand(const struct jeudumetro_state *state, int seat, int viewer,
                      struct mp_json *json)
{
	jeudumetro_cards cards = state->hand[seat];

	if (state->viewer && seat != viewer)
		cards = viewer < MP_SEATS ? state->known[viewer][seat] : 0;
	begin("hand", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_int(json, "size", state->size[seat]);
	write_cards(cards, json);
	mp_json_end_object(json);
}

void jeudumetro_read(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	const struct jeudumetro_state *state = redacted;

	for (unsigned place = 0; place < jeudumetro_places(setup); place++)
		read_train(setup, state, place, viewer, json);
	begin("platform", json);
	mp_json_int(json, "n", state->platform);
	mp_json_end_object(json);
	for (unsigned place = 0; place < jeudumetro_places(setup); place++)
		read_objective(setup, state, place, json);
	for (int seat = 0; seat < setup->players; seat++)
		read_hand(state, seat, viewer, json);
	begin("pile", json);
	mp_json_int(json, "pile", state->pile_size);
	mp_json_int(json, "discards", jeudumetro_total(state->discards));
	mp_json_end_object(json);
}

void jeudumetro_explain(const struct mp_setup *setup, const void *redacted, int seat, mp_move move,
                        const struct mp_rule *rule, struct mp_json *json)
{
	const struct jeudumetro_state *state = redacted;
	unsigned card = jeudumetro_op(move), victim = jeudumetro_low(move);

	(void)seat;
	(void)rule;
	if (card >= JEUDUMETRO_CARDS || jeudumetro_is_chance(move))
		return;
	mp_json_str(json, "card", jeudumetro_card_names[card]);
	if (card == JEUDUMETRO_PICKPOCKET && victim < (unsigned)setup->players) {
		mp_json_int(json, "victim", victim + 1);
		mp_json_int(json, "cards", state->size[victim]);
	}
}
