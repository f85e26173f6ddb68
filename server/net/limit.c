/* SPDX-License-Identifier: MIT
 *
 * Token buckets by address and person. Memory is bounded: when too many are known, strangers are
 * refused until the sweep has made room.
 */
#include "server/net/limit.h"

#include "server/server.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct limit_entry {
	struct limit_entry *next;
	uint64_t key;
	uint64_t seen;
	uint32_t connections;
	struct bucket bucket[LIMITS];
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

bool bucket_take(struct bucket *bucket, uint64_t now, double per_second, double most)
{
	double tokens = most;

	if (bucket->at)
		tokens = (double)bucket->tokens + (double)(now - bucket->at) * per_second / 1000;
	if (tokens > most)
		tokens = most;
	bucket->at = now;
	bucket->tokens = (float)tokens;
	if (tokens < 1)
		return false;
	bucket->tokens = (float)(tokens - 1);
	return true;
}

void limits_init(struct limits *limits, const struct serve_config *config)
{
	const struct {
		uint32_t n, seconds;
	} rate[LIMITS] = {
		[LIMIT_REQUESTS] = {config->requests_per_minute, 60},
		[LIMIT_LOGINS] = {config->logins_per_hour, 3600},
		[LIMIT_TABLES] = {config->tables_per_hour, 3600},
		[LIMIT_GUESTS] = {config->guests_per_hour, 3600},
		[LIMIT_CHAT] = {config->chat_per_minute, 60},
	};

	*limits = (struct limits){.connections_per_address = config->connections_per_address};
	for (int i = 0; i < LIMITS; i++) {
		limits->per_second[i] = (double)rate[i].n / rate[i].seconds;
		limits->most[i] = rate[i].n;
	}
}

static struct limit_entry **find(struct limits *limits, uint64_t key)
{
	struct limit_entry **at = &limits->bucket[(key * 0x9e3779b97f4a7c15u) >> 52];

	while (*at && (*at)->key != key)
		at = &(*at)->next;
	return at;
}

static struct limit_entry *entry(struct limits *limits, uint64_t key, uint64_t now)
{
	struct limit_entry **at = find(limits, key);

	if (!*at) {
		if (limits->n >= LIMIT_ENTRIES_MAX || !(*at = calloc(1, sizeof **at)))
			return NULL;
		(*at)->key = key;
		limits->n++;
	}
	(*at)->seen = now;
	return *at;
}

bool limits_take(struct limits *limits, uint64_t key, enum limit limit, uint64_t now)
{
	struct limit_entry *e = entry(limits, key, now);

	return e && bucket_take(&e->bucket[limit], now, limits->per_second[limit], limits->most[limit]);
}

bool limits_connect(struct limits *limits, struct address address, uint64_t now)
{
	struct limit_entry *e = entry(limits, address.key, now);

	if (!e || e->connections >= limits->connections_per_address)
		return false;
	e->connections++;
	return true;
}

void limits_disconnect(struct limits *limits, struct address address)
{
	struct limit_entry *e = *find(limits, address.key);

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
	for (size_t i = 0; i < LIMIT_HASH; i++) {
		struct limit_entry **at = &limits->bucket[i];

		while (*at) {
			struct limit_entry *e = *at;

			if (e->connections == 0 && is_full(limits, e, now)) {
				*at = e->next;
				free(e);
				limits->n--;
			} else {
				at = &e->next;
			}
		}
	}
}

void limits_release(struct limits *limits)
{
	for (size_t i = 0; i < LIMIT_HASH; i++) {
		while (limits->bucket[i]) {
			struct limit_entry *e = limits->bucket[i];

			limits->bucket[i] = e->next;
			free(e);
		}
	}
}
