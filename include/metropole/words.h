/* SPDX-License-Identifier: MIT
 *
 * Sentences for people, in their language. Their source are the catalogues words.en and words.fr in
 * core/ and in each game's folder; tools/words.py compiles them to the tables that are read here.
 * A sentence is found by its key and filled in from the members of a JSON object, so what the
 * protocol tells (effects, prompts, readings, refusals) is itself the list of parameters.
 */
#ifndef METROPOLE_WORDS_H
#define METROPOLE_WORDS_H

#include <metropole/game.h>
#include <metropole/text.h>

/* How to speak, and of whom: seats without a name are "Player 2". */
struct mp_voice {
	enum mp_lang lang;
	const char *names[MP_SEATS];
};

/* What core itself has to say; games' catalogues come first. */
extern const struct mp_words mp_core_words[MP_LANGS];

/* "en" or "fr". */
bool mp_lang_find(const char *name, enum mp_lang *);

/* Writes the sentence under this key. `viewer` is spoken to as "you"; `args` is a JSON object as
 * core's writer writes it. False, and nothing is written, if neither the game (which may be NULL)
 * nor core has the key. */
bool mp_say(const struct mp_voice *, const struct mp_game *, int viewer, const char *key,
            const char *args, size_t len, struct mp_text *);

/* The same within a JSON string: names are escaped. */
bool mp_say_json(const struct mp_voice *, const struct mp_game *, int viewer, const char *key,
                 const char *args, size_t len, struct mp_text *);

/* The name of one thing of a kind, for everybody: `card.` and `star`. */
void mp_say_name(const struct mp_voice *, const struct mp_game *, const char *group,
                 const char *word, struct mp_text *);

/* Is there a sentence under this key? */
bool mp_can_say(const struct mp_voice *, const struct mp_game *, const char *key);

/* A member of a JSON object that core wrote, strings without their quotes; false if it is null or
 * not there. */
bool mp_member(const char *object, size_t len, const char *name, const char **value, size_t *n);

/* Tells the objects that are written next, one level deep: as long as this lasts, each gets a
 * member "text", the sentence under `prefix`.type (or .cause where it has no type, or .other),
 * if the writer has a voice. The telling is the caller's memory. */
struct mp_telling {
	const struct mp_game *game;
	int viewer;
	const char *prefix;
	unsigned depth; /* of the writer when it began */
	size_t at;      /* where the object began */
};
void mp_tell_begin(struct mp_json *, struct mp_telling *, const struct mp_game *, int viewer,
                   const char *prefix);
void mp_tell_end(struct mp_json *);

/* Adds the member `text` with the sentence under `key` to the object that is open; false, and
 * nothing, without a voice or without such a sentence. */
bool mp_tell(struct mp_json *, const struct mp_game *, int viewer, const char *key,
             const char *args, size_t len);

/* For the JSON writer: an object that began at telling->at is about to be closed. */
void mp_tell_object(struct mp_json *);

#endif
