/* SPDX-License-Identifier: MIT
 *
 * puzzles GAME [EVERY]: the pack that ships with a game. Every puzzle can be loaded and has its
 * moves, no two are alike, none tells more than its seat knows; and every one of them, or one in
 * EVERY, stands at a tenth of the work that it was found with.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/review/mine.h"

#include <metropole/text.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mp_game *game;
static size_t every = 1;
static json_t *pack;

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	assert_non_null(text);
	return text;
}

static size_t number_of(const json_t *object, const char *key)
{
	const json_t *number = json_object_get(object, key);

	assert_true(json_is_integer(number));
	return (size_t)json_integer_value(number);
}

/* The match as the puzzle's seat knows it, taken back to the puzzle. */
static void load_puzzle(const json_t *puzzle, struct live *live)
{
	const json_t *entry = json_array_get(json_object_get(pack, "games"), number_of(puzzle, "game"));
	int seat = (int)number_of(puzzle, "seat") - 1;
	struct mp_fault fault;

	assert_int_equal(live_load(live, text_of(entry, "record"), seat, &fault), MP_OK);
	assert_ptr_equal(live->setup.game, game);
	assert_int_equal(live->setup.players, number_of(entry, "players"));
	assert_true(live->match.n_moves >= number_of(puzzle, "moves"));
	mp_match_rewind(&live->match, number_of(puzzle, "moves"));
	assert_int_equal(mp_match_turn(&live->match), seat);
}

static mp_move read_move(struct live *live, const char *text)
{
	struct mp_scan scan;
	mp_move move;

	mp_scan_init(&scan, text, strlen(text));
	assert_true(game->parse(&live->setup, &scan, &move) && mp_scan_end(&scan));
	return move;
}

static mp_move read_legal(struct live *live, int seat, const char *text)
{
	mp_move move = read_move(live, text);

	assert_null(game->check(&live->setup, live->match.state, seat, move));
	return move;
}

static void read_puzzle(const json_t *from, struct live *live, struct puzzle *puzzle)
{
	const json_t *tries = json_object_get(from, "tries");
	mp_move moves[MP_MOVES_MAX];
	size_t i;
	json_t *each;

	*puzzle = (struct puzzle){.at = number_of(from, "moves"),
	                          .seat = (int)number_of(from, "seat") - 1,
	                          .n_tries = json_array_size(tries)};
	assert_true(game->legal(&live->setup, live->match.state, puzzle->seat, moves) >= PUZZLE_CHOICE);
	assert_true(puzzle->n_tries >= 1 && puzzle->n_tries <= PUZZLE_TRIES);
	puzzle->best = read_legal(live, puzzle->seat, text_of(from, "best"));
	json_array_foreach(tries, i, each)
	{
		puzzle->tries[i].move = read_legal(live, puzzle->seat, text_of(each, "move"));
		assert_true(puzzle->tries[i].move != puzzle->best);
		assert_true(json_number_value(json_object_get(each, "loss")) >=
		            json_number_value(json_object_get(from, "gap")) - 1e-9);
	}
	json_array_foreach(json_object_get(from, "line"), i, each)
		read_move(live, strchr(json_string_value(each), ':') + 2);
}

static void every_puzzle_can_be_set(void **state)
{
	size_t i;
	json_t *each;

	(void)state;
	json_array_foreach(json_object_get(pack, "puzzles"), i, each)
	{
		struct puzzle puzzle;
		struct live live;

		load_puzzle(each, &live);
		read_puzzle(each, &live, &puzzle);
		/* A mistake at the least, and beyond doubt. */
		assert_true(json_number_value(json_object_get(each, "gap")) >=
		            0.25 / live.setup.players - 0.001);
		live_release(&live);
	}
}

static void no_two_are_alike(void **state)
{
	const json_t *puzzles = json_object_get(pack, "puzzles");

	(void)state;
	for (size_t i = 0; i < json_array_size(puzzles); i++)
		for (size_t k = 0; k < i; k++) {
			const json_t *a = json_array_get(puzzles, i), *b = json_array_get(puzzles, k);
			size_t x = number_of(a, "moves"), y = number_of(b, "moves");

			assert_string_not_equal(text_of(a, "id"), text_of(b, "id"));
			assert_string_not_equal(text_of(a, "best"), text_of(b, "best"));
			if (number_of(a, "game") == number_of(b, "game"))
				assert_true((x > y ? x - y : y - x) >= MINE_APART);
		}
}

/* What a seat does not see is not in the record: it is what the record of that seat is cut to. */
static void records_are_what_a_seat_knows(void **state)
{
	size_t i;
	json_t *each;

	(void)state;
	json_array_foreach(json_object_get(pack, "puzzles"), i, each)
	{
		const json_t *entry =
			json_array_get(json_object_get(pack, "games"), number_of(each, "game"));
		struct mp_fault fault;
		struct live live;

		/* Whoever sat elsewhere was told other things, and the referee more. */
		if (!game->redact)
			continue;
		assert_int_not_equal(live_load(&live, text_of(entry, "record"), MP_ALL, &fault), MP_OK);
	}
}

static bool stands(const json_t *from)
{
	struct review_options options = {.seed = number_of(json_object_get(pack, "made"), "seed"),
	                                 .threads = 1};
	struct estimator estimator = {0};
	struct puzzle puzzle;
	struct course course;
	struct live live;
	bool stood;

	options.iterations = (uint32_t)number_of(json_object_get(pack, "made"), "iterations");
	load_puzzle(from, &live);
	read_puzzle(from, &live, &puzzle);
	assert_true(course_init(&course, &live, &options));
	assert_true(estimator_init(&estimator, &course));
	stood = puzzle_stands(&estimator, &puzzle);
	estimator_release(&estimator);
	course_release(&course);
	live_release(&live);
	return stood;
}

static void they_stand_at_a_tenth_of_the_work(void **state)
{
	size_t i, flipped = 0;
	json_t *each;

	(void)state;
	json_array_foreach(json_object_get(pack, "puzzles"), i,
	                   each) if (i % every == 0 && !stands(each))
	{
		print_error("puzzle %s flips\n", text_of(each, "id"));
		flipped++;
	}
	assert_int_equal(flipped, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_puzzle_can_be_set),
		cmocka_unit_test(no_two_are_alike),
		cmocka_unit_test(records_are_what_a_seat_knows),
		cmocka_unit_test(they_stand_at_a_tenth_of_the_work),
	};
	char path[4096];
	int failed;

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	if (argc > 2)
		every = (size_t)atoi(argv[2]);
	if (!game || every < 1)
		return 2;
	snprintf(path, sizeof path, "%s/games/%s/puzzles.json", SOURCE_ROOT, game->id);
	pack = json_load_file(path, 0, NULL);
	if (!pack) {
		fprintf(stderr, "%s is no pack\n", path);
		return 1;
	}
	failed = cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
	json_decref(pack);
	return failed;
}
