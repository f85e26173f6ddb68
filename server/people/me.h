/* SPDX-License-Identifier: MIT
 *
 * The person who asks.
 */
#ifndef METROPOLE_SERVER_ME_H
#define METROPOLE_SERVER_ME_H

#include "server/net/http.h"

/* Answers with name and unfinished tables, and renews the cookie. */
void me_show(struct http_request *);

#endif
