/* SPDX-License-Identifier: MIT
 *
 * What is shown of a position. Members of a view:
 *
 *   owners     80 entries, plots 10 to 89: a seat, or null
 *   buildings  in the order of building: {"kind", "plots", "owners": [{"seat", "plots", "points"}],
 *              "value", "why"}; plots of an owner are how many they supplied, points are twelfths.
 *              why adds up to value: {"cause": "base", "points"}, then where they count
 *              {"cause": "site", "site": "park", "points"}, {"cause": "neighbour", "kind",
 *              "number", "points"} for each kind that changes the value, and {"cause": "floor",
 *              "points"} if the sum would be below 0 (points of `why` are whole points)
 *   stock      pieces left: {"kind", "form", "left"}; form is the plots' last digits at the upper
 *              left of a district, which tells a piece from its mirror image
 *   open       the open cards, ascending
 *   deck       cards left in the pile
 *   deals      open deals: {"seat", "deal": "trade", "to", "give", "ask", "waiting", "gains"} or
 *              {"seat", "deal": "joint", "kind", "plots", "partners", "waiting", "value",
 * "shares"}; shares: {"seat", "plots", "points"} of each side, points in twelfths; waiting: the
 *              seats that have yet to answer; gains, for both sides: {"seat", "now", "then"}, the
 *              building {"kind", "plots", "value"} worth most that the side could build alone now
 *              and after the trade, or null
 *   phase      "start", "deal", "open", "take", "build", "extra" or "over"
 *   rights     for each open card: {"plot", "seats"}: who may have it
 *   unbuildable  kinds that the seat on turn cannot build alone now: {"kind", "reason", "size"};
 *              reason: "card" (is due first), "stock", "plots" (of this form it has none) or
 * "barred" (MS-11)
 *   prospects  what empty plots are good for: {"seat", "kind", "plots", "value"}, for each of them
 * the building worth most that its owner could build on it alone, as far as there is one
 */
#include "state.h"

#include <metropole/text.h>

void metropolis_json_plots(struct mp_json *json, const char *key, unsigned district, unsigned mask)
{
	mp_json_array(json, key);
	for (; mask; mask &= mask - 1)
		mp_json_int(json, NULL, (int)district * METROPOLIS_DIGITS + metropolis_lowest(mask) + 10);
	mp_json_end_array(json);
}

/* Members of an open object. */
void metropolis_json_deal(struct mp_json *json, const struct metropolis_state *state, int seat)
{
	mp_move deal = state->deal[seat];
	uint16_t building = metropolis_move_building(deal);
	int given = metropolis_offer_given(deal), i = 0;

	if (metropolis_move_op(deal) == METROPOLIS_OP_JOINT) {
		mp_json_int(json, "seat", seat + 1);
		mp_json_str(json, "deal", "joint");
		mp_json_str(json, "kind", metropolis_kind_names[metropolis_building_kind(building)]);
		metropolis_json_plots(json, "plots", metropolis_building_district(building),
		                      metropolis_building_mask(building));
		mp_json_seats(json, "partners", metropolis_owners(state, building) & ~(1u << seat));
	} else {
		mp_json_int(json, "seat", seat + 1);
		mp_json_str(json, "deal", "trade");
		mp_json_int(json, "to", metropolis_move_seat(deal) + 1);
		mp_json_array(json, "give");
		for (; i < given; i++)
			mp_json_int(json, NULL, metropolis_offer_plot(deal, i) + 10);
		mp_json_end_array(json);
		mp_json_array(json, "ask");
		for (; i < METROPOLIS_OFFER_PLOTS && metropolis_offer_plot(deal, i) >= 0; i++)
			mp_json_int(json, NULL, metropolis_offer_plot(deal, i) + 10);
		mp_json_end_array(json);
	}
	mp_json_seats(json, "waiting", metropolis_answerers(state, seat));
}

static void write_owners(const struct mp_setup *setup, const struct metropolis_state *state,
                         struct mp_json *json)
{
	mp_json_array(json, "owners");
	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++) {
		int owner = 0;

		while (owner < setup->players &&
		       !(state->owned[owner][metropolis_plot_district(plot)] & metropolis_plot_bit(plot)))
			owner++;
		if (owner < setup->players)
			mp_json_int(json, NULL, owner + 1);
		else
			mp_json_null(json, NULL);
	}
	mp_json_end_array(json);
}

