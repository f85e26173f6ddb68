/* SPDX-License-Identifier: MIT
 *
 * The tests' own HTTP and WebSocket client, blocking and plain.
 */
#include "client.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define must(cond)                                                                                 \
	do {                                                                                           \
		if (!(cond)) {                                                                             \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);                             \
			abort();                                                                               \
		}                                                                                          \
	} while (0)

/* libwebsockets 4.1 keeps its pool of header buffers when a context on another's loop is destroyed;
 * a server does that once, at its end. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libwebsockets.so";
}

static void *run_server(void *arg)
{
	server_run(arg);
	return NULL;
}

void premises_config(struct premises *premises)
{
	*premises = (struct premises){0};
	premises_data(premises->data);
	serve_config_init(&premises->config);
	strcpy(premises->config.data, premises->data);
	premises->config.port = 0;
	premises->config.log_level = 0;
	premises->config.workers = 1;
	premises->config.connections_per_address = 1000;
	premises->config.messages_per_second = 100000;
	premises->config.busy_ms_per_second = 1000000;
	premises->config.requests_per_minute = 1000000;
	premises->config.logins_per_hour = 100000;
	premises->config.guests_per_hour = 100000;
	premises->config.tables_per_hour = 100000;
	premises->config.tables_per_user = 100000;
	premises->config.chat_per_minute = 10000;
	premises->config.silence_seconds =
		600; /* one's clients wait for each other, and answer no ping */
	premises->config.kilobytes_per_hour = 400000;
}

void premises_open(struct premises *premises, const struct serve_hooks *hooks)
{
	char why[320];

	premises->server = server_new(&premises->config, hooks, why, sizeof why);
	if (!premises->server) {
		fprintf(stderr, "%s\n", why);
		abort();
	}
	premises->port = server_port(premises->server);
	must(pthread_create(&premises->thread, NULL, run_server, premises->server) == 0);
}

void premises_close(struct premises *premises)
{
	server_stop(premises->server);
	pthread_join(premises->thread, NULL);
	server_free(premises->server);
	premises->server = NULL;
}

void premises_forget(struct premises *premises)
{
	premises_data_forget(premises->data);
}

int premises_end(void **state)
{
	premises_close(*state);
	premises_forget(*state);
	return 0;
}

int client_connect(int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
	                         .sin_port = htons((uint16_t)port),
	                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int one = 1;

	if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
		close(fd);
		return -1;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return fd;
}

bool client_write(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;

	while (len > 0) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

/* Reads some more; -1 at the end or when nothing comes in time. */
static ssize_t read_some(int fd, char *out, size_t cap, int ms)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};

	if (poll(&poller, 1, ms) <= 0)
		return -1;
	return recv(fd, out, cap, 0);
}

static void find_cookie(struct reply *reply)
{
	const char *at = strcasestr(reply->head, "set-cookie: ");
	size_t len;

	if (!at)
		return;
	at += strlen("set-cookie: ");
	len = strcspn(at, ";\r");
	must(len < sizeof reply->cookie);
	memcpy(reply->cookie, at, len);
	reply->cookie[len] = '\0';
}

struct reply client_http(int port, const char *method, const char *path, const char *cookie,
                         const char *more, const char *body)
{
	struct reply reply = {0};
	size_t cap = strlen(body) + strlen(more) + strlen(cookie) + 2048, len = 0, want = SIZE_MAX;
	char *text = malloc(cap > 65536 ? cap : 65536);
	int fd = client_connect(port);

	must(text && fd >= 0);
	snprintf(text, cap,
	         "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n%s%s%s%s"
	         "Content-Length: %zu\r\n\r\n%s",
	         method, path, port, cookie[0] ? "Cookie: " : "", cookie, cookie[0] ? "\r\n" : "", more,
	         strlen(body), body);
	client_write(fd, text, strlen(text));
	cap = 65536;
	while (len < want) {
		ssize_t n = read_some(fd, text + len, cap - len - 1, CLIENT_WAIT_MS);
		char *end;

		if (n <= 0)
			break;
		len += (size_t)n;
		text[len] = '\0';
		end = strstr(text, "\r\n\r\n");
		if (end && want == SIZE_MAX && strcasestr(text, "content-length: "))
			want = (size_t)(end + 4 - text) +
			       (strcmp(method, "HEAD") == 0
			            ? 0
			            : strtoul(strcasestr(text, "content-length: ") + 16, NULL, 10));
		if (len + 1 >= cap) {
			cap *= 2;
			text = realloc(text, cap);
			must(text);
		}
	}
	close(fd);
	text[len] = '\0';
	reply.head = text;
	reply.body = strstr(text, "\r\n\r\n");
	if (!reply.body)
		return reply;
	reply.body[0] = '\0';
	reply.body += 4;
	reply.status = (int)strtol(text + 9, NULL, 10);
	find_cookie(&reply);
	return reply;
}

