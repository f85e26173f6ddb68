/* SPDX-License-Identifier: MIT
 *
 * Which rule forbids a move that is none, on a full state; and on a redacted one which rule forbids
 * what a viewer is told, as far as the viewer knows.
 */
#include "state.h"

/* The name without "rule_" is the key of its sentence in the words. */
#define RULE(name, id, message) static const struct mp_rule name = {id, message, &#name[5]}
/* No player is ever told these: they answer to what cannot have happened. */
#define TOLD(name, id, message) static const struct mp_rule name = {id, message, NULL}

RULE(rule_action, "JM-21",
     "On their turn a player plays one card or discards; chance has no say here. Play a card of "
     "your hand, or discard.");
RULE(rule_not_held, "JM-21",
     "This card is not in the hand of the seat on turn. Play a card that you hold.");
RULE(rule_not_held_discard, "JM-21",
     "These cards are not all in the hand of the seat on turn. Discard only what you hold.");
RULE(rule_empty_discard, "JM-23", "A discard is of at least one card. Name what you discard.");
RULE(rule_no_train, "JM-30",
     "This card acts on a train of your choice, anyone's. Name a train of this table after it.");
RULE(rule_no_victim, "JM-33", "A pickpocket takes from another player. Name that player's seat.");
RULE(rule_self, "JM-33", "Nobody steals from their own hand. Name another player.");
RULE(rule_safe, "JM-33",
     "This player has only 3 cards or fewer, so nothing can be stolen. Name one with more.");
RULE(rule_nobody, "JM-38",
     "No other player has more than 3 cards, so this card has no target now. Play another card, or "
     "discard it.");
RULE(rule_transfer, "JM-35",
     "Passengers change from one train to another. Name two different trains.");
RULE(rule_driver, "JM-36", "Two objectives are swapped. Name two different places.");
RULE(rule_switch, "JM-37", "Two trains are swapped. Name two different trains.");
RULE(rule_terminus, "JM-54",
     "Terminus is for a train of your own. Name one of the two before you.");
RULE(rule_start, "JM-13", "Now the starting player is drawn: ~start with a seat of this table.");
RULE(rule_objective, "JM-11",
     "Now an objective is dealt to the next place, one of those left: ~objective PLACE KIND.");
RULE(rule_deal, "JM-12", "Now a card of the pile is dealt to the next seat: ~deal SEAT CARD.");
RULE(rule_steal, "JM-33", "Now a card is stolen, one that the victim holds: ~steal CARD.");
RULE(rule_draw, "JM-22", "Now a card is drawn, one that is in the pile: ~draw CARD.");

TOLD(rule_seen, "JM-60",
     "This viewer sees which card or objective it is, and is told so. Name it instead of ?.");
TOLD(rule_unseen, "JM-60", "This viewer does not see which card or objective it is. Write ?.");
TOLD(rule_received, "JM-36",
     "A new holder looks at the objective received, if it was not seen before, and nobody else "
     "does: driver PLACE PLACE OBJECTIVE for the one, driver PLACE PLACE for the others.");
TOLD(rule_not_that, "JM-36", "After all that was seen, the objective received cannot be this one.");
TOLD(rule_won, "JM-40", "After all that was seen, somebody has won: the game is over.");

/* Is this what chance does now, whatever card or objective it is? */
static bool is_due(const struct mp_setup *setup, const struct jeudumetro_state *state, mp_move move)
{
	unsigned event = jeudumetro_op(move), where = jeudumetro_high(move);

	switch (state->phase) {
	case JEUDUMETRO_STARTING:
		return event == JEUDUMETRO_BEGIN && where < (unsigned)setup->players;
	case JEUDUMETRO_DEALING_OBJECTIVES:
		return event == JEUDUMETRO_OBJECTIVE && where == state->dealt;
	case JEUDUMETRO_DEALING_CARDS:
		return event == JEUDUMETRO_DEAL && where == state->dealt / JEUDUMETRO_HAND;
	case JEUDUMETRO_STEALING:
		return event == JEUDUMETRO_STEAL;
	case JEUDUMETRO_DRAWING:
		return event == JEUDUMETRO_DRAW;
	default:
		return false;
	}
}

/* Can it be this card, this objective? */
static bool can_be_drawn(const struct mp_setup *setup, const struct jeudumetro_state *state,
                         unsigned what)
{
	if (state->phase == JEUDUMETRO_STARTING)
		return true;
	if (state->phase == JEUDUMETRO_DEALING_OBJECTIVES)
		return jeudumetro_can_be(setup, state, state->dealt, what);
	if (state->phase == JEUDUMETRO_STEALING)
		return jeudumetro_can_hold(state, state->victim, jeudumetro_one(what));
	return jeudumetro_can_draw(state, what);
}

