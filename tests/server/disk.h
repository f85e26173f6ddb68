/* SPDX-License-Identifier: MIT
 *
 * A file system for SQLite, called "forgetful": what is not synced is lost when the power goes, and
 * chosen calls fail.
 */
#ifndef TESTS_SERVER_DISK_H
#define TESTS_SERVER_DISK_H

#include <stdbool.h>

enum disk_fault {
	DISK_WELL,
	DISK_BUSY, /* somebody else holds a lock */
	DISK_ERRS, /* reads, writes and syncs fail */
	DISK_FULL, /* writes find no room */
};

/* Makes it known to SQLite; once. */
void disk_register(void);
/* The power goes (or is back): nothing reaches the disk any more. */
void disk_cut(bool);
bool disk_is_cut(void);
/* From the `first` call on that can fail in this way, counted from now, `n` of them do. */
void disk_fail(enum disk_fault, unsigned first, unsigned n);
/* How many such calls there were. */
unsigned disk_calls(void);
/* Removes a data file and what lies beside it. */
void disk_remove(const char *path);

#endif
