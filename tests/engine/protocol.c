/* SPDX-License-Identifier: MIT
 *
 * The engine protocol, request by request, on Metro and on all games where the game is of no
 * matter.
 */
#include "line.h"

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t counting(void *ctx)
{
	return ++*(uint64_t *)ctx;
}

static int open_engine(void **state)
{
	static uint64_t counter;

	*state = engine_new(counting, &counter);
	return *state ? 0 : -1;
}

static int close_engine(void **state)
{
	engine_free(*state);
	return 0;
}

/* The answer to a line, parsed; the caller releases it. */
static json_t *ask(void *engine, const char *line)
{
	size_t len;
	const char *answer = engine_line(engine, line, strlen(line), &len);
	json_t *object = json_loadb(answer, len, 0, NULL);

	assert_non_null(object);
	assert_int_equal(strlen(answer), len);
	return object;
}

static void expect_ok(void *engine, const char *line)
{
	json_t *answer = ask(engine, line);

	if (!json_is_true(json_object_get(answer, "ok")))
		fail_msg("%s was refused: %s", line, json_dumps(answer, 0));
	json_decref(answer);
}

static void expect_error(void *engine, const char *line, const char *code)
{
	json_t *answer = ask(engine, line), *error = json_object_get(answer, "error");

	assert_true(json_is_false(json_object_get(answer, "ok")));
	assert_string_equal(json_string_value(json_object_get(error, "code")), code);
	assert_true(json_string_length(json_object_get(error, "message")) > 10);
	json_decref(answer);
}

/* The answer as text without its members `events` and `effects`, to compare statuses. */
static char *status_text(void *engine)
{
	json_t *answer = ask(engine, "{\"op\":\"status\"}");
	char *text = json_dumps(answer, JSON_SORT_KEYS);

	json_decref(answer);
	return text;
}

static void bytes_that_are_no_request_are_refused(void **state)
{
	expect_error(*state, "", "bad_json");
	expect_error(*state, "{\"op\":", "bad_json");
	expect_error(*state, "\xff\xfe", "bad_json");
	expect_error(*state, "[1,2]", "bad_request");
	expect_error(*state, "7", "bad_request");
	expect_error(*state, "{}", "bad_request");
	expect_error(*state, "{\"op\":5}", "bad_request");
	expect_error(*state, "{\"op\":null}", "bad_request");
	expect_error(*state, "{\"op\":\"dance\"}", "unknown_op");
	expect_error(*state, "{\"op\":\"new\\u0000\"}", "bad_request");
}

static void an_id_comes_back_whatever_it_is(void **state)
{
	static const char *const lines[] = {
		"{\"id\":[1,{\"a\":\"b\"}],\"op\":\"games\"}",
		"{\"op\":\"dance\",\"id\":[1,{\"a\":\"b\"}]}",
	};

	for (size_t i = 0; i < 2; i++) {
		json_t *answer = ask(*state, lines[i]);
		char *id = json_dumps(json_object_get(answer, "id"), JSON_COMPACT);

		assert_string_equal(id, "[1,{\"a\":\"b\"}]");
		free(id);
		json_decref(answer);
	}
}

static void without_a_match_there_is_nothing_to_play(void **state)
{
	static const char *const ops[] = {"status",    "legal", "play",   "view", "preview",
	                                  "breakdown", "undo",  "record", "bot"};

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		char line[64];

		snprintf(line, sizeof line, "{\"op\":\"%s\"}", ops[i]);
		expect_error(*state, line, "no_match");
	}
}

