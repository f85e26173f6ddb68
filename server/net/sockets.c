/* SPDX-License-Identifier: MIT
 *
 * The loop. One thread serves all connections; libuv's plugin is used where it is installed, since
 * it waits with epoll where the built-in loop walks all connections at each turn.
 */
#include "server/net/alive.h"
#include "server/net/sockets.h"

#include "server/log.h"
#include "server/net/protocol.h"
#include "server/process.h"
#include "server/people/session.h"
#include "server/people/tokens.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/http.h"
#include "server/net/limit.h"
#include "server/nodes/node.h"
#include "server/net/listen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

/* Every WebSocket has a buffer of its own for what it is sent, as long as it is open: moves fit
 * into it, and what is longer comes in pieces. What we send goes to the system whole, up to
 * TX_BYTES. */
enum { TICK_MS = 50, NOTE_MS = 60000, HTTP_RX_BYTES = 1024, WS_RX_BYTES = 256, TX_BYTES = 65536 };

/* Where a connection comes from, from its first byte on. */
struct peer {
	struct address address;
	bool is_counted, is_over;
};

struct ws_slot {
	struct conn *conn;
};

struct loop {
	uv_loop_t uv;
	lws_sorted_usec_list_t tick;
	bool with_uv, is_ended;
	char origin[SERVE_TEXT_MAX];
	lws_retry_bo_t never; /* the library asks nobody whether they are there: alive.c does */
};

static struct loop *loop_of(struct server *server)
{
	return server->loop;
}

static bool ends_with_host(const char *origin, const char *host)
{
	const char *at = strstr(origin, "://");

	return at && strcmp(at + 3, host) == 0;
}

/* A host who set public_url wrong must be able to see it; a flood must not fill the log. */
static void note_origin(struct server *server, const char *origin, const char *expected)
{
	server->metrics->refused[REFUSED_ORIGIN]++;
	if (server->now < server->next_origin_note)
		return;
	server->next_origin_note = server->now + NOTE_MS;
	log_event(LOG_ERROR, "origin_refused", "origin", origin, "expected", expected, NULL);
}

/* Everybody seems to come from the proxy, and shares its limits. */
static void note_proxy(struct server *server, struct lws *wsi)
{
	if (server->has_noted_proxy || server->config.behind_proxy ||
	    lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
		return;
	server->has_noted_proxy = true;
	log_event(LOG_ERROR, "behind_proxy_is_0", "message",
	          "A request came with X-Forwarded-For. If it came through a proxy of yours, set "
	          "behind_proxy = 1; else all visitors count as one.",
	          NULL);
}

bool sockets_same_origin(struct server *server, struct lws *wsi)
{
	char origin[SERVE_TEXT_MAX], host[SERVE_TEXT_MAX];
	int len = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN);

	if (len <= 0)
		return true;
	if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0)
		return false;
	if (server->config.public_url[0]) {
		if (strcmp(origin, server->config.public_url) == 0)
			return true;
		note_origin(server, origin, server->config.public_url);
		return false;
	}
	if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
		return false;
	if (ends_with_host(origin, host))
		return true;
	note_origin(server, origin, host);
	return false;
}

/* Behind a proxy the last address it has added is the one it has seen itself, however much the
 * visitor has written before it. */
struct address sockets_address(struct server *server, struct lws *wsi)
{
	struct peer *peer = lws_get_opaque_user_data(wsi);
	char via[HTTP_HEADERS_MAX], *last;

