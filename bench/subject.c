/* SPDX-License-Identifier: MIT
 *
 * The process, and what the system tells of it.
 */
#include "subject.h"

#include "tests/server/client.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_server(const struct subject *subject, const char *program)
{
	execl(program, program, "serve", "--port=0", "--log-level=0", "--connections=20000",
	      "--connections-per-address=20000", "--tables=20000", "--tables-per-hour=1000000",
	      "--tables-per-user=100000", "--messages-per-second=1000",
	      "--requests-per-minute=10000000", "--guests-per-hour=1000000", "--data", subject->data,
	      (char *)NULL);
	_exit(127);
}

/* As many connections as the system allows, here and in the server. */
static void raise_limit(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

bool subject_start(struct subject *subject, const char *program, const char *folder)
{
	int out[2], file;
	char line[512];
	FILE *reader;

	raise_limit();
	*subject = (struct subject){0};
	snprintf(subject->data, sizeof subject->data, "%s/metropole-load-XXXXXX", folder);
	file = mkstemp(subject->data);
	if (file < 0 || pipe(out) != 0)
		return false;
	close(file);
	subject->pid = fork();
	if (subject->pid == 0) {
		dup2(out[1], STDOUT_FILENO);
		close(out[0]);
		close(out[1]);
		run_server(subject, program);
	}
	close(out[1]);
	reader = fdopen(out[0], "r");
	if (fgets(line, sizeof line, reader) && strstr(line, "localhost:"))
		subject->port = atoi(strstr(line, "localhost:") + strlen("localhost:"));
	fclose(reader);
	return subject->port != 0;
}

void subject_stop(struct subject *subject)
{
	static const char *const parts[] = {"", "-wal", "-shm"};
	char path[sizeof subject->data + 8];

	if (subject->pid > 0) {
		kill(subject->pid, SIGTERM);
		waitpid(subject->pid, NULL, 0);
	}
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		snprintf(path, sizeof path, "%s%s", subject->data, parts[i]);
		unlink(path);
	}
	*subject = (struct subject){0};
}

double subject_metric(const struct subject *subject, const char *name)
{
	struct reply reply = client_http(subject->port, "GET", "/metrics", "", "", "");
	char key[64];
	const char *at;
	double value = 0;

	snprintf(key, sizeof key, "\n%s ", name);
	at = strstr(reply.body, key);
	if (at)
		value = strtod(at + strlen(key), NULL);
	reply_release(&reply);
	return value;
}

double subject_resident_kb(const struct subject *subject)
{
	char path[64], line[256];
	double kb = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)subject->pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmRSS: %lf", &kb) == 1)
			break;
	if (file)
		fclose(file);
	return kb;
}

double subject_cpu_seconds(const struct subject *subject)
{
	char path[64], text[1024];
	unsigned long user = 0, system = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)subject->pid);
	file = fopen(path, "r");
	if (file && fgets(text, sizeof text, file))
		sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
		       &system);
	if (file)
		fclose(file);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}
