/* SPDX-License-Identifier: MIT
 *
 * Draws the full screen: the board on the left; seats, moves and the journal on the right; what to
 * do and what it would do at the foot. In 80 columns and 24 rows everything has its place, in more
 * the board and the journal grow.
 */
#include "full.h"

#include "look.h"
#include "phrase.h"
#include "told.h"

#include <ncurses.h>
#include <stdio.h>
#include <string.h>

enum { FOOT = 4, PANEL_MIN = 25, PANEL_MAX = 44 };

static const struct mp_pen plain_pen = {0}, dim_pen = {.ink = MP_INK_DIM},
						   bold_pen = {.look = MP_BOLD}, bar_pen = {.look = MP_REVERSED};

static struct phrase own(const struct full *full, const char *key)
{
	return phrase(&full->sitting->voice, key, NULL);
}

static struct mp_match *match_of(struct full *full)
{
	return full->mode == FULL_REPLAY ? &full->replay.match : &full->sitting->live.match;
}

/* --- the board --- */

/* The cursor's spot is kept in sight; a small board stands in the middle. */
static void scroll_board(struct full *full)
{
	const struct mp_canvas *canvas = &full->picture.canvas;
	const struct rect *pane = &full->board;

	if (full->spot >= 0 && (size_t)full->spot < canvas->n_spots && full->on_board) {
		const struct mp_spot *spot = &full->picture.spots[full->spot];

		if (spot->x < full->left)
			full->left = spot->x;
		if (spot->y < full->top)
			full->top = spot->y;
		if (spot->x + spot->w > full->left + pane->w)
			full->left = spot->x + spot->w - pane->w;
		if (spot->y + spot->h > full->top + pane->h)
			full->top = spot->y + spot->h - pane->h;
	}
	if (full->left > canvas->width - pane->w)
		full->left = canvas->width - pane->w;
	if (full->top > canvas->height - pane->h)
		full->top = canvas->height - pane->h;
	if (full->left < 0)
		full->left = canvas->width < pane->w ? (canvas->width - pane->w) / 2 : 0;
	if (full->top < 0)
		full->top = canvas->height < pane->h ? (canvas->height - pane->h) / 2 : 0;
}

static bool is_picked(const struct full *full, const char *word)
{
	for (size_t i = 0; i < full->n_picks; i++)
		if (strcmp(full->pick[i], word) == 0)
			return true;
	return false;
}

static void tint(struct full *full, const struct mp_spot *spot, uint8_t paper, uint8_t more)
{
	struct mp_canvas *canvas = &full->picture.canvas;

	for (int y = spot->y; y < spot->y + spot->h; y++)
		for (int x = spot->x; x < spot->x + spot->w; x++) {
			struct mp_cell *cell;

			if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
				continue;
			cell = &canvas->cell[y * canvas->width + x];
			if (paper && cell->pen.paper != MP_INK_PREVIEW)
				cell->pen.paper = paper;
			cell->pen.look |= more;
		}
}

static void tint_spots(struct full *full)
{
	if (full->mode != FULL_PLAY && full->mode != FULL_COMPOSE)
		return;
	for (size_t i = 0; i < full->picture.canvas.n_spots; i++) {
		const struct mp_spot *spot = &full->picture.spots[i];
		bool is_cursor = full->on_board && (int)i == full->spot;

		if (is_picked(full, spot->word))
			tint(full, spot, MP_INK_CHOSEN, 0);
		else if (full->seat >= 0 && full->mode == FULL_PLAY && pick_is_target(full, spot->word))
			tint(full, spot, MP_INK_TARGET, 0);
		if (is_cursor)
			tint(full, spot, 0, MP_REVERSED);
	}
}