static const struct mp_rule *check_chance(const struct mp_setup *setup,
                                          const struct jeudumetro_state *state, int viewer,
                                          mp_move move)
{
	static const struct mp_rule *const due[] = {
		[JEUDUMETRO_STARTING] = &rule_start,     [JEUDUMETRO_DEALING_OBJECTIVES] = &rule_objective,
		[JEUDUMETRO_DEALING_CARDS] = &rule_deal, [JEUDUMETRO_PLAYING] = &rule_action,
		[JEUDUMETRO_STEALING] = &rule_steal,     [JEUDUMETRO_DRAWING] = &rule_draw,
		[JEUDUMETRO_ENDED] = &rule_action,
	};
	bool is_unseen = jeudumetro_low(move) == JEUDUMETRO_UNSEEN_CARD;

	if (!jeudumetro_is_chance(move) || !is_due(setup, state, move))
		return due[state->phase];
	if (!(jeudumetro_seen_by(setup, state, MP_CHANCE, move) >> viewer & 1))
		return is_unseen ? NULL : &rule_unseen;
	if (is_unseen)
		return &rule_seen;
	return can_be_drawn(setup, state, jeudumetro_low(move)) ? NULL : due[state->phase];
}

static const struct mp_rule *check_victim(const struct mp_setup *setup,
                                          const struct jeudumetro_state *state, unsigned seat,
                                          unsigned victim)
{
	bool can_rob_any = false;

	for (unsigned other = 0; other < (unsigned)setup->players; other++)
		can_rob_any = can_rob_any || jeudumetro_can_rob(state, seat, other);
	if (!can_rob_any)
		return &rule_nobody;
	if (victim >= (unsigned)setup->players)
		return &rule_no_victim;
	if (victim == seat)
		return &rule_self;
	return jeudumetro_can_rob(state, seat, victim) ? NULL : &rule_safe;
}

static const struct mp_rule *check_targets(const struct mp_setup *setup,
                                           const struct jeudumetro_state *state, unsigned seat,
                                           mp_move move)
{
	unsigned card = jeudumetro_op(move), a = jeudumetro_low(move), b = jeudumetro_high(move);
	unsigned places = jeudumetro_places(setup);
	enum jeudumetro_aim aim = jeudumetro_aim(setup, card);

	switch (aim) {
	case JEUDUMETRO_AT_NOTHING:
		return NULL;
	case JEUDUMETRO_AT_SEAT:
		return check_victim(setup, state, seat, a);
	case JEUDUMETRO_AT_OWN:
		return a < places && jeudumetro_owner(setup, a) == seat ? NULL : &rule_terminus;
	case JEUDUMETRO_AT_TRAIN:
		return a < places ? NULL : &rule_no_train;
	default:
		if (a < places && b < places && a != b)
			return NULL;
		if (card == JEUDUMETRO_TRANSFER)
			return &rule_transfer;
		return card == JEUDUMETRO_DRIVER ? &rule_driver : &rule_switch;
	}
}

/* JM-36: who looks at an objective is told which it is. */
static const struct mp_rule *check_shown(const struct mp_setup *setup,
                                         const struct jeudumetro_state *state, int viewer,
                                         mp_move move)
{
	unsigned shown = jeudumetro_shown(move), got = JEUDUMETRO_PLACES;

	if (jeudumetro_op(move) != JEUDUMETRO_DRIVER)
		return NULL;
	if (viewer < MP_SEATS)
		got = jeudumetro_received(setup, state, move, (unsigned)viewer);
	if ((got < JEUDUMETRO_PLACES) != (shown > 0))
		return &rule_received;
	return !shown || jeudumetro_can_be(setup, state, got, shown - 1) ? NULL : &rule_not_that;
}

static const struct mp_rule *check_discard(const struct jeudumetro_state *state, unsigned seat,
                                           jeudumetro_cards cards)
{
	if (!cards)
		return &rule_empty_discard;
	return jeudumetro_can_hold(state, seat, cards) ? NULL : &rule_not_held_discard;
}

static const struct mp_rule *check_seat(const struct mp_setup *setup,
                                        const struct jeudumetro_state *state, unsigned seat,
                                        mp_move move)
{
	if (jeudumetro_is_chance(move))
		return &rule_action;
	if (jeudumetro_op(move) == JEUDUMETRO_DISCARD)
		return check_discard(state, seat, move & JEUDUMETRO_DISCARDED);
	if (!jeudumetro_can_hold(state, seat, jeudumetro_one(jeudumetro_op(move))))
		return &rule_not_held;
	return check_targets(setup, state, seat, move);
}

const struct mp_rule *jeudumetro_check(const struct mp_setup *setup, const void *memory, int seat,
                                       mp_move move)
{
	const struct jeudumetro_state *state = memory;

	if (seat == MP_CHANCE)
		return check_chance(setup, state, MP_ALL, move);
	if (state->phase != JEUDUMETRO_PLAYING || seat != state->seat)
		return &mp_rule_turn;
	return check_seat(setup, state, (unsigned)seat, move);
}

const struct mp_rule *jeudumetro_check_cut(const struct mp_setup *setup, const void *memory,
                                           int viewer, int seat, mp_move move)
{
	const struct jeudumetro_state *state = memory;
	const struct mp_rule *rule;

	if (!jeudumetro_can_go_on(setup, state))
		return &rule_won;
	if (seat == MP_CHANCE)
		return check_chance(setup, state, viewer, move);
	rule = jeudumetro_check(setup, state, seat, move);
	return rule ? rule : check_shown(setup, state, viewer, move);
}
