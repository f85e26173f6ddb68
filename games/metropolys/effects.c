/* SPDX-License-Identifier: MIT
 *
 * Metropolys: what a move does, as a viewer is told it.
 *
 * Effects: start {seat}; out {districts}; token_laid {kind, place}; dealt {seat, card: area or
 * kind, name}; bid {seat, place, height, value}; pass {seat}; forced_pass {seats}, in
 * turn; returned {seat,
 * place, value}; call_won {seat, place, height, value, gains: {seat, points}}; token {seat, kind,
 * place}; card {card: subway or site, seat, from}; highest {district, seats, from}; worth {seat,
 * points, parts: {cause, points}}, told to the bidder alone: what everybody's score would gain if
 * this building stayed.
 */
#include "state.h"

#include <metropole/text.h>

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

static void forced_effect(unsigned forced, unsigned from, unsigned players, struct mp_json *json)
{
	if (!forced)
		return;
	open_effect("forced_pass", json);
	mp_json_array(json, "seats");
	for (unsigned i = 1; i < players; i++)
		if (forced >> (from + i) % players & 1)
			mp_json_int(json, NULL, (from + i) % players + 1);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static void card_effect(const char *card, unsigned before, unsigned after, struct mp_json *json)
{
	if (before == after)
		return;
	open_effect("card", json);
	mp_json_str(json, "card", card);
	mp_json_int(json, "seat", after);
	metropolys_json_holder("from", before, json);
	mp_json_end_object(json);
}

/* Who has the highest building of each district (MY-42), where that changed. */
static void highest_effects(const struct mp_setup *setup, const struct metropolys_state *before,
                            const struct metropolys_state *after, struct mp_json *json)
{
	unsigned was[METROPOLYS_DISTRICTS] = {0}, is[METROPOLYS_DISTRICTS] = {0};

	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		struct metropolys_points then, now;

		metropolys_count(setup, before, seat, &then);
		metropolys_count(setup, after, seat, &now);
		for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
			was[d] |= (then.highest >> d & 1) << seat;
			is[d] |= (now.highest >> d & 1) << seat;
		}
	}
	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
		if (was[d] == is[d])
			continue;
		open_effect("highest", json);
		mp_json_str(json, "district", metropolys_districts[d]);
		mp_json_seats(json, "seats", is[d]);
		mp_json_seats(json, "from", was[d]);
		mp_json_end_object(json);
	}
}

/* Whose score the building changes, as far as the viewer can tell: its owner's first, then those
 * from whom it takes a card or a district. */
