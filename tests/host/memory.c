/* SPDX-License-Identifier: MIT
 *
 * Memory that is short, at every place where it is asked for, and memory that is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/live.h"
#include "host/question.h"
#include "host/report.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

/* The linker puts these in the place of the system's: the n-th call from now on finds no memory,
 * and what is held is counted. */
static size_t calls_left = SIZE_MAX;
static bool was_short;
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
	was_short |= calls_left == 0;
	if (calls_left == 0)
		return true;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wherever_memory_ends_nothing_is_held),
		cmocka_unit_test(who_is_told_nothing_hears_the_next_thing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
