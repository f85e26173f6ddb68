/* SPDX-License-Identifier: MIT
 *
 * Metropolys in columns and rows: the city's map, each neighbourhood on ground of its own with its
 * name, its token and the building on it; below it the buildings that the viewer has left, and the
 * viewer's secret cards.
 */
#include "outline.h"
#include "state.h"

#include <metropole/screen.h>
#include <metropole/text.h>

enum { SIZES = 3, FOOT = 2 };

static const struct layout {
	int w, h; /* of the map */
} layouts[SIZES] = {{54, 16}, {76, 26}, {110, 38}};

static void size_of(const struct mp_setup *setup, size_t which, int *width, int *height)
{
	(void)setup;
	*width = layouts[which].w;
	*height = layouts[which].h + FOOT;
}

struct drawing {
	const struct mp_setup *setup;
	const struct metropolys_state *state;
	struct mp_canvas *canvas;
	const struct layout *layout;
	const struct mp_voice *voice;
};

static bool is_inside(const struct metropolys_outline *outline, int x, int y)
{
	bool inside = false;

	for (int i = 0, j = outline->n - 1; i < outline->n; j = i++) {
		int xi = outline->corner[i][0], yi = outline->corner[i][1], xj = outline->corner[j][0],
			yj = outline->corner[j][1];

		/* multiplied out, so that nothing is rounded */
		if ((yi > y) != (yj > y) && (yj > yi ? (x - xi) * (yj - yi) < (xj - xi) * (y - yi)
		                                     : (x - xi) * (yj - yi) > (xj - xi) * (y - yi)))
			inside = !inside;
	}
	return inside;
}

/* The neighbourhood at the middle of a cell, or -1: a street, a river, a lake. */
static int place_at(const struct drawing *d, int column, int row)
{
	int x = (2 * column + 1) * METROPOLYS_SHEET_WIDTH / (2 * d->layout->w),
		y = (2 * row + 1) * METROPOLYS_SHEET_HEIGHT / (2 * d->layout->h);

	for (int place = 0; place < METROPOLYS_PLACES; place++)
		if (is_inside(&metropolys_outlines[place], x, y))
			return place;
	return -1;
}

static bool is_out(const struct drawing *d, unsigned place)
{
	return d->state->out >> metropolys_map.district_of[place] & 1;
}

/* Neighbours are told apart by the paper; parks are green. */
static uint8_t paper_of(const struct drawing *d, unsigned place)
{
	if (is_out(d, place))
		return MP_INK_NONE;
	if (metropolys_map.kind[METROPOLYS_PARK] & metropolys_place_bit(place))
		return MP_INK_LAWN;
	return place % 2 ? MP_INK_ODD : MP_INK_EVEN;
}

static void draw_ground(const struct drawing *d)
{
	for (int row = 0; row < d->layout->h; row++)
		for (int column = 0; column < d->layout->w; column++) {
			int place = place_at(d, column, row);
			bool is_left = place >= 0 && column > 0 && place_at(d, column - 1, row) != place;

			if (place < 0)
				mp_canvas_sign(d->canvas, column, row, ' ', (struct mp_pen){.paper = MP_INK_POOL});
			else
				mp_canvas_sign(
					d->canvas, column, row, is_left ? 0x258f : ' ',
					(struct mp_pen){.ink = MP_INK_DIM, .paper = paper_of(d, (unsigned)place)});
		}
}

/* Kinds of neighbourhoods by a letter of the notation: p l m a i. */
static char kind_letter(unsigned place)
{
	static const char letters[METROPOLYS_KINDS] = {'p', 'l', 'm', 'a', 'i'};

	for (unsigned kind = 0; kind < METROPOLYS_KINDS; kind++)
		if (metropolys_map.kind[kind] & metropolys_place_bit(place))
			return letters[kind];
	return ' ';
}

/* Whose building stands there; -1 nobody's. */
static int builder(const struct drawing *d, unsigned place, unsigned *value, bool *is_bid)
{
	*is_bid = false;
	for (int seat = 0; seat < d->setup->players; seat++)
		if (d->state->built[seat] & metropolys_place_bit(place)) {
			*value = metropolys_value(d->state, place);
			return seat;
		}
	*is_bid = true;
	for (*value = 1; *value <= METROPOLYS_VALUES; ++*value)
		if (d->state->bids >> *value & 1 && metropolys_bid_place(d->state, *value) == place)
			return (int)metropolys_bid_seat(d->state, *value);
	return -1;
}

