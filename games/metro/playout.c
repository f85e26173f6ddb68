/* SPDX-License-Identifier: MIT
 *
 * Random play to the end, fast: the same distribution as picking from metro_legal and metro_chance
 * (a test compares them), without writing the lists.
 */
#include "line.h"

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

/* A set of cells with its sizes: byte i of `upto` is how many there are in the rows up to i. */
struct cells {
	uint64_t set, upto;
};

#define EVERY_BYTE(x) ((uint64_t)0x0101010101010101 * (x))

static struct cells cells_count(uint64_t set)
{
	uint64_t x = set - (set >> 1 & EVERY_BYTE(0x55));

	x = (x & EVERY_BYTE(0x33)) + (x >> 2 & EVERY_BYTE(0x33));
	x = (x + (x >> 4)) & EVERY_BYTE(0x0f);
	return (struct cells){.set = set, .upto = x * EVERY_BYTE(1)};
}

static unsigned cells_n(struct cells cells)
{
	return (unsigned)(cells.upto >> 56);
}

/* The cell with `at` cells of the set before it. Rows that end before it are those with
 * upto <= at: all numbers are below 128, so a byte's high bit can tell. */
static unsigned cells_at(struct cells cells, unsigned at)
{
	uint64_t before = ((EVERY_BYTE(at) | EVERY_BYTE(0x80)) - cells.upto) & EVERY_BYTE(0x80);
	unsigned shift = (unsigned)((before >> 7) * EVERY_BYTE(1) >> 56) * 8;
	uint64_t rest = cells.set >> shift;

	for (at -= cells.upto << 8 >> shift & 0xff; at > 0; at--)
		rest &= rest - 1;
	return shift + (unsigned)__builtin_ctzll(rest);
}

/* One of the listed moves: a placement, or `draw` if that may be played too. */
static mp_move pick(const struct metro_choice *choices, size_t n, bool can_draw, struct mp_rng *rng)
{
	struct cells cells[METRO_CHOICES_MAX];
	unsigned total = can_draw, at;

	for (size_t i = 0; i < n; i++) {
		cells[i] = cells_count(choices[i].cells);
		total += cells_n(cells[i]);
	}
	at = mp_rng_below(rng, total);
	for (size_t i = 0; i < n; at -= cells_n(cells[i++]))
		if (at < cells_n(cells[i]))
			return choices[i].move | cells_at(cells[i], at);
	return metro_move(METRO_DRAW, 0, 0, 0, 0);
}

static void place(const struct mp_setup *setup, struct metro_state *state, mp_move move)
{
	metro_lay(metro_tables(setup), state, metro_move_tile(move), metro_move_turn(move),
	          metro_move_cell(move));
	state->seat = (uint8_t)(state->seat + 1 == setup->players ? 0 : state->seat + 1);
}

/* ME-31: the drawn tile goes to any place it may. */
static void place_drawn(const struct mp_setup *setup, struct metro_state *state, unsigned tile,
                        struct mp_rng *rng)
{
	struct metro_choice choices[4];
	size_t n = metro_tile_choices(metro_tables(setup), state->frontier, tile, choices);

	place(setup, state, pick(choices, n, false, rng));
}

/* Any hand, any turns. */
static uint32_t play_any(const struct mp_setup *setup, struct metro_state *state, struct pile *pile,
                         struct mp_rng *rng)
{
	struct metro_choice choices[METRO_CHOICES_MAX];
	uint32_t plies = 0;

	for (; state->empty; plies++) {
		uint8_t *hand = state->hand[state->seat];
		size_t n = metro_choices(metro_tables(setup), state, choices);
		mp_move move = pick(choices, n, pile->n > 0, rng);

		if (metro_move_type(move) == METRO_DRAW) {
			plies++;
			place_drawn(setup, state, take(pile, rng), rng);
			continue;
		}
		metro_hand_remove(hand, metro_move_tile(move));
		if (pile->n > 0)
			metro_hand_add(hand, take(pile, rng));
		place(setup, state, move);
	}
	return plies;
}

/* ME-33, ME-34 for a tile that is not turned. */
static struct cells cells_for(const struct metro_tables *tables, const struct metro_state *state,
                              unsigned tile)
{
	uint64_t allowed = state->frontier & ~tables->short_line[tile - METRO_TILE];

	return cells_count(allowed ? allowed : state->frontier);
}

/* One tile in hand and arrows, the game as it is mostly played: the same, without lists. */
static uint32_t play_plain(const struct mp_setup *setup, struct metro_state *state,
                           struct pile *pile, struct mp_rng *rng)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned players = (unsigned)setup->players, seat = state->seat;
	uint32_t plies = 0;

	for (; state->empty; plies++) {
		unsigned tile = state->hand[seat][0], at;
		struct cells cells = cells_for(tables, state, tile);

		at = mp_rng_below(rng, cells_n(cells) + (pile->n > 0));
		if (at == cells_n(cells)) {
			plies++;
			tile = take(pile, rng);
			cells = cells_for(tables, state, tile);
			at = mp_rng_below(rng, cells_n(cells));
		} else {
			state->hand[seat][0] = (uint8_t)(pile->n > 0 ? take(pile, rng) : METRO_NONE);
		}
		metro_lay(tables, state, tile, 0, cells_at(cells, at));
		seat = seat + 1 == players ? 0 : seat + 1;
	}
	state->seat = (uint8_t)seat;
	return plies;
}

uint32_t metro_playout(const struct mp_setup *setup, void *memory, struct mp_rng *rng)
{
	bool is_plain = setup->option[METRO_HAND] == 1 && setup->option[METRO_ARROWS];
	struct metro_state *state = memory;
	struct pile pile;
	uint32_t plies = 0;

	while (metro_turn(setup, state) == MP_CHANCE)
		metro_apply(setup, state, MP_CHANCE, metro_draw(setup, state, rng));
	spread(&pile, state);
	if (state->drawn) {
		plies++;
		place_drawn(setup, state, state->drawn, rng);
		state->drawn = METRO_NONE;
	}
	plies += is_plain ? play_plain(setup, state, &pile, rng) : play_any(setup, state, &pile, rng);
	memset(state->pile, 0, sizeof state->pile);
	state->pile_left = 0;
	return plies;
}
