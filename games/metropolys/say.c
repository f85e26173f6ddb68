/* SPDX-License-Identifier: MIT
 *
 * What Metropolys' sentences are about: what a bidder may do, the map told to somebody who does not
 * see it, and why this building does not outbid there. The sentences are in words.en and words.fr.
 */
#include "state.h"

#include <metropole/text.h>

static void begin(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void write_place(const char *key, unsigned place, struct mp_json *json)
{
	mp_json_str(json, key, metropolys_map.name[place]);
}

static void write_left(const struct metropolys_state *s, unsigned seat, struct mp_json *json)
{
	mp_json_array(json, "left");
	for (unsigned hand = s->hand[seat]; hand; hand &= hand - 1)
		mp_json_int(json, NULL, metropolys_set_first(hand));
	mp_json_end_array(json);
}

void metropolys_prompt(const struct mp_setup *setup, const void *redacted, int seat,
                       struct mp_json *json)
{
	const struct metropolys_state *s = redacted;
	unsigned last = metropolys_last(s);

	(void)setup;
	(void)seat;
	begin(last ? "outbid" : "open", json);
	if (last) {
		mp_json_int(json, "value", last);
		write_place("place", metropolys_bid_place(s, last), json);
		mp_json_int(json, "seat", metropolys_bid_seat(s, last) + 1);
	}
	mp_json_end_object(json);
}

static void read_out(const struct metropolys_state *s, struct mp_json *json)
{
	if (!s->out)
		return;
	begin("out", json);
	mp_json_array(json, "districts");
	for (unsigned out = s->out; out; out &= out - 1)
		mp_json_str(json, NULL, metropolys_districts[metropolys_set_first(out)]);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static void read_call(const struct metropolys_state *s, struct mp_json *json)
{
	begin(s->bids ? "bids" : "nobids", json);
	if (s->bids) {
		mp_json_array(json, "bids");
		for (unsigned bids = s->bids; bids; bids &= bids - 1) {
			unsigned value = metropolys_set_first(bids);

			mp_json_object(json, NULL);
			mp_json_int(json, "seat", metropolys_bid_seat(s, value) + 1);
			mp_json_int(json, "value", value);
			write_place("place", metropolys_bid_place(s, value), json);
			mp_json_end_object(json);
		}
		mp_json_end_array(json);
	}
	mp_json_end_object(json);
	if (!s->passed)
		return;
	begin("passed", json);
	mp_json_seats(json, "seats", s->passed);
	mp_json_end_object(json);
}

static void read_seat(const struct metropolys_state *s, unsigned seat, struct mp_json *json)
{
	static const char *const height[] = {"", "small", "medium", "tall"};

	begin("built", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_array(json, "built");
	for (uint64_t built = s->built[seat]; built; built &= built - 1) {
		unsigned place = metropolys_set_first(built);

		mp_json_object(json, NULL);
		write_place("place", place, json);
		mp_json_str(json, "height", height[metropolys_height(metropolys_value(s, place))]);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	write_left(s, seat, json);
	mp_json_end_object(json);
	begin("taken", json);
	mp_json_int(json, "seat", seat + 1);
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
		mp_json_int(json, metropolys_tokens[t], s->taken[seat][t]);
	mp_json_end_object(json);
}

/* A seat (counted from 1) holds a special card. */
static void read_special(const char *card, unsigned holder, struct mp_json *json)
{
	if (!holder)
		return;
	begin("special", json);
	mp_json_int(json, "seat", holder);
	mp_json_str(json, "card", card);
	mp_json_end_object(json);
}

static void read_card(const char *card, const char *name, struct mp_json *json)
{
	begin("card", json);
	mp_json_str(json, "card", card);
	mp_json_str(json, "name", name);
	mp_json_end_object(json);
}

static void read_tokens(const struct metropolys_state *s, unsigned t, struct mp_json *json)
{
	if (!s->token[t])
		return;
	begin("tokens", json);
	mp_json_str(json, "kind", metropolys_tokens[t]);
	mp_json_array(json, "places");
	for (uint64_t set = s->token[t]; set; set &= set - 1)
		write_place(NULL, metropolys_set_first(set), json);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

void metropolys_read(const struct mp_setup *setup, const void *redacted, int viewer,
                     struct mp_json *json)
{
	const struct metropolys_state *s = redacted;

	read_call(s, json);
	if (viewer < setup->players && s->area[viewer] && s->area[viewer] != METROPOLYS_UNKNOWN)
		read_card("area", metropolys_areas[s->area[viewer]], json);
	if (viewer < setup->players && s->kind[viewer] && s->kind[viewer] != METROPOLYS_UNKNOWN)
		read_card("kind", metropolys_kinds[s->kind[viewer] - 1], json);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
		read_seat(s, seat, json);
	read_special("subway", s->subway_card, json);
	read_special("site", s->site_card, json);
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
		read_tokens(s, t, json);
	read_out(s, json);
}

void metropolys_explain(const struct mp_setup *setup, const void *redacted, int seat, mp_move move,
                        const struct mp_rule *rule, struct mp_json *json)
{
	const struct metropolys_state *s = redacted;
	unsigned last = metropolys_last(s);

	(void)setup;
	(void)rule;
	if (metropolys_type(move) != METROPOLYS_MOVE_BID)
		return;
	mp_json_int(json, "value", metropolys_a(move));
	write_place("place", metropolys_b(move), json);
	if (last) {
		mp_json_int(json, "last", last);
		write_place("last_place", metropolys_bid_place(s, last), json);
	}
	write_left(s, (unsigned)seat, json);
}
