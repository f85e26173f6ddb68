/* SPDX-License-Identifier: MIT
 *
 * Two bots play each other: the same work for every choice, so the same game everywhere.
 *   cc bots.c $(pkg-config --cflags --libs metropole) -o bots && ./bots GAME [ITERATIONS]
 */
#include <metropole/metropole.h>

#include <stdio.h>
#include <stdlib.h>

static int fail(void)
{
	fprintf(stderr, "%s: %s\n", mp_err_name(mp_error()), mp_error_message());
	return 1;
}

int main(int argc, char **argv)
{
	struct mp_setup *setup = mp_setup_open(argc > 1 ? argv[1] : mp_game_id(0), 2, NULL);
	struct mp_match *match = setup ? mp_match_open(setup, 1) : NULL;
	struct mp_player *bot[2] = {mp_player_open("hard", 1), mp_player_open("easy", 1)};

	if (!match || !bot[0] || !bot[1])
		return fail();
	for (int i = 0; i < 2; i++)
		mp_player_set_iterations(bot[i], argc > 2 ? (uint32_t)atoi(argv[2]) : 200);
	for (uint64_t k = 1; !mp_match_is_over(match) && k < 1000; k++) {
		int seat = mp_match_turn(match);
		mp_move move;

		mp_player_set_seed(bot[seat], k);
		if (mp_player_choose(bot[seat], match, seat, &move) || mp_match_make(match, seat, move))
			return fail();
	}
	fputs(mp_match_record(match, MP_ALL), stdout);
	for (int i = 0; i < 2; i++)
		mp_player_close(bot[i]);
	mp_match_close(match);
	mp_setup_close(setup);
	return 0;
}
