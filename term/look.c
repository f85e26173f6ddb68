/* SPDX-License-Identifier: MIT
 *
 * Inks become pairs of colours as they are met. Without colours papers that say something are
 * reversed or underlined.
 */
#include "look.h"

#include "lines.h"

#include <langinfo.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* By ink: on dark and on light ground, as 0xRRGGBB, and as one of 16 colours (-1: the ground's). */
static const struct shade {
	int rgb[2], ansi[2];
} shades[MP_INKS] = {
	[MP_INK_NONE] = {{-1, -1}, {-1, -1}},
	[MP_INK_DIM] = {{0x8a8f98, 0x6b7078}, {8, 8}},
	[MP_INK_SEAT] = {{0xf2c230, 0x9a6b00}, {11, 3}},
	[MP_INK_SEAT + 1] = {{0x5aa9ff, 0x0b5cc4}, {12, 4}},
	[MP_INK_SEAT + 2] = {{0xff6b5e, 0xb8261a}, {9, 1}},
	[MP_INK_SEAT + 3] = {{0x5fd38d, 0x0f7a3d}, {10, 2}},
	[MP_INK_SEAT + 4] = {{0xc58cff, 0x7434b8}, {13, 5}},
	[MP_INK_SEAT + 5] = {{0x4fd6d6, 0x007a80}, {14, 6}},
	[MP_INK_WATER] = {{0x7cc4ff, 0x1c6fb5}, {12, 4}},
	[MP_INK_GREEN] = {{0x8fd694, 0x2b7a36}, {10, 2}},
	[MP_INK_GOLD] = {{0xe7c66b, 0x8a6300}, {11, 3}},
	[MP_INK_RED] = {{0xff7a6b, 0xb0271b}, {9, 1}},
	[MP_INK_VIOLET] = {{0xcfa3ff, 0x6b37a8}, {13, 5}},
	[MP_INK_EVEN] = {{0x262626, 0xeeeeee}, {-1, -1}},
	[MP_INK_ODD] = {{0x3a3a3a, 0xdadada}, {-1, -1}},
	[MP_INK_POOL] = {{0x005f87, 0xafd7ff}, {4, 6}},
	[MP_INK_LAWN] = {{0x5f5f00, 0xd7ffaf}, {2, 2}},
	[MP_INK_TARGET] = {{0x005f00, 0xafffaf}, {2, 2}},
	[MP_INK_CHOSEN] = {{0x875f00, 0xffd75f}, {3, 3}},
	[MP_INK_PREVIEW] = {{0x5f005f, 0xffafff}, {5, 5}},
};

static struct {
	bool has_colour, is_direct, is_light, is_ascii;
	int pair[MP_INKS][MP_INKS]; /* 0: not made yet */
	int n;
} look;

bool look_is_light(void)
{
	const char *value = getenv("COLORFGBG"), *ground = value ? strrchr(value, ';') : NULL;

	return ground && (strcmp(ground, ";7") == 0 || strcmp(ground, ";15") == 0);
}

void look_init(bool is_light)
{
	const char *none = getenv("NO_COLOR");

	look.has_colour = !(none && *none) && has_colors() && start_color() == OK;
	look.is_light = is_light;
	look.is_direct = look.has_colour && COLORS > 256;
	look.is_ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	look.n = 0;
	memset(look.pair, 0, sizeof look.pair);
	if (look.has_colour)
		use_default_colors();
}

