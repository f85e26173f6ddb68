/* SPDX-License-Identifier: MIT
 *
 * Token buckets by address and person. Memory is bounded: when too many are known, the one not
 * seen for longest is forgotten. Nobody is ever refused because the books are full.
 */
#include "server/net/limit.h"

#include "host/array.h"
#include "server/server.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct limit_entry {
	struct limit_entry *next; /* of the same hash */
	struct limit_entry *newer, *older;
	uint64_t key;
	uint32_t connections;
	uint32_t told; /* a set of limits: those in `uses` */
	struct bucket bucket[LIMITS];
	float untold[LIMITS]; /* taken here, and the other nodes do not know yet */
};

static struct address address_of_v6(const uint8_t bytes[16])
{
	static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
	uint64_t key = 0;
	bool is_v4 = memcmp(bytes, mapped, sizeof mapped) == 0;

	for (int i = is_v4 ? 12 : 0; i < (is_v4 ? 16 : 8); i++)
		key = key << 8 | bytes[i];
	return (struct address){is_v4 ? key | 1ull << 40 : key};
}

struct address address_of_text(const char *text)
{
	uint8_t bytes[16] = {0};
	struct in_addr v4;

	if (inet_pton(AF_INET, text, &v4) == 1)
		return (struct address){ntohl(v4.s_addr) | 1ull << 40};
	if (inet_pton(AF_INET6, text, bytes) == 1)
		return address_of_v6(bytes);
	return (struct address){0};
}

void address_to_text(uint64_t key, char out[ADDRESS_TEXT_MAX])
{
	if (key >> 40 == 1 && key >> 41 == 0)
		snprintf(out, ADDRESS_TEXT_MAX, "%u.%u.%u.%u", (unsigned)(key >> 24 & 255),
		         (unsigned)(key >> 16 & 255), (unsigned)(key >> 8 & 255), (unsigned)(key & 255));
	else
		snprintf(out, ADDRESS_TEXT_MAX, "%x:%x:%x:%x::/64", (unsigned)(key >> 48),
		         (unsigned)(key >> 32 & 0xffff), (unsigned)(key >> 16 & 0xffff),
		         (unsigned)(key & 0xffff));
}

struct address address_of_socket(int fd)
{
	struct sockaddr_storage name;
	socklen_t len = sizeof name;

	memset(&name, 0, sizeof name);
	if (getpeername(fd, (struct sockaddr *)&name, &len) != 0)
		return (struct address){0};
	if (name.ss_family == AF_INET)
		return (struct address){ntohl(((struct sockaddr_in *)&name)->sin_addr.s_addr) | 1ull << 40};
	if (name.ss_family == AF_INET6)
		return address_of_v6(((struct sockaddr_in6 *)&name)->sin6_addr.s6_addr);
	return (struct address){0};
}

/* What is in it by now. */
static double bucket_fill(struct bucket *bucket, uint64_t now, double per_second, double most)
{
	double tokens = most;

	if (bucket->at)
		tokens = (double)bucket->tokens + (double)(now - bucket->at) * per_second / 1000;
	if (tokens > most)
		tokens = most;
	bucket->at = now;
	bucket->tokens = (float)tokens;
	return tokens;
}

static bool bucket_pay(struct bucket *bucket, uint64_t now, double per_second, double most,
                       double cost)
{
	double tokens = bucket_fill(bucket, now, per_second, most);

	if (tokens < cost)
		return false;
	bucket->tokens = (float)(tokens - cost);
	return true;
}

bool bucket_take(struct bucket *bucket, uint64_t now, double per_second, double most)
{
	return bucket_pay(bucket, now, per_second, most, 1);
}

/* An address for which a host allows more connections, or more messages, is also worked for more:
 * 300 ms a second by the limits that there are unless a host sets them. */
static uint32_t busy_ms(const struct serve_config *config)
{
	enum { USUAL_MS = 300, USUAL_CONNECTIONS = 256, USUAL_MESSAGES = 20, MOST_MS = 1000000 };
	double more = (double)config->connections_per_address / USUAL_CONNECTIONS;

	if (config->busy_ms_per_second > 0)
		return config->busy_ms_per_second;
	if (more < (double)config->messages_per_second / USUAL_MESSAGES)
		more = (double)config->messages_per_second / USUAL_MESSAGES;
	if (more < 1)
		more = 1;
	return USUAL_MS * more < MOST_MS ? (uint32_t)(USUAL_MS * more) : MOST_MS;
}

