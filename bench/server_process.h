/* SPDX-License-Identifier: MIT
 *
 * A server that is measured: a process with a data file of its own, and what it uses.
 */
#ifndef BENCH_SERVER_PROCESS_H
#define BENCH_SERVER_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct server_process {
	pid_t pid;
	int port;
	char data[256];
};

/* Starts `program serve` without limits that a load would meet; false if it does not answer. */
bool server_process_start(struct server_process *, const char *program, const char *folder);
/* Ends it and deletes its data. */
void server_process_stop(struct server_process *);

/* A number of its /metrics. */
double server_process_metric(const struct server_process *, const char *name);
double server_process_resident_kb(const struct server_process *);
double server_process_cpu_seconds(const struct server_process *);

#endif
