/* SPDX-License-Identifier: MIT
 *
 * Play by lines: for screen readers, scripts and terminals that can do no more. Nothing that is
 * written here holds a control character but the end of a line.
 */
#ifndef TERM_PLAIN_H
#define TERM_PLAIN_H

#include "referee.h"

#include <stdio.h>

/* The text of a game's rules in a language, or NULL. */
typedef const char *rules_fn(const struct mp_game *, enum mp_lang, size_t *len);

enum plain_end { PLAIN_OVER, PLAIN_QUIT, PLAIN_INPUT_ENDED, PLAIN_FAILED };

/* Plays to the end or until somebody leaves. `in` is a file descriptor: while nothing is typed, the
 * referee goes on. */
enum plain_end plain_play(struct sitting *, struct referee, rules_fn *, int in, FILE *out);

/* Walks through a sitting that was loaded from its record, by lines. */
enum plain_end plain_replay(struct sitting *, int in, FILE *out);

/* The lines of a game's rules that state the rule with this id. */
void rule_lines(rules_fn *, const struct mp_game *, enum mp_lang, const char *id, struct lines *);

#endif
