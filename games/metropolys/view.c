/* SPDX-License-Identifier: MIT
 *
 * What a viewer is shown. The caller has redacted the state and cut the move: an unknown card is
 * null here, and nothing in this file could say more. Places are names, seats are counted from 1.
 *
 * View: out: districts; tokens: {place, kind}; built: {place, seat, height, value}; bids: {place,
 * seat, height, value} of this call, in order; passed: seats; left: for each seat the values that
 * are neither built nor placed in this call; taken: for each seat {trendy, subway, site}; cards:
 * for each seat {area} or {area, kind}; special: {subway, site}, the seats that have the special
 * cards. Heights are small, medium, tall.
 *
 * Effects: start {seat}; out {districts}; token_laid {kind, place}; dealt {seat, card: area or
 * kind, name}; bid {seat, place, height, value}; pass {seat}; forced_pass {seat}; returned {seat,
 * place, value}; call_won {seat, place, height, value}; token {seat, kind, place}; card {card:
 * subway or site, seat, from}.
 */
#include "state.h"

#include <metropole/text.h>

static const char *height_name(unsigned value)
{
	static const char *const names[] = {"", "small", "medium", "tall"};

	return names[metropolys_height(value)];
}

static void write_or_null(const char *key, const char *name, struct mp_json *json)
{
	if (name)
		mp_json_str(json, key, name);
	else
		mp_json_null(json, key);
}

/* A seat, 1-based; 0 is nobody. */
static void write_holder(const char *key, unsigned holder, struct mp_json *json)
{
	if (holder)
		mp_json_int(json, key, holder);
	else
		mp_json_null(json, key);
}

static const char *area_name(unsigned card)
{
	return card && card != UNKNOWN ? metropolys_areas[card] : NULL;
}

static const char *kind_name(unsigned card)
{
	return card && card != UNKNOWN ? metropolys_kinds[card - 1] : NULL;
}

static void write_places(const char *key, uint64_t set, struct mp_json *json)
{
	mp_json_array(json, key);
	for (; set; set &= set - 1)
		mp_json_str(json, NULL, metropolys_map.name[set_first(set)]);
	mp_json_end_array(json);
}

static void write_districts(const char *key, unsigned set, struct mp_json *json)
{
	mp_json_array(json, key);
	for (; set; set &= set - 1)
		mp_json_str(json, NULL, metropolys_districts[set_first(set)]);
	mp_json_end_array(json);
}

static void write_building(const char *type, unsigned seat, unsigned place, unsigned value,
                           struct mp_json *json)
{
	mp_json_object(json, NULL);
	if (type)
		mp_json_str(json, "type", type);
	mp_json_str(json, "place", metropolys_map.name[place]);
	mp_json_int(json, "seat", seat + 1);
	mp_json_str(json, "height", height_name(value));
	mp_json_int(json, "value", value);
	mp_json_end_object(json);
}

