/* SPDX-License-Identifier: MIT
 *
 * The storage thread: group commit. While one batch is being synced the next one gathers, so the
 * rate of durable moves grows with the load and the wait does not. Knows no SQL.
 */
#include "server/store/store.h"

#include "host/array.h"

#include <stdlib.h>
#include <time.h>

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

/* A copy of a table of which a change was lost: what was made from it afterwards is lost, too. */
struct lost_copy {
	int64_t table;
	uint64_t copy;
};

static bool is_of_lost_copy(const struct store *store, const struct store_job *job)
{
	for (size_t i = 0; job->table && i < store->n_lost; i++)
		if (store->lost[i].table == job->table)
			return store->lost[i].copy >= job->copy;
	return false;
}

static bool note_lost(struct store *store, const struct store_job *job)
{
	size_t at = 0;

	while (at < store->n_lost && store->lost[at].table != job->table)
		at++;
	if (at == store->n_lost) {
		if (!array_reserve(store->lost, store->cap_lost, store->n_lost + 1, SIZE_MAX))
			return false;
		store->n_lost++;
	}
	store->lost[at] = (struct lost_copy){.table = job->table, .copy = job->copy};
	return true;
}

/* Whoever has a newer copy has heard of the loss; jobs come in order, so no older one follows. */
static void forget_lost(struct store *store, const struct store_job *job)
{
	for (size_t i = 0; !job->lost && job->table && i < store->n_lost; i++)
		if (store->lost[i].table == job->table && store->lost[i].copy < job->copy)
			store->lost[i] = store->lost[--store->n_lost];
}

static int by_table(const void *a, const void *b)
{
	const struct store_job *x = *(struct store_job *const *)a, *y = *(struct store_job *const *)b;

	if (x->table != y->table)
		return x->table < y->table ? -1 : 1;
	return x->first_claim < y->first_claim ? -1 : x->first_claim > y->first_claim;
}

/* Those that claim, ordered by table: two nodes do not wait for each other in a ring. */
static bool order_claims(struct store *store, struct batch *batch, size_t *n)
{
	*n = 0;
	for (struct task *at = batch->first; at; at = at->next) {
		struct store_job *job = (struct store_job *)at;

		job->first_claim = *n; /* their order among themselves, until they claim */
		job->lost = is_of_lost_copy(store, job);
		if (!job->claim || job->lost)
			continue;
		if (!array_reserve(store->order, store->cap_order, *n + 1, SIZE_MAX))
			return false;
		store->order[(*n)++] = job;
	}
	if (*n)
		qsort(store->order, *n, sizeof *store->order, by_table);
	return true;
}

/* The log decides, before anything else is done, which changes of tables are kept. */
static bool claim_all(struct store *store, struct batch *batch)
{
	const struct store_ops *ops = store->ops;
	size_t n;

	if (!order_claims(store, batch, &n))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct store_job *job = store->order[i];

		job->first_claim = ops->claims(store->db);
		if (!job->claim(ops, store->db, job))
			return false;
		job->end_claims = ops->claims(store->db);
	}
	for (size_t i = 0; i < n; i++) {
		struct store_job *job = store->order[i];
		bool kept = !is_of_lost_copy(store, job);

		if (!ops->settle(store->db, job->first_claim, job->end_claims, &kept))
			return false;
		job->lost = !kept;
		if (job->lost && job->table && !note_lost(store, job))
			return false;
	}
	return true;
}

static void report_batch(struct store *store, struct batch *batch, struct task *last, size_t n)
{
	struct batch rest = {.first = last->next, .end = batch->end};

	atomic_fetch_add(&store->commits, 1);
	atomic_fetch_add(&store->rows, n);
	last->next = NULL;
	for (struct task *at = batch->first; store->n_lost && at; at = at->next)
		forget_lost(store, (struct store_job *)at);
	queue_put_all(store->done, batch->first, last, n);
	batch->first = rest.first;
	if (!rest.first)
		batch->end = &batch->first;
	store->wake(store->ctx);
}

/* All that waits, in one transaction. */
static bool run_batch(struct store *store, struct batch *batch, struct task **last, size_t *n)
{
	*n = 0;
	if (!store->ops->begin(store->db, false) || !claim_all(store, batch))
		return false;
	for (struct task *at = batch->first; at; at = at->next) {
		if (!((struct store_job *)at)->lost && !run_job(store, at))
			return false;
		*last = at;
		++*n;
	}
	return store->ops->commit(store->db);
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
static bool gather_batch(struct store *store, struct batch *batch, unsigned pause)
{
	append_batch(batch, queue_wait_all(&store->jobs, batch->first ? pause : 0));
	return batch->first != NULL;
}

/* A commit whose answer did not come: nothing may be done twice, so it is found out. */
static bool is_kept(struct store *store)
{
	bool kept = false;
	int tries = 0;

	while (!store->ops->was_kept(store->db, &kept)) {
		const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};

		if (queue_is_closed(&store->jobs) && ++tries >= LAST_TRIES)
			return false;
		nanosleep(&pause, NULL);
	}
	return kept;
}

static void *run_store(void *arg)
{
	struct store *store = arg;
	struct batch batch = {.end = &batch.first};
	char why[WHY_BYTES];
	enum store_state state = STORE_GOOD;
	int tries = 0; /* since the server wants to end */

	while (gather_batch(store, &batch, state == STORE_AGAIN ? 1 : PAUSE_MS)) {
		struct task *last = NULL;
		size_t n;

		state = STORE_GOOD;
		if (!run_batch(store, &batch, &last, &n))
			state = store->ops->failed(store->db, why, sizeof why);
		if (state == STORE_UNSURE) {
			set_state(store, STORE_BUSY, why);
			state = is_kept(store) ? STORE_GOOD : STORE_AGAIN;
		}
		if (state == STORE_GOOD) {
			report_batch(store, &batch, last, n);
			set_state(store, STORE_GOOD, "");
			continue;
		}
		if (state != STORE_BROKEN && queue_is_closed(&store->jobs) && ++tries >= LAST_TRIES)
			state = STORE_BROKEN;
		if (state == STORE_AGAIN)
			continue;
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

void store_end(struct store *store)
{
	queue_close(&store->jobs);
	if (store->done)
		pthread_join(store->thread, NULL);
	free(store->lost);
	free(store->order);
}

void store_release(struct store *store)
{
	store_end(store);
	store->ops->close(store->db);
	queue_release(&store->jobs);
}
