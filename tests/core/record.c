/* SPDX-License-Identifier: MIT
 *
 * Records: what is written, what is read back, and every error with its line.
 */
#include "registry.h"

#include <metropole/record.h>
#include <metropole/text.h>

#include <string.h>

static char option_text[MP_TEXT_OPTION_MAX + 1];

/* Loads a text into a table; the fault's code, MP_OK if all went well. */
static enum mp_err load(struct table *t, struct mp_record *record, const char *text,
                        struct mp_fault *fault)
{
	size_t len = strlen(text);
	enum mp_err err = mp_record_header(record, text, len, option_text, fault);

	if (err)
		return err;
	assert_int_equal(mp_setup_finish(&record->setup, NULL, fault), MP_OK);
	mp_match_init(&t->match, &record->setup, &t->state, t->scratch, t->moves, TABLE_MOVES);
	return mp_record_replay(record, text, len, &t->match, fault);
}

#define HEAD    "metropole 1\ngame toy\nrules 1\nplayers 2\n"
#define LETTERS "metropole 1\ngame letters\nrules 1\nplayers 2\n"
#define DEALT   "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5\n"

static void test_write(void **state)
{
	static const char names[MP_SEATS][MP_NAME_MAX] = {"Anna", ""};
	struct table t;
	char buf[1024];
	struct mp_text text;

	(void)state;
	table_open(&t, &toy_game, 2);
	table_play(&t, "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5; bury 1; ~draw 3; play 5");
	mp_text_init(&text, buf, sizeof buf);
	mp_record_print(&t.match, MP_ALL, names, &text);
	assert_string_equal(buf, HEAD "name 1 Anna\nresult *\n\n"
	                              "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5\nbury 1; ~draw 3\n"
	                              "play 5\n");
	mp_text_init(&text, buf, sizeof buf);
	mp_record_print(&t.match, 1, NULL, &text);
	assert_string_equal(buf, HEAD "result *\n\n"
	                              "~deal 1 ?; ~deal 1 ?; ~deal 2 2; ~deal 2 5\nbury ?; ~draw ?\n"
	                              "play 5\n");
}

static void test_read(void **state)
{
	struct table t, same;
	struct mp_record record;
	struct mp_fault fault;

	(void)state;
	assert_int_equal(load(&t, &record,
	                      HEAD
	                      "# a comment\noption hand 2\nname 2 \xc3\x89lo\xc3\xafse\nresult *\n\n"
	                      "~deal 1 1;~deal 1 2 ; ~deal 2 2;; # who? nobody\n"
	                      "# all of it; play 3\n\t~deal 2 5\n\nplay 2",
	                      &fault),
	                 MP_OK);
	assert_string_equal(record.names[1], "\xc3\x89lo\xc3\xafse");
	assert_string_equal(record.names[0], "");
	assert_false(record.has_result);
	table_open(&same, &toy_game, 2);
	table_play(&same, "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5; play 2");
	assert_memory_equal(&t.state, &same.state, sizeof t.state);
	assert_int_equal(t.match.n_moves, 5);
}

static void test_crlf(void **state)
{
	struct table t;
	struct mp_record record;
	struct mp_fault fault;

	(void)state;
	assert_int_equal(load(&t, &record,
	                      "metropole 1\r\ngame toy\r\nrules 1\r\nplayers 2\r\nname 1 Bo\r\n"
	                      "result *\r\n\r\n~deal 1 1; ~deal 1 2\r\n~deal 2 2\r\n",
	                      &fault),
	                 MP_OK);
	assert_int_equal(t.match.n_moves, 3);
	assert_string_equal(record.names[0], "Bo");
}

