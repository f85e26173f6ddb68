/* SPDX-License-Identifier: MIT
 *
 * What is sensible to play: which moves bring the seat on turn nearer to its goal, and which keep
 * others from theirs. A mover is given what they know: their hand, the objectives that they have
 * seen; for the others it fears what an unknown objective may be. Whole numbers but for the priors
 * themselves, so that every platform agrees.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

/* A passenger nearer to one's own goal is worth 10. */
enum {
	WIN = 1000,      /* worth of the last goal reached */
	HALF = 60,       /* of one goal of two, the other not yet */
	FEAR = 8,        /* weight of an objective that is known; unknown ones: see fear_unknown */
	FRESH = 9,       /* what an unknown card will be worth */
	DISCARD = 40,    /* percent of what a discard gains in cards: it costs a turn */
	LASTING = 3,     /* passengers that an attached card stands for */
	LASTING_MAX = 60 /* but it never acts at once */
};

/* What it costs when somebody else may be this near to theirs. */
static const int16_t danger[JEUDUMETRO_PASSENGERS + 1] = {400, 64, 54, 44, 32, 20, 12, 6, 2};

/* How much the mover wants each train full or empty, and fears it: a byte for each train. */
struct wishes {
	uint64_t own_full, own_empty, fear_full, fear_empty;
	int reached;                /* what reaching a goal is worth */
	int now[JEUDUMETRO_PLACES]; /* worth of each train as it is */
};

static void add_wish(uint64_t *full, uint64_t *empty, unsigned objective, unsigned place,
                     unsigned places, uint64_t weight)
{
	weight <<= 8 * jeudumetro_target(objective, place, places);
	if (jeudumetro_wants_full(objective))
		*full += weight;
	else
		*empty += weight;
}

/* An objective that is not known may be about its own train, or less likely a neighbour's. */
static void fear_unknown(struct wishes *w, unsigned place, unsigned places)
{
	uint64_t own = (uint64_t)3 << 8 * place;

	w->fear_full += own + ((uint64_t)1 << 8 * jeudumetro_left(place, places));
	w->fear_empty += own + ((uint64_t)1 << 8 * jeudumetro_right(place, places));
}

static int byte_of(uint64_t bytes, unsigned train)
{
	return (int)(bytes >> 8 * train & 255);
}

/* What it is worth to the mover that there are n passengers on this train. */
static int worth(const struct wishes *w, unsigned train, int n)
{
	int to_full = n < JEUDUMETRO_CROWD ? JEUDUMETRO_CROWD - n : 0;
	int value = -(byte_of(w->fear_full, train) * danger[to_full] +
	              byte_of(w->fear_empty, train) * danger[n]) /
	            FEAR;

	if (byte_of(w->own_full, train))
		value += byte_of(w->own_full, train) * (to_full ? -10 * to_full : w->reached);
	if (byte_of(w->own_empty, train))
		value += byte_of(w->own_empty, train) * (n ? -10 * n : w->reached);
	return value;
}

/* JM-51: one goal of two is worth little until the other is reached, or both are the same. */
static int worth_of_goal(const struct mp_setup *setup, const struct jeudumetro_state *state,
                         const struct wishes *w)
{
	if (setup->players > 2)
		return WIN;
	for (unsigned train = 0; train < 4; train++) {
		int full = byte_of(w->own_full, train), empty = byte_of(w->own_empty, train);

		if (full == 2 || empty == 2 || (full && state->passengers[train] >= JEUDUMETRO_CROWD) ||
		    (empty && state->passengers[train] == 0))
			return WIN;
	}
	return HALF;
}

