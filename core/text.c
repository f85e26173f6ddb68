/* SPDX-License-Identifier: MIT
 *
 * The bounded text builder. Knows bytes, not their meaning.
 */
#include <metropole/text.h>

#include <string.h>

void mp_text_init(struct mp_text *text, char *buf, size_t cap)
{
	*text = (struct mp_text){.buf = buf, .cap = cap};
	if (cap > 0)
		buf[0] = '\0';
	else
		text->overflow = true;
}

void mp_text_bytes(struct mp_text *text, const char *bytes, size_t n)
{
	if (text->overflow || n >= text->cap - text->len) {
		text->overflow = true;
		return;
	}
	memcpy(text->buf + text->len, bytes, n);
	text->len += n;
	text->buf[text->len] = '\0';
}

void mp_text_char(struct mp_text *text, char c)
{
	mp_text_bytes(text, &c, 1);
}

void mp_text_str(struct mp_text *text, const char *str)
{
	mp_text_bytes(text, str, strlen(str));
}

void mp_text_int(struct mp_text *text, int64_t value)
{
	char digits[20]; /* -2^63 has 19 digits and a sign */
	size_t at = sizeof digits;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--at] = '-';
	mp_text_bytes(text, digits + at, sizeof digits - at);
}

void mp_text_hex(struct mp_text *text, uint64_t value, int digits)
{
	for (int i = digits - 1; i >= 0; i--)
		mp_text_char(text, "0123456789abcdef"[value >> (4 * i) & 15]);
}

uint64_t mp_hash(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ byte[i]) * 0x100000001b3u;
	return hash;
}
