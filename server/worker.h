/* SPDX-License-Identifier: MIT
 *
 * Threads for what takes long: bots that think, passwords that are hashed. A worker sees only what
 * its work holds.
 *
 * Works wait in two lanes, so that what takes milliseconds never waits for what takes a second: one
 * thread takes quick works only. The others, which give way to it and to the loop, take slow ones,
 * and where many quick ones wait, from both lanes in turn, so that neither starves.
 * What is patient is taken by these others while neither lane has anything for them.
 * Within a lane owners take turns: the second work of one waits for the first of every other.
 */
#ifndef METROPOLE_SERVER_WORKER_H
#define METROPOLE_SERVER_WORKER_H

#include "server/queue.h"

#include <stdint.h>

struct mp_bot;

enum { WORKERS_MAX = 64 };

struct work {
	struct task task; /* finish: on the loop's thread, once done */
	/* On a worker's thread; `bot` is the worker's own, or NULL if it keeps none. */
	void (*run)(struct work *, struct mp_bot *bot);
	uint64_t owner; /* who takes turns with others */
	bool is_quick;
	bool is_patient; /* waits until nothing else does */
	/* Only for worker.c. */
	struct work *next;
	uint64_t round;
};

struct lane {
	struct work *first;
	size_t waiting;
	uint64_t round; /* of the work taken last */
};

struct workers {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct lane quick, slow, patient;
	bool is_closed, slow_is_next, has_quick;
	struct queue *done;
	void (*wake)(void *ctx);
	void *ctx;
	bool with_bots;
	unsigned n;
	pthread_t thread[WORKERS_MAX + 1];
};

/* `n` threads; with bots one more, for quick works alone. */
bool workers_init(struct workers *, unsigned n, bool with_bots, struct queue *done,
                  void (*wake)(void *), void *ctx);
void workers_submit(struct workers *, struct work *);
/* Takes back a work that has not begun; it is the caller's again. False if it has. */
bool workers_withdraw(struct workers *, struct work *);
size_t workers_waiting(struct workers *);
/* Works that have not begun are handed back undone. */
void workers_release(struct workers *);

#endif
