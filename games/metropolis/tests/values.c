/* SPDX-License-Identifier: MIT
 *
 * Tables of values: the default, another one, what is refused and with which line, and the record
 * that carries a table with it.
 */
#include "fixture.h"

#include <metropole/record.h>

#include <stdlib.h>

static struct fixture b;
static char default_text[MP_TEXT_OPTION_MAX + 1];

static int read_standard(void **unused)
{
	FILE *file = fopen(SOURCE_ROOT "/games/metropolis/data/values.txt", "r");
	size_t len;

	(void)unused;
	assert_non_null(file);
	len = fread(default_text, 1, sizeof default_text - 1, file);
	fclose(file);
	assert_in_range(len, 1, MP_TEXT_OPTION_MAX);
	return 0;
}

/* The default with one text replaced by another. */
static const char *changed(const char *from, const char *to)
{
	static char text[MP_TEXT_OPTION_MAX + 1];
	const char *at = strstr(default_text, from);

	assert_non_null(at);
	snprintf(text, sizeof text, "%.*s%s%s", (int)(at - default_text), default_text, to,
	         at + strlen(from));
	return text;
}

static void equal_text(void **unused)
{
	struct metropolis_tables tables;

	(void)unused;
	fixture_open(&b, 2, NULL);
	tables = b.tables;
	fixture_open(&b, 2, OPTIONS("values", default_text));
	assert_memory_equal(&tables.values, &b.tables.values, sizeof tables.values);
	assert_memory_equal(tables.fits, b.tables.fits, sizeof tables.fits);
	assert_int_equal(tables.n_placements, 61);
	assert_int_equal(tables.words, 1);
}

/* The rules' table, typed in a second time from the page of rules. */
static void table_of_rules(void **unused)
{
	static const struct {
		int number, size, base, site, on_site;
		int8_t change[METROPOLIS_KINDS]; /* house shop school apartment factory administration
		                                    hospital store */
	} rules[METROPOLIS_KINDS] = {
		[METROPOLIS_HOUSE] = {8, 1, 2, METROPOLIS_PARK, 4, {0, 1, 1, 0, -1, 0, 0, 1}},
		[METROPOLIS_SHOP] = {3, 1, 2, METROPOLIS_NO_SITE, 2, {1, -1, 0, 2, 0, 0, 0, -1}},
		[METROPOLIS_SCHOOL] = {2, 2, 6, METROPOLIS_NO_SITE, 6, {1, 0, -3, 2, 0, 0, 0, 0}},
		[METROPOLIS_APARTMENT] = {4, 3, 12, METROPOLIS_PARK, 15, {0, 1, 2, 0, -3, 0, 0, 2}},
		[METROPOLIS_FACTORY] = {3, 4, 16, METROPOLIS_RIVER, 20, {0, 0, 0, 0, 4, 0, 0, 0}},
		[METROPOLIS_ADMINISTRATION] = {2, 4, 20, METROPOLIS_CENTRE, 24, {0, 1, 0, 0, 0, 2, 0, 2}},
		[METROPOLIS_HOSPITAL] = {2, 4, 24, METROPOLIS_NO_SITE, 24, {1, 0, 0, 2, 0, 0, -4, 0}},
		[METROPOLIS_STORE] = {1, 6, 42, METROPOLIS_CENTRE, 48, {1, -1, 0, 3, 0, 2, 0, 0}},
	};
	int number[METROPOLIS_KINDS] = {0};

	(void)unused;
	for (int i = 0; i < metropolis_default_values.n_pieces; i++)
		number[metropolis_default_values.piece[i].kind] +=
			metropolis_default_values.piece[i].number;
	for (int i = 0; i < METROPOLIS_KINDS; i++) {
		const struct metropolis_kind_values *kind = &metropolis_default_values.kind[i];

		assert_int_equal(number[i], rules[i].number);
		assert_int_equal(kind->size, rules[i].size);
		assert_int_equal(kind->base, rules[i].base);
		assert_int_equal(kind->site, rules[i].site);
		assert_int_equal(kind->on_site, rules[i].on_site);
		assert_memory_equal(kind->change, rules[i].change, sizeof rules[i].change);
	}
}

