/* SPDX-License-Identifier: MIT
 *
 * A position as a canvas: drawn by the game's screen from what a viewer may know; what a move would
 * change is found by drawing the position after it too.
 */
#ifndef TERM_PICTURE_H
#define TERM_PICTURE_H

#include <metropole/match.h>
#include <metropole/screen.h>

struct sitting;

struct picture {
	struct mp_canvas canvas;
	struct mp_cell *cells, *before;
	struct mp_spot spots[MP_SPOTS_MAX]; /* as they are before the move */
	struct mp_spot after[MP_SPOTS_MAX];
	void *state;
	const struct mp_screen *screen; /* NULL: this game has none, and the canvas is empty */
};

/* Draws the match as the viewer knows it, the largest size that fits into so many columns and rows,
 * or the smallest. With a move of the viewer's: as far as can be foreseen after it, what changes on
 * preview paper. False if the game has no screen or memory is short. */
bool picture_draw(struct picture *, struct mp_match *, const struct mp_voice *, int viewer,
                  const char *move, int columns, int rows);
void picture_release(struct picture *);

/* The spot at this place, or the one with this word; -1 if there is none. */
int picture_spot_at(const struct picture *, int x, int y);
int picture_spot(const struct picture *, const char *word);

/* The picture as plain lines of text, for tests and for where there are no cells. */
struct lines;
void picture_lines(const struct picture *, struct lines *);

#endif