static void a_new_match_is_refused_for_what_is_wrong_with_it(void **state)
{
	expect_error(*state, "{\"op\":\"new\"}", "bad_request");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"chess\",\"players\":2}", "unknown_game");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\"}", "bad_players");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":7}", "bad_players");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":-1}", "bad_players");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":\"2\"}", "bad_request");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"chance\":\"odd\"}",
	             "bad_request");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"seed\":-1}",
	             "bad_request");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":[]}",
	             "bad_request");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":{\"x\":1}}",
	             "bad_option");
	expect_error(*state,
	             "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":{\"hand\":4}}",
	             "bad_option");
	expect_error(*state,
	             "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":{\"hand\":\"2\"}}",
	             "bad_option");
	expect_error(*state,
	             "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":{\"start\":3}}",
	             "bad_option");
	expect_error(*state,
	             "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"options\":{\"arrows\":null}}",
	             "bad_option");
	expect_error(*state, "{\"op\":\"status\"}", "no_match");
}

static void unknown_fields_are_ignored(void **state)
{
	expect_ok(*state,
	          "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"colour\":[1],\"x\":null}");
}

static void the_same_seed_gives_the_same_game(void **state)
{
	static const char line[] = "{\"op\":\"new\",\"game\":\"metro\",\"players\":4,\"seed\":99}";
	json_t *first = ask(*state, line), *second = ask(*state, line);
	json_t *other = ask(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":4,\"seed\":98}");

	assert_true(json_equal(first, second));
	assert_false(json_equal(first, other));
	assert_int_equal(json_array_size(json_object_get(first, "events")), 5);
	json_decref(first);
	json_decref(second);
	json_decref(other);
}

static void with_manual_chance_the_engine_stops_at_every_chance_node(void **state)
{
	json_t *answer =
		ask(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"chance\":\"manual\"}");

	assert_string_equal(json_string_value(json_array_get(json_object_get(answer, "actors"), 0)),
	                    "chance");
	assert_true(json_is_null(json_object_get(answer, "turn")));
	json_decref(answer);
	answer = ask(*state, "{\"op\":\"legal\"}");
	assert_null(json_object_get(answer, "moves"));
	assert_int_equal(json_array_size(json_object_get(answer, "chance")), 2);
	json_decref(answer);
	answer = ask(*state, "{\"op\":\"legal\",\"seat\":1}");
	assert_int_equal(json_array_size(json_object_get(answer, "moves")), 0);
	json_decref(answer);
	expect_error(*state, "{\"op\":\"play\",\"move\":\"ssss-a1\"}", "not_your_turn");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"~deal 1 ssss\"}", "illegal_move");
	expect_ok(*state, "{\"op\":\"play\",\"move\":\"~start 2\"}");
	expect_ok(*state, "{\"op\":\"play\",\"move\":\"~deal 1 ssss\"}");
	expect_ok(*state, "{\"op\":\"play\",\"move\":\"~deal 2 rrrr\"}");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"~draw rrrr\"}", "not_your_turn");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"rrrr-a1\",\"seat\":1}", "not_your_turn");
	expect_ok(*state, "{\"op\":\"play\",\"move\":\"rrrr-b1\",\"seat\":2}");
}

static void an_error_changes_nothing(void **state)
{
	char *before, *after;

	expect_ok(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"seed\":5}");
	before = status_text(*state);
	expect_error(*state, "{\"op\":\"play\",\"move\":\"fly me\"}", "bad_move");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"~draw ?\"}", "bad_move");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"ssss-d4\"}", "illegal_move");
	expect_error(*state, "{\"op\":\"play\"}", "bad_request");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"draw\",\"seat\":3}", "bad_request");
	expect_error(*state, "{\"op\":\"view\",\"seat\":3}", "bad_request");
	expect_error(*state, "{\"op\":\"view\",\"seat\":\"nobody\"}", "bad_request");
	expect_error(*state, "{\"op\":\"undo\"}", "bad_request");
	expect_error(*state, "{\"op\":\"load\",\"record\":\"metropole 2\"}", "bad_record");
	expect_error(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":9}", "bad_players");
	after = status_text(*state);
	assert_string_equal(before, after);
	free(before);
	free(after);
}

