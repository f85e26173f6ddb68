/* SPDX-License-Identifier: MIT
 *
 * The full screen's keys and its loop.
 */
#include "full.h"

#include "look.h"
#include "phrase.h"
#include "told.h"

#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEY_ESCAPE = 27, KEY_RETURN = 10, KEY_RUBOUT = 127, WAIT_MS = 60 };

static struct phrase own(const struct full *full, const char *key)
{
	return phrase(&full->sitting->voice, key, NULL);
}

static void open_input(struct full *full, const char *key, bool is_chat)
{
	full->mode = FULL_INPUT;
	full->is_chat = is_chat;
	full->input[0] = '\0';
	snprintf(full->title, sizeof full->title, "%.70s", own(full, key).text);
}

/* --- the cursor --- */

/* The nearest spot in this direction; sideways counts double. */
static int spot_towards(const struct full *full, int dx, int dy)
{
	const struct mp_spot *from = &full->picture.spots[full->spot];
	int best = full->spot, least = 1 << 30;

	for (size_t i = 0; i < full->picture.canvas.n_spots; i++) {
		const struct mp_spot *spot = &full->picture.spots[i];
		int x = spot->x + spot->w / 2 - from->x - from->w / 2;
		int y = 2 * (spot->y + spot->h / 2 - from->y - from->h / 2);
		int ahead = x * dx + y * dy, aside = abs(x * dy) + abs(y * dx);

		if (ahead > 0 && ahead + 2 * aside < least) {
			least = ahead + 2 * aside;
			best = (int)i;
		}
	}
	return best;
}

static void move_cursor(struct full *full, int dx, int dy)
{
	if (!full->on_board) {
		if (dy < 0 && full->row > 0)
			full->row--;
		if (dy > 0 && full->row + 1 < full->n_shown)
			full->row++;
		if (!full->picture.screen)
			full->top += dx * 3;
		return;
	}
	if (full->picture.canvas.n_spots == 0)
		return;
	if (full->spot < 0 || (size_t)full->spot >= full->picture.canvas.n_spots)
		full->spot = 0;
	else
		full->spot = spot_towards(full, dx, dy);
}

/* The next or previous spot that may be chosen. */
static void next_target(struct full *full, int step)
{
	int n = (int)full->picture.canvas.n_spots, at = full->spot < 0 ? 0 : full->spot;

	for (int i = 1; i <= n; i++) {
		int spot = ((at + step * i) % n + n) % n;

		if (pick_is_target(full, full->picture.spots[spot].word)) {
			full->spot = spot;
			full->on_board = true;
			return;
		}
	}
}

static void enter(struct full *full)
{
	if (full->on_board && full->n_shown == 1 && full->n_picks > 0)
		pick_play(full, pick_move(full));
	else if (full->on_board && full->spot >= 0 && (size_t)full->spot < full->picture.canvas.n_spots)
		pick_word(full, full->picture.spots[full->spot].word);
	else if (!full->on_board)
		pick_play(full, pick_move(full));
}

static void mouse(struct full *full)
{
	MEVENT event;
	int spot, row;

	if (getmouse(&event) != OK)
		return;
	if (event.bstate & BUTTON4_PRESSED) {
		move_cursor(full, 0, -1);
		return;
	}
	if (event.bstate & BUTTON5_PRESSED) {
		move_cursor(full, 0, 1);
		return;
	}
	if (!(event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED)))
		return;
	row = event.y - full->list.y - 1;
	if (event.x >= full->list.x && row >= 0 && row + 1 < full->list.h &&
	    full->list_top + (size_t)row < full->n_shown) {
		bool again = !full->on_board && full->row == full->list_top + (size_t)row;

		full->on_board = false;
		full->row = full->list_top + (size_t)row;
		if (again || event.bstate & BUTTON1_DOUBLE_CLICKED)
			pick_play(full, pick_move(full));
		return;
	}
	spot = picture_spot_at(&full->picture, event.x - full->board.x + full->left,
	                       event.y - full->board.y + full->top);
	if (event.x < full->board.w && spot >= 0) {
		full->on_board = true;
		full->spot = spot;
		if (full->mode == FULL_COMPOSE)
			compose_toggle(full, full->picture.spots[spot].word);
		else
			enter(full);
	}
}

/* --- keys --- */

static void ask_advice(struct full *full)
{
	struct mp_fault fault;

	if (full->seat < 0 || full->advisor.is_busy)
		return;
	if (thinker_begin(&full->advisor, &full->sitting->live.match, full->seat, "hard",
	                  full->sitting->seed, &fault))
		full_say(full, fault.message);
	else
		full_say(full, own(full, "full.advising").text);
}

