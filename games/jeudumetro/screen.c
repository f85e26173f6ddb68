/* SPDX-License-Identifier: MIT
 *
 * Le Jeu du Métro in columns and rows: the trains with their passengers, what is attached to them,
 * the objectives as far as the viewer knows them; then the platform, the pile, and the hand.
 */
#include "state.h"

#include <metropole/screen.h>
#include <metropole/text.h>

enum { SIZES = 2 };

static const struct layout {
	int w, h; /* of the picture; of the rows of a train */
} layouts[SIZES] = {{54, 2}, {76, 3}};

static void size_of(const struct mp_setup *setup, size_t which, int *width, int *height)
{
	*width = layouts[which].w;
	*height = (int)jeudumetro_places(setup) * layouts[which].h + 6;
}

struct drawing {
	const struct mp_setup *setup;
	const struct jeudumetro_state *state;
	struct mp_canvas *canvas;
	const struct layout *layout;
	const struct mp_voice *voice;
	int viewer;
};

static int say(const struct drawing *d, const char *group, const char *word, int x, int y,
               struct mp_pen pen)
{
	char buf[160];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	mp_say_name(d->voice, d->setup->game, group, word, &text);
	return mp_canvas_text(d->canvas, x, y, buf, pen);
}

/* A carriage for ten, with whoever is in it; further people stand behind. */
static int draw_passengers(const struct drawing *d, unsigned n, int x, int y, struct mp_pen pen)
{
	struct mp_pen rail = {.ink = MP_INK_DIM};

	for (unsigned i = 0; i < JEUDUMETRO_CROWD; i++) {
		if (i == 10)
			mp_canvas_sign(d->canvas, x++, y, 0x2502, rail);
		mp_canvas_sign(d->canvas, x++, y, i < n ? 0x25cf : 0x00b7, i < n ? pen : rail);
	}
	mp_canvas_sign(d->canvas, x++, y, 0x25b6, pen);
	return mp_canvas_int(d->canvas, x + 1, y, n, pen) + 1;
}

static void draw_objective(const struct drawing *d, unsigned place, int x, int y)
{
	unsigned objective = d->state->objective[d->state->origin[place]];
	struct mp_pen pen = {.ink = MP_INK_VIOLET};

	if (objective == JEUDUMETRO_UNDEALT)
		return;
	x = mp_canvas_text(d->canvas, x, y, "→ ", pen);
	if (objective < JEUDUMETRO_OBJECTIVES)
		say(d, "objective.", jeudumetro_objective_names[objective], x, y, pen);
	else
		mp_canvas_text(d->canvas, x, y, "?", pen);
}

static void draw_train(const struct drawing *d, unsigned place, int y)
{
	unsigned seat = jeudumetro_owner(d->setup, place);
	struct mp_pen pen = {.ink = (uint8_t)(MP_INK_SEAT + seat), .look = MP_BOLD};
	char word[4];
	struct mp_text text;
	int x;

	mp_text_init(&text, word, sizeof word);
	jeudumetro_print_place(d->setup, place, &text);
	mp_canvas_fill(d->canvas, 0, y, d->layout->w, d->layout->h,
	               (struct mp_pen){.paper = place % 2 ? MP_INK_ODD : MP_INK_EVEN});
	mp_canvas_spot(d->canvas, word, 0, y, d->layout->w, 2);
	mp_canvas_text(d->canvas, 1, y, word, pen);
	x = draw_passengers(d, d->state->passengers[place], 4, y, pen);
	for (unsigned i = 0; i < d->state->n_attached; i++)
		if ((d->state->attached[i] & 7u) == place)
			x = say(d, "card.", d->state->attached[i] & 8 ? "inspector" : "star", x + 1, y,
			        (struct mp_pen){.ink = d->state->attached[i] & 8 ? MP_INK_RED : MP_INK_GOLD});
	draw_objective(d, place, 4, y + 1);
}

/* The cards that the viewer holds, in two columns; how many the others do. */
static void draw_hand(const struct drawing *d, int y)
{
	int n = 0;

	if (d->viewer >= d->setup->players)
		return;
	for (unsigned card = 0; card < JEUDUMETRO_CARDS; card++) {
		unsigned held = jeudumetro_count(d->state->hand[d->viewer], card);
		int x = n % 2 * d->layout->w / 2 + 1, row = y + n / 2;
		struct mp_pen pen = {.ink = (uint8_t)(MP_INK_SEAT + d->viewer), .look = MP_BOLD};

		if (held == 0)
			continue;
		mp_canvas_spot(d->canvas, jeudumetro_card_names[card], x, row, d->layout->w / 2 - 2, 1);
		if (held > 1) {
			x = mp_canvas_int(d->canvas, x, row, held, pen);
			x = mp_canvas_text(d->canvas, x, row, "× ", pen);
		}
		say(d, "card.", jeudumetro_card_names[card], x, row, pen);
		n++;
	}
}

/* Hands of so many fit into a row card by card: together they are four for each. */
enum { HANDS_AS_CARDS = 5 };

static void draw_platform(const struct drawing *d, int y)
{
	struct mp_pen pen = {.ink = MP_INK_GOLD}, dim = {.ink = MP_INK_DIM};
	int x = mp_canvas_text(d->canvas, 1, y, "● ", pen);

	x = mp_canvas_int(d->canvas, x, y, d->state->platform, pen);
	x = mp_canvas_text(d->canvas, x, y, "   ▤ ", dim);
	x = mp_canvas_int(d->canvas, x, y, d->state->pile_size, dim);
	for (int seat = 0; seat < d->setup->players; seat++) {
		struct mp_pen own = {.ink = (uint8_t)(MP_INK_SEAT + seat)};

		x = mp_canvas_text(d->canvas, x, y, "  ", dim);
		x = mp_canvas_int(d->canvas, x, y, seat + 1, own);
		x = mp_canvas_text(d->canvas, x, y, ":", own);
		if (d->setup->players > HANDS_AS_CARDS) {
			x = mp_canvas_text(d->canvas, x, y, "▮", own);
			x = mp_canvas_int(d->canvas, x, y, d->state->size[seat], own);
			continue;
		}
		for (unsigned i = 0; i < d->state->size[seat]; i++)
			x = mp_canvas_text(d->canvas, x, y, "▮", own);
	}
}

static void draw(const struct mp_setup *setup, const void *redacted, int viewer, size_t which,
                 const struct mp_voice *voice, struct mp_canvas *canvas)
{
	struct drawing d = {.setup = setup,
	                    .state = redacted,
	                    .canvas = canvas,
	                    .layout = &layouts[which],
	                    .voice = voice,
	                    .viewer = viewer};
	unsigned places = jeudumetro_places(setup);

	for (unsigned place = 0; place < places; place++)
		draw_train(&d, place, (int)place * d.layout->h);
	draw_platform(&d, (int)places * d.layout->h);
	draw_hand(&d, (int)places * d.layout->h + 1);
}

extern const struct mp_screen mp_screen_jeudumetro;
const struct mp_screen mp_screen_jeudumetro = {.n_sizes = SIZES, .size = size_of, .draw = draw};