static void test_errors(void **state)
{
	static const struct {
		int line;
		const char *text;
	} cases[] = {
		{1, ""},
		{1, "metropole 2\n"},
		{1, "Metropole 1\n"},
		{2, "metropole 1\n"},
		{2, "metropole 1\ngame chess\n"},
		{3, "metropole 1\ngame toy\n"},
		{3, "metropole 1\ngame toy\nrules 2\n"},
		{3, "metropole 1\ngame toy\nrules one\n"},
		{4, "metropole 1\ngame toy\nrules 1\n"},
		{4, "metropole 1\ngame toy\nrules 1\nplayers 7\n"},
		{4, "metropole 1\ngame toy\nrules 1\nplayers 02\n"},
		{5, HEAD "moves\n"},
		{5, HEAD "option hand 9\n"},
		{5, HEAD "option size 1\n"},
		{5, HEAD "option hand\n"},
		{6, HEAD "option hand 1\noption open maybe\n"},
		{5, HEAD "name 3 Zo\n"},
		{5, HEAD "name Zo\n"},
		{5, HEAD "result 1\n"},
		{5, HEAD "result 1 2 3\n"},
		{5, HEAD "result 1 99999999999\n"},
		{5, HEAD "result one two\n"},
		{6, HEAD "\nplay 1\n"},
		{7, HEAD "\n" DEALT "play 5\n"},
		{7, HEAD "\n" DEALT "2: play 2\n"},
		{7, HEAD "\n" DEALT "jump\n"},
		{7, HEAD "\n" DEALT "bury ?\n"},
		{8, HEAD "\n" DEALT "play 2; ~draw 1\nplay 2\n"},
		{7, HEAD "result 1 2\n\n" DEALT}, /* not over */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mp_fault fault = {0};
		struct mp_record record;
		struct table t;

		if (load(&t, &record, cases[i].text, &fault) != MP_BAD_RECORD)
			fail_msg("loads: %s", cases[i].text);
		if (fault.line != cases[i].line)
			fail_msg("line %d, not %d: %s (%s)", fault.line, cases[i].line, cases[i].text,
			         fault.message);
		assert_int_equal(fault.code, MP_BAD_RECORD);
		assert_true(strlen(fault.message) > 10);
	}
}

static void test_nul(void **state)
{
	static const char with_nul[] = HEAD "\n~deal 1\0 1\n";
	static const char in_header[] = HEAD "name 1 A\0B\n\n";
	struct mp_record record;
	struct mp_fault fault;
	struct table t;

	(void)state;
	assert_int_equal(mp_record_header(&record, with_nul, sizeof with_nul - 1, option_text, &fault),
	                 MP_OK);
	table_open(&t, &toy_game, 2);
	assert_int_equal(mp_record_replay(&record, with_nul, sizeof with_nul - 1, &t.match, &fault),
	                 MP_BAD_RECORD);
	assert_int_equal(fault.line, 6);
	assert_int_equal(
		mp_record_header(&record, in_header, sizeof in_header - 1, option_text, &fault),
		MP_BAD_RECORD);
	assert_int_equal(fault.line, 5);
}

static void test_full(void **state)
{
	static const char text[] = HEAD "\n" DEALT;
	struct mp_record record;
	struct mp_fault fault;
	struct table t;

	(void)state;
	assert_int_equal(mp_record_header(&record, text, sizeof text - 1, option_text, &fault), MP_OK);
	table_open(&t, &toy_game, 2);
	t.match.cap = 3;
	assert_int_equal(mp_record_replay(&record, text, sizeof text - 1, &t.match, &fault), MP_FULL);
}

/* A game to its end, by hand: 1 plays 5s and 4s, 2 buries. */
static const char whole[] =
	"~deal 1 5; ~deal 1 4; ~deal 2 1; ~deal 2 1\n"
	"play 5; ~draw 5\nbury 1; ~draw 1\nplay 4; ~draw 4\nbury 1; ~draw 2\nplay 5; ~draw 5\n"
	"bury 1; ~draw 2\nplay 4; ~draw 4\nbury 2; ~draw 2\nplay 5; ~draw 3\nbury 2; ~draw 3\n"
	"play 4; ~draw 3\nbury 2\nplay 3\nbury 3\nbury 3\n";
/* 1: three 5s, three 4s, one 3; the buried 3 counts nothing beside it: 30.
 * 2: buried three 1s, three 2s, one 3: 12. */

static void test_result(void **state)
{
	struct mp_record record;
	struct mp_fault fault;
	struct table t;
	char text[1024], back[1024];
	struct mp_text built;

	(void)state;
	mp_text_init(&built, text, sizeof text);
	mp_text_str(&built, HEAD "result 30 12\n\n");
	mp_text_str(&built, whole);
	if (load(&t, &record, text, &fault))
		fail_msg("line %d: %s", fault.line, fault.message);
	assert_true(mp_match_is_over(&t.match));
	/* When it is over the full record is everybody's. */
	mp_text_init(&built, back, sizeof back);
	mp_record_print(&t.match, MP_PUBLIC, NULL, &built);
	assert_string_equal(back, text);
	text[strlen(HEAD "result 3")] = '1';
	assert_int_equal(load(&t, &record, text, &fault), MP_BAD_RECORD);
	assert_non_null(strstr(fault.message, "result"));
}

