/* SPDX-License-Identifier: MIT
 *
 * Matches that live, what is reported of them and what bots are asked: growth, luck, viewers,
 * times, and what happens where memory is short.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/live.h"
#include "host/question.h"
#include "host/report.h"

#include <metropole/words.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker puts this in realloc's place; the n-th call from now on finds no memory, and memory
 * that is new is not zero by luck. */
static size_t calls_left = SIZE_MAX;

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_realloc(void *p, size_t size)
{
	void *memory;

	if (calls_left == 0)
		return NULL;
	calls_left -= calls_left != SIZE_MAX;
	memory = __real_realloc(p, size);
	return p || !memory ? memory : memset(memory, 0xa5, size);
}

struct luck {
	struct mp_rng rng;
	uint64_t seed;
	uint32_t last;
};

static struct mp_rng *draw_from(void *ctx, uint32_t k)
{
	struct luck *luck = ctx;

	luck->last = k;
	mp_rng_init(&luck->rng, luck->seed, k);
	return &luck->rng;
}

static void begin(struct live *live, const struct mp_game *game, int players, struct luck *luck)
{
	struct mp_setup setup;
	struct mp_fault fault;

	assert_int_equal(mp_setup_begin(&setup, game, players, &fault), MP_OK);
	assert_int_equal(live_init(live, &setup, MP_ALL, &fault), MP_OK);
	if (luck)
		live->chance = (struct live_chance){.generator = draw_from, .ctx = luck};
}

/* A random move of the seat on turn; false when the game is over. */
static bool step(struct live *live, struct mp_rng *rng, enum mp_err *err)
{
	const struct mp_setup *setup = live->match.setup;
	int turn = mp_match_turn(&live->match);
	mp_move moves[MP_MOVES_MAX];
	struct mp_fault fault;
	size_t n;

	if (turn < 0)
		return false;
	n = setup->game->legal(setup, live->match.state, turn, moves);
	*err = live_play_move(live, turn, moves[mp_rng_below(rng, (uint32_t)n)], &fault);
	return true;
}

static void a_match_grows_draws_its_luck_and_keeps_the_time(void **unused)
{
	size_t longest = 0;

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct luck luck = {.seed = 3};
		struct mp_fault fault;
		struct mp_rng rng;
		struct live live;
		enum mp_err err;

		begin(&live, *game, (*game)->players_min, &luck);
		assert_int_equal(live_draw(&live, &fault), MP_OK);
		assert_true(mp_match_turn(&live.match) >= 0);
		mp_rng_init(&rng, 1, 0);
		for (live.now = 1; live.now <= 300 && step(&live, &rng, &err); live.now++)
			assert_int_equal(err, MP_OK);
		assert_true(live.now > 1 && live.match.n_moves >= (size_t)live.now - 1);
		longest = live.match.n_moves > longest ? live.match.n_moves : longest;
		assert_true(live.match.chance == 0 || luck.last == live.match.chance - 1);
		for (size_t i = 1; i < live.match.n_moves; i++)
			assert_int_equal(live.times[i] - live.times[i - 1],
			                 live.match.moves[i].seat == MP_CHANCE ? 0 : 1);
		live_release(&live);
	}
	assert_true(longest > 20);
}

/* Wherever memory ends, the match is as it was or one move further, and goes on with memory. */
static void without_memory_a_move_is_played_or_not(void **unused)
{
	(void)unused;
	for (size_t allowed = 0; allowed < 12; allowed++) {
		struct luck luck = {.seed = 5};
		struct mp_fault fault = {0};
		struct mp_rng rng;
		struct live live;
		enum mp_err err = MP_OK;
		size_t n = 0;

		begin(&live, mp_games[0], mp_games[0]->players_min, &luck);
		mp_rng_init(&rng, 1, 0);
		calls_left = allowed;
		err = live_draw(&live, &fault);
		while (!err && n < 5000 && step(&live, &rng, &err))
			n = live.match.n_moves;
		calls_left = SIZE_MAX;
		if (err) {
			assert_int_equal(err, MP_FULL);
			assert_true(live.match.n_moves >= n);
			err = live_draw(&live, &fault);
			assert_int_equal(err, MP_OK);
			if (step(&live, &rng, &err))
				assert_int_equal(err, MP_OK);
		}
		live_release(&live);
	}
}

