/* SPDX-License-Identifier: MIT
 *
 * libwebsockets: the event loop, connections as they come and go, and WebSocket frames.
 */
#ifndef METROPOLE_SERVER_SOCKETS_H
#define METROPOLE_SERVER_SOCKETS_H

#include "server/net/limit.h"

#include <libwebsockets.h>

struct server;

bool sockets_init(struct server *, char *why, size_t cap);
void sockets_run(struct server *);
/* Ends sockets_run; on the loop's thread. */
void sockets_end(struct server *);
void sockets_release(struct server *);

/* Is there no Origin, or our own? */
bool sockets_same_origin(struct server *, struct lws *);
struct address sockets_address(struct server *, struct lws *);
/* Has its address more connections than it may, this being one of those too many? */
bool sockets_is_over(struct server *, struct lws *);

/* What all protocols share. */
int sockets_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t len);
int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t len);
size_t http_slot_size(void);

#endif
