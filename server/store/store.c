/* SPDX-License-Identifier: MIT
 *
 * The storage thread: group commit. While one batch is being synced the next one gathers, so the
 * rate of durable moves grows with the load and the wait does not. Knows no SQL.
 */
#include "server/store/store.h"

#include <stdio.h>

enum { PAUSE_MS = 100, LAST_TRIES = 10, WHY_BYTES = 256 };

/* Jobs in order, waiting to be done. */
struct batch {
	struct task *first, **end;
};

bool store_init(struct store *store, const struct store_ops *ops, const char *path, char *why,
                size_t cap)
{
	*store = (struct store){.ops = ops};
	store->db = ops->open(path, why, cap);
	if (!store->db)
		return false;
	queue_init(&store->jobs);
	return true;
}

enum store_state store_state(struct store *store)
{
	return (enum store_state)atomic_load(&store->state);
}

static void append_batch(struct batch *batch, struct task *tasks)
{
	*batch->end = tasks;
	while (*batch->end)
		batch->end = &(*batch->end)->next;
}

static bool run_job(struct store *store, struct task *task)
{
	struct store_job *job = (struct store_job *)task;

	return job->run(store->ops, store->db, job);
}

/* All that waits, in one transaction. */
static bool run_batch(struct store *store, struct batch *batch)
{
	struct task *last = NULL;
	size_t n = 0;

	if (!store->ops->begin(store->db, false))
		return false;
	for (struct task *at = batch->first; at; at = at->next) {
		if (!run_job(store, at))
			return false;
		last = at;
		n++;
	}
	if (!store->ops->commit(store->db))
		return false;
	atomic_fetch_add(&store->commits, 1);
	atomic_fetch_add(&store->rows, n);
	queue_put_all(store->done, batch->first, last, n);
	*batch = (struct batch){.end = &batch->first};
	store->wake(store->ctx);
	return true;
}

/* Those that only read are answered although nothing can be written: from what is durable. */
static void run_reads(struct store *store, struct batch *batch)
{
	char why[WHY_BYTES];
	bool any = false;

	batch->end = &batch->first;
	while (*batch->end) {
		struct task *task = *batch->end;

		if (!((struct store_job *)task)->only_reads) {
			batch->end = &task->next;
			continue;
		}
		if (!store->ops->begin(store->db, true) || !run_job(store, task) ||
		    !store->ops->commit(store->db)) {
			store->ops->failed(store->db, why, sizeof why);
			batch->end = &task->next;
			continue;
		}
		*batch->end = task->next;
		queue_put(store->done, task);
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
static bool gather_batch(struct store *store, struct batch *batch)
{
	append_batch(batch, queue_wait_all(&store->jobs, batch->first ? PAUSE_MS : 0));
	return batch->first != NULL;
}

static void *run_store(void *arg)
{
	struct store *store = arg;
	struct batch batch = {.end = &batch.first};
	char why[WHY_BYTES];
	int tries = 0; /* since the server wants to end */

	while (gather_batch(store, &batch)) {
		enum store_state state;

		if (run_batch(store, &batch)) {
			set_state(store, STORE_GOOD, "");
			continue;
		}
		state = store->ops->failed(store->db, why, sizeof why);
		if (state != STORE_BROKEN && queue_is_closed(&store->jobs) && ++tries >= LAST_TRIES)
			state = STORE_BROKEN;
		set_state(store, state, why);
		if (state == STORE_BROKEN)
			break;
		run_reads(store, &batch);
	}
	store->undone = batch.first;
	return NULL;
}

bool store_start(struct store *store, struct queue *done, void (*wake)(void *),
                 void (*changed)(void *, enum store_state, const char *), void *ctx)
{
	store->done = done;
	store->wake = wake;
	store->changed = changed;
	store->ctx = ctx;
	return pthread_create(&store->thread, NULL, run_store, store) == 0;
}

void store_submit(struct store *store, struct store_job *job)
{
	queue_put(&store->jobs, &job->task);
}

void store_release(struct store *store)
{
	queue_close(&store->jobs);
	if (store->done)
		pthread_join(store->thread, NULL);
	store->ops->close(store->db);
	queue_release(&store->jobs);
}
