/* SPDX-License-Identifier: MIT
 *
 * libwebsockets as a client that waits, and libcurl for the little that is not live.
 */
#include "remote.h"

#include <curl/curl.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_MAX = 256, SITE_MAX = 300, RX_BYTES = 4096, MESSAGE_MAX = 4 << 20, POST_S = 20 };

struct remote {
	struct lws_context *lws;
	struct lws *wsi;
	lws_sorted_usec_list_t timer;
	char site[SITE_MAX], host[HOST_MAX], address[HOST_MAX];
	char cookie[REMOTE_COOKIE_MAX], token[REMOTE_COOKIE_MAX], why[160];
	int port;
	bool has_tls, is_open, has_ended, is_late;
	json_t *came, *leaving; /* arrays */
	char *part;             /* of a message that has not come whole */
	size_t part_len;
};

/* --- the socket --- */

static void on_time(lws_sorted_usec_list_t *timer)
{
	struct remote *remote = lws_container_of(timer, struct remote, timer);

	remote->is_late = true;
	lws_cancel_service(remote->lws);
}

/* Until a message has come, or the connection has ended, or the time is over. */
static void serve_lws(struct remote *remote, unsigned ms, bool until_open)
{
	remote->is_late = false;
	lws_sul_schedule(remote->lws, 0, &remote->timer, on_time, (lws_usec_t)ms * LWS_US_PER_MS + 1);
	while (!remote->has_ended && !remote->is_late && json_array_size(remote->came) == 0 &&
	       !(until_open && remote->is_open))
		if (lws_service(remote->lws, 0) < 0)
			break;
	lws_sul_schedule(remote->lws, 0, &remote->timer, on_time, LWS_SET_TIMER_USEC_CANCEL);
}

static int take_part(struct remote *remote, const char *bytes, size_t len)
{
	char *more = remote->part_len + len > MESSAGE_MAX
	                 ? NULL
	                 : realloc(remote->part, remote->part_len + len + 1);
	json_t *message;
	const char *type;
	bool is_moving;

	if (!more)
		return -1;
	memcpy(more + remote->part_len, bytes, len);
	remote->part = more;
	remote->part_len += len;
	if (!lws_is_final_fragment(remote->wsi) || lws_remaining_packet_payload(remote->wsi))
		return 0;
	message = json_loadb(remote->part, remote->part_len, 0, NULL);
	type = json_string_value(json_object_get(message, "type"));
	is_moving = type && strcmp(type, "moving") == 0;
	json_array_append_new(remote->came, message);
	remote->part_len = 0;
	/* Its server is about to stop; whoever connects anew finds another that goes on. */
	return is_moving ? -1 : 0;
}

static int write_next(struct remote *remote)
{
	json_t *message = json_array_get(remote->leaving, 0);
	char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
	size_t len = text ? strlen(text) : 0;
	unsigned char *frame = text ? malloc(LWS_PRE + len) : NULL;
	bool is_sent = !message;

	if (frame) {
		memcpy(frame + LWS_PRE, text, len);
		is_sent = lws_write(remote->wsi, frame + LWS_PRE, len, LWS_WRITE_TEXT) >= (int)len;
		json_array_remove(remote->leaving, 0);
	}
	free(frame);
	free(text);
	if (json_array_size(remote->leaving) > 0)
		lws_callback_on_writable(remote->wsi);
	return is_sent ? 0 : -1;
}

static int add_header(struct lws *wsi, enum lws_token_indexes name, const char *value, void *in,
                      size_t len)
{
	unsigned char **at = in;

	return *value && lws_add_http_header_by_token(wsi, name, (const unsigned char *)value,
	                                              (int)strlen(value), at, *at + len)
	           ? -1
	           : 0;
}

static int send_headers(struct remote *remote, struct lws *wsi, void *in, size_t len)
{
	char bearer[REMOTE_COOKIE_MAX + 8] = "";

	if (remote->token[0])
		snprintf(bearer, sizeof bearer, "Bearer %s", remote->token);
	return add_header(wsi, WSI_TOKEN_HTTP_COOKIE, remote->cookie, in, len) ||
	               add_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, bearer, in, len)
	           ? -1
	           : 0;
}