void reply_release(struct reply *reply)
{
	free(reply->head);
}

struct reply client_post(int port, const char *path, const char *cookie, const char *body)
{
	char more[128];

	snprintf(more, sizeof more, "Content-Type: application/json\r\nOrigin: http://localhost:%d\r\n",
	         port);
	return client_http(port, "POST", path, cookie, more, body);
}

static bool reserve(struct client *client, size_t more)
{
	if (client->in_len + more <= client->in_cap)
		return true;
	client->in_cap = 2 * (client->in_len + more);
	client->in = realloc(client->in, client->in_cap);
	return client->in != NULL;
}

static bool fill(struct client *client, size_t want, int ms)
{
	while (client->in_len < want) {
		ssize_t n;

		must(reserve(client, 65536));
		n = read_some(client->fd, client->in + client->in_len, 65536, ms);
		if (n <= 0)
			return false;
		client->in_len += (size_t)n;
	}
	return true;
}

static void use(struct client *client, size_t n)
{
	memmove(client->in, client->in + n, client->in_len - n);
	client->in_len -= n;
}

bool client_join(struct client *client, int port, const char *cookie, const char *more)
{
	char head[4096];
	char *end = NULL;

	*client = (struct client){.fd = client_connect(port)};
	if (client->fd < 0)
		return false;
	client->kept = json_array();
	snprintf(client->cookie, sizeof client->cookie, "%s", cookie);
	snprintf(head, sizeof head,
	         "GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
	         "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: metropole.1\r\n%s%s%s%s\r\n",
	         port, cookie[0] ? "Cookie: " : "", cookie, cookie[0] ? "\r\n" : "", more);
	if (!client_write(client->fd, head, strlen(head)))
		return false;
	while (!end) {
		if (!fill(client, client->in_len + 1, CLIENT_WAIT_MS))
			return false;
		end = memmem(client->in, client->in_len, "\r\n\r\n", 4);
	}
	if (strncmp(client->in, "HTTP/1.1 101", 12) != 0)
		return false;
	use(client, (size_t)(end + 4 - client->in));
	return true;
}

void client_open(struct client *client, int port, const char *name)
{
	char body[256];
	struct reply reply;
	json_t *hello;

	snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
	reply = client_post(port, "/api/guest", "", body);
	must(reply.status == 201);
	must(client_join(client, port, reply.cookie, ""));
	reply_release(&reply);
	hello = client_wait(client, "hello");
	must(hello);
	json_decref(hello);
}

void client_close(struct client *client)
{
	if (client->fd >= 0)
		close(client->fd);
	client->fd = -1;
	free(client->in);
	json_decref(client->kept);
	free(client->trace);
	*client = (struct client){.fd = -1};
}

void client_send(struct client *client, const char *text)
{
	size_t len = strlen(text), head = len < 126 ? 6 : len < 65536 ? 8 : 14;
	unsigned char *frame = malloc(head + len);
	static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};

	must(frame);
	frame[0] = 0x81;
	if (len < 126) {
		frame[1] = (unsigned char)(0x80 | len);
	} else if (len < 65536) {
		frame[1] = 0x80 | 126;
		frame[2] = (unsigned char)(len >> 8);
		frame[3] = (unsigned char)len;
	} else {
		frame[1] = 0x80 | 127;
		for (int i = 0; i < 8; i++)
			frame[2 + i] = (unsigned char)((uint64_t)len >> (56 - 8 * i));
	}
	memcpy(frame + head - 4, mask, 4);
	for (size_t i = 0; i < len; i++)
		frame[head + i] = (unsigned char)text[i] ^ mask[i & 3];
	client_write(client->fd, frame, head + len);
	free(frame);
}

