/* SPDX-License-Identifier: MIT
 *
 * Random games at speed: the same distribution as legal, chance and apply, without lists and
 * without anybody's knowledge, since nobody looks at a game that is played to its end at once. The
 * pile and the discards are lists of cards here, so that a card is drawn by its index.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

struct run {
	const struct mp_setup *setup;
	const struct jeudumetro_tables *tables;
	struct jeudumetro_state *state;
	struct mp_rng rng;
	unsigned n_pile, n_discards;
	uint8_t pile[JEUDUMETRO_DECK + 1], discards[JEUDUMETRO_DECK + 1];
	/* The ways to play each card; a pickpocket's depend on the hands and are counted apart. */
	uint8_t ways[JEUDUMETRO_CARDS];
	unsigned plays[MP_SEATS]; /* of the kinds in each hand, without a pickpocket's */
	/* The trains that must be empty, and those that must be full, for a seat to win. */
	struct jeudumetro_extremes goal[MP_SEATS], any_goal;
	/* What is attached to the trains of each seat, first attached lowest: 4 bits each, the place
	 * counted from 1, + 8 for an inspector. */
	uint16_t acts[MP_SEATS];
	uint32_t last_turn;
};

static void gain(struct run *run, unsigned seat, unsigned card)
{
	jeudumetro_cards *hand = &run->state->hand[seat];

	run->plays[seat] += jeudumetro_count(*hand, card) == 0 ? run->ways[card] : 0;
	*hand += jeudumetro_one(card);
}

static void lose(struct run *run, unsigned seat, unsigned card)
{
	jeudumetro_cards *hand = &run->state->hand[seat];

	*hand -= jeudumetro_one(card);
	run->plays[seat] -= jeudumetro_count(*hand, card) == 0 ? run->ways[card] : 0;
}

/* JM-3: what the objectives before each seat ask for, until they are swapped. */
static void set_goals(struct run *run)
{
	const struct jeudumetro_state *state = run->state;
	unsigned places = jeudumetro_places(run->setup);

	memset(run->goal, 0, sizeof run->goal);
	run->any_goal = (struct jeudumetro_extremes){0};
	for (unsigned place = 0; place < places; place++) {
		struct jeudumetro_extremes *goal = &run->goal[jeudumetro_owner(run->setup, place)];
		unsigned objective = state->objective[state->origin[place]], train = place;

		if (objective == JEUDUMETRO_RIGHT_EMPTY)
			train = place > 0 ? place - 1 : places - 1;
		else if (objective == JEUDUMETRO_LEFT_FULL)
			train = place + 1 < places ? place + 1 : 0;
		if (objective == JEUDUMETRO_EMPTY || objective == JEUDUMETRO_RIGHT_EMPTY)
			goal->empty |= (uint64_t)128 << 8 * train;
		else
			goal->full |= (uint64_t)128 << 8 * train;
		run->any_goal.empty |= goal->empty;
		run->any_goal.full |= goal->full;
	}
}

static void set_acts(struct run *run)
{
	const struct jeudumetro_state *state = run->state;

	memset(run->acts, 0, sizeof run->acts);
	for (unsigned i = state->n_attached; i-- > 0;) {
		uint16_t *acts = &run->acts[jeudumetro_owner(run->setup, state->attached[i] & 7u)];

		*acts = (uint16_t)((unsigned)*acts << 4 | (state->attached[i] + 1u));
	}
}

/* JM-40, JM-51: whoever has all that they ask for. */
static bool find_winners(struct run *run, struct jeudumetro_extremes found)
{
	unsigned winners = 0;

	for (unsigned seat = 0; seat < (unsigned)run->setup->players; seat++)
		if (!((run->goal[seat].empty & ~found.empty) | (run->goal[seat].full & ~found.full)))
			winners |= 1u << seat;
	run->state->winners = (uint8_t)winners;
	return winners;
}

static inline bool is_won(struct run *run)
{
	struct jeudumetro_extremes found = jeudumetro_find_extremes(run->state, run->any_goal);

	return (found.empty | found.full) && find_winners(run, found);
}

static unsigned spread(jeudumetro_cards cards, uint8_t *out)
{
	unsigned n = 0;

	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		for (unsigned i = jeudumetro_count(cards, card); i > 0; i--)
			out[n++] = (uint8_t)card;
	return n;
}

static jeudumetro_cards gather(const uint8_t *cards, unsigned n)
{
	jeudumetro_cards sum = 0;

	while (n > 0)
		sum += jeudumetro_one(cards[--n]);
	return sum;
}

