/* SPDX-License-Identifier: MIT
 *
 * Followed matches by the protocol: in every game, for every number of players and every viewer, a
 * second engine is fed with the events that the referee's lists for that viewer, and must answer it
 * with the same bytes, through undo, up to the end, which is revealed.
 */
#include "line.h"

#include <metropole/game.h>
#include <metropole/rng.h>

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYS_MAX = 400 };

struct pair {
	struct engine *referee, *follower;
	char viewer[12]; /* as in JSON: 2, "public" */
	bool is_seat;
	struct mp_rng rng;
};

static uint64_t counting(void *ctx)
{
	return ++*(uint64_t *)ctx;
}

static uint64_t counter;
static unsigned n_inferred; /* ends that a follower knew of without being told */

/* Asks with a request made as printf makes it; ' stands for ". The answer is the engine's. */
static const char *ask(struct engine *engine, const char *format, ...)
{
	static char line[1 << 20];
	size_t len;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	assert_true(n > 0 && (size_t)n < sizeof line);
	for (char *c = line; *c; c++)
		if (*c == '\'')
			*c = '"';
	return engine_line(engine, line, (size_t)n, &len);
}

static json_t *parse(const char *answer)
{
	json_t *object = json_loads(answer, 0, NULL);

	assert_non_null(object);
	return object;
}

static void expect_ok(const char *answer)
{
	if (strncmp(answer, "{\"ok\":true", 10) != 0)
		fail_msg("%s", answer);
}

static void expect_code(const char *answer, const char *code)
{
	char text[64];

	snprintf(text, sizeof text, "{\"ok\":false,\"error\":{\"code\":\"%s\"", code);
	if (strncmp(answer, text, strlen(text)) != 0)
		fail_msg("%s is wanted: %s", code, answer);
}

static void expect_same(const struct pair *pair, const char *a, const char *b)
{
	if (strcmp(a, b) != 0)
		fail_msg("viewer %s is answered\n%s\nand, following,\n%s", pair->viewer, a, b);
}

/* Both are asked the same, the referee for the viewer and the follower for nobody. */
static void compare(struct pair *pair, const char *op)
{
	char *answer = strdup(ask(pair->referee, "{'op':%s,'seat':%s}", op, pair->viewer));

	expect_same(pair, answer, ask(pair->follower, "{'op':%s}", op));
	expect_same(pair, answer, ask(pair->follower, "{'op':%s,'seat':%s}", op, pair->viewer));
	free(answer);
}

/* The status of a followed match has the members of the seat's view. */
static void compare_status(struct pair *pair)
{
	json_t *status = parse(ask(pair->follower, "{'op':'status'}"));
	json_t *view = parse(ask(pair->referee, "{'op':'view','seat':%s}", pair->viewer));
	const char *key;
	json_t *value;

	json_object_foreach(status, key, value)
	{
		if (strcmp(key, "ok") != 0)
			assert_true(json_equal(value, json_object_get(json_object_get(view, "view"), key)));
	}
	json_decref(status);
	json_decref(view);
}

static void compare_choices(struct pair *pair)
{
	json_t *legal, *moves;
	char *answer;

	compare(pair, "'legal'");
	legal = parse(ask(pair->follower, "{'op':'legal'}"));
	moves = json_object_get(legal, "moves");
	if (json_array_size(moves) > 0) {
		const char *move = json_string_value(
			json_array_get(moves, mp_rng_below(&pair->rng, (uint32_t)json_array_size(moves))));

		answer = strdup(
			ask(pair->referee, "{'op':'preview','seat':%s,'move':'%s'}", pair->viewer, move));
		expect_same(pair, answer, ask(pair->follower, "{'op':'preview','move':'%s'}", move));
		free(answer);
		answer = strdup(ask(pair->referee,
		                    "{'op':'bot','seat':%s,'level':'hard','iterations':8,'seed':3}",
		                    pair->viewer));
		expect_same(pair, answer,
		            ask(pair->follower, "{'op':'bot','level':'hard','iterations':8,'seed':3}"));
		free(answer);
	}
	json_decref(legal);
}

