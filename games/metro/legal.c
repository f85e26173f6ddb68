/* SPDX-License-Identifier: MIT
 *
 * What may be played: the choices of tile, turn and cell; and what chance may do.
 */
#include "state.h"

#include <metropole/rng.h>

int metro_turn(const struct mp_setup *setup, const void *memory)
{
	const struct metro_state *state = memory;

	(void)setup;
	if (!state->empty) /* ME-43 */
		return MP_OVER;
	return state->phase == METRO_PHASE_PLAY ? state->seat : MP_CHANCE;
}

/* ME-33: not where the tile alone would make a line. ME-34: unless it can go nowhere else in any
 * turn. */
size_t metro_tile_choices(const struct metro_tables *tables, uint64_t frontier, unsigned tile,
                          struct metro_choice *out)
{
	unsigned kind = tile - METRO_TILE, turns = tables->turns[kind];
	size_t n = 0;

	for (unsigned turn = 0; turn < turns; turn++) {
		uint64_t cells = frontier & ~tables->short_line[tables->laid[kind][turn]];

		out[n] = (struct metro_choice){cells, metro_move(METRO_PLACE, tile, turn, 0, 0)};
		n += cells != 0;
	}
	if (n > 0)
		return n;
	for (unsigned turn = 0; turn < turns; turn++)
		out[turn] = (struct metro_choice){frontier, metro_move(METRO_PLACE, tile, turn, 0, 0)};
	return turns;
}

size_t metro_choices(const struct metro_tables *tables, const struct metro_state *state,
                     struct metro_choice *out)
{
	const uint8_t *hand = state->hand[state->seat];
	size_t n = 0;

	if (state->drawn) /* ME-31 */
		return state->drawn == METRO_UNKNOWN
		           ? 0
		           : metro_tile_choices(tables, state->frontier, state->drawn, out);
	for (unsigned i = 0; i < METRO_HAND_MAX && hand[i]; i++)
		if (hand[i] != METRO_UNKNOWN && (i == 0 || hand[i] != hand[i - 1]))
			n += metro_tile_choices(tables, state->frontier, hand[i], out + n);
	return n;
}

size_t metro_legal(const struct mp_setup *setup, const void *memory, int seat, mp_move *out)
{
	const struct metro_state *state = memory;
	struct metro_choice choices[METRO_CHOICES_MAX];
	mp_move *end = out;
	size_t n;

	if (metro_turn(setup, state) != seat)
		return 0;
	n = metro_choices(metro_tables(setup), state, choices);
	for (size_t i = 0; i < n; i++) {
		struct metro_choice choice = choices[i];

		for (; choice.cells; choice.cells &= choice.cells - 1)
			*end++ = choice.move | (unsigned)__builtin_ctzll(choice.cells);
	}
	if (metro_can_draw(state))
		*end++ = metro_move(METRO_DRAW, 0, 0, 0, 0);
	return (size_t)(end - out);
}

size_t metro_chance(const struct mp_setup *setup, const void *memory, struct mp_outcome *out)
{
	const struct metro_state *state = memory;
	struct mp_outcome *end = out;
	mp_move move;

	if (metro_turn(setup, state) != MP_CHANCE)
		return 0;
	if (state->phase == METRO_PHASE_START) { /* ME-22 */
		for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
			*end++ = (struct mp_outcome){metro_move(METRO_CHANCE_START, 0, 0, 0, seat), 1};
		return (size_t)(end - out);
	}
	move = state->phase == METRO_PHASE_DEAL
	           ? metro_move(METRO_CHANCE_DEAL, METRO_TILE, 0, 0, state->seat)
	           : metro_move(METRO_CHANCE_DRAW, METRO_TILE, 0, 0, 0);
	for (unsigned kind = 0; kind < METRO_KINDS; kind += 8)
		for (unsigned i = 0; i < 8; i++, move += METRO_NEXT_TILE)
			if (state->pile[kind + i])
				*end++ = (struct mp_outcome){move, state->pile[kind + i]};
	return (size_t)(end - out);
}

/* As if from the list: the copies left add up to pile_left on a full state. */
mp_move metro_draw(const struct mp_setup *setup, const void *memory, struct mp_rng *rng)
{
	const struct metro_state *state = memory;
	unsigned kind = 0, at;

	if (state->phase == METRO_PHASE_START)
		return metro_move(METRO_CHANCE_START, 0, 0, 0, mp_rng_below(rng, (uint32_t)setup->players));
	for (at = mp_rng_below(rng, state->pile_left); at >= state->pile[kind]; kind++)
		at -= state->pile[kind];
	return state->phase == METRO_PHASE_DEAL
	           ? metro_move(METRO_CHANCE_DEAL, METRO_TILE + kind, 0, 0, state->seat)
	           : metro_move(METRO_CHANCE_DRAW, METRO_TILE + kind, 0, 0, 0);
}