static void draw_building(const struct drawing *d, unsigned place, int x, int y)
{
	bool is_bid;
	unsigned value;
	int seat = builder(d, place, &value, &is_bid);
	struct mp_pen pen = {.ink = (uint8_t)(MP_INK_SEAT + seat), .look = MP_BOLD};

	if (seat < 0)
		return;
	mp_canvas_sign(d->canvas, x, y, (uint32_t)('1' + seat), pen);
	mp_canvas_sign(d->canvas, x + 1, y, is_bid ? 0x25b3 : 0x25b2, pen);
	mp_canvas_int(d->canvas, x + 2, y, value, pen);
}

static void draw_place(const struct drawing *d, unsigned place)
{
	static const uint32_t signs[METROPOLYS_TOKENS] = {0x2605, 'M', 0x25c6};
	static const uint8_t inks[METROPOLYS_TOKENS] = {MP_INK_GOLD, MP_INK_WATER, MP_INK_VIOLET};
	const struct metropolys_outline *outline = &metropolys_outlines[place];
	int x = outline->anchor[0] * d->layout->w / METROPOLYS_SHEET_WIDTH - 2;
	int y = outline->anchor[1] * d->layout->h / METROPOLYS_SHEET_HEIGHT, end;
	bool is_bid;
	unsigned value;
	bool is_built = builder(d, place, &value, &is_bid) >= 0, is_small = d->layout->h < 20;

	if (!(is_small && is_built)) {
		end = mp_canvas_text(d->canvas, x, y, metropolys_map.name[place],
		                     (struct mp_pen){.ink = is_out(d, place) ? MP_INK_DIM : MP_INK_NONE});
		for (unsigned token = 0; token < METROPOLYS_TOKENS; token++)
			if (d->state->token[token] & metropolys_place_bit(place))
				mp_canvas_sign(d->canvas, end, y, signs[token],
				               (struct mp_pen){.ink = inks[token], .look = MP_BOLD});
		if (!is_small && !is_out(d, place))
			mp_canvas_sign(d->canvas, end + 1, y, (uint32_t)kind_letter(place),
			               (struct mp_pen){.ink = MP_INK_DIM});
	}
	draw_building(d, place, x, y + (is_small ? 0 : 1));
	if (!is_out(d, place))
		mp_canvas_spot(d->canvas, metropolys_map.name[place], x, y, 4, is_small ? 1 : 2);
}

/* What the viewer can still place. */
static void draw_hand(const struct drawing *d, int viewer)
{
	int x = 0, y = d->layout->h;

	if (viewer >= d->setup->players)
		return;
	for (unsigned value = 1; value <= METROPOLYS_VALUES; value++) {
		struct mp_pen pen = {.ink = (uint8_t)(MP_INK_SEAT + viewer), .look = MP_BOLD};
		char word[4];
		struct mp_text text;

		mp_text_init(&text, word, sizeof word);
		mp_text_int(&text, value);
		if (!(d->state->hand[viewer] >> value & 1))
			continue;
		mp_canvas_spot(d->canvas, word, x, y, (int)text.len, 1);
		x = mp_canvas_text(d->canvas, x, y, word, pen) + 1;
	}
	mp_canvas_spot(d->canvas, "pass", x + 2, y, 4, 1);
	mp_canvas_text(d->canvas, x + 2, y, "pass", (struct mp_pen){.ink = MP_INK_GOLD});
}

static int say(const struct drawing *d, const char *group, const char *word, int x)
{
	char buf[160];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	mp_say_name(d->voice, d->setup->game, group, word, &text);
	return mp_canvas_text(d->canvas, x, d->layout->h + 1, buf,
	                      (struct mp_pen){.ink = MP_INK_VIOLET}) +
	       3;
}

/* The viewer's own two secret cards. */
static void draw_cards(const struct drawing *d, int viewer)
{
	int x = 0;

	if (viewer >= d->setup->players)
		return;
	if (d->state->area[viewer] && d->state->area[viewer] != METROPOLYS_UNKNOWN)
		x = say(d, "area.", metropolys_area_name(d->state->area[viewer]), x);
	if (d->state->kind[viewer] && d->state->kind[viewer] != METROPOLYS_UNKNOWN)
		say(d, "kind.", metropolys_kind_name(d->state->kind[viewer]), x);
}

static void draw(const struct mp_setup *setup, const void *redacted, int viewer, size_t which,
                 const struct mp_voice *voice, struct mp_canvas *canvas)
{
	struct drawing d = {.setup = setup,
	                    .state = redacted,
	                    .canvas = canvas,
	                    .layout = &layouts[which],
	                    .voice = voice};

	draw_ground(&d);
	for (unsigned place = 0; place < METROPOLYS_PLACES; place++)
		draw_place(&d, place);
	draw_hand(&d, viewer);
	draw_cards(&d, viewer);
}

extern const struct mp_screen mp_screen_metropolys;
const struct mp_screen mp_screen_metropolys = {.n_sizes = SIZES, .size = size_of, .draw = draw};
