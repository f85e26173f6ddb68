/* SPDX-License-Identifier: MIT
 *
 * Two pipes and a process group.
 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GOODBYE_MS = 200, GOODBYE_STEP_MS = 5, SLICE_MS = 200 };

uint64_t program_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* In the child, up to exec: only what is safe there. */
static void become_program(char *const argv[], const int to[2], const int from[2])
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	dup2(to[0], STDIN_FILENO);
	dup2(from[1], STDOUT_FILENO);
	execvp(argv[0], argv);
	_exit(127);
}

static void close_pipe(const int pair[2])
{
	close(pair[0]);
	close(pair[1]);
}

/* As if it had never run; what was wished for meanwhile stays. */
static void forget_program(struct program *program)
{
	*program = (struct program){.meanwhile = program->meanwhile, .ctx = program->ctx};
}

bool program_start(struct program *program, char *const argv[])
{
	int to[2], from[2];

	forget_program(program);
	program->buf = malloc(PROGRAM_LINE_MAX);
	if (!program->buf || pipe2(to, O_CLOEXEC) != 0)
		goto failed;
	if (pipe2(from, O_CLOEXEC) != 0) {
		close_pipe(to);
		goto failed;
	}
	program->pid = fork();
	if (program->pid == 0)
		become_program(argv, to, from);
	if (program->pid < 0) {
		close_pipe(to);
		close_pipe(from);
		goto failed;
	}
	setpgid(program->pid, program->pid);
	close(to[0]);
	close(from[1]);
	program->in = to[1];
	program->out = from[0];
	fcntl(program->in, F_SETFL, O_NONBLOCK);
	fcntl(program->out, F_SETFL, O_NONBLOCK);
	return true;
failed:
	free(program->buf);
	forget_program(program);
	return false;
}

/* Until the file can be used; false when the time is over. */
static bool wait_for(const struct program *program, int fd, short what, uint64_t by)
{
	struct pollfd poll_fd = {.fd = fd, .events = what};

	for (;;) {
		uint64_t now = program_now();
		int n;

		if (now >= by)
			return false;
		n = poll(&poll_fd, 1, by - now > SLICE_MS ? SLICE_MS : (int)(by - now));
		if (n == 0 && program->meanwhile)
			program->meanwhile(program->ctx);
		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return false;
	}
}

enum program_end program_send(struct program *program, const char *text, size_t len, uint64_t by)
{
	while (len > 0) {
		ssize_t n = write(program->in, text, len);

		if (n > 0) {
			text += n;
			len -= (size_t)n;
		} else if (n < 0 && errno != EAGAIN && errno != EINTR) {
			return PROGRAM_ENDED;
		} else if (!wait_for(program, program->in, POLLOUT, by)) {
			return PROGRAM_LATE;
		}
	}
	return PROGRAM_GOOD;
}

enum program_end program_line(struct program *program, uint64_t by, const char **line, size_t *len)
{
	for (;;) {
		char *from = program->buf + program->begin;
		char *eol = memchr(from, '\n', program->end - program->begin);
		ssize_t n;

		if (eol) {
			*line = from;
			*len = (size_t)(eol - from);
			program->begin += *len + 1;
			return PROGRAM_GOOD;
		}
		memmove(program->buf, from, program->end - program->begin);
		program->end -= program->begin;
		program->begin = 0;
		if (program->end == PROGRAM_LINE_MAX)
			return PROGRAM_TOO_LONG;
		n = read(program->out, program->buf + program->end, PROGRAM_LINE_MAX - program->end);
		if (n > 0)
			program->end += (size_t)n;
		else if (n == 0 || (errno != EAGAIN && errno != EINTR))
			return PROGRAM_ENDED;
		else if (!wait_for(program, program->out, POLLIN, by))
			return PROGRAM_LATE;
	}
}

void program_stop(struct program *program)
{
	const struct timespec step = {.tv_nsec = GOODBYE_STEP_MS * 1000000};
	pid_t gone = 0;
	int status;

	if (program->pid <= 0)
		return;
	close(program->in);
	for (int ms = 0; ms < GOODBYE_MS && gone == 0; ms += GOODBYE_STEP_MS) {
		gone = waitpid(program->pid, &program->status, WNOHANG);
		if (gone == 0)
			nanosleep(&step, NULL);
	}
	/* Its children may live on without it. */
	kill(-program->pid, SIGKILL);
	if (gone == 0)
		waitpid(program->pid, &program->status, 0);
	close(program->out);
	free(program->buf);
	status = program->status;
	forget_program(program);
	program->status = status;
}
