/* SPDX-License-Identifier: MIT
 *
 * The full screen: what is shown, what is pointed at, what is chosen. full.c turns keys into
 * changes of it, frame.c draws it, pick.c narrows the moves down.
 */
#ifndef TERM_FULL_H
#define TERM_FULL_H

#include "choices.h"
#include "lines.h"
#include "picture.h"
#include "plain.h"
#include "referee.h"

enum { PICKS_MAX = 8, INPUT_MAX = 240 };

enum full_mode {
	FULL_PLAY,
	FULL_PAGE,   /* a text to scroll: help, journal, points, a rule */
	FULL_INPUT,  /* a line is typed */
	FULL_HIDE,   /* the keyboard is handed over */
	FULL_REPLAY, /* earlier positions */
	FULL_QUIT,   /* really? */
	FULL_COMPOSE /* a move is put together of spots */
};

struct full {
	struct sitting *sitting;
	struct referee referee;
	rules_fn *rules;
	enum full_mode mode;
	int eyes, seat; /* who looks; whose move it is, -1 if nobody's at this keyboard */
	size_t at_move; /* n_moves that the choices belong to */

	struct choices choices;
	size_t *shown, n_shown; /* those that the picks leave, as indices */
	char pick[PICKS_MAX][MP_SPOT_WORD_MAX];
	size_t n_picks;
	int compose_with; /* FULL_COMPOSE: the seat that it is about, -1 if none was named */
	size_t row;       /* of the list */
	bool on_board, is_dirty;

	struct picture picture;
	int spot;             /* where the cursor is, -1 nowhere */
	int left, top;        /* of the board that is shown */
	struct lines message; /* the last thing said */
	struct lines page;    /* FULL_PAGE */
	int page_top;
	char title[80]; /* of the page, or of the input */
	char input[INPUT_MAX];
	bool is_chat;
	struct thinker advisor;
	struct live replay; /* FULL_REPLAY: a copy that goes back and forth */
	size_t replay_at;
	bool is_record; /* there is nothing but the replay */
	struct rect {
		int x, y, w, h;
	} board, list;
	size_t list_top;
	bool is_done;
	enum plain_end end;
};

/* pick.c */
void pick_begin(struct full *); /* lists the moves of the seat that is awaited */
void pick_word(struct full *, const char *);
void pick_back(struct full *);
bool pick_is_target(const struct full *, const char *word);
const char *pick_move(const struct full *); /* the one that is looked at, or NULL */
void pick_typed(struct full *, const char *line);
void pick_play(struct full *, const char *move);

/* pages.c */
void page_journal(struct full *);
void page_points(struct full *);
void page_board(struct full *);
void page_rule(struct full *); /* of the last refusal */
void page_help(struct full *);
void page_key(struct full *, int key);
void replay_open(struct full *);
void replay_go_to(struct full *, size_t n);
void replay_key(struct full *, int key);

/* compose.c */
bool compose_is_possible(const struct full *);
void compose_begin(struct full *);
void compose_toggle(struct full *, const char *word);
void compose_tell(struct full *, struct lines *);
void compose_key(struct full *, int key);

/* frame.c */
void frame_draw(struct full *);
/* Says something at the foot of the screen. */
void full_say(struct full *, const char *text);

/* Plays at this terminal; needs a terminal that curses knows. PLAIN_FAILED if it is none. */
enum plain_end full_play(struct sitting *, struct referee, rules_fn *, bool is_light);

/* Walks through a sitting that was loaded from its record. */
enum plain_end full_replay(struct sitting *, rules_fn *, bool is_light);

#endif
