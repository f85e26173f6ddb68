/* SPDX-License-Identifier: MIT
 *
 * Random play to the end, fast: the same distribution as picking from metro_legal and metro_chance
 * (a test compares them), without writing the lists.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

/* The pile with its tiles spread out, so that drawing is one random index. */
struct pile {
	uint8_t tiles[METRO_TILES];
	unsigned n;
};

static void spread(struct pile *pile, const struct metro_state *state)
{
	pile->n = 0;
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		for (unsigned i = 0; i < state->pile[kind]; i++)
			pile->tiles[pile->n++] = (uint8_t)(METRO_TILE + kind);
}

static unsigned take(struct pile *pile, struct mp_rng *rng)
{
	unsigned at = mp_rng_below(rng, pile->n), tile = pile->tiles[at];

	pile->tiles[at] = pile->tiles[--pile->n];
	return tile;
}

/* Any one chance move: seldom, so by the list. */
static void play_chance(const struct mp_setup *setup, struct metro_state *state, struct mp_rng *rng)
{
	struct mp_outcome outcomes[METRO_KINDS];
	size_t n = metro_chance(setup, state, outcomes), i = 0;
	uint32_t total = 0, at;

	for (size_t k = 0; k < n; k++)
		total += outcomes[k].weight;
	for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
		at -= outcomes[i].weight;
	metro_apply(setup, state, MP_CHANCE, outcomes[i].move);
}

/* One of the listed moves: a placement, or `draw` if that may be played too. */
static mp_move pick(const struct metro_choice *choices, size_t n, bool can_draw, struct mp_rng *rng)
{
	unsigned count[METRO_CHOICES_MAX], total = can_draw, at;

	for (size_t i = 0; i < n; i++)
		total += count[i] = (unsigned)__builtin_popcountll(choices[i].cells);
	at = mp_rng_below(rng, total);
	for (size_t i = 0; i < n; at -= count[i++]) {
		uint64_t cells = choices[i].cells;

		if (at >= count[i])
			continue;
		for (; at > 0; at--)
			cells &= cells - 1;
		return metro_move(METRO_PLACE, choices[i].tile, choices[i].turn,
		                  (unsigned)__builtin_ctzll(cells), 0);
	}
	return metro_move(METRO_DRAW, 0, 0, 0, 0);
}

uint32_t metro_playout(const struct mp_setup *setup, void *memory, struct mp_rng *rng)
{
	const struct metro_tables *tables = metro_tables(setup);
	struct metro_state *state = memory;
	struct metro_choice choices[METRO_CHOICES_MAX];
	struct pile pile;
	uint32_t plies = 0;

	while (metro_turn(setup, state) == MP_CHANCE)
		play_chance(setup, state, rng);
	spread(&pile, state);
	while (state->empty) {
		uint8_t *hand = state->hand[state->seat];
		size_t n = metro_choices(tables, state, choices);
		mp_move move = pick(choices, n, pile.n > 0 && !state->drawn, rng);

		plies++;
		if (metro_move_type(move) == METRO_DRAW) {
			n = metro_tile_choices(tables, state->frontier, take(&pile, rng), choices);
			move = pick(choices, n, false, rng);
			plies++;
		} else if (state->drawn) {
			state->drawn = METRO_NONE;
		} else {
			metro_hand_remove(hand, metro_move_tile(move));
			if (pile.n > 0)
				metro_hand_add(hand, take(&pile, rng));
		}
		metro_lay(tables, state, metro_move_tile(move), metro_move_turn(move),
		          metro_move_cell(move));
		state->seat = (uint8_t)(state->seat + 1 == setup->players ? 0 : state->seat + 1);
	}
	memset(state->pile, 0, sizeof state->pile);
	state->pile_left = 0;
	return plies;
}
