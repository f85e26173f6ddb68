/* SPDX-License-Identifier: MIT
 *
 * What is sensible: how near each seat is to its goal, which moves bring the seat on turn nearer,
 * and which keep others from theirs. A mover is given what they know: their hand, the objectives
 * that they have seen; for the others it fears what an unknown objective may be. Integers and
 * divisions only, so that every platform agrees.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

/* A passenger nearer to one's own goal is worth 10. */
enum {
	WIN = 1000,         /* worth of the last goal reached */
	HALF = 60,          /* of one goal of two, the other not yet */
	FEAR = 8,           /* weight of an objective that is known */
	UNKNOWN_OWN = 3,    /* weights of what an unknown one may be: about its own train, */
	UNKNOWN_BESIDE = 1, /* or a neighbour's */
	FRESH = 9,          /* what an unknown card will be worth */
	DISCARD = 40,       /* percent of what a discard gains in cards: it costs a turn */
};

/* What it costs when somebody else may be this near to theirs. */
static int danger(int distance)
{
	static const int16_t table[9] = {400, 64, 54, 44, 32, 20, 12, 6, 2};

	return distance <= 0 ? table[0] : distance < 9 ? table[distance] : 0;
}

/* What the mover wants of each train, and fears of it. */
struct wishes {
	uint8_t own_full[JEUDUMETRO_PLACES], own_empty[JEUDUMETRO_PLACES];
	uint8_t fear_full[JEUDUMETRO_PLACES], fear_empty[JEUDUMETRO_PLACES];
	int reached;                /* what reaching a goal is worth */
	int now[JEUDUMETRO_PLACES]; /* worth of each train as it is */
};

static void add_wish(uint8_t *full, uint8_t *empty, unsigned objective, unsigned place,
                     unsigned places, unsigned weight)
{
	unsigned left = place + 1 < places ? place + 1 : 0;
	unsigned right = place > 0 ? place - 1 : places - 1;

	switch (objective) {
	case JEUDUMETRO_EMPTY:
		empty[place] = (uint8_t)(empty[place] + weight);
		break;
	case JEUDUMETRO_FULL:
		full[place] = (uint8_t)(full[place] + weight);
		break;
	case JEUDUMETRO_RIGHT_EMPTY:
		empty[right] = (uint8_t)(empty[right] + weight);
		break;
	default:
		full[left] = (uint8_t)(full[left] + weight);
	}
}

/* What it is worth to the mover that there are n passengers on this train. */
static int worth(const struct wishes *w, unsigned train, int n)
{
	int to_full = n < JEUDUMETRO_CROWD ? JEUDUMETRO_CROWD - n : 0, value = 0;

	if (w->own_full[train])
		value += w->own_full[train] * (to_full ? -10 * to_full : w->reached);
	if (w->own_empty[train])
		value += w->own_empty[train] * (n ? -10 * n : w->reached);
	return value -
	       (w->fear_full[train] * danger(to_full) + w->fear_empty[train] * danger(n)) / FEAR;
}

/* JM-51: one goal of two is worth little until the other is reached. */
static int worth_of_goal(const struct mp_setup *setup, const struct jeudumetro_state *state,
                         const struct wishes *w)
{
	if (setup->players > 2)
		return WIN;
	for (unsigned train = 0; train < 4; train++)
		if ((w->own_full[train] && state->passengers[train] >= JEUDUMETRO_CROWD) ||
		    (w->own_empty[train] && state->passengers[train] == 0) ||
		    w->own_full[train] + w->own_empty[train] == 2)
			return WIN;
	return HALF;
}

static void find_wishes(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned seat, struct wishes *w)
{
	unsigned places = jeudumetro_places(setup);

	memset(w, 0, sizeof *w);
	for (unsigned place = 0; place < places; place++) {
		unsigned origin = state->origin[place], objective = state->objective[origin];

		if (jeudumetro_owner(setup, place) == seat) {
			add_wish(w->own_full, w->own_empty, objective, place, places, 1);
		} else if (state->seen[origin] >> seat & 1) {
			add_wish(w->fear_full, w->fear_empty, objective, place, places, FEAR);
		} else {
			for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
				add_wish(w->fear_full, w->fear_empty, kind, place, places,
				         kind <= JEUDUMETRO_FULL ? UNKNOWN_OWN : UNKNOWN_BESIDE);
		}
	}
	w->reached = worth_of_goal(setup, state, w);
	for (unsigned train = 0; train < places; train++)
		w->now[train] = worth(w, train, state->passengers[train]);
}

static int change(const struct wishes *w, const struct jeudumetro_state *state, unsigned train,
                  int by)
{
	int to = state->passengers[train] + (by < state->platform ? by : state->platform);

	return worth(w, train, to < 0 ? 0 : to) - w->now[train];
}

