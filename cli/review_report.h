/* SPDX-License-Identifier: MIT
 *
 * A review for people to read.
 */
#ifndef CLI_REVIEW_REPORT_H
#define CLI_REVIEW_REPORT_H

#include "host/review/review.h"

/* Prints it: what mattered, or all events. */
void review_report(const struct review *, struct live *, bool all);

#endif
