/* SPDX-License-Identifier: MIT
 *
 * The storage thread: group commit. While one batch is being synced the next one gathers, so the
 * rate of durable moves grows with the load and the wait does not. Knows no SQL.
 */
#include "server/store/store.h"

#include <stdio.h>

enum { PAUSE_MS = 100, LAST_TRIES = 10, WHY_BYTES = 256 };

/* Jobs in order, waiting to be done. */
struct queue {
	struct letter *first, **end;
};

bool store_init(struct store *store, const struct store_ops *ops, const char *path, char *why,
                size_t cap)
{
	*store = (struct store){.ops = ops};
	store->db = ops->open(path, why, cap);
	if (!store->db)
		return false;
	mailbox_init(&store->jobs);
	return true;
}

enum store_state store_state(struct store *store)
{
	return (enum store_state)atomic_load(&store->state);
}

static void append(struct queue *queue, struct letter *letters)
{
	*queue->end = letters;
	while (*queue->end)
		queue->end = &(*queue->end)->next;
}

static bool run_job(struct store *store, struct letter *letter)
{
	struct store_job *job = (struct store_job *)letter;

	return job->run(store->ops, store->db, job);
}

/* All that waits, in one transaction. */
static bool run_batch(struct store *store, struct queue *queue)
{
	struct letter *last = NULL;
	size_t n = 0;

	if (!store->ops->begin(store->db, false))
		return false;
	for (struct letter *at = queue->first; at; at = at->next) {
		if (!run_job(store, at))
			return false;
		last = at;
		n++;
	}
	if (!store->ops->commit(store->db))
		return false;
	atomic_fetch_add(&store->commits, 1);
	atomic_fetch_add(&store->rows, n);
	mailbox_put_all(store->done, queue->first, last, n);
	*queue = (struct queue){.end = &queue->first};
	store->wake(store->ctx);
	return true;
}

/* Those that only read are answered although nothing can be written: from what is durable. */
static void run_reads(struct store *store, struct queue *queue)
{
	char why[WHY_BYTES];
	bool any = false;

	queue->end = &queue->first;
	while (*queue->end) {
		struct letter *letter = *queue->end;

		if (!((struct store_job *)letter)->only_reads) {
			queue->end = &letter->next;
			continue;
		}
		if (!store->ops->begin(store->db, true) || !run_job(store, letter) ||
		    !store->ops->commit(store->db)) {
			store->ops->failed(store->db, why, sizeof why);
			queue->end = &letter->next;
			continue;
		}
		*queue->end = letter->next;
		mailbox_put(store->done, letter);
		any = true;
	}
	if (any)
		store->wake(store->ctx);
}

static void set_state(struct store *store, enum store_state state, const char *why)
{
	if (atomic_exchange(&store->state, (int)state) != (int)state)
		store->changed(store->ctx, state, why);
}

/* More to do, or what could not be done before; false at the end. */
static bool gather(struct store *store, struct queue *queue)
{
	append(queue, queue->first ? mailbox_wait_all_for(&store->jobs, PAUSE_MS)
	                           : mailbox_wait_all(&store->jobs));
	return queue->first != NULL;
}

static void *run(void *arg)
{
	struct store *store = arg;
	struct queue queue = {.end = &queue.first};
	char why[WHY_BYTES];
	int tries = 0; /* since the server wants to end */

	while (gather(store, &queue)) {
		enum store_state state;

		if (run_batch(store, &queue)) {
			set_state(store, STORE_GOOD, "");
			continue;
		}
		state = store->ops->failed(store->db, why, sizeof why);
		if (state != STORE_BROKEN && mailbox_is_closed(&store->jobs) && ++tries >= LAST_TRIES)
			state = STORE_BROKEN;
		set_state(store, state, why);
		if (state == STORE_BROKEN)
			break;
		run_reads(store, &queue);
	}
	store->undone = queue.first;
	return NULL;
}

bool store_start(struct store *store, struct mailbox *done, void (*wake)(void *),
                 void (*changed)(void *, enum store_state, const char *), void *ctx)
{
	store->done = done;
	store->wake = wake;
	store->changed = changed;
	store->ctx = ctx;
	return pthread_create(&store->thread, NULL, run, store) == 0;
}

void store_submit(struct store *store, struct store_job *job)
{
	mailbox_put(&store->jobs, &job->letter);
}

void store_release(struct store *store)
{
	mailbox_close(&store->jobs);
	if (store->done)
		pthread_join(store->thread, NULL);
	store->ops->close(store->db);
	mailbox_release(&store->jobs);
}
