/* SPDX-License-Identifier: MIT
 *
 * Points: tokens and special cards (MY-30), family area cards (MY-31), expert cards and heights
 * (MY-40 to MY-43), the winners (MY-44). A card that is unknown or not dealt scores nothing.
 */
#include "state.h"

#include <metropole/text.h>

/* MY-31 */
uint64_t metropolys_area_places(unsigned card)
{
	switch (card) {
	case METROPOLYS_BRIDGES:
		return metropolys_map.by_bridge;
	case METROPOLYS_STATUE:
		return metropolys_map.by_statue;
	case METROPOLYS_LAKE:
		return metropolys_map.by_lake;
	case METROPOLYS_BORDERS:
		return metropolys_map.border;
	default:
		return 0;
	}
}

/* MY-42: heights as one number that compares as the buildings do, tallest first. At most 13 of each
 * height fit 4 bits. Tall is 10–13, medium 6–9, read off the bits of the values. */
static unsigned heights(const struct metropolys_state *s, unsigned seat, unsigned district)
{
	const uint64_t *v = s->value_bit;
	uint64_t own = s->built[seat] & metropolys_map.district[district];
	uint64_t tall = own & v[3] & (v[2] | v[1]);
	uint64_t medium = own & ~tall & (v[3] | (v[2] & v[1]));

	return metropolys_set_size(tall) << 8 | metropolys_set_size(medium) << 4 |
	       metropolys_set_size(own & ~tall & ~medium);
}

static unsigned highest(const struct metropolys_state *s, unsigned players, unsigned seat)
{
	unsigned districts = 0;

	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
		unsigned own = heights(s, seat, d);
		bool is_best = own > 0;

		for (unsigned other = 0; other < players && is_best; other++)
			is_best = heights(s, other, d) <= own;
		districts |= (unsigned)is_best << d;
	}
	return districts;
}

static int area_points(unsigned card, uint64_t built)
{
	static const uint8_t each[METROPOLYS_AREAS + 1] = {[METROPOLYS_BRIDGES] = 4,
	                                                   [METROPOLYS_STATUE] = 7,
	                                                   [METROPOLYS_LAKE] = 5,
	                                                   [METROPOLYS_DISTRICT] = 4,
	                                                   [METROPOLYS_CHAINS] = 4};

	return each[card] * (int)metropolys_groups(card, built);
}

void metropolys_count(const struct mp_setup *setup, const struct metropolys_state *s, unsigned seat,
                      struct metropolys_points *points)
{
	const uint8_t *taken = s->taken[seat];
	uint64_t built = s->built[seat];

	*points = (struct metropolys_points){
		.trendy = 3 * taken[METROPOLYS_TRENDY],
		.subway = taken[METROPOLYS_SUBWAY],
		.subway_card = s->subway_card == seat + 1 ? 3 : 0,
		.site = -taken[METROPOLYS_SITE],
		.site_card = s->site_card == seat + 1 ? -2 : 0,
	};
	if (setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY) {
		points->area = 3 * (int)metropolys_set_size(built & metropolys_area_places(s->area[seat]));
		return;
	}
	points->area = area_points(s->area[seat], built);
	if (s->kind[seat] && s->kind[seat] != METROPOLYS_UNKNOWN)
		points->kind = 2 * (int)metropolys_set_size(built & metropolys_map.kind[s->kind[seat] - 1]);
	points->highest = highest(s, (unsigned)setup->players, seat);
}

int metropolys_total(const struct metropolys_points *p)
{
	return p->trendy + p->subway + p->subway_card + p->site + p->site_card + p->area + p->kind +
	       5 * (int)metropolys_set_size(p->highest);
}

int metropolys_card_gain(const struct mp_setup *setup, const struct metropolys_state *s,
                         unsigned seat, unsigned place)
{
	struct metropolys_points before, after;
	struct metropolys_state with = *s;

	with.built[seat] |= metropolys_place_bit(place);
	metropolys_count(setup, s, seat, &before);
	metropolys_count(setup, &with, seat, &after);
	return after.area + after.kind - before.area - before.kind;
}

void metropolys_score(const struct mp_setup *setup, const void *state, int32_t score[MP_SEATS])
{
	const struct metropolys_state *s = state;
	struct metropolys_points points;

	memset(score, 0, MP_SEATS * sizeof *score);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		metropolys_count(setup, s, seat, &points);
		score[seat] = metropolys_total(&points);
	}
}

/* MY-44 */
unsigned metropolys_winners(const struct mp_setup *setup, const void *state)
{
	const struct metropolys_state *s = state;
	int32_t score[MP_SEATS], best = INT32_MIN;
	unsigned winners = 0;

	if (s->phase != METROPOLYS_PHASE_OVER)
		return 0;
	metropolys_score(setup, s, score);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		int32_t rank = score[seat] * 16 + (int32_t)metropolys_set_size(s->built[seat]);

		if (rank > best) {
			best = rank;
			winners = 0;
		}
		if (rank == best)
			winners |= 1u << seat;
	}
	return winners;
}

static void write_places(const char *key, uint64_t set, struct mp_json *json)
{
	mp_json_array(json, key);
	for (; set; set &= set - 1)
		mp_json_str(json, NULL, metropolys_map.name[metropolys_set_first(set)]);
	mp_json_end_array(json);
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
	uint64_t group[METROPOLYS_GROUPS_MAX];
	unsigned n = 0;

	if (points->area && setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY) {
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
	const char *tokens =
		setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY ? "MY-30" : "MY-40";

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
		for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++)
			if (points.highest >> d & 1) {
				open_points(seat, "MY-42", 5, "highest", json);
				mp_json_str(json, "district", metropolys_districts[d]);
				mp_json_end_object(json);
			}
	}
}
