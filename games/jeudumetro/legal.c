/* SPDX-License-Identifier: MIT
 *
 * Which moves there are, chance included.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

int jeudumetro_turn(const struct mp_setup *setup, const void *memory)
{
	const struct jeudumetro_state *state = memory;

	(void)setup;
	if (state->phase == JEUDUMETRO_PLAYING)
		return state->seat;
	return state->phase == JEUDUMETRO_ENDED ? MP_OVER : MP_CHANCE;
}

enum jeudumetro_aim jeudumetro_aim(const struct mp_setup *setup, unsigned card)
{
	switch (card) {
	case JEUDUMETRO_RUSH:
	case JEUDUMETRO_PARCEL:
		return JEUDUMETRO_AT_NOTHING;
	case JEUDUMETRO_TERMINUS: /* JM-54: with two players the train is named */
		return setup->players == 2 ? JEUDUMETRO_AT_OWN : JEUDUMETRO_AT_NOTHING;
	case JEUDUMETRO_PICKPOCKET:
		return JEUDUMETRO_AT_SEAT;
	case JEUDUMETRO_TRANSFER:
		return JEUDUMETRO_AT_TWO;
	case JEUDUMETRO_DRIVER:
	case JEUDUMETRO_SWITCH:
		return JEUDUMETRO_AT_PAIR;
	default:
		return JEUDUMETRO_AT_TRAIN;
	}
}

void jeudumetro_list_plays(const struct mp_setup *setup, struct jeudumetro_tables *tables)
{
	unsigned places = jeudumetro_places(setup);
	mp_move *out = tables->play;

	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++) {
		enum jeudumetro_aim aim = jeudumetro_aim(setup, card);

		tables->first_play[card] = (uint8_t)(out - tables->play);
		if (aim == JEUDUMETRO_AT_NOTHING)
			*out++ = jeudumetro_play(card, JEUDUMETRO_NO_TARGET, JEUDUMETRO_NO_TARGET);
		for (unsigned a = 0; a < places && aim == JEUDUMETRO_AT_TRAIN; a++)
			*out++ = jeudumetro_play(card, a, JEUDUMETRO_NO_TARGET);
		for (unsigned a = 0; a < places && (aim == JEUDUMETRO_AT_TWO || aim == JEUDUMETRO_AT_PAIR);
		     a++)
			for (unsigned b = aim == JEUDUMETRO_AT_PAIR ? a + 1 : 0; b < places; b++)
				if (a != b)
					*out++ = jeudumetro_play(card, a, b);
	}
	tables->first_play[JEUDUMETRO_CARDS] = (uint8_t)(out - tables->play);
}

/* The plays that the tables do not have. */
static mp_move *list_special(const struct mp_setup *setup, const struct jeudumetro_state *state,
                             unsigned seat, unsigned card, mp_move *out)
{
	if (card == JEUDUMETRO_PICKPOCKET) {
		for (unsigned a = 0; a < (unsigned)setup->players; a++)
			if (jeudumetro_can_rob(state, seat, a))
				*out++ = jeudumetro_play(card, a, JEUDUMETRO_NO_TARGET);
	} else {
		*out++ = jeudumetro_play(card, 2 * seat, JEUDUMETRO_NO_TARGET);
		*out++ = jeudumetro_play(card, 2 * seat + 1, JEUDUMETRO_NO_TARGET);
	}
	return out;
}

/* Copies four at a time, up to three too many: the next ones overwrite them, and the last are
 * overwritten by the discards or beyond the moves that are counted (JEUDUMETRO_SLACK). */
static mp_move *list_plays(const struct mp_setup *setup, const struct jeudumetro_state *state,
                           unsigned seat, mp_move *out)
{
	const struct jeudumetro_tables *tables = setup->tables;

	for (jeudumetro_cards kinds = jeudumetro_kinds(state->hand[seat]); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;
		unsigned at = tables->first_play[card], end = tables->first_play[card + 1];

		if (at == end) {
			out = list_special(setup, state, seat, card, out);
			continue;
		}
		for (unsigned i = 0; i < end - at; i += 4)
			memcpy(out + i, tables->play + at + i, 4 * sizeof *out);
		out += end - at;
	}
	return out;
}

/* The parts of four different cards, in the order of list_discards: the usual hand. */
static mp_move *list_sixteen(jeudumetro_cards kinds, mp_move *out)
{
	jeudumetro_cards one[4];
	mp_move low[4], high[4];

	for (unsigned i = 0; i < 4; i++, kinds &= kinds - 1)
		one[i] = kinds & (~kinds + 1);
	for (unsigned i = 0; i < 4; i++) {
		low[i] = (mp_move)JEUDUMETRO_DISCARD << 60 | (i & 1 ? one[0] : 0) | (i & 2 ? one[1] : 0);
		high[i] = (i & 1 ? one[2] : 0) | (i & 2 ? one[3] : 0);
	}
	for (unsigned i = 0; i < 16; i++)
		out[i] = low[i % 4] | high[i / 4];
	out[0] = out[15];
	return out + 15;
}

/* JM-21, JM-23: every non-empty part of the hand. The parts are built kind by kind, each from
 * those before it, two at a time: one too many may stand at the end, but only where cards are
 * equal and parts are fewer. The empty one, first, then gives its entry to the last. */
