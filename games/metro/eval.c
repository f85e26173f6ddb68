/* SPDX-License-Identifier: MIT
 *
 * How good a position is: for search and hints, never for a rule.
 * Looks at the board and at what the mover may know, not at what was guessed of other hands.
 */
#include "eval.h"

#include <metropole/share.h>

enum { FOLLOW_WEIGHTS = 8 };

const float metro_heads[METRO_PLACES][2 * METRO_PHASES] = {
#define HEAD(place, ...) [place] = {__VA_ARGS__},
#define SCORED(...)
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

/* What decides who wins: a point scored, and an open line by what it is and what may follow. */
static const float scored[METRO_PHASES] = {
#define HEAD(...)
#define SCORED(phase, weight) [phase] = weight,
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

static const float follows[2][METRO_PHASES][FOLLOW_WEIGHTS] = {
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

/* What an open line does for its owner, after a look at the four ways on from its head. */
static float line_value(const struct metro_tables *tables, const struct metro_state *state,
                        struct metro_end line, bool is_next, unsigned phase)
{
	const float *weight = follows[is_next][phase];
	float length = (float)line.length;
	struct metro_ways ways = metro_ways_on(tables, state, line, phase);

	return weight[0] + weight[1] * length +
	       weight[2] * metro_head_value(tables, line.other, length, phase) + weight[3] * ways.mean +
	       weight[4] * ways.least + weight[5] * ways.most + weight[6] * ways.ends +
	       weight[7] * ways.back;
}

/* What speaks for each seat. */
static void weigh(const struct mp_setup *setup, const struct metro_state *state,
                  float strength[MP_SEATS])
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned phase = metro_phase(state);

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