static void write_board(const struct metropolys_state *s, unsigned players, struct mp_json *json)
{
	write_districts("out", s->out, json);
	mp_json_array(json, "tokens");
	for (unsigned place = 0; place < PLACES; place++)
		for (unsigned t = 0; t < TOKENS; t++)
			if (s->token[t] >> place & 1) {
				mp_json_object(json, NULL);
				mp_json_str(json, "place", metropolys_map.name[place]);
				mp_json_str(json, "kind", metropolys_tokens[t]);
				mp_json_end_object(json);
			}
	mp_json_end_array(json);
	mp_json_array(json, "built");
	for (unsigned place = 0; place < PLACES; place++)
		for (unsigned seat = 0; seat < players; seat++)
			if (s->built[seat] >> place & 1)
				write_building(NULL, seat, place, metropolys_value(s, place), json);
	mp_json_end_array(json);
	mp_json_array(json, "bids");
	for (unsigned bids = s->bids; bids; bids &= bids - 1) {
		unsigned value = set_first(bids);

		write_building(NULL, bid_seat(s, value), bid_place(s, value), value, json);
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
			mp_json_int(json, NULL, set_first(hand));
		mp_json_end_array(json);
	}
	mp_json_end_array(json);
	mp_json_array(json, "taken");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(json, NULL);
		for (unsigned t = 0; t < TOKENS; t++)
			mp_json_int(json, metropolys_tokens[t], s->taken[seat][t]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_array(json, "cards");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(json, NULL);
		write_or_null("area", area_name(s->area[seat]), json);
		if (setup->option[OPTION_VERSION] == EXPERT)
			write_or_null("kind", kind_name(s->kind[seat]), json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_object(json, "special");
	write_holder("subway", s->subway_card, json);
	write_holder("site", s->site_card, json);
	mp_json_end_object(json);
}

void metropolys_view(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	(void)viewer;
	write_board(redacted, (unsigned)setup->players, json);
	write_seats(setup, redacted, json);
}

static void open_effect(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void seat_effect(const char *type, unsigned seat, struct mp_json *json)
{
	open_effect(type, json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_end_object(json);
}

static void card_effect(const char *card, unsigned before, unsigned after, struct mp_json *json)
{
	if (before == after)
		return;
	open_effect("card", json);
	mp_json_str(json, "card", card);
	mp_json_int(json, "seat", after);
	write_holder("from", before, json);
	mp_json_end_object(json);
}

static void award_effects(struct metropolys_state *s, struct mp_json *json)
{
	const struct metropolys_state before = *s;
	unsigned value = metropolys_last(s);
	unsigned place = bid_place(s, value), winner = bid_seat(s, value);

	metropolys_award(s);
	write_building("call_won", winner, place, value, json);
	for (unsigned t = 0; t < TOKENS; t++)
		if (before.token[t] >> place & 1) {
			open_effect("token", json);
			mp_json_int(json, "seat", winner + 1);
			mp_json_str(json, "kind", metropolys_tokens[t]);
			mp_json_str(json, "place", metropolys_map.name[place]);
			mp_json_end_object(json);
		}
	card_effect("subway", before.subway_card, s->subway_card, json);
	card_effect("site", before.site_card, s->site_card, json);
	for (unsigned back = before.bids & ~(1u << value); back; back &= back - 1) {
		unsigned v = set_first(back);

		write_building("returned", bid_seat(&before, v), bid_place(&before, v), v, json);
	}
}

static void turn_effects(const struct mp_setup *setup, struct metropolys_state *s, unsigned seat,
                         mp_move move, struct mp_json *json)
{
	unsigned players = (unsigned)setup->players, forced;
	bool goes_on;

	if (metropolys_type(move) == MOVE_BID) {
		metropolys_place(s, seat, metropolys_a(move), metropolys_b(move));
		write_building("bid", seat, metropolys_b(move), metropolys_a(move), json);
	} else {
		s->passed |= (uint8_t)(1u << seat);
		seat_effect("pass", seat, json);
	}
	goes_on = metropolys_pass_on(s, players, &forced);
	for (unsigned i = 1; i < players; i++)
		if (forced >> (seat + i) % players & 1)
			seat_effect("forced_pass", (seat + i) % players, json);
	if (!goes_on)
		award_effects(s, json);
}

static void chance_effects(mp_move move, struct mp_json *json)
{
	unsigned a = metropolys_a(move), b = metropolys_b(move);

	switch (metropolys_type(move)) {
	case MOVE_START:
		seat_effect("start", a, json);
		return;
	case MOVE_OUT:
		open_effect("out", json);
		write_districts("districts", metropolys_out_set[a], json);
		break;
	case MOVE_TOKEN:
		open_effect("token_laid", json);
		mp_json_str(json, "kind", metropolys_tokens[a]);
		mp_json_str(json, "place", metropolys_map.name[b]);
		break;
	case MOVE_AREA:
	case MOVE_KIND:
		open_effect("dealt", json);
		mp_json_int(json, "seat", a + 1);
		mp_json_str(json, "card", metropolys_type(move) == MOVE_AREA ? "area" : "kind");
		write_or_null("name", metropolys_type(move) == MOVE_AREA ? area_name(b) : kind_name(b),
		              json);
		break;
	default:
		assert(0);
	}
	mp_json_end_object(json);
}

void metropolys_effects(const struct mp_setup *setup, const void *redacted, int seat, mp_move cut,
                        int viewer, struct mp_json *json)
{
	struct metropolys_state s = *(const struct metropolys_state *)redacted;

	(void)viewer;
	if (seat == MP_CHANCE)
		chance_effects(cut, json);
	else
		turn_effects(setup, &s, (unsigned)seat, cut, json);
}

/* Opens an entry of the breakdown; the caller may add to it and closes it. */
static void open_points(unsigned seat, const char *rule, int points, const char *cause,
                        struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_int(json, "seat", seat + 1);
	mp_json_str(json, "rule", rule);
	mp_json_int(json, "points", points);
	mp_json_str(json, "cause", cause);
}

static void write_points(unsigned seat, const char *rule, int points, const char *cause,
                         struct mp_json *json)
{
	if (points == 0)
		return;
	open_points(seat, rule, points, cause, json);
	mp_json_end_object(json);
}

static void write_cards(const struct mp_setup *setup, const struct metropolys_state *s,
                        unsigned seat, const struct metropolys_points *points, struct mp_json *json)
{
	unsigned card = s->area[seat];
	uint64_t group[GROUPS_MAX];
	unsigned n = 0;

	if (points->area && setup->option[OPTION_VERSION] == FAMILY) {
		open_points(seat, "MY-31", points->area, metropolys_areas[card], json);
		write_places("places", s->built[seat] & metropolys_area_places(card), json);
		mp_json_end_object(json);
	} else if (points->area) {
		n = metropolys_find_groups(card, s->built[seat], group);
	}
	for (unsigned i = 0; i < n; i++) {
		open_points(seat, "MY-43", points->area / (int)n, metropolys_areas[card], json);
		write_places("places", group[i], json);
		mp_json_end_object(json);
	}
	if (points->kind) {
		card = s->kind[seat] - 1u;
		open_points(seat, "MY-41", points->kind, metropolys_kinds[card], json);
		write_places("places", s->built[seat] & metropolys_map.kind[card], json);
		mp_json_end_object(json);
	}
}

void metropolys_breakdown(const struct mp_setup *setup, const void *redacted, int viewer,
                          struct mp_json *json)
{
	const struct metropolys_state *s = redacted;
	const char *tokens = setup->option[OPTION_VERSION] == FAMILY ? "MY-30" : "MY-40";

	(void)viewer;
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		struct metropolys_points points;

		metropolys_count(setup, s, seat, &points);
		write_points(seat, tokens, points.trendy, "trendy", json);
		write_points(seat, tokens, points.subway, "subway", json);
		write_points(seat, tokens, points.subway_card, "subway card", json);
		write_points(seat, tokens, points.site, "site", json);
		write_points(seat, tokens, points.site_card, "site card", json);
		write_cards(setup, s, seat, &points, json);
		for (unsigned d = 0; d < DISTRICTS; d++)
			if (points.highest >> d & 1) {
				open_points(seat, "MY-42", 5, "highest", json);
				mp_json_str(json, "district", metropolys_districts[d]);
				mp_json_end_object(json);
			}
	}
}
