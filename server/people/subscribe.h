/* SPDX-License-Identifier: MIT
 *
 * How a person wants to be told of what waits. For account.c only.
 */
#ifndef METROPOLE_SERVER_SUBSCRIBE_H
#define METROPOLE_SERVER_SUBSCRIBE_H

#include "server/net/http.h"

/* GET /api/me/notify: what is offered, and what is set. */
void subscribe_show(struct http_request *);
/* POST /api/push, /api/push/drop: this browser may be pushed to, or no more. */
void subscribe_push(struct http_request *, const json_t *body);
void subscribe_push_drop(struct http_request *, const json_t *body);

#endif
