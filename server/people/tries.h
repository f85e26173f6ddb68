/* SPDX-License-Identifier: MIT
 *
 * How often a password may be wrong: from an address, for an account from one place, and for an
 * account at all. The last would let a stranger lock the owner out, so it does not count for a
 * device on which the account has been signed in before.
 */
#ifndef METROPOLE_SERVER_TRIES_H
#define METROPOLE_SERVER_TRIES_H

#include "server/net/http.h"

struct tries {
	uint64_t address, account, here; /* keys of the buckets; 0 for none */
};

/* Takes what a try costs; false if there have been too many. `account` is the key of a name; empty
 * where no password is tried. */
bool tries_take(struct http_request *, const char *account, struct tries *);
/* It was right: the try costs nothing. */
void tries_give_back(struct server *, const struct tries *);

#endif
