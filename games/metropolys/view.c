/* SPDX-License-Identifier: MIT
 *
 * What a viewer is shown. The caller has redacted the state: an unknown card is
 * null here, and nothing in this file could say more. Places are names, seats are counted from 1.
 *
 * View: out: districts; tokens: {place, kind}; built: {place, seat, height, value}; bids: {place,
 * seat, height, value} of this call, in order; passed: seats; left: for each seat the values that
 * are neither built nor placed in this call; taken: for each seat {trendy, subway, site}; cards:
 * for each seat {area} or {area, kind}; special: {subway, site}, the seats that have the special
 * cards; pays: {place, points}, the free neighbourhoods where a building adds to the viewer's own
 * secret cards at once. Heights are small, medium, tall.
 */
#include "state.h"

#include <metropole/text.h>

static const char *height_name(unsigned value)
{
	static const char *const names[] = {"", "small", "medium", "tall"};

	return names[metropolys_height(value)];
}

void metropolys_json_or_null(const char *key, const char *name, struct mp_json *json)
{
	if (name)
		mp_json_str(json, key, name);
	else
		mp_json_null(json, key);
}

/* A seat, 1-based; 0 is nobody. */
void metropolys_json_holder(const char *key, unsigned holder, struct mp_json *json)
{
	if (holder)
		mp_json_int(json, key, holder);
	else
		mp_json_null(json, key);
}

const char *metropolys_area_name(unsigned card)
{
	return card && card != METROPOLYS_UNKNOWN ? metropolys_areas[card] : NULL;
}

const char *metropolys_kind_name(unsigned card)
{
	return card && card != METROPOLYS_UNKNOWN ? metropolys_kinds[card - 1] : NULL;
}

void metropolys_json_districts(const char *key, unsigned set, struct mp_json *json)
{
	mp_json_array(json, key);
	for (; set; set &= set - 1)
		mp_json_str(json, NULL, metropolys_districts[metropolys_set_first(set)]);
	mp_json_end_array(json);
}

void metropolys_open_building(const char *type, unsigned seat, unsigned place, unsigned value,
                              struct mp_json *json)
{
	mp_json_object(json, NULL);
	if (type)
		mp_json_str(json, "type", type);
	mp_json_str(json, "place", metropolys_map.name[place]);
	mp_json_int(json, "seat", seat + 1);
	mp_json_str(json, "height", height_name(value));
	mp_json_int(json, "value", value);
}

void metropolys_json_building(const char *type, unsigned seat, unsigned place, unsigned value,
                              struct mp_json *json)
{
	metropolys_open_building(type, seat, place, value, json);
	mp_json_end_object(json);
}

static void write_board(const struct metropolys_state *s, unsigned players, struct mp_json *json)
{
	metropolys_json_districts("out", s->out, json);
	mp_json_array(json, "tokens");
	for (unsigned place = 0; place < METROPOLYS_PLACES; place++)
		for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
			if (s->token[t] >> place & 1) {
				mp_json_object(json, NULL);
				mp_json_str(json, "place", metropolys_map.name[place]);
				mp_json_str(json, "kind", metropolys_tokens[t]);
				mp_json_end_object(json);
			}
	mp_json_end_array(json);
	mp_json_array(json, "built");
	for (unsigned place = 0; place < METROPOLYS_PLACES; place++)
		for (unsigned seat = 0; seat < players; seat++)
			if (s->built[seat] >> place & 1)
				metropolys_json_building(NULL, seat, place, metropolys_value(s, place), json);
	mp_json_end_array(json);
	mp_json_array(json, "bids");
	for (unsigned bids = s->bids; bids; bids &= bids - 1) {
		unsigned value = metropolys_set_first(bids);

		metropolys_json_building(NULL, metropolys_bid_seat(s, value),
		                         metropolys_bid_place(s, value), value, json);
	}
	mp_json_end_array(json);
	mp_json_seats(json, "passed", s->passed);
}

static void write_seats(const struct mp_setup *setup, const struct metropolys_state *s,
                        struct mp_json *json)
{
	mp_json_array(json, "left");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_array(json, NULL);
		for (unsigned hand = s->hand[seat]; hand; hand &= hand - 1)
			mp_json_int(json, NULL, metropolys_set_first(hand));
		mp_json_end_array(json);
	}
	mp_json_end_array(json);
	mp_json_array(json, "taken");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(json, NULL);
		for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
			mp_json_int(json, metropolys_tokens[t], s->taken[seat][t]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_array(json, "cards");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(json, NULL);
		metropolys_json_or_null("area", metropolys_area_name(s->area[seat]), json);
		if (setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_EXPERT)
			metropolys_json_or_null("kind", metropolys_kind_name(s->kind[seat]), json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_object(json, "special");
	metropolys_json_holder("subway", s->subway_card, json);
	metropolys_json_holder("site", s->site_card, json);
	mp_json_end_object(json);
}

static void write_pays(const struct mp_setup *setup, const struct metropolys_state *s, int viewer,
                       struct mp_json *json)
{
	mp_json_array(json, "pays");
	for (uint64_t free = viewer < setup->players ? s->free : 0; free; free &= free - 1) {
		unsigned place = metropolys_set_first(free);
		int points = metropolys_card_gain(setup, s, (unsigned)viewer, place);

		if (points == 0)
			continue;
		mp_json_object(json, NULL);
		mp_json_str(json, "place", metropolys_map.name[place]);
		mp_json_int(json, "points", points);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void metropolys_view(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	write_board(redacted, (unsigned)setup->players, json);
	write_seats(setup, redacted, json);
	write_pays(setup, redacted, viewer, json);
}
