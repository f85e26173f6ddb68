/* SPDX-License-Identifier: MIT
 *
 * What an arena match came to: as text, as JSON, as a plot.
 */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "host/arena/ledger.h"

/* A sequential test of the first contestant: is it elo1 or only elo0 better? */
struct arena_test {
	bool is_on;
	double elo0, elo1;
};

/* Is the test on and decided? */
bool arena_test_is_done(const struct arena_test *, const struct ledger *);

void arena_report_print(const struct ledger *, const struct arena_test *);
void arena_report_json(const struct ledger *, const struct arena_test *);

/* The running share of the first contestant with its interval. False if gnuplot failed. */
bool arena_report_plot(const struct ledger *, const char *path);

#endif
