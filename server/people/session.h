/* SPDX-License-Identifier: MIT
 *
 * Who is asking: guests by a signed cookie, accounts by a session that can be revoked.
 */
#ifndef METROPOLE_SERVER_SESSION_H
#define METROPOLE_SERVER_SESSION_H

#include "server/net/conn.h"

enum { COOKIE_BYTES = 512, TOKEN_BYTES = 32 };

/* What a cookie header claims; the guest is proven, the session is yet to be looked up. */
struct claim {
	bool has_session;
	uint8_t token[TOKEN_BYTES];
	uint8_t session[SECRET_BYTES]; /* hash of the token */
	struct person guest;           /* id 0 if there is none */
	bool has_token;
	uint8_t bot[SECRET_BYTES]; /* hash of a bot's token; then nothing else counts */
	char device[NAME_BYTES];   /* key of the account that was signed in here before, or empty */
	uint64_t address;          /* where it comes from; for the caller to fill in */
};

void claim_read(struct server *, const char *cookie_header, struct claim *);

typedef void session_then(struct server *, const struct person *, uint64_t ticket);
/* Calls `then` with the person, at once or later; nobody (id 0) if the claim does not hold. */
void session_find(struct server *, const struct claim *, session_then *, uint64_t ticket);

/* Values of Set-Cookie. */
void session_guest_cookie(struct server *, const struct person *, char out[COOKIE_BYTES]);
void session_cookie(struct server *, const uint8_t token[TOKEN_BYTES], char out[COOKIE_BYTES]);
void session_no_cookie(struct server *, char out[COOKIE_BYTES]);
/* Says that an account was signed in on this device; worth nothing but patience. */
void session_device_cookie(struct server *, const char *name_key, char out[COOKIE_BYTES]);
void session_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash[SECRET_BYTES]);

/* A number for a new person; never 0 nor negative, and exact in JavaScript. */
int64_t session_new_id(struct server *);

#endif
