/* SPDX-License-Identifier: MIT
 *
 * Lines: copies that are owned, broken where words end. Columns are counted as characters, since
 * the sentences of the house are in scripts whose letters take one column each.
 */
#include "lines.h"

#include "host/array.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 1 << 20 };

static void add(struct lines *lines, char *text)
{
	if (!text)
		return;
	if (!array_reserve(lines->line, lines->cap, lines->n + 1, LINES_MAX)) {
		free(text);
		return;
	}
	lines->line[lines->n++] = text;
}

/* C1 controls are two bytes in UTF-8. */
void text_clean(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f)
			*p = ' ';
		if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0)
			p[0] = p[1] = ' ';
	}
}

void lines_add(struct lines *lines, const char *text)
{
	char *copy = strdup(text);

	if (copy)
		text_clean(copy);
	add(lines, copy);
}

void lines_cut(struct lines *lines, size_t n)
{
	while (lines->n > n)
		free(lines->line[--lines->n]);
}

void lines_release(struct lines *lines)
{
	lines_cut(lines, 0);
	free(lines->line);
	*lines = (struct lines){0};
}

static int is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

int text_columns(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += !is_continuation(*text);
	return n;
}

size_t text_fitting(const char *text, int columns)
{
	size_t i = 0;

	while (text[i] && (columns > 0 || is_continuation(text[i])))
		columns -= !is_continuation(text[i++]);
	while (text[i] && is_continuation(text[i]))
		i++;
	return i;
}

void lines_wrap(struct lines *lines, const char *text, int width, int indent)
{
	int before = 0;

	width = width < 8 ? 8 : width;
	do {
		size_t fit = text_fitting(text, width - before), end = fit;
		char *line = NULL;

		if (text[fit])
			while (end > 0 && text[end] != ' ')
				end--;
		if (end == 0)
			end = fit; /* one long word */
		if (asprintf(&line, "%*s%.*s", before, "", (int)end, text) < 0)
			return;
		text_clean(line);
		add(lines, line);
		text += end;
		while (*text == ' ')
			text++;
		before = indent;
	} while (*text);
}
