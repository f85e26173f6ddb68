/* SPDX-License-Identifier: MIT
 *
 * A server that is measured: a process with a data file of its own, and what it uses.
 */
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include <stdbool.h>
#include <sys/types.h>

struct subject {
	pid_t pid;
	int port;
	char data[256];
};

/* Starts `program serve` without limits that a load would meet; false if it does not answer. */
bool subject_start(struct subject *, const char *program, const char *folder);
/* Ends it and deletes its data. */
void subject_stop(struct subject *);

/* A number of its /metrics. */
double subject_metric(const struct subject *, const char *name);
double subject_resident_kb(const struct subject *);
double subject_cpu_seconds(const struct subject *);

#endif
