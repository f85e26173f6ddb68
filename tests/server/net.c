/* SPDX-License-Identifier: MIT
 *
 * HTTP and the way in, with the limits as they are shipped: ten browsers behind one address are
 * let in, one that asks too much is told so, and headers are what they should be.
 */
#include "client.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { BROWSERS = 10, FILES = 90, SOCKETS_OF_A_BROWSER = 6 };

static struct premises premises;

static int open_with(void **state, void (*set)(struct serve_config *))
{
	struct serve_config shipped;

	premises_config(&premises);
	serve_config_init(&shipped);
	memcpy(shipped.data, premises.config.data, sizeof shipped.data);
	shipped.port = 0;
	shipped.log_level = 0;
	shipped.workers = 1;
	if (set)
		set(&shipped);
	premises.config = shipped;
	premises_open(&premises, NULL);
	*state = &premises;
	return 0;
}

static int open_shipped(void **state)
{
	return open_with(state, NULL);
}

static void small(struct serve_config *config)
{
	config->connections_per_address = 8;
	config->requests_per_minute = 60;
}

static int open_small(void **state)
{
	return open_with(state, small);
}

static void with_tls_in_front(struct serve_config *config)
{
	strcpy(config->public_url, "https://play.example.org");
}

static int open_with_tls_in_front(void **state)
{
	return open_with(state, with_tls_in_front);
}

static bool has(const struct reply *reply, const char *header)
{
	return strcasestr(reply->head, header) != NULL;
}

/* Sends text on a fresh connection; the answer's first bytes, or "" if it ends or stays silent. */
static void converse(const char *text, char *out, size_t cap, int ms)
{
	int fd = client_connect(premises.port);
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	ssize_t n = 0;

	client_write(fd, text, strlen(text));
	if (poll(&poller, 1, ms) > 0)
		n = recv(fd, out, cap - 1, 0);
	out[n > 0 ? n : 0] = '\0';
	close(fd);
}

/* A first visit is some ten requests now; it was a hundred, and a hundred are still served. */
static void ten_fresh_browsers_behind_one_address_are_served(void **state)
{
	struct client client[BROWSERS];
	int idle[BROWSERS][SOCKETS_OF_A_BROWSER], served = 0;

	(void)state;
	for (int i = 0; i < BROWSERS; i++) {
		char name[16];

		for (int j = 0; j < SOCKETS_OF_A_BROWSER; j++)
			idle[i][j] = client_connect(premises.port);
		for (int j = 0; j < FILES; j++) {
			struct reply reply = client_http(premises.port, "GET", "/", "", "", "");

			served += reply.status == 200;
			reply_release(&reply);
		}
		snprintf(name, sizeof name, "Browser %d", i);
		client_open(&client[i], premises.port, name);
	}
	assert_int_equal(served, BROWSERS * FILES);
	for (int i = 0; i < BROWSERS; i++) {
		assert_string_equal(client_code(client_ask(&client[i], "ping", "{}")), "ok");
		client_close(&client[i]);
		for (int j = 0; j < SOCKETS_OF_A_BROWSER; j++)
			close(idle[i][j]);
	}
}

static void socket_without_a_subprotocol_is_refused(void **state)
{
	static const char ask[] =
		"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s\r\n";
	static const char *const more[] = {"", "Origin: http://evil.example\r\n",
	                                   "Sec-WebSocket-Protocol: http\r\n"};
	char text[512], answer[64];

	(void)state;
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		snprintf(text, sizeof text, ask, more[i]);
		converse(text, answer, sizeof answer, 3000);
		assert_null(strstr(answer, " 101 "));
	}
}

static void head_is_answered_without_a_body(void **state)
{
	struct reply get = client_http(premises.port, "GET", "/healthz", "", "", ""), head;

	(void)state;
	head = client_http(premises.port, "HEAD", "/healthz", "", "", "");
	assert_int_equal(head.status, 200);
	assert_true(has(&head, "content-length: 3"));
	assert_string_equal(get.body, "ok\n");
	assert_string_equal(head.body, "");
	reply_release(&get);
	reply_release(&head);
}

static void headers_let_nothing_in_from_elsewhere(void **state)
{
	struct reply reply = client_http(premises.port, "GET", "/", "", "", "");

	(void)state;
	assert_true(has(&reply, "connect-src 'self';"));
	assert_false(has(&reply, "ws:"));
	assert_false(has(&reply, "wss:"));
	assert_false(has(&reply, "strict-transport-security"));
	reply_release(&reply);
}

static void browsers_are_told_to_stay_with_tls(void **state)
{
	struct reply reply = client_http(premises.port, "GET", "/", "", "", "");

	(void)state;
	assert_true(has(&reply, "strict-transport-security: max-age=31536000"));
	reply_release(&reply);
}

