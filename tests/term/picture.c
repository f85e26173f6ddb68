/* SPDX-License-Identifier: MIT
 *
 * Canvases without a terminal, and the screens of all games that have one: whatever the position,
 * the viewer and the size, everything stays on the canvas, and spots are words of moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/choices.h"
#include "term/lines.h"
#include "term/picture.h"
#include "term/sitting.h"

#include <metropole/rng.h>

#include <stdio.h>
#include <string.h>

static void lines_join_where_they_cross(void **state)
{
	struct mp_cell cell[5 * 3];
	struct mp_spot spot[MP_SPOTS_MAX];
	struct picture picture = {.cells = cell};
	struct lines lines = {0};

	(void)state;
	mp_canvas_init(&picture.canvas, cell, 5, 3, spot);
	mp_canvas_box(&picture.canvas, 0, 0, 5, 3, (struct mp_pen){0});
	mp_canvas_line(&picture.canvas, 2, 0, 0, 2, (struct mp_pen){0});
	picture_lines(&picture, &lines);
	assert_string_equal(lines.line[0], "╭─┬─╮");
	assert_string_equal(lines.line[1], "│ │ │");
	assert_string_equal(lines.line[2], "╰─┴─╯");
	lines_release(&lines);
}

static void nothing_is_drawn_outside(void **state)
{
	struct mp_cell cell[3] = {{0}};
	struct mp_spot spot[MP_SPOTS_MAX];
	struct mp_canvas canvas;

	(void)state;
	mp_canvas_init(&canvas, cell, 2, 1, spot);
	cell[2].sign = 'x';
	mp_canvas_text(&canvas, -1, 0, "été", (struct mp_pen){0});
	mp_canvas_text(&canvas, 0, 1, "below", (struct mp_pen){0});
	assert_int_equal(cell[0].sign, 't');
	assert_int_equal(cell[1].sign, 0xe9);
	assert_int_equal(cell[2].sign, 'x');
}

static void controls_become_spaces(void **state)
{
	struct lines lines = {0};

	(void)state;
	lines_add(&lines, "a\x1b[31mb\xc2\x9b"
	                  "c\n");
	assert_string_equal(lines.line[0], "a [31mb  c ");
	lines_release(&lines);
}

static void check_picture(const struct picture *picture)
{
	for (size_t i = 0; i < picture->canvas.n_spots; i++) {
		const struct mp_spot *spot = &picture->spots[i];

		assert_true(spot->word[0]);
		assert_true(spot->x >= 0 && spot->y >= 0 && spot->w > 0 && spot->h > 0);
		assert_true(spot->x + spot->w <= picture->canvas.width);
		assert_true(spot->y + spot->h <= picture->canvas.height);
	}
	for (int i = 0; i < picture->canvas.width * picture->canvas.height; i++)
		assert_true(picture->cells[i].pen.ink < MP_INKS && picture->cells[i].pen.paper < MP_INKS);
}

/* Every listed move can be begun by pointing. */
static void check_moves(const struct picture *picture, const struct choices *choices)
{
	for (size_t i = 0; i < choices->n; i++) {
		bool is_there = false;

		for (size_t s = 0; s < picture->canvas.n_spots && !is_there; s++)
			is_there = move_has(choices->all[i].move, picture->spots[s].word);
		if (!is_there)
			print_error("no spot of %s\n", choices->all[i].move);
		assert_true(is_there || !strchr(choices->all[i].move, ' '));
	}
}

static void look_at(struct sitting *sitting, struct picture *picture, struct choices *choices)
{
	int turn = mp_match_turn(&sitting->live.match);

	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
		for (int size = 10; size <= 170; size += 40) {
			if (viewer >= sitting->live.setup.players && viewer != MP_PUBLIC)
				continue;
			assert_true(picture_draw(picture, &sitting->live.match, &sitting->voice, viewer,
			                         viewer == turn && choices->n ? choices->all[0].move : NULL,
			                         size, size / 2));
			check_picture(picture);
			if (viewer == turn)
				check_moves(picture, choices);
		}
}

static void play_and_look(const struct mp_game *game, int players, uint64_t seed)
{
	const char *level[MP_SEATS] = {NULL};
	struct sitting sitting;
	struct picture picture = {0};
	struct choices choices = {0};
	struct mp_setup setup;
	struct mp_fault fault;
	struct mp_rng rng;

	mp_rng_init(&rng, seed, 0);
	assert_int_equal(mp_setup_begin(&setup, game, players, &fault), MP_OK);
	assert_int_equal(sitting_open(&sitting, &setup, MP_FR, level, NULL, seed, &fault), MP_OK);
	for (int i = 0; i < 120 && !mp_match_is_over(&sitting.live.match); i++) {
		int seat = mp_match_turn(&sitting.live.match);

		choices_list(&choices, &sitting, seat);
		assert_true(choices.n > 0);
		if (i % 10 == 0)
			look_at(&sitting, &picture, &choices);
		assert_int_equal(sitting_play(&sitting, seat,
		                              choices.all[mp_rng_below(&rng, (uint32_t)choices.n)].move,
		                              &fault),
		                 MP_OK);
	}
	look_at(&sitting, &picture, &choices);
	choices_release(&choices);
	picture_release(&picture);
	sitting_release(&sitting);
}

static void all_screens_stay_on_their_canvas(void **state)
{
	(void)state;
	for (size_t i = 0; mp_games[i]; i++)
		for (int players = mp_games[i]->players_min;
		     mp_screen_find(mp_games[i]) && players <= mp_games[i]->players_max; players++)
			play_and_look(mp_games[i], players, (uint64_t)players);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_join_where_they_cross),
		cmocka_unit_test(nothing_is_drawn_outside),
		cmocka_unit_test(controls_become_spaces),
		cmocka_unit_test(all_screens_stay_on_their_canvas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
