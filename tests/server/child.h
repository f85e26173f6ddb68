/* SPDX-License-Identifier: MIT
 *
 * The program itself, started as a host starts it, and what it says.
 */
#ifndef TESTS_SERVER_CHILD_H
#define TESTS_SERVER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

enum { CHILD_ARGS_MAX = 24, CHILD_SAID_MAX = 16384 };

struct child {
	pid_t pid;
	int port;     /* of "is open at", 0 if it was never said */
	char log[40]; /* file that its output goes to */
	int status;   /* as waitpid gives it, once it has ended */
	bool is_ended;
};

/* Starts it with these arguments (ended by NULL) and waits until it says that it is open, or ends.
 */
void child_start(struct child *, const char *program, const char *const *args);
/* The same with what a server in a test is always given: any port, this data file. */
void child_serve(struct child *, const char *program, const char *data, const char *const *more);
/* Waits for its end, at most so long; its exit status, -1 if it goes on, 128 + n after signal n. */
int child_wait(struct child *, int ms);
/* Asks it to stop, and waits; its exit status. Removes its log. */
int child_stop(struct child *);
void child_kill(struct child *);
/* All that it has said so far, on standard output and standard error. */
const char *child_said(const struct child *, char said[CHILD_SAID_MAX]);
/* Waits until it has said this. */
bool child_says(const struct child *, const char *text, int ms);

#endif