static void compare_all(struct pair *pair)
{
	compare(pair, "'view'");
	compare(pair, "'breakdown'");
	compare(pair, "'digest'");
	compare(pair, "'record'");
	compare_status(pair);
	if (pair->is_seat)
		compare_choices(pair);
}

/* Feeds the events of an answer to the follower, `seat` being who moved; their effects together
 * have to be the answer's, but for the end. */
static void feed(struct pair *pair, const json_t *answer, int seat)
{
	json_t *effects = json_array(), *told = json_object_get(answer, "effects"), *event;
	size_t i;

	json_array_foreach(json_object_get(answer, "events"), i, event)
	{
		const char *move = json_string_value(event);
		json_t *own, *followed;

		followed = parse(move[0] == '~' ? ask(pair->follower, "{'op':'play','move':'%s'}", move)
		                                : ask(pair->follower, "{'op':'play','seat':%d,'move':'%s'}",
		                                      seat, move));
		if (!json_is_true(json_object_get(followed, "ok")))
			fail_msg("viewer %s is told %s: %s", pair->viewer, move, json_dumps(followed, 0));
		assert_true(json_is_false(json_object_get(followed, "over")));
		own = json_object_get(followed, "events");
		assert_int_equal(json_array_size(own), 1);
		assert_string_equal(json_string_value(json_array_get(own, 0)), move);
		json_array_extend(effects, json_object_get(followed, "effects"));
		json_decref(followed);
	}
	if (told && !json_is_true(json_object_get(answer, "over")))
		assert_true(json_equal(effects, told));
	json_decref(effects);
}

/* One move of any actor; false when the game is over. */
static bool play(struct pair *pair)
{
	json_t *status = parse(ask(pair->referee, "{'op':'status'}")), *legal, *answer;
	json_t *actors = json_object_get(status, "actors"), *moves;
	size_t n = json_array_size(actors);
	int seat;

	if (n == 0) {
		json_decref(status);
		return false;
	}
	seat = (int)json_integer_value(json_array_get(actors, mp_rng_below(&pair->rng, (uint32_t)n)));
	legal = parse(ask(pair->referee, "{'op':'legal','seat':%d}", seat));
	moves = json_object_get(legal, "moves");
	answer = parse(ask(pair->referee, "{'op':'play','seat':%d,'viewer':%s,'move':'%s'}", seat,
	                   pair->viewer,
	                   json_string_value(json_array_get(
						   moves, mp_rng_below(&pair->rng, (uint32_t)json_array_size(moves))))));
	assert_true(json_is_true(json_object_get(answer, "ok")));
	feed(pair, answer, seat);
	json_decref(status);
	json_decref(legal);
	json_decref(answer);
	return true;
}

static void undo(struct pair *pair)
{
	json_t *before = parse(ask(pair->referee, "{'op':'status'}"));
	bool played = json_integer_value(json_object_get(before, "ply")) > 0;

	json_decref(before);
	if (!played)
		return;
	expect_ok(ask(pair->referee, "{'op':'undo'}"));
	expect_ok(ask(pair->follower, "{'op':'undo'}"));
	compare_all(pair);
}

static char *record_of(struct engine *engine)
{
	json_t *answer = parse(ask(engine, "{'op':'record','seat':'all'}"));
	char *text = json_dumps(json_object_get(answer, "record"), JSON_ENCODE_ANY);

	json_decref(answer);
	return text;
}

/* The record, in JSON, with one thing changed: the last move is left out. */
static char *without_last(const char *record)
{
	char *shorter = strdup(record), *end = shorter + strlen(shorter) - 3, *at;

	*end = '\0'; /* before the final \n" */
	at = strrchr(shorter, '\\');
	if (strrchr(shorter, ';') && strrchr(shorter, ';') > at)
		at = strrchr(shorter, ';');
	strcpy(at, "\\n\"");
	return shorter;
}

