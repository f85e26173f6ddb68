/* SPDX-License-Identifier: MIT
 *
 * A review in the making, for hosts that have their own kind of threads: tasks 0 to n, in any order
 * and on any thread, each filling the event of its number; then they are summed up.
 */
#ifndef HOST_REVIEW_WORK_H
#define HOST_REVIEW_WORK_H

#include "position.h"

struct review_work {
	struct review *review;
	struct course course;
	struct estimator *estimators; /* one for each of options.threads */
};

/* False if memory is short; review_end and review_release are due in any case. */
bool review_begin(struct review_work *, struct review *, const struct live *,
                  const struct review_options *);
/* Event n, or the beginning if n is the number of events. False if no world fits what is known. */
bool review_weigh(struct review_work *, int thread, size_t n);
void review_sum_up(struct review_work *);

/* What the mover of event n loses with this move against that one: less than 0 if this is better.
 * False if either is against the rules there. */
bool review_compare(struct review_work *, int thread, size_t n, mp_move, mp_move against,
                    struct review_shares *loss);
void review_end(struct review_work *);

#endif
