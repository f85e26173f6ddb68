/* SPDX-License-Identifier: MIT
 *
 * Floods, slow loris, oversized and broken input: the one who does it is refused or cut off, the
 * others do not notice.
 */
#include "client.h"

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static struct premises premises;

/* Rates are of the server's time, and here that stands still: what was used up stays so, however
 * fast the machine is. */
static uint64_t stopped_clock(void *ctx)
{
	(void)ctx;
	return 1700000000000u;
}

static const struct serve_hooks hooks = {.now_ms = stopped_clock, .wall_ms = stopped_clock};

static int open_premises(void **state)
{
	premises_config(&premises);
	premises.config.connections_per_address = 40;
	premises.config.messages_per_second = 20;
	premises.config.requests_per_minute = 600;
	premises.config.guests_per_hour = 30;
	premises.config.tables_per_hour = 6;
	premises.config.chat_per_minute = 10;
	premises.config.logins_per_hour = 5;
	premises_open(&premises, &hooks);
	*state = &premises;
	return 0;
}

static bool is_well(void)
{
	struct reply reply = client_http(premises.port, "GET", "/healthz", "", "", "");
	bool well = reply.status == 200;

	reply_release(&reply);
	return well;
}

/* Has the other end closed, within some seconds? */
static bool is_closed(int fd, int ms)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	char buf[4096];
	ssize_t n = 1;

	while (n > 0) {
		if (poll(&poller, 1, ms) <= 0)
			return false;
		n = recv(fd, buf, sizeof buf, 0);
	}
	return true;
}

static void one_address_has_so_many_connections(void **state)
{
	int fd[60], refused = 0; /* 40, and 10 to be told that they are too many */

	(void)state;
	for (int i = 0; i < 60; i++)
		fd[i] = client_connect(premises.port);
	for (int i = 0; i < 60; i++)
		refused += fd[i] < 0 || is_closed(fd[i], i < 51 ? 0 : 1000);
	assert_in_range(refused, 9, 12);
	for (int i = 0; i < 60; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	/* room again once they are gone */
	for (int i = 0; i < 100 && !is_well(); i++)
		usleep(20000);
	assert_true(is_well());
}

static void flood_of_messages_is_refused_and_ends(void **state)
{
	struct client flood, other;
	int refused = 0;

	(void)state;
	client_open(&flood, premises.port, "Flood");
	client_open(&other, premises.port, "Other");
	for (int i = 0; i < 300; i++)
		client_send(&flood, "{\"op\":\"ping\"}");
	for (int i = 0; i < 300; i++) {
		json_t *answer = client_wait(&flood, "answer");

		assert_non_null(answer);
		refused += strcmp(client_code(answer), "too_fast") == 0;
	}
	assert_int_equal(refused, 300 - 5 * 20); /* five seconds' worth may come at once */
	assert_string_equal(client_code(client_ask(&other, "ping", "{}")), "ok");
	client_close(&flood);
	client_close(&other);
}

static void tables_chat_and_passwords_have_their_rates(void **state)
{
	struct client a;
	json_t *answer;
	char id[17] = "";
	int refused = 0;

	(void)state;
	client_open(&a, premises.port, "Anna");
	for (int i = 0; i < 7; i++) {
		answer = client_ask(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2,
		                    "seats", "me", "open");
		if (!id[0])
			snprintf(id, sizeof id, "%s", json_string_value(json_object_get(answer, "table")));
		refused += strcmp(client_code(answer), "too_fast") == 0;
	}
	assert_int_equal(refused, 2);
	refused = 0;
	for (int i = 0; i < 14; i++)
		refused +=
			strcmp(client_code(client_ask(&a, "chat", "{s:s,s:s}", "table", id, "text", "hi")),
		           "too_fast") == 0;
	assert_int_equal(refused, 4);
	refused = 0;
	for (int i = 0; i < 8; i++) {
		struct reply reply = client_post(premises.port, "/api/login", "",
		                                 "{\"name\":\"Anna\",\"password\":\"12345678\"}");

		refused += reply.status == 429;
		reply_release(&reply);
	}
	assert_int_equal(refused, 3);
	client_close(&a);
}

static void oversized_input_is_cut_off(void **state)
{
	struct client a;
	char *big = malloc(100000);
	struct reply reply;
	json_t *message;

	(void)state;
	memset(big, 'x', 99999);
	big[99999] = '\0';
	client_open(&a, premises.port, "Big");
	client_send(&a, big);
	while ((message = client_next(&a, 5000)))
		json_decref(message);
	assert_true(is_closed(a.fd, 5000));
	client_close(&a);
	reply = client_post(premises.port, "/api/guest", "", big);
	assert_int_not_equal(reply.status, 201);
	reply_release(&reply);
	/* a request line and headers without end */
	big[0] = '/';
	reply = client_http(premises.port, "GET", big, "", "", "");
	assert_int_not_equal(reply.status, 200);
	reply_release(&reply);
	free(big);
	assert_true(is_well());
}

static void chat_lines_are_short_and_plain(void **state)
{
	struct client a;
	char line[2100], id[17];
	json_t *answer, *message;

	(void)state;
	client_open(&a, premises.port, "Anna");
	answer = client_do(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2, "seats",
	                   "me", "open");
	snprintf(id, sizeof id, "%s", json_string_value(json_object_get(answer, "table")));
	json_decref(answer);
	json_decref(client_do(&a, "watch", "{s:s}", "table", id));
	memset(line, 'a', 501);
	line[501] = '\0';
	assert_string_equal(client_code(client_ask(&a, "chat", "{s:s,s:s}", "table", id, "text", line)),
	                    "too_long");
	assert_string_equal(
		client_code(client_ask(&a, "chat", "{s:s,s:s}", "table", id, "text", " \t ")), "too_long");
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", " a\n\tb\x7f\"<i> "));
	message = client_wait(&a, "events");
	assert_string_equal(json_string_value(json_object_get(
							json_array_get(json_object_get(message, "events"), 0), "text")),
	                    "a b \"<i>");
	json_decref(message);
	client_close(&a);
}