	note_proxy(server, wsi);
	if (server->config.behind_proxy &&
	    lws_hdr_copy(wsi, via, sizeof via, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
		last = strrchr(via, ',');
		last = last ? last + 1 : via;
		return address_of_text(last + strspn(last, " "));
	}
	return peer ? peer->address : (struct address){0};
}

static int peer_came(struct server *server, struct lws *wsi)
{
	struct peer *peer = calloc(1, sizeof *peer);
	enum admission admission;

	if (!peer)
		return -1;
	server_clock(server);
	peer->address = address_of_socket(lws_get_socket_fd(wsi));
	lws_set_opaque_user_data(wsi, peer);
	if (server->config.behind_proxy)
		return 0;
	admission = limits_connect(server->limits, peer->address);
	peer->is_counted = admission != ADMISSION_REFUSED;
	peer->is_over = admission == ADMISSION_TO_BE_TOLD;
	if (peer->is_counted)
		return 0;
	server->metrics->refused[REFUSED_CONNECTION]++;
	return -1;
}

bool sockets_is_over(struct server *server, struct lws *wsi)
{
	struct peer *peer = lws_get_opaque_user_data(wsi);

	if (peer && peer->is_over)
		peer->is_over = limits_is_over(server->limits, peer->address);
	return peer && peer->is_over;
}

static void peer_went(struct server *server, struct lws *wsi)
{
	struct peer *peer = lws_get_opaque_user_data(wsi);

	if (!peer)
		return;
	if (peer->is_counted)
		limits_disconnect(server->limits, peer->address);
	lws_set_opaque_user_data(wsi, NULL);
	free(peer);
}

int sockets_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t len)
{
	struct server *server = lws_context_user(lws_get_context(wsi));

	switch (reason) {
	case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
		return peer_came(server, wsi);
	case LWS_CALLBACK_WSI_DESTROY:
		peer_went(server, wsi);
		return 0;
	case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
		server->tls = user;
		return 0;
	case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
		server_clock(server);
		server_turn(server);
		return 0;
	default:
		return lws_callback_http_dummy(wsi, reason, user, in, len);
	}
}

static void sender_known(struct server *server, const struct person *person, uint64_t ticket)
{
	struct conn *conn = conn_at(server->conns, (uint32_t)(ticket >> 32), (uint32_t)ticket);

	if (!conn)
		return;
	conn->has_session = conn->has_session && person->is_account;
	conn_set_person(server->conns, conn, person);
	node_person_changed(server, person->id);
	protocol_greet(server, conn);
	if (conn->wsi)
		lws_rx_flow_control(conn->wsi, 1);
}

/* Nothing is read from it until it is known who it is. */
static int socket_open(struct server *server, struct ws_slot *slot, struct lws *wsi)
{
	struct conn *conn = conn_new(server->conns, wsi);
	struct claim claim = {0};
	char cookie[HTTP_COOKIE_MAX], bearer[128];

	slot->conn = conn;
	if (!conn) {
		server->metrics->refused[REFUSED_CONNECTION]++;
		return -1;
	}
	alive_heard(conn);
	conn->address = sockets_address(server, wsi);
	if (server->config.behind_proxy) {
		enum admission admission = limits_connect(server->limits, conn->address);

		conn->is_counted = admission != ADMISSION_REFUSED;
		if (admission != ADMISSION_FREE) {
			server->metrics->refused[REFUSED_CONNECTION]++;
			return -1;
		}
	}
	if (lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) > 0)
		claim_read(server, cookie, &claim);
	/* Whoever comes with a token comes as that bot or as nobody. */
	if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) > 0) {
		claim = (struct claim){0};
		claim.has_token =
			lws_hdr_copy(wsi, bearer, sizeof bearer, WSI_TOKEN_HTTP_AUTHORIZATION) > 0 &&
			token_read(bearer, claim.bot);
	}
	claim.address = conn->address.key;
	conn->has_session = claim.has_session;
	memcpy(conn->session, claim.has_token ? claim.bot : claim.session, sizeof conn->session);
	lws_rx_flow_control(wsi, 0);
	session_find(server, &claim, sender_known, (uint64_t)conn->slot << 32 | conn->generation);
	return 0;
}

/* Whole messages in one frame, the usual case, are read where they lie. */
static int receive_frame(struct server *server, struct conn *conn, const char *bytes, size_t len)
{
	bool is_last = lws_is_final_fragment(conn->wsi) && !lws_remaining_packet_payload(conn->wsi);
	char *more;

	if (lws_frame_is_binary(conn->wsi) || conn->in_len + len > CONN_MESSAGE_MAX) {
		server->metrics->refused[REFUSED_MESSAGE_SIZE]++;
		return -1;
	}
	if (is_last && !conn->in) {
		protocol_receive(server, conn, bytes, len);
		return 0;
	}
	more = realloc(conn->in, conn->in_len + len + 1);
	if (!more)
		return -1;
	conn->in = more;
	memcpy(conn->in + conn->in_len, bytes, len);
	conn->in_len += len;
	if (!is_last)
		return 0;
	protocol_receive(server, conn, conn->in, conn->in_len);
	free(conn->in);
	conn->in = NULL;
	conn->in_len = 0;
	return 0;
}

