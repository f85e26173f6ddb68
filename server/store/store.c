/* SPDX-License-Identifier: MIT
 *
 * The storage thread: group commit. While one batch is being synced the next one gathers, so the
 * rate of durable moves grows with the load and the wait does not. Knows no SQL.
 */
#include "server/store/store.h"

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

static bool run_batch(struct store *store, struct letter *first, struct letter **last, size_t *n)
{
	*n = 0;
	if (!store->ops->begin(store->db))
		return false;
	for (struct letter *at = first; at; at = at->next) {
		struct store_job *job = (struct store_job *)at;

		if (!job->run(store->ops, store->db, job))
			return false;
		*last = at;
		++*n;
	}
	return store->ops->commit(store->db);
}

static void *run(void *arg)
{
	struct store *store = arg;
	struct letter *first, *last = NULL;
	size_t n;

	while ((first = mailbox_wait_all(&store->jobs))) {
		if (!run_batch(store, first, &last, &n)) {
			store->undone = first;
			store->failed(store->ctx, store->ops->error(store->db));
			break;
		}
		store->commits++;
		store->rows += n;
		mailbox_put_all(store->done, first, last, n);
		store->wake(store->ctx);
	}
	return NULL;
}

bool store_start(struct store *store, struct mailbox *done, void (*wake)(void *),
                 void (*failed)(void *, const char *), void *ctx)
{
	store->done = done;
	store->wake = wake;
	store->failed = failed;
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
