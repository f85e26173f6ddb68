/* SPDX-License-Identifier: MIT
 *
 * A game of random moves, from the first to the last, and how it ended.
 *   cc random.c $(pkg-config --cflags --libs metropole) -o random && ./random GAME [SEED]
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
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	struct mp_setup *setup = mp_setup_open(argc > 1 ? argv[1] : mp_game_id(0), 2, NULL);
	struct mp_match *match = setup ? mp_match_open(setup, seed) : NULL;

	if (!match)
		return fail();
	srand((unsigned)seed);
	/* A random game may go on for ever; this one stops after a while. */
	while (!mp_match_is_over(match) && mp_match_length(match) < 20000) {
		int seat = mp_match_turn(match);
		size_t n;
		const mp_move *moves = mp_match_moves(match, seat, &n);

		if (mp_match_make(match, seat, moves[(size_t)rand() % n]))
			return fail();
	}
	printf("%s after %zu moves:", mp_match_is_over(match) ? "over" : "stopped",
	       mp_match_length(match));
	for (int seat = 0; seat < mp_match_players(match); seat++)
		printf(" %g%s", mp_match_points(match, seat, MP_ALL),
		       mp_match_share(match, seat) > 0 ? " (wins)" : "");
	putchar('\n');
	mp_match_close(match);
	mp_setup_close(setup);
	return 0;
}