void limits_set(struct limits *limits, const struct serve_config *config)
{
	const struct {
		uint32_t n, seconds;
	} rate[LIMITS] = {
		[LIMIT_REQUESTS] = {config->requests_per_minute, 60},
		[LIMIT_LOGINS] = {config->logins_per_hour, 3600},
		[LIMIT_ACCOUNT] = {LIMIT_ACCOUNT_PER_HOUR, 3600},
		[LIMIT_ACCOUNT_HERE] = {LIMIT_ACCOUNT_HERE_PER_HOUR, 3600},
		[LIMIT_TABLES] = {config->tables_per_hour, 3600},
		[LIMIT_GUESTS] = {config->guests_per_hour, 3600},
		[LIMIT_CHAT] = {config->chat_per_minute, 60},
		[LIMIT_EXPORTS] = {LIMIT_EXPORTS_PER_HOUR, 3600},
		[LIMIT_TOKENS] = {LIMIT_TOKENS_PER_HOUR, 3600},
		[LIMIT_MAILS] = {LIMIT_MAILS_PER_HOUR, 3600},
		[LIMIT_REVIEWS] = {config->reviews_per_day, 86400},
		[LIMIT_ADDRESS_REVIEWS] = {config->reviews_per_day * LIMIT_ADDRESS_PEOPLE, 86400},
		[LIMIT_BYTES] = {config->kilobytes_per_hour * 1000, 3600},
		[LIMIT_ADDRESS_BYTES] = {config->kilobytes_per_hour * 1000 * LIMIT_ADDRESS_PEOPLE, 3600},
		[LIMIT_BUSY] = {busy_ms(config) * LIMIT_BUSY_SECONDS, LIMIT_BUSY_SECONDS},
	};

	limits->connections_per_address = config->connections_per_address;
	for (int i = 0; i < LIMITS; i++) {
		limits->per_second[i] = (double)rate[i].n / rate[i].seconds;
		limits->most[i] = rate[i].n;
	}
}

void limits_init(struct limits *limits, const struct serve_config *config)
{
	*limits = (struct limits){0};
	limits_set(limits, config);
}

static struct limit_entry **find_entry(struct limits *limits, uint64_t key)
{
	struct limit_entry **at = &limits->bucket[(key * 0x9e3779b97f4a7c15u) >> 52];

	while (*at && (*at)->key != key)
		at = &(*at)->next;
	return at;
}

static void unchain_entry(struct limits *limits, struct limit_entry *e)
{
	*(e->newer ? &e->newer->older : &limits->newest) = e->older;
	*(e->older ? &e->older->newer : &limits->oldest) = e->newer;
}

static void chain_entry(struct limits *limits, struct limit_entry *e)
{
	e->newer = NULL;
	e->older = limits->newest;
	*(e->older ? &e->older->newer : &limits->oldest) = e;
	limits->newest = e;
}

static void forget_entry(struct limits *limits, struct limit_entry *e)
{
	*find_entry(limits, e->key) = e->next;
	unchain_entry(limits, e);
	free(e);
	limits->n--;
}

/* Those with a connection stay, as if just seen; they are no more than the server's connections. */
static void make_room(struct limits *limits)
{
	for (size_t i = 0; i < limits->n; i++) {
		struct limit_entry *e = limits->oldest;

		if (e->connections == 0) {
			forget_entry(limits, e);
			return;
		}
		unchain_entry(limits, e);
		chain_entry(limits, e);
	}
}

/* NULL if memory is short; whoever asks is then let through. */
static struct limit_entry *entry_of(struct limits *limits, uint64_t key)
{
	struct limit_entry *e = *find_entry(limits, key);

	if (e) {
		unchain_entry(limits, e);
	} else {
		if (limits->n >= LIMIT_ENTRIES_MAX)
			make_room(limits);
		e = calloc(1, sizeof *e);
		if (!e)
			return NULL;
		e->key = key;
		*find_entry(limits, key) = e;
		limits->n++;
	}
	chain_entry(limits, e);
	return e;
}

/* Other nodes are told when it is worth it: of one in sixty-four parts of a budget. */
static void note_use(struct limits *limits, struct limit_entry *e, enum limit limit, double n)
{
	double worth = limits->most[limit] / 64 > 1 ? limits->most[limit] / 64 : 1;

	if (!limits->is_shared || limit == LIMIT_BUSY || n == 0)
		return;
	e->untold[limit] += (float)n;
	if ((e->told >> limit & 1) || ((double)e->untold[limit] < worth && n > 0) ||
	    !array_reserve(limits->uses, limits->cap_uses, limits->n_uses + 1, SIZE_MAX))
		return;
	e->told |= 1u << limit;
	limits->uses[limits->n_uses++] = (struct limit_use){.key = e->key, .limit = limit};
}

void limits_share(struct limits *limits)
{
	limits->is_shared = true;
}

bool limits_has_uses(const struct limits *limits)
{
	return limits->n_uses > 0;
}