/* Some turns of a card that will act again and again, but never at once. */
static int drift(const struct wishes *w, const struct jeudumetro_state *state, unsigned train,
                 int by)
{
	int gain = change(w, state, train, by);

	return gain > 60 ? 60 : gain < -60 ? -60 : gain;
}

static int change_all(const struct wishes *w, const struct jeudumetro_state *state, unsigned places,
                      int by)
{
	int sum = 0;

	for (unsigned train = 0; train < places; train++)
		sum += change(w, state, train, by);
	return sum;
}

static int exchange(const struct wishes *w, const struct jeudumetro_state *state, unsigned a,
                    unsigned b)
{
	return worth(w, a, state->passengers[b]) + worth(w, b, state->passengers[a]) - w->now[a] -
	       w->now[b];
}

static int move_two(const struct wishes *w, const struct jeudumetro_state *state, unsigned from,
                    unsigned to)
{
	int n = state->passengers[from] < 2 ? state->passengers[from] : 2;

	return worth(w, from, state->passengers[from] - n) - w->now[from] +
	       worth(w, to, state->passengers[to] + n) - w->now[to];
}

/* How far a goal is, in passengers. */
static int distance(const struct jeudumetro_state *state, unsigned objective, unsigned place,
                    unsigned places)
{
	unsigned left = place + 1 < places ? place + 1 : 0;
	unsigned right = place > 0 ? place - 1 : places - 1;
	int n;

	switch (objective) {
	case JEUDUMETRO_EMPTY:
		return state->passengers[place];
	case JEUDUMETRO_RIGHT_EMPTY:
		return state->passengers[right];
	default:
		n = state->passengers[objective == JEUDUMETRO_FULL ? place : left];
		return n < JEUDUMETRO_CROWD ? JEUDUMETRO_CROWD - n : 0;
	}
}

/* A swap of objectives: how much nearer the mover's goals are by it; one not seen is taken to be
 * as far as at the start. */
static int swap(const struct mp_setup *setup, const struct jeudumetro_state *state,
                const struct wishes *w, unsigned seat, unsigned a, unsigned b)
{
	unsigned places = jeudumetro_places(setup), place[2] = {a, b};
	int nearer = 0;

	for (unsigned i = 0; i < 2; i++) {
		unsigned now = state->origin[place[i]], then = state->origin[place[1 - i]];
		int far = JEUDUMETRO_AT_START;

		if (jeudumetro_owner(setup, place[i]) != seat)
			continue;
		if (state->seen[then] >> seat & 1)
			far = distance(state, state->objective[then], place[i], places);
		nearer += 10 * (distance(state, state->objective[now], place[i], places) - far);
		if (far == 0)
			nearer += w->reached;
	}
	return nearer;
}

/* How much better the position is for the mover after playing a card; 0 changes nothing. */
static int judge_play(const struct mp_setup *setup, const struct jeudumetro_state *state,
                      const struct wishes *w, unsigned seat, mp_move move)
{
	unsigned card = jeudumetro_op(move), a = jeudumetro_low(move), b = jeudumetro_high(move);
	unsigned places = jeudumetro_places(setup);

	switch (card) {
	case JEUDUMETRO_BOARD1:
	case JEUDUMETRO_BOARD2:
	case JEUDUMETRO_BOARD3:
		return change(w, state, a, (int)(card - JEUDUMETRO_BOARD1 + 1));
	case JEUDUMETRO_ALIGHT1:
	case JEUDUMETRO_ALIGHT2:
	case JEUDUMETRO_ALIGHT3:
		return change(w, state, a, -(int)(card - JEUDUMETRO_ALIGHT1 + 1));
	case JEUDUMETRO_STAR:
		return drift(w, state, a, 3);
	case JEUDUMETRO_INSPECTOR:
		return drift(w, state, a, -3);
	case JEUDUMETRO_RUSH:
		return change_all(w, state, places, 2);
	case JEUDUMETRO_PARCEL:
		return change_all(w, state, places, -2);
	case JEUDUMETRO_TERMINUS:
		a = setup->players == 2 ? a : seat;
		return worth(w, a, JEUDUMETRO_AT_START) - w->now[a];
	case JEUDUMETRO_TRANSFER:
		return move_two(w, state, a, b);
	case JEUDUMETRO_SWITCH:
		return exchange(w, state, a, b);
	case JEUDUMETRO_DRIVER:
		return swap(setup, state, w, seat, a, b);
	default: /* pickpocket: a card more for good */
		return FRESH;
	}
}

/* What a discard is worth: fresh cards for those that have little use. */
static int judge_discard(const int use[JEUDUMETRO_CARDS], jeudumetro_cards cards)
{
	int gain = 0;

	for (jeudumetro_cards kinds = jeudumetro_kinds(cards); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;

		gain += (int)jeudumetro_count(cards, card) * (FRESH - use[card]);
	}
	return gain * DISCARD / 100;
}