/* The luck of the beginning and a few moves; the report hears all of it. */
static void tell_opening(const struct mp_game *game, struct report *report)
{
	struct luck luck = {.seed = 11};
	struct mp_fault fault;
	struct mp_rng rng;
	struct live live;
	enum mp_err err;

	begin(&live, game, game->players_max, &luck);
	live.match.witness = (struct mp_witness){.saw = report_add, .ctx = report};
	assert_int_equal(live_draw(&live, &fault), MP_OK);
	mp_rng_init(&rng, 11, 0);
	for (int i = 0; i < 4 && step(&live, &rng, &err); i++)
		assert_int_equal(err, MP_OK);
	live_release(&live);
}

/* One pass for all who listen; each hears what the match would tell it alone. */
static void compare_reports(const struct mp_game *game, const struct mp_voice *voice)
{
	int players = game->players_max;
	struct report all = {0}, one = {0};

	report_clear(&all, voice);
	for (int v = 0; v <= MP_ALL; v++)
		if (v < players || v >= MP_PUBLIC)
			report_listen(&all, v);
	tell_opening(game, &all);
	assert_false(all.short_of_memory);
	for (size_t i = 0; i < all.n; i++) {
		report_clear(&one, voice);
		report_listen(&one, all.told[i].viewer);
		tell_opening(game, &one);
		assert_string_equal(all.told[i].events.json.text.buf, one.told[0].events.json.text.buf);
		assert_string_equal(all.told[i].effects.json.text.buf, one.told[0].effects.json.text.buf);
	}
	report_release(&all);
	report_release(&one);
}

static void every_class_of_viewers_is_told_in_one_pass(void **unused)
{
	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		const struct mp_voice voice = {.lang = MP_FR};

		compare_reports(*game, NULL);
		compare_reports(*game, &voice);
	}
}

/* Counts the writings, and writes nothing that depends on the viewer. */
static void count(void *ctx, int viewer, struct mp_json *json)
{
	(void)viewer;
	mp_json_int(json, NULL, ++*(int *)ctx);
}

struct listening {
	struct report *report;
	int most;
};

/* Do two know the same before a move, and see the same of it? */
static bool are_alike(struct mp_match *before, int seat, mp_move move, int a, int b)
{
	size_t size = before->setup->game->state_size;
	void *one = malloc(size), *other = malloc(size);
	bool alike;

	mp_match_redacted(before, a, one);
	mp_match_redacted(before, b, other);
	alike = memcmp(one, other, size) == 0 &&
	        mp_match_cut(before, seat, move, a) == mp_match_cut(before, seat, move, b);
	free(one);
	free(other);
	return alike;
}

static void count_classes(void *ctx, struct mp_match *before, int seat, mp_move move)
{
	struct listening *listening = ctx;
	struct report *report = listening->report;
	struct mp_played played = {.move = move, .seat = (int8_t)seat};
	int writings = 0, classes = 0;

	for (size_t i = 0; i < report->n; i++) {
		bool is_new = true;

		for (size_t k = 0; k < i; k++)
			is_new &=
				!are_alike(before, seat, move, report->told[i].viewer, report->told[k].viewer);
		classes += is_new;
	}
	report_tell(report, before, &played, count, NULL, &writings);
	assert_int_equal(writings, classes);
	if (writings > listening->most)
		listening->most = writings;
}

/* Where nothing is hidden everyone is one class; where seats have secrets there are more. */
static void what_is_the_same_for_all_is_written_once(void **unused)
{
	int with_secrets = 0;

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct report report = {0};
		struct listening listening = {.report = &report};
		struct luck luck = {.seed = 3};
		struct mp_fault fault;
		struct mp_rng rng;
		struct live live;
		enum mp_err err;

		begin(&live, *game, (*game)->players_max, &luck);
		live.match.witness = (struct mp_witness){.saw = count_classes, .ctx = &listening};
		for (int v = 0; v <= MP_PUBLIC; v++)
			report_listen(&report, v);
		/* Buffers that have to grow are written into again; now they have. */
		for (int i = 0; i < 200; i++)
			report_tell(&report, NULL, NULL, count, NULL, &(int){0});
		report_clear(&report, NULL);
		for (int v = 0; v <= MP_PUBLIC; v++)
			report_listen(&report, v);
		assert_int_equal(live_draw(&live, &fault), MP_OK);
		mp_rng_init(&rng, 3, 0);
		for (int i = 0; i < 20 && step(&live, &rng, &err); i++)
			assert_int_equal(err, MP_OK);
		if (!(*game)->redact)
			assert_int_equal(listening.most, 1);
		with_secrets += listening.most > 1;
		report_release(&report);
		live_release(&live);
	}
	assert_true(with_secrets > 0);
}