/* Twenty who send a header byte by byte, and one who sends half a body, hold nobody else up, and
 * are cut off after the time for a request. */
static void slow_loris_starves_nobody(void **state)
{
	static const char head[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
	static const char half[] =
		"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
		"Content-Length: 500\r\n\r\n{\"na";
	int fd[20], body, left = 20;

	(void)state;
	for (int i = 0; i < 20; i++) {
		fd[i] = client_connect(premises.port);
		client_write(fd[i], head, sizeof head - 1);
	}
	body = client_connect(premises.port);
	client_write(body, half, sizeof half - 1);
	assert_true(is_well());
	for (int second = 0; second < 25; second++) {
		left = 0;
		for (int i = 0; i < 20; i++)
			left += fd[i] >= 0 && !is_closed(fd[i], 0) && client_write(fd[i], "a", 1);
		if (left == 0)
			break;
		sleep(1);
		assert_true(is_well());
	}
	assert_int_equal(left, 0);
	assert_true(is_closed(body, 30000));
	for (int i = 0; i < 20; i++)
		close(fd[i]);
	close(body);
}

/* Binary frames, frames without a mask, text that is not UTF-8. */
static void frames_that_are_no_text_end_the_connection(void **state)
{
	static const unsigned char binary[] = {0x82, 0x81, 1, 2, 3, 4, 5};
	static const unsigned char unmasked[] = {0x81, 0x02, '{', '}'};
	static const unsigned char bad_utf8[] = {0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe};
	const struct {
		const unsigned char *bytes;
		size_t len;
	} frames[] = {
		{binary, sizeof binary}, {unmasked, sizeof unmasked}, {bad_utf8, sizeof bad_utf8}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct client a;
		json_t *message;

		client_open(&a, premises.port, "Frames");
		client_write(a.fd, frames[i].bytes, frames[i].len);
		while ((message = client_next(&a, 3000)))
			json_decref(message);
		assert_true(is_well());
		client_close(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chat_lines_are_short_and_plain),
		cmocka_unit_test(flood_of_messages_is_refused_and_ends),
		cmocka_unit_test(tables_chat_and_passwords_have_their_rates),
		cmocka_unit_test(oversized_input_is_cut_off),
		cmocka_unit_test(frames_that_are_no_text_end_the_connection),
		cmocka_unit_test(one_address_has_so_many_connections),
		cmocka_unit_test(slow_loris_starves_nobody),
	};

	return cmocka_run_group_tests_name("limits of the server", tests, open_premises, premises_end);
}
