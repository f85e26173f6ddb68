/* SPDX-License-Identifier: MIT
 *
 * libwebsockets as a client, made to wait.
 */
#include "wire.h"

#include "cli.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_MAX = 256, TOKEN_MAX = 160, RX_BYTES = 4096, MESSAGE_MAX = 4 << 20 };

struct wire {
	struct lws_context *lws;
	struct lws *wsi;
	lws_sorted_usec_list_t timer;
	char host[HOST_MAX], address[HOST_MAX], bearer[TOKEN_MAX], why[160];
	int port;
	bool has_tls, is_open, is_over, is_late;
	json_t *came, *to_send; /* arrays */
	char *in;
	size_t in_len;
};

static void interrupt(lws_sorted_usec_list_t *sul)
{
	struct wire *wire = lws_container_of(sul, struct wire, timer);

	wire->is_late = true;
	lws_cancel_service(wire->lws);
}

/* Serves until something has come, the connection has ended, or the time is over. */
static void serve(struct wire *wire, unsigned ms, bool until_open)
{
	wire->is_late = false;
	lws_sul_schedule(wire->lws, 0, &wire->timer, interrupt, (lws_usec_t)ms * LWS_US_PER_MS);
	while (!wire->is_over && !wire->is_late && json_array_size(wire->came) == 0 &&
	       !(until_open && wire->is_open))
		if (lws_service(wire->lws, 0) < 0)
			break;
	lws_sul_schedule(wire->lws, 0, &wire->timer, interrupt, LWS_SET_TIMER_USEC_CANCEL);
}

static int receive(struct wire *wire, const char *bytes, size_t len)
{
	char *more = wire->in_len + len > MESSAGE_MAX ? NULL : realloc(wire->in, wire->in_len + len);

	if (!more)
		return -1;
	memcpy(more + wire->in_len, bytes, len);
	wire->in = more;
	wire->in_len += len;
	if (!lws_is_final_fragment(wire->wsi) || lws_remaining_packet_payload(wire->wsi))
		return 0;
	json_array_append_new(wire->came, json_loadb(wire->in, wire->in_len, 0, NULL));
	wire->in_len = 0;
	return 0;
}

static int write_one(struct wire *wire)
{
	json_t *message = json_array_get(wire->to_send, 0);
	size_t len = message ? json_dumpb(message, NULL, 0, JSON_COMPACT) : 0;
	unsigned char *buf = len ? malloc(LWS_PRE + len) : NULL;
	int sent = 0;

	if (!message)
		return 0;
	if (buf) {
		json_dumpb(message, (char *)buf + LWS_PRE, len, JSON_COMPACT);
		sent = lws_write(wire->wsi, buf + LWS_PRE, len, LWS_WRITE_TEXT);
	}
	free(buf);
	json_array_remove(wire->to_send, 0);
	if (json_array_size(wire->to_send) > 0)
		lws_callback_on_writable(wire->wsi);
	return sent < (int)len ? -1 : 0;
}

static int add_token(struct wire *wire, unsigned char **at, unsigned char *end)
{
	return lws_add_http_header_by_token(wire->wsi, WSI_TOKEN_HTTP_AUTHORIZATION,
	                                    (unsigned char *)wire->bearer, (int)strlen(wire->bearer),
	                                    at, end);
}

static void close_with(struct wire *wire, const char *why)
{
	wire->wsi = NULL;
	wire->is_open = false;
	wire->is_over = true;
	snprintf(wire->why, sizeof wire->why, "%s", why ? why : "");
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t len)
{
	struct wire *wire = lws_context_user(lws_get_context(wsi));

	(void)user;
	switch (reason) {
	case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
		wire->wsi = wsi;
		return add_token(wire, in, *(unsigned char **)in + len) ? -1 : 0;
	case LWS_CALLBACK_CLIENT_ESTABLISHED:
		wire->wsi = wsi;
		wire->is_open = true;
		return 0;
	case LWS_CALLBACK_CLIENT_RECEIVE:
		return receive(wire, in, len);
	case LWS_CALLBACK_CLIENT_WRITEABLE:
		return write_one(wire);
	case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
		close_with(wire, in);
		return 0;
	case LWS_CALLBACK_CLIENT_CLOSED:
		close_with(wire, NULL);
		return 0;
	default:
		return 0;
	}
}

