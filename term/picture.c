/* SPDX-License-Identifier: MIT
 *
 * Pictures: one canvas, drawn twice where a move is looked at before it is played.
 */
#include "picture.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

void picture_release(struct picture *picture)
{
	free(picture->cells);
	free(picture->before);
	free(picture->state);
	*picture = (struct picture){0};
}

static size_t choose_size(const struct mp_screen *screen, const struct mp_setup *setup, int columns,
                          int rows, int *width, int *height)
{
	size_t which = screen->n_sizes;

	do {
		which--;
		screen->size(setup, which, width, height);
	} while (which > 0 && (*width > columns || *height > rows));
	return which;
}

static bool make_room(struct picture *picture, const struct mp_game *game, int width, int height)
{
	size_t n = (size_t)width * (size_t)height;

	free(picture->cells);
	free(picture->before);
	free(picture->state);
	picture->cells = calloc(n, sizeof *picture->cells);
	picture->before = calloc(n, sizeof *picture->before);
	picture->state = calloc(1, game->state_size);
	return picture->cells && picture->before && picture->state;
}

static void mark_changes(struct picture *picture, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (memcmp(&picture->cells[i].sign, &picture->before[i].sign, sizeof(uint32_t)) != 0 ||
		    picture->cells[i].pen.ink != picture->before[i].pen.ink)
			picture->cells[i].pen.paper = MP_INK_PREVIEW;
}

bool picture_draw(struct picture *picture, struct mp_match *match, const struct mp_voice *voice,
                  int viewer, const char *move, int columns, int rows)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_screen *screen = mp_screen_find(setup->game);
	struct mp_canvas after;
	struct mp_fault fault;
	mp_move chosen;
	int width, height;
	size_t which;

	picture->screen = screen;
	picture->canvas.n_spots = 0;
	if (!screen)
		return false;
	which = choose_size(screen, setup, columns, rows, &width, &height);
	if (!make_room(picture, setup->game, width, height))
		return false;
	mp_match_redacted(match, viewer, picture->state);
	mp_canvas_init(&picture->canvas, picture->cells, width, height, picture->spots);
	screen->draw(setup, picture->state, viewer, which, voice, &picture->canvas);
	if (!move || mp_match_try(match, viewer, move, &chosen, &fault))
		return true;
	memcpy(picture->before, picture->cells,
	       (size_t)width * (size_t)height * sizeof *picture->cells);
	mp_match_redacted(match, viewer, picture->state);
	setup->game->apply(setup, picture->state, viewer, chosen);
	mp_canvas_init(&after, picture->cells, width, height, picture->after);
	screen->draw(setup, picture->state, viewer, which, voice, &after);
	mark_changes(picture, (size_t)width * (size_t)height);
	return true;
}

int picture_spot_at(const struct picture *picture, int x, int y)
{
	for (size_t i = 0; i < picture->canvas.n_spots; i++) {
		const struct mp_spot *spot = &picture->spots[i];

		if (x >= spot->x && y >= spot->y && x < spot->x + spot->w && y < spot->y + spot->h)
			return (int)i;
	}
	return -1;
}

int picture_spot(const struct picture *picture, const char *word)
{
	for (size_t i = 0; i < picture->canvas.n_spots; i++)
		if (strcmp(picture->spots[i].word, word) == 0)
			return (int)i;
	return -1;
}

static size_t encode_sign(uint32_t sign, char *out)
{
	if (sign < 0x80) {
		out[0] = sign ? (char)sign : ' ';
		return 1;
	}
	if (sign < 0x800) {
		out[0] = (char)(0xc0 | sign >> 6);
		out[1] = (char)(0x80 | (sign & 0x3f));
		return 2;
	}
	out[0] = (char)(0xe0 | (sign >> 12 & 0xf));
	out[1] = (char)(0x80 | (sign >> 6 & 0x3f));
	out[2] = (char)(0x80 | (sign & 0x3f));
	return 3;
}

void picture_lines(const struct picture *picture, struct lines *out)
{
	int width = picture->canvas.width;
	char *line = malloc((size_t)width * 3 + 1);

	for (int y = 0; line && y < picture->canvas.height; y++) {
		size_t n = 0;

		for (int x = 0; x < width; x++)
			n += encode_sign(picture->cells[y * width + x].sign, line + n);
		while (n > 0 && line[n - 1] == ' ')
			n--;
		line[n] = '\0';
		lines_add(out, line);
	}
	free(line);
}