/* Plays the i-th listed move of the seat on turn. */
static void play_listed(void *engine, size_t i)
{
	json_t *answer = ask(engine, "{\"op\":\"legal\"}"), *moves = json_object_get(answer, "moves");
	size_t n = json_array_size(moves);
	const char *move = n ? json_string_value(json_array_get(moves, i % n)) : NULL;
	char line[256];

	for (size_t j = 1; j < n; j++)
		assert_true(strcmp(json_string_value(json_array_get(moves, j - 1)),
		                   json_string_value(json_array_get(moves, j))) < 0);
	if (move) { /* a short game may be over */
		snprintf(line, sizeof line, "{\"op\":\"play\",\"move\":\"%s\"}", move);
		expect_ok(engine, line);
	}
	json_decref(answer);
}

static void undo_goes_back_to_before_the_last_move_of_a_player(void **state)
{
	expect_ok(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":3,\"seed\":11}");
	for (size_t i = 0; i < 20; i++) {
		char *before = status_text(*state), *after;

		play_listed(*state, 7 * i);
		expect_ok(*state, "{\"op\":\"undo\"}");
		after = status_text(*state);
		assert_string_equal(before, after);
		free(before);
		free(after);
		play_listed(*state, 7 * i);
	}
}

static void undo_keeps_as_many_moves_as_it_is_told(void **state)
{
	json_t *answer;

	expect_ok(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":3,\"seed\":5}");
	answer = ask(*state, "{\"op\":\"record\"}");
	assert_non_null(strstr(json_string_value(json_object_get(answer, "record")), "~deal 3"));
	json_decref(answer);
	expect_ok(*state, "{\"op\":\"undo\",\"moves\":2}");
	answer = ask(*state, "{\"op\":\"status\"}");
	assert_string_equal(json_string_value(json_array_get(json_object_get(answer, "actors"), 0)),
	                    "chance");
	json_decref(answer);
	expect_error(*state, "{\"op\":\"undo\",\"moves\":3}", "bad_request");
	expect_error(*state, "{\"op\":\"undo\",\"moves\":-1}", "bad_request");
	expect_error(*state, "{\"op\":\"undo\",\"moves\":\"2\"}", "bad_request");
	expect_ok(*state, "{\"op\":\"undo\",\"moves\":0}");
	answer = ask(*state, "{\"op\":\"record\"}");
	assert_null(strstr(json_string_value(json_object_get(answer, "record")), "~"));
	json_decref(answer);
}

/* A request with the record of the last answer as its member. */
static char *load_request(void *engine, const char *more)
{
	json_t *answer = ask(engine, "{\"op\":\"record\"}");
	json_t *request =
		json_pack("{s:s,s:O}", "op", "load", "record", json_object_get(answer, "record"));
	char *text = json_dumps(request, JSON_COMPACT), *whole;

	assert_true(asprintf(&whole, "%.*s%s}", (int)strlen(text) - 1, text, more) > 0);
	free(text);
	json_decref(request);
	json_decref(answer);
	return whole;
}

static void a_record_loads_to_the_same_status_in_every_game(void **state)
{
	for (size_t g = 0; mp_games[g]; g++) {
		char line[128], *before, *after, *load;

		snprintf(line, sizeof line, "{\"op\":\"new\",\"game\":\"%s\",\"players\":%d,\"seed\":3}",
		         mp_games[g]->id, mp_games[g]->players_max);
		expect_ok(*state, line);
		for (size_t i = 0; i < 12; i++)
			play_listed(*state, 5 * i + g);
		before = status_text(*state);
		load = load_request(*state, "");
		expect_ok(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2}");
		expect_ok(*state, load);
		after = status_text(*state);
		assert_string_equal(before, after);
		free(load);
		free(before);
		free(after);
	}
}

static void a_record_that_stops_at_a_chance_node_is_loaded_as_it_is(void **state)
{
	static const char head[] = "{\"op\":\"load\",\"record\":\"metropole 1\\ngame metro\\nrules 1\\n"
							   "players 2\\n\\n~start 1\\n\"";
	char line[256];
	json_t *answer;

	snprintf(line, sizeof line, "%s}", head);
	answer = ask(*state, line);
	assert_true(json_is_null(json_object_get(answer, "turn")));
	json_decref(answer);
	snprintf(line, sizeof line, "%s,\"chance\":\"auto\",\"seed\":4}", head);
	answer = ask(*state, line);
	assert_int_equal(json_integer_value(json_object_get(answer, "turn")), 1);
	json_decref(answer);
}

