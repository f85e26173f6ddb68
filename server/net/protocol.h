/* SPDX-License-Identifier: MIT
 *
 * The WebSocket protocol (docs/server-protocol.md): a message in, what it asks for, its answer.
 * Knows nothing of sockets.
 */
#ifndef METROPOLE_SERVER_PROTOCOL_H
#define METROPOLE_SERVER_PROTOCOL_H

#include "server/net/conn.h"

#define PROTOCOL_NAME "metropole.1"
enum { PROTOCOL_VERSION = 1 };

/* The person at the other end is known: says hello. */
void protocol_greet(struct server *, struct conn *);
/* A whole message. */
void protocol_receive(struct server *, struct conn *, const char *text, size_t len);
/* The same message once more: what it was about is known better now. Costs its sender nothing. */
void protocol_again(struct server *, struct conn *, struct message *asked);

#endif
