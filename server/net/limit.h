/* SPDX-License-Identifier: MIT
 *
 * How much one address or one person may do. A bucket holds tokens that come back with time; what
 * is done costs one, and without one it is refused. Time is given by the caller.
 */
#ifndef METROPOLE_SERVER_LIMIT_H
#define METROPOLE_SERVER_LIMIT_H

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

enum { ADDRESS_TEXT_MAX = 48 };

struct address address_of_text(const char *text);
/* As people write it; an IPv6 one with the /64. */
void address_to_text(uint64_t key, char out[ADDRESS_TEXT_MAX]);
struct address address_of_socket(int fd);

struct bucket {
	float tokens;
	uint64_t at; /* ms; 0: full */
};

/* Takes a token from a bucket that holds up to `most` and wins `per_second`. */
bool bucket_take(struct bucket *, uint64_t now, double per_second, double most);

enum limit {
	LIMIT_REQUESTS,        /* HTTP requests of an address */
	LIMIT_LOGINS,          /* wrong passwords from an address */
	LIMIT_ACCOUNT,         /* wrong passwords for an account, from wherever */
	LIMIT_ACCOUNT_HERE,    /* wrong passwords for an account, from one address or known device */
	LIMIT_TABLES,          /* tables made from an address */
	LIMIT_GUESTS,          /* guests made from an address */
	LIMIT_CHAT,            /* chat lines of a person */
	LIMIT_EXPORTS,         /* exports of a person */
	LIMIT_TOKENS,          /* bots and tokens that an account makes */
	LIMIT_MAILS,           /* addresses to be confirmed, of a person and from an address */
	LIMIT_REVIEWS,         /* reviews that a person asks for */
	LIMIT_ADDRESS_REVIEWS, /* and an address */
	LIMIT_BYTES,           /* that a person adds to the data file */
	LIMIT_ADDRESS_BYTES,   /* and an address */
	LIMIT_BUSY,            /* milliseconds that the loop works for an address */
	LIMITS
};

enum {
	LIMIT_HASH = 4096,
	LIMIT_ENTRIES_MAX = 100000, /* beyond, whoever was not seen for longest is forgotten */
	LIMIT_EXPORTS_PER_HOUR = 6,
	LIMIT_TOKENS_PER_HOUR = 20,
	LIMIT_MAILS_PER_HOUR = 5,
	LIMIT_ACCOUNT_PER_HOUR = 60,
	LIMIT_ACCOUNT_HERE_PER_HOUR = 10,
	LIMIT_ADDRESS_PEOPLE = 8, /* as many people may write as much as one may, at one address */
	LIMIT_BUSY_SECONDS = 2,   /* that may be worked for ahead */
};

struct limit_entry;

struct limits {
	double per_second[LIMITS], most[LIMITS];
	uint32_t connections_per_address;
	struct limit_entry *bucket[LIMIT_HASH];
	struct limit_entry *newest, *oldest; /* by when they were last seen */
	size_t n;
	bool is_shared; /* with other nodes, that are told */
	struct limit_use *uses;
	size_t n_uses, cap_uses;
};

/* What was taken on this node since the others were told, and, once they were, what is used in all:
 * it drains by `rate` a second. */
struct limit_use {
	uint64_t key;
	enum limit limit;
	double amount, rate, used;
};

/* A connection over the limit is let in to be told so, up to a quarter more. */
enum admission { ADMISSION_REFUSED, ADMISSION_TO_BE_TOLD, ADMISSION_FREE };

void limits_init(struct limits *, const struct serve_config *);
/* Other rates from now on; what was taken stays taken. */
void limits_set(struct limits *, const struct serve_config *);
void limits_release(struct limits *);
bool limits_take(struct limits *, uint64_t key, enum limit, uint64_t now);
/* Is there no debt? */
bool limits_has(struct limits *, uint64_t key, enum limit, uint64_t now);
/* Takes so many, even more than there are: the debt is paid off with time. */
void limits_charge(struct limits *, uint64_t key, enum limit, double n, uint64_t now);
/* Takes a part of a token, or several. */
bool limits_pay(struct limits *, uint64_t key, enum limit, uint64_t now, double cost);
/* Gives a token back that was taken for what turned out well. */
void limits_give_back(struct limits *, uint64_t key, enum limit);
/* Whole seconds until there is a token again; at least one. */
unsigned limits_wait(struct limits *, uint64_t key, enum limit, uint64_t now);
/* Each connection that is not refused is to be given back. */
enum admission limits_connect(struct limits *, struct address);
bool limits_is_over(struct limits *, struct address);
void limits_disconnect(struct limits *, struct address);
/* From now on budgets are those of all nodes together: what is taken here is to be told to the
 * others, in portions, and what they took is learnt. Work of the loop is each node's own. */
void limits_share(struct limits *);
bool limits_has_uses(const struct limits *);
/* What is to be told, in order; the caller's to free. NULL if there is none, or no memory. */
struct limit_use *limits_take_uses(struct limits *, size_t *n);
void limits_learn(struct limits *, const struct limit_use *, size_t n, uint64_t now);
/* Forgets whoever has all tokens and no connection. */
void limits_sweep(struct limits *, uint64_t now);

#endif
