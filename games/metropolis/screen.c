/* SPDX-License-Identifier: MIT
 *
 * Metropolis in columns and rows, as the city lies (MS-2): three rows of districts with the park to
 * the left of the middle one and the river below it. A plot shows its number, its owner's number
 * and what stands on it; below are the open cards and the stock.
 */
#include "state.h"

#include <metropole/screen.h>
#include <metropole/text.h>

#include <string.h>

enum { SIZES = 3, STREET = 2, FOOT = 4 };

static const struct layout {
	int w, h; /* of a plot */
} layouts[SIZES] = {{3, 2}, {5, 2}, {7, 3}};

static void size_of(const struct mp_setup *setup, size_t which, int *width, int *height)
{
	(void)setup;
	*width = 15 * layouts[which].w + 2 * STREET;
	*height = 6 * layouts[which].h + 2 + FOOT;
}

struct drawing {
	const struct mp_setup *setup;
	const struct metropolis_state *state;
	struct mp_canvas *canvas;
	const struct layout *layout;
	const struct mp_voice *voice;
};

/* The upper left corner of a plot. Districts 1 2 3, the park 4 5, 6 7 8 (MS-2). */
static void find(const struct drawing *d, int plot, int *x, int *y)
{
	int district = metropolis_plot_district(plot), place = district < 3 ? district : district + 1;
	int digit = plot % METROPOLIS_DIGITS;

	*x = place % 3 * (5 * d->layout->w + STREET) + digit % 5 * d->layout->w;
	*y = place / 3 * (2 * d->layout->h + 1) + digit / 5 * d->layout->h;
}

static int owner_of(const struct drawing *d, int plot)
{
	for (int seat = 0; seat < d->setup->players; seat++)
		if (d->state->owned[seat][metropolis_plot_district(plot)] & metropolis_plot_bit(plot))
			return seat;
	return -1;
}

/* The sites (MS-4) by the ink of the number. */
static uint8_t ink_of(const struct drawing *d, int plot)
{
	static const uint8_t inks[METROPOLIS_SITES] = {MP_INK_GREEN, MP_INK_WATER, MP_INK_GOLD};
	const struct metropolis_tables *tables = d->setup->tables;

	for (int site = 0; site < METROPOLIS_SITES; site++)
		if (tables->values.site[site][metropolis_plot_district(plot)] & metropolis_plot_bit(plot))
			return inks[site];
	return MP_INK_DIM;
}

static bool is_open(const struct drawing *d, int plot)
{
	for (int i = 0; i < d->state->n_open; i++)
		if (d->state->open[i] == plot)
			return true;
	return false;
}

static void word_of(int plot, char word[4])
{
	struct mp_text text;

	mp_text_init(&text, word, 4);
	mp_text_int(&text, plot + 10);
}

static void draw_plot(const struct drawing *d, int plot)
{
	int x, y, owner = owner_of(d, plot);
	uint8_t paper = (plot + plot / 5) % 2 ? MP_INK_ODD : MP_INK_EVEN;
	struct mp_pen pen = {.ink = ink_of(d, plot), .paper = paper};
	char word[4];

	find(d, plot, &x, &y);
	word_of(plot, word);
	mp_canvas_fill(d->canvas, x, y, d->layout->w, d->layout->h, pen);
	if (is_open(d, plot))
		pen.look = MP_BOLD | MP_UNDERLINED;
	mp_canvas_text(d->canvas, x, y, word, pen);
	if (owner >= 0) {
		struct mp_pen own = {.ink = (uint8_t)(MP_INK_SEAT + owner), .look = MP_BOLD};

		mp_canvas_sign(d->canvas, x, y + 1, 0x25aa, own);
		mp_canvas_sign(d->canvas, x + 1, y + 1, (uint32_t)('1' + owner), own);
	}
	mp_canvas_spot(d->canvas, word, x, y, d->layout->w, d->layout->h);
}

