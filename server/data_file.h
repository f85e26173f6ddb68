/* SPDX-License-Identifier: MIT
 *
 * The data file as a file: made readable by its owner only, checked, and held by one server.
 */
#ifndef METROPOLE_SERVER_DATA_FILE_H
#define METROPOLE_SERVER_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the file if it is missing, and holds it until data_file_release. False with a sentence if
 * another server has it, or if it cannot be written. */
bool data_file_hold(const char *path, int *lock, char *why, size_t cap);
void data_file_release(int lock);
/* Makes an empty file that nobody else can read, or leaves the one that is there. */
bool data_file_make(const char *path);

#endif
