/* SPDX-License-Identifier: MIT
 *
 * The queue between threads. Knows tasks, not what they are about.
 */
#include "server/queue.h"

#include <time.h>

void queue_init(struct queue *queue)
{
	pthread_condattr_t attr;

	*queue = (struct queue){0};
	pthread_mutex_init(&queue->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&queue->filled, &attr);
	pthread_condattr_destroy(&attr);
	queue->end = &queue->first;
}

void queue_release(struct queue *queue)
{
	pthread_cond_destroy(&queue->filled);
	pthread_mutex_destroy(&queue->lock);
}

void queue_put_all(struct queue *queue, struct task *first, struct task *last, size_t n)
{
	last->next = NULL;
	pthread_mutex_lock(&queue->lock);
	*queue->end = first;
	queue->end = &last->next;
	queue->waiting += n;
	pthread_cond_signal(&queue->filled);
	pthread_mutex_unlock(&queue->lock);
}

void queue_put(struct queue *queue, struct task *task)
{
	queue_put_all(queue, task, task, 1);
}

/* Called with the lock held. */
static struct task *take_all(struct queue *queue)
{
	struct task *all = queue->first;

	queue->first = NULL;
	queue->end = &queue->first;
	queue->waiting = 0;
	return all;
}

struct task *queue_take_all(struct queue *queue)
{
	struct task *all;

	pthread_mutex_lock(&queue->lock);
	all = take_all(queue);
	pthread_mutex_unlock(&queue->lock);
	return all;
}

static struct timespec from_now(unsigned ms)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_nsec += (long)(ms % 1000) * 1000000;
	time.tv_sec += ms / 1000 + time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

struct task *queue_wait_all(struct queue *queue, unsigned ms)
{
	struct timespec until = from_now(ms);
	struct task *all;
	int err = 0;

	pthread_mutex_lock(&queue->lock);
	while (!err && !queue->first && !queue->closed)
		err = ms ? pthread_cond_timedwait(&queue->filled, &queue->lock, &until)
		         : pthread_cond_wait(&queue->filled, &queue->lock);
	all = take_all(queue);
	pthread_mutex_unlock(&queue->lock);
	return all;
}

bool queue_is_closed(struct queue *queue)
{
	bool closed;

	pthread_mutex_lock(&queue->lock);
	closed = queue->closed;
	pthread_mutex_unlock(&queue->lock);
	return closed;
}

void queue_close(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->closed = true;
	pthread_cond_broadcast(&queue->filled);
	pthread_mutex_unlock(&queue->lock);
}

size_t queue_waiting(struct queue *queue)
{
	size_t n;

	pthread_mutex_lock(&queue->lock);
	n = queue->waiting;
	pthread_mutex_unlock(&queue->lock);
	return n;
}
