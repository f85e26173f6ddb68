/* SPDX-License-Identifier: MIT
 *
 * Cookies and sessions. A guest's cookie says the number and the name and is signed with a key
 * that only the data file holds; a session's is 32 random bytes of which only a hash is kept.
 */
#include "server/people/session.h"

#include "server/people/name.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAC_BYTES = 16, ID_HEX = 14, DEVICE_SECONDS = 365 * 86400, HOUR_MS = 3600000 };

/* Finds `name=value` in a cookie header; false if it is not there or too long. */
static bool cookie_get(const char *header, const char *name, char *out, size_t cap)
{
	size_t len = strlen(name);

	while (*header) {
		size_t end;

		header += strspn(header, " ;");
		end = strcspn(header, ";");
		if (end > len && header[len] == '=' && strncmp(header, name, len) == 0) {
			if (end - len - 1 >= cap)
				return false;
			memcpy(out, header + len + 1, end - len - 1);
			out[end - len - 1] = '\0';
			return true;
		}
		header += end;
	}
	return false;
}

static void sign_cookie(struct server *server, const char *text, char mac[2 * MAC_BYTES + 1])
{
	uint8_t bytes[MAC_BYTES];

	crypto_generichash(bytes, sizeof bytes, (const uint8_t *)text, strlen(text), server->cookie_key,
	                   sizeof server->cookie_key);
	sodium_bin2hex(mac, 2 * MAC_BYTES + 1, bytes, sizeof bytes);
}

/* <key of the name>.<signature> of both the word and the key */
static void sign_device(struct server *server, const char *name_key, char mac[2 * MAC_BYTES + 1])
{
	char text[NAME_BYTES + 16];

	snprintf(text, sizeof text, "device.%s", name_key);
	sign_cookie(server, text, mac);
}

static void read_device(struct server *server, char *cookie, char device[NAME_BYTES])
{
	char mac[2 * MAC_BYTES + 1];
	char *dot = strrchr(cookie, '.');

	if (!dot || strlen(dot + 1) != 2 * MAC_BYTES || dot - cookie >= NAME_BYTES)
		return;
	*dot = '\0';
	sign_device(server, cookie, mac);
	if (sodium_memcmp(mac, dot + 1, 2 * MAC_BYTES) == 0)
		memcpy(device, cookie, strlen(cookie) + 1);
}

/* <number>.<name in hex>.<signature>. The same key signs other things too (devices, links that stop
 * mails): none of them begins with so many digits, so none of them is a guest. */
static bool read_guest(struct server *server, char *cookie, struct person *person)
{
	char mac[2 * MAC_BYTES + 1];
	const char *name;
	char *dot = strrchr(cookie, '.');
	size_t len;

	if (!dot || strlen(dot + 1) != 2 * MAC_BYTES)
		return false;
	*dot = '\0';
	sign_cookie(server, cookie, mac);
	if (sodium_memcmp(mac, dot + 1, 2 * MAC_BYTES) != 0)
		return false;
	if (strspn(cookie, "0123456789abcdef") != ID_HEX || cookie[ID_HEX] != '.')
		return false;
	name = cookie + ID_HEX;
	*person = (struct person){.id = strtoll(cookie, NULL, 16)};
	return sodium_hex2bin((uint8_t *)person->name, NAME_BYTES - 1, name + 1, strlen(name + 1), NULL,
	                      &len, NULL) == 0;
}

void session_hash(const uint8_t token[TOKEN_BYTES], uint8_t hash[SECRET_BYTES])
{
	crypto_generichash(hash, SECRET_BYTES, token, TOKEN_BYTES, NULL, 0);
}

