/* SPDX-License-Identifier: MIT
 *
 * What the full screen shows beside the game as it stands: pages of text to scroll, and earlier
 * positions.
 */
#include "full.h"

#include "phrase.h"
#include "told.h"

#include <ncurses.h>
#include <stdio.h>
#include <string.h>

enum { KEY_ESCAPE = 27 };

static struct phrase own(const struct full *full, const char *key)
{
	return phrase(&full->sitting->voice, key, NULL);
}

/* --- pages --- */

static void open_page(struct full *full, const char *key)
{
	full->mode = FULL_PAGE;
	full->page_top = 0;
	lines_cut(&full->page, 0);
	snprintf(full->title, sizeof full->title, " %.70s", own(full, key).text);
}

void page_journal(struct full *full)
{
	const struct lines *said = &full->sitting->journal[full->eyes].said;

	open_page(full, "full.journal");
	for (size_t i = 0; i < said->n; i++)
		lines_add(&full->page, said->line[i]);
	full->page_top = 1 << 20; /* its end */
}

void page_points(struct full *full)
{
	open_page(full, "full.points");
	told_points(full->sitting, full->eyes, &full->page);
}

void page_board(struct full *full)
{
	open_page(full, "full.board");
	told_board(full->sitting, full->eyes, &full->page);
}

/* The rule that the last refusal ends with, in its own words. */
void page_rule(struct full *full)
{
	const char *said = full->message.n ? full->message.line[0] : "", *open = strrchr(said, '(');
	char id[16] = "";

	if (open)
		snprintf(id, sizeof id, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
	open_page(full, "full.rule");
	rule_lines(full->rules, full->sitting->live.setup.game, full->sitting->voice.lang, id,
	           &full->page);
	if (full->page.n == 0)
		full->mode = FULL_PLAY;
}

void page_help(struct full *full)
{
	char key[32];

	open_page(full, "full.help");
	for (int i = 1; i <= 12; i++) {
		snprintf(key, sizeof key, "full.help.%d", i);
		lines_add(&full->page, own(full, key).text);
	}
}

void page_key(struct full *full, int key)
{
	if (key == KEY_UP)
		full->page_top--;
	else if (key == KEY_DOWN)
		full->page_top++;
	else if (key == KEY_PPAGE)
		full->page_top -= LINES - 3;
	else if (key == KEY_NPAGE || key == ' ')
		full->page_top += LINES - 3;
	else if (key != KEY_MOUSE && key != KEY_RESIZE)
		full->mode = FULL_PLAY;
}

/* --- replay --- */

void replay_open(struct full *full)
{
	struct mp_fault fault;

	if (live_clone(&full->replay, &full->sitting->live, &fault)) {
		full_say(full, fault.message);
		return;
	}
	full->mode = FULL_REPLAY;
	full->replay_at = full->sitting->live.match.n_moves;
}

void replay_go_to(struct full *full, size_t n)
{
	struct mp_fault fault;
	const char *said = "";

	live_release(&full->replay);
	if (live_clone(&full->replay, &full->sitting->live, &fault)) {
		full->mode = FULL_PLAY;
		return;
	}
	mp_match_rewind(&full->replay.match, n);
	full->replay_at = n;
	for (size_t i = 0; i < full->sitting->journal[full->eyes].said.n; i++)
		if (full->sitting->journal[full->eyes].after[i] <= n)
			said = full->sitting->journal[full->eyes].said.line[i];
	full_say(full, said);
}

void replay_key(struct full *full, int key)
{
	size_t last = full->sitting->live.match.n_moves;

	if (key == KEY_LEFT || key == KEY_UP)
		replay_go_to(full, full->replay_at > 0 ? full->replay_at - 1 : 0);
	else if (key == KEY_RIGHT || key == KEY_DOWN || key == ' ')
		replay_go_to(full, full->replay_at < last ? full->replay_at + 1 : last);
	else if (key == KEY_HOME)
		replay_go_to(full, 0);
	else if (key == KEY_END)
		replay_go_to(full, last);
	else if (key >= '0' && key <= '0' + full->sitting->live.setup.players && full->is_record) {
		full->eyes = key == '0' ? MP_PUBLIC : key - '1';
		replay_go_to(full, full->replay_at);
	} else if (full->is_record && (key == KEY_ESCAPE || key == 'q')) {
		live_release(&full->replay);
		full->mode = FULL_PLAY;
		full->is_done = true;
	} else if (key == KEY_ESCAPE || key == 'q' || key == 'r') {
		live_release(&full->replay);
		full->mode = FULL_PLAY;
		full_say(full, "");
	}
}