/* Other programs on the same host set cookies too. */
static void long_cookie_header_hides_nobody(void **state)
{
	struct reply guest = client_post(premises.port, "/api/guest", "", "{\"name\":\"Cookie\"}"),
				 reply;
	char *cookie = malloc(4096);
	size_t n = 0;
	struct client client;
	json_t *hello;

	(void)state;
	for (int i = 0; n < 3000; i++)
		n += (size_t)sprintf(cookie + n, "other%d=%064d; ", i, i);
	strcpy(cookie + n, guest.cookie);
	reply = client_http(premises.port, "GET", "/api/me", cookie, "", "");
	assert_non_null(strstr(reply.body, "\"Cookie\""));
	reply_release(&reply);
	reply_release(&guest);
	/* and over the WebSocket; the client's own buffer is small, so 1 kB */
	cookie[1040] = '\0';
	guest = client_post(premises.port, "/api/guest", "", "{\"name\":\"Cookie\"}");
	strcpy(strrchr(cookie, ';'), "; ");
	strcat(cookie, guest.cookie);
	assert_true(strlen(cookie) > 1024);
	assert_true(client_join(&client, premises.port, cookie, ""));
	hello = client_wait(&client, "hello");
	assert_string_equal(text_of(json_object_get(hello, "you"), "name"), "Cookie");
	json_decref(hello);
	client_close(&client);
	reply_release(&guest);
	free(cookie);
}

static void long_name_of_a_browser_is_kept_from_its_beginning(void **state)
{
	static const char more[] =
		"Content-Type: application/json\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) "
		"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36\r\n";
	struct reply reply = client_http(premises.port, "POST", "/api/signup", "", more,
	                                 "{\"name\":\"Agent\",\"password\":\"correct horse\"}"),
				 sessions;

	(void)state;
	assert_int_equal(reply.status, 201);
	sessions = client_http(premises.port, "GET", "/api/sessions", reply.cookie, "", "");
	assert_non_null(strstr(sessions.body, "\"agent\":\"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/"
	                                      "537.36 (KHTML, like Gecko) Chrome/1\""));
	reply_release(&sessions);
	reply_release(&reply);
}

static void body_that_drips_is_cut_off(void **state)
{
	static const char head[] = "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
							   "application/json\r\nContent-Length: 500\r\n\r\n";
	int fd = client_connect(premises.port), seconds = 0;
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	char byte;

	(void)state;
	client_write(fd, head, sizeof head - 1);
	while (seconds < 20 && client_write(fd, "{", 1) && poll(&poller, 1, 1000) == 0)
		seconds++;
	assert_in_range(seconds, 8, 13);
	assert_true(recv(fd, &byte, 1, 0) <= 0);
	close(fd);
}

/* The shipped 20 messages a second with bursts of 100; then 300 refusals, then the end. */
static void flood_that_does_not_listen_is_cut_off(void **state)
{
	struct client flood;
	json_t *message;
	int good = 0, refused = 0;

	(void)state;
	client_open(&flood, premises.port, "Flood");
	for (int i = 0; i < 2000; i++)
		client_send(&flood, "{\"op\":\"ping\"}");
	while ((message = client_next(&flood, 5000))) {
		good += json_is_true(json_object_get(message, "ok"));
		refused += json_is_false(json_object_get(message, "ok"));
		json_decref(message);
	}
	/* what had not been read when it was cut off is lost */
	assert_in_range(good, 0, 160);
	assert_in_range(refused, 0, 310);
	assert_string_equal(client_code(client_ask(&flood, "ping", "{}")), "no_answer");
	client_close(&flood);
}

static void person_over_a_limit_sees_a_page_and_a_program_json(void **state)
{
	struct reply reply = {0};
	int asked = 0;

	(void)state;
	for (; asked < 100 && reply.status != 429; asked++) {
		reply_release(&reply);
		reply = client_http(premises.port, "GET", "/api/games", "", "", "");
	}
	assert_in_range(asked, 60, 64);
	assert_true(has(&reply, "content-type: application/json"));
	assert_true(has(&reply, "retry-after: 1"));
	assert_non_null(strstr(reply.body, "\"too_fast\""));
	reply_release(&reply);
	for (asked = 0; asked < 40; asked++) {
		reply = client_http(premises.port, "GET", "/", "", "Accept: text/html\r\n", "");
		if (reply.status == 429)
			break;
		reply_release(&reply);
	}
	assert_int_equal(reply.status, 429);
	assert_true(has(&reply, "content-type: text/html"));
	assert_non_null(strstr(reply.body, "http-equiv=\"refresh\""));
	assert_non_null(strstr(reply.body, "réessaie toute seule"));
	assert_non_null(strstr(reply.body, "tries again by itself"));
	reply_release(&reply);
	/* whether it is well is always answered */
	for (asked = 0; asked < 100; asked++) {
		reply = client_http(premises.port, "GET", "/healthz", "", "", "");
		assert_int_equal(reply.status, 200);
		reply_release(&reply);
	}
}

