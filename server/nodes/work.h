/* SPDX-License-Identifier: MIT
 *
 * `metropole work`: threads that think for the bots of all nodes on one database. A worker takes a
 * question, reads the table's log up to the event it was asked at, lets a bot see what its seat may
 * know, and writes the answer. One that dies loses nothing: its questions are taken again.
 */
#ifndef METROPOLE_SERVER_WORK_H
#define METROPOLE_SERVER_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Until `stop`; false with a sentence if it cannot begin. */
bool work_run(const char *data, unsigned threads, const atomic_bool *stop, char *why, size_t cap);

#endif
