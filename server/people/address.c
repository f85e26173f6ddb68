/* SPDX-License-Identifier: MIT
 *
 * Mail addresses over REST. Nothing is sent to an address before its owner has confirmed it, but
 * for the question itself, which is limited by person and by where it comes from.
 */
#include "server/people/address.h"

#include "server/net/limit.h"
#include "server/notify/mail.h"
#include "server/people/http_job.h"
#include "server/process.h"
#include "server/store/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>
#include <metropole/words.h>

#define CONFIRM_MS ((int64_t)2 * 86400000)

struct addressing {
	struct http_job http;
	struct store_mail mail;
	char token[2 * MAIL_TOKEN_BYTES + 1]; /* of a confirmation */
	char stop[MAIL_STOP_TEXT];            /* as given */
	bool found;
};

static struct addressing *begin_address(struct http_request *request, http_job_run *run,
                                        http_job_finish *finish)
{
	struct addressing *it;

	if (!mail_is_offered(request->server)) {
		http_refuse(request, 404, "not_found", "This server sends no mail.");
		return NULL;
	}
	it = http_job_new(request, sizeof *it, run, finish);
	if (it)
		it->mail.user = request->person.id;
	return it;
}

static void end_address(struct addressing *it)
{
	struct http_request *request = it->http.request;
	struct mp_json json = http_json(request);

	if (it->found) {
		mp_json_bool(&json, "ok", true);
		http_send_json(request, 200, &json);
	} else {
		http_refuse(request, 404, "stale", "This link is no longer good.");
	}
	http_job_end(&it->http);
}

static void answer_address(struct server *server, struct task *task)
{
	(void)server;
	end_address((struct addressing *)task);
}

static bool run_address_set(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct addressing *it = (struct addressing *)base;

	it->found = true;
	return ops->mail_put(db, &it->mail);
}

static void answer_address_set(struct server *server, struct task *task)
{
	struct addressing *it = (struct addressing *)task;

	mail_confirm(server, &it->mail, it->http.request->person.name, it->token);
	end_address(it);
}

static void hash_token(const char *token, uint8_t hash[SECRET_BYTES])
{
	crypto_generichash(hash, SECRET_BYTES, (const uint8_t *)token, strlen(token), NULL, 0);
}

static bool may_ask_mail(struct http_request *request)
{
	struct server *server = request->server;
	uint64_t person = (uint64_t)request->person.id;

	if (limits_take(server->limits, person, LIMIT_MAILS, server->now) &&
	    limits_take(server->limits, request->address.key, LIMIT_MAILS, server->now))
		return true;
	http_refuse_for_now(request, REFUSED_REQUEST,
	                    limits_wait(server->limits, person, LIMIT_MAILS, server->now),
	                    "Too many mails. Wait a little.");
	return false;
}

void address_set(struct http_request *request, const json_t *body)
{
	const char *address = http_member(body, "address"), *lang = http_member(body, "lang");
	enum mp_lang spoken = MP_EN;
	uint8_t chance[MAIL_TOKEN_BYTES];
	struct addressing *it;

	if (!http_is_somebody(request))
		return;
	if (mail_is_offered(request->server) && (!address || !mail_is_address(address))) {
		http_refuse(request, 400, "bad_request", "This is no mail address.");
		return;
	}
	if (mail_is_offered(request->server) && !may_ask_mail(request))
		return;
	it = begin_address(request, run_address_set, answer_address_set);
	if (!it)
		return;
	if (lang)
		mp_lang_find(lang, &spoken);
	it->mail.lang = (uint8_t)spoken;
	it->mail.asked = (int64_t)request->server->wall;
	memcpy(it->mail.address, address, strlen(address) + 1);
	randombytes_buf(chance, sizeof chance);
	sodium_bin2hex(it->token, sizeof it->token, chance, sizeof chance);
	hash_token(it->token, it->mail.token);
	http_job_submit(&it->http);
}

static bool run_address_verify(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct addressing *it = (struct addressing *)base;
	struct store_mail mail;

	if (!ops->mail_asked(db, it->mail.token, &mail, &it->found))
		return false;
	it->found = it->found && it->mail.asked < mail.asked + CONFIRM_MS;
	mail.is_verified = true;
	return !it->found || ops->mail_put(db, &mail);
}

void address_verify(struct http_request *request, const json_t *body)
{
	const char *token = http_member(body, "token");
	struct addressing *it = begin_address(request, run_address_verify, answer_address);

	if (!it)
		return;
	hash_token(token ? token : "", it->mail.token);
	it->mail.asked = (int64_t)request->server->wall; /* now */
	http_job_submit(&it->http);
}

static bool run_address_drop(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct addressing *it = (struct addressing *)base;

	it->found = true;
	return ops->mail_drop(db, it->mail.user);
}

void address_drop(struct http_request *request, const json_t *body)
{
	struct addressing *it = begin_address(request, run_address_drop, answer_address);

	(void)body;
	if (it)
		http_job_submit(&it->http);
}

/* The key does not change while the server runs, so the storage thread may sign. */
static bool run_address_stop(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct addressing *it = (struct addressing *)base;
	struct store_mail mail;
	char right[MAIL_STOP_TEXT];

	if (!ops->mail_find(db, it->mail.user, &mail, &it->found))
		return false;
	if (!it->found)
		return true;
	mail_stop_token(it->http.request->server, &mail, right);
	it->found = sodium_memcmp(right, it->stop, sizeof right) == 0;
	return !it->found || ops->mail_drop(db, mail.user);
}

void address_stop(struct http_request *request, const json_t *body)
{
	const char *token = http_member(body, "token");
	struct addressing *it = begin_address(request, run_address_stop, answer_address);
	char person[15] = {0};

	if (!it)
		return;
	token = token ? token : request->query;
	if (strlen(token) == MAIL_STOP_TEXT - 1) {
		memcpy(it->stop, token, MAIL_STOP_TEXT);
		memcpy(person, token, 14);
		it->mail.user = strtoll(person, NULL, 16);
	} else {
		it->mail.user = 0;
	}
	http_job_submit(&it->http);
}
