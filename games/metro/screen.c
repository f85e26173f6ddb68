/* SPDX-License-Identifier: MIT
 *
 * Metro in columns and rows. On each side of a tile an arrow says where a train goes on that comes
 * in there, in the colour of the line that does; stations stand around with their owners' numbers,
 * and the hand lies in the central station. In more room the arrows stand at their sides.
 */
#include "state.h"

#include <metropole/screen.h>
#include <metropole/text.h>

enum { SIZES = 3, RIM = 3 };

/* By size: a cell, and where in it the arrows of the four sides stand. */
static const struct layout {
	int w, h, x[4], y[4];
} layouts[SIZES] = {
	{6, 2, {1, 4, 4, 1}, {0, 0, 1, 1}},
	{7, 3, {3, 5, 3, 1}, {0, 1, 2, 1}},
	{11, 5, {5, 9, 5, 1}, {0, 2, 4, 2}},
};

static void size_of(const struct mp_setup *setup, size_t which, int *width, int *height)
{
	(void)setup;
	*width = 8 * layouts[which].w + 2 * RIM;
	*height = 8 * layouts[which].h + 2;
}

struct drawing {
	const struct metro_tables *tables;
	const struct metro_state *state;
	struct mp_canvas *canvas;
	const struct layout *layout;
	uint8_t line[METRO_GATES]; /* 1 + who has a line through it */
};

/* Every gate into a tile that a line of somebody's passes. */
static void walk_lines(struct drawing *d)
{
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = d->tables->departure[station], owner = d->tables->owner[gate];

		while (owner != METRO_NO_ONE && d->state->board[gate / 4]) {
			unsigned tile = d->state->board[gate / 4];
			unsigned laid = d->tables->laid[tile % METRO_TURN - METRO_TILE][tile / METRO_TURN];

			d->line[gate] = (uint8_t)(1 + owner);
			gate = d->tables->next[gate / 4 * 4 + d->tables->leaves[laid][gate & 3]];
		}
	}
}

static const uint32_t arrows[4] = {0x2191, 0x2192, 0x2193, 0x2190};

/* From the arrows' places to the middle: the tracks of a tile that has room for them. */
static void draw_rails(const struct drawing *d, int x, int y)
{
	const struct layout *at = d->layout;
	struct mp_pen pen = {.ink = MP_INK_DIM};

	if (at->h < 3)
		return;
	mp_canvas_line(d->canvas, x + at->x[3] + 1, y + at->y[3], at->x[1] - at->x[3] - 2, 0, pen);
	mp_canvas_line(d->canvas, x + at->x[0], y + (at->h > 3 ? 1 : at->y[3]), 0,
	               at->h > 3 ? at->h - 3 : 0, pen);
}

static void draw_tile(const struct drawing *d, unsigned cell, int x, int y)
{
	unsigned tile = d->state->board[cell];
	unsigned laid = d->tables->laid[tile % METRO_TURN - METRO_TILE][tile / METRO_TURN];

	draw_rails(d, x, y);
	for (unsigned side = 0; side < 4; side++) {
		unsigned owner = d->line[cell * 4 + side];
		struct mp_pen pen = {.ink = owner ? (uint8_t)(MP_INK_SEAT + owner - 1) : MP_INK_DIM,
		                     .look = owner ? MP_BOLD : 0};

		mp_canvas_sign(d->canvas, x + d->layout->x[side], y + d->layout->y[side],
		               arrows[d->tables->leaves[laid][side]], pen);
		if (owner && d->layout->w > 6) /* whose it is, beside its arrow */
			mp_canvas_sign(d->canvas, x + d->layout->x[side] + (side == 3 ? -1 : 1),
			               y + d->layout->y[side], '0' + owner, pen);
	}
}

