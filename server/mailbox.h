/* SPDX-License-Identifier: MIT
 *
 * How other threads hand results to the loop, and how the loop hands work to them: a queue of
 * letters that anyone may fill and one thread empties, in order.
 */
#ifndef METROPOLE_SERVER_MAILBOX_H
#define METROPOLE_SERVER_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct server;

struct letter {
	struct letter *next;
	/* Called on the loop's thread; the letter is its own to free. */
	void (*deliver)(struct server *, struct letter *);
};

struct mailbox {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct letter *first, **end;
	size_t waiting;
	bool closed;
};

void mailbox_init(struct mailbox *);
void mailbox_release(struct mailbox *);

/* Appends; true if the box was empty before. */
bool mailbox_put(struct mailbox *, struct letter *);
/* Appends a chain of letters that ends with `last`. */
void mailbox_put_all(struct mailbox *, struct letter *first, struct letter *last, size_t n);
/* Takes everything, without waiting. */
struct letter *mailbox_take_all(struct mailbox *);
/* The same, but waits for a letter; NULL once the box is closed and empty. */
struct letter *mailbox_wait_all(struct mailbox *);
/* The same, but waits no longer than `ms`; NULL also when nothing came. */
struct letter *mailbox_wait_all_for(struct mailbox *, unsigned ms);
bool mailbox_is_closed(struct mailbox *);
void mailbox_close(struct mailbox *);
size_t mailbox_waiting(struct mailbox *);

#endif