static void a_bad_record_names_its_line(void **state)
{
	json_t *answer =
		ask(*state, "{\"op\":\"load\",\"record\":\"metropole 1\\ngame metro\\nrules "
	                "1\\nplayers 2\\n\\n~start 1\\n~deal 1 ssss; ~deal 2 ssss\\nssss-d4\\n\"}");
	json_t *error = json_object_get(answer, "error");

	assert_string_equal(json_string_value(json_object_get(error, "code")), "bad_record");
	assert_int_equal(json_integer_value(json_object_get(error, "line")), 8);
	json_decref(answer);
}

static void a_preview_changes_nothing_and_shows_what_would_be(void **state)
{
	json_t *legal, *answer;
	char *before, *after, line[256];

	expect_ok(
		*state,
		"{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"seed\":8,\"options\":{\"start\":1}}");
	before = status_text(*state);
	legal = ask(*state, "{\"op\":\"legal\"}");
	snprintf(line, sizeof line, "{\"op\":\"preview\",\"seat\":1,\"move\":\"%s\"}",
	         json_string_value(json_array_get(json_object_get(legal, "moves"), 1)));
	answer = ask(*state, line);
	assert_true(json_is_true(json_object_get(answer, "ok")));
	assert_int_equal(json_integer_value(json_object_get(json_object_get(answer, "view"), "ply")),
	                 1);
	assert_true(json_array_size(json_object_get(answer, "effects")) > 0);
	after = status_text(*state);
	assert_string_equal(before, after);
	free(before);
	free(after);
	json_decref(legal);
	json_decref(answer);
	expect_error(*state, "{\"op\":\"preview\",\"seat\":1,\"move\":\"ssss-d4\"}", "illegal_move");
}

static void every_view_has_the_members_that_the_protocol_names(void **state)
{
	static const char *const members[] = {"game", "players", "options", "seat",
	                                      "ply",  "turn",    "actors",  "can_offer",
	                                      "over", "winners", "scores"};

	for (size_t g = 0; mp_games[g]; g++) {
		char line[128];
		json_t *answer, *view;

		snprintf(line, sizeof line, "{\"op\":\"new\",\"game\":\"%s\",\"players\":2,\"seed\":3}",
		         mp_games[g]->id);
		expect_ok(*state, line);
		answer = ask(*state, "{\"op\":\"view\",\"seat\":2}");
		view = json_object_get(answer, "view");
		for (size_t i = 0; i < sizeof members / sizeof *members; i++)
			if (!json_object_get(view, members[i]))
				fail_msg("%s: a view has no %s", mp_games[g]->id, members[i]);
		json_decref(answer);
	}
}

static void events_are_cut_for_the_viewer_of_a_play(void **state)
{
	static const struct {
		const char *viewer, *event;
	} seen[] = {
		{"1", "~draw ?"}, {"\"public\"", "~draw ?"}, {"2", "~draw "}, {"\"all\"", "~draw "}};

	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
		json_t *answer;
		const char *event;
		char line[96];

		expect_ok(*state, "{\"op\":\"new\",\"game\":\"metro\",\"players\":2,\"seed\":3,"
		                  "\"options\":{\"start\":2}}");
		snprintf(line, sizeof line, "{\"op\":\"play\",\"move\":\"draw\",\"viewer\":%s}",
		         seen[i].viewer);
		answer = ask(*state, line);
		event = json_string_value(json_array_get(json_object_get(answer, "events"), 1));
		assert_memory_equal(event, seen[i].event, strlen(seen[i].event));
		assert_int_equal(strcmp(event, "~draw ?") == 0, i < 2);
		json_decref(answer);
	}
	expect_error(*state, "{\"op\":\"play\",\"move\":\"draw\",\"viewer\":5}", "bad_request");
	expect_error(*state, "{\"op\":\"play\",\"move\":\"draw\",\"viewer\":\"me\"}", "bad_request");
}

