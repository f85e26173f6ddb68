/* SPDX-License-Identifier: MIT
 *
 * A server far away: who one is there (a guest's or an account's cookie, or a token), and one
 * WebSocket of JSON messages. Knows nothing of tables. Whoever uses it asks for the next message,
 * with the patience it has.
 */
#ifndef REMOTE_REMOTE_H
#define REMOTE_REMOTE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { REMOTE_COOKIE_MAX = 512, REMOTE_WHY_MAX = 240 };

struct remote;

/* url: http, https, ws or wss, a host, perhaps a port; what follows is not looked at. NULL if it is
 * none, or memory is short. */
struct remote *remote_new(const char *url);
void remote_free(struct remote *);

/* Who comes: a cookie of an earlier time, or a token ("Authorization: Bearer"); "" is nobody. Goes
 * with every connection from now on. */
void remote_set_cookie(struct remote *, const char *cookie);
void remote_set_token(struct remote *, const char *token);
const char *remote_cookie(const struct remote *);
/* Asks to be somebody (POST /api/guest, /api/login …) with a JSON body, and keeps the cookie. False
 * with the server's sentence, or its code where it does not know who that is. Drops the body. */
bool remote_become(struct remote *, const char *path, json_t *body, char why[REMOTE_WHY_MAX]);

/* Connects afresh; nothing of an earlier connection is left. False with a sentence. */
bool remote_open(struct remote *, unsigned ms, char why[REMOTE_WHY_MAX]);
void remote_close(struct remote *);
bool remote_is_open(const struct remote *);
/* Sends a message, and drops it. */
void remote_send(struct remote *, json_t *message);
/* The next message, for the caller to drop; NULL if none came in so many ms, the connection has
 * ended, or the wait was interrupted. */
json_t *remote_next(struct remote *, unsigned ms);

/* Lets the connection live while something else is waited for: answers pings, keeps what comes. */
void remote_serve(struct remote *);

/* From a signal handler: whoever waits, waits no longer. */
void remote_interrupt(struct remote *);

/* scheme://host:port, without anything behind it. */
const char *remote_site(const struct remote *);

#endif
