/* SPDX-License-Identifier: MIT
 *
 * The storage when the power goes: on a file system that forgets what was not synced, everything
 * that was reported done is there afterwards. Killing a process cannot show this, since the
 * system's cache survives it.
 */
#include "disk.h"
#include "server/store/sqlite.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* One event after another, each waited for like a move's answer. */
struct append {
	struct store_job job;
	uint32_t seq;
};

static bool run_nothing(const struct store_ops *ops, void *db, struct store_job *job)
{
	(void)ops, (void)db, (void)job;
	return true;
}

static bool claim_append(const struct store_ops *ops, void *db, struct store_job *base)
{
	char text[256];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	return ops->event_put(
		db, &(struct store_event){.table = 1, .seq = ((struct append *)base)->seq, .text = text});
}

static atomic_bool has_failed;

static void changed(void *ctx, enum store_state state, const char *why)
{
	(void)ctx;
	if (!disk_is_cut())
		fprintf(stderr, "the storage failed: %s\n", why);
	if (state == STORE_BROKEN)
		atomic_store(&has_failed, true);
}

static void wake(void *ctx)
{
	(void)ctx;
}

static void copy_file(const char *from, const char *to, const char *suffix)
{
	char path[2][128], buf[65536];
	FILE *in, *out;
	size_t n;

	snprintf(path[0], sizeof path[0], "%s%s", from, suffix);
	snprintf(path[1], sizeof path[1], "%s%s", to, suffix);
	in = fopen(path[0], "rb");
	if (!in)
		return;
	out = fopen(path[1], "wb");
	assert_non_null(out);
	while ((n = fread(buf, 1, sizeof buf, in)) > 0)
		fwrite(buf, 1, n, out);
	fclose(in);
	fclose(out);
}

static void count_event(void *ctx, const struct store_event *event)
{
	uint32_t *n = ctx;

	assert_int_equal(event->seq, *n + 1); /* and none is missing between */
	*n = event->seq;
}

static void free_all(struct task *task)
{
	while (task) {
		struct task *next = task->next;

		free(task);
		task = next;
	}
}

/* Appends until the power goes at a random moment; returns how many were reported done and how
 * many are there afterwards. */
static void run_until_cut(uint32_t *dice, bool careless, uint32_t *done, uint32_t *there)
{
	char path[] = "/tmp/metropole-cut-XXXXXX", after[] = "/tmp/metropole-aft-XXXXXX", uri[128],
		 why[256];
	struct store store;
	struct queue queue;
	uint32_t sent = 0, steps;
	void *db;

	*done = 0;
	*there = 0;
	close(mkstemp(path));
	close(mkstemp(after));
	disk_cut(false);
	atomic_store(&has_failed, false);
	snprintf(uri, sizeof uri, "file:%s?vfs=forgetful", path);
	assert_true(store_init(&store, &store_sql, uri, why, sizeof why));
	db = store.db;
	assert_true(store_sql.table_add(
		db, &(struct store_table){.key = 1, .id = "aaaaaaaaaaaaaaaa", .options = "{}"}));
	/* the file itself has long been there when people begin to play */
	sqlite3_exec(sqlite_handle(db),
	             "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 40", NULL, NULL,
	             NULL);
	if (careless)
		sqlite3_exec(sqlite_handle(db), "PRAGMA synchronous = OFF", NULL, NULL, NULL);
	queue_init(&queue);
	assert_true(store_start(&store, &queue, wake, changed, NULL));
	*dice = *dice * 1664525 + 1013904223;
	steps = 20 + (*dice >> 8) % 400;
	while (!disk_is_cut()) {
		struct task *task;

		while (sent < *done + 8 && sent < steps + 8) {
			struct append *append = calloc(1, sizeof *append);

			append->job.claim = claim_append;
			append->job.run = run_nothing;
			append->seq = ++sent;
			store_submit(&store, &append->job);
		}
		assert_false(atomic_load(&has_failed));
		task = queue_take_all(&queue);
		while (task) {
			struct task *next = task->next;

			*done = ((struct append *)task)->seq;
			free(task);
			task = next;
		}
		if (*done >= steps) {
			disk_cut(true);
			/* a sync that is under way may still finish: then it is done, though not reported */
			nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
			copy_file(path, after, "");
			copy_file(path, after, "-wal");
		}
	}
	store_end(&store);
	free_all(queue_take_all(&queue));
	free_all(queue_take_all(&store.jobs));
	free_all(store.undone);
	store.ops->close(store.db);
	db = store_sql.open(after, why, sizeof why);
	if (db) {
		assert_true(store_sql.events_of(db, 1, 0, count_event, there));
		store_sql.close(db);
	}
	queue_release(&queue);
	queue_release(&store.jobs);
	disk_remove(path);
	disk_remove(after);
}

static void what_was_reported_done_survives_the_cut(void **state)
{
	uint32_t dice = 1, done, there;

	(void)state;
	for (int i = 0; i < 60; i++) {
		run_until_cut(&dice, false, &done, &there);
		assert_true(done > 0);
		assert_true(there >= done);
	}
}

static void without_syncs_the_test_would_see_it(void **state)
{
	uint32_t dice = 1, done, there, lost = 0;

	(void)state;
	for (int i = 0; i < 5; i++) {
		run_until_cut(&dice, true, &done, &there);
		lost += there < done;
	}
	assert_true(lost > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_reported_done_survives_the_cut),
		cmocka_unit_test(without_syncs_the_test_would_see_it),
	};

	disk_register();
	return cmocka_run_group_tests_name("the storage when the power goes", tests, NULL, NULL);
}
