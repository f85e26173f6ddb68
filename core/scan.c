/* SPDX-License-Identifier: MIT
 *
 * The scanner that reads notation.
 */
#include <metropole/text.h>

#include <string.h>

void mp_scan_init(struct mp_scan *scan, const char *text, size_t len)
{
	*scan = (struct mp_scan){.p = text, .end = text + len};
}

bool mp_scan_end(const struct mp_scan *scan)
{
	return scan->p == scan->end;
}

bool mp_scan_char(struct mp_scan *scan, char c)
{
	if (scan->p == scan->end || *scan->p != c)
		return false;
	scan->p++;
	return true;
}

bool mp_scan_unseen(struct mp_scan *scan)
{
	return scan->cut && mp_scan_char(scan, '?');
}

static bool starts_with(const struct mp_scan *scan, const char *str, size_t len)
{
	return (size_t)(scan->end - scan->p) >= len && memcmp(scan->p, str, len) == 0;
}

bool mp_scan_str(struct mp_scan *scan, const char *str)
{
	size_t len = strlen(str);

	if (!starts_with(scan, str, len))
		return false;
	scan->p += len;
	return true;
}

bool mp_scan_uint(struct mp_scan *scan, uint32_t max, uint32_t *value)
{
	const char *p = scan->p;
	uint64_t v = 0;

	if (p == scan->end || *p < '0' || *p > '9')
		return false;
	if (*p == '0' && p + 1 < scan->end && p[1] >= '0' && p[1] <= '9')
		return false;
	while (p < scan->end && *p >= '0' && *p <= '9') {
		v = v * 10 + (uint64_t)(*p++ - '0');
		if (v > max)
			return false;
	}
	scan->p = p;
	*value = (uint32_t)v;
	return true;
}

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
	       c == '_';
}

bool mp_scan_name(struct mp_scan *scan, const char *const *names, size_t n, unsigned *index)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(names[i]);

		if (!starts_with(scan, names[i], len))
			continue;
		if (scan->p + len < scan->end && is_word_char(scan->p[len]))
			continue;
		scan->p += len;
		*index = (unsigned)i;
		return true;
	}
	return false;
}
