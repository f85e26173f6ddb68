/* SPDX-License-Identifier: MIT
 *
 * A match of Metro for tests, and tiles put on its board.
 */
#ifndef METRO_FIXTURE_H
#define METRO_FIXTURE_H

#include "../state.h"

#define FIXTURE_GAME   mp_game_metro
#define FIXTURE_STATE  struct metro_state
#define FIXTURE_TABLES struct metro_tables
#include "tests/fixture.h"

/* Opens a table where seat 1 begins, with tiles in the hands that the tests do not need. */
static inline void fixture_ready(struct fixture *t, int players)
{
	const char *const options[] = {"start", "1", NULL};
	static const char *const deals[] = {"~deal 1 ulru", "~deal 2 ulru", "~deal 3 uulr",
	                                    "~deal 4 uulr", "~deal 5 ruul", "~deal 6 ruul"};

	fixture_open(t, players, options);
	for (int seat = 0; seat < players; seat++)
		fixture_play(t, deals[seat]);
}

/* Puts tiles on the board, separated by spaces, each drawn and placed by whoever is on turn. */
static inline void fixture_lay(struct fixture *t, const char *placements)
{
	while (*placements) {
		size_t n = strcspn(placements, " ");
		char buf[64];
		struct mp_text text;

		mp_text_init(&text, buf, sizeof buf);
		mp_text_str(&text, "draw; ~draw ");
		mp_text_bytes(&text, placements, 4);
		mp_text_str(&text, "; ");
		mp_text_bytes(&text, placements, n);
		fixture_play(t, buf);
		placements += n + (placements[n] == ' ');
	}
}

#endif