static int by_key(const void *a, const void *b)
{
	const struct limit_use *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (int)x->limit - (int)y->limit;
}

struct limit_use *limits_take_uses(struct limits *limits, size_t *n)
{
	struct limit_use *uses = limits->uses;

	*n = limits->n_uses;
	for (size_t i = 0; i < *n; i++) {
		struct limit_entry *e = *find_entry(limits, uses[i].key);

		uses[i].rate = limits->per_second[uses[i].limit];
		if (!e)
			continue;
		uses[i].amount = (double)e->untold[uses[i].limit];
		e->untold[uses[i].limit] = 0;
		e->told &= ~(1u << uses[i].limit);
	}
	if (*n > 0)
		qsort(uses, *n, sizeof *uses, by_key);
	limits->uses = NULL;
	limits->n_uses = limits->cap_uses = 0;
	return uses;
}

void limits_learn(struct limits *limits, const struct limit_use *uses, size_t n, uint64_t now)
{
	for (size_t i = 0; i < n; i++) {
		enum limit limit = uses[i].limit;
		struct limit_entry *e = *find_entry(limits, uses[i].key);

		if (!e)
			continue;
		e->bucket[limit].tokens =
			(float)(limits->most[limit] - uses[i].used - (double)e->untold[limit]);
		e->bucket[limit].at = now;
	}
}

bool limits_pay(struct limits *limits, uint64_t key, enum limit limit, uint64_t now, double cost)
{
	struct limit_entry *e = entry_of(limits, key);
	bool paid = !e || bucket_pay(&e->bucket[limit], now, limits->per_second[limit],
	                             limits->most[limit], cost);

	if (e && paid)
		note_use(limits, e, limit, cost);
	return paid;
}

bool limits_take(struct limits *limits, uint64_t key, enum limit limit, uint64_t now)
{
	return limits_pay(limits, key, limit, now, 1);
}

bool limits_has(struct limits *limits, uint64_t key, enum limit limit, uint64_t now)
{
	return limits_pay(limits, key, limit, now, 0);
}

void limits_charge(struct limits *limits, uint64_t key, enum limit limit, double n, uint64_t now)
{
	struct limit_entry *e = entry_of(limits, key);

	if (!e)
		return;
	e->bucket[limit].tokens = (float)(bucket_fill(&e->bucket[limit], now, limits->per_second[limit],
	                                              limits->most[limit]) -
	                                  n);
	note_use(limits, e, limit, n);
}

void limits_give_back(struct limits *limits, uint64_t key, enum limit limit)
{
	struct limit_entry *e = *find_entry(limits, key);

	if (!e)
		return;
	e->bucket[limit].tokens += 1;
	note_use(limits, e, limit, -1);
}

unsigned limits_wait(struct limits *limits, uint64_t key, enum limit limit, uint64_t now)
{
	struct limit_entry *e = *find_entry(limits, key);
	double tokens =
		e ? bucket_fill(&e->bucket[limit], now, limits->per_second[limit], limits->most[limit]) : 1;

	return tokens >= 1 ? 1 : 1 + (unsigned)((1 - tokens) / limits->per_second[limit]);
}

enum admission limits_connect(struct limits *limits, struct address address)
{
	struct limit_entry *e = entry_of(limits, address.key);
	uint32_t most = limits->connections_per_address;

	if (!e || e->connections >= most + most / 4)
		return ADMISSION_REFUSED;
	e->connections++;
	return e->connections > most ? ADMISSION_TO_BE_TOLD : ADMISSION_FREE;
}

bool limits_is_over(struct limits *limits, struct address address)
{
	const struct limit_entry *e = *find_entry(limits, address.key);

	return e && e->connections > limits->connections_per_address;
}

void limits_disconnect(struct limits *limits, struct address address)
{
	struct limit_entry *e = *find_entry(limits, address.key);

	if (e && e->connections > 0)
		e->connections--;
}

static bool is_full(const struct limits *limits, const struct limit_entry *e, uint64_t now)
{
	for (int i = 0; i < LIMITS; i++) {
		const struct bucket *b = &e->bucket[i];

		if (b->at && (double)b->tokens + (double)(now - b->at) * limits->per_second[i] / 1000 <
		                 limits->most[i])
			return false;
	}
	return true;
}

void limits_sweep(struct limits *limits, uint64_t now)
{
	struct limit_entry *e = limits->oldest, *newer;

	for (; e; e = newer) {
		newer = e->newer;
		if (e->connections == 0 && is_full(limits, e, now))
			forget_entry(limits, e);
	}
}

void limits_release(struct limits *limits)
{
	while (limits->oldest)
		forget_entry(limits, limits->oldest);
	free(limits->uses);
}
