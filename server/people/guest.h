/* SPDX-License-Identifier: MIT
 *
 * Guests: people without an account. For account.c only.
 */
#ifndef METROPOLE_SERVER_GUEST_H
#define METROPOLE_SERVER_GUEST_H

#include "server/net/http.h"

/* POST /api/guest under a name that is good: a new guest, or a guest's new name. */
void guest_enter(struct http_request *, const char *name);

#endif
