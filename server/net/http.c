/* SPDX-License-Identifier: MIT
 *
 * HTTP on libwebsockets: requests read, answers written. Knows headers, not what is asked for.
 */
#include "server/net/http.h"

#include "server/log.h"
#include "server/process.h"
#include "server/net/sockets.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHUNK = 16 * 1024, HEAD_MAX = 3072 };

/* No script but ours, no frame around us, nothing from elsewhere. */
static const char policy[] =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct http_slot {
	struct http_request *request;
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **p,
                       unsigned char *end)
{
	return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
	                                   (const unsigned char *)value, (int)strlen(value), p,
	                                   end) == 0;
}

static bool is_behind_tls(const struct serve_config *config)
{
	return config->tls_cert[0] || strncmp(config->public_url, "https://", 8) == 0;
}

static bool write_head(struct http_request *request)
{
	unsigned char buf[LWS_PRE + HEAD_MAX], *start = buf + LWS_PRE, *p = start,
										   *end = buf + sizeof buf - 1;
	struct lws *wsi = request->wsi;
	bool good = lws_add_http_common_headers(wsi, (unsigned)request->status, request->type,
	                                        request->len, &p, end) == 0;

	good =
		good && add_header(wsi, "content-security-policy:", policy, &p, end) &&
		add_header(wsi, "x-content-type-options:", "nosniff", &p, end) &&
		add_header(wsi, "referrer-policy:", "no-referrer", &p, end) &&
		add_header(wsi, "cross-origin-opener-policy:", "same-origin", &p, end) &&
		add_header(wsi, "cross-origin-resource-policy:", "same-origin", &p, end) &&
		add_header(wsi, "cache-control:", request->is_cacheable ? "no-cache" : "no-store", &p, end);
	if (request->is_download)
		good = good &&
		       add_header(wsi, "content-disposition:", "attachment; filename=\"metropole.json\"",
		                  &p, end);
	if (request->retry_after) {
		char seconds[16];

		snprintf(seconds, sizeof seconds, "%u", request->retry_after);
		good = good && add_header(wsi, "retry-after:", seconds, &p, end);
	}
	if (is_behind_tls(&request->server->config))
		good = good && add_header(wsi, "strict-transport-security:", "max-age=31536000", &p, end);
	if (request->etag[0])
		good = good && add_header(wsi, "etag:", request->etag, &p, end);
	for (int i = 0; i < 2; i++)
		if (request->cookie[i][0])
			good = good && add_header(wsi, "set-cookie:", request->cookie[i], &p, end);
	return good && lws_finalize_write_http_header(wsi, start, &p, end) == 0;
}

