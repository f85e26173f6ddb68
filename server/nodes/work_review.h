/* SPDX-License-Identifier: MIT
 *
 * What a thread of `metropole work` does while no bot has a question: reviews of finished games.
 */
#ifndef METROPOLE_SERVER_WORK_REVIEW_H
#define METROPOLE_SERVER_WORK_REVIEW_H

#include "server/tables/review_task.h"

#include <stdbool.h>

struct work_review {
	struct review_task task;
	int64_t next_beat, next_look; /* ms, steady */
};

/* Looks at an event of the review under way, or for one to be made. False if there is none, or the
 * database failed: then the caller waits a little. */
bool work_review_go(struct work_review *, void *db);
void work_review_release(struct work_review *);

#endif