static void draw_picture(struct full *full)
{
	const struct mp_canvas *canvas = &full->picture.canvas;
	const struct rect *pane = &full->board;

	tint_spots(full);
	scroll_board(full);
	for (int y = 0; y < pane->h; y++)
		for (int x = 0; x < pane->w; x++) {
			int cx = x + full->left, cy = y + full->top;
			const struct mp_cell *cell = &canvas->cell[cy * canvas->width + cx];

			if (cx >= 0 && cy >= 0 && cx < canvas->width && cy < canvas->height && cell->sign)
				look_sign(pane->x + x, pane->y + y, cell->sign, cell->pen);
		}
}

static void draw_sentences(struct full *full)
{
	const struct rect *pane = &full->board;
	struct lines said = {0}, rows = {0};

	told_board(full->sitting, full->eyes, &said);
	for (size_t i = 0; i < said.n; i++)
		lines_wrap(&rows, said.line[i], pane->w - 1, 2);
	if (full->top > (int)rows.n - pane->h)
		full->top = (int)rows.n - pane->h;
	if (full->top < 0)
		full->top = 0;
	for (int y = 0; y < pane->h && y + full->top < (int)rows.n; y++)
		look_text(pane->x, pane->y + y, pane->w, rows.line[y + full->top], plain_pen);
	lines_release(&said);
	lines_release(&rows);
}

static void draw_board(struct full *full)
{
	if (picture_draw(&full->picture, match_of(full), &full->sitting->voice, full->eyes,
	                 full->mode == FULL_PLAY ? pick_move(full) : NULL, full->board.w,
	                 full->board.h))
		draw_picture(full);
	else
		draw_sentences(full);
}

/* --- the panel --- */

static int draw_seats(struct full *full, int x, int y, int w)
{
	struct sitting *sitting = full->sitting;
	int turn = mp_match_turn(match_of(full));

	for (int seat = 0; seat < sitting->live.setup.players; seat++, y++) {
		struct mp_pen pen = {.ink = (uint8_t)(MP_INK_SEAT + seat),
		                     .look = seat == turn ? MP_BOLD : 0};
		struct phrase score = told_score_of(sitting, match_of(full), full->eyes, seat);
		int columns = text_columns(score.text);
		char name[PHRASE_MAX + 16], beside[40] = "";

		if (full->referee.beside && full->mode != FULL_REPLAY)
			full->referee.beside(full->referee.ctx, seat, beside, sizeof beside);
		else if (sitting->level[seat])
			snprintf(beside, sizeof beside, "%s", sitting->level[seat]);
		snprintf(name, sizeof name, "%s%d %s", seat == turn ? "▶" : " ", seat + 1,
		         seat == full->eyes ? phrase(&sitting->voice, "full.you", "{\"name\":%s}",
		                                     phrase_quote(sitting_name(sitting, seat)).text)
		                                  .text
		                            : sitting_name(sitting, seat));
		look_text(x, y, w - columns - 1, name, pen);
		if (text_columns(name) + text_columns(beside) + 2 + columns < w)
			look_text(x + text_columns(name) + 1, y, w, beside, dim_pen);
		look_text(x + w - columns, y, columns, score.text, pen);
	}
	return y;
}

static void draw_list(struct full *full)
{
	const struct rect *pane = &full->list;
	size_t room = pane->h > 1 ? (size_t)pane->h - 1 : 0;
	char title[PHRASE_MAX + 200];

	snprintf(title, sizeof title, "%s",
	         phrase(&full->sitting->voice, "full.moves", "{\"n\":%zu}", full->n_shown).text);
	for (size_t i = 0; i < full->n_picks; i++)
		snprintf(title + strlen(title), sizeof title - strlen(title), " · %s", full->pick[i]);
	look_text(pane->x, pane->y, pane->w, title, bold_pen);
	if (full->row < full->list_top)
		full->list_top = full->row;
	if (room > 0 && full->row >= full->list_top + room)
		full->list_top = full->row - room + 1;
	for (size_t i = 0; i < room && full->list_top + i < full->n_shown; i++) {
		size_t row = full->list_top + i;
		bool is_here = row == full->row && !full->on_board;

		look_row(pane->x, pane->y + 1 + (int)i, pane->w, full->choices.all[full->shown[row]].move,
		         is_here ? bar_pen : plain_pen);
	}
}