static void write_cause(struct mp_json *json, const char *cause, const char *key, const char *name,
                        int number, int points)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "cause", cause);
	if (key)
		mp_json_str(json, key, name);
	if (number)
		mp_json_int(json, "number", number);
	mp_json_int(json, "points", points);
	mp_json_end_object(json);
}

void metropolis_json_why(const struct mp_setup *setup, unsigned kind,
                         const struct metropolis_worth *worth, struct mp_json *json)
{
	unsigned site = metropolis_tables(setup)->values.kind[kind].site;

	mp_json_array(json, "why");
	write_cause(json, "base", NULL, NULL, 0, worth->base);
	if (worth->site)
		write_cause(json, "site", "site", metropolis_site_names[site], 0, worth->site);
	for (int cause = 0; cause < METROPOLIS_KINDS; cause++)
		if (worth->number[cause])
			write_cause(json, "neighbour", "kind", metropolis_kind_names[cause],
			            worth->number[cause], worth->change[cause]);
	if (worth->floor)
		write_cause(json, "floor", NULL, NULL, 0, worth->floor);
	mp_json_end_array(json);
}

static void write_building(const struct mp_setup *setup, const struct metropolis_state *state,
                           uint16_t building, struct mp_json *json)
{
	unsigned kind = metropolis_building_kind(building),
			 district = metropolis_building_district(building);
	unsigned mask = metropolis_building_mask(building);
	int size = metropolis_tables(setup)->values.kind[kind].size;
	struct metropolis_worth worth;

	metropolis_worth(setup, state, building, &worth);
	mp_json_object(json, NULL);
	mp_json_str(json, "kind", metropolis_kind_names[kind]);
	metropolis_json_plots(json, "plots", district, mask);
	mp_json_array(json, "owners");
	for (int seat = 0; seat < setup->players; seat++) {
		int plots = metropolis_popcount(state->owned[seat][district] & mask);

		if (plots == 0)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "plots", plots);
		mp_json_int(json, "points", metropolis_part(state, building, size, worth.value, seat));
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_int(json, "value", worth.value);
	metropolis_json_why(setup, kind, &worth, json);
	mp_json_end_object(json);
}

static void write_stock(const struct mp_setup *setup, const struct metropolis_state *state,
                        struct mp_json *json)
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;

	mp_json_array(json, "stock");
	for (int i = 0; i < values->n_pieces; i++) {
		mp_json_object(json, NULL);
		mp_json_str(json, "kind", metropolis_kind_names[values->piece[i].kind]);
		mp_json_array(json, "form");
		for (unsigned form = values->piece[i].form; form; form &= form - 1)
			mp_json_int(json, NULL, metropolis_lowest(form));
		mp_json_end_array(json);
		mp_json_int(json, "left", state->stock[i]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

static void write_cards(const struct mp_setup *setup, const struct metropolis_state *state,
                        struct mp_json *json)
{
	mp_json_array(json, "open");
	for (int i = 0; i < state->n_open; i++)
		mp_json_int(json, NULL, state->open[i] + 10);
	mp_json_end_array(json);
	mp_json_int(json, "deck", state->pile);
	mp_json_array(json, "rights");
	for (int i = 0; i < state->n_open; i++) {
		mp_json_object(json, NULL);
		mp_json_int(json, "plot", state->open[i] + 10);
		mp_json_seats(json, "seats", metropolis_right(setup, state, state->open[i]));
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void metropolis_view(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	static const char *const phases[] = {"start", "deal", "open", "take", "build", "extra", "over"};
	const struct metropolis_state *state = redacted;

	(void)viewer;
	mp_json_str(json, "phase", phases[state->phase]);
	write_owners(setup, state, json);
	mp_json_array(json, "buildings");
	for (int i = 0; i < state->n_buildings; i++)
		write_building(setup, state, state->building[i], json);
	mp_json_end_array(json);
	write_stock(setup, state, json);
	write_cards(setup, state, json);
	metropolis_json_unbuildable(setup, state, json);
	mp_json_array(json, "prospects");
	for (int seat = 0; seat < setup->players; seat++)
		metropolis_json_prospects(setup, state, seat, NULL, json);
	mp_json_end_array(json);
	mp_json_array(json, "deals");
	for (int seat = 0; seat < setup->players; seat++) {
		if (!state->deal[seat])
			continue;
		mp_json_object(json, NULL);
		metropolis_json_deal(json, state, seat);
		metropolis_json_gains(setup, state, seat, json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}
