/* SPDX-License-Identifier: MIT
 *
 * Answers to HTTP requests, before they meet a socket.
 */
#include "server/net/http.h"

#include "server/process.h"
#include "server/tables/messages.h"
#include "server/metrics.h"
#include "server/net/limit.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

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

static void known(struct server *server, const struct person *person, uint64_t ticket)
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

/* What is done for somebody else's page is not done at all: a change needs our own origin and
 * JSON, which no form can send. */
void http_handle(struct http_request *request)
{
	struct server *server = request->server;

	server->metrics->requests++;
	if (!limits_take(server->limits, request->address.key, LIMIT_REQUESTS, server->now)) {
		server->metrics->refused++;
		http_refuse(request, 429, "too_fast", "Too many requests. Wait a little.");
		return;
	}
	if (strncmp(request->path, "/api/", 5) != 0 && !request->is_post &&
	    strcmp(request->path, "/metrics") != 0 && strcmp(request->path, "/healthz") != 0) {
		static_answer(request);
		return;
	}
	if (request->is_post && (!request->is_same_origin || !request->is_json)) {
		http_refuse(request, 403, "forbidden",
		            "Changes are made from the site itself, with a JSON body.");
		return;
	}
	request->is_waiting = false;
	if (request->claim.has_session || request->claim.guest.id)
		http_wait(request);
	session_find(server, &request->claim, known, (uint64_t)(uintptr_t)request);
}
