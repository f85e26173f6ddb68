/* SPDX-License-Identifier: MIT
 *
 * How other threads hand results to the loop, and how the loop hands work to them: a queue of
 * tasks that anyone may fill and one thread empties, in order.
 */
#ifndef METROPOLE_SERVER_QUEUE_H
#define METROPOLE_SERVER_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct server;

struct task {
	struct task *next;
	/* Called on the loop's thread; the task is its own to free. */
	void (*finish)(struct server *, struct task *);
};

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct task *first, **end;
	size_t waiting;
	bool closed;
};

void queue_init(struct queue *);
void queue_release(struct queue *);

void queue_put(struct queue *, struct task *);
/* Appends a chain of tasks that ends with `last`. */
void queue_put_all(struct queue *, struct task *first, struct task *last, size_t n);
/* Takes everything, without waiting. */
struct task *queue_take_all(struct queue *);
/* The same, but waits for a task, at most so long (0: for ever); NULL if none came, or once the
 * queue is closed and empty. */
struct task *queue_wait_all(struct queue *, unsigned ms);
bool queue_is_closed(struct queue *);
void queue_close(struct queue *);
size_t queue_waiting(struct queue *);

#endif
