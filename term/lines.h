/* SPDX-License-Identifier: MIT
 *
 * Lines of text that grow: what is read out, written down, listed.
 */
#ifndef TERM_LINES_H
#define TERM_LINES_H

#include <stddef.h>

struct lines {
	char **line;
	size_t n, cap;
};

/* A copy of this text, as one more line, without control characters. What memory is too short for
 * is left out. */
void lines_add(struct lines *, const char *text);
/* Keeps the first n. */
void lines_cut(struct lines *, size_t n);
void lines_release(struct lines *);

/* The text again as lines of at most `width` columns, broken at spaces; `indent` columns before
 * all but the first. */
void lines_wrap(struct lines *, const char *text, int width, int indent);

/* Puts spaces where control characters are, in place. Names and talk come from outside: nothing in
 * them may steer a terminal. */
void text_clean(char *);

/* Columns that a text takes, and the bytes of it that fit into so many. */
int text_columns(const char *);
size_t text_fitting(const char *, int columns);

#endif
