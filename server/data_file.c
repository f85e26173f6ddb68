/* SPDX-License-Identifier: MIT
 *
 * Holding the data file. The lock is on a file beside it: SQLite's own locks on the data file would
 * go when anybody in this process closes it.
 */
#include "server/data_file.h"

#include "server/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 300 };

bool data_file_make(const char *path)
{
	int fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || errno == EEXIST;
}

static const char *user_name(void)
{
	struct passwd *user = getpwuid(geteuid());

	return user ? user->pw_name : "the server's user";
}

/* A copy that was put in place by somebody else often belongs to them. */
static bool can_write(const char *path, char *why, size_t cap)
{
	static const char *const parts[] = {"", "-wal", "-shm"};
	char part[PATH_BYTES];

	for (int i = 0; i < 3; i++) {
		snprintf(part, sizeof part, "%s%s", path, parts[i]);
		if (access(part, R_OK | W_OK) == 0 || errno == ENOENT)
			continue;
		snprintf(why, cap,
		         "%s cannot be written by %s: %s. If it was restored by somebody else, give it "
		         "back: chown %s '%s'",
		         part, user_name(), strerror(errno), user_name(), part);
		return false;
	}
	return true;
}

bool data_file_hold(const char *path, int *lock, char *why, size_t cap)
{
	char beside[PATH_BYTES];

	*lock = -1;
	if (strncmp(path, "file:", 5) == 0 || store_is_shared(path))
		return true; /* for SQLite to understand, or for many servers */
	if (!data_file_make(path)) {
		snprintf(why, cap, "Cannot make the data file %s: %s.", path, strerror(errno));
		return false;
	}
	if (!can_write(path, why, cap))
		return false;
	snprintf(beside, sizeof beside, "%s-lock", path);
	*lock = open(beside, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	if (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) == 0)
		return true;
	if (*lock >= 0 && errno == EWOULDBLOCK)
		snprintf(why, cap,
		         "Another server uses the data file %s. Stop it first, or give this one a file of "
		         "its own with --data.",
		         path);
	else
		snprintf(why, cap, "Cannot lock %s: %s.", beside, strerror(errno));
	data_file_release(*lock);
	*lock = -1;
	return false;
}

void data_file_release(int lock)
{
	if (lock >= 0)
		close(lock);
}
