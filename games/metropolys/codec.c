/* SPDX-License-Identifier: MIT
 *
 * Moves as numbers and positions as tensors. Placing value v on a neighbourhood is
 * (v - 1) * 64 + neighbourhood, so that every value is one word of the mask (the last nine of each
 * are never legal); the last action is to pass.
 */
#include "state.h"

#include <metropole/codec.h>

enum { PASS = VALUES * 64 };

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
	for (unsigned value = 1; value <= VALUES; value++)
		bits[value - 1] = choice.values >> value & 1 ? choice.places : 0;
	bits[VALUES] = s->bids != 0;
}

static bool decode(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	(void)setup, (void)state, (void)seat, (void)part;
	*move = action == PASS ? metropolys_move(MOVE_PASS, 0, 0)
	                       : metropolys_move(MOVE_BID, action / 64 + 1, action % 64);
	return true;
}

static size_t encode(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                     uint16_t *out)
{
	(void)setup, (void)state, (void)seat;
	*out = metropolys_type(move) == MOVE_PASS
	           ? PASS
	           : (uint16_t)((metropolys_a(move) - 1) * 64 + metropolys_b(move));
	return 1;
}

static const struct mp_plane planes[] = {
	{"built", PLAYERS_MAX, PLACES, "1 where this seat has built"},
	{"values", 1, PLACES, "value of what is built there, / 13"},
	{"placed", PLAYERS_MAX, PLACES, "value that this seat has placed there in this call, / 13"},
	{"free", 1, PLACES, "1 where a building may be placed at all"},
	{"tokens", TOKENS, PLACES, "1 where a trendy, subway or site token lies"},
	{"hands", PLAYERS_MAX, VALUES, "1 for each value that this seat can place"},
	{"taken", PLAYERS_MAX, TOKENS, "tokens of each kind that this seat has taken, / 5"},
	{"passed", 1, PLAYERS_MAX, "1 for each seat that has passed in this call"},
	{"subway", 1, PLAYERS_MAX, "1 for the seat with the subway card"},
	{"site", 1, PLAYERS_MAX, "1 for the seat with the site card"},
	{"area", 1, AREAS - 1, "1 for the own area card"},
	{"kind", 1, KINDS, "1 for the own neighbourhood card"},
};

static float *put_set(float *out, uint64_t set, unsigned size)
{
	for (; set; set &= set - 1)
		out[set_first(set)] = 1;
	return out + size;
}

static float *observe_places(const struct metropolys_state *s, unsigned viewer, unsigned players,
                             float *out)
{
	for (unsigned i = 0; i < players; i++)
		put_set(out + i * PLACES, s->built[(viewer + i) % players], PLACES);
	out += PLAYERS_MAX * PLACES;
	for (unsigned i = 0; i < players; i++)
		for (uint64_t set = s->built[i]; set; set &= set - 1)
			out[set_first(set)] = (float)metropolys_value(s, set_first(set)) / VALUES;
	out += PLACES;
	for (unsigned bids = s->bids; bids; bids &= bids - 1) {
		unsigned value = set_first(bids), seat = bid_seat(s, value);

		out[(seat + players - viewer) % players * PLACES + bid_place(s, value)] =
			(float)value / VALUES;
	}
	out = put_set(out + PLAYERS_MAX * PLACES, s->free, PLACES);
	for (unsigned t = 0; t < TOKENS; t++)
		out = put_set(out, s->token[t], PLACES);
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
		float *at = out + PLAYERS_MAX * VALUES;

		put_set(out + i * VALUES, (uint64_t)s->hand[seat] >> 1, VALUES);
		for (unsigned t = 0; t < TOKENS; t++)
			at[i * TOKENS + t] = s->taken[seat][t] * 0.2f;
		at += PLAYERS_MAX * TOKENS;
		at[i] = s->passed >> seat & 1;
		at[PLAYERS_MAX + i] = s->subway_card == seat + 1;
		at[2 * PLAYERS_MAX + i] = s->site_card == seat + 1;
	}
	out += PLAYERS_MAX * (VALUES + TOKENS + 3);
	if (s->area[me] && s->area[me] < AREAS)
		out[s->area[me] - 1] = 1;
	if (s->kind[me] && s->kind[me] <= KINDS)
		out[AREAS - 1 + s->kind[me] - 1] = 1;
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