/* 0 to go on, -1 to close. */
static int write_some(struct http_slot *slot)
{
	struct http_request *request = slot->request;
	unsigned char buf[LWS_PRE + CHUNK];
	size_t n = request->len - request->sent;
	const char *from = request->owned ? request->owned : request->lasting;
	bool is_last;

	if (!request->has_head) {
		char status[16];

		snprintf(status, sizeof status, "%d", request->status);
		log_event(LOG_REQUEST, "request", "method",
		          request->is_post   ? "POST"
		          : request->is_head ? "HEAD"
		                             : "GET",
		          "path", request->path, "status", status, NULL);
		request->has_head = true;
		if (!write_head(request))
			return -1;
		if (request->is_head)
			n = request->len = 0;
		if (request->len > 0) {
			lws_callback_on_writable(request->wsi);
			return 0;
		}
	}
	n = n > CHUNK ? CHUNK : n;
	is_last = request->sent + n == request->len;
	if (n > 0) {
		memcpy(buf + LWS_PRE, from + request->sent, n);
		if (lws_write(request->wsi, buf + LWS_PRE, n,
		              is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
			return -1;
		request->sent += n;
	}
	if (!is_last) {
		lws_callback_on_writable(request->wsi);
		return 0;
	}
	slot->request = NULL;
	{
		struct lws *wsi = request->wsi;
		bool ends = request->is_over;

		http_request_free(request);
		return lws_http_transaction_completed(wsi) || ends ? -1 : 0;
	}
}

void http_writable(struct http_request *request)
{
	lws_callback_on_writable(request->wsi);
}

/* The beginning, as much as is kept; of plain letters, since that is what programs are named in. */
static void copy_agent(char out[AGENT_BYTES], const char *agent)
{
	size_t n = 0;

	for (; *agent && n + 1 < AGENT_BYTES; agent++)
		out[n++] = *agent >= ' ' && *agent <= '~' ? *agent : '?';
	out[n] = '\0';
}

static void read_headers(struct http_request *request, struct lws *wsi)
{
	char cookie[HTTP_COOKIE_MAX], type[64], agent[1024], accept[256];

	if (lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) > 0)
		claim_read(request->server, cookie, &request->claim);
	if (lws_hdr_copy(wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE) > 0)
		request->is_json = strncmp(type, "application/json", 16) == 0;
	if (lws_hdr_copy(wsi, agent, sizeof agent, WSI_TOKEN_HTTP_USER_AGENT) > 0)
		copy_agent(request->agent, agent);
	if (lws_hdr_copy(wsi, accept, sizeof accept, WSI_TOKEN_HTTP_ACCEPT) > 0)
		request->wants_page = strstr(accept, "text/html") && !request->is_post;
	if (lws_hdr_copy(wsi, request->etag_asked, sizeof request->etag_asked,
	                 WSI_TOKEN_HTTP_IF_NONE_MATCH) < 0)
		request->etag_asked[0] = '\0';
	if (lws_hdr_copy(wsi, request->query, sizeof request->query, WSI_TOKEN_HTTP_URI_ARGS) < 0)
		request->query[0] = '\0';
	request->is_same_origin = sockets_same_origin(request->server, wsi);
	request->address = sockets_address(request->server, wsi);
	request->claim.address = request->address.key;
	request->is_over = sockets_is_over(request->server, wsi);
}

/* A body must say how long it is, and not be long. */
static int begin_http(struct http_slot *slot, struct lws *wsi, const char *path)
{
	struct http_request *request = http_request_new(lws_context_user(lws_get_context(wsi)));
	char length[24];

	if (!request)
		return -1;
	slot->request = request;
	request->wsi = wsi;
	request->is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
	request->is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
	if ((!request->is_post && !request->is_head &&
	     lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0) ||
	    strlen(path) >= sizeof request->path)
		return -1;
	strcpy(request->path, path);
	server_clock(request->server);
	read_headers(request, wsi);
	if (request->is_post) {
		if (lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0)
			return -1;
		request->body_cap = strtoul(length, NULL, 10);
		if (request->body_cap > HTTP_BODY_MAX)
			return -1;
		request->body = malloc(request->body_cap + 1);
		if (!request->body)
			return -1;
		if (request->body_cap > 0) {
			/* lws waits anew after each byte; this is for all of them. */
			lws_set_timer_usecs(wsi, HTTP_BODY_SECONDS * LWS_USEC_PER_SEC);
			return 0;
		}
	}
	http_handle(request);
	if (request->is_answered)
		http_writable(request);
	return 0;
}

static int take_body(struct http_request *request, const void *bytes, size_t len)
{
	if (len > request->body_cap - request->body_len)
		return -1;
	memcpy(request->body + request->body_len, bytes, len);
	request->body_len += len;
	return 0;
}

static void lose_http(struct http_slot *slot)
{
	struct http_request *request = slot->request;

	slot->request = NULL;
	if (!request)
		return;
	request->wsi = NULL;
	if (!request->is_waiting)
		http_request_free(request);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t len)
{
	struct http_slot *slot = user;

	switch (reason) {
	case LWS_CALLBACK_HTTP:
		lose_http(slot);
		return begin_http(slot, wsi, in);
	case LWS_CALLBACK_HTTP_BODY:
		return slot->request ? take_body(slot->request, in, len) : -1;
	case LWS_CALLBACK_TIMER:
		return slot && slot->request && slot->request->body_len < slot->request->body_cap ? -1 : 0;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
		/* The library would speak HTTP/2 as well, past the limits of an address and, through a
		 * proxy that hands upgrades on, past what the proxy keeps from the public. */
		return strcasecmp(in, "websocket") == 0 ? 0 : -1;
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		return -1; /* a WebSocket that does not name its protocol is none of ours */
	case LWS_CALLBACK_HTTP_BODY_COMPLETION:
		if (!slot->request || slot->request->is_answered || slot->request->is_waiting)
			return 0;
		server_clock(slot->request->server);
		http_handle(slot->request);
		if (slot->request->is_answered)
			http_writable(slot->request);
		return 0;
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return slot->request && slot->request->is_answered ? write_some(slot) : 0;
	case LWS_CALLBACK_CLOSED_HTTP:
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
		if (slot)
			lose_http(slot);
		return 0;
	default:
		return sockets_callback(wsi, reason, user, in, len);
	}
}

size_t http_slot_size(void)
{
	return sizeof(struct http_slot);
}
