/* SPDX-License-Identifier: MIT
 *
 * Moves by pointing: a spot stands for a word of notation, and each that is picked leaves the moves
 * that hold it. What no move holds is refused by the rule that forbids it.
 */
#include "full.h"

#include "phrase.h"
#include "told.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool holds_picks(const struct full *full, const char *move)
{
	for (size_t i = 0; i < full->n_picks; i++)
		if (!move_has(move, full->pick[i]))
			return false;
	return true;
}

static void narrow(struct full *full)
{
	full->n_shown = 0;
	full->row = 0;
	full->list_top = 0;
	for (size_t i = 0; i < full->choices.n; i++)
		if (holds_picks(full, full->choices.all[i].move))
			full->shown[full->n_shown++] = i;
	full->is_dirty = true;
}

void pick_begin(struct full *full)
{
	size_t *shown;

	choices_list(&full->choices, full->sitting, full->seat);
	shown = realloc(full->shown, (full->choices.n + 1) * sizeof *shown);
	full->n_picks = 0;
	if (shown)
		full->shown = shown;
	else
		full->choices.n = 0;
	narrow(full);
}

bool pick_is_target(const struct full *full, const char *word)
{
	for (size_t i = 0; i < full->n_shown; i++)
		if (move_has(full->choices.all[full->shown[i]].move, word))
			return true;
	return false;
}

/* A word in the place of another, in a move that would be allowed: why not? */
static bool refuse_with(struct full *full, const char *move, const char *word)
{
	char tried[MP_MOVE_TEXT_MAX + MP_SPOT_WORD_MAX];
	struct mp_fault fault;
	struct lines lines = {0};
	mp_move parsed;

	for (const char *p = move; *p;) {
		size_t n = 0;

		while (isalnum((unsigned char)p[n]))
			n++;
		if (n == 0) {
			p++;
			continue;
		}
		snprintf(tried, sizeof tried, "%.*s%s%s", (int)(p - move), move, word, p + n);
		if (mp_match_try(&full->sitting->live.match, full->seat, tried, &parsed, &fault) ==
		    MP_ILLEGAL_MOVE) {
			told_fault(full->sitting, full->eyes, &fault, &lines);
			full_say(full, lines.line[0]);
			lines_release(&lines);
			return true;
		}
		p += n;
	}
	return false;
}

static void refuse(struct full *full, const char *word)
{
	for (size_t i = 0; i < full->n_shown; i++)
		if (refuse_with(full, full->choices.all[full->shown[i]].move, word))
			return;
	full_say(full, phrase(&full->sitting->voice, "full.nothing", NULL).text);
}

void pick_word(struct full *full, const char *word)
{
	if (full->seat < 0)
		return;
	for (size_t i = 0; i < full->n_picks; i++)
		if (strcmp(full->pick[i], word) == 0) {
			if (full->n_shown == 1)
				pick_play(full, pick_move(full));
			return;
		}
	if (!pick_is_target(full, word) || full->n_picks == PICKS_MAX) {
		refuse(full, word);
		return;
	}
	snprintf(full->pick[full->n_picks++], MP_SPOT_WORD_MAX, "%s", word);
	narrow(full);
}

void pick_back(struct full *full)
{
	if (full->n_picks > 0)
		full->n_picks--;
	narrow(full);
}

const char *pick_move(const struct full *full)
{
	if (full->seat < 0 || full->row >= full->n_shown)
		return NULL;
	/* on the board a move is looked at when there is only one left */
	if (full->on_board && full->n_shown > 1)
		return NULL;
	return full->choices.all[full->shown[full->row]].move;
}

void pick_play(struct full *full, const char *move)
{
	char copy[MP_MOVE_TEXT_MAX];
	struct lines lines = {0};
	struct mp_fault fault;

	if (!move || full->seat < 0)
		return;
	snprintf(copy, sizeof copy, "%s", move);
	if (full->referee.play(full->referee.ctx, full->seat, copy, &fault)) {
		told_fault(full->sitting, full->eyes, &fault, &lines);
		full_say(full, lines.line[0]);
		lines_release(&lines);
	} else {
		full_say(full, "");
	}
	full->is_dirty = true;
}

void pick_typed(struct full *full, const char *line)
{
	size_t found[MP_MOVES_MAX], n;
	struct lines lines = {0};
	struct mp_fault fault;
	mp_move move;
	enum mp_err err;

	if (full->seat < 0 || !*line)
		return;
	err = mp_match_try(&full->sitting->live.match, full->seat, line, &move, &fault);
	if (!err) {
		pick_play(full, line);
		return;
	}
	if (err != MP_BAD_MOVE) {
		told_fault(full->sitting, full->eyes, &fault, &lines);
		full_say(full, lines.line[0]);
		lines_release(&lines);
		return;
	}
	n = choices_find(&full->choices, full->sitting, line, found, MP_MOVES_MAX);
	if (n == 0) {
		full_say(full, phrase(&full->sitting->voice, "full.nothing", NULL).text);
		return;
	}
	memcpy(full->shown, found, n * sizeof *found);
	full->n_shown = n;
	full->row = full->list_top = 0;
	full->on_board = false;
	full->is_dirty = true;
}
