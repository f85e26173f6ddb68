/* SPDX-License-Identifier: MIT
 *
 * What one seat knows is a match of its own. A referee plays with everything on the table; the
 * second seat follows, told only what it may know, and sees the same as the referee would show it.
 * At the end the record is revealed, and has to be what was followed.
 *   cc followed.c $(pkg-config --cflags --libs metropole) -o followed && ./followed GAME
 */
#include <metropole/metropole.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAT = 1 };

static int fail(const char *where)
{
	fprintf(stderr, "%s: %s: %s\n", where, mp_err_name(mp_error()), mp_error_message());
	return 1;
}

/* Tells the follower what has happened since it last heard; 0 if it believed all of it. */
static int tell(struct mp_match *referee, struct mp_match *follower)
{
	for (size_t i = mp_match_length(follower); i < mp_match_length(referee); i++)
		if (mp_match_make_text(follower, mp_match_by(referee, i), mp_match_told(referee, i, SEAT)))
			return fail(mp_match_told(referee, i, SEAT));
	return 0;
}

int main(int argc, char **argv)
{
	struct mp_setup *setup = mp_setup_open(argc > 1 ? argv[1] : mp_game_id(0), 2, NULL);
	struct mp_match *referee = setup ? mp_match_open(setup, 3) : NULL;
	struct mp_match *follower = setup ? mp_match_open_followed(setup, SEAT) : NULL;
	struct mp_match *full;
	size_t views = 0;

	if (!referee || !follower)
		return fail("start");
	srand(3);
	while (!mp_match_is_over(referee) && mp_match_length(referee) < 20000) {
		int seat = mp_match_turn(referee);
		size_t n;
		const mp_move *moves;

		if (tell(referee, follower))
			return 1;
		if (strcmp(mp_match_view_json(referee, SEAT), mp_match_view_json(follower, SEAT)) != 0)
			return fprintf(stderr, "the follower sees something else\n"), 1;
		views++;
		moves = mp_match_moves(referee, seat, &n);
		if (mp_match_make(referee, seat, moves[(size_t)rand() % n]))
			return fail("move");
	}
	if (tell(referee, follower))
		return 1;
	full = mp_match_reveal(follower, mp_match_record(referee, MP_ALL));
	if (!full)
		return fail("reveal");
	printf("%zu views alike, and the record is what was followed: %zu moves\n", views,
	       mp_match_length(full));
	mp_match_close(full);
	mp_match_close(follower);
	mp_match_close(referee);
	mp_setup_close(setup);
	return 0;
}
