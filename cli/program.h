/* SPDX-License-Identifier: MIT
 *
 * Another program that is spoken to in lines. It lives in a process group of its own, which ends
 * with it; nothing waits for it longer than was said.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROGRAM_LINE_MAX = 1 << 16 };

enum program_end {
	PROGRAM_GOOD,
	PROGRAM_ENDED,    /* it is gone, or closed its end */
	PROGRAM_LATE,     /* no whole line in time */
	PROGRAM_TOO_LONG, /* a line beyond PROGRAM_LINE_MAX */
};

struct program {
	pid_t pid; /* 0: none runs */
	int in, out;
	int status; /* as waitpid tells it, once it was stopped */
	char *buf;
	size_t begin, end;
	/* Called now and then while it is waited for; the caller's, kept over starts and stops. */
	void (*meanwhile)(void *ctx);
	void *ctx;
};

/* Milliseconds on a clock that never goes back. */
uint64_t program_now(void);

/* Starts it; the search goes along PATH. False if that cannot be (then errno says why). Writing to
 * one that is gone must not be deadly: the caller ignores SIGPIPE. */
bool program_start(struct program *, char *const argv[]);
/* Each by a time of program_now. */
enum program_end program_send(struct program *, const char *text, size_t len, uint64_t by);
/* The next line without its end; it holds until the next call. */
enum program_end program_line(struct program *, uint64_t by, const char **line, size_t *len);
/* Closes its input, gives it a moment, and ends whatever of its group is left. */
void program_stop(struct program *);

#endif
