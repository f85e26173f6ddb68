/* SPDX-License-Identifier: MIT
 *
 * Buckets for passwords that are wrong.
 */
#include "server/people/tries.h"

#include "server/net/limit.h"
#include "server/process.h"

#include <sodium.h>
#include <string.h>

static uint64_t try_key(struct server *server, const char *account, uint64_t place)
{
	uint8_t in[NAME_BYTES + sizeof place] = {0};
	uint64_t key;

	strncpy((char *)in, account, NAME_BYTES - 1);
	memcpy(in + NAME_BYTES, &place, sizeof place);
	crypto_shorthash((uint8_t *)&key, in, sizeof in, server->cookie_key);
	return key | 1;
}

static bool take_try(struct server *server, uint64_t key, enum limit limit)
{
	return !key || limits_take(server->limits, key, limit, server->now);
}

bool tries_take(struct http_request *request, const char *account, struct tries *tries)
{
	struct server *server = request->server;
	bool is_known = account[0] && strcmp(request->claim.device, account) == 0;

	*tries = (struct tries){
		.address = is_known ? 0 : request->address.key,
	};
	if (account[0]) {
		tries->account = is_known ? 0 : try_key(server, account, 0);
		tries->here = try_key(server, account, is_known ? UINT64_MAX : request->address.key);
	}
	return take_try(server, tries->address, LIMIT_LOGINS) &&
	       take_try(server, tries->here, LIMIT_ACCOUNT_HERE) &&
	       take_try(server, tries->account, LIMIT_ACCOUNT);
}

void tries_give_back(struct server *server, const struct tries *tries)
{
	limits_give_back(server->limits, tries->address, LIMIT_LOGINS);
	limits_give_back(server->limits, tries->here, LIMIT_ACCOUNT_HERE);
	limits_give_back(server->limits, tries->account, LIMIT_ACCOUNT);
}