/* JM-22, JM-24 */
static void draw(struct run *run, unsigned seat, unsigned n)
{
	jeudumetro_cards hand = run->state->hand[seat];
	unsigned plays = run->plays[seat], size = run->state->size[seat];

	for (; n > 0; n--, size++) {
		unsigned i, card;

		if (run->n_pile == 0) {
			if (run->n_discards == 0)
				break;
			memcpy(run->pile, run->discards, sizeof run->pile);
			run->n_pile = run->n_discards;
			run->n_discards = 0;
		}
		i = mp_rng_below(&run->rng, run->n_pile);
		card = run->pile[i];
		run->pile[i] = run->pile[--run->n_pile];
		plays += jeudumetro_count(hand, card) == 0 ? run->ways[card] : 0;
		hand += jeudumetro_one(card);
	}
	run->state->hand[seat] = hand;
	run->state->size[seat] = (uint8_t)size;
	run->plays[seat] = plays;
}

/* A random card of the victim's: by its rank among the cards of the hand. */
static void steal(struct run *run, unsigned thief, unsigned victim)
{
	struct jeudumetro_state *state = run->state;
	unsigned rank = mp_rng_below(&run->rng, state->size[victim]), card = 0;

	for (; rank >= jeudumetro_count(state->hand[victim], card); card++)
		rank -= jeudumetro_count(state->hand[victim], card);
	lose(run, victim, card);
	gain(run, thief, card);
	state->size[victim]--;
	state->size[thief]++;
}

static unsigned count_victims(const struct run *run, unsigned seat)
{
	unsigned n = 0;

	for (unsigned other = 0; other < (unsigned)run->setup->players; other++)
		n += jeudumetro_can_rob(run->state, seat, other);
	return n;
}

/* The n-th way to play a card. */
static mp_move nth_play(const struct run *run, unsigned seat, unsigned card, unsigned n)
{
	unsigned first = run->tables->first_play[card], victim = 0;

	if (run->tables->first_play[card + 1] > first)
		return run->tables->play[first + n];
	if (card == JEUDUMETRO_TERMINUS)
		return jeudumetro_play(card, 2 * seat + n, JEUDUMETRO_NO_TARGET);
	while (!jeudumetro_can_rob(run->state, seat, victim) || n-- > 0)
		victim++;
	return jeudumetro_play(card, victim, JEUDUMETRO_NO_TARGET);
}

/* True if the card ended the game. */
static bool play(struct run *run, unsigned seat, mp_move move)
{
	struct jeudumetro_state *state = run->state;
	unsigned card = jeudumetro_op(move);

	lose(run, seat, card);
	state->size[seat]--;
	if (card != JEUDUMETRO_STAR && card != JEUDUMETRO_INSPECTOR)
		run->discards[run->n_discards++] = (uint8_t)card;
	if (card == JEUDUMETRO_PICKPOCKET) {
		steal(run, seat, jeudumetro_low(move));
	} else {
		jeudumetro_effect(run->setup, state, seat, move);
		if (card == JEUDUMETRO_DRIVER)
			set_goals(run);
		else if (card == JEUDUMETRO_STAR || card == JEUDUMETRO_INSPECTOR ||
		         card == JEUDUMETRO_SWITCH)
			set_acts(run);
		if (is_won(run))
			return true;
	}
	draw(run, seat, 1);
	return false;
}

/* The n-th part of the hand: a number in mixed radix, a digit for each kind. */
static void discard(struct run *run, unsigned seat, unsigned n)
{
	jeudumetro_cards hand = run->state->hand[seat];
	unsigned cards = 0, plays = run->plays[seat];

	for (jeudumetro_cards kinds = jeudumetro_kinds(hand); n > 0; kinds &= kinds - 1) {
		unsigned shift = (unsigned)__builtin_ctzll(kinds), card = shift / 4;
		unsigned count = (unsigned)(hand >> shift) & 15, digit = n & 1;

		if (count == 1) {
			n >>= 1;
		} else {
			digit = n % (count + 1);
			n /= count + 1;
		}
		hand -= (jeudumetro_cards)digit << shift;
		plays -= digit == count ? run->ways[card] : 0;
		for (cards += digit; digit > 0; digit--)
			run->discards[run->n_discards++] = (uint8_t)card;
	}
	run->state->hand[seat] = hand;
	run->state->size[seat] = (uint8_t)(run->state->size[seat] - cards);
	run->plays[seat] = plays;
	draw(run, seat, cards);
}

/* How many parts a hand has, itself and the empty one among them. */
static unsigned count_parts(jeudumetro_cards hand, unsigned size)
{
	jeudumetro_cards kinds = jeudumetro_kinds(hand);
	unsigned parts = 1;

	if (kinds == hand)
		return 1u << size;
	for (; kinds; kinds &= kinds - 1)
		parts *= (unsigned)(hand >> __builtin_ctzll(kinds) & 15) + 1;
	return parts;
}

