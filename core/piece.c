/* SPDX-License-Identifier: MIT
 *
 * Reads JSON that core wrote.
 */
#include "piece.h"

#include <metropole/words.h>

#include <string.h>

#ifndef MP_SILENT
/* The JSON value at p; strings with their quotes. */
static struct piece value_at(const char *p, const char *end)
{
	const char *at = p;
	int depth = 0;

	do {
		if (*at == '"')
			for (at++; at < end && *at != '"'; at++)
				at += *at == '\\';
		else if (*at == '{' || *at == '[')
			depth++;
		else if (*at == '}' || *at == ']')
			depth--;
		else if (depth == 0)
			while (at + 1 < end && !strchr(",}]", at[1]))
				at++;
		at++;
	} while (at < end && depth > 0);
	return (struct piece){p, (size_t)(at - p)};
}

struct piece piece_member(struct piece args, struct piece name)
{
	const char *p = args.p + 1, *end = args.p + args.n;

	if (args.n < 2 || args.p[0] != '{')
		return name.n == 2 && memcmp(name.p, "it", 2) == 0 ? args : (struct piece){NULL, 0};
	while (p < end && *p == '"') {
		struct piece key = value_at(p, end), value = value_at(p + key.n + 1, end);

		if (key.n == name.n + 2 && memcmp(key.p + 1, name.p, name.n) == 0)
			return value.p[0] == 'n' ? (struct piece){NULL, 0} : value;
		p = value.p + value.n + 1;
	}
	return (struct piece){NULL, 0};
}

bool piece_next(struct piece list, const char **at, struct piece *item)
{
	const char *end = list.p + list.n;

	if (list.n == 0)
		return false;
	if (list.p[0] != '[') {
		*item = list;
		return *at ? false : (*at = end, true);
	}
	if (!*at)
		*at = list.p + 1;
	if (*at + 1 >= end)
		return false;
	*item = value_at(*at, end);
	*at = item->p + item->n + 1;
	return true;
}

int piece_length(struct piece list)
{
	const char *at = NULL;
	struct piece item;
	int n = 0;

	while (piece_next(list, &at, &item))
		n++;
	return n;
}

struct piece piece_bare(struct piece value)
{
	if (value.n >= 2 && value.p[0] == '"')
		return (struct piece){value.p + 1, value.n - 2};
	return value;
}

int64_t piece_number(struct piece value)
{
	int64_t n = 0;
	size_t i;

	value = piece_bare(value);
	i = value.n > 0 && value.p[0] == '-';

	if (value.n > 0 && value.p[0] == '[')
		return piece_length(value);
	for (size_t digit = i; digit < value.n && value.p[digit] >= '0' && value.p[digit] <= '9';
	     digit++)
		n = 10 * n + (value.p[digit] - '0');
	return i ? -n : n;
}

bool piece_is(struct piece value, const char *text, size_t n)
{
	struct piece plain = value.n ? piece_bare(value) : (struct piece){"null", 4};

	return plain.n == n && memcmp(plain.p, text, n) == 0;
}

bool mp_member(const char *object, size_t len, const char *name, const char **value, size_t *n)
{
	struct piece found =
		piece_bare(piece_member((struct piece){object, len}, (struct piece){name, strlen(name)}));

	*value = found.p;
	*n = found.n;
	return found.n > 0;
}

#else /* without tables nobody speaks of members */

bool mp_member(const char *object, size_t len, const char *name, const char **value, size_t *n)
{
	(void)object;
	(void)len;
	(void)name;
	*value = NULL;
	*n = 0;
	return false;
}
#endif
