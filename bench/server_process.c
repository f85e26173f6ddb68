/* SPDX-License-Identifier: MIT
 *
 * The process, and what the system tells of it.
 */
#include "server_process.h"

#include "tests/server/client.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_server(const struct server_process *server, const char *program)
{
	execl(program, program, "serve", "--port=0", "--log-level=0", "--connections=20000",
	      "--connections-per-address=20000", "--tables=20000", "--tables-per-hour=1000000",
	      "--tables-per-user=100000", "--silence-seconds=600", "--messages-per-second=1000",
	      "--busy-ms-per-second=1000000", "--requests-per-minute=10000000",
	      "--guests-per-hour=1000000", "--data", server->data, (char *)NULL);
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

/* A folder is for a file of its own. */
static bool name_data(struct server_process *server, const char *where)
{
	int file;

	server->is_shared = strncmp(where, "postgres", 8) == 0;
	snprintf(server->data, sizeof server->data,
	         server->is_shared ? "%s" : "%s/metropole-load-XXXXXX", where);
	file = server->is_shared ? -1 : mkstemp(server->data);
	if (file >= 0)
		close(file);
	return server->is_shared || file >= 0;
}

bool server_process_start(struct server_process *server, const char *program, const char *where)
{
	int out[2];
	char line[512];
	FILE *reader;

	raise_limit();
	*server = (struct server_process){0};
	if (!name_data(server, where) || pipe(out) != 0)
		return false;
	server->pid = fork();
	if (server->pid == 0) {
		dup2(out[1], STDOUT_FILENO);
		close(out[0]);
		close(out[1]);
		run_server(server, program);
	}
	close(out[1]);
	reader = fdopen(out[0], "r");
	if (fgets(line, sizeof line, reader) && strstr(line, "localhost:"))
		server->port = atoi(strstr(line, "localhost:") + strlen("localhost:"));
	fclose(reader);
	return server->port != 0;
}

void server_process_stop(struct server_process *server)
{
	static const char *const parts[] = {"", "-wal", "-shm", "-lock"};
	char path[sizeof server->data + 8];

	if (server->pid > 0) {
		kill(server->pid, SIGTERM);
		waitpid(server->pid, NULL, 0);
	}
	for (size_t i = 0; !server->is_shared && i < sizeof parts / sizeof parts[0]; i++) {
		snprintf(path, sizeof path, "%s%s", server->data, parts[i]);
		unlink(path);
	}
	*server = (struct server_process){0};
}

double server_process_metric(const struct server_process *server, const char *name)
{
	struct reply reply = client_http(server->port, "GET", "/metrics", "", "", "");
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

double server_process_resident_kb(const struct server_process *server)
{
	char path[64], line[256];
	double kb = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)server->pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmRSS: %lf", &kb) == 1)
			break;
	if (file)
		fclose(file);
	return kb;
}

/* Of a process; its parent. */
static double cpu_of(int pid, int *parent)
{
	char path[64], text[1024];
	unsigned long user = 0, system = 0;
	FILE *file;

	*parent = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (file && fgets(text, sizeof text, file))
		sscanf(strrchr(text, ')') + 2, "%*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", parent,
		       &user, &system);
	if (file)
		fclose(file);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double server_process_cpu_seconds(const struct server_process *server)
{
	int parent;

	return cpu_of((int)server->pid, &parent);
}

double server_process_family_cpu_seconds(int pid)
{
	DIR *folder = opendir("/proc");
	double sum = 0;
	int parent;

	for (struct dirent *entry; folder && pid && (entry = readdir(folder));) {
		int child = atoi(entry->d_name);
		double cpu = child > 0 ? cpu_of(child, &parent) : 0;

		if (child > 0 && (child == pid || parent == pid))
			sum += cpu;
	}
	if (folder)
		closedir(folder);
	return sum;
}
