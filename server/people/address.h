/* SPDX-License-Identifier: MIT
 *
 * The mail address of a person: set, confirmed, dropped. For account.c only.
 */
#ifndef METROPOLE_SERVER_ADDRESS_H
#define METROPOLE_SERVER_ADDRESS_H

#include "server/net/http.h"

/* POST /api/mail {"address":…,"lang":…}: a mail asks its owner to confirm it. */
void address_set(struct http_request *, const json_t *body);
/* POST /api/mail/verify {"token":…}, from that mail. */
void address_verify(struct http_request *, const json_t *body);
/* POST /api/mail/drop: one's own. */
void address_drop(struct http_request *, const json_t *body);
/* POST /api/mail/stop {"token":…}, or /api/mail/stop?TOKEN from anywhere (RFC 8058): the token is
 * all it takes. */
void address_stop(struct http_request *, const json_t *body);

#endif
