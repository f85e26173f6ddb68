/* SPDX-License-Identifier: MIT
 *
 * How good a position is, and which moves look good in it: for search and hints, never for a rule.
 * Looks at the board and at what the mover may know, not at what was guessed of other hands.
 */
#include "line.h"

#include <metropole/share.h>

enum { PHASES = 15, FOLLOW_WEIGHTS = 8 };

/* Points that a line comes to, by where its head stands: without tiles, and for each tile. */
static const float heads[METRO_PLACES][2 * PHASES] = {
#define HEAD(place, ...) [place] = {__VA_ARGS__},
#define SCORED(...)
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

/* What decides who wins: a point scored, and an open line by what it is and what may follow. */
static const float scored[PHASES] = {
#define HEAD(...)
#define SCORED(phase, weight) [phase] = weight,
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

static const float follows[2][PHASES][FOLLOW_WEIGHTS] = {
#define HEAD(...)
#define SCORED(...)
#define FOLLOW(is_next, phase, ...) [is_next][phase] = {__VA_ARGS__},
#include "data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

#define HEAD(...) +1
#define SCORED(...)
#define FOLLOW(...)
_Static_assert(0
#include "data/lines.def"
                   == METRO_PLACES,
               "each place has its row");
#undef HEAD
#undef SCORED
#undef FOLLOW

static unsigned phase_of(const struct metro_state *state)
{
	return (unsigned)(__builtin_popcountll(state->empty) - 1) / 4;
}

static float head_value(const struct metro_tables *tables, unsigned gate, float length,
                        unsigned phase)
{
	const float *head = heads[tables->place[gate]];

	return head[phase] + head[PHASES + phase] * length;
}

/* What an open line does for its owner, after a look at the four ways on from its head. */
static float line_value(const struct metro_tables *tables, const struct metro_state *state,
                        struct metro_end line, bool is_next, unsigned phase)
{
	static const float likely[4] = {0.2f, 0.25f, 0.3f, 0.25f}; /* of all tracks: u, l, s, r */
	const float *weight = follows[is_next][phase];
	unsigned gate = line.other;
	float length = (float)line.length;
	float mean = 0, least = 0, most = 0, back = 0, ends = 0;

	for (unsigned turn = 0; turn < 4; turn++) {
		struct metro_end on = metro_end_at(state, tables->next[(gate & ~3u) + ((gate + turn) & 3)]);
		unsigned to = on.other;
		float longer = length + 1 + (float)on.length;
		float value = tables->worth[to] ? longer * (float)tables->worth[to]
		                                : head_value(tables, to, longer, phase);

		mean += likely[turn] * value;
		if (turn == 0)
			back = least = most = value;
		least = value < least ? value : least;
		most = value > most ? value : most;
		ends += tables->worth[to] ? 1 : 0;
	}
	return weight[0] + weight[1] * length + weight[2] * head_value(tables, gate, length, phase) +
	       weight[3] * mean + weight[4] * least + weight[5] * most + weight[6] * ends +
	       weight[7] * back;
}

/* What speaks for each seat. */
static void weigh(const struct mp_setup *setup, const struct metro_state *state,
                  float strength[MP_SEATS])
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned phase = phase_of(state);

	for (int seat = 0; seat < setup->players; seat++)
		strength[seat] = scored[phase] * (float)state->score[seat];
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station], owner = tables->owner[gate];
		struct metro_end line = metro_end_at(state, gate);

		if (owner != METRO_NO_ONE && !tables->worth[line.other])
			strength[owner] += line_value(tables, state, line, owner == state->seat, phase);
	}
}

void metro_evaluate(const struct mp_setup *setup, const void *memory, float share[MP_SEATS])
{
	const struct metro_state *state = memory;
	unsigned winners = metro_winners(setup, state);
	float strength[MP_SEATS];

	if (!winners)
		weigh(setup, state, strength);
	for (int seat = 0; winners && seat < setup->players; seat++)
		strength[seat] = winners >> seat & 1 ? 0 : -1e9f;
	mp_shares(setup->players, strength, share);
}

/* What a placement changes by itself: the lines whose heads it moves, valued by where the heads
 * then stand. The mover's count in full, the others' take away as much on the whole. */
static float place_gain(const struct mp_setup *setup, const struct metro_state *state, mp_move move,
                        unsigned phase)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned cell = metro_move_cell(move);
	const uint8_t *leaves =
		tables->leaves[tables->laid[metro_move_tile(move) - METRO_TILE][metro_move_turn(move)]];
	float mine = 0, others = 0;

	for (unsigned side = 0; side < 4; side++) {
		unsigned gate = cell * 4 + side, to;
		struct metro_end before = metro_end_at(state, gate), after;
		unsigned owner = tables->owner[before.other];
		float length = (float)before.length, longer, gain;

		if (owner == METRO_NO_ONE)
			continue;
		after = metro_end_at(state, tables->next[cell * 4 + leaves[side]]);
		to = after.other;
		longer = length + 1 + (float)after.length;
		gain = tables->worth[to] ? longer * (float)tables->worth[to]
		                         : head_value(tables, to, longer, phase);
		gain -= head_value(tables, gate, length, phase);
		if (owner == state->seat)
			mine += gain;
		else
			others += gain;
	}
	return mine - others / (float)(setup->players - 1);
}

/* 1 for the best placement, one half for one that costs five points against it. A tile that is
 * still to be drawn neither gains nor loses. */
void metro_policy(const struct mp_setup *setup, const void *memory, int seat, const mp_move *moves,
                  size_t n, float *prior)
{
	static const float half = 5;
	const struct metro_state *state = memory;
	unsigned phase = phase_of(state);
	float best = -1e9f;

	(void)seat;
	for (size_t i = 0; i < n; i++) {
		prior[i] = metro_move_type(moves[i]) == METRO_PLACE
		               ? place_gain(setup, state, moves[i], phase)
		               : 0;
		best = prior[i] > best ? prior[i] : best;
	}
	for (size_t i = 0; i < n; i++)
		prior[i] = half / (half + best - prior[i]);
}
