/* SPDX-License-Identifier: MIT
 *
 * What a net is told of a position: of each seat, how far its trains are from what its objectives
 * ask for, what its hand can do about that, and when its turn comes. On full states: in a search
 * the other hands and objectives are those of the imagined world.
 */
#include "state.h"

#include <metropole/net.h>

/* How the numbers of the inputs are divided. What is said of an objective is said for each of the
 * two places that a seat can have. */
enum {
	FAR = 22, /* passengers to a goal, and the same or more */
	NEED = 6, /* cards of the hand to a goal; the last: the hand cannot do it */
	DRIFTS = 5,
	RIVALS = 3,
	COPIES = 3, /* of a kind of card: one, two, three or more */
	SIZES = 4,
	SUMS = 25,

	AT_GOAL = 0, /* by objective and distance */
	AT_NEED = AT_GOAL + 2 * 4 * FAR,
	AT_DRIFT = AT_NEED + 2 * NEED,
	AT_AGAINST = AT_DRIFT + 2 * DRIFTS, /* others who want the opposite of that train */
	AT_ALONG = AT_AGAINST + 2 * RIVALS, /* and others who want the same */
	AT_SEEN = AT_ALONG + 2 * RIVALS,    /* others have seen the objective */
	AT_HAND = AT_SEEN + 2,
	AT_SIZE = AT_HAND + COPIES * JEUDUMETRO_CARDS,
	AT_WAIT = AT_SIZE + SIZES,           /* turns until its own */
	AT_TEMPO = AT_WAIT + MP_SEATS,       /* cards to all goals, by turns until its own */
	AT_SUM = AT_TEMPO + NEED * MP_SEATS, /* passengers to all goals */
	INPUTS = AT_SUM + SUMS,

	/* Of each of two places a goal, a need, a drift, two of rivals and whether it is seen; at most
	 * one for each card of the hand; its size; wait, tempo and sum. */
	ON = 2 * 6 + JEUDUMETRO_HAND_MAX + 4,
};
_Static_assert((int)ON <= (int)MP_INPUTS_ON_MAX, "lists have room for all that are on");

struct goal {
	unsigned train;
	bool is_full;
	int far;
};

static struct goal find_goal(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             unsigned place)
{
	unsigned objective = state->objective[state->origin[place]];
	struct goal goal = {.train = jeudumetro_target(objective, place, jeudumetro_places(setup)),
	                    .is_full = jeudumetro_wants_full(objective)};

	goal.far = jeudumetro_distance(state, goal.train, goal.is_full);
	return goal;
}

static unsigned capped(int n, unsigned cap)
{
	return n < 0 ? 0 : (unsigned)n < cap ? (unsigned)n : cap - 1;
}

/* How many cards of the hand bring a train there, the largest first; NEED - 1 if they do not. */
static unsigned count_needed(jeudumetro_cards hand, const struct goal *goal)
{
	static const uint8_t by_size[2][3][3] = {
		{{JEUDUMETRO_ALIGHT3},
	     {JEUDUMETRO_ALIGHT2, JEUDUMETRO_PARCEL, JEUDUMETRO_TRANSFER},
	     {JEUDUMETRO_ALIGHT1}},
		{{JEUDUMETRO_BOARD3},
	     {JEUDUMETRO_BOARD2, JEUDUMETRO_RUSH, JEUDUMETRO_TRANSFER},
	     {JEUDUMETRO_BOARD1}},
	};
	static const uint8_t kinds[3] = {1, 3, 1};
	int left = goal->far;
	unsigned used = 0;

	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = 0; k < kinds[i]; k++)
			for (unsigned n = jeudumetro_count(hand, by_size[goal->is_full][i][k]); n > 0; n--) {
				if (left <= 0)
					return capped((int)used, NEED - 1);
				left -= 3 - (int)i;
				used++;
			}
	return left <= 0 ? capped((int)used, NEED - 1) : NEED - 1;
}

/* Attached cards that help, minus those that do not. */
static int find_drift(const struct jeudumetro_state *state, const struct goal *goal)
{
	int drift = 0;

	for (unsigned i = 0; i < state->n_attached; i++)
		if ((state->attached[i] & 7u) == goal->train)
			drift += goal->is_full == !(state->attached[i] & 8) ? 1 : -1;
	return drift;
}

static size_t list_goal(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned place, unsigned slot, const struct goal *goal, uint16_t *out)
{
	unsigned origin = state->origin[place], seat = jeudumetro_owner(setup, place);
	int against = 0, along = 0;
	size_t n = 0;

	for (unsigned other = 0; other < jeudumetro_places(setup); other++) {
		struct goal theirs;

		if (jeudumetro_owner(setup, other) == seat)
			continue;
		theirs = find_goal(setup, state, other);
		if (theirs.train == goal->train)
			++*(theirs.is_full == goal->is_full ? &along : &against);
	}
	out[n++] =
		(uint16_t)(AT_GOAL + (slot * 4 + state->objective[origin]) * FAR + capped(goal->far, FAR));
	out[n++] = (uint16_t)(AT_NEED + slot * NEED + count_needed(state->hand[seat], goal));
	out[n++] = (uint16_t)(AT_DRIFT + slot * DRIFTS + capped(find_drift(state, goal) + 2, DRIFTS));
	out[n++] = (uint16_t)(AT_AGAINST + slot * RIVALS + capped(against, RIVALS));
	out[n++] = (uint16_t)(AT_ALONG + slot * RIVALS + capped(along, RIVALS));
	if (state->seen[origin] & ~(1u << seat))
		out[n++] = (uint16_t)(AT_SEEN + slot);
	return n;
}

static size_t list_hand(jeudumetro_cards hand, uint16_t *out)
{
	size_t n = 0;

	for (jeudumetro_cards kinds = jeudumetro_kinds(hand); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;

		for (unsigned i = 0; i < COPIES && i < jeudumetro_count(hand, card); i++)
			out[n++] = (uint16_t)(AT_HAND + COPIES * card + i);
	}
	return n;
}

static size_t list_inputs(const struct mp_setup *setup, const void *memory, int seat, uint16_t *out)
{
	const struct jeudumetro_state *state = memory;
	unsigned first = jeudumetro_first(setup, (unsigned)seat), slots = setup->players == 2 ? 2 : 1;
	unsigned wait = (unsigned)(seat - state->seat + setup->players) % (unsigned)setup->players;
	unsigned needed = 0;
	int far = 0;
	size_t n = list_hand(state->hand[seat], out);

	for (unsigned slot = 0; slot < slots; slot++) {
		struct goal goal = find_goal(setup, state, first + slot);

		n += list_goal(setup, state, first + slot, slot, &goal, out + n);
		needed += count_needed(state->hand[seat], &goal);
		far += goal.far;
	}
	out[n++] = (uint16_t)(AT_SIZE + capped(state->size[seat] - JEUDUMETRO_SAFE_HAND, SIZES));
	out[n++] = (uint16_t)(AT_WAIT + wait);
	out[n++] = (uint16_t)(AT_TEMPO + wait * NEED + capped((int)needed, NEED));
	out[n++] = (uint16_t)(AT_SUM + capped(far, SUMS));
	return n;
}

const struct mp_inputs jeudumetro_inputs = {
	.version = 1,
	.n = INPUTS,
	.on = ON,
	.list = list_inputs,
};