/* Before the upgrade: for our own pages only, and at the price of a request. */
static bool may_open(struct server *server, struct lws *wsi)
{
	if (!sockets_same_origin(server, wsi) || server->node->drains_since)
		return false;
	if (!sockets_is_over(server, wsi) &&
	    limits_take(server->limits, sockets_address(server, wsi).key, LIMIT_REQUESTS, server->now))
		return true;
	server->metrics->refused[REFUSED_CONNECTION]++;
	return false;
}

/* What is asked goes by itself; what waits is written in the next turn. */
static bool write_frames(struct server *server, struct conn *conn)
{
	return conn->is_to_ask ? alive_ask(conn) : conn_flush(server, conn);
}

static int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t len)
{
	struct server *server = lws_context_user(lws_get_context(wsi));
	struct ws_slot *slot = user;

	switch (reason) {
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		server_clock(server);
		return may_open(server, wsi) ? 0 : -1;
	case LWS_CALLBACK_ESTABLISHED:
		server_clock(server);
		return socket_open(server, slot, wsi);
	case LWS_CALLBACK_RECEIVE:
		server_clock(server);
		if (!slot->conn || slot->conn->is_closing)
			return -1;
		alive_heard(slot->conn);
		return receive_frame(server, slot->conn, in, len);
	case LWS_CALLBACK_RECEIVE_PONG:
		if (slot->conn)
			alive_heard(slot->conn);
		return 0;
	case LWS_CALLBACK_SERVER_WRITEABLE:
		return slot->conn && !write_frames(server, slot->conn) ? -1 : 0;
	case LWS_CALLBACK_CLOSED:
		server_clock(server);
		if (slot->conn)
			conn_free(server, slot->conn);
		slot->conn = NULL;
		return 0;
	case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
		return 0; /* the first protocol has seen to it */
	default:
		return sockets_callback(wsi, reason, user, in, len);
	}
}

static void loop_tick(lws_sorted_usec_list_t *sul)
{
	struct loop *loop = lws_container_of(sul, struct loop, tick);
	struct server *server = loop->uv.data;

	server_clock(server);
	server_turn(server);
	alive_check(server);
	if (!loop->is_ended)
		lws_sul_schedule(server->lws, 0, sul, loop_tick, TICK_MS * LWS_US_PER_MS);
}

