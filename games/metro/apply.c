/* SPDX-License-Identifier: MIT
 *
 * What a move does. Takes cut moves on redacted states too: a tile that was not seen leaves `pile`
 * (which then counts what is unseen) when it is placed, not when it is drawn.
 */
#include "line.h"

void metro_hand_add(uint8_t hand[METRO_HAND_MAX], unsigned tile)
{
	unsigned held = tile;

	for (unsigned i = 0; held; i++) {
		unsigned here = hand[i];

		if (here < held) {
			hand[i] = (uint8_t)held;
			held = here;
		}
	}
}

void metro_hand_remove(uint8_t hand[METRO_HAND_MAX], unsigned tile)
{
	unsigned i = 0;

	while (hand[i] != tile)
		i++;
	for (; i + 1 < METRO_HAND_MAX && hand[i + 1]; i++)
		hand[i] = hand[i + 1];
	hand[i] = METRO_NONE;
}

/* ME-35: the next seat has a tile or may draw one. The pile runs out when a tile is drawn, so that
 * all hands are full then, and from there on each seat places one tile in turn. */
static void next_seat(const struct mp_setup *setup, struct metro_state *state)
{
	state->seat = (uint8_t)(state->seat + 1 == setup->players ? 0 : state->seat + 1);
	state->phase = METRO_PHASE_PLAY;
}

static void place(const struct mp_setup *setup, struct metro_state *state, mp_move move)
{
	unsigned tile = metro_move_tile(move);
	uint8_t *hand = state->hand[state->seat];
	bool was_drawn = state->drawn != METRO_NONE;
	bool was_seen = (was_drawn ? state->drawn : hand[0]) != METRO_UNKNOWN;

	if (was_drawn)
		state->drawn = METRO_NONE;
	else
		metro_hand_remove(hand, was_seen ? tile : METRO_UNKNOWN);
	if (!was_seen)
		state->pile[tile - METRO_TILE]--;
	metro_lay(metro_tables(setup), state, tile, metro_move_turn(move), metro_move_cell(move));
	if (!was_drawn && state->pile_left > 0) /* ME-30 */
		state->phase = METRO_PHASE_REFILL;
	else
		next_seat(setup, state);
}

static void take_from_pile(struct metro_state *state, unsigned tile)
{
	state->pile_left--;
	if (tile != METRO_UNKNOWN)
		state->pile[tile - METRO_TILE]--;
}

/* ME-21: one tile; the next seat's hand when this one is full. */
static void deal(const struct mp_setup *setup, struct metro_state *state, unsigned tile)
{
	uint8_t *hand = state->hand[state->seat];

	take_from_pile(state, tile);
	metro_hand_add(hand, tile);
	if (!hand[setup->option[METRO_HAND] - 1])
		return;
	state->seat++;
	if (state->seat == setup->players) {
		state->seat = state->first;
		state->phase = METRO_PHASE_PLAY;
	}
}

static void draw(const struct mp_setup *setup, struct metro_state *state, unsigned tile)
{
	take_from_pile(state, tile);
	if (state->phase == METRO_PHASE_REFILL) {
		metro_hand_add(state->hand[state->seat], tile);
		next_seat(setup, state);
	} else {
		state->drawn = (uint8_t)tile;
		state->phase = METRO_PHASE_PLAY;
	}
}

void metro_apply(const struct mp_setup *setup, void *memory, int seat, mp_move move)
{
	struct metro_state *state = memory;

	(void)seat;
	switch (metro_move_type(move)) {
	case METRO_PLACE:
		place(setup, state, move);
		break;
	case METRO_DRAW:
		state->phase = METRO_PHASE_DRAW;
		break;
	case METRO_CHANCE_START:
		state->first = (uint8_t)metro_move_seat(move);
		state->phase = METRO_PHASE_DEAL;
		break;
	case METRO_CHANCE_DEAL:
		deal(setup, state, metro_move_tile(move));
		break;
	case METRO_CHANCE_DRAW:
		draw(setup, state, metro_move_tile(move));
		break;
	}
}
