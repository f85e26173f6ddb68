/* SPDX-License-Identifier: MIT
 *
 * The storage when the power goes: on a file system that forgets what was not synced, everything
 * that was reported done is there afterwards. Killing a process cannot show this, since the
 * system's cache survives it.
 */
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

/* As much as the real file system takes at once. */
enum { CHUNK = 65536 };

/* A file whose writes stay in memory until it is synced. */
struct forgetful {
	sqlite3_file base;
	sqlite3_file *real;
	char *bytes;
	sqlite3_int64 size, cap, synced;
};

static sqlite3_vfs forgetful_vfs;
static sqlite3_vfs *real_vfs;
static atomic_bool is_cut; /* the power is off: nothing reaches the disk any more */

static struct forgetful *file_of(sqlite3_file *file)
{
	return (struct forgetful *)(void *)file;
}

static int f_close(sqlite3_file *file)
{
	struct forgetful *f = file_of(file);
	int code = f->real->pMethods ? f->real->pMethods->xClose(f->real) : SQLITE_OK;

	free(f->bytes);
	free(f->real);
	return code;
}

static int f_read(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
	struct forgetful *f = file_of(file);
	sqlite3_int64 there = at < f->size ? f->size - at : 0;

	if (there >= n) {
		memcpy(out, f->bytes + at, (size_t)n);
		return SQLITE_OK;
	}
	memset(out, 0, (size_t)n);
	if (there > 0)
		memcpy(out, f->bytes + at, (size_t)there);
	return SQLITE_IOERR_SHORT_READ;
}

static int f_write(sqlite3_file *file, const void *in, int n, sqlite3_int64 at)
{
	struct forgetful *f = file_of(file);

	if (at + n > f->cap) {
		f->cap = 2 * (at + n);
		f->bytes = realloc(f->bytes, (size_t)f->cap);
		if (!f->bytes)
			return SQLITE_IOERR_NOMEM;
	}
	if (at > f->size)
		memset(f->bytes + f->size, 0, (size_t)(at - f->size));
	memcpy(f->bytes + at, in, (size_t)n);
	if (at + n > f->size)
		f->size = at + n;
	return SQLITE_OK;
}

static int f_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	struct forgetful *f = file_of(file);

	if (size < f->size)
		f->size = size;
	return SQLITE_OK;
}

static int f_sync(sqlite3_file *file, int flags)
{
	struct forgetful *f = file_of(file);
	int code = SQLITE_OK;

	(void)flags;
	if (atomic_load(&is_cut))
		return SQLITE_IOERR_FSYNC;
	if (f->size < f->synced)
		code = f->real->pMethods->xTruncate(f->real, f->size);
	for (sqlite3_int64 at = 0; code == SQLITE_OK && at < f->size; at += CHUNK) {
		sqlite3_int64 n = f->size - at < CHUNK ? f->size - at : CHUNK;

		code = f->real->pMethods->xWrite(f->real, f->bytes + at, (int)n, at);
	}
	f->synced = f->size;
	return code;
}

static int f_size(sqlite3_file *file, sqlite3_int64 *size)
{
	*size = file_of(file)->size;
	return SQLITE_OK;
}

#define REAL(file) (file_of(file)->real)

static int f_lock(sqlite3_file *file, int level)
{
	return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int f_unlock(sqlite3_file *file, int level)
{
	return REAL(file)->pMethods->xUnlock(REAL(file), level);
}

static int f_check(sqlite3_file *file, int *out)
{
	return REAL(file)->pMethods->xCheckReservedLock(REAL(file), out);
}

static int f_control(sqlite3_file *file, int op, void *arg)
{
	(void)file;
	(void)op;
	(void)arg;
	return SQLITE_NOTFOUND;
}

static int f_sector(sqlite3_file *file)
{
	(void)file;
	return 4096;
}

static int f_device(sqlite3_file *file)
{
	(void)file;
	return 0;
}

static int f_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
	return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, out);
}

static int f_shm_lock(sqlite3_file *file, int at, int n, int flags)
{
	return REAL(file)->pMethods->xShmLock(REAL(file), at, n, flags);
}

