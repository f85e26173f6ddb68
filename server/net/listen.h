/* SPDX-License-Identifier: MIT
 *
 * Whether the server can, and does, listen where it is told to.
 */
#ifndef METROPOLE_SERVER_LISTEN_H
#define METROPOLE_SERVER_LISTEN_H

#include <stdbool.h>
#include <stddef.h>

struct serve_config;

/* Tries it; false with a sentence that says why not and what to do. */
bool listen_can(const struct serve_config *, char *why, size_t cap);
/* Does anybody answer there? */
bool listen_does(const struct serve_config *, int port);

#endif
