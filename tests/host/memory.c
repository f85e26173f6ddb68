/* SPDX-License-Identifier: MIT
 *
 * Memory that is short, at every place where it is asked for, memory that is given back, and what
 * is kept in it meanwhile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/list.h"
#include "host/live.h"
#include "host/question.h"
#include "host/report.h"

#include <metropole/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker puts these in the place of the system's: the n-th call from now on finds no memory,
 * alone or with all after it, and what is held is counted. */
static size_t calls_left = SIZE_MAX;
static bool was_short, is_short_once;
static int held;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *p);

static bool is_short(void)
{
	if (calls_left == 0) {
		was_short = true;
		calls_left = is_short_once ? SIZE_MAX : 0;
		return true;
	}
	calls_left -= calls_left != SIZE_MAX;
	return false;
}

static void *hold(void *p)
{
	held += p != NULL;
	return p;
}

void *__wrap_malloc(size_t size)
{
	return is_short() ? NULL : hold(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return is_short() ? NULL : hold(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
	void *memory;

	if (is_short())
		return NULL;
	memory = __real_realloc(p, size);
	held += !p && memory;
	return memory;
}

char *__wrap_strdup(const char *text)
{
	return is_short() ? NULL : hold(__real_strdup(text));
}

void __wrap_free(void *p)
{
	held -= p != NULL;
	__real_free(p);
}

static struct mp_rng *draw_from(void *ctx, uint32_t k)
{
	mp_rng_init(ctx, 9, k);
	return ctx;
}

/* Everything that a host has of a match; the first error, or MP_OK. Nothing is left behind. */
static enum mp_err live_once(const struct mp_game *game)
{
	struct report report = {0};
	struct question question = {0};
	struct live live = {0}, copy = {0};
	struct mp_setup setup;
	struct mp_fault fault;
	struct mp_rng rng;
	enum mp_err err;

	assert_int_equal(mp_setup_begin(&setup, game, game->players_min, &fault), MP_OK);
	err = live_init(&live, &setup, MP_ALL, &fault);
	if (err)
		return err;
	assert_non_null(live.names);
	assert_non_null(live.setup.text);
	live.chance = (struct live_chance){.generator = draw_from, .ctx = &rng};
	live.match.witness = (struct mp_witness){.saw = report_add, .ctx = &report};
	report_clear(&report, NULL);
	for (int viewer = 0; viewer < game->players_min; viewer++)
		report_listen(&report, viewer);
	err = live_draw(&live, &fault);
	if (!err)
		err = question_take(&question, &live.match, mp_match_turn(&live.match), &fault);
	if (!err)
		err = live_clone(&copy, &live, &fault);
	if (!err) {
		assert_memory_equal(copy.match.state, live.match.state, game->state_size);
		live_replace(&live, &copy);
	}
	if (!err && report.short_of_memory)
		err = MP_FULL;
	live_release(&live);
	question_release(&question);
	report_release(&report);
	return err;
}

static void wherever_memory_ends_nothing_is_held(void **unused)
{
	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		enum mp_err err = MP_FULL;
		size_t allowed = 0;
		int before;

		assert_int_equal(live_once(*game), MP_OK);
		before = held;
		while (err && allowed < 1000) {
			was_short = false;
			calls_left = allowed++;
			err = live_once(*game);
			calls_left = SIZE_MAX;
			assert_int_equal(err, was_short ? MP_FULL : MP_OK);
			assert_int_equal(held, before);
		}
		assert_int_equal(err, MP_OK);
		assert_true(allowed > 8); /* setup, states, names, moves, times, what is told … */
	}
}

/* What was missed once may be had another way, or is said; it is never there by half. */
static void memory_that_ends_once_is_missed_nowhere_else(void **unused)
{
	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		int before;

		assert_int_equal(live_once(*game), MP_OK);
		before = held;
		for (size_t allowed = 0; allowed < 1000 && (allowed == 0 || was_short); allowed++) {
			enum mp_err err;

			was_short = false;
			is_short_once = true;
			calls_left = allowed;
			err = live_once(*game);
			calls_left = SIZE_MAX;
			is_short_once = false;
			assert_true(err == MP_OK || (was_short && err == MP_FULL));
			assert_int_equal(held, before);
		}
	}
}

static void a_list_without_memory_is_empty(void **unused)
{
	const struct mp_game *game = mp_games[0];
	struct mp_setup setup;
	struct mp_fault fault;
	struct mp_rng rng;
	struct live live;
	static char buf[1 << 16];
	struct mp_json json;

	(void)unused;
	assert_int_equal(mp_setup_begin(&setup, game, game->players_min, &fault), MP_OK);
	assert_int_equal(live_init(&live, &setup, MP_ALL, &fault), MP_OK);
	live.chance = (struct live_chance){.generator = draw_from, .ctx = &rng};
	assert_int_equal(live_draw(&live, &fault), MP_OK);
	mp_json_init(&json, buf, sizeof buf);
	list_moves(&live.match, mp_match_turn(&live.match), NULL, &json);
	assert_true(json.text.len > 2);
	mp_json_init(&json, buf, sizeof buf);
	calls_left = 0;
	list_moves(&live.match, mp_match_turn(&live.match), NULL, &json);
	calls_left = SIZE_MAX;
	assert_string_equal(buf, "[]");
	live_release(&live);
}