/* The name of a kind, from its catalogue. */
static void say_kind(const struct drawing *d, unsigned kind, char out[64])
{
	struct mp_text text;

	mp_text_init(&text, out, 64);
	mp_say_name(d->voice, d->setup->game, "kind.", metropolis_kind_names[kind], &text);
}

/* As much of a word as has room, whole characters. */
static void draw_short(const struct drawing *d, int x, int y, const char *word, int columns,
                       struct mp_pen pen)
{
	char part[64];
	size_t i = 0;

	for (; word[i] && i + 1 < sizeof part; i++) {
		if (((unsigned char)word[i] & 0xc0) != 0x80 && columns-- == 0)
			break;
		part[i] = word[i];
	}
	part[i] = '\0';
	mp_canvas_text(d->canvas, x, y, part, pen);
}

/* Its name on its plots, its value on the last of them. */
static void draw_building(const struct drawing *d, uint16_t building)
{
	struct metropolis_worth worth;
	unsigned mask = metropolis_building_mask(building);
	char name[64];

	metropolis_worth(d->setup, d->state, building, &worth);
	say_kind(d, metropolis_building_kind(building), name);
	while (mask) {
		int digit = __builtin_ctz(mask),
			plot = (int)metropolis_building_district(building) * METROPOLIS_DIGITS + digit, x, y;
		int owner = owner_of(d, plot);
		struct mp_pen pen = {.ink = owner < 0 ? MP_INK_NONE : (uint8_t)(MP_INK_SEAT + owner),
		                     .look = MP_REVERSED};
		bool is_last = !(mask & (mask - 1));

		find(d, plot, &x, &y);
		mp_canvas_fill(d->canvas, x, y + 1, d->layout->w, d->layout->h - 1, pen);
		if (owner >= 0)
			mp_canvas_sign(d->canvas, x, y + 1, (uint32_t)('1' + owner), pen);
		draw_short(d, x + 1, y + 1, name, d->layout->w - 1, pen);
		if (is_last &&
		    (d->layout->h > 2 || (int)metropolis_building_mask(building) != (1 << digit)))
			mp_canvas_fill(d->canvas, x, y + d->layout->h - 1, d->layout->w, 1, pen);
		if (is_last &&
		    (d->layout->h > 2 || (int)metropolis_building_mask(building) != (1 << digit)))
			mp_canvas_int(d->canvas, x, y + d->layout->h - 1, worth.value, pen);
		mask &= mask - 1;
	}
}

static void draw_country(const struct drawing *d)
{
	int w = 5 * d->layout->w, h = 2 * d->layout->h, y = h + 1;
	struct mp_pen grass = {.ink = MP_INK_GREEN, .paper = MP_INK_LAWN},
				  water = {.ink = MP_INK_WATER, .paper = MP_INK_POOL};

	mp_canvas_fill(d->canvas, 0, y, w, h + 1, grass);
	for (int i = 0; i < w * h / 6; i++)
		mp_canvas_sign(d->canvas, (i * 7 + 3) % w, y + (i * 7 + 3) / w % (h + 1), 0x2663, grass);
	mp_canvas_fill(d->canvas, w + STREET, y + h, 2 * w + STREET, 1, water);
	for (int x = w + STREET; x < d->canvas->width; x += 3)
		mp_canvas_sign(d->canvas, x, y + h, 0x2248, water);
}

