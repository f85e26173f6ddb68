/* SPDX-License-Identifier: MIT
 *
 * Metro: what forbids a move, as the rule that says so.
 */
#include "state.h"

/* A tile that is dealt or drawn: one that is left, named to those who see it. */
static const struct mp_rule *check_drawn(const struct mp_setup *setup,
                                         const struct metro_state *state, int viewer, unsigned tile)
{
	static const struct mp_rule gone = {
		"ME-11", "No copy of this tile is left in the pile. Draw one that is.", NULL};
	static const struct mp_rule unseen = {
		"ME-21", "Only the player who gets this tile sees it. Others are told: ?", NULL};
	static const struct mp_rule seen = {"ME-21", "Who sees this tile is told which it is. Name it.",
	                                    NULL};

	if (!metro_may_see(setup, state->seat, viewer))
		return tile == METRO_UNKNOWN ? NULL : &unseen;
	if (tile == METRO_UNKNOWN)
		return &seen;
	return state->pile[tile - METRO_TILE] ? NULL : &gone;
}

static const struct mp_rule *check_chance(const struct mp_setup *setup,
                                          const struct metro_state *state, int viewer, mp_move move)
{
	static const struct mp_rule start = {
		"ME-22", "The starting player is drawn now, one of the seats at the table: ~start SEAT.",
		NULL};
	static const struct mp_rule deal = {
		"ME-21", "Hands are dealt now, seat by seat: ~deal SEAT TILE with the seat that is next.",
		NULL};
	static const struct mp_rule draw = {"ME-30", "A tile is drawn now: ~draw TILE.", NULL};
	enum metro_type type = metro_move_type(move);

	if (state->phase == METRO_PHASE_START)
		return type == METRO_CHANCE_START && metro_move_seat(move) < (unsigned)setup->players
		           ? NULL
		           : &start;
	if (state->phase == METRO_PHASE_DEAL) {
		if (type != METRO_CHANCE_DEAL || metro_move_seat(move) != state->seat)
			return &deal;
	} else if (type != METRO_CHANCE_DRAW) {
		return &draw;
	}
	return check_drawn(setup, state, viewer, metro_move_tile(move));
}

/* An unknown tile can be any that is unseen, and turns out to be this one. */
static bool can_be(const struct metro_state *state, unsigned held, unsigned tile)
{
	return held == tile || (held == METRO_UNKNOWN && state->pile[tile - METRO_TILE] > 0);
}

static const struct mp_rule *check_tile(const struct metro_state *state, unsigned tile)
{
	static const struct mp_rule drawn = {
		"ME-31", "The tile that was drawn has to be placed, and no other one.", "drawn"};
	static const struct mp_rule hand = {
		"ME-30", "This tile is not in the player's hand. Place one that is, or draw.", "hand"};

	if (state->drawn)
		return can_be(state, state->drawn, tile) ? NULL : &drawn;
	for (unsigned i = 0; i < METRO_HAND_MAX; i++)
		if (can_be(state, state->hand[state->seat][i], tile))
			return NULL;
	return &hand;
}

static const struct mp_rule *check_cell(const struct metro_state *state, unsigned cell)
{
	static const struct mp_rule centre = {
		"ME-1", "The central station takes no tile. Choose a cell outside of it.", "centre"};
	static const struct mp_rule taken = {
		"ME-32", "There is a tile on this cell already. Choose an empty one.", "taken"};
	static const struct mp_rule alone = {
		"ME-32", "A tile lies at the edge of the board or beside another tile. Choose such a cell.",
		"alone"};

	if (state->frontier >> cell & 1)
		return NULL;
	if (METRO_CENTRE >> cell & 1)
		return &centre;
	return state->empty >> cell & 1 ? &alone : &taken;
}

static const struct mp_rule *check_place(const struct mp_setup *setup,
                                         const struct metro_state *state, mp_move move)
{
	static const struct mp_rule arrows = {
		"ME-12", "In this game tiles are not turned: their arrow follows that of the cell.",
		"arrows"};
	static const struct mp_rule alike = {
		"ME-12", "This tile looks the same with a smaller turn. Give the smallest.", "alike"};
	static const struct mp_rule short_line = {
		"ME-33",
		"Here the tile alone would make a line from a departure to an arrival, and it can "
		"go elsewhere. Choose another cell or turn.",
		"short_line"};
	const struct metro_tables *tables = metro_tables(setup);
	unsigned tile = metro_move_tile(move), turn = metro_move_turn(move);
	struct metro_choice choices[4];
	const struct mp_rule *rule = check_tile(state, tile);
	size_t n;

	if (!rule)
		rule = check_cell(state, metro_move_cell(move));
	if (rule)
		return rule;
	if (turn > 0 && setup->option[METRO_ARROWS])
		return &arrows;
	if (turn >= tables->turns[tile - METRO_TILE])
		return &alike;
	n = metro_tile_choices(tables, state->frontier, tile, choices);
	for (size_t i = 0; i < n; i++)
		if (metro_move_turn(choices[i].move) == turn &&
		    (choices[i].cells >> metro_move_cell(move) & 1))
			return NULL;
	return &short_line;
}

const struct mp_rule *metro_check_cut(const struct mp_setup *setup, const void *memory, int viewer,
                                      int seat, mp_move move)
{
	static const struct mp_rule chance = {
		"ME-30", "This is chance's move. A player places a tile, or draws one with \"draw\".",
		"chance"};
	static const struct mp_rule again = {
		"ME-31", "A tile has been drawn already and has to be placed now.", "again"};
	static const struct mp_rule empty = {
		"ME-31", "The pile is empty: nothing can be drawn. Place a tile from hand.", "empty"};
	const struct metro_state *state = memory;

	if (metro_turn(setup, state) != seat)
		return &mp_rule_turn;
	if (seat == MP_CHANCE)
		return check_chance(setup, state, viewer, move);
	switch (metro_move_type(move)) {
	case METRO_PLACE:
		return check_place(setup, state, move);
	case METRO_DRAW:
		if (metro_can_draw(state))
			return NULL;
		return state->drawn ? &again : &empty;
	default:
		return &chance;
	}
}

const struct mp_rule *metro_check(const struct mp_setup *setup, const void *memory, int seat,
                                  mp_move move)
{
	return metro_check_cut(setup, memory, MP_ALL, seat, move);
}
