/* SPDX-License-Identifier: MIT
 *
 * A program's seat at a table of a server: what the server tells becomes a followed match, the
 * program is asked when it may move, and its moves go back. Lives over connections that come and
 * go.
 */
#ifndef CLI_SITTING_H
#define CLI_SITTING_H

#include "external.h"
#include "remote/remote.h"

#include <signal.h>

enum { SITTING_TABLE_MAX = 32, SITTING_WHY_MAX = 600 };

enum sitting_end {
	SITTING_OVER,    /* the game has ended */
	SITTING_LOST,    /* the connection has; go on with another */
	SITTING_STOPPED, /* `stop` was set */
	SITTING_REFUSED, /* by the server, for good */
	SITTING_FAILED,  /* the program has, and the seat was given up */
};

struct sitting_wish {
	char table[SITTING_TABLE_MAX];
	int seat; /* from 1; 0: any */
	uint32_t ms;
	bool stays; /* for a rematch */
};

struct sitting;

/* The server, the program and the flag stay the caller's. NULL if memory is short. */
struct sitting *sitting_new(struct remote *, struct external *, const struct sitting_wish *,
                            const volatile sig_atomic_t *stop);
void sitting_free(struct sitting *);

/* With a connection that is open and was greeted: sits down, or goes on where it was, until
 * something ends. `why` is a sentence, of the result as well. */
enum sitting_end sitting_run(struct sitting *, char why[SITTING_WHY_MAX]);

#endif