static void another_table(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, OPTIONS("values", changed("base 42", "base 50")));
	fixture_own(&b, 0, "30-39");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build store 30,31,32,35,36,37");
	assert_int_equal(fixture_score(&b, 0), 50 * 12);
}

/* A factory in the form of an L; with more placements than one word holds. */
static void another_form(void **unused)
{
	(void)unused;
	fixture_open(&b, 2,
	             OPTIONS("values", changed("\t\tXXXX\n",
	                                       "\t\tXXX\n\t\tX..\n\tpieces 1\n\t\tXXX\n\t\t..X\n")));
	assert_int_equal(b.tables.n_placements, 61 - 4 + 6 + 6);
	assert_int_equal(b.tables.words, 2);
	fixture_own(&b, 0, "30-39");
	fixture_ready(&b, 0, "");
	assert_int_equal(fixture_count_as(&b, 0, "build factory"), 12);
	assert_true(fixture_lists_as(&b, 0, "build factory 30,31,32,35"));
	assert_true(fixture_lists_as(&b, 0, "build factory 32,35,36,37"));
	assert_true(fixture_lists_as(&b, 0, "build store 32,33,34,37,38,39"));
	fixture_refuses_as(&b, 0, "build factory 30,31,32,33", "MS-10");
	fixture_build(&b, 0, "build factory 30,31,32,35");
	fixture_build(&b, 0, "build factory 34,37,38,39"); /* half a turn of the mirrored form */
	assert_int_equal(fixture_score(&b, 0), 40 * 12);
}

static void crlf_and_comments(void **unused)
{
	static char text[MP_TEXT_OPTION_MAX + 1];
	size_t n = 0;

	(void)unused;
	for (const char *p = default_text; *p && n < sizeof text - 2; p++) {
		if (*p == '\n')
			text[n++] = '\r';
		text[n++] = *p;
	}
	text[n] = '\0';
	fixture_open(&b, 2, OPTIONS("values", text));
	assert_memory_equal(&metropolis_default_values, &b.tables.values, sizeof b.tables.values);
}

/* Refused, with the line of the first character of `to` (or `line` lines further). */
static void refuses(const char *from, const char *to, int line, const char *why)
{
	static struct metropolis_tables tables;
	const char *text = changed(from, to);
	char prefix[40];
	struct mp_setup setup;
	struct mp_fault fault;
	int at = 1;

	for (const char *p = text; p < text + (strstr(default_text, from) - default_text); p++)
		at += *p == '\n';
	assert_int_equal(mp_setup_begin(&setup, &mp_game_metropolis, 2, &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "values", text, &fault), MP_OK);
	if (mp_setup_finish(&setup, &tables, &fault) != MP_BAD_OPTION)
		fail_msg("\"%s\" was taken", to);
	snprintf(prefix, sizeof prefix, "Option values, line %d: ", at + line);
	if (strncmp(fault.message, prefix, strlen(prefix)) != 0 || !strstr(fault.message, why))
		fail_msg("\"%s\" instead of \"%s…%s\"", fault.message, prefix, why);
}

