/* SPDX-License-Identifier: MIT
 *
 * The bridge between a program and its seat at a table of a server: what the server tells becomes a
 * followed match, the program is asked when it may move, and its moves go back. Lives over
 * connections that come and go.
 */
#ifndef CLI_BRIDGE_H
#define CLI_BRIDGE_H

#include "external.h"
#include "remote/remote.h"

#include <signal.h>

enum { BRIDGE_TABLE_MAX = 32, BRIDGE_WHY_MAX = 600 };

enum bridge_end {
	BRIDGE_OVER,    /* the game has ended */
	BRIDGE_LOST,    /* the connection has; go on with another */
	BRIDGE_STOPPED, /* `stop` was set */
	BRIDGE_REFUSED, /* by the server, for good */
	BRIDGE_FAILED,  /* the program has, and the seat was given up */
};

struct bridge_wish {
	char table[BRIDGE_TABLE_MAX];
	int seat; /* from 1; 0: any */
	uint32_t ms;
	bool stays; /* for a rematch */
};

struct bridge;

/* The server, the program and the flag stay the caller's. NULL if memory is short. */
struct bridge *bridge_new(struct remote *, struct external *, const struct bridge_wish *,
                          const volatile sig_atomic_t *stop);
void bridge_free(struct bridge *);

/* With a connection that is open and was greeted: sits down, or goes on where it was, until
 * something ends. `why` is a sentence, of the result as well. */
enum bridge_end bridge_run(struct bridge *, char why[BRIDGE_WHY_MAX]);

#endif
