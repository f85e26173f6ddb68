/* SPDX-License-Identifier: MIT
 *
 * What a live match is asked: its lists of moves, its names, a copy of itself, and questions for
 * bots.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/list.h"
#include "host/live.h"
#include "host/question.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20 };

static void begin(struct live *live, const struct mp_game *game, int viewer)
{
	struct mp_setup setup;
	struct mp_fault fault;

	assert_int_equal(mp_setup_begin(&setup, game, game->players_min, &fault), MP_OK);
	assert_int_equal(live_init(live, &setup, viewer, &fault), MP_OK);
}

/* Any next move: a seat's, or an outcome. */
static void step(struct live *live, struct mp_rng *rng)
{
	const struct mp_setup *setup = live->match.setup;
	int turn = mp_match_turn(&live->match);
	mp_move moves[MP_MOVES_MAX];
	struct mp_fault fault;

	if (turn == MP_CHANCE)
		moves[0] = mp_chance_pick(setup, live->match.state, rng);
	else
		moves[0] = moves[mp_rng_below(
			rng, (uint32_t)setup->game->legal(setup, live->match.state, turn, moves))];
	assert_int_equal(live_play_move(live, turn, moves[0], &fault), MP_OK);
}

/* The texts between quotes after `key`, each checked to come before the next. Returns how many. */
static size_t count_sorted(const char *json, const char *mark)
{
	char last[MP_MOVE_TEXT_MAX] = "", text[MP_MOVE_TEXT_MAX];
	size_t n = 0;

	for (const char *at = strstr(json, mark); at; at = strstr(at, mark)) {
		size_t len;

		at += strlen(mark);
		len = strcspn(at, "\"");
		assert_true(len > 0 && len < sizeof text);
		memcpy(text, at, len);
		text[len] = '\0';
		assert_true(strcmp(last, text) < 0);
		memcpy(last, text, len + 1);
		at += len + 1;
		n++;
	}
	return n;
}

static void lists_are_whole_and_in_byte_order(void **unused)
{
	char *buf = malloc(BYTES);
	struct mp_rng rng;

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct live live;

		begin(&live, *game, MP_ALL);
		mp_rng_init(&rng, 9, 0);
		for (int i = 0; i < 30 && !mp_match_is_over(&live.match); i++) {
			struct mp_outcome outcomes[MP_OUTCOMES_MAX];
			mp_move moves[MP_MOVES_MAX];
			int turn = mp_match_turn(&live.match);
			struct mp_json json;

			for (int seat = -1; seat <= MP_PUBLIC; seat++) {
				size_t n = seat < 0 || seat >= live.setup.players
				               ? 0
				               : (*game)->legal(&live.setup, live.match.state, seat, moves);

				mp_json_init(&json, buf, BYTES);
				list_moves(&live.match, seat, "moves", &json);
				assert_int_equal(memcmp(buf, "\"moves\":[", 9), 0);
				/* no notation has a quote or a comma with one beside it */
				buf[8] = ',';
				assert_int_equal(count_sorted(buf + 8, ",\""), n);
			}
			if (turn == MP_CHANCE) {
				uint64_t sum = 0, listed = 0;
				size_t n = mp_chance_list(&live.setup, live.match.state, outcomes);

				mp_json_init(&json, buf, BYTES);
				list_chance(&live.match, &json);
				assert_int_equal(count_sorted(buf, "{\"move\":\""), n);
				for (size_t k = 0; k < n; k++)
					sum += outcomes[k].weight;
				for (char *at = buf; (at = strstr(at, "\"weight\":")) != NULL; at++)
					listed += strtoull(at + 9, NULL, 10);
				assert_int_equal(listed, sum);
			}
			step(&live, &rng);
		}
		live_release(&live);
	}
	free(buf);
}