static void find_wishes(const struct mp_setup *setup, const struct jeudumetro_state *state,
                        unsigned seat, struct wishes *w)
{
	unsigned places = jeudumetro_places(setup);

	*w = (struct wishes){0};
	for (unsigned place = 0; place < places; place++) {
		unsigned origin = state->origin[place], objective = state->objective[origin];

		if (jeudumetro_owner(setup, place) == seat)
			add_wish(&w->own_full, &w->own_empty, objective, place, places, 1);
		else if (state->seen[origin] >> seat & 1)
			add_wish(&w->fear_full, &w->fear_empty, objective, place, places, FEAR);
		else
			fear_unknown(w, place, places);
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

/* An attached card, for some of the turns in which it will act. */
static int attach(const struct wishes *w, const struct jeudumetro_state *state, unsigned train,
                  int by)
{
	int gain = change(w, state, train, by);

	return gain > LASTING_MAX ? LASTING_MAX : gain < -LASTING_MAX ? -LASTING_MAX : gain;
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
	return jeudumetro_distance(state, jeudumetro_target(objective, place, places),
	                           jeudumetro_wants_full(objective));
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
		return attach(w, state, a, LASTING);
	case JEUDUMETRO_INSPECTOR:
		return attach(w, state, a, -LASTING);
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

/* The seat's best play of a card: what judge_play would find, without trying all pairs. */
struct best {
	mp_move move;
	int value;
};

static void improve(struct best *best, int value, mp_move move)
{
	if (value > best->value)
		*best = (struct best){move, value};
}

static struct best best_train(const struct jeudumetro_state *state, const struct wishes *w,
                              unsigned places, unsigned card, int by)
{
	struct best best = {.value = INT32_MIN};
	unsigned found = 0;

	for (unsigned train = 0; train < places; train++) {
		int value = change(w, state, train, by);

		if (value > best.value) {
			best.value = value;
			found = train;
		}
	}
	best.move = jeudumetro_play(card, found, JEUDUMETRO_NO_TARGET);
	return best;
}

static struct best best_transfer(const struct jeudumetro_state *state, const struct wishes *w,
                                 unsigned places)
{
	struct best best = {.value = INT32_MIN};
	int from[JEUDUMETRO_PLACES], to[JEUDUMETRO_PLACES];

	for (unsigned train = 0; train < places; train++) {
		int n = state->passengers[train];

		from[train] = worth(w, train, n < 2 ? 0 : n - 2) - w->now[train];
		to[train] = worth(w, train, n + 2) - w->now[train];
	}
	for (unsigned a = 0; a < places; a++)
		for (unsigned b = 0; b < places; b++)
			if (a != b && from[a] + to[b] > best.value)
				best = (struct best){jeudumetro_play(JEUDUMETRO_TRANSFER, a, b), from[a] + to[b]};
	return best;
}

static struct best best_listed(const struct mp_setup *setup, const struct jeudumetro_state *state,
                               const struct wishes *w, unsigned seat, unsigned card)
{
	const struct jeudumetro_tables *tables = setup->tables;
	struct best best = {.value = INT32_MIN};

	for (unsigned i = tables->first_play[card]; i < tables->first_play[card + 1]; i++)
		improve(&best, judge_play(setup, state, w, seat, tables->play[i]), tables->play[i]);
	return best;
}

/* Anybody with cards enough; with two players terminus has two ways too. */
static struct best best_special(const struct mp_setup *setup, const struct jeudumetro_state *state,
                                const struct wishes *w, unsigned seat, unsigned card,
                                struct mp_rng *rng)
{
	struct best best = {.value = INT32_MIN};
	unsigned players = (unsigned)setup->players;

	if (card == JEUDUMETRO_TERMINUS) {
		for (unsigned train = 2 * seat; train < 2 * seat + 2; train++) {
			mp_move move = jeudumetro_play(card, train, JEUDUMETRO_NO_TARGET);

			improve(&best, judge_play(setup, state, w, seat, move), move);
		}
		return best;
	}
	for (unsigned i = 0, victim = mp_rng_below(rng, players); i < players; i++) {
		if (jeudumetro_can_rob(state, seat, victim))
			improve(&best, FRESH, jeudumetro_play(card, victim, JEUDUMETRO_NO_TARGET));
		victim = jeudumetro_left(victim, players);
	}
	return best;
}

static struct best best_play(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             const struct wishes *w, unsigned seat, unsigned card,
                             struct mp_rng *rng)
{
	unsigned places = jeudumetro_places(setup);

	switch (card) {
	case JEUDUMETRO_BOARD1:
	case JEUDUMETRO_BOARD2:
	case JEUDUMETRO_BOARD3:
		return best_train(state, w, places, card, (int)(card - JEUDUMETRO_BOARD1 + 1));
	case JEUDUMETRO_ALIGHT1:
	case JEUDUMETRO_ALIGHT2:
	case JEUDUMETRO_ALIGHT3:
		return best_train(state, w, places, card, -(int)(card - JEUDUMETRO_ALIGHT1 + 1));
	case JEUDUMETRO_TRANSFER:
		return best_transfer(state, w, places);
	case JEUDUMETRO_PICKPOCKET:
		return best_special(setup, state, w, seat, card, rng);
	case JEUDUMETRO_TERMINUS:
		if (setup->players == 2)
			return best_special(setup, state, w, seat, card, rng);
		return best_listed(setup, state, w, seat, card);
	default:
		return best_listed(setup, state, w, seat, card);
	}
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