static void draw_cells(const struct drawing *d)
{
	for (unsigned cell = 0; cell < METRO_CELLS; cell++) {
		int x = RIM + (int)(cell % 8) * d->layout->w, y = 1 + (int)(cell / 8) * d->layout->h;
		struct mp_pen paper = {.ink = MP_INK_DIM,
		                       .paper = (cell + cell / 8) % 2 ? MP_INK_ODD : MP_INK_EVEN};
		char name[3];

		if (METRO_CENTRE >> cell & 1)
			continue;
		mp_canvas_fill(d->canvas, x, y, d->layout->w, d->layout->h, paper);
		metro_print_cell(cell, name);
		if (d->state->board[cell])
			draw_tile(d, cell, x, y);
		else
			mp_canvas_text(d->canvas, x + (d->layout->w - 2) / 2, y + (d->layout->h - 1) / 2, name,
			               paper);
		mp_canvas_spot(d->canvas, name, x, y, d->layout->w, d->layout->h);
	}
}

/* Stations go round from the top right corner, eight on each side. */
static void draw_stations(const struct drawing *d)
{
	for (int station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = d->tables->departure[station], owner = d->tables->owner[gate];
		int side = station / 8, at = station % 8, along = side == 0 || side == 3 ? 7 - at : at;
		int x = side == 1   ? 0
		        : side == 3 ? RIM + 8 * d->layout->w + 1
		                    : RIM + along * d->layout->w + d->layout->w / 2 - 1;
		int y = side == 0   ? 0
		        : side == 2 ? 1 + 8 * d->layout->h
		                    : 1 + along * d->layout->h + (d->layout->h - 1) / 2;
		bool has_train = owner != METRO_NO_ONE;
		struct mp_pen pen = {.ink = has_train ? (uint8_t)(MP_INK_SEAT + owner) : MP_INK_DIM,
		                     .look = has_train ? MP_BOLD : 0};

		mp_canvas_int(d->canvas, x, y, station + 1, pen);
	}
}

/* A tile as its name and the four ways, from the top clockwise. */
static void draw_held(const struct drawing *d, unsigned tile, int x, int y)
{
	struct mp_pen pen = {.look = MP_BOLD};
	const char *name;

	if (tile == METRO_UNKNOWN) {
		mp_canvas_text(d->canvas, x, y, "????", (struct mp_pen){.ink = MP_INK_DIM});
		return;
	}
	name = metro_tile_names[tile - METRO_TILE];
	mp_canvas_text(d->canvas, x, y, name, pen);
	for (unsigned side = 0; side < 4; side++)
		mp_canvas_sign(d->canvas, x + 5 + (int)side, y,
		               arrows[d->tables->leaves[tile - METRO_TILE][side]], pen);
	mp_canvas_spot(d->canvas, name, x, y, 9, 1);
}

/* The central station: what the viewer may lay, and the pile. */
static void draw_centre(const struct drawing *d, int viewer)
{
	int x = RIM + 3 * d->layout->w, y = 1 + 3 * d->layout->h, w = 2 * d->layout->w,
		h = 2 * d->layout->h, row = y + (h - 4) / 2;
	unsigned held = 0;

	if (h > 6)
		mp_canvas_box(d->canvas, x, y, w, h, (struct mp_pen){.ink = MP_INK_GOLD});
	x += (w - 10) / 2;
	if (d->state->drawn) {
		draw_held(d, d->state->drawn, x, row++);
	}
	for (unsigned i = 0; viewer < MP_SEATS && i < METRO_HAND_MAX && d->state->hand[viewer][i];
	     i++) {
		draw_held(d, d->state->hand[viewer][i], x, row++);
		held++;
	}
	if (held < 3) {
		int end = mp_canvas_text(d->canvas, x, row, "draw ", (struct mp_pen){.ink = MP_INK_GOLD});

		mp_canvas_int(d->canvas, end, row, d->state->pile_left,
		              (struct mp_pen){.ink = MP_INK_GOLD});
		mp_canvas_spot(d->canvas, "draw", x, row, 7, 1);
	}
}

static void draw(const struct mp_setup *setup, const void *redacted, int viewer, size_t which,
                 const struct mp_voice *voice, struct mp_canvas *canvas)
{
	struct drawing d = {.tables = metro_tables(setup),
	                    .state = redacted,
	                    .canvas = canvas,
	                    .layout = &layouts[which]};

	(void)voice;
	walk_lines(&d);
	draw_cells(&d);
	draw_stations(&d);
	draw_centre(&d, viewer);
}

extern const struct mp_screen mp_screen_metro;
const struct mp_screen mp_screen_metro = {.n_sizes = SIZES, .size = size_of, .draw = draw};
