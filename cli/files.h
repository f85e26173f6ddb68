/* SPDX-License-Identifier: MIT
 *
 * The files that a command line names, those in folders included.
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct files {
	char **paths;
	size_t n, cap;
};

bool is_folder(const char *path);

/* Adds a file, or what is in a folder and the folders below it, by name; hidden ones are passed
 * over. False with errno if that cannot be read. */
bool files_add(struct files *, const char *path);
void files_release(struct files *);

#endif