static void take_advice(struct full *full)
{
	const struct mp_setup *setup = &full->sitting->live.setup;
	char move[MP_MOVE_TEXT_MAX] = "";
	struct mp_text text;

	if (!thinker_poll(&full->advisor))
		return;
	full_say(full, "");
	if (full->advisor.err || !full->advisor.answer.has_move || full->advisor.seat != full->seat)
		return;
	mp_text_init(&text, move, sizeof move);
	setup->game->print(setup, full->advisor.answer.move, &text);
	if (full->mode == FULL_INPUT || full->n_picks > 0) { /* what was begun is not disturbed */
		full_say(full, phrase(&full->sitting->voice, "plain.hint", "{\"move\":%s}",
		                      phrase_quote(move).text)
		                   .text);
		full->is_dirty = true;
		return;
	}
	full->is_dirty = true;
	pick_begin(full);
	full->on_board = false;
	for (size_t i = 0; i < full->n_shown; i++)
		if (strcmp(full->choices.all[full->shown[i]].move, move) == 0)
			full->row = i;
}

static void play_key(struct full *full, int key)
{
	switch (key) {
	case KEY_LEFT:
		move_cursor(full, -1, 0);
		break;
	case KEY_RIGHT:
		move_cursor(full, 1, 0);
		break;
	case KEY_UP:
		move_cursor(full, 0, -1);
		break;
	case KEY_DOWN:
		move_cursor(full, 0, 1);
		break;
	case KEY_NPAGE:
		full->top += full->board.h / 2;
		break;
	case KEY_PPAGE:
		full->top -= full->board.h / 2;
		break;
	case '\t':
		full->on_board = !full->on_board && full->picture.canvas.n_spots > 0;
		if (full->on_board && full->spot < 0)
			next_target(full, 1);
		break;
	case 'n':
		next_target(full, 1);
		break;
	case 'p':
		next_target(full, -1);
		break;
	case ' ':
	case KEY_RETURN:
	case KEY_ENTER:
	case '\r':
		full_say(full, "");
		enter(full);
		break;
	case KEY_BACKSPACE:
	case KEY_RUBOUT:
	case KEY_ESCAPE:
	case '\b':
		full_say(full, "");
		if (full->n_picks > 0)
			pick_back(full);
		else
			pick_begin(full);
		break;
	case KEY_MOUSE:
		mouse(full);
		break;
	case 'h':
		ask_advice(full);
		break;
	case 'u':
		full_say(full,
		         full->referee.undo(full->referee.ctx) ? "" : own(full, "plain.undo_none").text);
		break;
	case 'j':
		page_journal(full);
		break;
	case 's':
		page_points(full);
		break;
	case 'b':
		page_board(full);
		break;
	case 'i':
		page_rule(full);
		break;
	case 'r':
		replay_open(full);
		break;
	case 'w':
		if (full->seat >= 0 && full->seat != mp_match_turn(&full->sitting->live.match))
			full->referee.waive(full->referee.ctx, full->seat);
		else
			full_say(full, own(full, "plain.wait_none").text);
		break;
	case 'c':
		if (full->referee.chat)
			open_input(full, "full.chat", true);
		break;
	case 'o':
		compose_begin(full);
		break;
	case ':':
	case '/':
	case 'm':
		open_input(full, "full.move", false);
		break;
	case '?':
	case KEY_F(1):
		page_help(full);
		break;
	case 'q':
		full->mode = FULL_QUIT;
		break;
	default:
		break;
	}
}

static bool is_arrow(int key)
{
	return key == KEY_LEFT || key == KEY_RIGHT || key == KEY_UP || key == KEY_DOWN ||
	       key == KEY_NPAGE || key == KEY_PPAGE;
}

/* Bytes of UTF-8 come one by one; the last character goes whole. */
static void input_key(struct full *full, int key)
{
	size_t n = strlen(full->input);

	if (key == KEY_ESCAPE) {
		full->mode = FULL_PLAY;
	} else if (key == KEY_RETURN || key == '\r' || key == KEY_ENTER) {
		full->mode = FULL_PLAY;
		if (full->is_chat && full->referee.chat)
			full->referee.chat(full->referee.ctx, full->input);
		else
			pick_typed(full, full->input);
	} else if (key == KEY_BACKSPACE || key == KEY_RUBOUT || key == '\b') {
		while (n > 0 && ((unsigned char)full->input[n - 1] & 0xc0) == 0x80)
			full->input[--n] = '\0';
		if (n > 0)
			full->input[n - 1] = '\0';
	} else if (key >= ' ' && key < 256 && n + 1 < sizeof full->input) {
		full->input[n] = (char)key;
		full->input[n + 1] = '\0';
	}
}