static void names_are_lines_and_what_is_too_long_is_left_out(void **unused)
{
	char text[256];
	struct live live;

	(void)unused;
	begin(&live, mp_games[0], MP_ALL);
	live_name(&live, "Anna");
	assert_string_equal(live.names[0], "Anna");
	assert_string_equal(live.names[1], "");
	live_release(&live);
	begin(&live, mp_games[0], MP_ALL);
	live_name(&live, "\nBo\nCleo\nDora\nEmil\nFanny\nGus");
	assert_string_equal(live.names[0], "");
	assert_string_equal(live.names[1], "Bo");
	assert_string_equal(live.names[2], ""); /* two play */
	live_release(&live);
	for (size_t len = MP_NAME_MAX - 1; len <= MP_NAME_MAX; len++) {
		memset(text, 'x', len);
		memcpy(text + len, "\nBo", 4);
		begin(&live, mp_games[0], MP_ALL);
		live_name(&live, text);
		assert_int_equal(strlen(live.names[0]), len < MP_NAME_MAX ? len : 0);
		assert_string_equal(live.names[1], "Bo");
		live_release(&live);
	}
}

static void a_copy_is_the_same_and_goes_its_own_way(void **unused)
{
	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct live live, clone;
		struct mp_fault fault;
		struct mp_rng rng;
		size_t n;

		begin(&live, *game, MP_ALL);
		live_name(&live, "Anna\nBo");
		mp_rng_init(&rng, 2, 0);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(live_clone(&clone, &live, &fault), MP_OK);
			assert_memory_equal(clone.match.state, live.match.state, (*game)->state_size);
			assert_int_equal(clone.match.n_moves, live.match.n_moves);
			assert_string_equal(clone.names[1], "Bo");
			assert_null(clone.chance.generator);
			live.now = 70 + i;
			n = live.match.n_moves;
			step(&live, &rng);
			assert_int_equal(clone.match.n_moves, n);
			assert_int_equal(live.times[n], 70 + i);
			live_release(&clone);
		}
		live_release(&live);
		assert_null(live.match.state);
	}
}

/* Tells who follows of the last move, as it was right before it. */
static void follow(struct live *live, struct live *followed)
{
	struct mp_played played = live->match.moves[live->match.n_moves - 1];
	struct mp_fault fault;
	mp_move cut;

	mp_match_rewind(&live->match, live->match.n_moves - 1);
	cut = mp_match_cut(&live->match, played.seat, played.move, 0);
	assert_int_equal(live_play_move(live, played.seat, played.move, &fault), MP_OK);
	assert_int_equal(live_play_move(followed, played.seat, cut, &fault), MP_OK);
}

/* By its own events a seat follows the match, and is asked the same. */
static void who_follows_is_asked_as_long_as_something_fits(void **unused)
{
	struct question question = {0};
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);
	struct mp_fault fault;

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct live live, followed;
		struct mp_rng rng;

		begin(&live, *game, MP_ALL);
		begin(&followed, *game, 0);
		mp_rng_init(&rng, 5, 0);
		for (int i = 0; i < 40 && !mp_match_is_over(&live.match); i++) {
			int turn = mp_match_turn(&live.match);
			struct mp_bot_answer answers[2];

			if (turn == 0) {
				struct live *asked[] = {&live, &followed};

				for (int k = 0; k < 2; k++) {
					assert_int_equal(question_take(&question, &asked[k]->match, 0, &fault), MP_OK);
					assert_int_equal(question.request.n_log, live.match.n_moves);
					question.request.level = "normal";
					question.request.iterations = 20;
					assert_int_equal(question_ask(&question, bot, &answers[k], &fault), MP_OK);
				}
				assert_true(answers[0].move == answers[1].move);
			}
			assert_int_equal(question_take(&question, &live.match, -1, &fault), MP_NOT_YOUR_TURN);
			step(&live, &rng);
			if (mp_match_is_over(&live.match))
				break;
			follow(&live, &followed);
		}
		while (!mp_match_is_over(&live.match))
			step(&live, &rng);
		assert_int_equal(question_take(&question, &live.match, 0, &fault), MP_GAME_OVER);
		live_release(&live);
		live_release(&followed);
	}
	question_release(&question);
	assert_null(question.redacted);
	mp_bot_free(bot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_whole_and_in_byte_order),
		cmocka_unit_test(names_are_lines_and_what_is_too_long_is_left_out),
		cmocka_unit_test(a_copy_is_the_same_and_goes_its_own_way),
		cmocka_unit_test(who_follows_is_asked_as_long_as_something_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