static void end_remote(struct remote *remote, const char *why)
{
	remote->wsi = NULL;
	remote->is_open = false;
	remote->has_ended = true;
	snprintf(remote->why, sizeof remote->why, "%s", why ? why : "");
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t len)
{
	struct remote *remote = lws_context_user(lws_get_context(wsi));

	(void)user;
	/* one that was given up may still have something to say */
	if (wsi != remote->wsi && reason != LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER)
		return reason == LWS_CALLBACK_CLIENT_RECEIVE || reason == LWS_CALLBACK_CLIENT_WRITEABLE ||
		               reason == LWS_CALLBACK_CLIENT_ESTABLISHED
		           ? -1
		           : 0;
	switch (reason) {
	case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
		return send_headers(remote, wsi, in, len);
	case LWS_CALLBACK_CLIENT_ESTABLISHED:
		remote->is_open = true;
		return 0;
	case LWS_CALLBACK_CLIENT_RECEIVE:
		return take_part(remote, in, len);
	case LWS_CALLBACK_CLIENT_WRITEABLE:
		return write_next(remote);
	case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
		end_remote(remote, in);
		return 0;
	case LWS_CALLBACK_CLIENT_CLOSED:
		end_remote(remote, NULL);
		return 0;
	default:
		return 0;
	}
}

static const struct lws_protocols protocols[] = {
	{"metropole.1", on_event, 0, RX_BYTES, 0, NULL, 0},
	{NULL, NULL, 0, 0, 0, NULL, 0},
};

/* --- who and where --- */

/* An IPv6 address stands in brackets. */
static bool read_url(struct remote *remote, const char *url)
{
	const char *host = strstr(url, "://"), *colon;
	size_t n;

	remote->has_tls = strncmp(url, "https://", 8) == 0 || strncmp(url, "wss://", 6) == 0;
	if (!host ||
	    (!remote->has_tls && strncmp(url, "http://", 7) != 0 && strncmp(url, "ws://", 5) != 0))
		return false;
	host += 3;
	n = strcspn(host, "/?#");
	if (n == 0 || n >= sizeof remote->host)
		return false;
	memcpy(remote->host, host, n);
	colon = strrchr(remote->host, ':');
	if (colon && strchr(colon, ']'))
		colon = NULL;
	remote->port = colon ? atoi(colon + 1) : remote->has_tls ? 443 : 80;
	snprintf(remote->address, sizeof remote->address, "%s", remote->host + (host[0] == '['));
	remote->address[strcspn(remote->address, host[0] == '[' ? "]" : ":")] = '\0';
	snprintf(remote->site, sizeof remote->site, "%s://%s", remote->has_tls ? "https" : "http",
	         remote->host);
	return remote->port > 0 && remote->port < 65536 && remote->address[0];
}

struct remote *remote_new(const char *url)
{
	struct remote *remote = calloc(1, sizeof *remote);
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN,
		.protocols = protocols,
		.gid = -1,
		.uid = -1,
		.user = remote,
		.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
		.fd_limit_per_thread = 8,
	};

	if (!remote || !read_url(remote, url)) {
		free(remote);
		return NULL;
	}
	lws_set_log_level(0, NULL);
	remote->came = json_array();
	remote->leaving = json_array();
	remote->lws = lws_create_context(&info);
	if (!remote->lws || !remote->came || !remote->leaving) {
		remote_free(remote);
		return NULL;
	}
	return remote;
}

void remote_free(struct remote *remote)
{
	if (!remote)
		return;
	if (remote->lws)
		lws_context_destroy(remote->lws);
	json_decref(remote->came);
	json_decref(remote->leaving);
	free(remote->part);
	free(remote);
}

void remote_set_cookie(struct remote *remote, const char *cookie)
{
	snprintf(remote->cookie, sizeof remote->cookie, "%s", cookie);
}

void remote_set_token(struct remote *remote, const char *token)
{
	snprintf(remote->token, sizeof remote->token, "%s", token);
}

const char *remote_cookie(const struct remote *remote)
{
	return remote->cookie;
}

const char *remote_site(const struct remote *remote)
{
	return remote->site;
}

/* Set-Cookie: name=value; … */
static size_t on_header(char *line, size_t size, size_t n, void *ctx)
{
	struct remote *remote = ctx;
	size_t len = size * n, value;

	if (len > 12 && strncasecmp(line, "set-cookie: ", 12) == 0 && !remote->cookie[0]) {
		for (value = 12; value < len && line[value] != ';' && line[value] != '\r'; value++)
			;
		if (value - 12 < sizeof remote->cookie) {
			memcpy(remote->cookie, line + 12, value - 12);
			remote->cookie[value - 12] = '\0';
		}
	}
	return len;
}

struct answer {
	char text[4096];
	size_t len;
};

