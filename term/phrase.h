/* SPDX-License-Identifier: MIT
 *
 * What the terminal itself says, by the keys of words.en and words.fr in this folder.
 */
#ifndef TERM_PHRASE_H
#define TERM_PHRASE_H

#include <metropole/words.h>

enum { PHRASE_MAX = 1024 };

struct phrase {
	char text[PHRASE_MAX];
};

/* The sentence under this key; `args` is a JSON object in the manner of printf, or NULL. What is
 * put into it as a string has to be JSON already: phrase_quote. */
struct phrase phrase(const struct mp_voice *, const char *key, const char *args, ...)
	__attribute__((format(printf, 3, 4)));
/* The same, spoken to a seat. */
struct phrase phrase_to(const struct mp_voice *, int viewer, const char *key, const char *args, ...)
	__attribute__((format(printf, 4, 5)));

/* A score in the units of this game: 12, 3½. */
struct phrase phrase_score(const struct mp_voice *, const struct mp_game *, int32_t);

/* A text as JSON, with its quotes. */
struct phrase phrase_quote(const char *);

#endif