static const struct lws_protocols protocols[] = {
	{"metropole.1", callback, 0, RX_BYTES, 0, NULL, 0},
	{NULL, NULL, 0, 0, 0, NULL, 0},
};

/* scheme://host:port…; an IPv6 host stands in brackets. */
static bool read_url(struct wire *wire, const char *url)
{
	const char *host = strstr(url, "://"), *colon;
	size_t len;

	if (!host)
		return false;
	wire->has_tls = strncmp(url, "https:", 6) == 0 || strncmp(url, "wss:", 4) == 0;
	if (!wire->has_tls && strncmp(url, "http:", 5) != 0 && strncmp(url, "ws:", 3) != 0)
		return false;
	host += 3;
	len = strcspn(host, "/?#");
	if (len == 0 || len >= sizeof wire->host)
		return false;
	memcpy(wire->host, host, len);
	memcpy(wire->address, wire->host + (host[0] == '['), len);
	colon = strrchr(wire->host, ':');
	if (colon && strchr(colon, ']'))
		colon = NULL;
	wire->port = colon ? atoi(colon + 1) : wire->has_tls ? 443 : 80;
	wire->address[strcspn(wire->address, host[0] == '[' ? "]" : ":")] = '\0';
	return wire->port > 0 && wire->port < 65536 && wire->address[0];
}

struct wire *wire_new(const char *url, const char *token, char *why, size_t cap)
{
	struct wire *wire = calloc(1, sizeof *wire);
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN,
		.protocols = protocols,
		.gid = -1,
		.uid = -1,
		.user = wire,
		.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
		.fd_limit_per_thread = 8,
	};

	if (!wire || !read_url(wire, url)) {
		snprintf(why, cap, tr("%s is no address of a server, such as https://example.org"), url);
		free(wire);
		return NULL;
	}
	snprintf(wire->bearer, sizeof wire->bearer, "Bearer %s", token);
	lws_set_log_level(0, NULL);
	wire->lws = lws_create_context(&info);
	wire->came = json_array();
	wire->to_send = json_array();
	if (!wire->lws || !wire->came || !wire->to_send) {
		snprintf(why, cap, "%s", tr("memory is short"));
		wire_free(wire);
		return NULL;
	}
	return wire;
}

void wire_free(struct wire *wire)
{
	if (!wire)
		return;
	if (wire->lws)
		lws_context_destroy(wire->lws);
	json_decref(wire->came);
	json_decref(wire->to_send);
	free(wire->in);
	free(wire);
}

bool wire_open(struct wire *wire, unsigned ms, char *why, size_t cap)
{
	struct lws_client_connect_info info = {
		.context = wire->lws,
		.address = wire->address,
		.port = wire->port,
		.path = "/ws",
		.host = wire->host,
		.protocol = protocols[0].name,
		.local_protocol_name = protocols[0].name,
		.ietf_version_or_minus_one = -1,
		.ssl_connection = wire->has_tls ? LCCSCF_USE_SSL : 0,
	};

	json_array_clear(wire->came);
	json_array_clear(wire->to_send);
	wire->in_len = 0;
	wire->is_open = wire->is_over = false;
	wire->why[0] = '\0';
	if (!lws_client_connect_via_info(&info) && !wire->is_over)
		close_with(wire, NULL);
	serve(wire, ms, true);
	if (!wire->is_open)
		snprintf(why, cap, tr("cannot reach %s%s%s"), wire->host, wire->why[0] ? ": " : "",
		         wire->why);
	return wire->is_open;
}

bool wire_is_open(const struct wire *wire)
{
	return wire->is_open;
}

void wire_send(struct wire *wire, json_t *message)
{
	json_array_append_new(wire->to_send, message);
	if (wire->is_open)
		lws_callback_on_writable(wire->wsi);
}

json_t *wire_next(struct wire *wire, unsigned ms)
{
	json_t *message;

	if (json_array_size(wire->came) == 0 && wire->is_open)
		serve(wire, ms, false);
	message = json_incref(json_array_get(wire->came, 0));
	if (message)
		json_array_remove(wire->came, 0);
	return message;
}

void wire_interrupt(struct wire *wire)
{
	wire->is_late = true;
	lws_cancel_service(wire->lws);
}