void claim_read(struct server *server, const char *header, struct claim *claim)
{
	char value[COOKIE_BYTES];
	uint8_t token[TOKEN_BYTES];
	size_t len;

	*claim = (struct claim){0};
	if (cookie_get(header, "mp_session", value, sizeof value) &&
	    sodium_hex2bin(token, sizeof token, value, strlen(value), NULL, &len, NULL) == 0 &&
	    len == sizeof token) {
		claim->has_session = true;
		memcpy(claim->token, token, sizeof token);
		session_hash(token, claim->session);
	}
	if (cookie_get(header, "mp_guest", value, sizeof value) &&
	    !read_guest(server, value, &claim->guest))
		claim->guest = (struct person){0};
	if (cookie_get(header, "mp_device", value, sizeof value))
		read_device(server, value, claim->device);
}

static void write_cookie(struct server *server, const char *name, const char *value, long age,
                         char out[COOKIE_BYTES])
{
	bool secure =
		server->config.tls_cert[0] || strncmp(server->config.public_url, "https://", 8) == 0;

	snprintf(out, COOKIE_BYTES, "%s=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Strict%s", name,
	         value, age, secure ? "; Secure" : "");
}

void session_guest_cookie(struct server *server, const struct person *person,
                          char out[COOKIE_BYTES])
{
	char value[2 * NAME_BYTES + 64], mac[2 * MAC_BYTES + 1];
	int at = snprintf(value, sizeof value, "%0*llx.", ID_HEX, (unsigned long long)person->id);

	sodium_bin2hex(value + at, sizeof value - (size_t)at, (const uint8_t *)person->name,
	               strlen(person->name));
	sign_cookie(server, value, mac);
	strcat(value, ".");
	strcat(value, mac);
	write_cookie(server, "mp_guest", value, 86400L * server->config.keep_guests_days, out);
}

void session_cookie(struct server *server, const uint8_t token[TOKEN_BYTES], char out[COOKIE_BYTES])
{
	char value[2 * TOKEN_BYTES + 1];

	sodium_bin2hex(value, sizeof value, token, TOKEN_BYTES);
	write_cookie(server, "mp_session", value, 86400L * server->config.keep_guests_days, out);
}

void session_no_cookie(struct server *server, char out[COOKIE_BYTES])
{
	write_cookie(server, "mp_session", "", 0, out);
}

void session_device_cookie(struct server *server, const char *name_key, char out[COOKIE_BYTES])
{
	char value[NAME_BYTES + 2 * MAC_BYTES + 2], mac[2 * MAC_BYTES + 1];

	sign_device(server, name_key, mac);
	snprintf(value, sizeof value, "%s.%s", name_key, mac);
	write_cookie(server, "mp_device", value, DEVICE_SECONDS, out);
}

int64_t session_new_id(struct server *server)
{
	uint64_t id = 0;

	while (id == 0) {
		server_random(server, &id, sizeof id);
		id &= (1ull << 53) - 1;
	}
	return (int64_t)id;
}

struct lookup {
	struct store_job job;
	struct claim claim;
	struct person person;
	int64_t now;
	session_then *then;
	uint64_t ticket;
};

/* Written once an hour at most: reading must not cost a sync each time. */
static bool is_due(const struct store_ops *ops, void *db, const struct lookup *lookup, int64_t seen)
{
	return lookup->now > seen + HOUR_MS && !ops->is_reading(db);
}

/* Whoever is seen may be written to again. */
static bool see_person(const struct store_ops *ops, void *db, int64_t person)
{
	return ops->is_reading(db) || ops->mail_seen(db, person);
}

/* Somebody has made an account of the guest's name: a sign that no name can have tells them apart,
 * and the guest keeps seat and games. */
static bool mark_name(const struct store_ops *ops, void *db, struct person *person)
{
	char key[NAME_BYTES], name[NAME_BYTES + 1];
	struct store_user other;
	bool taken;

	name_key(person->name, key);
	if (!ops->user_named(db, key, &other, &taken))
		return false;
	if (!taken || strlen(person->name) + 2 > NAME_BYTES)
		return true;
	snprintf(name, sizeof name, "~%s", person->name);
	memcpy(person->name, name, NAME_BYTES);
	return true;
}

