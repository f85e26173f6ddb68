/* SPDX-License-Identifier: MIT
 *
 * A WebSocket to a server, one message after the other: whoever uses it waits for the next, and
 * is told when there is none. Knows nothing of tables.
 */
#ifndef CLI_WIRE_H
#define CLI_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct wire;

/* url: http, https, ws or wss, a host, perhaps a port; what follows is ignored. NULL with a
 * sentence. The token goes with every connection. */
struct wire *wire_new(const char *url, const char *token, char *why, size_t cap);
void wire_free(struct wire *);

/* Connects afresh; nothing of an earlier connection is left. False with a sentence. */
bool wire_open(struct wire *, unsigned ms, char *why, size_t cap);
bool wire_is_open(const struct wire *);
/* Drops the message. */
void wire_send(struct wire *, json_t *message);
/* The next message, for the caller to drop; NULL after so many ms, when the connection has ended,
 * or when it was interrupted. */
json_t *wire_next(struct wire *, unsigned ms);
/* From a signal handler: whoever waits, waits no longer. */
void wire_interrupt(struct wire *);

#endif
