/* SPDX-License-Identifier: MIT
 *
 * What Metropolis' sentences are about: what a player may do, the city told to somebody who does
 * not see it, and why this very plot or building is refused. The sentences are in words.en and
 * words.fr.
 */
#include "state.h"

#include <metropole/text.h>

static void begin(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void write_open(const char *key, const struct metropolis_state *state, struct mp_json *json)
{
	mp_json_array(json, key);
	for (int i = 0; i < state->n_open; i++)
		mp_json_int(json, NULL, state->open[i] + 10);
	mp_json_end_array(json);
}

/* Those on turn have their turn, and who is asked has an answer to give; it may be both. */
void metropolis_prompt(const struct mp_setup *setup, const void *redacted, int seat,
                       struct mp_json *json)
{
	const struct metropolis_state *state = redacted;

	if (seat == state->turn) {
		begin(state->phase == METROPOLIS_PHASE_TAKE    ? "take"
		      : state->phase == METROPOLIS_PHASE_EXTRA ? "extra"
		                                               : "build",
		      json);
		if (state->phase == METROPOLIS_PHASE_TAKE)
			write_open("plots", state, json);
		mp_json_end_object(json);
	}
	for (int from = 0; from < setup->players; from++) {
		if (!state->deal[from] || !(metropolis_answerers(state, from) >> seat & 1))
			continue;
		begin("answer", json);
		mp_json_int(json, "from", from + 1);
		mp_json_end_object(json);
	}
	if (!state->deal[seat])
		return;
	begin("wait", json);
	mp_json_end_object(json);
}

static void read_owner(const struct metropolis_state *state, int seat, struct mp_json *json)
{
	begin("owner", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_array(json, "plots");
	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++)
		if (metropolis_empty_of(state, seat, metropolis_plot_district(plot)) &
		    metropolis_plot_bit(plot))
			mp_json_int(json, NULL, plot + 10);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

/* Whose the plot is; nothing if it is nobody's. */
static void write_owner(const struct metropolis_state *state, int plot, struct mp_json *json)
{
	int district = metropolis_plot_district(plot);

	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++)
		if (state->owned[seat][district] & metropolis_plot_bit(plot))
			mp_json_int(json, "owner", seat + 1);
}

/* Plots beside some of the seat's own: whose they are, and what stands on them. */
static void write_beside(const struct metropolis_state *state, int district, unsigned mask,
                         struct mp_json *json)
{
	mp_json_array(json, "near");
	for (unsigned rest = metropolis_beside(mask); rest; rest &= rest - 1) {
		int plot = district * METROPOLIS_DIGITS + metropolis_lowest(rest);

		mp_json_object(json, NULL);
		mp_json_int(json, "plot", plot + 10);
		write_owner(state, plot, json);
		if (state->built[district] & metropolis_plot_bit(plot))
			mp_json_bool(json, "built", true);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

/* What lies side by side is what can be built on. */
static void read_groups(const struct metropolis_state *state, int seat, struct mp_json *json)
{
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		unsigned empty = metropolis_empty_of(state, seat, district);

		for (unsigned rest = empty; rest;) {
			unsigned group = rest & -rest, more = group;

			for (; more; group |= more)
				more = metropolis_beside(group) & empty;
			rest &= ~group;
			begin("group", json);
			mp_json_int(json, "seat", seat + 1);
			metropolis_json_plots(json, "plots", (unsigned)district, group);
			write_beside(state, district, group, json);
			mp_json_end_object(json);
		}
	}
}

static void read_building(const struct mp_setup *setup, const struct metropolis_state *state,
                          uint16_t building, struct mp_json *json)
{
	struct metropolis_worth worth;

	metropolis_worth(setup, state, building, &worth);
	begin("building", json);
	mp_json_str(json, "kind", metropolis_kind_names[metropolis_building_kind(building)]);
	metropolis_json_plots(json, "plots", metropolis_building_district(building),
	                      metropolis_building_mask(building));
	mp_json_seats(json, "seats", metropolis_owners(state, building));
	mp_json_int(json, "value", worth.value);
	mp_json_end_object(json);
}

static void read_stock(const struct mp_setup *setup, const struct metropolis_state *state,
                       struct mp_json *json)
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;
	int left[METROPOLIS_KINDS] = {0};

	for (int i = 0; i < values->n_pieces; i++)
		left[values->piece[i].kind] += state->stock[i];
	begin("stock", json);
	mp_json_array(json, "stock");
	for (int kind = 0; kind < METROPOLIS_KINDS; kind++) {
		if (!left[kind])
			continue;
		mp_json_object(json, NULL);
		mp_json_str(json, "kind", metropolis_kind_names[kind]);
		mp_json_int(json, "n", left[kind]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_end_object(json);
}

void metropolis_read(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	const struct metropolis_state *state = redacted;

	begin("open", json);
	write_open("plots", state, json);
	mp_json_int(json, "deck", state->pile);
	mp_json_end_object(json);
	for (int seat = 0; seat < setup->players; seat++)
		read_owner(state, seat, json);
	if (viewer < setup->players) {
		read_groups(state, viewer, json);
		metropolis_json_prospects(setup, state, viewer, "good", json);
	}
	for (int i = 0; i < state->n_buildings; i++)
		read_building(setup, state, state->building[i], json);
	for (int seat = 0; seat < setup->players; seat++) {
		if (!state->deal[seat])
			continue;
		begin("offer", json);
		metropolis_json_deal(json, state, seat);
		mp_json_end_object(json);
		if (metropolis_move_op(state->deal[seat]) != METROPOLIS_OP_JOINT)
			continue;
		begin("share", json);
		mp_json_str(json, "kind",
		            metropolis_kind_names[metropolis_building_kind(
						metropolis_move_building(state->deal[seat]))]);
		metropolis_json_gains(setup, state, seat, json);
		mp_json_end_object(json);
	}
	read_stock(setup, state, json);
}

static void explain_card(const struct mp_setup *setup, const struct metropolis_state *state,
                         mp_move move, struct mp_json *json)
{
	mp_json_int(json, "plot", metropolis_move_plot(move) + 10);
	if (metropolis_move_op(move) == METROPOLIS_OP_GIVE)
		mp_json_int(json, "to", metropolis_move_seat(move) + 1);
	write_owner(state, metropolis_move_plot(move), json);
	write_open("open", state, json);
	mp_json_seats(json, "seats", metropolis_right(setup, state, metropolis_move_plot(move)));
}

/* Of a kind with two forms one may be out of stock: how plots lie that take the other, and whether
 * it is so; none if it is out of stock wholly. */
static void write_forms(const struct mp_setup *setup, const struct metropolis_state *state,
                        unsigned kind, struct mp_json *json)
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;
	unsigned form = 0;
	bool gone = false;

	for (int i = 0; i < values->n_pieces; i++) {
		if (values->piece[i].kind != kind)
			continue;
		if (state->stock[i])
			form = values->piece[i].form;
		else
			gone = true;
	}
	metropolis_json_plots(json, "left", 0, form);
	mp_json_bool(json, "gone", gone && form);
}

static void explain_building(const struct mp_setup *setup, const struct metropolis_state *state,
                             mp_move move, struct mp_json *json)
{
	uint16_t building = metropolis_move_building(move);

	if (metropolis_move_is_stray(move))
		return;
	mp_json_str(json, "kind", metropolis_kind_names[metropolis_building_kind(building)]);
	metropolis_json_plots(json, "plots", metropolis_building_district(building),
	                      metropolis_building_mask(building));
	write_forms(setup, state, metropolis_building_kind(building), json);
}

static void explain_offer(mp_move move, struct mp_json *json)
{
	int given = metropolis_offer_given(move), i = 0;

	mp_json_int(json, "to", metropolis_move_seat(move) + 1);
	mp_json_array(json, "give");
	for (; i < given && i < METROPOLIS_OFFER_PLOTS; i++)
		mp_json_int(json, NULL, metropolis_offer_plot(move, i) + 10);
	mp_json_end_array(json);
	mp_json_array(json, "ask");
	for (; i < METROPOLIS_OFFER_PLOTS && metropolis_offer_plot(move, i) >= 0; i++)
		mp_json_int(json, NULL, metropolis_offer_plot(move, i) + 10);
	mp_json_end_array(json);
}

void metropolis_explain(const struct mp_setup *setup, const void *redacted, int seat, mp_move move,
                        const struct mp_rule *rule, struct mp_json *json)
{
	const struct metropolis_state *state = redacted;

	(void)seat;
	(void)rule;
	switch (metropolis_move_op(move)) {
	case METROPOLIS_OP_TAKE:
	case METROPOLIS_OP_GIVE:
		explain_card(setup, state, move, json);
		break;
	case METROPOLIS_OP_BUILD:
	case METROPOLIS_OP_JOINT:
		explain_building(setup, state, move, json);
		break;
	case METROPOLIS_OP_OFFER:
		explain_offer(move, json);
		break;
	case METROPOLIS_OP_ACCEPT:
	case METROPOLIS_OP_DECLINE:
		mp_json_int(json, "from", metropolis_move_seat(move) + 1);
		break;
	default:
		break;
	}
}
