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
};

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
	for (; n > 0; n--) {
		unsigned i;

		if (run->n_pile == 0) {
			if (run->n_discards == 0)
				return;
			memcpy(run->pile, run->discards, sizeof run->pile);
			run->n_pile = run->n_discards;
			run->n_discards = 0;
		}
		i = mp_rng_below(&run->rng, run->n_pile);
		run->state->hand[seat] += jeudumetro_one(run->pile[i]);
		run->state->size[seat]++;
		run->pile[i] = run->pile[--run->n_pile];
	}
}

/* A random card of the victim's: by its rank among the cards of the hand. */
static void steal(struct run *run, unsigned thief, unsigned victim)
{
	struct jeudumetro_state *state = run->state;
	unsigned rank = mp_rng_below(&run->rng, state->size[victim]), card = 0;

	for (; rank >= jeudumetro_count(state->hand[victim], card); card++)
		rank -= jeudumetro_count(state->hand[victim], card);
	state->hand[victim] -= jeudumetro_one(card);
	state->hand[thief] += jeudumetro_one(card);
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

/* How many ways there are to play a card now. */
static unsigned count_plays(const struct run *run, unsigned seat, unsigned card)
{
	unsigned n = run->tables->first_play[card + 1] - run->tables->first_play[card];

	if (n > 0)
		return n;
	return card == JEUDUMETRO_PICKPOCKET ? count_victims(run, seat) : 2;
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

	state->hand[seat] -= jeudumetro_one(card);
	state->size[seat]--;
	if (card != JEUDUMETRO_STAR && card != JEUDUMETRO_INSPECTOR)
		run->discards[run->n_discards++] = (uint8_t)card;
	if (card == JEUDUMETRO_PICKPOCKET) {
		steal(run, seat, jeudumetro_low(move));
	} else {
		jeudumetro_effect(run->setup, state, seat, move);
		state->winners = (uint8_t)jeudumetro_find_winners(run->setup, state);
	}
	if (!state->winners)
		draw(run, seat, 1);
	return state->winners;
}

/* The n-th part of the hand: a number in mixed radix, a digit for each kind. */
static void discard(struct run *run, unsigned seat, jeudumetro_cards kinds, unsigned n)
{
	struct jeudumetro_state *state = run->state;
	jeudumetro_cards hand = state->hand[seat];
	unsigned cards = 0;

	for (; n > 0; kinds &= kinds - 1) {
		unsigned shift = (unsigned)__builtin_ctzll(kinds);
		unsigned radix = (unsigned)(hand >> shift & 15) + 1;
		unsigned digit = radix == 2 ? n & 1 : n % radix;

		n = radix == 2 ? n >> 1 : n / radix;
		state->hand[seat] -= (jeudumetro_cards)digit << shift;
		for (cards += digit; digit > 0; digit--)
			run->discards[run->n_discards++] = (uint8_t)(shift / 4);
	}
	state->size[seat] = (uint8_t)(state->size[seat] - cards);
	draw(run, seat, cards);
}

/* One random move of the seat on turn, and what follows it; true if the game is over. */
static bool take_turn(struct run *run, unsigned seat)
{
	jeudumetro_cards kinds = jeudumetro_kinds(run->state->hand[seat]);
	unsigned card[JEUDUMETRO_HAND_MAX], ways[JEUDUMETRO_HAND_MAX];
	unsigned n = 0, plays = 0, parts = 1, pick;

	for (jeudumetro_cards left = kinds; left; left &= left - 1, n++) {
		unsigned shift = (unsigned)__builtin_ctzll(left);

		card[n] = shift / 4;
		ways[n] = count_plays(run, seat, card[n]);
		plays += ways[n];
		parts *= (unsigned)(run->state->hand[seat] >> shift & 15) + 1;
	}
	pick = mp_rng_below(&run->rng, plays + parts - 1);
	if (pick >= plays) {
		discard(run, seat, kinds, pick - plays + 1);
		return false;
	}
	for (n = 0; pick >= ways[n]; n++)
		pick -= ways[n];
	return play(run, seat, nth_play(run, seat, card[n], pick));
}

/* JM-20, JM-25, JM-41: as apply does it; true if the game is over. */
static bool next_turn(struct run *run)
{
	struct jeudumetro_state *state = run->state;
	bool has_acted = false;

	state->turns++;
	if (jeudumetro_is_limit_reached(run->setup, state->turns))
		return true;
	state->seat = (uint8_t)(state->seat + 1 < run->setup->players ? state->seat + 1 : 0);
	for (unsigned i = 0; i < state->n_attached; i++) {
		if (jeudumetro_owner(run->setup, state->attached[i] & 7u) == state->seat) {
			jeudumetro_act(state, i);
			has_acted = true;
		}
	}
	if (has_acted)
		state->winners = (uint8_t)jeudumetro_find_winners(run->setup, state);
	return state->winners;
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
	run.n_pile = spread(state->pile, run.pile);
	run.n_discards = spread(state->discards, run.discards);
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
