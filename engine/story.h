/* SPDX-License-Identifier: MIT
 *
 * What happened while a request was served: its events and their effects, cut for one viewer.
 */
#ifndef ENGINE_STORY_H
#define ENGINE_STORY_H

#include "buffer.h"

#include <metropole/match.h>

struct story {
	struct buffer events, effects;
	int viewer;
	const struct mp_voice *voice; /* says effects in sentences too; NULL: does not */
};

/* False if memory is short; release it all the same. */
bool story_init(struct story *);
void story_release(struct story *);

/* Nothing has happened yet, and everything may be told. */
void story_clear(struct story *);

/* A match's witness, with the story as its context. */
void story_add(void *story, struct mp_match *, int seat, mp_move);

#endif