/* One random move of the seat on turn, and what follows it; true if the game is over. */
static bool take_turn(struct run *run, unsigned seat)
{
	jeudumetro_cards hand = run->state->hand[seat];
	unsigned victims = 0, plays, pick;

	if (jeudumetro_count(hand, JEUDUMETRO_PICKPOCKET) > 0)
		victims = count_victims(run, seat);
	plays = run->plays[seat] + victims;
	pick = mp_rng_below(&run->rng, plays + count_parts(hand, run->state->size[seat]) - 1);
	if (pick >= plays) {
		discard(run, seat, pick - plays + 1);
		return false;
	}
	for (jeudumetro_cards kinds = jeudumetro_kinds(hand);; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;
		unsigned ways = card == JEUDUMETRO_PICKPOCKET ? victims : run->ways[card];

		if (pick < ways)
			return play(run, seat, nth_play(run, seat, card, pick));
		pick -= ways;
	}
}

/* JM-20: a passenger boards or alights, if there is one. */
static void act(struct jeudumetro_state *state, unsigned place, bool is_inspector)
{
	uint8_t *from = is_inspector ? &state->passengers[place] : &state->platform;
	uint8_t *to = is_inspector ? &state->platform : &state->passengers[place];

	if (*from == 0)
		return;
	--*from;
	++*to;
}

/* JM-20, JM-25, JM-41: as apply does it; true if the game is over. */
static bool next_turn(struct run *run)
{
	struct jeudumetro_state *state = run->state;
	unsigned seat = state->seat + 1u < (unsigned)run->setup->players ? state->seat + 1u : 0;
	unsigned acts = run->acts[seat];

	if (++state->turns == run->last_turn)
		return true;
	state->seat = (uint8_t)seat;
	if (!acts)
		return false;
	for (; acts; acts >>= 4)
		act(state, (acts & 7) - 1, acts & 8);
	return is_won(run);
}

/* Chance as the contract has it, until hands are dealt or a player is on turn. */
static void settle(const struct mp_setup *setup, struct jeudumetro_state *state, struct mp_rng *rng)
{
	struct mp_outcome outcomes[JEUDUMETRO_OUTCOMES_MAX];
	size_t n;

	while (state->phase != JEUDUMETRO_DEALING_CARDS &&
	       (n = jeudumetro_chance(setup, state, outcomes)) > 0) {
		uint32_t total = 0, at;
		size_t i = 0;

		for (size_t k = 0; k < n; k++)
			total += outcomes[k].weight;
		for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
			at -= outcomes[i].weight;
		jeudumetro_apply(setup, state, MP_CHANCE, outcomes[i].move);
	}
}

/* What is kept beside the state. */
static void begin(struct run *run)
{
	const struct jeudumetro_tables *tables = run->tables;

	run->n_pile = spread(run->state->pile, run->pile);
	run->n_discards = spread(run->state->discards, run->discards);
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
		run->ways[card] = (uint8_t)(tables->first_play[card + 1] - tables->first_play[card]);
	if (run->ways[JEUDUMETRO_TERMINUS] == 0)
		run->ways[JEUDUMETRO_TERMINUS] = 2;
	for (unsigned seat = 0; seat < (unsigned)run->setup->players; seat++)
		for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++)
			if (jeudumetro_count(run->state->hand[seat], card) > 0)
				run->plays[seat] += run->ways[card];
	set_goals(run);
	set_acts(run);
	run->last_turn = (uint32_t)run->setup->option[JEUDUMETRO_TURN_LIMIT];
}

/* JM-12: what is left of the deal. */
static void deal(struct run *run)
{
	for (unsigned seat = 0; seat < (unsigned)run->setup->players; seat++)
		draw(run, seat, JEUDUMETRO_HAND - run->state->size[seat]);
	run->state->dealt = 0;
}

uint32_t jeudumetro_playout(const struct mp_setup *setup, void *memory, struct mp_rng *rng)
{
	struct jeudumetro_state *state = memory;
	struct run run = {.setup = setup, .tables = setup->tables, .state = state};
	uint32_t plies = 0;
	bool is_over;

	settle(setup, state, rng);
	if (state->phase == JEUDUMETRO_ENDED)
		return 0;
	run.rng = *rng;
	begin(&run);
	if (state->phase == JEUDUMETRO_DEALING_CARDS)
		deal(&run);
	do {
		is_over = take_turn(&run, state->seat) || next_turn(&run);
		plies++;
	} while (!is_over);
	*rng = run.rng;
	state->pile = gather(run.pile, run.n_pile);
	state->pile_size = (uint8_t)run.n_pile;
	state->discards = gather(run.discards, run.n_discards);
	state->phase = JEUDUMETRO_ENDED;
	memset(state->known, 0, sizeof state->known);
	memset(state->unlocated, 0, sizeof state->unlocated);
	memset(state->n_unlocated, 0, sizeof state->n_unlocated);
	return plies;
}
