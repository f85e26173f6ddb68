/* SPDX-License-Identifier: MIT
 *
 * Answers to HTTP requests, before they meet a socket.
 */
#include "server/net/http.h"

#include "server/process.h"
#include "server/tables/messages.h"
#include "server/metrics.h"
#include "server/net/limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

#define STATIC_PRICE 0.05 /* of a request */
enum { OVER_SECONDS = 5 };

struct http_request *http_request_new(struct server *server)
{
	struct http_request *request = calloc(1, sizeof *request);

	if (request)
		request->server = server;
	return request;
}

void http_request_free(struct http_request *request)
{
	free(request->body);
	free(request->owned);
	free(request);
}

void http_answer(struct http_request *request, int status, const char *type, const char *text,
                 size_t len)
{
	free(request->owned);
	request->owned = malloc(len + 1);
	if (request->owned)
		memcpy(request->owned, text, len);
	request->status = request->owned ? status : 500;
	request->len = request->owned ? len : 0;
	request->type = type;
	request->is_answered = true;
}

struct mp_json http_json(struct http_request *request)
{
	struct mp_json json;

	mp_json_init(&json, request->server->show->buf, SHOW_BYTES);
	mp_json_object(&json, NULL);
	return json;
}

void http_send_json(struct http_request *request, int status, struct mp_json *json)
{
	mp_json_end_object(json);
	if (json->text.overflow)
		http_answer(request, 500, "application/json", "{}", 2);
	else
		http_answer(request, status, "application/json", json->text.buf, json->text.len);
}

void http_refuse(struct http_request *request, int status, const char *code, const char *message)
{
	struct mp_json json = http_json(request);

	mp_json_object(&json, "error");
	mp_json_str(&json, "code", code);
	mp_json_str(&json, "message", message);
	mp_json_end_object(&json);
	http_send_json(request, status, &json);
}

/* In both languages: nothing is known yet about who reads it. */
static const char page[] =
	"<!doctype html><html lang=\"fr\"><meta charset=\"utf-8\">"
	"<meta name=\"viewport\" content=\"width=device-width\">"
	"<meta http-equiv=\"refresh\" content=\"%u\"><title>Metropole</title>"
	"<style>body{max-width:32em;margin:15vh auto;padding:0 1.5em;font:18px/1.5 Georgia,serif;"
	"color:#1d2b36;background:#f6f1e6}h1{font-weight:400}hr{border:0;border-top:2px solid #b8893b;"
	"width:4em;margin:2em 0}@media(prefers-color-scheme:dark){body{color:#efe8d8;"
	"background:#16202a}}</style>"
	"<h1>Metropole</h1>"
	"<p>Beaucoup de demandes viennent de votre réseau en ce moment. Cette page réessaie toute "
	"seule dans %u s ; vous n’avez rien à faire.</p><hr>"
	"<p lang=\"en\">Your network is asking for a lot at the moment. This page tries again by "
	"itself in %u s; there is nothing you need to do.</p></html>";

void http_refuse_for_now(struct http_request *request, enum refused what, unsigned seconds,
                         const char *message)
{
	char text[sizeof page + 32];

	request->server->metrics->refused[what]++;
	request->retry_after = seconds;
	if (!request->wants_page) {
		http_refuse(request, 429, "too_fast", message);
		return;
	}
	snprintf(text, sizeof text, page, seconds, seconds, seconds);
	http_answer(request, 429, "text/html; charset=utf-8", text, strlen(text));
}

void *http_allocate(struct http_request *request, size_t size)
{
	void *memory = calloc(1, size);

	if (!memory)
		http_refuse(request, 503, "busy", "The server has no memory left.");
	return memory;
}

void http_wait(struct http_request *request)
{
	request->is_waiting = true;
}

void http_resume(struct http_request *request)
{
	request->is_waiting = false;
	if (request->wsi)
		http_writable(request);
	else
		http_request_free(request);
}

const char *http_member(const json_t *body, const char *name)
{
	return json_string_value(json_object_get(body, name));
}

static void caller_known(struct server *server, const struct person *person, uint64_t ticket)
{
	struct http_request *request = (struct http_request *)(uintptr_t)ticket;
	bool was_waiting = request->is_waiting;

	(void)server;
	request->person = *person;
	request->is_waiting = false;
	rest_route(request);
	if (was_waiting && !request->is_waiting)
		http_resume(request);
}

/* Files of the client cost little: a first visit asks for dozens, and they are in memory. */
static double price_of(const struct http_request *request)
{
	if (strcmp(request->path, "/healthz") == 0)
		return 0;
	return !request->is_post && static_has(request) ? STATIC_PRICE : 1;
}

/* What is done for somebody else's page is not done at all: a change needs our own origin and
 * JSON, which no form can send. A mail program that stops mails for its owner (RFC 8058) is the one
 * exception: there the signed address is all it takes. */
void http_handle(struct http_request *request)
{
	struct server *server = request->server;

	server->metrics->requests++;
	if (request->is_over) {
		http_refuse_for_now(request, REFUSED_CONNECTION, OVER_SECONDS,
		                    "Too many connections. Wait a little.");
		return;
	}
	if (!limits_pay(server->limits, request->address.key, LIMIT_REQUESTS, server->now,
	                price_of(request))) {
		http_refuse_for_now(
			request, REFUSED_REQUEST,
			limits_wait(server->limits, request->address.key, LIMIT_REQUESTS, server->now),
			"Too many requests. Wait a little.");
		return;
	}
	if (!request->is_post && static_has(request)) {
		static_answer(request);
		return;
	}
	if (request->is_post && (!request->is_same_origin || !request->is_json) &&
	    strcmp(request->path, "/api/mail/stop") != 0) {
		http_refuse(request, 403, "forbidden",
		            "Changes are made from the site itself, with a JSON body.");
		return;
	}
	if (request->is_post && !server_takes_changes(server)) {
		server->metrics->refused[REFUSED_BUSY]++;
		http_refuse(request, 503, "busy", "Nothing can be changed at the moment. Try again soon.");
		return;
	}
	request->is_waiting = false;
	if (request->claim.has_session || request->claim.guest.id)
		http_wait(request);
	session_find(server, &request->claim, caller_known, (uint64_t)(uintptr_t)request);
}