static void write_gains(const struct mp_setup *setup, const struct metropolys_state *before,
                        const struct metropolys_state *after, unsigned winner, struct mp_json *json)
{
	unsigned players = (unsigned)setup->players;

	mp_json_array(json, "gains");
	for (unsigned i = 0; i < players; i++) {
		unsigned seat = (winner + i) % players;
		struct metropolys_points was, is;
		int points;

		metropolys_count(setup, before, seat, &was);
		metropolys_count(setup, after, seat, &is);
		points = metropolys_total(&is) - metropolys_total(&was);
		if (points == 0)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "points", points);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

static void award_effects(const struct mp_setup *setup, struct metropolys_state *s,
                          struct mp_json *json)
{
	const struct metropolys_state before = *s;
	unsigned value = metropolys_last(s);
	unsigned place = metropolys_bid_place(s, value), winner = metropolys_bid_seat(s, value);

	metropolys_award(s);
	metropolys_open_building("call_won", winner, place, value, json);
	write_gains(setup, &before, s, winner, json);
	mp_json_end_object(json);
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
		if (before.token[t] >> place & 1) {
			open_effect("token", json);
			mp_json_int(json, "seat", winner + 1);
			mp_json_str(json, "kind", metropolys_tokens[t]);
			mp_json_str(json, "place", metropolys_map.name[place]);
			mp_json_end_object(json);
		}
	card_effect("subway", before.subway_card, s->subway_card, json);
	card_effect("site", before.site_card, s->site_card, json);
	highest_effects(setup, &before, s, json);
	for (unsigned back = before.bids & ~(1u << value); back; back &= back - 1) {
		unsigned v = metropolys_set_first(back);

		metropolys_json_building("returned", metropolys_bid_seat(&before, v),
		                         metropolys_bid_place(&before, v), v, json);
	}
}

static void write_part(const char *cause, int points, struct mp_json *json)
{
	if (points == 0)
		return;
	mp_json_object(json, NULL);
	mp_json_str(json, "cause", cause);
	mp_json_int(json, "points", points);
	mp_json_end_object(json);
}

static void worth_effect(unsigned seat, const struct metropolys_points *was,
                         const struct metropolys_points *is, struct mp_json *json)
{
	open_effect("worth", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_int(json, "points", metropolys_total(is) - metropolys_total(was));
	mp_json_array(json, "parts");
	write_part("trendy", is->trendy - was->trendy, json);
	write_part("subway", is->subway - was->subway, json);
	write_part("subway_card", is->subway_card - was->subway_card, json);
	write_part("site", is->site - was->site, json);
	write_part("site_card", is->site_card - was->site_card, json);
	write_part("area_card", is->area - was->area, json);
	write_part("kind_card", is->kind - was->kind, json);
	write_part("highest",
	           5 * ((int)metropolys_set_size(is->highest) - (int)metropolys_set_size(was->highest)),
	           json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

/* What the last building placed would be worth if nobody outbid it: to its owner first, then to
 * those from whom it would take a card or a district. */
static void worth_effects(const struct mp_setup *setup, const struct metropolys_state *before,
                          const struct metropolys_state *placed, unsigned seat,
                          struct mp_json *json)
{
	struct metropolys_state after = *placed;
	unsigned players = (unsigned)setup->players;

	metropolys_award(&after);
	for (unsigned i = 0; i < players; i++) {
		unsigned who = (seat + i) % players;
		struct metropolys_points was, is;

		metropolys_count(setup, before, who, &was);
		metropolys_count(setup, &after, who, &is);
		if (i == 0 || metropolys_total(&was) != metropolys_total(&is))
			worth_effect(who, &was, &is, json);
	}
}

static void turn_effects(const struct mp_setup *setup, struct metropolys_state *s, unsigned seat,
                         mp_move move, int viewer, struct mp_json *json)
{
	const struct metropolys_state before = *s;
	unsigned players = (unsigned)setup->players, forced;
	bool goes_on;

	if (metropolys_type(move) == METROPOLYS_MOVE_BID) {
		metropolys_place(s, seat, metropolys_a(move), metropolys_b(move));
		metropolys_json_building("bid", seat, metropolys_b(move), metropolys_a(move), json);
		if (viewer == (int)seat)
			worth_effects(setup, &before, s, seat, json);
	} else {
		s->passed |= (uint8_t)(1u << seat);
		seat_effect("pass", seat, json);
	}
	goes_on = metropolys_pass_on(s, players, &forced);
	forced_effect(forced, seat, players, json);
	if (!goes_on)
		award_effects(setup, s, json);
}

static void chance_effects(mp_move move, struct mp_json *json)
{
	unsigned a = metropolys_a(move), b = metropolys_b(move);

	switch (metropolys_type(move)) {
	case METROPOLYS_MOVE_START:
		seat_effect("start", a, json);
		return;
	case METROPOLYS_MOVE_OUT:
		open_effect("out", json);
		metropolys_json_districts("districts", metropolys_out_set[a], json);
		break;
	case METROPOLYS_MOVE_TOKEN:
		open_effect("token_laid", json);
		mp_json_str(json, "kind", metropolys_tokens[a]);
		mp_json_str(json, "place", metropolys_map.name[b]);
		break;
	case METROPOLYS_MOVE_AREA:
	case METROPOLYS_MOVE_KIND:
		open_effect("dealt", json);
		mp_json_int(json, "seat", a + 1);
		mp_json_str(json, "card", metropolys_type(move) == METROPOLYS_MOVE_AREA ? "area" : "kind");
		metropolys_json_or_null("name",
		                        metropolys_type(move) == METROPOLYS_MOVE_AREA
		                            ? metropolys_area_name(b)
		                            : metropolys_kind_name(b),
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

	if (seat == MP_CHANCE)
		chance_effects(cut, json);
	else
		turn_effects(setup, &s, (unsigned)seat, cut, viewer, json);
}
