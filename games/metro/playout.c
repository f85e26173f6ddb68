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
	uint8_t tiles[METRO_TILES + METRO_COPIES_MAX];
	unsigned n;
};

/* Each kind is written as often as there can be copies of it; the next kind begins where the true
 * ones end. */
static void spread(struct pile *pile, const struct metro_state *state)
{
	pile->n = 0;
	for (unsigned kind = 0; kind < METRO_KINDS; kind++) {
		memset(pile->tiles + pile->n, (int)(METRO_TILE + kind), METRO_COPIES_MAX);
		pile->n += state->pile[kind];
	}
}

/* `n` stands apart from its tiles, so that it can stay in a register while they change. */
static inline unsigned take(uint8_t *tiles, unsigned *n, struct mp_rng *rng)
{
	unsigned at = mp_rng_below(rng, *n), tile = tiles[at];

	tiles[at] = tiles[--*n];
	return tile;
}

static unsigned count(uint64_t cells)
{
	return (unsigned)__builtin_popcountll(cells);
}

/* The cell with `at` cells of the set before it, at < count(cells): halves are skipped while it is
 * not in them, then single cells. */
static unsigned cell_at(uint64_t cells, unsigned at)
{
	unsigned before = count(cells & UINT32_MAX), shift = 0;

	if (at >= before) {
		at -= before;
		cells >>= 32;
		shift = 32;
	}
	before = count(cells & UINT16_MAX);
	if (at >= before) {
		at -= before;
		cells >>= 16;
		shift += 16;
	}
	for (; at > 0; at--)
		cells &= cells - 1;
	return shift + (unsigned)__builtin_ctzll(cells);
}

/* One of the listed moves: a placement, or `draw` if that may be played too. */
static mp_move pick(const struct metro_choice *choices, size_t n, bool can_draw, struct mp_rng *rng)
{
	unsigned total = can_draw, at;

	for (size_t i = 0; i < n; i++)
		total += count(choices[i].cells);
	at = mp_rng_below(rng, total);
	for (size_t i = 0; i < n; at -= count(choices[i++].cells))
		if (at < count(choices[i].cells))
			return choices[i].move | cell_at(choices[i].cells, at);
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
			place_drawn(setup, state, take(pile->tiles, &pile->n, rng), rng);
			continue;
		}
		metro_hand_remove(hand, metro_move_tile(move));
		if (pile->n > 0)
			metro_hand_add(hand, take(pile->tiles, &pile->n, rng));
		place(setup, state, move);
	}
	return plies;
}

/* ME-33, ME-34 for a tile that is not turned. */
static inline uint64_t cells_for(const struct metro_tables *tables, uint64_t frontier,
                                 unsigned tile)
{
	uint64_t allowed = frontier & ~tables->short_line[tile - METRO_TILE];

	return allowed ? allowed : frontier;
}

/* One tile in hand and arrows, the game as it is mostly played: the same, without lists, as long as
 * there is a tile to draw. */
static uint32_t play_plain(const struct mp_setup *setup, struct metro_state *state,
                           struct pile *pile, struct mp_rng *source)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned players = (unsigned)setup->players, seat = state->seat;
	unsigned left = pile->n, plies = left; /* a tile is laid for each that is drawn */
	struct mp_rng rng = *source; /* its own, so that it can stay in registers; these, too */
	uint64_t empty = state->empty, frontier = state->frontier;

	while (left > 0) {
		unsigned tile = state->hand[seat][0], at, cell;
		uint64_t cells = cells_for(tables, frontier, tile);
		unsigned n = count(cells);

		at = mp_rng_below(&rng, n + 1);
		if (at == n) {
			plies++;
			tile = take(pile->tiles, &left, &rng);
			cells = cells_for(tables, frontier, tile);
			at = mp_rng_below(&rng, count(cells));
		} else {
			state->hand[seat][0] = (uint8_t)take(pile->tiles, &left, &rng);
		}
		cell = cell_at(cells, at);
		metro_join(tables, state, tile - METRO_TILE, cell);
		metro_fill(tables, cell, &empty, &frontier);
		state->board[cell] = (uint8_t)tile;
		if (++seat == players)
			seat = 0;
	}
	pile->n = 0;
	state->empty = empty;
	state->frontier = frontier;
	state->seat = (uint8_t)seat;
	*source = rng;
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
	if (is_plain)
		plies += play_plain(setup, state, &pile, rng);
	plies += play_any(setup, state, &pile, rng);
	memset(state->pile, 0, sizeof state->pile);
	state->pile_left = 0;
	return plies;
}
