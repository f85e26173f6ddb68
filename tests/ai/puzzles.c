/* SPDX-License-Identifier: MIT
 *
 * puzzles GAME [EVERY]: the packs that ship with a game. There are enough, every puzzle can be
 * loaded and has its moves, no two are alike, none tells more than its seat knows; and every one of
 * them, or one in EVERY, stands at a tenth of the work that it was found with.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/review/mine.h"

#include <metropole/text.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mp_game *game;
static size_t every = 1;
static json_t *packs;   /* of the game */
static json_t *puzzles; /* of all packs; each has its pack's number as "pack" */

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

static const json_t *pack_of(const json_t *puzzle)
{
	return json_array_get(packs, number_of(puzzle, "pack"));
}

static const json_t *game_of(const json_t *puzzle)
{
	return json_array_get(json_object_get(pack_of(puzzle), "games"), number_of(puzzle, "game"));
}

/* The match as the puzzle's seat knows it, taken back to the puzzle. */
static void load_puzzle(const json_t *puzzle, struct live *live)
{
	const json_t *entry = game_of(puzzle);
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
	json_array_foreach(puzzles, i, each)
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

/* Branches of one trunk have more than half of the earlier one's events in common. */
static bool are_related(const json_t *a, const json_t *b)
{
	const char *x = text_of(game_of(a), "record"), *y = text_of(game_of(b), "record");
	size_t least = number_of(a, "moves") < number_of(b, "moves") ? number_of(a, "moves")
	                                                             : number_of(b, "moves");
	size_t events = 0;

	for (; *x && *x == *y; x++, y++)
		events += *x == '\n' || *x == ';';
	return events * 2 > least;
}

static void are_not_alike(const json_t *a, const json_t *b)
{
	size_t x = number_of(a, "moves"), y = number_of(b, "moves");
	bool same = strcmp(text_of(a, "best"), text_of(b, "best")) == 0;
	const json_t *one = json_array_get(json_object_get(a, "tries"), 0);
	const json_t *other = json_array_get(json_object_get(b, "tries"), 0);

	assert_string_not_equal(text_of(a, "id"), text_of(b, "id"));
	if (same)
		assert_string_not_equal(text_of(one, "move"), text_of(other, "move"));
	assert_false(same && are_related(a, b));
	if (game_of(a) == game_of(b))
		assert_true((x > y ? x - y : y - x) >= MINE_APART);
}

static void no_two_are_alike(void **state)
{
	(void)state;
	for (size_t i = 0; i < json_array_size(puzzles); i++)
		for (size_t k = 0; k < i; k++)
			are_not_alike(json_array_get(puzzles, i), json_array_get(puzzles, k));
}

/* What a seat does not see is not in the record: it is what the record of that seat is cut to. */
static void records_are_what_a_seat_knows(void **state)
{
	size_t i;
	json_t *each;

	(void)state;
	json_array_foreach(puzzles, i, each)
	{
		const json_t *entry = game_of(each);
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
	const json_t *made = json_object_get(pack_of(from), "made");
	struct review_options options = {.seed = number_of(made, "seed"),
	                                 .iterations = (uint32_t)number_of(made, "iterations"),
	                                 .threads = 1};
	struct estimator estimator = {0};
	struct puzzle puzzle;
	struct course course;
	struct live live;
	bool stood;

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
	json_array_foreach(puzzles, i, each) if (i % every == 0 && !stands(each))
	{
		print_error("puzzle %s flips\n", text_of(each, "id"));
		flipped++;
	}
	assert_int_equal(flipped, 0);
}

static double true_worth(struct solver *solver, const struct live *live, int seat, mp_move move)
{
	enum { NODES = 1000000 };
	void *state = malloc(game->state_size);
	struct solved solved = {0};

	assert_non_null(state);
	memcpy(state, live->match.state, game->state_size);
	game->apply(&live->setup, state, seat, move);
	assert_true(solve(solver, state, NODES, &solved));
	free(state);
	return solved.share[seat];
}

static void what_is_called_exact_is_the_truth(void **state)
{
	enum { ROUNDED = 1000 };
	size_t i, exact = 0;
	json_t *each;

	(void)state;
	json_array_foreach(puzzles, i, each)
	{
		const json_t *tries = json_object_get(each, "tries");
		struct solver *solver;
		struct puzzle puzzle;
		struct live live;
		double best;

		if (!json_is_true(json_object_get(each, "exact")))
			continue;
		load_puzzle(each, &live);
		read_puzzle(each, &live, &puzzle);
		solver = solver_new(&live.setup);
		assert_non_null(solver);
		best = true_worth(solver, &live, puzzle.seat, puzzle.best);
		for (size_t k = 0; k < puzzle.n_tries; k++) {
			double told = json_number_value(json_object_get(json_array_get(tries, k), "loss"));
			double loss = best - true_worth(solver, &live, puzzle.seat, puzzle.tries[k].move);

			assert_true(fabs(loss - told) * ROUNDED <= 0.51);
		}
		solver_free(solver);
		live_release(&live);
		exact++;
	}
	print_message("%s: %zu of %zu puzzles are exact\n", game->id, exact, json_array_size(puzzles));
}

static void there_are_enough(void **state)
{
	enum { SHIPPED = 200 };

	(void)state;
	assert_true(json_array_size(puzzles) >= SHIPPED);
}

/* puzzles.json, then puzzles-2.json and so on. False if there is no such pack. */
static bool read_pack(size_t number)
{
	char path[4096], which[24] = "";
	json_t *pack, *each;
	size_t i;

	if (number > 1)
		snprintf(which, sizeof which, "-%zu", number);
	snprintf(path, sizeof path, "%s/games/%s/puzzles%s.json", SOURCE_ROOT, game->id, which);
	pack = json_load_file(path, 0, NULL);
	if (!pack)
		return false;
	json_array_append_new(packs, pack);
	json_array_foreach(json_object_get(pack, "puzzles"), i, each)
	{
		json_object_set_new(each, "pack", json_integer((json_int_t)number - 1));
		json_array_append(puzzles, each);
	}
	return true;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_enough),
		cmocka_unit_test(every_puzzle_can_be_set),
		cmocka_unit_test(no_two_are_alike),
		cmocka_unit_test(records_are_what_a_seat_knows),
		cmocka_unit_test(what_is_called_exact_is_the_truth),
		cmocka_unit_test(they_stand_at_a_tenth_of_the_work),
	};
	int failed;

	game = argc > 1 ? mp_game_find(argv[1]) : NULL;
	if (argc > 2)
		every = (size_t)atoi(argv[2]);
	if (!game || every < 1)
		return 2;
	packs = json_array();
	puzzles = json_array();
	while (read_pack(json_array_size(packs) + 1))
		;
	failed = cmocka_run_group_tests_name(game->id, tests, NULL, NULL);
	json_decref(puzzles);
	json_decref(packs);
	return failed;
}