/* The referee's match is over. Where the follower cannot see it, it may know that it must be. */
static void ask_at_end(struct pair *pair)
{
	json_t *status = parse(ask(pair->referee, "{'op':'status'}"));
	bool over = json_is_true(json_object_get(status, "over"));
	const char *answer;

	json_decref(status);
	if (!over || !pair->is_seat)
		return;
	status = parse(ask(pair->follower, "{'op':'status'}"));
	answer = ask(pair->follower, "{'op':'bot','level':'b2','iterations':4,'seed':1}");
	if (json_array_size(json_object_get(status, "actors")) == 0)
		expect_code(answer, "game_over");
	else if (strstr(answer, "game_over"))
		n_inferred++;
	json_decref(status);
}

/* Over at the referee's or given up: the follower is told all, and only the truth. */
static void reveal(struct pair *pair)
{
	char *record = record_of(pair->referee), *shorter, *status;
	char *before = strdup(ask(pair->follower, "{'op':'view'}"));
	const char *answer;

	shorter = without_last(record);
	answer = ask(pair->follower, "{'op':'reveal','record':%s}", shorter);
	expect_code(answer, "bad_record");
	assert_non_null(strstr(answer, "\"line\":"));
	expect_code(ask(pair->follower, "{'op':'reveal','record':'metropole 1'}"), "bad_record");
	expect_code(ask(pair->follower, "{'op':'reveal'}"), "bad_request");
	expect_same(pair, before, ask(pair->follower, "{'op':'view'}"));
	expect_ok(ask(pair->follower, "{'op':'reveal','record':%s}", record));
	status = strdup(ask(pair->referee, "{'op':'status'}"));
	expect_same(pair, status, ask(pair->follower, "{'op':'status'}"));
	free(status);
	status = strdup(ask(pair->referee, "{'op':'view','seat':'all'}"));
	expect_same(pair, status, ask(pair->follower, "{'op':'view','seat':'all'}"));
	expect_code(ask(pair->follower, "{'op':'reveal','record':%s}", record), "bad_request");
	free(status);
	free(before);
	free(record);
	free(shorter);
}

/* What the viewer has kept of the match is loaded into a third engine. */
static void load_cut(struct pair *pair)
{
	struct engine *third = engine_new(counting, &counter);
	json_t *answer = parse(ask(pair->referee, "{'op':'record','seat':%s}", pair->viewer));
	char *record = json_dumps(json_object_get(answer, "record"), JSON_ENCODE_ANY);
	char *view = strdup(ask(pair->follower, "{'op':'view'}"));

	expect_ok(ask(third, "{'op':'load','follow':%s,'record':%s}", pair->viewer, record));
	expect_same(pair, view, ask(third, "{'op':'view'}"));
	expect_same(pair, ask(pair->follower, "{'op':'record'}"), ask(third, "{'op':'record'}"));
	free(view);
	free(record);
	json_decref(answer);
	engine_free(third);
}

/* The engines are the same for all matches, as their bots' memory is large. */
static void follow(struct engine *referee, struct engine *follower, const struct mp_game *game,
                   int players, int viewer)
{
	struct pair pair = {.referee = referee, .follower = follower, .is_seat = viewer < players};
	json_t *answer;
	int plays = 0;

	mp_rng_init(&pair.rng, (uint64_t)players, (uint64_t)viewer);
	if (pair.is_seat)
		snprintf(pair.viewer, sizeof pair.viewer, "%d", viewer + 1);
	else
		strcpy(pair.viewer, "\"public\"");
	answer = parse(ask(pair.referee, "{'op':'new','game':'%s','players':%d,'seed':%d,'viewer':%s}",
	                   game->id, players, viewer + 10 * players, pair.viewer));
	assert_true(json_is_true(json_object_get(answer, "ok")));
	expect_ok(ask(pair.follower, "{'op':'new','game':'%s','players':%d,'follow':%s}", game->id,
	              players, pair.viewer));
	feed(&pair, answer, 0);
	json_decref(answer);
	compare_all(&pair);
	load_cut(&pair);
	while (plays++ < PLAYS_MAX && play(&pair)) {
		json_t *status = parse(ask(pair.referee, "{'op':'status'}"));
		bool over = json_is_true(json_object_get(status, "over"));

		json_decref(status);
		if (over)
			break;
		if (mp_rng_below(&pair.rng, 5) == 0)
			compare_all(&pair);
		if (mp_rng_below(&pair.rng, 12) == 0)
			undo(&pair);
		if (mp_rng_below(&pair.rng, 40) == 0)
			load_cut(&pair);
	}
	ask_at_end(&pair);
	reveal(&pair);
}

