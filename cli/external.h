/* SPDX-License-Identifier: MIT
 *
 * A program that plays: it speaks the engine protocol (docs/bots.md) and follows a match from one
 * seat. It is told what that seat sees and asked for moves; what it answers is held against the
 * rules here. A program that dies, hangs or answers nonsense has failed, and is ended.
 */
#ifndef CLI_EXTERNAL_H
#define CLI_EXTERNAL_H

#include <metropole/match.h>

enum { EXTERNAL_WHY_MAX = 400, EXTERNAL_GRACE_MS = 1000 };

struct external;

/* argv is copied; the program starts when it is first asked. NULL if memory is short. */
struct external *external_new(char *const argv[]);
/* It is told every move, draws included, as a referee is: for programs that cannot follow a match
 * and keep its secrets from their seats themselves. */
void external_tell_all(struct external *);
void external_free(struct external *);

/* What is to be done now and then while the program is waited for. */
void external_meanwhile(struct external *, void (*)(void *ctx), void *ctx);

/* The next question is of another game. */
void external_begin(struct external *);

/* What the seat plays within so many ms; it has EXTERNAL_GRACE_MS more before it is too late. Tells
 * it first what has happened since it was last asked. False with a sentence if it failed. */
bool external_ask(struct external *, struct mp_match *, int seat, uint32_t ms, uint64_t seed,
                  bool *has_move, mp_move *, char why[EXTERNAL_WHY_MAX]);

/* The game is over; the whole record is told to whoever cares. */
void external_end(struct external *, const char *record);

#endif