static void trace(struct client *client, const char *bytes, size_t len)
{
	client->trace = realloc(client->trace, client->trace_len + len + 1);
	must(client->trace);
	memcpy(client->trace + client->trace_len, bytes, len);
	client->trace[client->trace_len + len] = '\n';
	client->trace_len += len + 1;
}

json_t *client_next(struct client *client, int ms)
{
	for (;;) {
		const unsigned char *head;
		size_t len, skip = 2;
		int opcode;
		json_t *message = NULL;

		if (!fill(client, 2, ms))
			return NULL;
		head = (const unsigned char *)client->in;
		opcode = head[0] & 15;
		len = head[1] & 127;
		if (len == 126) {
			if (!fill(client, 4, ms))
				return NULL;
			head = (const unsigned char *)client->in;
			len = (size_t)head[2] << 8 | head[3];
			skip = 4;
		} else if (len == 127) {
			if (!fill(client, 10, ms))
				return NULL;
			head = (const unsigned char *)client->in;
			len = 0;
			for (int i = 2; i < 10; i++)
				len = len << 8 | head[i];
			skip = 10;
		}
		if (!fill(client, skip + len, ms))
			return NULL;
		if (opcode == 1) {
			if (client->is_traced)
				trace(client, client->in + skip, len);
			message = json_loadb(client->in + skip, len, 0, NULL);
			must(message);
		}
		use(client, skip + len);
		if (opcode == 8)
			return NULL;
		if (message)
			return message;
	}
}

static bool has_type(const json_t *message, const char *type)
{
	const char *is = json_string_value(json_object_get(message, "type"));

	return is && strcmp(is, type) == 0;
}

json_t *client_wait(struct client *client, const char *type)
{
	json_t *message;

	for (size_t i = 0; i < json_array_size(client->kept); i++) {
		message = json_array_get(client->kept, i);
		if (has_type(message, type)) {
			json_incref(message);
			json_array_remove(client->kept, i);
			return message;
		}
	}
	while ((message = client_next(client, CLIENT_WAIT_MS))) {
		if (has_type(message, type))
			return message;
		json_array_append_new(client->kept, message);
	}
	return NULL;
}

static json_t *ask(struct client *client, const char *op, const char *format, va_list args)
{
	json_t *body = json_vpack_ex(NULL, 0, format, args), *answer;
	int id = ++client->next_id;
	char *text;

	must(body);
	json_object_set_new(body, "op", json_string(op));
	json_object_set_new(body, "id", json_integer(id));
	text = json_dumps(body, JSON_COMPACT);
	client_send(client, text);
	free(text);
	json_decref(body);
	while ((answer = client_wait(client, "answer"))) {
		if (json_integer_value(json_object_get(answer, "id")) == id)
			return answer;
		json_decref(answer);
	}
	return NULL;
}

json_t *client_ask(struct client *client, const char *op, const char *format, ...)
{
	va_list args;
	json_t *answer;

	va_start(args, format);
	answer = ask(client, op, format, args);
	va_end(args);
	return answer;
}

json_t *client_do(struct client *client, const char *op, const char *format, ...)
{
	va_list args;
	json_t *answer;

	va_start(args, format);
	answer = ask(client, op, format, args);
	va_end(args);
	if (!answer || !json_is_true(json_object_get(answer, "ok"))) {
		char *text = answer ? json_dumps(answer, 0) : NULL;

		fprintf(stderr, "%s: %s\n", op, text ? text : "no answer");
		abort();
	}
	return answer;
}

const char *client_code(json_t *answer)
{
	static _Thread_local char code[64];
	const char *is = "no_answer";

	if (answer && json_is_true(json_object_get(answer, "ok")))
		is = "ok";
	else if (answer)
		is = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
	snprintf(code, sizeof code, "%s", is ? is : "");
	json_decref(answer);
	return code;
}

const char *client_play_first(struct client *client, const char *table)
{
	json_t *legal = client_ask(client, "legal", "{s:s}", "table", table);
	json_t *move = json_array_get(json_object_get(legal, "moves"), 0);
	json_t *answer = move ? client_ask(client, "play", "{s:s,s:O,s:I}", "table", table, "move",
	                                   move, "turn", number_of(legal, "turn_no"))
	                      : NULL;

	json_decref(legal);
	return move ? client_code(answer) : "none";
}

const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}