/* The nearest of the 6 × 6 × 6 colours and 24 greys. */
static int nearest(int rgb)
{
	static const int steps[6] = {0, 95, 135, 175, 215, 255};
	int best = 16, least = 1 << 30;

	for (int i = 16; i < 256; i++) {
		int grey = 8 + (i - 232) * 10, sum = 0;
		int part[3] = {i < 232 ? steps[(i - 16) / 36] : grey,
		               i < 232 ? steps[(i - 16) / 6 % 6] : grey,
		               i < 232 ? steps[(i - 16) % 6] : grey};

		for (int c = 0; c < 3; c++) {
			int d = part[c] - (rgb >> (16 - 8 * c) & 255);

			sum += d * d;
		}
		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	return best;
}

static int colour(int ink)
{
	int rgb = shades[ink].rgb[look.is_light], ansi = shades[ink].ansi[look.is_light];

	if (rgb < 0)
		return -1;
	if (look.is_direct)
		return rgb;
	if (COLORS >= 256)
		return nearest(rgb);
	return COLORS >= 16 || ansi < 8 ? ansi : ansi == 8 ? -1 : ansi - 8;
}

static int pair_of(int ink, int paper)
{
	int *pair = &look.pair[ink][paper];

	if (*pair == 0 && look.n + 1 < COLOR_PAIRS) {
		*pair = ++look.n;
		init_extended_pair(*pair, colour(ink), colour(paper));
	}
	return *pair;
}

void look_pen(struct mp_pen pen)
{
	attr_t attributes = 0;
	int pair = 0;

	if (pen.look & MP_BOLD)
		attributes |= A_BOLD;
	if (pen.look & MP_UNDERLINED)
		attributes |= A_UNDERLINE;
	if (pen.look & MP_REVERSED)
		attributes |= A_REVERSE;
	if (look.has_colour) {
		/* with few colours a coloured paper leaves no ink but the plain one readable */
		if (COLORS < 256 && pen.paper >= MP_INK_POOL)
			pen.ink = MP_INK_NONE;
		if (COLORS < 256 &&
		    pen.paper == MP_INK_TARGET) /* there is one green for it and for lawns */
			attributes |= A_UNDERLINE;
		pair = pair_of(pen.ink, pen.paper);
	} else {
		attributes |= pen.paper == MP_INK_CHOSEN || pen.paper == MP_INK_PREVIEW ? A_REVERSE : 0;
		attributes |= pen.paper == MP_INK_TARGET ? A_UNDERLINE : 0;
		attributes |= pen.ink == MP_INK_DIM ? A_DIM : 0;
	}
	attr_set(attributes, 0, &pair);
}

/* What stands for a sign where there is only ASCII. */
static wchar_t plain_sign(uint32_t sign)
{
	static const struct {
		uint32_t sign;
		wchar_t plain;
	} known[] = {{0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'},  {0x2500, '-'},
	             {0x2501, '='}, {0x2502, '|'}, {0x2503, '|'}, {0x2019, '\''}, {0x2026, '.'},
	             {0x00b7, '.'}, {0x2022, '*'}, {0x25b6, '>'}, {0x25cf, 'o'},  {0x25cb, 'o'},
	             {0x2588, '#'}, {0x00a0, ' '}, {0x2605, '*'}, {0x25a0, '#'},  {0x21b6, 'u'},
	             {0x2574, '-'}, {0x2575, '|'}, {0x2576, '-'}, {0x2577, '|'},  {0x2248, '~'}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].sign == sign)
			return known[i].plain;
	return sign < 0x7f ? (wchar_t)sign : sign >= 0x2500 && sign < 0x2580 ? '+' : '?';
}

static wchar_t shown(uint32_t sign)
{
	return look.is_ascii ? plain_sign(sign) : sign ? (wchar_t)sign : L' ';
}

void look_sign(int x, int y, uint32_t sign, struct mp_pen pen)
{
	wchar_t text[2] = {shown(sign ? sign : ' '), 0};

	look_pen(pen);
	mvaddnwstr(y, x, text, 1);
}

void look_text(int x, int y, int columns, const char *text, struct mp_pen pen)
{
	struct mp_cell cells[512];
	struct mp_spot none;
	struct mp_canvas line;
	int n;

	columns = columns > 512 ? 512 : columns;
	if (columns <= 0)
		return;
	mp_canvas_init(&line, cells, columns, 1, &none);
	n = mp_canvas_text(&line, 0, 0, text, pen);
	for (int i = 0; i < n && i < columns; i++)
		look_sign(x + i, y, cells[i].sign, pen);
	if (text_columns(text) > columns)
		look_sign(x + columns - 1, y, 0x2026, pen);
}

void look_row(int x, int y, int columns, const char *text, struct mp_pen pen)
{
	for (int i = 0; i < columns; i++)
		look_sign(x + i, y, ' ', pen);
	look_text(x, y, columns, text, pen);
}
