/* SPDX-License-Identifier: MIT
 *
 * What the host of the server does: commands left in the data file by `metropole admin`, and the
 * rules of how long things are kept.
 */
#ifndef METROPOLE_SERVER_ADMIN_H
#define METROPOLE_SERVER_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server;

/* Looks for commands and obeys them. */
void admin_poll(struct server *);
/* Drops what is older than it is to be kept. */
void admin_retain(struct server *);

/* For the program, beside a running server or without one. All say what went wrong in `why`. */

/* Prints the tables that have not ended, one JSON object a line. */
bool admin_tables(const char *data, void (*print)(const char *line), char *why, size_t cap);
/* Moves a site from a file to PostgreSQL, or back, or to another of the same kind. */
bool admin_copy_data(const char *from, const char *to,
                     void (*each)(void *ctx, const char *kind, int64_t n), char *why, size_t cap);
/* Gives back to the disk what deleted games have left; a running server answers `busy` meanwhile.
 * Sizes in bytes. */
bool admin_compact(const char *data, int64_t *before, int64_t *after, char *why, size_t cap);
/* A whole copy of the data file, taken while the server runs. */
bool admin_backup(const char *data, const char *to, char *why, size_t cap);

#endif
