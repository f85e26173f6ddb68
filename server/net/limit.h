/* SPDX-License-Identifier: MIT
 *
 * How much one address or one person may do. A bucket holds tokens that come back with time; what
 * is done costs one, and without one it is refused. Time is given by the caller.
 */
#ifndef METROPOLE_SERVER_LIMITS_H
#define METROPOLE_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct serve_config;
struct sockaddr;

/* Where somebody comes from: an IPv4 address, or the /64 of an IPv6 one (which is what a single
 * subscriber is given). */
struct address {
	uint64_t key;
};

struct address address_of_text(const char *text);
struct address address_of_socket(int fd);

struct bucket {
	float tokens;
	uint64_t at; /* ms; 0: full */
};

/* Takes a token from a bucket that holds up to `most` and wins `per_second`. */
bool bucket_take(struct bucket *, uint64_t now, double per_second, double most);

enum limit {
	LIMIT_REQUESTS, /* HTTP requests of an address */
	LIMIT_LOGINS,   /* password checks for an address */
	LIMIT_TABLES,   /* tables made from an address */
	LIMIT_GUESTS,   /* guests made from an address */
	LIMIT_CHAT,     /* chat lines of a person */
	LIMITS
};

enum { LIMIT_HASH = 4096, LIMIT_ENTRIES_MAX = 100000 };

struct limit_entry;

struct limits {
	double per_second[LIMITS], most[LIMITS];
	uint32_t connections_per_address;
	struct limit_entry *bucket[LIMIT_HASH];
	size_t n;
};

void limits_init(struct limits *, const struct serve_config *);
void limits_release(struct limits *);
bool limits_take(struct limits *, uint64_t key, enum limit, uint64_t now);
/* Counts connections of an address; false, and not counted, if it has too many. */
bool limits_connect(struct limits *, struct address, uint64_t now);
void limits_disconnect(struct limits *, struct address);
/* Forgets those who have all their tokens back. */
void limits_sweep(struct limits *, uint64_t now);

#endif
