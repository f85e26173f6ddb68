/* SPDX-License-Identifier: MIT
 *
 * The library's handles, on every game: what they refuse, what they keep apart, what they hide.
 */
#include <metropole/metropole.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct mp_match *play(struct mp_setup *setup, uint64_t seed, size_t moves)
{
	struct mp_match *match = mp_match_open(setup, seed);
	uint64_t luck = seed * 2654435761u + 1;

	for (size_t i = 0; i < moves && !mp_match_is_over(match); i++) {
		int seat = mp_match_turn(match);
		size_t n;
		const mp_move *list = mp_match_moves(match, seat, &n);

		assert_true(n > 0);
		luck = luck * 6364136223846793005u + 1442695040888963407u;
		assert_int_equal(mp_match_make(match, seat, list[(luck >> 33) % n]), 0);
	}
	return match;
}

static void refuses_with_a_code_and_a_sentence(void **state)
{
	const char *options[] = {"nonsense=1", NULL};
	struct mp_setup *setup = mp_setup_open(mp_game_id(0), 2, NULL);
	struct mp_match *match = mp_match_open(setup, 1);

	(void)state;
	assert_null(mp_setup_open("chess", 2, NULL));
	assert_int_equal(mp_error(), MP_UNKNOWN_GAME);
	assert_null(mp_setup_open(mp_game_id(0), 99, NULL));
	assert_int_equal(mp_error(), MP_BAD_PLAYERS);
	assert_null(mp_setup_open(mp_game_id(0), 2, options));
	assert_int_equal(mp_error(), MP_BAD_OPTION);
	assert_int_equal(mp_match_make_text(match, mp_match_turn(match), "no move at all"),
	                 MP_BAD_MOVE);
	assert_true(strlen(mp_error_message()) > 10);
	assert_null(mp_match_view_json(match, 5));
	assert_int_equal(mp_error(), MP_BAD_REQUEST);
	assert_null(mp_player_open("genius", 1));
	assert_null(mp_match_open_record("metropole 1\ngame chess\n", MP_ALL));
	assert_int_equal(mp_error(), MP_BAD_RECORD);
	assert_true(mp_error_line() > 0);
	assert_null(mp_match_open_followed(setup, MP_ALL));
	mp_match_close(match);
	mp_setup_close(setup);
	mp_setup_close(NULL);
	mp_match_close(NULL);
	mp_player_close(NULL);
}

static void a_clone_goes_its_own_way(void **state)
{
	(void)state;
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_setup *setup = mp_setup_open(mp_game_id(g), 2, NULL);
		struct mp_match *match = play(setup, 3, 4), *copy = mp_match_clone(match);
		uint64_t key = mp_match_key(match, MP_ALL);
		size_t n;
		const mp_move *list = mp_match_moves(copy, mp_match_turn(copy), &n);

		mp_setup_close(setup);
		assert_int_equal(mp_match_key(copy, MP_ALL), key);
		assert_int_equal(mp_match_make(copy, mp_match_turn(copy), list[n - 1]), 0);
		assert_int_equal(mp_match_key(match, MP_ALL), key);
		assert_int_equal(mp_match_take_back(copy), 0);
		assert_int_equal(mp_match_key(copy, MP_ALL), key);
		mp_match_close(match);
		assert_non_null(strstr(mp_match_record(copy, MP_ALL), "metropole 1"));
		mp_match_close(copy);
	}
}

static void a_sample_is_what_the_seat_may_think(void **state)
{
	struct mp_player *bot = mp_player_open("easy", 1);

	(void)state;
	mp_player_set_iterations(bot, 10);
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_setup *setup = mp_setup_open(mp_game_id(g), 2, NULL);

		for (uint64_t seed = 1; seed <= 6; seed++) {
			struct mp_match *match = play(setup, seed, 12);
			struct mp_match *world = mp_match_sample(match, 0, seed);
			char *view = strdup(mp_match_view_json(match, 0));
			mp_move move;

			assert_non_null(world);
			assert_int_equal(mp_match_key(world, 0), mp_match_key(match, 0));
			assert_int_equal(mp_match_take_back(world), MP_FORBIDDEN);
			assert_null(mp_match_record(world, MP_ALL));
			while (!mp_match_is_over(world) && mp_match_length(world) < 40) {
				int seat = mp_match_turn(world);

				assert_int_equal(mp_player_choose(bot, world, seat, &move), 0);
				assert_int_equal(mp_match_make(world, seat, move), 0);
			}
			assert_string_equal(view, mp_match_view_json(match, 0));
			free(view);
			mp_match_close(world);
			mp_match_close(match);
		}
		mp_setup_close(setup);
	}
	mp_player_close(bot);
}

static void a_followed_match_tells_its_viewer_only(void **state)
{
	(void)state;
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_setup *setup = mp_setup_open(mp_game_id(g), 2, NULL);
		struct mp_match *match = play(setup, 9, 15);
		struct mp_match *mine = mp_match_open_followed(setup, 1);
		size_t n, m;

		for (size_t i = 0; i < mp_match_length(match); i++)
			assert_int_equal(
				mp_match_make_text(mine, mp_match_by(match, i), mp_match_told(match, i, 1)), 0);
		assert_int_equal(mp_match_key(mine, 1), mp_match_key(match, 1));
		assert_null(mp_match_view_json(mine, 0));
		assert_int_equal(mp_error(), MP_FORBIDDEN);
		assert_null(mp_match_view_json(mine, MP_ALL));
		mp_match_moves(mine, 0, &n);
		assert_int_equal(n, 0);
		mp_match_moves(mine, 1, &n);
		mp_match_moves(match, 1, &m);
		assert_int_equal(n, m);
		assert_int_equal(mp_match_by(match, 100000), MP_OVER);
		assert_null(mp_match_told(match, 100000, 1));
		mp_match_close(mine);
		mp_match_close(match);
		mp_setup_close(setup);
	}
}

static void chance_is_played_by_hand_where_it_is_asked_for(void **state)
{
	struct mp_setup *setup = mp_setup_open(mp_game_id(0), 2, NULL);
	struct mp_match *match = mp_match_open_dealt(setup);
	size_t n;
	const struct mp_outcome *outcomes = mp_match_outcomes(match, &n);

	(void)state;
	assert_int_equal(mp_match_turn(match), MP_CHANCE);
	assert_true(n > 0 && outcomes[0].weight > 0);
	assert_int_equal(mp_match_make(match, MP_CHANCE, outcomes[n - 1].move), 0);
	assert_int_equal(mp_match_length(match), 1);
	assert_int_equal(mp_match_by(match, 0), MP_CHANCE);
	mp_match_close(match);
	mp_setup_close(setup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_with_a_code_and_a_sentence),
		cmocka_unit_test(a_clone_goes_its_own_way),
		cmocka_unit_test(a_sample_is_what_the_seat_may_think),
		cmocka_unit_test(a_followed_match_tells_its_viewer_only),
		cmocka_unit_test(chance_is_played_by_hand_where_it_is_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