static void on_key(struct full *full, int key)
{
	full->is_dirty = true;
	switch (full->mode) {
	case FULL_PLAY:
		play_key(full, key);
		break;
	case FULL_PAGE:
		page_key(full, key);
		break;
	case FULL_INPUT:
		input_key(full, key);
		break;
	case FULL_REPLAY:
		replay_key(full, key);
		break;
	case FULL_COMPOSE: /* the cursor goes as in play */
		if (key == KEY_MOUSE)
			mouse(full);
		else if (is_arrow(key))
			play_key(full, key);
		else
			compose_key(full, key);
		break;
	case FULL_HIDE:
		if (key == KEY_RETURN || key == '\r' || key == KEY_ENTER)
			full->mode = FULL_PLAY;
		break;
	case FULL_QUIT:
		full->is_done = key == 'y' || key == 'o' || key == 'q';
		full->end = mp_match_turn(&full->sitting->live.match) == MP_OVER ? PLAIN_OVER : PLAIN_QUIT;
		full->mode = FULL_PLAY;
		break;
	}
}

/* --- the loop --- */

/* Something happened, or somebody else is to look. */
static void update(struct full *full)
{
	struct sitting *sitting = full->sitting;
	int awaited = sitting_awaited(sitting);
	int eyes = sitting_eyes(sitting, awaited);
	int seat =
		awaited >= 0 && sitting_is_person(sitting, awaited) && awaited == eyes ? awaited : -1;
	bool is_new = sitting->live.match.n_moves != full->at_move || seat != full->seat;

	if (eyes != full->eyes && eyes != MP_PUBLIC && sitting_has_secrets(sitting) && seat >= 0)
		full->mode = FULL_HIDE;
	full->eyes = eyes;
	full->seat = seat;
	if (!is_new)
		return;
	thinker_stop(&full->advisor);
	full->at_move = sitting->live.match.n_moves;
	pick_begin(full);
}

static void loop(struct full *full)
{
	struct lines news = {0};
	time_t drawn = 0;

	while (!full->is_done) {
		int key;

		if (!full->is_record)
			update(full);
		if (full->is_dirty)
			frame_draw(full);
		full->is_dirty = false;
		key = getch();
		if (key == KEY_RESIZE)
			full->is_dirty = true;
		else if (key != ERR)
			on_key(full, key);
		/* clocks run */
		if (full->referee.beside && full->mode == FULL_PLAY && time(NULL) != drawn) {
			drawn = time(NULL);
			full->is_dirty = true;
		}
		if (full->mode != FULL_HIDE && full->referee.poll(full->referee.ctx, &news))
			full->is_dirty = true;
		if (news.n > 0)
			full_say(full, news.line[news.n - 1]);
		lines_cut(&news, 0);
		if (full->advisor.is_busy)
			take_advice(full);
	}
	lines_release(&news);
}

/* An xterm that says so has true colour; curses knows it under another name. */
static SCREEN *open_terminal(void)
{
	const char *depth = getenv("COLORTERM"), *term = getenv("TERM");
	char direct[64];
	SCREEN *screen = NULL;

	if (depth && term && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0) &&
	    !strstr(term, "-direct") &&
	    snprintf(direct, sizeof direct, "%.*s-direct", (int)strcspn(term, "-"), term) <
	        (int)sizeof direct)
		screen = newterm(direct, stdout, stdin);
	return screen ? screen : newterm(NULL, stdout, stdin);
}

/* A record is shown from its beginning. */
static void begin_record(struct full *full)
{
	replay_open(full);
	if (full->mode == FULL_REPLAY)
		replay_go_to(full, 0);
	full->is_done = full->mode != FULL_REPLAY;
}

static enum plain_end run(struct sitting *sitting, struct referee referee, rules_fn *rules,
                          bool is_light, bool is_record)
{
	struct full full = {.sitting = sitting,
	                    .is_record = is_record,
	                    .referee = referee,
	                    .rules = rules,
	                    .eyes = MP_PUBLIC,
	                    .seat = -1,
	                    .spot = -1,
	                    .at_move = SIZE_MAX,
	                    .is_dirty = true};
	SCREEN *screen;

	setlocale(LC_ALL, "");
	set_escdelay(50);
	screen = open_terminal();
	if (!screen)
		return PLAIN_FAILED;
	look_init(is_light);
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
	              BUTTON5_PRESSED,
	          NULL);
	mouseinterval(0);
	timeout(WAIT_MS);
	full.on_board = mp_screen_find(sitting->live.setup.game) != NULL;
	if (is_record)
		begin_record(&full);
	loop(&full);
	endwin();
	delscreen(screen);
	thinker_release(&full.advisor);
	choices_release(&full.choices);
	picture_release(&full.picture);
	free(full.shown);
	lines_release(&full.message);
	lines_release(&full.page);
	return full.end;
}

enum plain_end full_play(struct sitting *sitting, struct referee referee, rules_fn *rules,
                         bool is_light)
{
	return run(sitting, referee, rules, is_light, false);
}

static bool nothing_happens(void *ctx, struct lines *news)
{
	(void)ctx;
	(void)news;
	return false;
}

enum plain_end full_replay(struct sitting *sitting, rules_fn *rules, bool is_light)
{
	return run(sitting, (struct referee){.poll = nothing_happens}, rules, is_light, true);
}
