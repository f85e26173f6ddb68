/* SPDX-License-Identifier: MIT
 *
 * What an account can see and do about itself without its password: sessions, and the profile
 * that everybody sees. For account.c only.
 */
#ifndef METROPOLE_SERVER_PROFILE_H
#define METROPOLE_SERVER_PROFILE_H

#include "server/net/http.h"

void profile_sign_out(struct http_request *, const json_t *body);
void profile_sign_out_all(struct http_request *, const json_t *body);
void profile_revoke(struct http_request *, const json_t *body);
/* GET /api/sessions, /api/users/NAME, /api/users/NAME/games?before=KEY. */
bool profile_route(struct http_request *);

#endif
