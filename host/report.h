/* SPDX-License-Identifier: MIT
 *
 * What happened, as it is told: the events since the last clearing and their effects, cut for each
 * viewer that listens. Viewers who know the same and see the same move are one class, for which it
 * is written once.
 */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include "buffer.h"

#include <metropole/match.h>

enum { REPORT_VIEWERS = MP_ALL + 1 };

struct report {
	struct told {
		int viewer;
		struct buffer events, effects; /* the items of two arrays */
	} told[REPORT_VIEWERS];
	size_t n;    /* viewers that listen */
	char *known; /* what each of them knows, as redacted states */
	size_t known_cap;
	const struct mp_voice *voice; /* says effects in sentences too; NULL: does not */
	bool short_of_memory;         /* something could not be told; stays until cleared */
};

/* Nothing has happened yet, and nobody listens. Keeps its memory. */
void report_clear(struct report *, const struct mp_voice *);
/* One more viewer listens from here on. */
void report_listen(struct report *, int viewer);
void report_release(struct report *);

/* Writes what happened as the viewer is told it: items of an open array. */
typedef void report_fn(void *ctx, int viewer, struct mp_json *);

/* Tells everyone of a move that is about to be played, in a host's own form; effects may be NULL,
 * where they are part of the event. Of the viewer it may depend only by what the match writes for
 * it. Without a move (NULL) nobody is taken to see what another sees. */
void report_tell(struct report *, const struct mp_match *before, const struct mp_played *,
                 report_fn *event, report_fn *effects, void *ctx);

/* A match's witness, with the report as its context: an event is the move's notation. */
void report_add(void *report, struct mp_match *, int seat, mp_move);

#endif
