/* SPDX-License-Identifier: MIT
 *
 * How a move changes the state: buildings placed, turns passed on, calls won, tokens and special
 * cards changing hands. Trusts that the move is legal.
 */
#include "state.h"

void metropolys_place(struct metropolys_state *s, unsigned seat, unsigned value, unsigned place)
{
	s->hand[seat] &= (uint16_t) ~(1u << value);
	s->free &= ~metropolys_place_bit(place);
	s->bids |= (uint16_t)(1u << value);
	s->bid[value] = (uint8_t)(place | seat << 6);
}

/* MY-21, MY-23: clockwise, past those who have passed, and passing for those who cannot outbid.
 * Back at who placed last, everybody else has passed: the call is over (MY-24). */
bool metropolys_pass_on(struct metropolys_state *s, unsigned players, unsigned *forced)
{
	unsigned last = metropolys_last(s);
	unsigned leader = metropolys_bid_seat(s, last);
	unsigned higher = (unsigned)METROPOLYS_ALL_VALUES << last;
	bool is_room = s->free & metropolys_map.near[metropolys_bid_place(s, last)];
	unsigned passed_for = 0;
	unsigned seat = s->turn;
	bool goes_on = false;

	for (;;) {
		seat = seat + 1 == players ? 0 : seat + 1;
		if (seat == leader)
			break;
		if (s->passed >> seat & 1)
			continue;
		if (is_room && s->hand[seat] & higher) {
			goes_on = true;
			break;
		}
		passed_for |= 1u << seat;
	}
	s->turn = (uint8_t)seat;
	s->passed |= (uint8_t)passed_for;
	if (forced)
		*forced = passed_for;
	return goes_on;
}

/* MY-25: the subway card goes to the first with a token, then to whoever has strictly more than its
 * holder; the site card to whoever took a site token last. */
static void take_token(struct metropolys_state *s, unsigned seat, uint64_t bit)
{
	unsigned t = 0;

	while (!(s->token[t] & bit))
		if (++t == METROPOLYS_TOKENS)
			return;
	s->token[t] ^= bit;
	s->taken[seat][t]++;
	if (t == METROPOLYS_SITE)
		s->site_card = (uint8_t)(seat + 1);
	else if (t == METROPOLYS_SUBWAY &&
	         (!s->subway_card ||
	          s->taken[seat][METROPOLYS_SUBWAY] > s->taken[s->subway_card - 1][METROPOLYS_SUBWAY]))
		s->subway_card = (uint8_t)(seat + 1);
}

/* MY-24, MY-26, MY-27: the last building placed is built, its token taken, all others go back; the
 * winner opens the next call unless the 13th building ends the game. */
void metropolys_award(struct metropolys_state *s)
{
	unsigned value = metropolys_last(s);
	unsigned place = metropolys_bid_place(s, value), winner = metropolys_bid_seat(s, value);

	for (unsigned back = s->bids & ~(1u << value); back; back &= back - 1) {
		unsigned v = metropolys_set_first(back);

		s->hand[metropolys_bid_seat(s, v)] |= (uint16_t)(1u << v);
		s->free |= metropolys_place_bit(metropolys_bid_place(s, v));
	}
	s->bids = 0;
	memset(s->bid, 0, sizeof s->bid);
	s->passed = 0;
	s->built[winner] |= metropolys_place_bit(place);
	for (unsigned i = 0; i < 4; i++)
		s->value_bit[i] |= (uint64_t)(value >> i & 1) << place;
	take_token(s, winner, metropolys_place_bit(place));
	s->turn = (uint8_t)winner;
	if (s->hand[winner] == 0)
		s->phase = METROPOLYS_PHASE_OVER;
}

static void apply_chance(const struct mp_setup *setup, struct metropolys_state *s, mp_move move)
{
	unsigned a = metropolys_a(move), b = metropolys_b(move);

	switch (metropolys_type(move)) {
	case METROPOLYS_MOVE_START:
		s->turn = (uint8_t)a;
		s->phase++;
		break;
	case METROPOLYS_MOVE_OUT:
		metropolys_open_city(s, metropolys_out_set[a]);
		s->phase++;
		break;
	case METROPOLYS_MOVE_TOKEN:
		s->token[a] |= metropolys_place_bit(b);
		break;
	case METROPOLYS_MOVE_AREA:
		s->area[a] = (uint8_t)b;
		break;
	case METROPOLYS_MOVE_KIND:
		s->kind[a] = (uint8_t)b;
		break;
	default:
		assert(0);
	}
	metropolys_settle(setup, s);
}

void metropolys_apply(const struct mp_setup *setup, void *state, int seat, mp_move move)
{
	struct metropolys_state *s = state;

	if (seat == MP_CHANCE) {
		apply_chance(setup, s, move);
		return;
	}
	if (metropolys_type(move) == METROPOLYS_MOVE_BID)
		metropolys_place(s, (unsigned)seat, metropolys_a(move), metropolys_b(move));
	else
		s->passed |= (uint8_t)(1u << seat);
	if (!metropolys_pass_on(s, (unsigned)setup->players, NULL))
		metropolys_award(s);
}
