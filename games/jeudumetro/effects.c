/* SPDX-License-Identifier: MIT
 *
 * Le Jeu du Métro: what a move does, as a viewer is told it.
 */
#include "state.h"

#include <metropole/text.h>

static void open_effect(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

/* Every train whose passengers changed. */
static void write_changes(const struct mp_setup *setup, const struct jeudumetro_state *before,
                          const struct jeudumetro_state *after, struct mp_json *json)
{
	for (unsigned place = 0; place < jeudumetro_places(setup); place++) {
		if (before->passengers[place] == after->passengers[place])
			continue;
		open_effect("passengers", json);
		jeudumetro_json_place(setup, "train", place, json);
		mp_json_int(json, "from", before->passengers[place]);
		mp_json_int(json, "to", after->passengers[place]);
		mp_json_int(json, "platform", after->platform);
		mp_json_end_object(json);
	}
}

static void write_pair(const struct mp_setup *setup, const char *type, const char *key,
                       mp_move move, struct mp_json *json)
{
	open_effect(type, json);
	mp_json_array(json, key);
	jeudumetro_json_place(setup, NULL, jeudumetro_low(move), json);
	jeudumetro_json_place(setup, NULL, jeudumetro_high(move), json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

/* JM-36: what this viewer sees of the objectives that changed hands. */
static void write_looks(const struct mp_setup *setup, const struct jeudumetro_state *after,
                        mp_move move, int viewer, struct mp_json *json)
{
	unsigned place[2] = {jeudumetro_low(move), jeudumetro_high(move)};

	for (unsigned i = 0; i < 2; i++) {
		unsigned objective = after->objective[after->origin[place[i]]];

		if (viewer >= MP_SEATS || jeudumetro_owner(setup, place[i]) != (unsigned)viewer ||
		    objective >= JEUDUMETRO_OBJECTIVES)
			continue;
		open_effect("objective", json);
		jeudumetro_json_place(setup, "place", place[i], json);
		mp_json_str(json, "objective", jeudumetro_objective_names[objective]);
		mp_json_end_object(json);
	}
}

/* How far each objective that the viewer knows is from being met, where the card changed it. */
static void write_goals(const struct mp_setup *setup, const struct jeudumetro_state *before,
                        const struct jeudumetro_state *after, struct mp_json *json)
{
	unsigned places = jeudumetro_places(setup);

	for (unsigned place = 0; place < places; place++) {
		unsigned was = before->objective[before->origin[place]];
		unsigned is = after->objective[after->origin[place]];
		unsigned train = jeudumetro_target(is, place, places);

		if (is >= JEUDUMETRO_OBJECTIVES ||
		    (was == is && before->passengers[train] == after->passengers[train]))
			continue;
		open_effect("goal", json);
		jeudumetro_json_place(setup, "place", place, json);
		jeudumetro_json_goal(setup, after, place, json);
		if (was == is)
			mp_json_int(json, "from",
			            jeudumetro_distance(before, train, jeudumetro_wants_full(is)));
		mp_json_end_object(json);
	}
}

static void write_play(const struct mp_setup *setup, const struct jeudumetro_state *before,
                       int seat, mp_move move, int viewer, struct mp_json *json)
{
	struct jeudumetro_state after = *before;
	unsigned card = jeudumetro_op(move);

	open_effect("play", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_str(json, "card", jeudumetro_card_names[card]);
	if (card == JEUDUMETRO_PICKPOCKET)
		mp_json_int(json, "victim", jeudumetro_low(move) + 1);
	mp_json_end_object(json);
	jeudumetro_effect(setup, &after, (unsigned)seat, move);
	if (card == JEUDUMETRO_STAR || card == JEUDUMETRO_INSPECTOR) {
		open_effect("attach", json);
		mp_json_str(json, "card", jeudumetro_card_names[card]);
		jeudumetro_json_place(setup, "train", jeudumetro_low(move), json);
		mp_json_end_object(json);
	} else if (card == JEUDUMETRO_SWITCH) {
		write_pair(setup, "switch", "trains", move, json);
	} else if (card == JEUDUMETRO_DRIVER) {
		write_pair(setup, "driver", "places", move, json);
		write_looks(setup, &after, move, viewer, json);
	}
	if (card != JEUDUMETRO_SWITCH) /* the trains moved, their passengers sat still */
		write_changes(setup, before, &after, json);
	write_goals(setup, before, &after, json);
}

static void write_discard(int seat, mp_move move, struct mp_json *json)
{
	open_effect("discard", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_array(json, "cards");
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		for (unsigned i = jeudumetro_count(move, card); i > 0; i--)
			mp_json_str(json, NULL, jeudumetro_card_names[card]);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static void write_card(const char *key, unsigned card, struct mp_json *json)
{
	if (card < JEUDUMETRO_CARDS)
		mp_json_str(json, key, jeudumetro_card_names[card]);
	else
		mp_json_null(json, key);
}

/* JM-20: what the start of the next turn does. */
static void write_turn_start(const struct mp_setup *setup, const struct jeudumetro_state *before,
                             struct mp_json *json)
{
	struct jeudumetro_state after = *before;
	unsigned seat = (before->seat + 1u) % (unsigned)setup->players;

	if (jeudumetro_is_limit_reached(setup, before->turns + 1))
		return;
	for (unsigned i = 0; i < before->n_attached; i++) {
		struct jeudumetro_state was = after;

		if (jeudumetro_owner(setup, before->attached[i] & 7u) != seat)
			continue;
		jeudumetro_act(&after, i);
		open_effect("attached", json);
		mp_json_int(json, "seat", seat + 1);
		mp_json_str(json, "card", jeudumetro_attached_name(before->attached[i]));
		jeudumetro_json_place(setup, "train", before->attached[i] & 7u, json);
		mp_json_end_object(json);
		write_changes(setup, &was, &after, json);
	}
}

static void write_draw(const struct mp_setup *setup, const struct jeudumetro_state *before,
                       mp_move move, struct mp_json *json)
{
	unsigned left = before->pile_size;

	if (left == 0) { /* JM-24 */
		left = jeudumetro_total(before->discards);
		open_effect("reshuffle", json);
		mp_json_int(json, "cards", left);
		mp_json_end_object(json);
	} else if (before->discards) {
		left++; /* there will be something to draw */
	}
	open_effect("draw", json);
	mp_json_int(json, "seat", before->seat + 1);
	write_card("card", jeudumetro_low(move), json);
	mp_json_end_object(json);
	if (before->draws == 1 || left == 1)
		write_turn_start(setup, before, json);
}

static void write_chance(const struct mp_setup *setup, const struct jeudumetro_state *before,
                         mp_move move, struct mp_json *json)
{
	unsigned what = jeudumetro_low(move), where = jeudumetro_high(move);

	switch (jeudumetro_op(move)) {
	case JEUDUMETRO_BEGIN:
		open_effect("start", json);
		mp_json_int(json, "seat", where + 1);
		break;
	case JEUDUMETRO_OBJECTIVE:
		open_effect("objective", json);
		jeudumetro_json_place(setup, "place", where, json);
		if (what < JEUDUMETRO_OBJECTIVES)
			mp_json_str(json, "objective", jeudumetro_objective_names[what]);
		else
			mp_json_null(json, "objective");
		break;
	case JEUDUMETRO_DEAL:
		open_effect("deal", json);
		mp_json_int(json, "seat", where + 1);
		write_card("card", what, json);
		break;
	case JEUDUMETRO_STEAL:
		open_effect("steal", json);
		mp_json_int(json, "seat", before->seat + 1);
		mp_json_int(json, "victim", before->victim + 1);
		write_card("card", what, json);
		break;
	default:
		write_draw(setup, before, move, json);
		return;
	}
	mp_json_end_object(json);
}

void jeudumetro_effects(const struct mp_setup *setup, const void *redacted, int seat, mp_move cut,
                        int viewer, struct mp_json *json)
{
	const struct jeudumetro_state *state = redacted;

	if (jeudumetro_op(cut) == JEUDUMETRO_DISCARD)
		write_discard(seat, cut, json);
	else if (seat == MP_CHANCE)
		write_chance(setup, state, cut, json);
	else
		write_play(setup, state, seat, cut, viewer, json);
}
