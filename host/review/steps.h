/* SPDX-License-Identifier: MIT
 *
 * A quick review that is made an event at a time, for threads that have more urgent things to do in
 * between. It is what `metropole review` says with seed 1.
 */
#ifndef HOST_REVIEW_STEPS_H
#define HOST_REVIEW_STEPS_H

#include <stdbool.h>

struct review_steps;

/* Of a record in which nothing is hidden. NULL if it is none, or memory is short. */
struct review_steps *review_steps_new(const char *record);
void review_steps_free(struct review_steps *);

enum review_step { REVIEW_GOES_ON, REVIEW_IS_DONE, REVIEW_FAILED };

/* Looks at one event more. */
enum review_step review_steps_go(struct review_steps *);

/* The review as JSON (docs/review.schema.json), once it is done: the caller's to free. NULL if
 * memory is short. */
char *review_steps_text(struct review_steps *);

#endif
