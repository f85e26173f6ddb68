/* SPDX-License-Identifier: MIT
 *
 * Names of people: which are good, and which are the same.
 */
#ifndef METROPOLE_SERVER_NAME_H
#define METROPOLE_SERVER_NAME_H

#include "server/store/store.h"

struct mp_json;

enum { NAME_LETTERS_MIN = 2, NAME_LETTERS_MAX = 24 };

/* Latin letters with or without accents, digits, and between them single blanks, - _ . or '. */
bool name_is_good(const char *);
/* What names are compared by: small letters without accents or signs, so that no two people can
 * look alike. */
void name_key(const char *name, char key[NAME_BYTES]);
/* Somebody, as members of an open object. */
void name_write(struct mp_json *, const char *name, bool is_account, bool is_bot);

#endif
