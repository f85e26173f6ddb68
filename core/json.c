/* SPDX-License-Identifier: MIT
 *
 * The JSON writer: structure and escaping on top of the text builder.
 */
#include <metropole/game.h>
#include <metropole/text.h>
#include <metropole/words.h>

#include <string.h>

void mp_json_init(struct mp_json *json, char *buf, size_t cap)
{
	*json = (struct mp_json){0};
	mp_text_init(&json->text, buf, cap);
}

/* Length of the well-formed UTF-8 sequence at s (n bytes left), or 0. */
static size_t utf8_len(const unsigned char *s, size_t n)
{
	size_t len;
	unsigned low = 0x80, high = 0xbf;

	if (s[0] < 0x80)
		return 1;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		len = 2;
	else if (s[0] >= 0xe0 && s[0] <= 0xef)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		len = 4;
	else
		return 0;
	/* overlong forms, surrogates, beyond U+10FFFF */
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (n < len || s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return len;
}

static void json_escape(struct mp_text *text, unsigned char c)
{
	switch (c) {
	case '"':
		mp_text_str(text, "\\\"");
		break;
	case '\\':
		mp_text_str(text, "\\\\");
		break;
	case '\n':
		mp_text_str(text, "\\n");
		break;
	case '\t':
		mp_text_str(text, "\\t");
		break;
	case '\r':
		mp_text_str(text, "\\r");
		break;
	default:
		mp_text_str(text, "\\u00");
		mp_text_hex(text, c, 2);
	}
}

void mp_json_escape(struct mp_text *text, const char *str, size_t n)
{
	const unsigned char *s = (const unsigned char *)str;
	size_t plain = 0; /* start of the run that needs no escape */

	for (size_t i = 0; i < n;) {
		size_t len;

		if (s[i] >= 0x20 && s[i] < 0x7f && s[i] != '"' && s[i] != '\\') {
			i++;
			continue;
		}
		len = utf8_len(s + i, n - i);
		if (len > 1) {
			i += len;
			continue;
		}
		mp_text_bytes(text, str + plain, i - plain);
		if (len == 0)
			mp_text_str(text, "\xef\xbf\xbd");
		else
			json_escape(text, s[i]);
		plain = ++i;
	}
	mp_text_bytes(text, str + plain, n - plain);
}

static void json_quote(struct mp_text *text, const char *str, size_t n)
{
	mp_text_char(text, '"');
	mp_json_escape(text, str, n);
	mp_text_char(text, '"');
}

static void before_value(struct mp_json *json, const char *key)
{
	if (json->comma)
		mp_text_char(&json->text, ',');
	json->comma = true;
	if (key) { /* one of our own words, which need no escape */
		mp_text_char(&json->text, '"');
		mp_text_str(&json->text, key);
		mp_text_bytes(&json->text, "\":", 2);
	}
}

static void json_open(struct mp_json *json, const char *key, char bracket)
{
	before_value(json, key);
	if (json->telling && json->depth == json->telling->depth)
		json->telling->at = json->text.len;
	mp_text_char(&json->text, bracket);
	json->comma = false;
	json->depth++;
}

static void json_close(struct mp_json *json, char bracket)
{
	json->depth--;
	if (json->telling && json->depth == json->telling->depth)
		mp_tell_object(json);
	mp_text_char(&json->text, bracket);
	json->comma = true;
}

void mp_json_object(struct mp_json *json, const char *key)
{
	json_open(json, key, '{');
}

void mp_json_end_object(struct mp_json *json)
{
	json_close(json, '}');
}

void mp_json_array(struct mp_json *json, const char *key)
{
	json_open(json, key, '[');
}

void mp_json_end_array(struct mp_json *json)
{
	json_close(json, ']');
}

void mp_json_int(struct mp_json *json, const char *key, int64_t value)
{
	before_value(json, key);
	mp_text_int(&json->text, value);
}

void mp_json_bool(struct mp_json *json, const char *key, bool value)
{
	before_value(json, key);
	mp_text_str(&json->text, value ? "true" : "false");
}

void mp_json_str(struct mp_json *json, const char *key, const char *value)
{
	mp_json_bytes(json, key, value, strlen(value));
}

void mp_json_bytes(struct mp_json *json, const char *key, const char *value, size_t len)
{
	before_value(json, key);
	json_quote(&json->text, value, len);
}

void mp_json_null(struct mp_json *json, const char *key)
{
	before_value(json, key);
	mp_text_str(&json->text, "null");
}

void mp_json_fixed(struct mp_json *json, const char *key, double value, int decimals)
{
	int64_t scale = 1;
	double scaled;
	int64_t whole;

	for (int i = 0; i < decimals; i++)
		scale *= 10;
	scaled = value * (double)scale;
	if (!(scaled > -9e15 && scaled < 9e15)) { /* also what is not a number */
		mp_json_null(json, key);
		return;
	}
	whole = (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
	before_value(json, key);
	if (whole < 0) {
		mp_text_char(&json->text, '-');
		whole = -whole;
	}
	mp_text_int(&json->text, whole / scale);
	if (decimals > 0) {
		mp_text_char(&json->text, '.');
		for (int64_t digit = scale / 10; digit > 0; digit /= 10)
			mp_text_char(&json->text, (char)('0' + whole / digit % 10));
	}
}

void mp_json_raw(struct mp_json *json, const char *key, const char *raw, size_t len)
{
	before_value(json, key);
	mp_text_bytes(&json->text, raw, len);
}

void mp_json_seats(struct mp_json *json, const char *key, unsigned seats)
{
	mp_json_array(json, key);
	for (int seat = 0; seat < MP_SEATS; seat++)
		if (seats >> seat & 1)
			mp_json_int(json, NULL, seat + 1);
	mp_json_end_array(json);
}
