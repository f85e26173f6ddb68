/* SPDX-License-Identifier: MIT
 *
 * What a move does. Takes cut moves on redacted states too: a tile that was not seen leaves `pile`
 * (which then counts what is unseen) when it is placed, not when it is drawn.
 */
#include "state.h"

/* ME-40: a line has ended; if a train stood at its departure, its owner scores. */
static void finish(const struct metro_tables *tables, struct metro_state *state, unsigned departure,
                   unsigned length, unsigned end)
{
	unsigned owner = tables->owner[departure];

	if (owner != METRO_NO_ONE)
		state->score[owner] = (uint16_t)(state->score[owner] + length * tables->worth[end]);
}

/* Each track joins the path that arrives at it and the path that goes on from it into one. Both
 * may have been joined by a track of this same tile: one after the other is right. A path that
 * goes on into its own beginning is a closed loop (ME-42): its gates are never read again. */
void metro_lay(const struct metro_tables *tables, struct metro_state *state, unsigned tile,
               unsigned turn, unsigned cell)
{
	const uint8_t *leaves = tables->leaves[tables->laid[tile - METRO_TILE][turn]];
	const uint8_t *next = tables->next + cell * 4;
	uint64_t bit = (uint64_t)1 << cell;

	for (unsigned side = 0; side < 4; side++) {
		struct metro_end before = state->ends[cell * 4 + side];
		struct metro_end after = state->ends[next[leaves[side]]];
		uint8_t length = (uint8_t)(before.length + 1 + after.length);

		state->ends[before.other] = (struct metro_end){after.other, length};
		if (tables->worth[after.other])
			finish(tables, state, before.other, length, after.other);
		else
			state->ends[after.other] = (struct metro_end){before.other, length};
	}
	state->board[cell] = (uint8_t)(tile + METRO_TURN * turn);
	state->empty &= ~bit;
	state->frontier = (state->frontier | tables->around[cell]) & state->empty;
}

void metro_hand_add(uint8_t hand[METRO_HAND_MAX], unsigned tile)
{
	unsigned i = METRO_HAND_MAX - 1;

	for (; i > 0 && hand[i - 1] < tile; i--)
		hand[i] = hand[i - 1];
	hand[i] = (uint8_t)tile;
}

void metro_hand_remove(uint8_t hand[METRO_HAND_MAX], unsigned tile)
{
	unsigned i = 0;

	while (hand[i] != tile)
		i++;
	for (; i + 1 < METRO_HAND_MAX; i++)
		hand[i] = hand[i + 1];
	hand[i] = METRO_NONE;
}

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
