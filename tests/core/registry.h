/* SPDX-License-Identifier: MIT
 *
 * The games that the tests of core know: the toy game, and `letters`, the same with options of
 * every type, a text among them that prepare may refuse.
 */
#ifndef METROPOLE_TESTS_CORE_REGISTRY_H
#define METROPOLE_TESTS_CORE_REGISTRY_H

#include "../toy/toy.h"

#include <metropole/match.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TABLE_MOVES = 200 };

/* A match with its memory, on a setup with defaults. */
struct table {
	struct mp_setup setup;
	struct mp_match match;
	struct toy state;
	struct toy scratch[4];
	struct mp_played moves[TABLE_MOVES];
};

void table_open(struct table *, const struct mp_game *, int players);
/* Plays moves separated by "; ", each by whoever is on turn; fails the test where one is refused.
 */
void table_play(struct table *, const char *moves);

#endif
