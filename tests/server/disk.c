/* SPDX-License-Identifier: MIT
 *
 * A file system under SQLite that loses what was not synced, and fails when it is told to.
 */
#include "disk.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Which calls fail, how, and how many of them there were. */
static atomic_int fault_kind = DISK_WELL;
static atomic_uint n_calls, first_bad, n_bad;

void disk_cut(bool cut)
{
	atomic_store(&is_cut, cut);
}

bool disk_is_cut(void)
{
	return atomic_load(&is_cut);
}

void disk_fail(enum disk_fault kind, unsigned first, unsigned n)
{
	atomic_store(&fault_kind, (int)kind);
	atomic_store(&n_calls, 0);
	atomic_store(&first_bad, first);
	atomic_store(&n_bad, n);
}

unsigned disk_calls(void)
{
	return atomic_load(&n_calls);
}

/* Counts a call that can fail in this way; does it? */
static bool fails(enum disk_fault kind)
{
	unsigned call;

	if (atomic_load(&fault_kind) != (int)kind)
		return false;
	call = atomic_fetch_add(&n_calls, 1) + 1;
	return call >= atomic_load(&first_bad) && call - atomic_load(&first_bad) < atomic_load(&n_bad);
}

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

	if (fails(DISK_ERRS))
		return SQLITE_IOERR_READ;
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

	if (fails(DISK_ERRS))
		return SQLITE_IOERR_WRITE;
	if (fails(DISK_FULL))
		return SQLITE_FULL;
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

	if (fails(DISK_ERRS))
		return SQLITE_IOERR_FSYNC;
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
	if (fails(DISK_ERRS))
		return SQLITE_IOERR_SHMMAP;
	return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, out);
}

static int f_shm_lock(sqlite3_file *file, int at, int n, int flags)
{
	/* the lock of who writes to the log */
	if (at == 0 && (flags & SQLITE_SHM_LOCK) && fails(DISK_BUSY))
		return SQLITE_BUSY;
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

void disk_register(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	forgetful_vfs = *real_vfs;
	forgetful_vfs.zName = "forgetful";
	forgetful_vfs.szOsFile = sizeof(struct forgetful);
	forgetful_vfs.xOpen = f_open;
	forgetful_vfs.pNext = NULL;
	sqlite3_vfs_register(&forgetful_vfs, 0);
}

void disk_remove(const char *path)
{
	static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", "-lock"};
	char name[128];

	for (int i = 0; i < 5; i++) {
		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		unlink(name);
	}
}