static void who_is_told_the_events_has_the_referees_answers(void **unused)
{
	struct engine *referee = engine_new(counting, &counter);
	struct engine *follower = engine_new(counting, &counter);

	(void)unused;
	for (const struct mp_game *const *game = mp_games; *game; game++)
		for (int players = (*game)->players_min; players <= (*game)->players_max; players++)
			for (int viewer = 0; viewer <= players; viewer++)
				follow(referee, follower, *game, players, viewer < players ? viewer : MP_PUBLIC);
	assert_true(n_inferred > 0);
	engine_free(referee);
	engine_free(follower);
}

static void nobody_else_can_be_asked_about(void **unused)
{
	static const char *const ops[] = {"view", "breakdown", "record", "legal",
	                                  "bot",  "read",      "digest"};
	struct engine *engine = engine_new(counting, &counter);

	(void)unused;
	expect_code(ask(engine, "{'op':'new','game':'metro','players':3,'follow':4}"), "bad_request");
	expect_code(ask(engine, "{'op':'new','game':'metro','players':3,'follow':'all'}"),
	            "bad_request");
	expect_code(ask(engine, "{'op':'new','game':'metro','players':3,'follow':2,'viewer':1}"),
	            "forbidden");
	expect_code(ask(engine, "{'op':'status'}"), "no_match");
	expect_ok(ask(engine, "{'op':'new','game':'metro','players':3,'follow':2,'seed':4}"));
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		expect_code(ask(engine, "{'op':'%s','seat':1}", ops[i]), "forbidden");
		expect_code(ask(engine, "{'op':'%s','seat':'public'}", ops[i]), "forbidden");
		expect_code(ask(engine, "{'op':'%s','seat':'all'}", ops[i]), "forbidden");
		expect_code(ask(engine, "{'op':'%s','seat':4}", ops[i]), "bad_request");
	}
	expect_code(ask(engine, "{'op':'preview','seat':1,'move':'draw'}"), "forbidden");
	expect_code(ask(engine, "{'op':'play','move':'~start 1','viewer':'all'}"), "forbidden");
	assert_non_null(strstr(ask(engine, "{'op':'legal'}"), "\"moves\":[]"));
	expect_ok(ask(engine, "{'op':'play','move':'~start 1','viewer':2}"));
	engine_free(engine);
}

static void what_the_seat_would_not_be_told_is_refused_by_its_rule(void **unused)
{
	static const struct {
		const char *move, *code, *rule;
	} wrong[] = {
		{"~deal 1 ssrl", "illegal_move", "ME-21"}, {"~deal 2 ?", "illegal_move", "ME-21"},
		{"~start 2", "illegal_move", "ME-21"},     {"~draw ?", "illegal_move", "ME-21"},
		{"~deal 1 x", "bad_move", NULL},           {"draw", "not_your_turn", NULL},
		{"~deal ? ?", "bad_move", NULL},
	};
	struct engine *engine = engine_new(counting, &counter);
	char *before;

	(void)unused;
	expect_ok(ask(engine, "{'op':'new','game':'metro','players':3,'follow':2}"));
	expect_ok(ask(engine, "{'op':'play','move':'~start 3'}"));
	before = strdup(ask(engine, "{'op':'record'}"));
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		const char *answer = ask(engine, "{'op':'play','move':'%s'}", wrong[i].move);

		expect_code(answer, wrong[i].code);
		if (wrong[i].rule)
			assert_non_null(strstr(answer, wrong[i].rule));
		assert_string_equal(before, ask(engine, "{'op':'record'}"));
	}
	free(before);
	expect_ok(ask(engine, "{'op':'play','move':'~deal 1 ?'}"));
	expect_code(ask(engine, "{'op':'play','move':'~deal 2 ?'}"), "illegal_move");
	expect_ok(ask(engine, "{'op':'play','move':'~deal 2 ssrl'}"));
	/* A full match takes none of this. */
	expect_ok(ask(engine, "{'op':'new','game':'metro','players':3,'chance':'manual'}"));
	expect_ok(ask(engine, "{'op':'play','move':'~start 3'}"));
	expect_code(ask(engine, "{'op':'play','move':'~deal 1 ?'}"), "bad_move");
	expect_code(ask(engine, "{'op':'reveal','record':'metropole 1'}"), "bad_request");
	engine_free(engine);
}

