/* SPDX-License-Identifier: MIT
 *
 * Moves as numbers and positions as tensors. Placing value v on a neighbourhood is
 * (v - 1) * 64 + neighbourhood, so that every value is one word of the mask (the last nine of each
 * are never legal); the last action is to pass.
 */
#include "state.h"

#include <metropole/codec.h>

enum { PASS = METROPOLYS_VALUES * 64 };

static size_t actions(const struct mp_setup *setup)
{
	(void)setup;
	return PASS + 1;
}

static void mask(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                 uint64_t *bits)
{
	const struct metropolys_state *s = state;
	struct metropolys_choice choice = metropolys_choices(s, (unsigned)seat);

	(void)setup, (void)part;
	for (unsigned value = 1; value <= METROPOLYS_VALUES; value++)
		bits[value - 1] = choice.values >> value & 1 ? choice.places : 0;
	bits[METROPOLYS_VALUES] = s->bids != 0;
}

static bool decode(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	(void)setup, (void)state, (void)seat, (void)part;
	*move = action == PASS ? metropolys_move(METROPOLYS_MOVE_PASS, 0, 0)
	                       : metropolys_move(METROPOLYS_MOVE_BID, action / 64 + 1, action % 64);
	return true;
}

static size_t encode(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                     uint16_t *out)
{
	(void)setup, (void)state, (void)seat;
	*out = metropolys_type(move) == METROPOLYS_MOVE_PASS
	           ? PASS
	           : (uint16_t)((metropolys_a(move) - 1) * 64 + metropolys_b(move));
	return 1;
}

static const struct mp_plane planes[] = {
	{"built", METROPOLYS_PLAYERS_MAX, METROPOLYS_PLACES, "1 where this seat has built"},
	{"values", 1, METROPOLYS_PLACES, "value of what is built there, / 13"},
	{"placed", METROPOLYS_PLAYERS_MAX, METROPOLYS_PLACES,
     "value that this seat has placed there in this call, / 13"},
	{"free", 1, METROPOLYS_PLACES, "1 where a building may be placed at all"},
	{"tokens", METROPOLYS_TOKENS, METROPOLYS_PLACES, "1 where a trendy, subway or site token lies"},
	{"hands", METROPOLYS_PLAYERS_MAX, METROPOLYS_VALUES,
     "1 for each value that this seat can place"},
	{"taken", METROPOLYS_PLAYERS_MAX, METROPOLYS_TOKENS,
     "tokens of each kind that this seat has taken, / 5"},
	{"passed", 1, METROPOLYS_PLAYERS_MAX, "1 for each seat that has passed in this call"},
	{"subway", 1, METROPOLYS_PLAYERS_MAX, "1 for the seat with the subway card"},
	{"site", 1, METROPOLYS_PLAYERS_MAX, "1 for the seat with the site card"},
	{"area", 1, METROPOLYS_AREAS - 1, "1 for the own area card"},
	{"kind", 1, METROPOLYS_KINDS, "1 for the own neighbourhood card"},
};

static float *put_set(float *out, uint64_t set, unsigned size)
{
	for (; set; set &= set - 1)
		out[metropolys_set_first(set)] = 1;
	return out + size;
}

static float *observe_places(const struct metropolys_state *s, unsigned viewer, unsigned players,
                             float *out)
{
	for (unsigned i = 0; i < players; i++)
		put_set(out + i * METROPOLYS_PLACES, s->built[(viewer + i) % players], METROPOLYS_PLACES);
	out += METROPOLYS_PLAYERS_MAX * METROPOLYS_PLACES;
	for (unsigned i = 0; i < players; i++)
		for (uint64_t set = s->built[i]; set; set &= set - 1)
			out[metropolys_set_first(set)] =
				(float)metropolys_value(s, metropolys_set_first(set)) / METROPOLYS_VALUES;
	out += METROPOLYS_PLACES;
	for (unsigned bids = s->bids; bids; bids &= bids - 1) {
		unsigned value = metropolys_set_first(bids), seat = metropolys_bid_seat(s, value);

		out[(seat + players - viewer) % players * METROPOLYS_PLACES +
		    metropolys_bid_place(s, value)] = (float)value / METROPOLYS_VALUES;
	}
	out = put_set(out + METROPOLYS_PLAYERS_MAX * METROPOLYS_PLACES, s->free, METROPOLYS_PLACES);
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
		out = put_set(out, s->token[t], METROPOLYS_PLACES);
	return out;
}

static void observe(const struct mp_setup *setup, const void *redacted, int viewer, mp_move part,
                    float *out)
{
	const struct metropolys_state *s = redacted;
	unsigned players = (unsigned)setup->players, me = (unsigned)viewer;

	(void)part;
	out = observe_places(s, me, players, out);
	for (unsigned i = 0; i < players; i++) {
		unsigned seat = (me + i) % players;
		float *at = out + METROPOLYS_PLAYERS_MAX * METROPOLYS_VALUES;

		put_set(out + i * METROPOLYS_VALUES, (uint64_t)s->hand[seat] >> 1, METROPOLYS_VALUES);
		for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
			at[i * METROPOLYS_TOKENS + t] = s->taken[seat][t] * 0.2f;
		at += METROPOLYS_PLAYERS_MAX * METROPOLYS_TOKENS;
		at[i] = s->passed >> seat & 1;
		at[METROPOLYS_PLAYERS_MAX + i] = s->subway_card == seat + 1;
		at[2 * METROPOLYS_PLAYERS_MAX + i] = s->site_card == seat + 1;
	}
	out += METROPOLYS_PLAYERS_MAX * (METROPOLYS_VALUES + METROPOLYS_TOKENS + 3);
	if (s->area[me] && s->area[me] < METROPOLYS_AREAS)
		out[s->area[me] - 1] = 1;
	if (s->kind[me] && s->kind[me] <= METROPOLYS_KINDS)
		out[METROPOLYS_AREAS - 1 + s->kind[me] - 1] = 1;
}

const struct mp_codec metropolys_codec = {
	.actions = actions,
	.mask = mask,
	.decode = decode,
	.encode = encode,
	.planes = planes,
	.n_planes = sizeof planes / sizeof *planes,
	.observe = observe,
};
