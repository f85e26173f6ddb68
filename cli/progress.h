/* SPDX-License-Identifier: MIT
 *
 * A progress bar on standard error, if that is a terminal; nothing otherwise.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <time.h>

struct progress {
	unsigned long long total;
	struct timespec start;
	bool shown;
};

void progress_init(struct progress *, unsigned long long total, bool quiet);
void progress_show(struct progress *, unsigned long long done);
void progress_end(struct progress *);

#endif