static void raise_fd_limit(unsigned need)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < need) {
		limit.rlim_cur = need < limit.rlim_max ? need : limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* Strangers make the library complain by what they send: it may say so much in a minute, or they
 * would fill the disk with the log. It has one voice in the process, hence what is kept here. */
static void log_lws(int level, const char *line)
{
	enum { LINES_PER_MINUTE = 20 };
	static _Atomic uint64_t minute, lines;
	uint64_t now = server_now_us() / 60000000;
	char text[256];
	size_t n = strcspn(line, "\n");

	(void)level;
	if (atomic_exchange(&minute, now) != now)
		atomic_store(&lines, 0);
	if (atomic_fetch_add(&lines, 1) >= LINES_PER_MINUTE)
		return;
	snprintf(text, sizeof text, "%.*s", (int)n, line);
	log_event(LOG_ERROR, "sockets", "message", text, NULL);
}

static struct lws_context *make_context(struct server *server, bool with_uv)
{
	struct loop *loop = loop_of(server);
	void *loops[1] = {&loop->uv};
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN,
		.options =
			LWS_SERVER_OPTION_EXPLICIT_VHOSTS | (with_uv ? (uint64_t)LWS_SERVER_OPTION_LIBUV : 0) |
			(server->config.tls_cert[0] ? (uint64_t)LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
		.gid = -1,
		.uid = -1,
		.user = server,
		.fd_limit_per_thread = server->config.connections + 128,
		.foreign_loops = with_uv ? loops : NULL,
		.max_http_header_pool = 1024,
		.max_http_header_data = HTTP_HEADERS_MAX,
		.timeout_secs = 10,
		.pt_serv_buf_size = HTTP_HEADERS_MAX,
	};

	return lws_create_context(&info);
}

static bool make_vhost(struct server *server)
{
	static struct lws_protocols protocols[] = {
		{"http", http_callback, 0, HTTP_RX_BYTES, 0, NULL, 0},
		{PROTOCOL_NAME, ws_callback, sizeof(struct ws_slot), WS_RX_BYTES, 0, NULL, TX_BYTES},
		{NULL, NULL, 0, 0, 0, NULL, 0},
	};
	const struct serve_config *config = &server->config;
	struct lws_context_creation_info info = {
		.port = (int)config->port,
		.iface = config->bind[0] ? config->bind : NULL,
		.protocols = protocols,
		.vhost_name = "metropole",
		.keepalive_timeout = 20,
		.timeout_secs = 10,
		.retry_and_idle_policy = &loop_of(server)->never,
		.server_string = "metropole",
		.alpn = "http/1.1",
		.options =
			LWS_SERVER_OPTION_VALIDATE_UTF8 | (strchr(config->bind, ':') || !config->bind[0]
	                                               ? 0
	                                               : (uint64_t)LWS_SERVER_OPTION_DISABLE_IPV6),
	};

	protocols[0].per_session_data_size = http_slot_size();
	if (config->tls_cert[0]) {
		info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT; /* without, it serves plain http */
		info.ssl_cert_filepath = config->tls_cert;
		info.ssl_private_key_filepath = config->tls_key;
	}
	server->vhost = lws_create_vhost(server->lws, &info);
	return server->vhost != NULL;
}

bool sockets_init(struct server *server, char *why, size_t cap)
{
	struct loop *loop = calloc(1, sizeof *loop);

	if (!loop) {
		snprintf(why, cap, "There is not enough memory.");
		return false;
	}
	server->loop = loop;
	if (server->config.port && !listen_can(&server->config, why, cap))
		return false;
	lws_set_log_level(LLL_ERR, log_lws);
	raise_fd_limit(server->config.connections + 256);
	loop->with_uv = uv_loop_init(&loop->uv) == 0;
	loop->uv.data = server;
	if (loop->with_uv)
		server->lws = make_context(server, true);
	if (!server->lws) {
		loop->with_uv = false;
		server->lws = make_context(server, false);
	}
	if (!server->lws || !make_vhost(server) ||
	    !listen_does(&server->config, lws_get_vhost_listen_port(server->vhost)) ||
	    (server->config.tls_cert[0] && !server->tls)) {
		snprintf(why, cap, "Cannot listen on port %u. Is another server running there?",
		         server->config.port);
		return false;
	}
	lws_sul_schedule(server->lws, 0, &loop->tick, loop_tick, TICK_MS * LWS_US_PER_MS);
	return true;
}

void sockets_run(struct server *server)
{
	struct loop *loop = loop_of(server);

	if (loop->with_uv)
		uv_run(&loop->uv, UV_RUN_DEFAULT);
	else
		while (!loop->is_ended && lws_service(server->lws, 0) >= 0)
			;
}

void sockets_end(struct server *server)
{
	struct loop *loop = loop_of(server);

	loop->is_ended = true;
	if (loop->with_uv)
		uv_stop(&loop->uv);
}

void sockets_release(struct server *server)
{
	struct loop *loop = loop_of(server);

	if (!loop)
		return;
	if (server->lws)
		lws_context_destroy(server->lws);
	if (loop->with_uv) {
		for (int i = 0; i < 100 && uv_loop_alive(&loop->uv); i++)
			uv_run(&loop->uv, UV_RUN_NOWAIT);
		uv_loop_close(&loop->uv);
	}
	free(loop);
	server->loop = NULL;
}
