/* SPDX-License-Identifier: MIT
 *
 * What happened, as it is told: the events since the last clearing and their effects, cut for each
 * class of viewers that listens. All classes are served in one pass over each move.
 */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include "buffer.h"

#include <metropole/match.h>

enum { REPORT_CLASSES = MP_ALL + 1 };

struct report {
	struct told {
		int viewer;
		struct buffer events, effects; /* the items of two arrays */
	} told[REPORT_CLASSES];
	size_t n;                     /* classes that listen */
	const struct mp_voice *voice; /* says effects in sentences too; NULL: does not */
	bool short_of_memory;         /* something could not be told; stays until cleared */
};

/* Nothing has happened yet, and nobody listens. Keeps its memory. */
void report_clear(struct report *, const struct mp_voice *);
/* One more viewer listens from here on. */
void report_listen(struct report *, int viewer);
void report_release(struct report *);

/* A match's witness, with the report as its context. */
void report_add(void *report, struct mp_match *, int seat, mp_move);

#endif
