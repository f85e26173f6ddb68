/* SPDX-License-Identifier: MIT
 *
 * The progress bar.
 */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_init(struct progress *progress, unsigned long long total, bool quiet)
{
	*progress = (struct progress){.total = total, .shown = !quiet && isatty(STDERR_FILENO)};
	clock_gettime(CLOCK_MONOTONIC, &progress->start);
}

void progress_show(struct progress *progress, unsigned long long done)
{
	struct timespec now;
	double part, seconds;
	int filled;

	if (!progress->shown || progress->total == 0)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = (double)(now.tv_sec - progress->start.tv_sec) +
	          (double)(now.tv_nsec - progress->start.tv_nsec) / 1e9;
	part = (double)done / (double)progress->total;
	filled = (int)(part * 40);
	fputs("\r[", stderr);
	for (int i = 0; i < 40; i++)
		fputs(i < filled ? "█" : "·", stderr);
	fprintf(stderr, "] %llu/%llu", done, progress->total);
	if (done > 0)
		fprintf(stderr, "  %.0f s  ", seconds / part - seconds);
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
}
