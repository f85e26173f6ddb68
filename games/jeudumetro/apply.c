/* SPDX-License-Identifier: MIT
 *
 * What a move does: cards on trains, the course of a turn, draws and deals. Trusts its input. On a
 * redacted state it also takes the viewer's cut moves: a card that is not seen changes sizes only.
 */
#include "state.h"

#include <string.h>

/* JM-31: as many board as there are on the platform. */
static void board(struct jeudumetro_state *state, unsigned place, unsigned n)
{
	n = n < state->platform ? n : state->platform;
	state->platform = (uint8_t)(state->platform - n);
	state->passengers[place] = (uint8_t)(state->passengers[place] + n);
}

/* JM-31: a train never goes below 0. */
static void alight(struct jeudumetro_state *state, unsigned place, unsigned n)
{
	n = n < state->passengers[place] ? n : state->passengers[place];
	state->passengers[place] = (uint8_t)(state->passengers[place] - n);
	state->platform = (uint8_t)(state->platform + n);
}

/* JM-35 */
static void transfer(struct jeudumetro_state *state, unsigned from, unsigned to)
{
	unsigned n = state->passengers[from] < 2 ? state->passengers[from] : 2;

	state->passengers[from] = (uint8_t)(state->passengers[from] - n);
	state->passengers[to] = (uint8_t)(state->passengers[to] + n);
}

/* JM-32: attached cards go with their train, and keep their order (JM-20). Objectives belong to
 * the places and stay (JM-37, JM-53). */
static void switch_trains(struct jeudumetro_state *state, unsigned a, unsigned b)
{
	uint8_t passengers = state->passengers[a];

	state->passengers[a] = state->passengers[b];
	state->passengers[b] = passengers;
	for (unsigned i = 0; i < state->n_attached; i++) {
		unsigned place = state->attached[i] & 7u;

		if (place == a)
			state->attached[i] = (uint8_t)((state->attached[i] & 8u) | b);
		else if (place == b)
			state->attached[i] = (uint8_t)((state->attached[i] & 8u) | a);
	}
}

/* JM-36: each new holder looks at what they got. A viewer who looks is told by the cut move. */
static void swap_objectives(const struct mp_setup *setup, struct jeudumetro_state *state,
                            mp_move move)
{
	unsigned place[2] = {jeudumetro_low(move), jeudumetro_high(move)};
	uint8_t origin = state->origin[place[0]];

	if (jeudumetro_shown(move))
		state->objective[jeudumetro_received(setup, state, move, state->viewer - 1u)] =
			(uint8_t)(jeudumetro_shown(move) - 1);
	state->origin[place[0]] = state->origin[place[1]];
	state->origin[place[1]] = origin;
	for (unsigned i = 0; i < 2; i++)
		state->seen[state->origin[place[i]]] |= (uint8_t)(1u << jeudumetro_owner(setup, place[i]));
}

/* JM-31: every train, in seat order from the player's own (two players: own B first). */
static void rush(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat)
{
	unsigned places = jeudumetro_places(setup), first = jeudumetro_first(setup, seat);

	for (unsigned i = 0; i < places; i++)
		board(state, (first + i) % places, 2);
}

void jeudumetro_effect(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat,
                       mp_move move)
{
	unsigned card = jeudumetro_op(move), a = jeudumetro_low(move), b = jeudumetro_high(move);

	switch (card) {
	case JEUDUMETRO_BOARD1:
	case JEUDUMETRO_BOARD2:
	case JEUDUMETRO_BOARD3:
		board(state, a, card - JEUDUMETRO_BOARD1 + 1);
		break;
	case JEUDUMETRO_ALIGHT1:
	case JEUDUMETRO_ALIGHT2:
	case JEUDUMETRO_ALIGHT3:
		alight(state, a, card - JEUDUMETRO_ALIGHT1 + 1);
		break;
	case JEUDUMETRO_STAR:
		state->attached[state->n_attached++] = (uint8_t)a;
		break;
	case JEUDUMETRO_INSPECTOR:
		state->attached[state->n_attached++] = (uint8_t)(a | 8);
		break;
	case JEUDUMETRO_RUSH:
		rush(setup, state, seat);
		break;
	case JEUDUMETRO_PARCEL:
		for (unsigned place = 0; place < jeudumetro_places(setup); place++)
			alight(state, place, 2);
		break;
	case JEUDUMETRO_TERMINUS: /* JM-34, JM-54 */
		a = setup->players == 2 ? a : seat;
		alight(state, a, state->passengers[a]);
		board(state, a, JEUDUMETRO_AT_START);
		break;
	case JEUDUMETRO_TRANSFER:
		transfer(state, a, b);
		break;
	case JEUDUMETRO_DRIVER:
		swap_objectives(setup, state, move);
		break;
	case JEUDUMETRO_SWITCH:
		switch_trains(state, a, b);
		break;
	default: /* a pickpocket takes their card at the chance node that follows */
		break;
	}
}