static void tell_nothing(void *ctx, int viewer, struct mp_json *json)
{
	(void)ctx;
	(void)viewer;
	(void)json;
}

static void tell_one(void *ctx, int viewer, struct mp_json *json)
{
	(void)ctx;
	(void)viewer;
	mp_json_int(json, NULL, 1);
}

/* Of two who know the same, the second is told what the first was: also nothing, and first of all.
 */
static void who_is_told_nothing_hears_the_next_thing(void **unused)
{
	struct mp_played played = {.seat = MP_CHANCE};
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	const struct mp_game *game = mp_games[0];
	struct report report = {0};
	struct mp_setup setup;
	struct mp_fault fault;
	struct live live;

	(void)unused;
	assert_int_equal(mp_setup_begin(&setup, game, game->players_min, &fault), MP_OK);
	assert_int_equal(live_init(&live, &setup, MP_ALL, &fault), MP_OK);
	if (mp_match_turn(&live.match) == MP_CHANCE) {
		game->chance(live.match.setup, live.match.state, outcomes);
		played.move = outcomes[0].move;
	} else {
		mp_move moves[MP_MOVES_MAX];

		played.seat = (int8_t)mp_match_turn(&live.match);
		game->legal(live.match.setup, live.match.state, played.seat, moves);
		played.move = moves[0];
	}
	report_clear(&report, NULL);
	report_listen(&report, MP_PUBLIC);
	report_listen(&report, MP_PUBLIC);
	report_tell(&report, &live.match, &played, tell_one, tell_nothing, NULL);
	report_tell(&report, &live.match, &played, tell_one, tell_one, NULL);
	for (size_t i = 0; i < 2; i++) {
		assert_string_equal(report.told[i].events.json.text.buf, "1,1");
		assert_string_equal(report.told[i].effects.json.text.buf, "1");
	}
	report_release(&report);
	live_release(&live);
}

static void a_match_of_one_move_is_revealed_with_its_time(void **unused)
{
	static const char head[] =
		"metropole 1\ngame metro\nrules 1\nplayers 2\noption start 1\nresult *\n\n";
	struct live followed, full;
	struct mp_fault fault;
	char text[128];

	(void)unused;
	snprintf(text, sizeof text, "%s~deal 1 ?\n", head);
	assert_int_equal(live_load(&followed, text, 1, &fault), MP_OK);
	assert_int_equal(followed.match.n_moves, 1);
	followed.times[0] = 7;
	snprintf(text, sizeof text, "%s~deal 1 ssrl\n", head);
	assert_int_equal(live_reveal(&full, &followed, text, &fault), MP_OK);
	assert_int_equal(full.times[0], 7);
	live_release(&full);
	live_release(&followed);
}

static void write_number(void *ctx, int viewer, struct mp_json *json)
{
	(void)viewer;
	mp_json_int(json, NULL, *(int *)ctx);
}

/* A buffer keeps what it has when it grows, however little or much that is. */
static void what_is_told_stays_when_there_is_more(void **unused)
{
	static char expected[1 << 16], buf[1 << 16];
	struct report report = {0};
	struct mp_text text;
	struct mp_json json;

	(void)unused;
	report_clear(&report, NULL);
	report_listen(&report, MP_PUBLIC);
	mp_text_init(&text, expected, sizeof expected);
	for (int i = 1; i <= 5000; i++) {
		report_tell(&report, NULL, NULL, write_number, NULL, &i);
		mp_text_str(&text, i > 1 ? "," : "");
		mp_text_int(&text, i);
		if (i > 1 && i < 5000)
			continue;
		mp_json_init(&json, buf, sizeof buf);
		buffer_write(&report.told[0].events, NULL, &json);
		assert_int_equal(json.text.len, text.len + 2);
		assert_memory_equal(buf + 1, expected, text.len);
	}
	report_release(&report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wherever_memory_ends_nothing_is_held),
		cmocka_unit_test(memory_that_ends_once_is_missed_nowhere_else),
		cmocka_unit_test(a_list_without_memory_is_empty),
		cmocka_unit_test(who_is_told_nothing_hears_the_next_thing),
		cmocka_unit_test(a_match_of_one_move_is_revealed_with_its_time),
		cmocka_unit_test(what_is_told_stays_when_there_is_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
