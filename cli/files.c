/* SPDX-License-Identifier: MIT
 *
 * Files and folders that a command line names.
 */
#include "files.h"

#include "host/array.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 1 << 24 };

bool is_folder(const char *path)
{
	struct stat found;

	return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool add_file(struct files *files, const char *path)
{
	char *copy = strdup(path);

	if (!copy || !array_reserve(files->paths, files->cap, files->n + 1, FILES_MAX)) {
		free(copy);
		errno = ENOMEM;
		return false;
	}
	files->paths[files->n++] = copy;
	return true;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool add_inside(struct files *files, const char *folder, const char *name)
{
	struct stat found;
	char *path;
	bool good;

	if (asprintf(&path, "%s/%s", folder, name) < 0) {
		errno = ENOMEM;
		return false;
	}
	/* A link to a folder may lead back here. */
	good = (lstat(path, &found) == 0 && S_ISLNK(found.st_mode) && is_folder(path)) ||
	       files_add(files, path);
	free(path);
	return good;
}

bool files_add(struct files *files, const char *path)
{
	struct dirent **found;
	bool good = true;
	int n;

	if (!is_folder(path))
		return add_file(files, path);
	n = scandir(path, &found, is_visible, alphasort);
	if (n < 0)
		return false;
	for (int i = 0; i < n; i++) {
		good = good && add_inside(files, path, found[i]->d_name);
		free(found[i]);
	}
	free(found);
	return good;
}

void files_release(struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->paths[i]);
	free(files->paths);
}
