/* SPDX-License-Identifier: MIT
 *
 * Points: tokens and special cards (MY-30), family area cards (MY-31), expert cards and heights
 * (MY-40 to MY-43), the winners (MY-44). A card that is unknown or not dealt scores nothing.
 */
#include "state.h"

/* MY-31 */
uint64_t metropolys_area_places(unsigned card)
{
	switch (card) {
	case BRIDGES:
		return metropolys_map.by_bridge;
	case STATUE:
		return metropolys_map.by_statue;
	case LAKE:
		return metropolys_map.by_lake;
	case BORDERS:
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

	return set_size(tall) << 8 | set_size(medium) << 4 | set_size(own & ~tall & ~medium);
}

static unsigned highest(const struct metropolys_state *s, unsigned players, unsigned seat)
{
	unsigned districts = 0;

	for (unsigned d = 0; d < DISTRICTS; d++) {
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
	static const uint8_t each[AREAS + 1] = {
		[BRIDGES] = 4, [STATUE] = 7, [LAKE] = 5, [DISTRICT] = 4, [CHAINS] = 4};

	return each[card] * (int)metropolys_groups(card, built);
}

void metropolys_count(const struct mp_setup *setup, const struct metropolys_state *s, unsigned seat,
                      struct metropolys_points *points)
{
	const uint8_t *taken = s->taken[seat];
	uint64_t built = s->built[seat];

	*points = (struct metropolys_points){
		.trendy = 3 * taken[TRENDY],
		.subway = taken[SUBWAY],
		.subway_card = s->subway_card == seat + 1 ? 3 : 0,
		.site = -taken[SITE],
		.site_card = s->site_card == seat + 1 ? -2 : 0,
	};
	if (setup->option[OPTION_VERSION] == FAMILY) {
		points->area = 3 * (int)set_size(built & metropolys_area_places(s->area[seat]));
		return;
	}
	points->area = area_points(s->area[seat], built);
	if (s->kind[seat] && s->kind[seat] != UNKNOWN)
		points->kind = 2 * (int)set_size(built & metropolys_map.kind[s->kind[seat] - 1]);
	points->highest = highest(s, (unsigned)setup->players, seat);
}

static int total(const struct metropolys_points *p)
{
	return p->trendy + p->subway + p->subway_card + p->site + p->site_card + p->area + p->kind +
	       5 * (int)set_size(p->highest);
}

void metropolys_score(const struct mp_setup *setup, const void *state, int32_t score[MP_SEATS])
{
	const struct metropolys_state *s = state;
	struct metropolys_points points;

	memset(score, 0, MP_SEATS * sizeof *score);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		metropolys_count(setup, s, seat, &points);
		score[seat] = total(&points);
	}
}

/* MY-44 */
unsigned metropolys_winners(const struct mp_setup *setup, const void *state)
{
	const struct metropolys_state *s = state;
	int32_t score[MP_SEATS], best = INT32_MIN;
	unsigned winners = 0;

	if (s->phase != OVER)
		return 0;
	metropolys_score(setup, s, score);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		int32_t rank = score[seat] * 16 + (int32_t)set_size(s->built[seat]);

		if (rank > best) {
			best = rank;
			winners = 0;
		}
		if (rank == best)
			winners |= 1u << seat;
	}
	return winners;
}

static bool is_flaw_in_cards(const uint8_t *card, unsigned players, unsigned deck)
{
	for (unsigned seat = 0; seat < PLAYERS_MAX; seat++) {
		if (card[seat] && (seat >= players || !(deck >> card[seat] & 1)))
			return true;
		if (card[seat])
			deck &= ~(1u << card[seat]);
	}
	return false;
}

/* The 13 values of a seat are available, placed in this call, or built. */
static bool is_flaw_in_buildings(const struct metropolys_state *s, unsigned seat)
{
	unsigned values = s->hand[seat];

	for (unsigned v = 1; v <= VALUES; v++)
		if (s->bids >> v & 1 && bid_seat(s, v) == seat) {
			if (values >> v & 1)
				return true;
			values |= 1u << v;
		}
	for (uint64_t rest = s->built[seat]; rest; rest &= rest - 1) {
		unsigned v = metropolys_value(s, set_first(rest));

		if (values >> v & 1)
			return true;
		values |= 1u << v;
	}
	return values != ALL_VALUES;
}

const char *metropolys_flaw(const struct mp_setup *setup, const void *state)
{
	const struct metropolys_state *s = state;
	unsigned players = (unsigned)setup->players;
	uint64_t occupied = 0, laid = 0;

	for (unsigned seat = 0; seat < players; seat++) {
		if (is_flaw_in_buildings(s, seat))
			return "a seat's buildings are not its thirteen";
		if (occupied & s->built[seat])
			return "two buildings on one neighbourhood";
		occupied |= s->built[seat];
	}
	for (unsigned v = 1; v <= VALUES; v++)
		if (s->bids >> v & 1)
			occupied |= place_bit(bid_place(s, v));
	for (unsigned d = 0; d < DISTRICTS; d++) {
		uint64_t want = s->out >> d & 1 ? 0 : metropolys_map.district[d] & ~occupied;

		if ((s->free & metropolys_map.district[d]) != want)
			return "free neighbourhoods are not those in play without a building";
	}
	for (unsigned t = 0; t < TOKENS; t++) {
		unsigned n = set_size(s->token[t]);

		for (unsigned seat = 0; seat < players; seat++)
			n += s->taken[seat][t];
		if (s->phase > LAYING ? n != metropolys_token_count[players][t]
		                      : n > metropolys_token_count[players][t])
			return "tokens were lost or made";
		if (laid & s->token[t] || s->token[t] & metropolys_map.blind_alley)
			return "a token lies where none may";
		laid |= s->token[t];
	}
	if (is_flaw_in_cards(s->area, players, metropolys_area_deck(setup)) ||
	    is_flaw_in_cards(s->kind, players, 0x3e))
		return "a card is dealt twice or is not in the game";
	return s->turn < players ? NULL : "no such seat is on turn";
}
