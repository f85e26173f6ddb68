/* SPDX-License-Identifier: MIT
 *
 * Setups and options: defaults, bad values and what is said about them.
 */
#include "registry.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

static struct mp_setup begin(int players)
{
	struct mp_setup setup;
	struct mp_fault fault;

	assert_int_equal(mp_setup_begin(&setup, mp_game_find("letters"), players, &fault), MP_OK);
	return setup;
}

static void test_find(void **state)
{
	(void)state;
	assert_ptr_equal(mp_game_find("toy"), &toy_game);
	assert_null(mp_game_find("to"));
	assert_null(mp_game_find(""));
	assert_int_equal(mp_option_find(&toy_game, "open"), TOY_OPEN);
	assert_int_equal(mp_option_find(&toy_game, "start"), -1);
}

static void test_players(void **state)
{
	struct mp_setup setup;
	struct mp_fault fault;

	(void)state;
	assert_int_equal(mp_setup_begin(&setup, &toy_game, 1, &fault), MP_BAD_PLAYERS);
	assert_string_equal(fault.message, "Cellar is for 2 to 3 players, not 1.");
	assert_int_equal(fault.code, MP_BAD_PLAYERS);
	assert_int_equal(mp_setup_begin(&setup, &toy_game, 4, &fault), MP_BAD_PLAYERS);
	assert_int_equal(mp_setup_begin(&setup, &toy_game, 3, &fault), MP_OK);
}

static void test_defaults(void **state)
{
	struct mp_setup setup = begin(2);
	char buf[256];
	struct mp_json json;

	(void)state;
	mp_json_init(&json, buf, sizeof buf);
	mp_setup_json(&setup, NULL, &json);
	assert_string_equal(
		buf, "{\"hand\":2,\"open\":false,\"colour\":\"red\",\"words\":\"\",\"start\":0}");
}

static void test_values(void **state)
{
	struct mp_setup setup = begin(2);
	struct mp_fault fault;
	char buf[64];
	struct mp_text text;

	(void)state;
	assert_int_equal(mp_setup_set(&setup, "hand", "3", &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "open", "true", &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "colour", "green", &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "words", "one\ntwo\n", &fault), MP_OK);
	assert_int_equal(setup.option[0], 3);
	assert_int_equal(setup.option[3], 8);
	mp_text_init(&text, buf, sizeof buf);
	for (size_t i = 0; i < 4; i++)
		mp_setup_print_option(&setup, i, &text);
	assert_string_equal(buf, "3truegreenone\ntwo\n");
	assert_int_equal(mp_setup_finish(&setup, NULL, &fault), MP_OK);
}

static void test_bad_values(void **state)
{
	static const struct {
		const char *name, *value, *message;
	} cases[] = {
		{"hand", "0", "Option hand takes a whole number from 1 to 3."},
		{"hand", "4", "Option hand takes a whole number from 1 to 3."},
		{"hand", "02", "Option hand takes a whole number from 1 to 3."},
		{"hand", "2 ", "Option hand takes a whole number from 1 to 3."},
		{"hand", "", "Option hand takes a whole number from 1 to 3."},
		{"hand", "4294967298", "Option hand takes a whole number from 1 to 3."},
		{"open", "1", "Option open takes true or false."},
		{"open", "True", "Option open takes true or false."},
		{"colour", "blue", "Option colour takes one of \"red\", \"green\"."},
		{"colour", "", "Option colour takes one of \"red\", \"green\"."},
		{"size", "1", "Letters has no such option; see the list of games for those it has."},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mp_setup setup = begin(2);
		struct mp_fault fault;

		assert_int_equal(mp_setup_set(&setup, cases[i].name, cases[i].value, &fault),
		                 MP_BAD_OPTION);
		assert_string_equal(fault.message, cases[i].message);
		assert_int_equal(fault.code, MP_BAD_OPTION);
	}
}

static void test_long_text(void **state)
{
	char *text = malloc(MP_TEXT_OPTION_MAX + 2);
	struct mp_setup setup = begin(2);
	struct mp_fault fault;

	(void)state;
	memset(text, 'a', MP_TEXT_OPTION_MAX + 1);
	text[MP_TEXT_OPTION_MAX + 1] = '\0';
	assert_int_equal(mp_setup_set(&setup, "words", text, &fault), MP_BAD_OPTION);
	assert_string_equal(fault.message, "Option words takes a text of at most 16384 bytes.");
	text[MP_TEXT_OPTION_MAX] = '\0';
	assert_int_equal(mp_setup_set(&setup, "words", text, &fault), MP_OK);
	free(text);
}

static void test_finish(void **state)
{
	struct mp_setup setup = begin(2);
	struct mp_fault fault;

	(void)state;
	assert_int_equal(mp_setup_set(&setup, "start", "3", &fault), MP_OK);
	assert_int_equal(mp_setup_finish(&setup, NULL, &fault), MP_BAD_OPTION);
	assert_string_equal(fault.message, "Option start names a seat that is not at this table.");
	assert_int_equal(mp_setup_set(&setup, "start", "2", &fault), MP_OK);
	assert_int_equal(mp_setup_finish(&setup, NULL, &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "words", "a bad one", &fault), MP_OK);
	assert_int_equal(mp_setup_finish(&setup, NULL, &fault), MP_BAD_OPTION);
	assert_string_equal(fault.message, "Option words, line 1: this word is bad.");
}

static void test_error_names(void **state)
{
	(void)state;
	assert_string_equal(mp_err_name(MP_OK), "ok");
	assert_string_equal(mp_err_name(MP_BAD_JSON), "bad_json");
	assert_string_equal(mp_err_name(MP_BAD_OPTION), "bad_option");
	assert_string_equal(mp_err_name(MP_ILLEGAL_MOVE), "illegal_move");
	assert_string_equal(mp_err_name(MP_TOO_LONG), "too_long");
	assert_string_equal(mp_err_name(MP_FULL), "full");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"games and options are found by their whole name", test_find, NULL, NULL, NULL},
		{"a wrong number of players is told the right ones", test_players, NULL, NULL, NULL},
		{"a setup begins with the defaults", test_defaults, NULL, NULL, NULL},
		{"options of every type are set and printed", test_values, NULL, NULL, NULL},
		{"a bad value is told the good ones", test_bad_values, NULL, NULL, NULL},
		{"a text option has a longest length", test_long_text, NULL, NULL, NULL},
		{"a setup is refused where its options do not fit together", test_finish, NULL, NULL, NULL},
		{"errors have the names of the protocol", test_error_names, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
