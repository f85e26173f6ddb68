/* SPDX-License-Identifier: MIT
 *
 * Certificates and keys, before they are used and when they are renewed.
 */
#ifndef METROPOLE_SERVER_TLS_H
#define METROPOLE_SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct ssl_ctx_st;

/* NULL if the two files can be used together; else the name of the setting that is wrong, and a
 * sentence. */
const char *tls_check(const char *cert, const char *key, char *why, size_t cap);
/* Those who connect from now on are shown what is in the files now; checked before. */
bool tls_renew(struct ssl_ctx_st *, const char *cert, const char *key);

#endif
