/* SPDX-License-Identifier: MIT
 *
 * How the game stands: the expected win share of each seat in a state that is open. Sums, products
 * and divisions only, so that every platform agrees.
 */
#include "state.h"

/* How far one card of a hand can bring a train towards a goal at once. */
static int reach(const struct mp_setup *setup, const struct jeudumetro_state *state, unsigned seat,
                 bool is_full, int far)
{
	static const uint8_t steps[2][JEUDUMETRO_CARDS] = {
		{[JEUDUMETRO_ALIGHT1] = 1,
	     [JEUDUMETRO_ALIGHT2] = 2,
	     [JEUDUMETRO_ALIGHT3] = 3,
	     [JEUDUMETRO_PARCEL] = 2,
	     [JEUDUMETRO_TRANSFER] = 2},
		{[JEUDUMETRO_BOARD1] = 1,
	     [JEUDUMETRO_BOARD2] = 2,
	     [JEUDUMETRO_BOARD3] = 3,
	     [JEUDUMETRO_RUSH] = 2,
	     [JEUDUMETRO_TRANSFER] = 2},
	};
	jeudumetro_cards hand = state->hand[seat];
	int best = 0;

	for (jeudumetro_cards kinds = jeudumetro_kinds(hand); kinds; kinds &= kinds - 1) {
		int step = steps[is_full][(unsigned)__builtin_ctzll(kinds) / 4];

		best = step > best ? step : best;
	}
	if (jeudumetro_count(hand, JEUDUMETRO_SWITCH) == 0)
		return best;
	for (unsigned train = 0; train < jeudumetro_places(setup); train++) {
		int step = far - jeudumetro_distance(state, train, is_full);

		best = step > best ? step : best;
	}
	return best;
}

/* What speaks for a seat; fitted to 24,000 games of rollout moves against themselves (logistic in
 * the difference of two seats). Beyond 10 passengers a goal is just far. */
struct chances {
	int far;      /* passengers to all goals */
	int farthest; /* to the farther of two */
	int reach;    /* passengers that the best card brings */
	int drift;    /* attached cards that help, minus those that do not */
};

static float strength(const struct chances *chances, float wait)
{
	float far = (float)(chances->far < 10 ? chances->far : 10);
	float sum = 2 - 0.125f * far - 0.29f * wait + 0.22f * (float)chances->drift +
	            0.07f * (float)(chances->reach < 10 ? chances->reach : 10);

	if (chances->far < 6)
		sum += 0.133f * (float)(6 - chances->far);
	if (chances->reach >= chances->farthest)
		sum += 1.05f - 1.25f * wait;
	/* e to the sum, near enough, without a library */
	sum = 1 + sum / 64;
	for (int i = 0; i < 6; i++)
		sum *= sum;
	return sum;
}

static void add_chances(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned place, struct chances *chances)
{
	unsigned objective = state->objective[state->origin[place]];
	unsigned train = jeudumetro_target(objective, place, jeudumetro_places(setup));
	bool is_full = jeudumetro_wants_full(objective);
	int far = jeudumetro_distance(state, train, is_full);
	int bring = reach(setup, state, jeudumetro_owner(setup, place), is_full, far);

	for (unsigned i = 0; i < state->n_attached; i++)
		if ((state->attached[i] & 7u) == train)
			chances->drift += is_full == !(state->attached[i] & 8) ? 1 : -1;
	chances->far += far;
	chances->farthest = far > chances->farthest ? far : chances->farthest;
	chances->reach = bring > chances->reach ? bring : chances->reach;
}

void jeudumetro_evaluate(const struct mp_setup *setup, const void *memory, float share[MP_SEATS])
{
	const struct jeudumetro_state *state = memory;
	struct chances chances[MP_SEATS] = {{0}};
	float total = 0;

	for (unsigned place = 0; place < jeudumetro_places(setup); place++)
		add_chances(setup, state, place, &chances[jeudumetro_owner(setup, place)]);
	for (int seat = 0; seat < setup->players; seat++) {
		int wait = (seat - state->seat + setup->players) % setup->players;

		share[seat] = strength(&chances[seat], (float)wait / (float)setup->players);
		total += share[seat];
	}
	for (int seat = 0; seat < setup->players; seat++)
		share[seat] /= total;
}