static void f_shm_barrier(sqlite3_file *file)
{
	REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int f_shm_unmap(sqlite3_file *file, int remove)
{
	return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = f_close,
	.xRead = f_read,
	.xWrite = f_write,
	.xTruncate = f_truncate,
	.xSync = f_sync,
	.xFileSize = f_size,
	.xLock = f_lock,
	.xUnlock = f_unlock,
	.xCheckReservedLock = f_check,
	.xFileControl = f_control,
	.xSectorSize = f_sector,
	.xDeviceCharacteristics = f_device,
	.xShmMap = f_shm_map,
	.xShmLock = f_shm_lock,
	.xShmBarrier = f_shm_barrier,
	.xShmUnmap = f_shm_unmap,
};

static int f_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	struct forgetful *f = file_of(file);
	int code;

	(void)vfs;
	*f = (struct forgetful){.real = calloc(1, (size_t)real_vfs->szOsFile)};
	code = real_vfs->xOpen(real_vfs, name, f->real, flags, out);
	if (code != SQLITE_OK) {
		free(f->real);
		return code;
	}
	f->base.pMethods = &methods;
	f->real->pMethods->xFileSize(f->real, &f->size);
	f->synced = f->size;
	f->cap = f->size;
	f->bytes = malloc((size_t)f->size + 1);
	for (sqlite3_int64 at = 0; at < f->size; at += CHUNK)
		f->real->pMethods->xRead(f->real, f->bytes + at,
		                         (int)(f->size - at < CHUNK ? f->size - at : CHUNK), at);
	return SQLITE_OK;
}

static void register_vfs(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	forgetful_vfs = *real_vfs;
	forgetful_vfs.zName = "forgetful";
	forgetful_vfs.szOsFile = sizeof(struct forgetful);
	forgetful_vfs.xOpen = f_open;
	forgetful_vfs.pNext = NULL;
	sqlite3_vfs_register(&forgetful_vfs, 0);
}

/* One event after another, each waited for like a move's answer. */
struct append {
	struct store_job job;
	uint32_t seq;
};

static bool run_append(const struct store_ops *ops, void *db, struct store_job *base)
{
	char text[256];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	return ops->event_put(
		db, &(struct store_event){.table = 1, .seq = ((struct append *)base)->seq, .text = text});
}

static atomic_bool has_failed;

static void failed(void *ctx, const char *error)
{
	(void)ctx;
	if (!atomic_load(&is_cut))
		fprintf(stderr, "the storage failed: %s\n", error);
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

static void remove_file(const char *path)
{
	static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
	char name[128];

	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		unlink(name);
	}
}

static void count_event(void *ctx, const struct store_event *event)
{
	uint32_t *n = ctx;

	assert_int_equal(event->seq, *n + 1); /* and none is missing between */
	*n = event->seq;
}

static void free_all(struct letter *letter)
{
	while (letter) {
		struct letter *next = letter->next;

		free(letter);
		letter = next;
	}
}

/* Appends until the power goes at a random moment; returns how many were reported done and how
 * many are there afterwards. */
static void run_until_cut(uint32_t *dice, bool careless, uint32_t *done, uint32_t *there)
{
	char path[] = "/tmp/metropole-cut-XXXXXX", after[] = "/tmp/metropole-aft-XXXXXX", uri[128],
		 why[256];
	struct store store;
	struct mailbox box;
	uint32_t sent = 0, steps;
	struct sqlite_db *db;

	*done = 0;
	*there = 0;
	close(mkstemp(path));
	close(mkstemp(after));
	atomic_store(&is_cut, false);
	atomic_store(&has_failed, false);
	snprintf(uri, sizeof uri, "file:%s?vfs=forgetful", path);
	assert_true(store_init(&store, &store_sqlite, uri, why, sizeof why));
	db = store.db;
	/* the file itself has long been there when people begin to play */
	sqlite3_exec(db->db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 40", NULL,
	             NULL, NULL);
	if (careless)
		sqlite3_exec(db->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
	mailbox_init(&box);
	assert_true(store_start(&store, &box, wake, failed, NULL));
	*dice = *dice * 1664525 + 1013904223;
	steps = 20 + (*dice >> 8) % 400;
	while (!atomic_load(&is_cut)) {
		struct letter *letter;

		while (sent < *done + 8 && sent < steps + 8) {
			struct append *append = calloc(1, sizeof *append);

			append->job.run = run_append;
			append->seq = ++sent;
			store_submit(&store, &append->job);
		}
		assert_false(atomic_load(&has_failed));
		letter = mailbox_take_all(&box);
		while (letter) {
			struct letter *next = letter->next;

			*done = ((struct append *)letter)->seq;
			free(letter);
			letter = next;
		}
		if (*done >= steps) {
			atomic_store(&is_cut, true);
			/* a sync that is under way may still finish: then it is done, though not reported */
			nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
			copy_file(path, after, "");
			copy_file(path, after, "-wal");
		}
	}
	mailbox_close(&store.jobs);
	pthread_join(store.thread, NULL);
	free_all(mailbox_take_all(&box));
	free_all(mailbox_take_all(&store.jobs));
	free_all(store.undone);
	store.ops->close(store.db);
	db = store_sqlite.open(after, why, sizeof why);
	if (db) {
		assert_true(store_sqlite.events_of(db, 1, count_event, there));
		store_sqlite.close(db);
	}
	mailbox_release(&box);
	mailbox_release(&store.jobs);
	remove_file(path);
	remove_file(after);
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

	register_vfs();
	return cmocka_run_group_tests_name("the storage when the power goes", tests, NULL, NULL);
}
