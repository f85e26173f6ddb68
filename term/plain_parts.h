/* SPDX-License-Identifier: MIT
 *
 * A game by lines, between the files that play it.
 */
#ifndef TERM_PLAIN_PARTS_H
#define TERM_PLAIN_PARTS_H

#include "plain.h"

#include "choices.h"

enum { PLAIN_TYPED_MAX = 1024 };

struct plain {
	struct sitting *sitting;
	rules_fn *rules;
	struct referee referee;
	int in;
	FILE *out;
	char typed[PLAIN_TYPED_MAX]; /* what was read; the last line that was taken stands at its
	                                beginning */
	size_t n_typed, taken;
	bool has_ended; /* the input */
	struct choices choices;
	size_t told[MP_PUBLIC + 1]; /* lines of each journal that were read out */
	int eyes;                   /* who reads; -1 before anybody does */
	int asked;                  /* who was told to move, -1 since something happened */
	enum plain_end end;
	bool is_done;
};

void plain_put(struct plain *, const char *text);
void plain_put_all(struct plain *, struct lines *); /* and releases them */
void plain_put_phrase(struct plain *, const char *key);
void plain_leave(struct plain *, enum plain_end);

/* plain_commands.c. A move of the list with what it does. */
void plain_put_choice(struct plain *, size_t i);
/* Runs a command in either language, whatever the table speaks: hands remember. False if it is
 * none. */
bool plain_command(struct plain *, int seat, const char *line);

#endif
