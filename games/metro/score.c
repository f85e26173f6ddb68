/* SPDX-License-Identifier: MIT
 *
 * Points and the end, and where the points came from.
 */
#include "state.h"

#include <metropole/text.h>

void metro_score(const struct mp_setup *setup, const void *memory, int32_t score[MP_SEATS])
{
	const struct metro_state *state = memory;

	for (int seat = 0; seat < MP_SEATS; seat++)
		score[seat] = seat < setup->players ? state->score[seat] : 0;
}

/* ME-43: equal highest scores share the win. */
unsigned metro_winners(const struct mp_setup *setup, const void *memory)
{
	const struct metro_state *state = memory;
	unsigned best = 0, winners = 0;

	if (metro_turn(setup, state) != MP_OVER)
		return 0;
	for (int seat = 0; seat < setup->players; seat++) {
		if (state->score[seat] > best) {
			best = state->score[seat];
			winners = 0;
		}
		if (state->score[seat] == best)
			winners |= 1u << seat;
	}
	return winners;
}

/* ME-40: one object for each line that has ended, with its station, tiles crossed, and end. */
void metro_breakdown(const struct mp_setup *setup, const void *memory, int viewer,
                     struct mp_json *json)
{
	const struct metro_tables *tables = metro_tables(setup);
	const struct metro_state *state = memory;

	(void)viewer;
	for (unsigned station = 1; station <= METRO_STATIONS; station++) {
		struct metro_line line;

		metro_line_walk(tables, state, station, &line);
		if (line.owner == METRO_NO_ONE || !line.is_done)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", line.owner + 1);
		mp_json_str(json, "rule", "ME-40");
		mp_json_int(json, "points", line.points);
		mp_json_str(json, "cause", "line");
		metro_line_json(&line, json);
		mp_json_bool(json, "doubled", line.arrival == 0);
		mp_json_end_object(json);
	}
}