/* JM-20: one attached card acts on the train it is at. */
void jeudumetro_act(struct jeudumetro_state *state, unsigned attached)
{
	if (state->attached[attached] & 8)
		alight(state, state->attached[attached] & 7u, 1);
	else
		board(state, state->attached[attached], 1);
}

/* JM-41 */
bool jeudumetro_is_limit_reached(const struct mp_setup *setup, uint32_t turns)
{
	return setup->option[JEUDUMETRO_TURN_LIMIT] > 0 &&
	       turns >= (uint32_t)setup->option[JEUDUMETRO_TURN_LIMIT];
}

/* What was checked before need not be again: nobody wins, and nothing is learnt of the objectives,
 * by a train that is no longer empty or full, or still is. */
static inline void check_trains(const struct mp_setup *setup, struct jeudumetro_state *state,
                                struct jeudumetro_extremes before)
{
	struct jeudumetro_extremes now = jeudumetro_extremes(setup, state);

	if ((now.empty & ~before.empty) | (now.full & ~before.full))
		jeudumetro_check_win(setup, state);
}

/* JM-20: a turn begins with what is attached to the trains of whoever takes it. */
static void act_on_trains(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	struct jeudumetro_extremes before = jeudumetro_extremes(setup, state);

	for (unsigned i = 0; i < state->n_attached; i++)
		if (jeudumetro_owner(setup, state->attached[i] & 7u) == state->seat)
			jeudumetro_act(state, i);
	check_trains(setup, state, before);
}

/* JM-25: the left neighbour is next. */
static void end_turn(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	state->turns++;
	if (jeudumetro_is_limit_reached(setup, state->turns)) {
		state->phase = JEUDUMETRO_ENDED;
		return;
	}
	state->seat = (uint8_t)(state->seat + 1 < setup->players ? state->seat + 1 : 0);
	state->phase = JEUDUMETRO_PLAYING;
	if (state->n_attached > 0)
		act_on_trains(setup, state);
}

/* JM-22: the next card is drawn if there is any (JM-24: there always is), else the turn ends. */
static void await_draw(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	if (state->draws > 0 && (state->pile_size > 0 || state->discards))
		state->phase = JEUDUMETRO_DRAWING;
	else
		end_turn(setup, state);
}

/* Is this hand open in this state? */
static bool is_open(const struct jeudumetro_state *state, unsigned seat)
{
	return state->viewer == 0 || state->viewer == seat + 1;
}

/* JM-24: an empty pile is made anew from the discards. */
static void reshuffle(const struct mp_setup *setup, struct jeudumetro_state *state)
{
	state->pile_size = (uint8_t)jeudumetro_total(state->discards);
	if (!state->viewer)
		state->pile = state->discards;
	jeudumetro_note_reshuffle(setup, state);
	state->discards = 0;
}

static void give(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat,
                 unsigned card)
{
	if (state->is_tracking && card != JEUDUMETRO_UNSEEN_CARD)
		jeudumetro_note_drawn(setup, state, seat, card);
	if (is_open(state, seat))
		state->hand[seat] += jeudumetro_one(card);
	if (!state->viewer)
		state->pile -= jeudumetro_one(card);
	state->size[seat]++;
	state->pile_size--;
}

