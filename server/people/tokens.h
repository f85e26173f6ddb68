/* SPDX-License-Identifier: MIT
 *
 * The bots of an account: programs that play under a name of their own, with a token instead of a
 * password. Only a hash of it is kept; it opens the WebSocket and nothing else.
 */
#ifndef METROPOLE_SERVER_TOKENS_H
#define METROPOLE_SERVER_TOKENS_H

#include "server/net/http.h"

/* Reads `Bearer mpb_…`; false if it is no such token. */
bool token_read(const char *authorization, uint8_t hash[SECRET_BYTES]);

void tokens_make(struct http_request *, const json_t *body);
void tokens_renew(struct http_request *, const json_t *body);
void tokens_revoke(struct http_request *, const json_t *body);
void tokens_drop(struct http_request *, const json_t *body);
/* One's own bots, and the list of all that are rated. */
void tokens_list(struct http_request *);
void tokens_ranks(struct http_request *);

#endif
