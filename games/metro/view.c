/* SPDX-License-Identifier: MIT
 *
 * Metro as JSON, for whoever draws, tells or animates it. Works on redacted states and cut moves.
 *
 * A view has:
 *   board   {"b4":{"tile":"ssrl","turn":90}, …}
 *   hands   [["ssrl"],[null]]: by seat; null is a tile that the viewer does not see
 *   drawn   null, or {"seat":1,"tile":"ssrl"|null}: drawn, not placed yet
 *   pile    number of tiles left in it
 *   unseen  {"ssrl":3, …}: what is neither on the board nor seen by the viewer
 *   lines   [{"station":1,"owner":1,"cells":["h1"],"length":1,"end":null,"points":0,"done":false,
 *           "next":"h2","side":"top"}]; next, side: the empty cell where it would go on, and by
 *           which side it would enter; null when done
 *           of the stations that began with a train; cells in travel order, again for each time
 *           crossed; end: null, a station's number, or "centre"
 */
#include "state.h"

#include <metropole/text.h>

void metro_tile_json(const char *key, unsigned tile, struct mp_json *json)
{
	if (tile == METRO_UNKNOWN)
		mp_json_null(json, key);
	else
		mp_json_str(json, key, metro_tile_names[tile - METRO_TILE]);
}

void metro_line_walk(const struct metro_tables *tables, const struct metro_state *state,
                     unsigned station, struct metro_line *line)
{
	unsigned gate = tables->departure[station - 1], left = gate;

	*line = (struct metro_line){.station = (uint8_t)station, .owner = tables->owner[gate]};
	while (state->board[gate / 4]) {
		unsigned cell = gate / 4, tile = state->board[cell];
		unsigned laid = tables->laid[tile % METRO_TURN - METRO_TILE][tile / METRO_TURN];

		line->cells[line->length++] = (uint8_t)cell;
		left = cell * 4 + tables->leaves[laid][gate & 3];
		gate = tables->next[left];
	}
	line->is_done = tables->worth[gate] > 0;
	if (!line->is_done) {
		line->next = (uint8_t)(gate / 4);
		line->side = (uint8_t)(gate & 3);
	}
	if (gate == METRO_ARRIVAL)
		line->arrival = tables->station[left];
	line->points = (int)(line->length * tables->worth[gate]);
}

void metro_line_json(const struct metro_line *line, struct mp_json *json)
{
	mp_json_int(json, "station", line->station);
	mp_json_array(json, "cells");
	for (unsigned i = 0; i < line->length; i++) {
		char cell[3];

		metro_print_cell(line->cells[i], cell);
		mp_json_str(json, NULL, cell);
	}
	mp_json_end_array(json);
	mp_json_int(json, "length", line->length);
	if (!line->is_done)
		mp_json_null(json, "end");
	else if (line->arrival)
		mp_json_int(json, "end", line->arrival);
	else
		mp_json_str(json, "end", "centre");
}

static void view_board(const struct metro_state *state, struct mp_json *json)
{
	mp_json_object(json, "board");
	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		char name[3];

		if (!state->board[cell])
			continue;
		metro_print_cell(cell, name);
		mp_json_object(json, name);
		metro_tile_json("tile", state->board[cell] % METRO_TURN, json);
		mp_json_int(json, "turn", state->board[cell] / METRO_TURN * 90);
		mp_json_end_object(json);
	}
	mp_json_end_object(json);
}

static void view_tiles(const struct mp_setup *setup, const struct metro_state *state,
                       struct mp_json *json)
{
	mp_json_array(json, "hands");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_array(json, NULL);
		for (unsigned i = 0; i < METRO_HAND_MAX && state->hand[seat][i]; i++)
			metro_tile_json(NULL, state->hand[seat][i], json);
		mp_json_end_array(json);
	}
	mp_json_end_array(json);
	if (state->drawn) {
		mp_json_object(json, "drawn");
		mp_json_int(json, "seat", state->seat + 1);
		metro_tile_json("tile", state->drawn, json);
		mp_json_end_object(json);
	} else {
		mp_json_null(json, "drawn");
	}
	mp_json_int(json, "pile", state->pile_left);
	mp_json_object(json, "unseen");
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		if (state->pile[kind])
			mp_json_int(json, metro_tile_names[kind], state->pile[kind]);
	mp_json_end_object(json);
}

static void view_next(const struct metro_line *line, struct mp_json *json)
{
	static const char *const sides[] = {"top", "right", "bottom", "left"};
	char cell[3];

	if (line->is_done) {
		mp_json_null(json, "next");
		mp_json_null(json, "side");
		return;
	}
	metro_print_cell(line->next, cell);
	mp_json_str(json, "next", cell);
	mp_json_str(json, "side", sides[line->side]);
}

static void view_lines(const struct metro_tables *tables, const struct metro_state *state,
                       struct mp_json *json)
{
	mp_json_array(json, "lines");
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		struct metro_line line;

		metro_line_walk(tables, state, station, &line);
		if (line.owner == METRO_NO_ONE)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "owner", line.owner + 1);
		metro_line_json(&line, json);
		mp_json_int(json, "points", line.points);
		mp_json_bool(json, "done", line.is_done);
		view_next(&line, json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void metro_view(const struct mp_setup *setup, const void *memory, int viewer, struct mp_json *json)
{
	(void)viewer;
	view_board(memory, json);
	view_tiles(setup, memory, json);
	view_lines(metro_tables(setup), memory, json);
}