/* Of an earlier position, only what had been said by then. */
static void draw_journal(struct full *full, int x, int y, int w, int h)
{
	const struct lines *said = &full->sitting->journal[full->eyes].said;
	const size_t *after = full->sitting->journal[full->eyes].after;
	struct lines rows = {0};
	size_t n = said->n, from;

	if (h < 2)
		return;
	while (full->mode == FULL_REPLAY && n > 0 && after[n - 1] > full->replay_at)
		n--;
	from = n > (size_t)h ? n - (size_t)h : 0;
	look_text(x, y, w, own(full, "full.journal").text, bold_pen);
	for (size_t i = from; i < n; i++)
		lines_wrap(&rows, said->line[i], w, 1);
	from = rows.n > (size_t)(h - 1) ? rows.n - (size_t)(h - 1) : 0;
	for (size_t i = from; i < rows.n; i++)
		look_text(x, y + 1 + (int)(i - from), w, rows.line[i], dim_pen);
	lines_release(&rows);
}

static void draw_panel(struct full *full, int x, int y, int w, int h)
{
	int end = y + h, free_rows, wanted;

	y = draw_seats(full, x, y, w) + 1;
	free_rows = end - y;
	full->list = (struct rect){x, y, w, 0};
	if (full->seat >= 0 && full->mode != FULL_REPLAY) {
		wanted = (int)full->n_shown + 1;
		full->list.h = wanted < free_rows / 2 + 1 ? wanted : free_rows / 2 + 1;
		draw_list(full);
		y += full->list.h + 1;
	}
	draw_journal(full, x, y, w, end - y);
}

/* --- title, foot, keys --- */

static void draw_title(struct full *full)
{
	struct sitting *sitting = full->sitting;
	int turn = mp_match_turn(match_of(full));
	struct phrase state;
	char title[PHRASE_MAX + 160];

	if (full->mode == FULL_REPLAY)
		state = phrase(&sitting->voice, "full.replay", "{\"at\":%zu,\"of\":%zu}", full->replay_at,
		               sitting->live.match.n_moves);
	else if (turn == MP_OVER)
		state = own(full, "full.over");
	else
		state = phrase_to(&sitting->voice, full->eyes, full->seat >= 0 ? "full.turn" : "full.waits",
		                  "{\"seat\":%d}", (full->seat >= 0 ? full->seat : turn) + 1);
	snprintf(title, sizeof title, " %s · %s", sitting->live.setup.game->title[sitting->voice.lang],
	         state.text);
	look_row(0, 0, COLS, title, bar_pen);
}

/* What the move that is looked at would do, or what to do. */
static void foot_lines(struct full *full, struct lines *said)
{
	const char *looked_at = full->mode == FULL_PLAY ? pick_move(full) : NULL;
	struct lines effects = {0};

	if (full->message.n > 0 && full->message.line[0][0]) {
		lines_add(said, full->message.line[0]);
		return;
	}
	if (full->mode == FULL_COMPOSE) {
		compose_tell(full, said);
		return;
	}
	if (!looked_at) {
		if (full->seat >= 0)
			told_prompt(full->sitting, full->eyes, said);
		return;
	}
	told_move(full->sitting, full->seat, looked_at, &effects);
	lines_add(said, looked_at);
	for (size_t i = 0; i < effects.n; i++)
		lines_add(said, effects.line[i]);
	lines_release(&effects);
}

static void draw_foot(struct full *full)
{
	struct lines said = {0}, rows = {0};
	char all[4 * PHRASE_MAX] = "";

	foot_lines(full, &said);
	for (size_t i = 0; i < said.n; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "  " : "", said.line[i]);
	lines_wrap(&rows, all, COLS - 2, 1);
	for (size_t i = 0; i < rows.n && i < FOOT; i++)
		look_text(1, LINES - 1 - FOOT + (int)i, COLS - 2, rows.line[i], plain_pen);
	lines_release(&said);
	lines_release(&rows);
}