/* The values that `games` offers for the option of a request, as text; the caller releases it. */
static char *offered(void *engine, const char *line, const char *name)
{
	json_t *answer = ask(engine, line), *games = json_object_get(answer, "games"), *option;
	char *values = NULL;
	size_t i;

	assert_int_equal(json_array_size(games), 1);
	json_array_foreach(
		json_object_get(json_array_get(games, 0), "options"), i,
		option) if (strcmp(json_string_value(json_object_get(option, "name")), name) == 0) values =
		json_dumps(json_object_get(option, "values"), JSON_COMPACT);
	assert_non_null(values);
	json_decref(answer);
	return values;
}

static void the_protocol_has_a_version(void **state)
{
	json_t *answer = ask(*state, "{\"op\":\"games\"}");

	assert_int_equal(json_integer_value(json_object_get(answer, "protocol")), 2);
	json_decref(answer);
}

static void games_offers_what_goes_with_the_players_and_the_options(void **state)
{
	static const struct {
		const char *line, *option, *values;
	} cases[] = {
		{"{\"op\":\"games\",\"game\":\"metro\",\"players\":3}", "start", "[0,3]"},
		{"{\"op\":\"games\",\"game\":\"metro\",\"players\":3}", "hand", "[1,3]"},
		{"{\"op\":\"games\",\"game\":\"jeudumetro\",\"players\":2}", "turn_limit", "[0,100000]"},
		{"{\"op\":\"games\",\"game\":\"metropolys\",\"players\":4}", "out", "[\"\"]"},
		{"{\"op\":\"games\",\"game\":\"metropolys\",\"players\":3}", "out",
	     "[\"\",\"west\",\"north\",\"east\",\"south\"]"},
		{"{\"op\":\"games\",\"game\":\"metropolys\",\"players\":3,\"options\":{\"out\":\"west\"}}",
	     "layout", "[\"random\"]"},
		/* What is wrong here is the number of players: the other options stay as they are. */
		{"{\"op\":\"games\",\"game\":\"metropolys\",\"players\":4,\"options\":{\"out\":\"west\"}}",
	     "version", "[\"family\",\"expert\"]"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *values = offered(*state, cases[i].line, cases[i].option);

		assert_string_equal(values, cases[i].values);
		free(values);
	}
	expect_error(*state, "{\"op\":\"games\",\"game\":\"chess\",\"players\":2}", "unknown_game");
	expect_error(*state, "{\"op\":\"games\",\"game\":\"metro\"}", "bad_players");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(f) cmocka_unit_test_setup_teardown(f, open_engine, close_engine)
		T(bytes_that_are_no_request_are_refused),
		T(an_id_comes_back_whatever_it_is),
		T(without_a_match_there_is_nothing_to_play),
		T(a_new_match_is_refused_for_what_is_wrong_with_it),
		T(unknown_fields_are_ignored),
		T(the_same_seed_gives_the_same_game),
		T(with_manual_chance_the_engine_stops_at_every_chance_node),
		T(an_error_changes_nothing),
		T(undo_goes_back_to_before_the_last_move_of_a_player),
		T(undo_keeps_as_many_moves_as_it_is_told),
		T(a_record_loads_to_the_same_status_in_every_game),
		T(a_record_that_stops_at_a_chance_node_is_loaded_as_it_is),
		T(a_bad_record_names_its_line),
		T(a_preview_changes_nothing_and_shows_what_would_be),
		T(every_view_has_the_members_that_the_protocol_names),
		T(events_are_cut_for_the_viewer_of_a_play),
		T(the_protocol_has_a_version),
		T(games_offers_what_goes_with_the_players_and_the_options),
#undef T
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