/* Eight connections; two more are let in to be told, the rest is not. */
static void connection_too_many_is_told_so(void **state)
{
	int fd[8];
	struct reply reply;

	(void)state;
	for (int i = 0; i < 8; i++)
		fd[i] = client_connect(premises.port);
	usleep(200000);
	reply = client_http(premises.port, "GET", "/", "", "Accept: text/html\r\n", "");
	assert_int_equal(reply.status, 429);
	assert_non_null(strstr(reply.body, "http-equiv=\"refresh\""));
	reply_release(&reply);
	for (int i = 0; i < 8; i++)
		close(fd[i]);
	usleep(200000);
	reply = client_http(premises.port, "GET", "/healthz", "", "", "");
	assert_int_equal(reply.status, 200);
	reply_release(&reply);
}

/* The time that a cookie lasts begins anew at each visit. */
static void cookies_are_renewed(void **state)
{
	struct reply guest = client_post(premises.port, "/api/guest", "", "{\"name\":\"Renée\"}");
	struct reply account = client_post(premises.port, "/api/signup", "",
	                                   "{\"name\":\"Renata\",\"password\":\"correct horse\"}");
	const struct reply *both[] = {&guest, &account};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct reply me = client_http(premises.port, "GET", "/api/me", both[i]->cookie, "", "");

		assert_string_equal(me.cookie, both[i]->cookie);
		assert_true(has(&me, "Max-Age=7776000"));
		reply_release(&me);
	}
	reply_release(&guest);
	reply_release(&account);
}

static void baselines_are_not_offered_to_the_public(void **state)
{
	struct reply reply = client_http(premises.port, "GET", "/api/games", "", "", "");
	struct client client;

	(void)state;
	assert_non_null(strstr(reply.body, "\"levels\":[\"easy\",\"normal\",\"hard\"]"));
	reply_release(&reply);
	client_open(&client, premises.port, "Levels");
	assert_string_equal(client_code(client_ask(&client, "create", "{s:s,s:i,s:[s,s]}", "game",
	                                           "metro", "players", 2, "seats", "me", "b3")),
	                    "bad_request");
	client_close(&client);
}

/* Neither answers the server's pings: one says something now and then, the other is as good as
 * gone. */
static void silent_socket_is_given_up_within_seconds(void **state)
{
	struct premises *at = *state;
	struct client silent, talks;
	char byte;
	ssize_t n = -1;

	client_open(&silent, at->port, "Silent");
	client_open(&talks, at->port, "Talks");
	for (int i = 0; i < 4 && n != 0; i++) {
		struct pollfd wait = {.fd = silent.fd, .events = POLLIN};

		assert_string_equal(client_code(client_ask(&talks, "ping", "{}")), "ok");
		for (time_t until = time(NULL) + 5; n != 0 && time(NULL) < until;)
			if (poll(&wait, 1, 1000) > 0)
				n = recv(silent.fd, &byte, 1, 0);
	}
	assert_int_equal(n, 0);
	assert_string_equal(client_code(client_ask(&talks, "ping", "{}")), "ok");
	client_close(&silent);
	client_close(&talks);
}

int main(void)
{
	const struct CMUnitTest shipped[] = {
		cmocka_unit_test(ten_fresh_browsers_behind_one_address_are_served),
		cmocka_unit_test(socket_without_a_subprotocol_is_refused),
		cmocka_unit_test(head_is_answered_without_a_body),
		cmocka_unit_test(headers_let_nothing_in_from_elsewhere),
		cmocka_unit_test(long_cookie_header_hides_nobody),
		cmocka_unit_test(long_name_of_a_browser_is_kept_from_its_beginning),
		cmocka_unit_test(cookies_are_renewed),
		cmocka_unit_test(baselines_are_not_offered_to_the_public),
		cmocka_unit_test(flood_that_does_not_listen_is_cut_off),
		cmocka_unit_test(body_that_drips_is_cut_off),
		cmocka_unit_test(silent_socket_is_given_up_within_seconds),
	};
	const struct CMUnitTest strict[] = {
		cmocka_unit_test(connection_too_many_is_told_so),
		cmocka_unit_test(person_over_a_limit_sees_a_page_and_a_program_json),
	};
	const struct CMUnitTest tls[] = {
		cmocka_unit_test(browsers_are_told_to_stay_with_tls),
	};

	return cmocka_run_group_tests_name("the way in", shipped, open_shipped, premises_end) +
	       cmocka_run_group_tests_name("over the limits", strict, open_small, premises_end) +
	       cmocka_run_group_tests_name("behind TLS", tls, open_with_tls_in_front, premises_end);
}