static void draw_keys(struct full *full)
{
	static const char *const keys[] = {
		[FULL_PLAY] = "full.keys.play",      [FULL_PAGE] = "full.keys.page",
		[FULL_INPUT] = "full.keys.input",    [FULL_HIDE] = "full.keys.hide",
		[FULL_REPLAY] = "full.keys.replay",  [FULL_QUIT] = "full.keys.quit",
		[FULL_COMPOSE] = "full.keys.compose"};
	const char *shown = keys[full->mode];
	char row[PHRASE_MAX + INPUT_MAX + 90];

	if (full->mode == FULL_PLAY && mp_match_turn(match_of(full)) == MP_OVER)
		shown = "full.keys.over";
	else if (full->mode == FULL_PLAY && compose_is_possible(full))
		shown = "full.keys.offer";
	if (full->mode == FULL_INPUT)
		snprintf(row, sizeof row, " %s %s", full->title, full->input);
	else
		snprintf(row, sizeof row, " %s", own(full, shown).text);
	look_row(0, LINES - 1, COLS, row, bar_pen);
	if (full->mode == FULL_INPUT)
		move(LINES - 1, text_columns(row) < COLS ? text_columns(row) : COLS - 1);
	curs_set(full->mode == FULL_INPUT);
}

static void draw_page(struct full *full)
{
	struct lines rows = {0};
	int room = LINES - 2;

	look_row(0, 0, COLS, full->title, bar_pen);
	for (size_t i = 0; i < full->page.n; i++)
		lines_wrap(&rows, full->page.line[i], COLS - 2, 4);
	if (full->page_top > (int)rows.n - room)
		full->page_top = (int)rows.n - room;
	if (full->page_top < 0)
		full->page_top = 0;
	for (int i = 0; i < room && i + full->page_top < (int)rows.n; i++)
		look_text(1, 1 + i, COLS - 2, rows.line[i + full->page_top], plain_pen);
	lines_release(&rows);
	draw_keys(full);
}

static void draw_hidden(struct full *full)
{
	struct lines rows = {0};
	struct phrase said =
		phrase(&full->sitting->voice, "plain.hide", "{\"seat\":%d}", full->eyes + 1);

	lines_wrap(&rows, said.text, COLS > 60 ? 56 : COLS - 4, 0);
	for (size_t i = 0; i < rows.n; i++)
		look_text((COLS - text_columns(rows.line[i])) / 2, LINES / 2 - 1 + (int)i, COLS,
		          rows.line[i],
		          (struct mp_pen){.ink = (uint8_t)(MP_INK_SEAT + full->eyes), .look = MP_BOLD});
	lines_release(&rows);
	draw_keys(full);
}

static void draw_table(struct full *full)
{
	int panel = COLS / 3 < PANEL_MIN ? PANEL_MIN : COLS / 3 > PANEL_MAX ? PANEL_MAX : COLS / 3;
	int rows = LINES - 2 - FOOT;

	if (COLS == 80)
		panel = PANEL_MIN;
	full->board = (struct rect){0, 1, COLS - panel - 1, rows};
	draw_title(full);
	draw_board(full);
	for (int y = 1; y <= rows; y++)
		look_sign(COLS - panel - 1, y, 0x2502, dim_pen);
	draw_panel(full, COLS - panel, 1, panel, rows);
	draw_foot(full);
	draw_keys(full);
}

void frame_draw(struct full *full)
{
	erase();
	if (COLS < 40 || LINES < 12)
		look_text(0, 0, COLS, own(full, "full.small").text, bold_pen);
	else if (full->mode == FULL_PAGE)
		draw_page(full);
	else if (full->mode == FULL_HIDE)
		draw_hidden(full);
	else
		draw_table(full);
	refresh();
}

void full_say(struct full *full, const char *text)
{
	lines_cut(&full->message, 0);
	lines_add(&full->message, text);
	full->is_dirty = true;
}