static mp_move *list_discards(jeudumetro_cards hand, mp_move *out)
{
	mp_move *end = out;

	if (jeudumetro_kinds(hand) == hand && __builtin_popcountll(hand) == 4)
		return list_sixteen(hand, out);
	*end++ = (mp_move)JEUDUMETRO_DISCARD << 60;
	for (jeudumetro_cards kinds = jeudumetro_kinds(hand); kinds; kinds &= kinds - 1) {
		jeudumetro_cards one = kinds & (~kinds + 1);
		size_t n = (size_t)(end - out) * (hand >> __builtin_ctzll(kinds) & 15);

		for (size_t i = 0; i < n; i += 2) {
			end[i] = out[i] + one;
			end[i + 1] = out[i + 1] + one;
		}
		end += n;
	}
	*out = *--end;
	return end;
}

size_t jeudumetro_legal(const struct mp_setup *setup, const void *memory, int seat, mp_move *out)
{
	const struct jeudumetro_state *state = memory;
	mp_move *end = out;

	if (state->phase != JEUDUMETRO_PLAYING || seat != state->seat)
		return 0;
	end = list_plays(setup, state, (unsigned)seat, end);
	return (size_t)(list_discards(state->hand[seat], end) - out);
}

/* One outcome for each kind in a multiset, weighted by its copies. */
static size_t list_cards(jeudumetro_cards from, unsigned event, unsigned where,
                         struct mp_outcome *out)
{
	size_t n = 0;

	for (jeudumetro_cards kinds = jeudumetro_kinds(from); kinds; kinds &= kinds - 1) {
		unsigned card = (unsigned)__builtin_ctzll(kinds) / 4;

		out[n++] = (struct mp_outcome){.move = jeudumetro_event(event, where, card),
		                               .weight = jeudumetro_count(from, card)};
	}
	return n;
}

static size_t list_objectives(const struct jeudumetro_state *state, struct mp_outcome *out)
{
	unsigned left[JEUDUMETRO_OBJECTIVES];
	size_t n = 0;

	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		left[kind] = jeudumetro_objective_copies[kind];
	for (unsigned place = 0; place < state->dealt; place++)
		if (state->objective[place] < JEUDUMETRO_OBJECTIVES) /* seen, on a redacted state */
			left[state->objective[place]]--;
	for (unsigned kind = 0; kind < JEUDUMETRO_OBJECTIVES; kind++)
		if (left[kind] > 0)
			out[n++] = (struct mp_outcome){
				.move = jeudumetro_event(JEUDUMETRO_OBJECTIVE, state->dealt, kind),
				.weight = left[kind]};
	return n;
}

size_t jeudumetro_chance(const struct mp_setup *setup, const void *memory, struct mp_outcome *out)
{
	const struct jeudumetro_state *state = memory;

	switch (state->phase) {
	case JEUDUMETRO_STARTING:
		for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
			out[seat] = (struct mp_outcome){.move = jeudumetro_event(JEUDUMETRO_BEGIN, seat, 0),
			                                .weight = 1};
		return (size_t)setup->players;
	case JEUDUMETRO_DEALING_OBJECTIVES:
		return list_objectives(state, out);
	case JEUDUMETRO_DEALING_CARDS:
		return list_cards(state->pile, JEUDUMETRO_DEAL, state->dealt / JEUDUMETRO_HAND, out);
	case JEUDUMETRO_STEALING:
		return list_cards(state->hand[state->victim], JEUDUMETRO_STEAL, 0, out);
	case JEUDUMETRO_DRAWING: /* JM-24: an empty pile is made anew from the discards */
		return list_cards(state->pile_size > 0 ? state->pile : state->discards, JEUDUMETRO_DRAW, 0,
		                  out);
	default:
		return 0;
	}
}

/* As from list_cards: a card by its rank, kinds in their order. Byte i of `upto` is how many cards
 * there are of the kinds up to 2i+1; those are below 128, so that a byte's top bit tells which
 * pairs of kinds end before the rank. */
static mp_move draw_card(jeudumetro_cards from, unsigned event, unsigned where, unsigned n,
                         struct mp_rng *rng)
{
	const uint64_t ones = 0x0101010101010101, low = 15 * ones, top = 128 * ones;
	uint64_t upto = ((from & low) + (from >> 4 & low)) * ones;
	uint64_t rank = mp_rng_below(rng, n);
	unsigned pair = (unsigned)__builtin_popcountll(((rank * ones | top) - upto) & top);

	rank -= upto << 8 >> 8 * pair & 255;
	return jeudumetro_event(event, where, 2 * pair + (rank >= (from >> 8 * pair & 15)));
}

mp_move jeudumetro_draw(const struct mp_setup *setup, const void *memory, struct mp_rng *rng)
{
	const struct jeudumetro_state *state = memory;

	switch (state->phase) {
	case JEUDUMETRO_DEALING_CARDS:
		return draw_card(state->pile, JEUDUMETRO_DEAL, state->dealt / JEUDUMETRO_HAND,
		                 state->pile_size, rng);
	case JEUDUMETRO_STEALING:
		return draw_card(state->hand[state->victim], JEUDUMETRO_STEAL, 0,
		                 state->size[state->victim], rng);
	case JEUDUMETRO_DRAWING:
		if (state->pile_size > 0)
			return draw_card(state->pile, JEUDUMETRO_DRAW, 0, state->pile_size, rng);
		return draw_card(state->discards, JEUDUMETRO_DRAW, 0, jeudumetro_total(state->discards),
		                 rng);
	default: /* once or twice a game */
		return mp_chance_pick(setup, memory, rng);
	}
}
