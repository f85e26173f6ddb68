/* SPDX-License-Identifier: MIT
 *
 * The queue between threads. Knows letters, not their content.
 */
#include "server/mailbox.h"

#include <time.h>

void mailbox_init(struct mailbox *box)
{
	pthread_condattr_t attr;

	*box = (struct mailbox){0};
	pthread_mutex_init(&box->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&box->filled, &attr);
	pthread_condattr_destroy(&attr);
	box->end = &box->first;
}

void mailbox_release(struct mailbox *box)
{
	pthread_cond_destroy(&box->filled);
	pthread_mutex_destroy(&box->lock);
}

void mailbox_put_all(struct mailbox *box, struct letter *first, struct letter *last, size_t n)
{
	last->next = NULL;
	pthread_mutex_lock(&box->lock);
	*box->end = first;
	box->end = &last->next;
	box->waiting += n;
	pthread_cond_signal(&box->filled);
	pthread_mutex_unlock(&box->lock);
}

bool mailbox_put(struct mailbox *box, struct letter *letter)
{
	bool was_empty;

	letter->next = NULL;
	pthread_mutex_lock(&box->lock);
	was_empty = !box->first;
	*box->end = letter;
	box->end = &letter->next;
	box->waiting++;
	pthread_cond_signal(&box->filled);
	pthread_mutex_unlock(&box->lock);
	return was_empty;
}

static struct letter *take_all(struct mailbox *box)
{
	struct letter *all = box->first;

	box->first = NULL;
	box->end = &box->first;
	box->waiting = 0;
	return all;
}

struct letter *mailbox_take_all(struct mailbox *box)
{
	struct letter *all;

	pthread_mutex_lock(&box->lock);
	all = take_all(box);
	pthread_mutex_unlock(&box->lock);
	return all;
}

struct letter *mailbox_wait_all(struct mailbox *box)
{
	struct letter *all;

	pthread_mutex_lock(&box->lock);
	while (!box->first && !box->closed)
		pthread_cond_wait(&box->filled, &box->lock);
	all = take_all(box);
	pthread_mutex_unlock(&box->lock);
	return all;
}

struct letter *mailbox_wait_all_for(struct mailbox *box, unsigned ms)
{
	struct timespec until;
	struct letter *all;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&box->lock);
	while (!box->first && !box->closed &&
	       pthread_cond_timedwait(&box->filled, &box->lock, &until) == 0)
		;
	all = take_all(box);
	pthread_mutex_unlock(&box->lock);
	return all;
}

bool mailbox_is_closed(struct mailbox *box)
{
	bool closed;

	pthread_mutex_lock(&box->lock);
	closed = box->closed;
	pthread_mutex_unlock(&box->lock);
	return closed;
}

void mailbox_close(struct mailbox *box)
{
	pthread_mutex_lock(&box->lock);
	box->closed = true;
	pthread_cond_broadcast(&box->filled);
	pthread_mutex_unlock(&box->lock);
}

size_t mailbox_waiting(struct mailbox *box)
{
	size_t n;

	pthread_mutex_lock(&box->lock);
	n = box->waiting;
	pthread_mutex_unlock(&box->lock);
	return n;
}
