/* SPDX-License-Identifier: MIT
 *
 * Canvases: bounded drawing into the caller's cells.
 */
#include <metropole/screen.h>
#include <metropole/text.h>

#include <string.h>

void mp_canvas_init(struct mp_canvas *canvas, struct mp_cell *cell, int width, int height,
                    struct mp_spot *spot)
{
	*canvas = (struct mp_canvas){
		.cell = cell, .width = width, .height = height, .spot = spot, .n_spots = 0};
	memset(cell, 0, (size_t)width * (size_t)height * sizeof *cell);
}

static struct mp_cell *cell_at(struct mp_canvas *canvas, int x, int y)
{
	if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
		return NULL;
	return &canvas->cell[(size_t)y * (size_t)canvas->width + (size_t)x];
}

/* Without a paper of its own a sign keeps the one that is there. */
void mp_canvas_sign(struct mp_canvas *canvas, int x, int y, uint32_t sign, struct mp_pen pen)
{
	struct mp_cell *cell = cell_at(canvas, x, y);

	if (!cell)
		return;
	if (pen.paper == MP_INK_NONE)
		pen.paper = cell->pen.paper;
	*cell = (struct mp_cell){.sign = sign, .pen = pen};
}

/* The character at p, and behind it. What is not UTF-8 is a question mark. */
static uint32_t next_sign(const char **p)
{
	const unsigned char *s = (const unsigned char *)*p;
	int more = s[0] < 0x80 ? 0 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 : 3;
	uint32_t sign = more == 0 ? s[0] : s[0] & (0x3fu >> more);

	for (int i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80) {
			*p += i;
			return '?';
		}
		sign = sign << 6 | (s[i] & 0x3fu);
	}
	*p += more + 1;
	return sign;
}

int mp_canvas_text(struct mp_canvas *canvas, int x, int y, const char *text, struct mp_pen pen)
{
	while (*text)
		mp_canvas_sign(canvas, x++, y, next_sign(&text), pen);
	return x;
}

int mp_canvas_int(struct mp_canvas *canvas, int x, int y, int64_t n, struct mp_pen pen)
{
	struct mp_text text;
	char buf[24];

	mp_text_init(&text, buf, sizeof buf);
	mp_text_int(&text, n);
	return mp_canvas_text(canvas, x, y, buf, pen);
}

void mp_canvas_fill(struct mp_canvas *canvas, int x, int y, int w, int h, struct mp_pen pen)
{
	for (int row = y; row < y + h; row++)
		for (int column = x; column < x + w; column++)
			mp_canvas_sign(canvas, column, row, ' ', pen);
}

/* Signs of lines by the sides that they reach: 1 up, 2 right, 4 down, 8 left. */
static const uint32_t line_signs[16] = {' ',    0x2575, 0x2576, 0x2570, 0x2577, 0x2502,
                                        0x256d, 0x251c, 0x2574, 0x256f, 0x2500, 0x2534,
                                        0x256e, 0x2524, 0x252c, 0x253c};

static unsigned sides_of(uint32_t sign)
{
	for (unsigned sides = 1; sides < 16; sides++)
		if (line_signs[sides] == sign)
			return sides;
	return 0;
}

static void join_sides(struct mp_canvas *canvas, int x, int y, unsigned sides, struct mp_pen pen)
{
	const struct mp_cell *cell = cell_at(canvas, x, y);

	if (cell)
		mp_canvas_sign(canvas, x, y, line_signs[sides_of(cell->sign) | sides], pen);
}

void mp_canvas_line(struct mp_canvas *canvas, int x, int y, int dx, int dy, struct mp_pen pen)
{
	int n = dx + dy < 0 ? -(dx + dy) : dx + dy, step_x = (dx > 0) - (dx < 0),
		step_y = (dy > 0) - (dy < 0);
	unsigned ahead = dx > 0   ? 2
	                 : dx < 0 ? 8
	                 : dy > 0 ? 4
	                          : 1,
			 behind = ahead < 4 ? ahead << 2 : ahead >> 2;

	for (int i = 0; i <= n && n > 0; i++)
		join_sides(canvas, x + i * step_x, y + i * step_y,
		           (i > 0 ? behind : 0) | (i < n ? ahead : 0), pen);
}

void mp_canvas_box(struct mp_canvas *canvas, int x, int y, int w, int h, struct mp_pen pen)
{
	mp_canvas_line(canvas, x, y, w - 1, 0, pen);
	mp_canvas_line(canvas, x, y + h - 1, w - 1, 0, pen);
	mp_canvas_line(canvas, x, y, 0, h - 1, pen);
	mp_canvas_line(canvas, x + w - 1, y, 0, h - 1, pen);
}

void mp_canvas_spot(struct mp_canvas *canvas, const char *word, int x, int y, int w, int h)
{
	struct mp_spot *spot = &canvas->spot[canvas->n_spots];
	struct mp_text text;

	if (canvas->n_spots == MP_SPOTS_MAX)
		return;
	*spot = (struct mp_spot){.x = x, .y = y, .w = w, .h = h};
	mp_text_init(&text, spot->word, sizeof spot->word);
	mp_text_str(&text, word);
	canvas->n_spots++;
}