/* On a setup that others use too: what it leaves behind is theirs. */
static void matches_share_a_setup_and_scratch(void **unused)
{
	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct luck luck = {.seed = 4};
		struct mp_setup begun, setup;
		struct mp_fault fault;
		struct mp_rng rng;
		struct live live[2], kept = {0};
		enum mp_err err = MP_OK;
		void *scratch = malloc(mp_match_scratch_size(*game));

		assert_int_equal(mp_setup_begin(&begun, *game, (*game)->players_min, &fault), MP_OK);
		assert_int_equal(live_setup_init(&setup, &begun, &fault), MP_OK);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(live_share(&live[i], &setup, scratch, &fault), MP_OK);
			live[i].chance = (struct live_chance){.generator = draw_from, .ctx = &luck};
			assert_int_equal(live_draw(&live[i], &fault), MP_OK);
			mp_rng_init(&rng, 4, 0);
			for (int k = 0; k < 10 && !err && step(&live[i], &rng, &err); k++)
				;
			assert_int_equal(err, MP_OK);
		}
		assert_true(live[0].match.n_moves > 0);
		assert_memory_equal(live[0].match.state, live[1].match.state, (*game)->state_size);
		live_replace(&kept, &live[0]);
		assert_ptr_equal(kept.match.setup, &setup);
		live_trim(&kept);
		assert_int_equal(kept.match.cap, kept.match.n_moves);
		assert_null(kept.times);
		live_release(&kept);
		assert_memory_equal(live[1].match.setup->option, begun.option, sizeof begun.option);
		live_release(&live[1]);
		live_setup_release(&setup);
		free(scratch);
	}
}

static struct mp_rng *no_luck(void *ctx, uint32_t k)
{
	(void)ctx;
	(void)k;
	return NULL;
}

static void without_luck_a_match_stays_where_it_is(void **unused)
{
	struct mp_fault fault;
	struct live live;

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		begin(&live, *game, (*game)->players_min, NULL);
		live.chance.generator = no_luck;
		assert_int_equal(live_draw(&live, &fault), MP_OK);
		assert_int_equal(live.match.n_moves, 0);
		live_release(&live);
	}
}

static void a_report_says_when_memory_was_too_short_for_it(void **unused)
{
	struct report report = {0};
	struct luck luck = {.seed = 1};
	struct mp_fault fault;
	struct live live;

	(void)unused;
	begin(&live, mp_games[0], mp_games[0]->players_min, &luck);
	assert_int_equal(live_draw(&live, &fault), MP_OK);
	live.match.witness = (struct mp_witness){.saw = report_add, .ctx = &report};
	mp_match_rewind(&live.match, 0);
	report_clear(&report, NULL);
	report_listen(&report, MP_PUBLIC);
	calls_left = 0;
	assert_int_equal(live_draw(&live, &fault), MP_OK); /* the moves have room from before */
	calls_left = SIZE_MAX;
	assert_true(report.short_of_memory);
	report_clear(&report, NULL);
	assert_false(report.short_of_memory);
	report_release(&report);
	live_release(&live);
}

static void a_question_is_what_a_seat_knows_and_outlives_the_position(void **unused)
{
	struct mp_bot *bot = mp_bot_new(1 << 20, 1);
	struct question question = {0};

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++) {
		struct mp_bot_answer before, after;
		struct luck luck = {.seed = 2};
		struct mp_fault fault;
		struct mp_rng rng;
		struct live live;
		enum mp_err err;
		int turn;

		begin(&live, *game, (*game)->players_min, &luck);
		mp_rng_init(&rng, 7, 0);
		assert_int_equal(question_take(&question, &live.match, 0, &fault),
		                 mp_match_turn(&live.match) == MP_CHANCE ? MP_NOT_YOUR_TURN : MP_OK);
		assert_int_equal(live_draw(&live, &fault), MP_OK);
		turn = mp_match_turn(&live.match);
		assert_int_equal(question_take(&question, &live.match, turn, &fault), MP_OK);
		question.request.level = "b+";
		assert_int_equal(question_ask(&question, bot, &before, &fault), MP_BAD_REQUEST);
		question.request.level = "normal";
		question.request.iterations = 50;
		assert_int_equal(question_ask(&question, bot, &before, &fault), MP_OK);
		assert_true(step(&live, &rng, &err)); /* the match goes on, the question stays */
		assert_int_equal(question_ask(&question, bot, &after, &fault), MP_OK);
		assert_true(before.has_move && before.move == after.move);
		for (int i = 0; i < 500 && mp_match_turn(&live.match) == turn; i++)
			assert_true(step(&live, &rng, &err));
		for (int seat = 0; seat < (*game)->players_min; seat++)
			assert_int_equal(question_take(&question, &live.match, seat, &fault),
			                 mp_match_actors(&live.match) >> seat & 1 ? MP_OK : MP_NOT_YOUR_TURN);
		live_release(&live);
	}
	question_release(&question);
	mp_bot_free(bot);
}

