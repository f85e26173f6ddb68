/* SPDX-License-Identifier: MIT
 *
 * Many reviews for people to read, or for programs.
 */
#ifndef CLI_SUMMARY_REPORT_H
#define CLI_SUMMARY_REPORT_H

#include "host/review/summary.h"

/* One line of a game among many. */
void review_line(const struct review *, const struct live *, const char *file);

void summaries_report(const struct summaries *);
/* As one JSON object. False if memory is short. */
bool summaries_print_json(const struct summaries *);

#endif