static void test_embedded(void **state)
{
	struct mp_record record;
	struct mp_fault fault;
	struct table t;
	char text[1024], back[1024];
	struct mp_text built;
	const char *words = "one two\n\n  three # not a comment; nor this\n";
	char *at;

	(void)state;
	table_open(&t, mp_game_find("letters"), 2);
	assert_int_equal(mp_setup_set(&t.setup, "words", words, &fault), MP_OK);
	table_play(&t, "~deal 1 1");
	mp_text_init(&built, text, sizeof text);
	mp_record_print(&t.match, MP_ALL, NULL, &built);
	assert_non_null(strstr(text, "\n| one two\n| \n|   three # not a comment; nor this\nresult"));
	if (load(&t, &record, text, &fault))
		fail_msg("line %d: %s", fault.line, fault.message);
	assert_string_equal(record.setup.text, words);
	mp_text_init(&built, back, sizeof back);
	mp_record_print(&t.match, MP_ALL, NULL, &built);
	assert_string_equal(back, text);
	at = strstr(text, "one");
	*at = 'O';
	assert_int_equal(load(&t, &record, text, &fault), MP_BAD_RECORD);
	assert_non_null(strstr(fault.message, "hash"));
	*at = 'o';
	at[-1] = '_';
	assert_int_equal(load(&t, &record, text, &fault), MP_BAD_RECORD);
	assert_int_equal(fault.line, 6);
}

static void test_embedded_line_ends(void **state)
{
	struct mp_record record;
	struct mp_fault fault;
	struct table t;
	char text[1024], crlf[2048];
	struct mp_text built;
	size_t n = 0;

	(void)state;
	table_open(&t, mp_game_find("letters"), 2);
	assert_int_equal(mp_setup_set(&t.setup, "words", "a\nb", &fault), MP_OK); /* no last end */
	mp_text_init(&built, text, sizeof text);
	mp_record_print(&t.match, MP_ALL, NULL, &built);
	for (const char *p = text; *p; p++) {
		if (*p == '\n')
			crlf[n++] = '\r';
		crlf[n++] = *p;
	}
	crlf[n] = '\0';
	if (load(&t, &record, crlf, &fault))
		fail_msg("line %d: %s", fault.line, fault.message);
	assert_string_equal(record.setup.text, "a\nb\n");
}

static void test_embedded_too_long(void **state)
{
	static char text[3 * MP_TEXT_OPTION_MAX];
	struct mp_record record;
	struct mp_fault fault;
	struct mp_text built;

	(void)state;
	mp_text_init(&built, text, sizeof text);
	mp_text_str(&built, LETTERS "option words 0123456789abcdef\n");
	for (int i = 0; i <= MP_TEXT_OPTION_MAX / 8; i++)
		mp_text_str(&built, "| 1234567\n");
	assert_false(built.overflow);
	assert_int_equal(mp_record_header(&record, text, built.len, option_text, &fault),
	                 MP_BAD_RECORD);
	assert_non_null(strstr(fault.message, "longer"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"a record is written for the referee, and cut for a seat", test_write, NULL, NULL, NULL},
		{"spaces, comments and line ends are free", test_read, NULL, NULL, NULL},
		{"records with CRLF are read", test_crlf, NULL, NULL, NULL},
		{"every error names its line", test_errors, NULL, NULL, NULL},
		{"a NUL byte is no part of a record", test_nul, NULL, NULL, NULL},
		{"a full buffer asks for a larger one", test_full, NULL, NULL, NULL},
		{"the result is what the moves lead to", test_result, NULL, NULL, NULL},
		{"a text option is embedded with its hash", test_embedded, NULL, NULL, NULL},
		{"an embedded text survives other line ends", test_embedded_line_ends, NULL, NULL, NULL},
		{"an embedded text has a longest length", test_embedded_too_long, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