static void show(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat,
                 jeudumetro_cards cards, unsigned n)
{
	if (state->is_tracking)
		jeudumetro_note_shown(setup, state, seat, cards);
	if (is_open(state, seat))
		state->hand[seat] -= cards;
	state->size[seat] = (uint8_t)(state->size[seat] - n);
}

static void discard(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat,
                    jeudumetro_cards cards)
{
	unsigned n = jeudumetro_total(cards);

	show(setup, state, seat, cards, n);
	state->discards += cards;
	state->draws = (uint8_t)n;
	await_draw(setup, state);
}

static void play(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned seat,
                 mp_move move)
{
	unsigned card = jeudumetro_op(move);
	struct jeudumetro_extremes before = {0}; /* objectives that are swapped are all looked at */

	show(setup, state, seat, jeudumetro_one(card), 1);
	if (card != JEUDUMETRO_STAR && card != JEUDUMETRO_INSPECTOR)
		state->discards += jeudumetro_one(card);
	if (card != JEUDUMETRO_DRIVER)
		before = jeudumetro_extremes(setup, state);
	jeudumetro_effect(setup, state, seat, move);
	check_trains(setup, state, before);
	if (state->phase == JEUDUMETRO_ENDED)
		return;
	state->draws = 1;
	if (card == JEUDUMETRO_PICKPOCKET) {
		state->victim = (uint8_t)jeudumetro_low(move);
		state->phase = JEUDUMETRO_STEALING;
		return;
	}
	await_draw(setup, state);
}

static void steal(const struct mp_setup *setup, struct jeudumetro_state *state, unsigned card)
{
	unsigned thief = state->seat, victim = state->victim;

	jeudumetro_note_theft(setup, state, thief, victim, card);
	if (card != JEUDUMETRO_UNSEEN_CARD) {
		if (is_open(state, thief))
			state->hand[thief] += jeudumetro_one(card);
		if (is_open(state, victim))
			state->hand[victim] -= jeudumetro_one(card);
	}
	state->size[thief]++;
	state->size[victim]--;
	state->victim = 0;
	await_draw(setup, state);
}

static void deal_objective(const struct mp_setup *setup, struct jeudumetro_state *state,
                           unsigned place, unsigned kind)
{
	state->objective[place] =
		(uint8_t)(kind == JEUDUMETRO_UNSEEN_OBJECTIVE ? JEUDUMETRO_UNKNOWN : kind);
	state->seen[place] = (uint8_t)(1u << jeudumetro_owner(setup, place));
	if (++state->dealt == jeudumetro_places(setup)) {
		state->dealt = 0;
		state->phase = JEUDUMETRO_DEALING_CARDS;
	}
}

static void chance(const struct mp_setup *setup, struct jeudumetro_state *state, mp_move move)
{
	unsigned what = jeudumetro_low(move), where = jeudumetro_high(move);

	switch (jeudumetro_op(move)) {
	case JEUDUMETRO_BEGIN:
		state->seat = (uint8_t)where;
		state->phase = JEUDUMETRO_DEALING_OBJECTIVES;
		break;
	case JEUDUMETRO_OBJECTIVE:
		deal_objective(setup, state, where, what);
		break;
	case JEUDUMETRO_DEAL:
		give(setup, state, where, what);
		if (++state->dealt == setup->players * JEUDUMETRO_HAND) {
			state->dealt = 0;
			state->phase = JEUDUMETRO_PLAYING;
		}
		break;
	case JEUDUMETRO_STEAL:
		steal(setup, state, what);
		break;
	default:
		if (state->pile_size == 0)
			reshuffle(setup, state);
		give(setup, state, state->seat, what);
		state->draws--;
		await_draw(setup, state);
	}
}

void jeudumetro_apply(const struct mp_setup *setup, void *memory, int seat, mp_move move)
{
	struct jeudumetro_state *state = memory;

	if (jeudumetro_op(move) == JEUDUMETRO_DISCARD)
		discard(setup, state, (unsigned)seat, move & JEUDUMETRO_DISCARDED);
	else if (seat == MP_CHANCE)
		chance(setup, state, move);
	else
		play(setup, state, (unsigned)seat, move);
}
