/* SPDX-License-Identifier: MIT
 *
 * Threads for what takes long: bots that think, passwords that are hashed. A worker sees only what
 * its job holds.
 */
#ifndef METROPOLE_SERVER_WORKER_H
#define METROPOLE_SERVER_WORKER_H

#include "server/mailbox.h"

struct mp_bot;

enum { WORKERS_MAX = 64 };

struct work {
	struct letter letter; /* deliver: on the loop's thread, once done */
	/* On a worker's thread; `bot` is the worker's own, or NULL if it keeps none. */
	void (*run)(struct work *, struct mp_bot *bot);
};

struct workers {
	struct mailbox jobs;
	struct mailbox *done;
	void (*wake)(void *ctx);
	void *ctx;
	bool with_bots;
	unsigned n;
	pthread_t thread[WORKERS_MAX];
};

bool workers_init(struct workers *, unsigned n, bool with_bots, struct mailbox *done,
                  void (*wake)(void *), void *ctx);
void workers_submit(struct workers *, struct work *);
/* Jobs that have not begun are handed back undone. */
void workers_release(struct workers *);

#endif
