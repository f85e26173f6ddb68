/* SPDX-License-Identifier: MIT
 *
 * Moves as numbers and positions as tensors. A placement is slot * turns * 64 + turn * 64 + cell,
 * where the slot is the tile's first place in the hand (a drawn tile: 0) and turns is 1 with
 * arrows, else 4; the last action is `draw`. So every choice of cells is one word of the mask.
 */
#include "state.h"

#include <metropole/codec.h>

#include <string.h>

static unsigned turns_of(const struct mp_setup *setup)
{
	return setup->option[METRO_ARROWS] ? 1 : 4;
}

static unsigned draw_action(const struct mp_setup *setup)
{
	return (unsigned)setup->option[METRO_HAND] * turns_of(setup) * METRO_CELLS;
}

static size_t actions(const struct mp_setup *setup)
{
	return draw_action(setup) + 1;
}

static void mask_tile(const struct mp_setup *setup, const struct metro_state *state, unsigned slot,
                      unsigned tile, uint64_t *bits)
{
	struct metro_choice choices[4];
	size_t n = metro_tile_choices(metro_tables(setup), state->frontier, tile, choices);

	for (size_t i = 0; i < n; i++)
		bits[slot * turns_of(setup) + metro_move_turn(choices[i].move)] = choices[i].cells;
}

static void mask(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                 uint64_t *bits)
{
	const struct metro_state *state = memory;
	const uint8_t *hand = state->hand[seat];
	unsigned draw = draw_action(setup);

	(void)part;
	memset(bits, 0, (draw / 64 + 1) * sizeof *bits);
	if (state->drawn) /* ME-31 */
		mask_tile(setup, state, 0, state->drawn, bits);
	else
		for (unsigned i = 0; i < METRO_HAND_MAX && hand[i]; i++)
			if (i == 0 || hand[i] != hand[i - 1])
				mask_tile(setup, state, i, hand[i], bits);
	bits[draw / 64] = metro_can_draw(state);
}

static bool decode(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	const struct metro_state *state = memory;
	unsigned at = action / METRO_CELLS, shift = turns_of(setup) == 1 ? 0 : 2;

	(void)part;
	if (action == draw_action(setup)) {
		*move = metro_move(METRO_DRAW, 0, 0, 0, 0);
		return true;
	}
	*move = metro_move(METRO_PLACE, state->drawn ? state->drawn : state->hand[seat][at >> shift],
	                   at & ((1u << shift) - 1), action % METRO_CELLS, 0);
	return true;
}

static size_t encode(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                     uint16_t *out)
{
	const struct metro_state *state = memory;
	unsigned slot = 0;

	if (metro_move_type(move) == METRO_DRAW) {
		*out = (uint16_t)draw_action(setup);
		return 1;
	}
	while (!state->drawn && state->hand[seat][slot] != metro_move_tile(move))
		slot++;
	*out = (uint16_t)((slot * turns_of(setup) + metro_move_turn(move)) * METRO_CELLS +
	                  metro_move_cell(move));
	return 1;
}

static const struct mp_plane planes[] = {
	{"tiles", METRO_KINDS, METRO_CELLS, "1 where a tile lies that looks like this kind, by cell"},
	{"frontier", 1, METRO_CELLS, "1 where a tile may be laid beside what lies there"},
	{"owners", MP_SEATS, METRO_STATIONS, "1 where this seat has its train at this station"},
	{"lines", 1, METRO_STATIONS, "tiles that the line of this station has crossed, / 10"},
	{"hand", METRO_HAND_MAX, METRO_KINDS, "1 for the kind in this slot of the own hand"},
	{"drawn", 1, METRO_KINDS, "1 for the kind that was drawn and must be placed"},
	{"unseen", 1, METRO_KINDS, "copies that the viewer has not seen"},
	{"pile", 1, 1, "tiles left in the pile, / 60"},
	{"points", 1, MP_SEATS, "points of each seat, / 100"},
};

static float *put(float *out, unsigned at, float value, unsigned size)
{
	if (at < size)
		out[at] = value;
	return out + size;
}

static void observe(const struct mp_setup *setup, const void *redacted, int viewer, mp_move part,
                    float *out)
{
	const struct metro_tables *tables = metro_tables(setup);
	const struct metro_state *state = redacted;
	unsigned players = (unsigned)setup->players;

	(void)part;
	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		unsigned tile = state->board[cell];

		if (tile % METRO_TURN)
			out[tables->laid[tile % METRO_TURN - METRO_TILE][tile / METRO_TURN] * METRO_CELLS +
			    cell] = 1;
	}
	out += METRO_KINDS * METRO_CELLS;
	for (uint64_t cells = state->frontier; cells; cells &= cells - 1)
		out[__builtin_ctzll(cells)] = 1;
	out += METRO_CELLS;
	for (unsigned i = 0; i < METRO_STATIONS; i++) {
		unsigned gate = tables->departure[i], owner = tables->owner[gate];

		if (owner != METRO_NO_ONE)
			out[(owner + players - (unsigned)viewer) % players * METRO_STATIONS + i] = 1;
		out[MP_SEATS * METRO_STATIONS + i] = state->length[gate] * 0.1f;
	}
	out += (MP_SEATS + 1) * METRO_STATIONS;
	for (unsigned i = 0; i < METRO_HAND_MAX; i++)
		out = put(out, state->hand[viewer][i] - (unsigned)METRO_TILE, 1, METRO_KINDS);
	out = put(out, state->drawn - (unsigned)METRO_TILE, 1, METRO_KINDS);
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		*out++ = state->pile[kind];
	*out++ = state->pile_left / 60.0f;
	for (unsigned i = 0; i < players; i++)
		out[i] = state->score[((unsigned)viewer + i) % players] * 0.01f;
}

const struct mp_codec metro_codec = {
	.actions = actions,
	.mask = mask,
	.decode = decode,
	.encode = encode,
	.planes = planes,
	.n_planes = sizeof planes / sizeof *planes,
	.observe = observe,
};