/* A match of three, in which seat 1 holds a driver. */
static void begin_driver(struct engine *engine, const char *how, bool is_full)
{
	static const char *const deals[][2] = {
		{"~start 1", "~start 1"},
		{"~objective 1 empty", "~objective 1 empty"},
		{"~objective 2 full", "~objective 2 ?"},
		{"~objective 3 left-full", "~objective 3 ?"},
		{"~deal 1 driver", "~deal 1 driver"},
		{"~deal 1 board1", "~deal 1 board1"},
		{"~deal 1 board1", "~deal 1 board1"},
		{"~deal 1 board2", "~deal 1 board2"},
		{"~deal 2 alight1", "~deal 2 ?"},
		{"~deal 2 alight1", "~deal 2 ?"},
		{"~deal 2 alight2", "~deal 2 ?"},
		{"~deal 2 alight2", "~deal 2 ?"},
		{"~deal 3 rush", "~deal 3 ?"},
		{"~deal 3 star", "~deal 3 ?"},
		{"~deal 3 alight3", "~deal 3 ?"},
		{"~deal 3 parcel", "~deal 3 ?"},
	};

	expect_ok(ask(engine, "{'op':'new','game':'jeudumetro','players':3,%s}", how));
	for (size_t i = 0; i < sizeof deals / sizeof *deals; i++)
		expect_ok(ask(engine, "{'op':'play','move':'%s'}", deals[i][is_full ? 0 : 1]));
}

static void a_new_holder_is_told_the_objective_received(void **unused)
{
	struct engine *engine = engine_new(counting, &counter);

	(void)unused;
	begin_driver(engine, "'chance':'manual'", true);
	assert_non_null(strstr(ask(engine, "{'op':'play','move':'driver 1 2','viewer':1}"),
	                       "\"events\":[\"driver 1 2 full\"]"));
	assert_non_null(strstr(ask(engine, "{'op':'record','seat':1}"), "driver 1 2 full"));
	assert_non_null(strstr(ask(engine, "{'op':'record','seat':2}"), "driver 1 2 empty"));
	assert_null(strstr(ask(engine, "{'op':'record','seat':3}"), "driver 1 2 "));
	assert_null(strstr(ask(engine, "{'op':'record'}"), "driver 1 2 "));
	expect_ok(ask(engine, "{'op':'undo'}"));
	expect_code(ask(engine, "{'op':'play','move':'driver 1 2 full'}"), "bad_move");

	begin_driver(engine, "'follow':1", false);
	expect_code(ask(engine, "{'op':'play','move':'driver 1 2'}"), "illegal_move");
	expect_code(ask(engine, "{'op':'play','move':'driver 1 2 ?'}"), "bad_move");
	expect_code(ask(engine, "{'op':'play','move':'driver 2 3 full'}"), "illegal_move");
	expect_code(ask(engine, "{'op':'preview','move':'driver 1 2 full'}"), "bad_move");
	expect_ok(ask(engine, "{'op':'preview','move':'driver 1 2'}"));
	assert_non_null(strstr(ask(engine, "{'op':'play','move':'driver 1 2 full'}"),
	                       "\"events\":[\"driver 1 2 full\"]"));
	engine_free(engine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_told_the_events_has_the_referees_answers),
		cmocka_unit_test(nobody_else_can_be_asked_about),
		cmocka_unit_test(what_the_seat_would_not_be_told_is_refused_by_its_rule),
		cmocka_unit_test(a_new_holder_is_told_the_objective_received),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
