/* SPDX-License-Identifier: MIT
 *
 * Deals between players (MS-50 to MS-53): who must answer one, what ends one, carrying a trade
 * out, and the free-form offers that no list holds.
 */
#include "state.h"

#include <metropole/rng.h>

/* The owners of the plots under (or meant for) a building. */
unsigned metropolis_owners(const struct metropolis_state *state, uint16_t building)
{
	unsigned owners = 0;

	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++)
		if (state->owned[seat][metropolis_building_district(building)] &
		    metropolis_building_mask(building))
			owners |= 1u << seat;
	return owners;
}

/* Those who have yet to answer the open deal of a seat. */
unsigned metropolis_answerers(const struct metropolis_state *state, int seat)
{
	mp_move deal = state->deal[seat];

	return metropolis_move_op(deal) == METROPOLIS_OP_OFFER ? 1u << metropolis_move_seat(deal)
	                                                       : state->waiting;
}

static bool touches(mp_move deal, int district, unsigned mask)
{
	if (metropolis_move_op(deal) == METROPOLIS_OP_JOINT)
		return (int)metropolis_building_district(metropolis_move_building(deal)) == district &&
		       (metropolis_building_mask(metropolis_move_building(deal)) & mask);
	for (int i = 0; i < METROPOLIS_OFFER_PLOTS; i++) {
		int plot = metropolis_offer_plot(deal, i);

		if (plot >= 0 && metropolis_plot_district(plot) == district &&
		    metropolis_plot_bit(plot) & mask)
			return true;
	}
	return false;
}

/* MS-51: ends the deals about plots that have changed owner or been built on. A joint building
 * cannot outlive its turn, and every other building ends the turn: so stock and MS-11 cannot
 * change while one is open. */
void metropolis_void_touched(struct metropolis_state *state, int district, unsigned mask)
{
	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++) {
		if (!state->deal[seat] || !touches(state->deal[seat], district, mask))
			continue;
		if (metropolis_move_op(state->deal[seat]) == METROPOLIS_OP_JOINT)
			state->waiting = 0;
		state->deal[seat] = 0;
	}
}

/* Carries an offer out, wholly. */
void metropolis_trade(struct metropolis_state *state, int from)
{
	mp_move deal = state->deal[from];
	int to = metropolis_move_seat(deal);

	state->deal[from] = 0;
	for (int i = 0; i < METROPOLIS_OFFER_PLOTS; i++) {
		int plot = metropolis_offer_plot(deal, i), district = metropolis_plot_district(plot);
		int giver = i < metropolis_offer_given(deal) ? from : to, taker = giver == from ? to : from;

		if (plot < 0)
			continue;
		state->owned[giver][district] &= (uint16_t)~metropolis_plot_bit(plot);
		state->owned[taker][district] |= (uint16_t)metropolis_plot_bit(plot);
		metropolis_void_touched(state, district, metropolis_plot_bit(plot));
	}
}

bool metropolis_is_free(mp_move move)
{
	return metropolis_move_op(move) == METROPOLIS_OP_OFFER;
}

static int count_empty(const struct metropolis_state *state, int seat)
{
	int n = 0;

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		n += metropolis_popcount(metropolis_empty_of(state, seat, district));
	return n;
}

bool metropolis_can_offer(const struct mp_setup *setup, const void *memory, int seat)
{
	const struct metropolis_state *state = memory;

	if (!setup->option[METROPOLIS_OPTION_DEALS] || metropolis_turn(setup, state) < 0 ||
	    state->deal[seat])
		return false;
	for (int other = 0; other < setup->players; other++)
		if (count_empty(state, other) > 0)
			return true; /* to give, or to ask for */
	return false;
}

/* Picks n of a seat's empty plots and appends them, ascending, to the plots of an offer. */
static mp_move append_plots(const struct metropolis_state *state, int seat, int n, int at,
                            struct mp_rng *rng, mp_move offer)
{
	int left = count_empty(state, seat);

	for (int plot = 0; plot < METROPOLIS_PLOTS && n > 0; plot++) {
		if (!(metropolis_empty_of(state, seat, metropolis_plot_district(plot)) &
		      metropolis_plot_bit(plot)))
			continue;
		if ((int)mp_rng_below(rng, (uint32_t)left--) < n) {
			offer |= (mp_move)(plot + 1) << (7 * at++);
			n--;
		}
	}
	return offer;
}

static int at_most(int n, int max)
{
	return n < max ? n : max;
}

bool metropolis_sample_free(const struct mp_setup *setup, const void *memory, int seat,
                            struct mp_rng *rng, mp_move *move)
{
	const struct metropolis_state *state = memory;
	int mine = at_most(count_empty(state, seat), METROPOLIS_OFFER_SIDE), theirs, given, asked, to;

	if (!metropolis_can_offer(setup, state, seat))
		return false;
	do {
		to = (int)mp_rng_below(rng, (uint32_t)setup->players - 1);
		to += to >= seat;
		theirs = at_most(count_empty(state, to), METROPOLIS_OFFER_SIDE);
	} while (mine + theirs == 0);
	do {
		given = (int)mp_rng_below(rng, (uint32_t)mine + 1);
		asked = (int)mp_rng_below(rng, (uint32_t)theirs + 1);
	} while (given + asked == 0);
	*move = (mp_move)1 << 63 | (mp_move)to << 60 | (mp_move)given << 56;
	*move = append_plots(state, seat, given, 0, rng, *move);
	*move = append_plots(state, to, asked, given, rng, *move);
	return true;
}