static size_t on_body(char *bytes, size_t size, size_t n, void *ctx)
{
	struct answer *answer = ctx;
	size_t len = size * n;

	if (answer->len + len < sizeof answer->text) {
		memcpy(answer->text + answer->len, bytes, len);
		answer->len += len;
	}
	return len;
}

static bool take_answer(long status, const struct answer *answer, char why[REMOTE_WHY_MAX])
{
	json_t *body = json_loadb(answer->text, answer->len, 0, NULL),
		   *error = json_object_get(body, "error");
	const char *said = json_string_value(json_object_get(error, "message"));

	if (status == 401) /* for whoever has a sentence of their own, in their language */
		said = json_string_value(json_object_get(json_object_get(body, "error"), "code"));
	if (status >= 400)
		snprintf(why, REMOTE_WHY_MAX, "%s", said ? said : "?");
	json_decref(body);
	return status >= 200 && status < 300;
}

bool remote_become(struct remote *remote, const char *path, json_t *body, char why[REMOTE_WHY_MAX])
{
	CURL *curl = curl_easy_init();
	char *text = json_dumps(body, JSON_COMPACT), address[SITE_MAX + 64], origin[SITE_MAX + 16];
	struct curl_slist *headers = NULL;
	struct answer answer = {.len = 0};
	long status = 0;
	CURLcode code = CURLE_OUT_OF_MEMORY;

	snprintf(address, sizeof address, "%s%s", remote->site, path);
	snprintf(origin, sizeof origin, "Origin: %s", remote->site);
	headers = curl_slist_append(curl_slist_append(NULL, "Content-Type: application/json"), origin);
	if (curl && text && headers) {
		remote->cookie[0] = '\0';
		curl_easy_setopt(curl, CURLOPT_URL, address);
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, text);
		curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
		curl_easy_setopt(curl, CURLOPT_HEADERDATA, remote);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
		curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
		curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)POST_S);
		curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
		code = curl_easy_perform(curl);
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	}
	if (code != CURLE_OK)
		snprintf(why, REMOTE_WHY_MAX, "%s", curl_easy_strerror(code));
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	free(text);
	json_decref(body);
	return code == CURLE_OK && take_answer(status, &answer, why);
}

/* --- messages --- */

void remote_close(struct remote *remote)
{
	if (remote->wsi)
		lws_set_timeout(remote->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
	end_remote(remote, NULL);
}

bool remote_open(struct remote *remote, unsigned ms, char why[REMOTE_WHY_MAX])
{
	struct lws_client_connect_info info = {
		.context = remote->lws,
		.address = remote->address,
		.port = remote->port,
		.path = "/ws",
		.host = remote->host,
		.protocol = protocols[0].name,
		.local_protocol_name = protocols[0].name,
		.ietf_version_or_minus_one = -1,
		.ssl_connection = remote->has_tls ? LCCSCF_USE_SSL : 0,
		.pwsi = &remote->wsi,
	};

	remote_close(remote);
	json_array_clear(remote->came);
	json_array_clear(remote->leaving);
	remote->part_len = 0;
	remote->is_open = remote->has_ended = false;
	remote->why[0] = '\0';
	if (!lws_client_connect_via_info(&info) && !remote->has_ended)
		end_remote(remote, NULL);
	serve_lws(remote, ms, true);
	if (remote->is_open)
		return true;
	snprintf(why, REMOTE_WHY_MAX, "%.140s", remote->why[0] ? remote->why : "no connection");
	remote_close(remote);
	return false;
}

bool remote_is_open(const struct remote *remote)
{
	return remote->is_open;
}

void remote_send(struct remote *remote, json_t *message)
{
	json_array_append_new(remote->leaving, message);
	if (remote->is_open)
		lws_callback_on_writable(remote->wsi);
}

json_t *remote_next(struct remote *remote, unsigned ms)
{
	json_t *message;

	if (json_array_size(remote->came) == 0 && remote->is_open)
		serve_lws(remote, ms, false);
	message = json_incref(json_array_get(remote->came, 0));
	if (message)
		json_array_remove(remote->came, 0);
	return message;
}

void remote_serve(struct remote *remote)
{
	remote->is_late = false;
	lws_sul_schedule(remote->lws, 0, &remote->timer, on_time, 1);
	while (remote->is_open && !remote->has_ended && !remote->is_late)
		if (lws_service(remote->lws, 0) < 0)
			break;
	lws_sul_schedule(remote->lws, 0, &remote->timer, on_time, LWS_SET_TIMER_USEC_CANCEL);
}

void remote_interrupt(struct remote *remote)
{
	remote->is_late = true;
	lws_cancel_service(remote->lws);
}