/* Records that differ from what was followed, each at a line that is named. */
static void a_record_that_differs_is_not_revealed(void **unused)
{
	static const char head[] = "metropole 1\ngame metro\nrules 1\nplayers 2\n";
	static const struct {
		const char *header, *body;
		int line;
	} records[] = {
		{"option start 1\nresult *\n\n", "~deal 1 ssrl; ~deal 2 rrrr\nssrl-a5\n", 8},
		{"option start 1\nresult *\n\n", "~deal 1 ssrl; ~deal 2 rlrl\nssrl-a4\n", 9},
		{"option start 1\nresult *\n\n", "~deal 1 ssrl; ~deal 2 rlrl\n", 8},
		{"option start 1\nresult *\n\n", "~deal 1 ssrl; ~deal 2 rlrl\nssrl-a5; ~draw llll\n", 9},
		{"option start 1\nresult *\n\n", "~deal 1 ?; ~deal 2 rlrl\nssrl-a5\n", 8},
		{"option start 1\noption arrows false\nresult *\n\n",
	     "~deal 1 ssrl; ~deal 2 rlrl\nssrl-a5\n", 5},
		{"option start 1\nresult 1 2\n\n", "~deal 1 ssrl; ~deal 2 rlrl\nssrl-a5\n", 9},
		{"option start 1\nname 1 Anna\nresult *\n\n", "~deal 1 ssrl; ~deal 2 rlrl\nssrl-a5\n", 0},
		{"option start 1\nresult *\n\n", "~deal 1 ssrl\n# any tile\n~deal 2 rlrl\nssrl-a5\n", 0},
	};
	static const struct {
		const char *head;
		int line;
	} others[] = {
		{"game metropolys\nrules 1\nplayers 2", 2},
		{"game metro\nrules 1\nplayers 3", 4},
	};
	struct mp_fault fault;
	struct live followed;
	char text[512];

	(void)unused;
	snprintf(text, sizeof text, "%soption start 1\nresult *\n\n~deal 1 ?; ~deal 2 rlrl\nssrl-a5\n",
	         head);
	assert_int_equal(live_load(&followed, text, 1, &fault), MP_OK);
	for (size_t i = 0; i < followed.match.n_moves; i++) {
		assert_int_equal(followed.times[i], 0); /* a record tells no times */
		followed.times[i] = (int64_t)i + 1;
	}
	for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
		struct live full;
		enum mp_err err;

		snprintf(text, sizeof text, "%s%s%s", head, records[i].header, records[i].body);
		fault = (struct mp_fault){0};
		err = live_reveal(&full, &followed, text, &fault);
		assert_int_equal(err, records[i].line ? MP_BAD_RECORD : MP_OK);
		assert_int_equal(fault.line, records[i].line);
		if (err)
			continue;
		assert_memory_equal(full.times, followed.times, full.match.n_moves * sizeof *full.times);
		live_release(&full);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct live full;

		snprintf(text, sizeof text, "metropole 1\n%s\noption start 1\nresult *\n\n",
		         others[i].head);
		assert_int_equal(live_reveal(&full, &followed, text, &fault), MP_BAD_RECORD);
		assert_int_equal(fault.line, others[i].line);
	}
	live_release(&followed);
	snprintf(text, sizeof text, "%sresult *\n\n", head);
	assert_int_equal(live_load(&followed, text, 2, &fault), MP_BAD_REQUEST); /* two play */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_match_grows_draws_its_luck_and_keeps_the_time),
		cmocka_unit_test(without_memory_a_move_is_played_or_not),
		cmocka_unit_test(every_class_of_viewers_is_told_in_one_pass),
		cmocka_unit_test(what_is_the_same_for_all_is_written_once),
		cmocka_unit_test(matches_share_a_setup_and_scratch),
		cmocka_unit_test(without_luck_a_match_stays_where_it_is),
		cmocka_unit_test(a_report_says_when_memory_was_too_short_for_it),
		cmocka_unit_test(a_question_is_what_a_seat_knows_and_outlives_the_position),
		cmocka_unit_test(a_record_that_differs_is_not_revealed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
