/* SPDX-License-Identifier: MIT
 *
 * Subscriptions over REST, for guests and accounts. One belongs to a browser, and for an account to
 * the session there: it ends with it.
 */
#include "server/people/subscribe.h"

#include "server/notify/mail.h"
#include "server/notify/notify.h"
#include "server/notify/reach.h"
#include "server/people/http_job.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/store/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>
#include <metropole/words.h>

struct subscribing {
	struct http_job http;
	struct store_push push;
	int pushes; /* that the person has */
	struct store_vacation vacation;
	struct store_mail mail; /* user 0 without one */
};

static struct subscribing *begin_subscribing(struct http_request *request, http_job_run *run,
                                             http_job_finish *finish)
{
	struct subscribing *it =
		http_is_somebody(request) ? http_job_new(request, sizeof *it, run, finish) : NULL;

	if (!it)
		return NULL;
	it->push.user = request->person.id;
	it->push.at = (int64_t)request->server->wall;
	return it;
}

static void refuse_body(struct subscribing *it, const char *message)
{
	http_refuse(it->http.request, 400, "bad_request", message);
	free(it);
}

static void answer_subscribing(struct server *server, struct task *task)
{
	struct subscribing *it = (struct subscribing *)task;
	struct mp_json json = http_json(it->http.request);

	(void)server;
	mp_json_bool(&json, "ok", true);
	http_send_json(it->http.request, 200, &json);
	http_job_end(&it->http);
}

static void count_push(void *ctx, const struct store_push *push)
{
	(void)push;
	((struct subscribing *)ctx)->pushes++;
}

static bool run_show(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct subscribing *it = (struct subscribing *)base;

	bool found;

	it->pushes = 0;
	if (!ops->vacation_find(db, it->push.user, &it->vacation, &found))
		return false;
	if (!found)
		it->vacation = (struct store_vacation){0};
	if (!ops->mail_find(db, it->push.user, &it->mail, &found))
		return false;
	if (!found)
		it->mail = (struct store_mail){0};
	return ops->pushes_of(db, it->push.user, count_push, it);
}

static void write_vacation(const struct server *server, const struct subscribing *it,
                           struct mp_json *json)
{
	int budget = (int)server->config.vacation_days;
	int64_t ends = vacation_ends(server->vacations, it->push.user);

	mp_json_object(json, "vacation");
	mp_json_int(json, "days", budget);
	mp_json_int(json, "left", vacation_left(&it->vacation, budget, (int64_t)server->wall));
	if (ends)
		mp_json_int(json, "until", ends / 1000);
	else
		mp_json_null(json, "until");
	mp_json_end_object(json);
}

static void write_mail(const struct server *server, const struct subscribing *it,
                       struct mp_json *json)
{
	if (!mail_is_offered(server)) {
		mp_json_null(json, "mail");
		return;
	}
	mp_json_object(json, "mail");
	if (it->mail.user)
		mp_json_str(json, "address", it->mail.address);
	else
		mp_json_null(json, "address");
	mp_json_bool(json, "verified", it->mail.is_verified);
	mp_json_end_object(json);
}

static void show_subscribing(struct server *server, struct task *task)
{
	struct subscribing *it = (struct subscribing *)task;
	struct mp_json json = http_json(it->http.request);

	if (server->config.push)
		mp_json_str(&json, "push", server->notify->public_key);
	else
		mp_json_null(&json, "push");
	mp_json_int(&json, "browsers", it->pushes);
	write_vacation(server, it, &json);
	write_mail(server, it, &json);
	http_send_json(it->http.request, 200, &json);
	http_job_end(&it->http);
}

void subscribe_show(struct http_request *request)
{
	struct subscribing *it = begin_subscribing(request, run_show, show_subscribing);

	if (!it)
		return;
	it->http.job.only_reads = true;
	http_job_submit(&it->http);
}

static bool copy_text(char *out, size_t cap, const char *text)
{
	if (!text || strlen(text) >= cap)
		return false;
	memcpy(out, text, strlen(text) + 1);
	return true;
}

/* So many bytes in base64url. */
static bool copy_key(char *out, size_t cap, const char *text, size_t bytes)
{
	uint8_t room[PUSH_POINT];
	size_t len = 0;

	return copy_text(out, cap, text) &&
	       sodium_base642bin(room, sizeof room, text, strlen(text), NULL, &len, NULL,
	                         sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
	       len == bytes;
}

/* An array of kinds; those that are for pages only are no kinds here. */
static uint8_t quiet_of(const json_t *kinds)
{
	uint8_t quiet = 0;
	size_t i;
	json_t *kind;

	json_array_foreach((json_t *)kinds, i,
	                   kind) for (int k = 0; k < NOTIFY_KINDS;
	                              k++) if (json_is_string(kind) && strcmp(json_string_value(kind),
	                                                                      notify_kind_name[k]) == 0)
		quiet |= (uint8_t)(1u << k);
	return quiet;
}

static bool is_endpoint(const struct server *server, const char *url)
{
	return reach_is_public(url) ||
	       (server->config.push_to_private &&
	        (strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0));
}

static bool run_push(const struct store_ops *ops, void *db, struct store_job *base)
{
	return ops->push_put(db, &((struct subscribing *)base)->push, NOTIFY_PUSHES_MAX);
}

void subscribe_push(struct http_request *request, const json_t *body)
{
	const json_t *keys = json_object_get(body, "keys");
	const char *lang = http_member(body, "lang");
	enum mp_lang spoken = MP_EN;
	struct subscribing *it = begin_subscribing(request, run_push, answer_subscribing);

	if (!it)
		return;
	if (!request->server->config.push) {
		http_refuse(request, 404, "not_found", "This server sends no notices.");
		free(it);
		return;
	}
	if (!copy_text(it->push.endpoint, sizeof it->push.endpoint, http_member(body, "endpoint")) ||
	    !is_endpoint(request->server, it->push.endpoint)) {
		refuse_body(it, "The endpoint must be an https address of a push service.");
		return;
	}
	if (!copy_key(it->push.key, sizeof it->push.key, http_member(keys, "p256dh"), PUSH_POINT) ||
	    !copy_key(it->push.auth, sizeof it->push.auth, http_member(keys, "auth"), PUSH_SECRET)) {
		refuse_body(it, "The keys must be those that the browser gave with the endpoint.");
		return;
	}
	if (lang)
		mp_lang_find(lang, &spoken);
	it->push.lang = (uint8_t)spoken;
	it->push.quiet = quiet_of(json_object_get(body, "quiet"));
	it->push.has_session = request->person.is_account;
	memcpy(it->push.session, request->claim.session, SECRET_BYTES);
	http_job_submit(&it->http);
}

static bool run_push_drop(const struct store_ops *ops, void *db, struct store_job *base)
{
	const struct store_push *push = &((struct subscribing *)base)->push;

	return ops->push_drop(db, push->user, push->endpoint);
}

void subscribe_push_drop(struct http_request *request, const json_t *body)
{
	struct subscribing *it = begin_subscribing(request, run_push_drop, answer_subscribing);

	if (!it)
		return;
	if (!copy_text(it->push.endpoint, sizeof it->push.endpoint, http_member(body, "endpoint")))
		refuse_body(it, "Name the endpoint.");
	else
		http_job_submit(&it->http);
}