static bool find_guest(const struct store_ops *ops, void *db, struct lookup *lookup)
{
	struct person *person = &lookup->person;
	struct store_user user = {0};
	bool found, gone = false, banned, taken;

	*person = lookup->claim.guest;
	if (person->id == 0)
		return true;
	if (!ops->user_find(db, person->id, &user, &found) ||
	    !ops->ban_find(db, lookup->claim.address, lookup->now, &banned) ||
	    (!found && !ops->user_gone(db, person->id, &gone)))
		return false;
	/* A guest who has become an account signs in as that account. */
	if (gone || banned || user.is_banned || user.is_account) {
		*person = (struct person){0};
		return true;
	}
	if (is_due(ops, db, lookup, user.seen)) {
		if (!ops->user_lock(db, person->id) || !ops->user_find(db, person->id, &user, &found))
			return false;
		if (user.is_banned || user.is_account) {
			*person = (struct person){0};
			return true;
		}
		user.id = person->id;
		user.created = found ? user.created : lookup->now;
		user.seen = lookup->now;
		user.address = lookup->claim.address;
		memcpy(user.name, person->name, sizeof user.name);
		if (!ops->user_put(db, &user, &taken))
			return false;
	}
	return mark_name(ops, db, person);
}

/* A bot is let in as long as its account may come in. */
static bool find_bot(const struct store_ops *ops, void *db, struct lookup *lookup)
{
	struct store_user bot, owner;
	bool found, owned;

	lookup->person = (struct person){0};
	if (!ops->user_of_token(db, lookup->claim.bot, &bot, &found))
		return false;
	if (!found)
		return true;
	if (!ops->user_find(db, bot.bot_of, &owner, &owned))
		return false;
	if (!owned || owner.is_banned || bot.is_banned)
		return true;
	lookup->person = (struct person){.id = bot.id, .is_account = true, .bot_of = bot.bot_of};
	memcpy(lookup->person.name, bot.name, sizeof lookup->person.name);
	return !is_due(ops, db, lookup, bot.seen) ||
	       ops->user_seen(db, bot.id, lookup->now, lookup->claim.address);
}

static bool run_session(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct lookup *lookup = (struct lookup *)base;
	struct store_session session;
	struct store_user user;
	bool found = false;

	if (lookup->claim.has_token)
		return find_bot(ops, db, lookup);
	lookup->person = (struct person){0};
	if (lookup->claim.guest.id && !see_person(ops, db, lookup->claim.guest.id))
		return false;
	if (lookup->claim.has_session &&
	    !ops->session_find(db, lookup->claim.session, &session, &found))
		return false;
	if (!found)
		return find_guest(ops, db, lookup);
	if (!ops->user_find(db, session.user, &user, &found) || !see_person(ops, db, session.user))
		return false;
	if (found && is_due(ops, db, lookup, session.seen)) {
		session.seen = lookup->now;
		if (!ops->session_put(db, &session) ||
		    !ops->user_seen(db, user.id, lookup->now, lookup->claim.address))
			return false;
	}
	if (found && !user.is_banned) {
		lookup->person = (struct person){.id = user.id, .is_account = true};
		memcpy(lookup->person.name, user.name, sizeof lookup->person.name);
	}
	return true;
}

static void finish_session(struct server *server, struct task *task)
{
	struct lookup *lookup = (struct lookup *)task;

	lookup->then(server, &lookup->person, lookup->ticket);
	free(lookup);
}

void session_find(struct server *server, const struct claim *claim, session_then *then,
                  uint64_t ticket)
{
	struct lookup *lookup = NULL;

	if (claim->has_session || claim->guest.id || claim->has_token)
		lookup = calloc(1, sizeof *lookup);
	if (!lookup) {
		then(server, &(struct person){0}, ticket);
		return;
	}
	lookup->job.run = run_session;
	lookup->job.only_reads = true;
	lookup->job.task.finish = finish_session;
	lookup->claim = *claim;
	lookup->now = (int64_t)server->wall;
	lookup->then = then;
	lookup->ticket = ticket;
	store_submit(server->store, &lookup->job);
}