/* Open cards, then what is left in stock, wrapped. */
static void draw_foot(const struct drawing *d)
{
	const struct metropolis_values *values =
		&((const struct metropolis_tables *)d->setup->tables)->values;
	struct mp_pen dim = {.ink = MP_INK_DIM};
	int y = 6 * d->layout->h + 2, x = 0;

	for (int i = 0; i < d->state->n_open; i++) {
		char word[4];

		word_of(d->state->open[i], word);
		mp_canvas_sign(d->canvas, x, y, '[', (struct mp_pen){.ink = MP_INK_GOLD});
		mp_canvas_text(d->canvas, x + 1, y, word,
		               (struct mp_pen){.ink = MP_INK_GOLD, .look = MP_BOLD});
		mp_canvas_sign(d->canvas, x + 3, y, ']', (struct mp_pen){.ink = MP_INK_GOLD});
		mp_canvas_spot(d->canvas, word, x, y, 4, 1);
		x += 5;
	}
	x = mp_canvas_text(d->canvas, x + 1, y, "+", dim);
	x = mp_canvas_int(d->canvas, x, y, d->state->pile, dim) + 2;
	mp_canvas_spot(d->canvas, "end", x, y, 3, 1);
	mp_canvas_text(d->canvas, x, y, "end", (struct mp_pen){.ink = MP_INK_GOLD});
	x = 0;
	y++;
	for (unsigned kind = 0; kind < METROPOLIS_KINDS; kind++) {
		unsigned left = 0;
		char name[64];
		int columns = 0;

		for (int i = 0; i < values->n_pieces; i++)
			left += values->piece[i].kind == kind ? d->state->stock[i] : 0;
		say_kind(d, kind, name);
		for (const char *p = name; *p; p++)
			columns += ((unsigned char)*p & 0xc0) != 0x80;
		if (x + columns + 3 > d->canvas->width) {
			x = 0;
			y++;
		}
		mp_canvas_spot(d->canvas, metropolis_kind_names[kind], x, y, columns + 2, 1);
		x = mp_canvas_int(d->canvas, x, y, left, (struct mp_pen){.look = left ? MP_BOLD : 0}) + 1;
		x = mp_canvas_text(d->canvas, x, y, name,
		                   (struct mp_pen){.ink = left ? MP_INK_NONE : MP_INK_DIM}) +
		    2;
	}
}

static void draw(const struct mp_setup *setup, const void *redacted, int viewer, size_t which,
                 const struct mp_voice *voice, struct mp_canvas *canvas)
{
	struct drawing d = {.setup = setup,
	                    .state = redacted,
	                    .canvas = canvas,
	                    .layout = &layouts[which],
	                    .voice = voice};

	(void)viewer;
	draw_country(&d);
	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++)
		draw_plot(&d, plot);
	for (int i = 0; i < d.state->n_buildings; i++)
		draw_building(&d, d.state->building[i]);
	draw_foot(&d);
}

static bool is_chosen(int plot, const char (*word)[MP_SPOT_WORD_MAX], size_t n)
{
	char own[4];

	word_of(plot, own);
	for (size_t i = 0; i < n; i++)
		if (strcmp(word[i], own) == 0)
			return true;
	return false;
}

/* MS-50, MS-51: own plots are given, another's asked for, whose owner is the partner unless one was
 * named. Whether it is allowed is for the rules to say. */
static bool compose(const struct mp_setup *setup, const void *redacted, int seat, int with,
                    const char (*word)[MP_SPOT_WORD_MAX], size_t n, struct mp_text *text)
{
	const struct drawing d = {.setup = setup, .state = redacted};
	int plots[METROPOLIS_OFFER_PLOTS], given = 0, asked = 0;
	mp_move move;

	for (int side = 0; side < 2; side++) /* each in ascending order, as it is written */
		for (int plot = 0; plot < METROPOLIS_PLOTS && given + asked < METROPOLIS_OFFER_PLOTS;
		     plot++) {
			int owner = owner_of(&d, plot);

			if (owner < 0 || (owner == seat) != (side == 0) || !is_chosen(plot, word, n))
				continue;
			plots[given + asked] = plot;
			with = side && with < 0 ? owner : with;
			given += side == 0;
			asked += side;
		}
	if (with < 0 && setup->players == 2)
		with = 1 - seat;
	if (with < 0 || given + asked == 0)
		return false;
	move = (mp_move)1 << 63 | (mp_move)with << 60 | (mp_move)given << 56;
	for (int i = 0; i < given + asked; i++)
		move |= (mp_move)(plots[i] + 1) << (7 * i);
	metropolis_print(setup, move, text);
	return true;
}

extern const struct mp_screen mp_screen_metropolis;
const struct mp_screen mp_screen_metropolis = {
	.n_sizes = SIZES, .size = size_of, .draw = draw, .compose = compose};
