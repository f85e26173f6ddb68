/* SPDX-License-Identifier: MIT
 *
 * Everything before the first call: options, the start player, districts out of the game, tokens,
 * secret cards. All of it is chance that an option may fix. And what holds in every state.
 */
#include "state.h"

#include <metropole/text.h>

/* MY-10 */
const uint8_t metropolys_token_count[METROPOLYS_PLAYERS_MAX + 1][METROPOLYS_TOKENS] = {
	[2] = {[METROPOLYS_TRENDY] = 5, [METROPOLYS_SUBWAY] = 6, [METROPOLYS_SITE] = 6},
	[3] = {[METROPOLYS_TRENDY] = 8, [METROPOLYS_SUBWAY] = 7, [METROPOLYS_SITE] = 7},
	[4] = {[METROPOLYS_TRENDY] = 9, [METROPOLYS_SUBWAY] = 9, [METROPOLYS_SITE] = 9},
};

/* The indices of option out that fit a number of players (MY-11). */
bool metropolys_does_out_fit(int players, unsigned out)
{
	return players == 3   ? out >= 1 && out <= 4
	       : players == 2 ? out >= 5 && out < METROPOLYS_OUTS
	                      : out == 0;
}

bool metropolys_prepare(const struct mp_setup *setup, void *tables, struct mp_text *why)
{
	unsigned out = (unsigned)setup->option[METROPOLYS_OPTION_OUT];

	(void)tables;
	if (out == 0)
		return true;
	if (setup->option[METROPOLYS_OPTION_LAYOUT] == METROPOLYS_LAYOUT_FIRST) {
		mp_text_str(why, "Option out cannot be set with layout first, which says itself which "
		                 "districts are out. Leave it empty, or take layout random.");
		return false;
	}
	if (metropolys_does_out_fit(setup->players, out))
		return true;
	mp_text_str(why, "Option out: ");
	if (setup->players == 4)
		mp_text_str(why, "with 4 players every district is in the game. Leave it empty.");
	else if (setup->players == 3)
		mp_text_str(why, "with 3 players one district is out. Name west, north, east or south.");
	else
		mp_text_str(why, "with 2 players two adjacent districts are out. Name north east, east "
		                 "south, south west or west north.");
	return false;
}

/* MY-14: the area cards in use. */
unsigned metropolys_area_deck(const struct mp_setup *setup)
{
	unsigned deck = 1u << METROPOLYS_BRIDGES | 1u << METROPOLYS_STATUE | 1u << METROPOLYS_LAKE;

	if (setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_EXPERT)
		return deck | 1u << METROPOLYS_DISTRICT | 1u << METROPOLYS_CHAINS;
	return setup->players == 2 ? deck : deck | 1u << METROPOLYS_BORDERS;
}

/* MY-12: tokens go to the centre first, then west, north, east, south. */
int metropolys_laying_district(const struct metropolys_state *s)
{
	static const uint8_t order[METROPOLYS_DISTRICTS] = {
		METROPOLYS_CENTRE, METROPOLYS_WEST, METROPOLYS_NORTH, METROPOLYS_EAST, METROPOLYS_SOUTH};
	uint64_t laid =
		s->token[METROPOLYS_TRENDY] | s->token[METROPOLYS_SUBWAY] | s->token[METROPOLYS_SITE];

	for (unsigned i = 0; i < METROPOLYS_DISTRICTS; i++) {
		unsigned d = order[i], quota = d == METROPOLYS_CENTRE ? 7 : 5;

		if (!(s->out >> d & 1) && metropolys_set_size(laid & metropolys_map.district[d]) < quota)
			return (int)d;
	}
	return -1;
}

/* Has chance something left to draw in this phase? */
static bool is_due(const struct mp_setup *setup, const struct metropolys_state *s)
{
	int last = setup->players - 1;
	bool random = setup->option[METROPOLYS_OPTION_LAYOUT] == METROPOLYS_LAYOUT_RANDOM;

	switch ((enum metropolys_phase)s->phase) {
	case METROPOLYS_PHASE_START:
		return setup->option[METROPOLYS_OPTION_START] == 0;
	case METROPOLYS_PHASE_OUT:
		return random && setup->players < 4 && setup->option[METROPOLYS_OPTION_OUT] == 0;
	case METROPOLYS_PHASE_LAYING:
		return random && metropolys_laying_district(s) >= 0;
	case METROPOLYS_PHASE_AREA:
		return s->area[last] == 0;
	case METROPOLYS_PHASE_KIND:
		return setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_EXPERT && s->kind[last] == 0;
	default:
		return true;
	}
}

void metropolys_settle(const struct mp_setup *setup, struct metropolys_state *s)
{
	while (!is_due(setup, s))
		s->phase++;
}

void metropolys_open_city(struct metropolys_state *s, uint8_t out)
{
	s->out = out;
	s->free = 0;
	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++)
		if (!(out >> d & 1))
			s->free |= metropolys_map.district[d];
}

void metropolys_init(const struct mp_setup *setup, void *state)
{
	struct metropolys_state *s = state;

	for (int seat = 0; seat < setup->players; seat++)
		s->hand[seat] = METROPOLYS_ALL_VALUES;
	if (setup->option[METROPOLYS_OPTION_START] > 0)
		s->turn = (uint8_t)(setup->option[METROPOLYS_OPTION_START] - 1);
	metropolys_open_city(s, metropolys_out_set[setup->option[METROPOLYS_OPTION_OUT]]);
	if (setup->option[METROPOLYS_OPTION_LAYOUT] == METROPOLYS_LAYOUT_FIRST) {
		metropolys_open_city(s, metropolys_map.first_out[setup->players]);
		for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
			s->token[t] = metropolys_map.first_token[t] & s->free;
	}
	metropolys_settle(setup, s);
}

static bool is_flaw_in_cards(const uint8_t *card, unsigned players, unsigned deck)
{
	for (unsigned seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++) {
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

	for (unsigned v = 1; v <= METROPOLYS_VALUES; v++)
		if (s->bids >> v & 1 && metropolys_bid_seat(s, v) == seat) {
			if (values >> v & 1)
				return true;
			values |= 1u << v;
		}
	for (uint64_t rest = s->built[seat]; rest; rest &= rest - 1) {
		unsigned v = metropolys_value(s, metropolys_set_first(rest));

		if (values >> v & 1)
			return true;
		values |= 1u << v;
	}
	return values != METROPOLYS_ALL_VALUES;
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
	for (unsigned v = 1; v <= METROPOLYS_VALUES; v++)
		if (s->bids >> v & 1)
			occupied |= metropolys_place_bit(metropolys_bid_place(s, v));
	for (unsigned d = 0; d < METROPOLYS_DISTRICTS; d++) {
		uint64_t want = s->out >> d & 1 ? 0 : metropolys_map.district[d] & ~occupied;

		if ((s->free & metropolys_map.district[d]) != want)
			return "free neighbourhoods are not those in play without a building";
	}
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++) {
		unsigned n = metropolys_set_size(s->token[t]);

		for (unsigned seat = 0; seat < players; seat++)
			n += s->taken[seat][t];
		if (s->phase > METROPOLYS_PHASE_LAYING ? n != metropolys_token_count[players][t]
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
