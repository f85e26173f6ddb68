/* SPDX-License-Identifier: MIT
 *
 * The text builder, the JSON writer and the scanner.
 */
#include "registry.h"

#include <metropole/text.h>

#include <string.h>

static void test_numbers(void **state)
{
	char buf[128];
	struct mp_text text;

	(void)state;
	mp_text_init(&text, buf, sizeof buf);
	mp_text_int(&text, 0);
	mp_text_char(&text, ' ');
	mp_text_int(&text, -7);
	mp_text_char(&text, ' ');
	mp_text_int(&text, INT64_MIN);
	mp_text_char(&text, ' ');
	mp_text_int(&text, INT64_MAX);
	mp_text_char(&text, ' ');
	mp_text_hex(&text, 0xbeef, 6);
	assert_string_equal(buf, "0 -7 -9223372036854775808 9223372036854775807 00beef");
	assert_int_equal(text.len, strlen(buf));
	assert_false(text.overflow);
}

static void test_overflow(void **state)
{
	char buf[8];
	struct mp_text text;

	(void)state;
	memset(buf, 'x', sizeof buf);
	mp_text_init(&text, buf, 5);
	mp_text_str(&text, "abcd"); /* fits with its NUL, to the byte */
	assert_false(text.overflow);
	mp_text_str(&text, "");
	assert_false(text.overflow);
	mp_text_char(&text, 'e');
	assert_true(text.overflow);
	mp_text_str(&text, ""); /* whole from there on */
	assert_string_equal(buf, "abcd");
	assert_int_equal(text.len, 4);
	assert_memory_equal(buf + 5, "xxx", 3);
	mp_text_init(&text, buf, 0);
	assert_true(text.overflow);
	mp_text_str(&text, "abc");
	assert_int_equal(text.len, 0);
}

static void test_dropped_whole(void **state)
{
	char buf[5];
	struct mp_text text;

	(void)state;
	mp_text_init(&text, buf, sizeof buf);
	mp_text_str(&text, "abcdefgh");
	mp_text_str(&text, "z"); /* would fit, but comes after the gap */
	assert_string_equal(buf, "");
	assert_true(text.overflow);
}

static void test_json_structure(void **state)
{
	char buf[256];
	struct mp_json json;

	(void)state;
	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_array(&json, "empty");
	mp_json_end_array(&json);
	mp_json_array(&json, "list");
	mp_json_int(&json, NULL, 1);
	mp_json_object(&json, NULL);
	mp_json_end_object(&json);
	mp_json_bool(&json, NULL, true);
	mp_json_null(&json, NULL);
	mp_json_end_array(&json);
	mp_json_str(&json, "name", "a");
	mp_json_seats(&json, "seats", 0x25);
	mp_json_raw(&json, "raw", "[0]", 3);
	mp_json_end_object(&json);
	assert_string_equal(buf,
	                    "{\"empty\":[],\"list\":[1,{},true,null],\"name\":\"a\",\"seats\":[1,3,6],"
	                    "\"raw\":[0]}");
}

static void write_string(char *buf, size_t cap, const char *bytes, size_t n)
{
	struct mp_json json;

	mp_json_init(&json, buf, cap);
	mp_json_bytes(&json, NULL, bytes, n);
	assert_false(json.text.overflow);
}

static void test_json_escapes(void **state)
{
	char buf[128];

	(void)state;
	write_string(buf, sizeof buf, "\"\\\n\r\t\x01\x1f\x7f/", 9);
	assert_string_equal(buf, "\"\\\"\\\\\\n\\r\\t\\u0001\\u001f\\u007f/\"");
	write_string(buf, sizeof buf, "a\0b", 3);
	assert_string_equal(buf, "\"a\\u0000b\"");
}

#define REPLACED "\xef\xbf\xbd"

