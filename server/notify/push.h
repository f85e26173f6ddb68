/* SPDX-License-Identifier: MIT
 *
 * Web push on paper: what is sent to a browser's push service, and how it proves who sent it. Pure
 * but for chance, which is the caller's: RFC 8188 and 8291 for the message, RFC 8292 for VAPID.
 */
#ifndef METROPOLE_SERVER_PUSH_H
#define METROPOLE_SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PUSH_SCALAR = 32, /* a private key of P-256 */
	PUSH_POINT = 65,  /* a public key, uncompressed */
	PUSH_POINT_TEXT = 88,
	PUSH_SALT = 16,
	PUSH_SECRET = 16, /* what only the browser and we know */
	PUSH_PLAIN_MAX = 3000,
	PUSH_HEAD = PUSH_SALT + 4 + 1,
	PUSH_BODY_MAX = PUSH_HEAD + PUSH_POINT + PUSH_PLAIN_MAX + 1 + 16, /* below 4096: one record */
	PUSH_TOKEN_MAX = 1024,
};

/* The private key that any 32 bytes of chance stand for; never zero, always below the order. */
bool push_key_of_chance(const uint8_t chance[PUSH_SCALAR], uint8_t key[PUSH_SCALAR]);
bool push_public_key(const uint8_t key[PUSH_SCALAR], uint8_t point[PUSH_POINT]);

/* RFC 8188, one record: head, key id and ciphertext. The length, 0 on failure. */
size_t push_encode(const uint8_t *ikm, size_t ikm_len, const uint8_t salt[PUSH_SALT],
                   const uint8_t *key_id, size_t key_id_len, const char *plain, size_t len,
                   uint8_t *out);
/* RFC 8291: for the browser of this key and secret, from a key that is used once. */
size_t push_encrypt(const uint8_t browser[PUSH_POINT], const uint8_t secret[PUSH_SECRET],
                    const uint8_t once[PUSH_SCALAR], const uint8_t salt[PUSH_SALT],
                    const char *plain, size_t len, uint8_t out[PUSH_BODY_MAX]);

/* RFC 8292: the value of Authorization for an endpoint, good until `expires` (seconds since 1970).
 * `contact` is who answers for the server, or "". */
bool push_authorize(const uint8_t key[PUSH_SCALAR], const char *endpoint, const char *contact,
                    int64_t expires, char out[PUSH_TOKEN_MAX]);

#endif
