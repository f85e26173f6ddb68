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
	bool is_shared; /* others may use the data, too */
};

/* Starts `program serve`, on a new file in a folder or on a postgresql:// address, without limits
 * that a load would meet; false if it does not answer. */
bool server_process_start(struct server_process *, const char *program, const char *where);
/* Ends it and deletes its file. */
void server_process_stop(struct server_process *);

/* A number of its /metrics. */
double server_process_metric(const struct server_process *, const char *name);
double server_process_resident_kb(const struct server_process *);
double server_process_cpu_seconds(const struct server_process *);
/* Of a process and those that it has started: a database's. */
double server_process_family_cpu_seconds(int pid);

#endif
