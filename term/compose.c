/* SPDX-License-Identifier: MIT
 *
 * Moves that are too many to be listed, put together on the board: spots are taken and left again,
 * a figure names the seat that it is about, and the game says what move that makes.
 */
#include "full.h"

#include "phrase.h"
#include "told.h"

#include <ncurses.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ESCAPE = 27, KEY_RETURN = 10 };

static const struct mp_screen *screen_of(const struct full *full)
{
	return mp_screen_find(full->sitting->live.setup.game);
}

bool compose_is_possible(const struct full *full)
{
	return full->seat >= 0 && screen_of(full) && screen_of(full)->compose;
}

void compose_begin(struct full *full)
{
	if (!compose_is_possible(full)) {
		full_say(full, phrase(&full->sitting->voice, "compose.none", NULL).text);
		return;
	}
	pick_begin(full);
	full_say(full, "");
	full->mode = FULL_COMPOSE;
	full->compose_with = -1;
	full->on_board = true;
	if (full->spot < 0)
		full->spot = 0;
}

static void leave(struct full *full)
{
	full->mode = FULL_PLAY;
	pick_begin(full);
}

/* Takes a spot, or leaves it again. */
void compose_toggle(struct full *full, const char *word)
{
	size_t i = 0;

	while (i < full->n_picks && strcmp(full->pick[i], word) != 0)
		i++;
	if (i < full->n_picks) {
		memmove(full->pick[i], full->pick[i + 1], (full->n_picks - i - 1) * sizeof *full->pick);
		full->n_picks--;
	} else if (full->n_picks < PICKS_MAX) {
		memmove(full->pick[full->n_picks++], word, strlen(word) + 1); /* a spot's: it fits */
	}
}

/* The move that it makes so far; false if it makes none. */
static bool compose_move(const struct full *full, char move[MP_MOVE_TEXT_MAX])
{
	const struct mp_match *match = &full->sitting->live.match;
	void *redacted = malloc(match->setup->game->state_size);
	struct mp_text text;
	bool is_one = false;

	if (!redacted)
		return false;
	memcpy(redacted, match->state, match->setup->game->state_size);
	mp_redact(match->setup, redacted, full->seat);
	mp_text_init(&text, move, MP_MOVE_TEXT_MAX);
	is_one = screen_of(full)->compose(match->setup, redacted, full->seat, full->compose_with,
	                                  full->pick, full->n_picks, &text);
	free(redacted);
	return is_one;
}

/* What it would do, or why it cannot be done, or what to do first. */
void compose_tell(struct full *full, struct lines *said)
{
	char move[MP_MOVE_TEXT_MAX];
	struct mp_fault fault;
	mp_move parsed;

	if (!compose_is_possible(full) || !compose_move(full, move)) {
		lines_add(said, phrase(&full->sitting->voice, "compose.how", NULL).text);
		return;
	}
	lines_add(said, move);
	if (mp_match_try(&full->sitting->live.match, full->seat, move, &parsed, &fault))
		told_fault(full->sitting, full->eyes, &fault, said);
	else
		told_move(full->sitting, full->seat, move, said);
}

static void play(struct full *full)
{
	char move[MP_MOVE_TEXT_MAX];
	struct mp_fault fault;
	mp_move parsed;

	if (!compose_move(full, move))
		return;
	/* what is refused stays as it is, to be mended */
	if (mp_match_try(&full->sitting->live.match, full->seat, move, &parsed, &fault))
		return;
	leave(full);
	pick_play(full, move);
}

void compose_key(struct full *full, int key)
{
	full_say(full, "");
	if (key == KEY_ESCAPE || full->seat < 0) {
		leave(full);
	} else if (key == KEY_RETURN || key == '\r' || key == KEY_ENTER) {
		play(full);
	} else if (key == ' ') {
		if (full->spot >= 0 && (size_t)full->spot < full->picture.canvas.n_spots)
			compose_toggle(full, full->picture.spots[full->spot].word);
	} else if (key >= '1' && key <= '0' + full->sitting->live.setup.players) {
		full->compose_with = key - '1' == full->compose_with ? -1 : key - '1';
	} else if (key == KEY_BACKSPACE || key == '\b' || key == 127) {
		full->n_picks -= full->n_picks > 0;
	}
}