static void errors(void **unused)
{
	(void)unused;
	refuses("base 2", "base 1000", 0, "from 0 to 999");
	refuses("base 2", "base two", 0, "from 0 to 999");
	refuses("base 2", "base 2 3", 0, "more on this line");
	refuses("base 2", "bass 2", 0, "a line begins with");
	refuses("base 2", "base 2\n\tbase 3", 1, "already");
	refuses("on park 4", "on beach 4", 0, "park, river and centre");
	refuses("on park 4", "on park 4\n\ton river 5", 1, "it can have one");
	refuses("plus school 1", "plus school 0", 0, "from 1 to 99");
	refuses("plus school 1", "plus bank 1", 0, "a change is");
	refuses("minus factory 1", "minus shop 1", 0, "shop was named before");
	refuses("never factory", "never mind", 0, "followed by buildings");
	refuses("pieces 8", "pieces 0", 0, "from 1 to 40");
	refuses("pieces 8", "pieces 40", 7, "more than 40 buildings");
	refuses("building shop", "building house", 0, "house was described before");
	refuses("building shop", "building bank", 0, "the buildings are");
	refuses("15-19 25 40", "15-19 90", 0, "10 to 89");
	refuses("15-19 25 40", "19-15 25", 0, "the smaller first");
	refuses("site river", "site park", 0, "given before");
	refuses("site park ", "base 4 #", 0, "say first which building");
	refuses("\t\tXXXX\n", "\t\tXXXXXX\n", 0, "five plots wide");
	refuses("\t\tXXXX\n", "\t\tXX\n\t\tX\n", 1, "same width");
	refuses("\t\tXXXX\n", "\t\tX\n\t\tX\n\t\tX\n", 2, "two plots high");
	refuses("\t\tXXXX\n", "\t\tX.X\n", 2, "hang together");
	refuses("\t\tXXXX\n", "\t\t.XX\n", 2, "without empty rows");
	refuses("\t\tXXXX\n", "\t\tXxX\n", 0, "X and dots");
	refuses("\t\tXXXX\n", "", 1, "is drawn after");
	refuses("\t\tXXXX\n", "\t\tXXXX.\n\t\tXXXX.\n", 3, "at most six");
	refuses("\t\tXX\n\t\t.X\n", "\t\tXX\n\t\tXX\n", 3, "same number of plots");
	refuses("\t\tXX\n\t\t.X\n", "\t\t.X\n\t\tXX\n", 3, "that form already");
}

static void missing(void **unused)
{
	(void)unused;
	refuses(strstr(default_text, "building store"), "", -1, "store is missing");
	refuses("base 42", "# nothing", 6, "store has no base");
	refuses(strstr(default_text, "pieces 1\n\t\tXXX\n"), "", 0, "store has no pieces");
}

/* A record with another table embeds it; with a wrong one it is refused. */
static void record(void **unused)
{
	static char text[65536], option[MP_TEXT_OPTION_MAX + 1];
	struct mp_record header;
	struct mp_text out;
	char *value, *digit;

	(void)unused;
	fixture_open(&b, 2, OPTIONS("values", changed("base 42", "base 50")));
	fixture_play_as(&b, MP_CHANCE, "~start 1");
	fixture_play_as(&b, MP_CHANCE, "~deal 1 10");
	mp_text_init(&out, text, sizeof text);
	mp_record_print(&b.match, MP_ALL, NULL, &out);
	assert_false(out.overflow);
	assert_non_null(strstr(text, "\noption values "));
	assert_int_equal(mp_record_header(&header, text, out.len, option, &b.fault), MP_OK);
	assert_string_equal(header.setup.text, b.setup.text);
	assert_int_equal(mp_setup_finish(&header.setup, &b.tables, &b.fault), MP_OK);
	assert_int_equal(b.tables.values.kind[METROPOLIS_STORE].base, 50);
	mp_match_init(&b.match, &header.setup, &b.state, b.scratch, b.moves, 512);
	assert_int_equal(mp_record_replay(&header, text, out.len, &b.match, &b.fault), MP_OK);
	assert_int_equal(b.match.n_moves, 2);

	value = strstr(text, "base 50");
	value[6] = '1';
	assert_int_equal(mp_record_header(&header, text, out.len, option, &b.fault), MP_BAD_RECORD);
	assert_non_null(strstr(b.fault.message, "hash"));
	value[6] = '0';
	digit = strstr(text, "option values ") + 14;
	*digit = *digit == '0' ? '1' : '0';
	assert_int_equal(mp_record_header(&header, text, out.len, option, &b.fault), MP_BAD_RECORD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MS-61 a text equal to the default is the default", equal_text, 0, 0, 0},
		{"MS-61 the default is the table of the rules", table_of_rules, 0, 0, 0},
		{"MS-61 another table gives other values", another_table, 0, 0, 0},
		{"MS-10 another table may have other forms, and more of them", another_form, 0, 0, 0},
		{"line ends of another system are read", crlf_and_comments, 0, 0, 0},
		{"a faulty table is refused with its line", errors, 0, 0, 0},
		{"a table without one of the buildings is refused", missing, 0, 0, 0},
		{"a record embeds its table, and refuses another", record, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, read_standard, NULL);
}