/* The seat's best play of a card. */
struct best {
	mp_move move;
	int value;
};

static struct best best_play(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             const struct wishes *w, unsigned seat, unsigned card,
                             struct mp_rng *rng)
{
	const struct jeudumetro_tables *tables = setup->tables;
	struct best best = {.value = INT32_MIN};

	for (unsigned i = tables->first_play[card]; i < tables->first_play[card + 1]; i++) {
		int value = judge_play(setup, state, w, seat, tables->play[i]);

		if (value > best.value)
			best = (struct best){tables->play[i], value};
	}
	if (card == JEUDUMETRO_PICKPOCKET) {
		unsigned first = mp_rng_below(rng, (uint32_t)setup->players);

		for (unsigned i = 0; i < (unsigned)setup->players; i++) {
			unsigned victim = (first + i) % (unsigned)setup->players;

			if (jeudumetro_can_rob(state, seat, victim))
				best = (struct best){jeudumetro_play(card, victim, JEUDUMETRO_NO_TARGET), FRESH};
		}
	} else if (best.value == INT32_MIN) { /* terminus with two players */
		for (unsigned train = 2 * seat; train < 2 * seat + 2; train++) {
			mp_move move = jeudumetro_play(card, train, JEUDUMETRO_NO_TARGET);
			int value = judge_play(setup, state, w, seat, move);

			if (value > best.value)
				best = (struct best){move, value};
		}
	}
	return best;
}

/* The best play, or a discard of all that has little use, whatever looks better; a little luck
 * keeps rollouts from being all alike. */
mp_move jeudumetro_rollout(const struct mp_setup *setup, const void *memory, int seat,
                           struct mp_rng *rng)
{
	enum { LUCK = 8 };
	const struct jeudumetro_state *state = memory;
	jeudumetro_cards hand = state->hand[seat], useless = 0;
	uint64_t luck = mp_rng_next(rng);
	int use[JEUDUMETRO_CARDS];
	struct best best = {.value = INT32_MIN};
	struct wishes w;

	find_wishes(setup, state, (unsigned)seat, &w);
	for (jeudumetro_cards kinds = jeudumetro_kinds(hand); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;
		struct best one = best_play(setup, state, &w, (unsigned)seat, card, rng);

		use[card] = one.value > 0 ? one.value : 0;
		if (use[card] < FRESH)
			useless += hand & jeudumetro_one(card) * 15;
		one.value += (int)(luck % LUCK);
		luck /= LUCK;
		if (one.value > best.value)
			best = one;
	}
	if (useless && judge_discard(use, useless) > best.value)
		return (mp_move)JEUDUMETRO_DISCARD << 60 | useless;
	return best.move;
}

void jeudumetro_policy(const struct mp_setup *setup, const void *memory, int seat,
                       const mp_move *moves, size_t n, float *prior)
{
	const struct jeudumetro_state *state = memory;
	int use[JEUDUMETRO_CARDS] = {0}, best = INT32_MIN;
	struct wishes w;

	find_wishes(setup, state, (unsigned)seat, &w);
	for (size_t i = 0; i < n; i++) {
		int value;

		if (jeudumetro_op(moves[i]) == JEUDUMETRO_DISCARD)
			continue;
		value = judge_play(setup, state, &w, (unsigned)seat, moves[i]);
		prior[i] = (float)value;
		if (value > use[jeudumetro_op(moves[i])])
			use[jeudumetro_op(moves[i])] = value;
		if (value > best)
			best = value;
	}
	for (size_t i = 0; i < n; i++) {
		if (jeudumetro_op(moves[i]) == JEUDUMETRO_DISCARD)
			prior[i] = (float)judge_discard(use, moves[i] & JEUDUMETRO_DISCARDED);
		if ((int)prior[i] > best)
			best = (int)prior[i];
	}
	for (size_t i = 0; i < n; i++) {
		float worse = 1 + ((float)best - prior[i]) / 8;

		prior[i] = 1 / (worse * worse);
	}
}

/* Nearer is better, more than in proportion, and so is being on turn sooner. */
void jeudumetro_evaluate(const struct mp_setup *setup, const void *memory, float share[MP_SEATS])
{
	const struct jeudumetro_state *state = memory;
	unsigned places = jeudumetro_places(setup);
	float steps[MP_SEATS] = {0}, total = 0;

	for (unsigned place = 0; place < places; place++) {
		int far = distance(state, state->objective[state->origin[place]], place, places);

		steps[jeudumetro_owner(setup, place)] += (float)far / 2.5f;
	}
	for (int seat = 0; seat < setup->players; seat++) {
		int wait = (seat - state->seat + setup->players) % setup->players;
		float time = 1 + steps[seat] + (float)wait / (float)setup->players;

		share[seat] = 1 / (time * time);
		total += share[seat];
	}
	for (int seat = 0; seat < setup->players; seat++)
		share[seat] /= total;
}