static void test_json_utf8(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"Ch\xc3\xa2telet", "\"Ch\xc3\xa2telet\""},
		{"\xe2\x82\xac", "\"\xe2\x82\xac\""},
		{"\xf0\x9f\x9a\x87", "\"\xf0\x9f\x9a\x87\""},
		{"\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\""},
		{"\xff", "\"" REPLACED "\""},
		{"\xc3", "\"" REPLACED "\""},                                        /* cut short */
		{"\xc3(", "\"" REPLACED "(\""},                                      /* no continuation */
		{"\xc0\xaf", "\"" REPLACED REPLACED "\""},                           /* overlong */
		{"\xe0\x80\x80", "\"" REPLACED REPLACED REPLACED "\""},              /* overlong */
		{"\xed\xa0\x80", "\"" REPLACED REPLACED REPLACED "\""},              /* a surrogate */
		{"\xf4\x90\x80\x80", "\"" REPLACED REPLACED REPLACED REPLACED "\""}, /* too far */
		{"a\x80z", "\"a" REPLACED "z\""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char buf[64];

		write_string(buf, sizeof buf, cases[i].in, strlen(cases[i].in));
		assert_string_equal(buf, cases[i].out);
	}
}

static void test_json_fixed(void **state)
{
	char buf[128];
	struct mp_json json;
	double nothing = 0;

	(void)state;
	mp_json_init(&json, buf, sizeof buf);
	mp_json_array(&json, NULL);
	mp_json_fixed(&json, NULL, 0.5, 2);
	mp_json_fixed(&json, NULL, -0.125, 2);
	mp_json_fixed(&json, NULL, 2.999, 1);
	mp_json_fixed(&json, NULL, 7, 0);
	mp_json_fixed(&json, NULL, 0.0 / nothing, 2);
	mp_json_fixed(&json, NULL, 1e300, 2);
	mp_json_end_array(&json);
	assert_string_equal(buf, "[0.50,-0.13,3.0,7,null,null]");
}

static struct mp_scan scan_of(const char *text)
{
	struct mp_scan scan;

	mp_scan_init(&scan, text, strlen(text));
	return scan;
}

static void test_scan_uint(void **state)
{
	static const struct {
		const char *text;
		uint32_t max;
		bool ok;
		uint32_t value;
	} cases[] = {
		{"0", 9, true, 0},   {"9", 9, true, 9},
		{"10", 9, false, 0}, {"4294967295", UINT32_MAX, true, UINT32_MAX},
		{"01", 9, false, 0}, {"4294967296", UINT32_MAX, false, 0},
		{"", 9, false, 0},   {"99999999999999999999999999", UINT32_MAX, false, 0},
		{"-1", 9, false, 0}, {"+1", 9, false, 0},
		{" 1", 9, false, 0}, {"7x", 9, true, 7},
		{"00", 9, false, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mp_scan scan = scan_of(cases[i].text);
		uint32_t value = 77;

		assert_int_equal(mp_scan_uint(&scan, cases[i].max, &value), cases[i].ok);
		if (cases[i].ok)
			assert_int_equal(value, cases[i].value);
		else
			assert_ptr_equal(scan.p, cases[i].text); /* read nothing */
	}
}

static void test_scan_names(void **state)
{
	static const char *const names[] = {"house", "house-boat", "shop"};
	struct mp_scan scan = scan_of("house-boat shop2 house");
	unsigned index = 99;

	(void)state;
	assert_true(mp_scan_name(&scan, names, 3, &index));
	assert_int_equal(index, 1);
	assert_true(mp_scan_char(&scan, ' '));
	assert_false(mp_scan_name(&scan, names, 3, &index)); /* shop2 is another word */
	assert_true(mp_scan_str(&scan, "shop2 "));
	assert_false(mp_scan_str(&scan, "houses"));
	assert_true(mp_scan_name(&scan, names, 3, &index));
	assert_int_equal(index, 0);
	assert_true(mp_scan_end(&scan));
	assert_false(mp_scan_char(&scan, 'x'));
	assert_false(mp_scan_name(&scan, names, 3, &index));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"numbers are written to their last digit", test_numbers, NULL, NULL, NULL},
		{"a full builder writes nothing more and says so", test_overflow, NULL, NULL, NULL},
		{"what does not fit is dropped whole, and all after it", test_dropped_whole, NULL, NULL,
	     NULL},
		{"commas and keys stand where JSON wants them", test_json_structure, NULL, NULL, NULL},
		{"quotes, backslashes and control characters are escaped", test_json_escapes, NULL, NULL,
	     NULL},
		{"UTF-8 is kept, and bytes that are not are replaced", test_json_utf8, NULL, NULL, NULL},
		{"fixed numbers are rounded, and no number is null", test_json_fixed, NULL, NULL, NULL},
		{"a number is decimal, within its bound, without zeros before", test_scan_uint, NULL, NULL,
	     NULL},
		{"a name is read whole or not at all", test_scan_names, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
