/* SPDX-License-Identifier: MIT
 *
 * What Metro's sentences are about: what a player may do now, the board told to somebody who does
 * not see it, and why this very tile does not go there. The sentences are in words.en and words.fr.
 */
#include "line.h"

#include <metropole/text.h>

static void begin(const char *type, struct mp_json *json)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void write_cell(const char *key, unsigned cell, struct mp_json *json)
{
	char name[3];

	metro_print_cell(cell, name);
	mp_json_str(json, key, name);
}

static void write_hand(const struct metro_state *state, int seat, struct mp_json *json)
{
	mp_json_array(json, "tiles");
	for (unsigned i = 0; i < METRO_HAND_MAX && state->hand[seat][i]; i++)
		metro_tile_json(NULL, state->hand[seat][i], json);
	mp_json_end_array(json);
}

void metro_prompt(const struct mp_setup *setup, const void *redacted, int seat,
                  struct mp_json *json)
{
	const struct metro_state *state = redacted;

	(void)setup;
	begin(state->drawn ? "drawn" : state->pile_left > 0 ? "lay" : "last", json);
	if (state->drawn)
		metro_tile_json("tile", state->drawn, json);
	else
		write_hand(state, seat, json);
	mp_json_end_object(json);
}

static void read_board(const struct metro_state *state, struct mp_json *json)
{
	begin("board", json);
	mp_json_array(json, "tiles");
	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		if (!state->board[cell])
			continue;
		mp_json_object(json, NULL);
		write_cell("cell", cell, json);
		metro_tile_json("tile", state->board[cell] % METRO_TURN, json);
		mp_json_int(json, "turn", state->board[cell] / METRO_TURN * 90);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	mp_json_end_object(json);
}

static void read_waiting(const struct mp_setup *setup, const struct metro_state *state, int seat,
                         struct mp_json *json)
{
	const struct metro_tables *tables = metro_tables(setup);
	unsigned waiting[METRO_STATIONS], n = 0;

	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station - 1];

		if (tables->owner[gate] == seat && !state->board[gate / 4])
			waiting[n++] = station;
	}
	if (n == 0)
		return;
	begin("waiting", json);
	mp_json_int(json, "seat", seat + 1);
	mp_json_array(json, "stations");
	for (unsigned i = 0; i < n; i++)
		mp_json_int(json, NULL, waiting[i]);
	mp_json_end_array(json);
	mp_json_end_object(json);
}

/* Seat by seat, the lines that still run before those that have ended. */
static void read_lines(const struct mp_setup *setup, const struct metro_state *state, int seat,
                       bool done, struct mp_json *json)
{
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		struct metro_line line;

		metro_line_walk(metro_tables(setup), state, station, &line);
		if (line.owner != seat || line.is_done != done || line.length == 0)
			continue;
		begin(done ? "closed" : "line", json);
		mp_json_int(json, "seat", seat + 1);
		metro_line_json(&line, json);
		if (done)
			mp_json_int(json, "points", line.points);
		else
			write_cell("next", line.next, json);
		mp_json_end_object(json);
	}
}

void metro_read(const struct mp_setup *setup, const void *redacted, int viewer,
                struct mp_json *json)
{
	const struct metro_state *state = redacted;

	if (viewer < setup->players && state->hand[viewer][0]) {
		begin("hand", json);
		write_hand(state, viewer, json);
		mp_json_end_object(json);
	}
	if (state->drawn) {
		begin("drawn", json);
		mp_json_int(json, "seat", state->seat + 1);
		metro_tile_json("tile", state->drawn, json);
		mp_json_end_object(json);
	}
	read_board(state, json);
	for (int seat = 0; seat < setup->players; seat++) {
		read_lines(setup, state, seat, false, json);
		read_lines(setup, state, seat, true, json);
		read_waiting(setup, state, seat, json);
	}
	begin("pile", json);
	mp_json_int(json, "n", state->pile_left);
	mp_json_end_object(json);
}

void metro_explain(const struct mp_setup *setup, const void *redacted, int seat, mp_move move,
                   const struct mp_rule *rule, struct mp_json *json)
{
	const struct metro_state *state = redacted;

	(void)seat;
	(void)rule;
	if (state->drawn)
		metro_tile_json("drawn", state->drawn, json);
	if (metro_move_type(move) != METRO_PLACE)
		return;
	metro_tile_json("tile", metro_move_tile(move), json);
	write_cell("cell", metro_move_cell(move), json);
	mp_json_int(json, "turn", metro_move_turn(move) * 90);
	mp_json_bool(json, "turns", !setup->option[METRO_ARROWS]);
}
