/* SPDX-License-Identifier: MIT
 *
 * A review of a finished game that was taken from the queue: for the server's own threads, and for
 * those of other processes.
 */
#ifndef METROPOLE_SERVER_REVIEW_TASK_H
#define METROPOLE_SERVER_REVIEW_TASK_H

#include "host/review/steps.h"

#include <stdint.h>

enum {
	REVIEW_HOLD_MS = 120000, /* of which nothing is heard for so long another may take */
	REVIEW_BEAT_MS = 30000,  /* so often whoever makes it says so */
};

struct review_task {
	int64_t table; /* 0: there was none to take */
	char *record;
	struct review_steps *steps;
	enum review_step step;
	char *text; /* of a review that is done; NULL if it failed */
};

/* For review_take; `ctx` is an empty task. */
void review_task_take(void *ctx, int64_t table, const char *record);
/* Looks at one event more. */
void review_task_go(struct review_task *);
void review_task_release(struct review_task *);

#endif
