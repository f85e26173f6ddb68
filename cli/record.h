/* SPDX-License-Identifier: MIT
 *
 * Records that a command line names.
 */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "host/live.h"

/* The text of a record, "-" for standard input; NULL with a message and the exit code if there is
 * none. */
char *record_read(const char *path, int *code);

/* Says which line of this text is wrong, and how; CLI_FAILED. */
int record_fail(const char *path, const char *text, const struct mp_fault *);

/* The full match of a record; CLI_OK, or what record_read and record_fail say. */
int record_load(const char *path, struct live *);

#endif
