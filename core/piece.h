/* SPDX-License-Identifier: MIT
 *
 * What sentences are about, read where it stands: JSON that core wrote, so it is well formed.
 */
#ifndef CORE_PIECE_H
#define CORE_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of JSON or of a sentence. */
struct piece {
	const char *p;
	size_t n;
};

/* The member with this name; an empty piece if it is null or not there. */
struct piece piece_member(struct piece args, struct piece name);
/* Iterates over a list; anything else is a list of itself. `at` begins as NULL. */
bool piece_next(struct piece list, const char **at, struct piece *item);
int piece_length(struct piece list);
/* A string without its quotes; other values as they are. */
struct piece piece_bare(struct piece value);
/* A number; the one that a name begins with ("2B"); the length of a list. */
int64_t piece_number(struct piece value);
bool piece_is(struct piece value, const char *text, size_t n);

#endif
