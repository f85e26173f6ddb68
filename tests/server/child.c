/* SPDX-License-Identifier: MIT
 *
 * Starting, watching and ending the program.
 */
#include "child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STEP_MS = 5, OPEN_MS = 30000 };

static void step(void)
{
	nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
}

static void launch(struct child *child, const char *program, const char *const *args)
{
	const char *argv[CHILD_ARGS_MAX + 2] = {program};
	int fd;

	*child = (struct child){.log = "/tmp/metropole-said-XXXXXX"};
	fd = mkstemp(child->log);
	for (int i = 0; args[i] && i < CHILD_ARGS_MAX; i++)
		argv[i + 1] = args[i];
	child->pid = fork();
	if (child->pid == 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		execvp(program, (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	close(fd);
}

static bool has_ended(struct child *child)
{
	if (!child->is_ended && waitpid(child->pid, &child->status, WNOHANG) == child->pid)
		child->is_ended = true;
	return child->is_ended;
}

static int status_of(const struct child *child)
{
	return WIFEXITED(child->status) ? WEXITSTATUS(child->status) : 128 + WTERMSIG(child->status);
}

const char *child_said(const struct child *child, char said[CHILD_SAID_MAX])
{
	FILE *file = fopen(child->log, "r");
	size_t n = file ? fread(said, 1, CHILD_SAID_MAX - 1, file) : 0;

	said[n] = '\0';
	if (file)
		fclose(file);
	return said;
}

bool child_says(const struct child *child, const char *text, int ms)
{
	static char said[CHILD_SAID_MAX];

	for (int waited = 0; waited <= ms; waited += STEP_MS) {
		if (strstr(child_said(child, said), text))
			return true;
		step();
	}
	return false;
}

void child_start(struct child *child, const char *program, const char *const *args)
{
	char said[CHILD_SAID_MAX], *at;

	launch(child, program, args);
	for (int waited = 0; waited < OPEN_MS; waited += STEP_MS) {
		bool ended = has_ended(child);

		at = strstr(child_said(child, said), "is open at ");
		if (at && strchr(at, '\n')) {
			at = strstr(at, "localhost:");
			child->port = at ? atoi(at + strlen("localhost:")) : -1;
			return;
		}
		if (ended)
			return;
		step();
	}
}

void child_serve(struct child *child, const char *program, const char *data,
                 const char *const *more)
{
	const char *args[CHILD_ARGS_MAX + 1] = {"serve",
	                                        "--port=0",
	                                        "--workers=1",
	                                        "--messages-per-second=100000",
	                                        "--requests-per-minute=1000000",
	                                        "--tables-per-hour=100000",
	                                        "--guests-per-hour=100000",
	                                        "--data",
	                                        data};
	int n = 9;

	for (int i = 0; more && more[i] && n < CHILD_ARGS_MAX; i++)
		args[n++] = more[i];
	child_start(child, program, args);
}

int child_wait(struct child *child, int ms)
{
	for (int waited = 0; !has_ended(child); waited += STEP_MS) {
		if (waited >= ms)
			return -1;
		step();
	}
	return status_of(child);
}

int child_stop(struct child *child)
{
	int status;

	if (!has_ended(child))
		kill(child->pid, SIGTERM);
	status = child_wait(child, 20000);
	if (status < 0)
		child_kill(child);
	unlink(child->log);
	return status;
}

void child_kill(struct child *child)
{
	if (!has_ended(child)) {
		kill(child->pid, SIGKILL);
		child_wait(child, 20000);
	}
	unlink(child->log);
}
