/* SPDX-License-Identifier: MIT
 *
 * Metropolys: what forbids a move, as the rule that says so.
 */
#include "state.h"

static const struct mp_rule must_open = {
	"MY-20", "You open this call for proposals: place one of your buildings.", "must_open"};
static const struct mp_rule not_yours = {
	"MY-21", "This is a move of chance. On your turn you place a building or pass.", "not_yours"};
static const struct mp_rule value_built = {
	"MY-13", "You have already built this value. Choose one of those you have left.",
	"value_built"};
static const struct mp_rule value_placed = {
	"MY-22", "This building of yours is already placed in this call. Choose another one.",
	"value_placed"};
static const struct mp_rule place_out = {
	"MY-11", "This neighbourhood is in a district that is out of the game. Choose another one.",
	"place_out"};
static const struct mp_rule place_taken = {
	"MY-22", "There is already a building on this neighbourhood. Choose a free one.",
	"place_taken"};
static const struct mp_rule too_low = {
	"MY-21", "To outbid, place a building of a higher value than the last one, or pass.",
	"too_low"};
static const struct mp_rule too_far = {
	"MY-21", "To outbid, place your building next to the last one, by a road or a bridge, or pass.",
	"too_far"};

static const struct mp_rule *check_bid(const struct metropolys_state *s, unsigned seat,
                                       unsigned value, unsigned place)
{
	unsigned last = metropolys_last(s);

	if (s->out >> metropolys_map.district_of[place] & 1)
		return &place_out;
	if (!(s->free >> place & 1))
		return &place_taken;
	if (!(s->hand[seat] >> value & 1))
		return s->bids >> value & 1 && metropolys_bid_seat(s, value) == seat ? &value_placed
		                                                                     : &value_built;
	if (last && value <= last)
		return &too_low;
	if (last && !(metropolys_map.near[metropolys_bid_place(s, last)] >> place & 1))
		return &too_far;
	return NULL;
}

const struct mp_rule *metropolys_check_cut(const struct mp_setup *setup, const void *state,
                                           int viewer, int seat, mp_move move)
{
	const struct metropolys_state *s = state;

	if (seat == MP_CHANCE)
		return metropolys_check_chance(setup, s, viewer, move);
	switch (metropolys_type(move)) {
	case METROPOLYS_MOVE_PASS:
		return s->bids ? NULL : &must_open;
	case METROPOLYS_MOVE_BID:
		return check_bid(s, (unsigned)seat, metropolys_a(move), metropolys_b(move));
	default:
		return &not_yours;
	}
}

const struct mp_rule *metropolys_check(const struct mp_setup *setup, const void *state, int seat,
                                       mp_move move)
{
	return metropolys_check_cut(setup, state, MP_ALL, seat, move);
}

const struct mp_rule *metropolys_check_chance(const struct mp_setup *setup,
                                              const struct metropolys_state *s, int viewer,
                                              mp_move move)
{
	static const struct mp_rule rules[] = {
		[METROPOLYS_PHASE_START] =
			{"MY-15", "The starting player is drawn first: ~start and a seat at this table.", NULL},
		[METROPOLYS_PHASE_OUT] =
			{"MY-11",
	         "The districts out of the game are drawn now: play ~out with one district "
	         "(3 players) or two adjacent ones (2 players).",
	         NULL},
		[METROPOLYS_PHASE_LAYING] =
			{"MY-12",
	         "Tokens go to the centre, west, north, east and south in this order, "
	         "only as many of a kind as there are, one to a neighbourhood and none "
	         "in a blind alley.",
	         NULL},
		[METROPOLYS_PHASE_AREA] =
			{"MY-14",
	         "Area cards are dealt now, seat by seat: play ~area with the next seat "
	         "and a card that nobody has.",
	         NULL},
		[METROPOLYS_PHASE_KIND] =
			{"MY-14",
	         "Neighbourhood cards are dealt now, seat by seat: play ~kind with the "
	         "next seat and a card that nobody has.",
	         NULL},
	};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = metropolys_chance(setup, s, outcomes);

	for (size_t i = 0; i < n; i++)
		if (metropolys_cut(setup, s, MP_CHANCE, outcomes[i].move, viewer) == move)
			return NULL;
	return &rules[s->phase];
}
