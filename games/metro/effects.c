/* SPDX-License-Identifier: MIT
 *
 * Metro: what a move does, as a viewer is told it.
 *
 * Effects:
 *   {"type":"start","seat":1}                            the starting player
 *   {"type":"deal","seat":1,"tile":"ssrl"|null}          a tile of the first hand
 *   {"type":"place","seat":1,"tile":"ssrl","cell":"b4","turn":90}
 *   {"type":"line_grows","station","seat","cells","length","end":null}
 *   {"type":"line_closed","station","seat","cells","length","end","points"}
 *                                                        seat: the train's owner; cells: all of it
 *   {"type":"draw","seat":1}                             the player draws instead of placing
 *   {"type":"drawn","seat":1,"tile":"ssrl"|null,"to":"hand"|"board"}
 */
#include "line.h"

#include <metropole/text.h>

/* The lines that are longer after the move than before it. */
static void line_effects(const struct metro_tables *tables, const struct metro_state *before,
                         const struct metro_state *after, struct mp_json *json)
{
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		unsigned gate = tables->departure[station - 1];
		struct metro_line line;

		if (tables->owner[gate] == METRO_NO_ONE || (before->other[gate] == after->other[gate] &&
		                                            before->length[gate] == after->length[gate]))
			continue;
		metro_line_walk(tables, after, station, &line);
		mp_json_object(json, NULL);
		mp_json_str(json, "type", line.is_done ? "line_closed" : "line_grows");
		mp_json_int(json, "seat", line.owner + 1);
		metro_line_json(&line, json);
		if (line.is_done)
			mp_json_int(json, "points", line.points);
		mp_json_end_object(json);
	}
}

static void place_effects(const struct mp_setup *setup, const struct metro_state *before, int seat,
                          mp_move move, struct mp_json *json)
{
	struct metro_state after = *before;
	char cell[3];

	metro_print_cell(metro_move_cell(move), cell);
	mp_json_object(json, NULL);
	mp_json_str(json, "type", "place");
	mp_json_int(json, "seat", seat + 1);
	metro_tile_json("tile", metro_move_tile(move), json);
	mp_json_str(json, "cell", cell);
	mp_json_int(json, "turn", metro_move_turn(move) * 90);
	mp_json_end_object(json);
	metro_lay(metro_tables(setup), &after, metro_move_tile(move), metro_move_turn(move),
	          metro_move_cell(move));
	line_effects(metro_tables(setup), before, &after, json);
}

void metro_effects(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                   int viewer, struct mp_json *json)
{
	static const char *const type[] = {
		[METRO_DRAW] = "draw",
		[METRO_CHANCE_START] = "start",
		[METRO_CHANCE_DEAL] = "deal",
		[METRO_CHANCE_DRAW] = "drawn",
	};
	const struct metro_state *state = memory;
	bool is_start = metro_move_type(move) == METRO_CHANCE_START;

	(void)viewer;
	if (metro_move_type(move) == METRO_PLACE) {
		place_effects(setup, state, seat, move, json);
		return;
	}
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type[metro_move_type(move)]);
	mp_json_int(json, "seat", (is_start ? metro_move_seat(move) : state->seat) + 1);
	if (metro_move_tile(move))
		metro_tile_json("tile", metro_move_tile(move), json);
	if (metro_move_type(move) == METRO_CHANCE_DRAW)
		mp_json_str(json, "to", state->phase == METRO_PHASE_REFILL ? "hand" : "board");
	mp_json_end_object(json);
}
