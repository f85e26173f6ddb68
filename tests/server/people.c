/* SPDX-License-Identifier: MIT
 *
 * What people are promised: a session that ends is over, what is private stays so, everybody can
 * tell who has an account, a name is its owner's, and nobody else gets in by trying.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* An account with three sessions, each with a connection. */
struct trio {
	char cookie[3][CLIENT_COOKIE_MAX];
	struct client client[3];
};

static void open_trio(struct trio *trio, const char *name)
{
	for (int i = 0; i < 3; i++) {
		visit_sign(i == 0 ? "/api/signup" : "/api/login", name, trio->cookie[i]);
		visit_join(&trio->client[i], trio->cookie[i]);
		assert_true(visit_is_there(&trio->client[i]));
	}
}

static void expect_there(struct trio *trio, bool first, bool second, bool third)
{
	bool there[] = {first, second, third};

	for (int i = 0; i < 3; i++) {
		assert_int_equal(visit_is_there(&trio->client[i]), there[i]);
		client_close(&trio->client[i]);
	}
}

static void new_password_closes_the_other_sessions_connections(void **state)
{
	struct trio trio;
	char fresh[CLIENT_COOKIE_MAX];

	(void)state;
	open_trio(&trio, "Paula");
	assert_int_equal(
		visit_post("/api/password", trio.cookie[1],
	               "{\"old_password\":\"correct horse\",\"password\":\"battery staple\"}", fresh),
		200);
	assert_true(visit_is_there(&trio.client[1]));
	assert_false(visit_is_there(&trio.client[0]));
	assert_false(visit_is_there(&trio.client[2]));
	/* the one that went on belongs to the new session, and ends with it */
	assert_int_equal(visit_post("/api/logout", fresh, "{}", NULL), 200);
	expect_there(&trio, false, false, false);
}

static void signing_out_everywhere_closes_every_connection(void **state)
{
	struct trio trio;

	(void)state;
	open_trio(&trio, "Paul");
	assert_int_equal(visit_post("/api/logout-all", trio.cookie[0], "{}", NULL), 200);
	expect_there(&trio, false, false, false);
}

static void signing_out_closes_the_connections_of_that_session(void **state)
{
	struct trio trio;

	(void)state;
	open_trio(&trio, "Pauline");
	assert_int_equal(visit_post("/api/logout", trio.cookie[2], "{}", NULL), 200);
	expect_there(&trio, true, true, false);
}

static void revoking_a_session_closes_its_connections(void **state)
{
	struct trio trio;
	char body[64];
	json_t *sessions, *each;
	size_t i;

	(void)state;
	open_trio(&trio, "Paolo");
	sessions = visit_get("/api/sessions", trio.cookie[1]);
	json_array_foreach(json_object_get(sessions, "sessions"), i, each)
	{
		if (!json_is_true(json_object_get(each, "this")))
			continue;
		snprintf(body, sizeof body, "{\"session\":\"%s\"}", text_of(each, "session"));
		assert_int_equal(visit_post("/api/revoke", trio.cookie[0], body, NULL), 200);
	}
	json_decref(sessions);
	expect_there(&trio, true, false, true);
}

static void recovery_and_deletion_close_every_connection(void **state)
{
	struct trio trio;
	struct reply reply = client_post(premises.port, "/api/signup", "",
	                                 "{\"name\":\"Pablo\",\"password\":\"correct horse\"}");
	json_t *answer = json_loads(reply.body, 0, NULL);
	char body[256], cookie[CLIENT_COOKIE_MAX];

	(void)state;
	visit_join(&trio.client[0], reply.cookie);
	snprintf(body, sizeof body,
	         "{\"name\":\"Pablo\",\"password\":\"correct horse\",\"code\":\"%s\"}",
	         text_of(answer, "recovery_code"));
	json_decref(answer);
	reply_release(&reply);
	assert_int_equal(visit_post("/api/recover", "", body, cookie), 200);
	assert_false(visit_is_there(&trio.client[0]));
	client_close(&trio.client[0]);
	visit_join(&trio.client[0], cookie);
	assert_int_equal(
		visit_post("/api/delete-account", cookie, "{\"password\":\"correct horse\"}", NULL), 200);
	assert_false(visit_is_there(&trio.client[0]));
	client_close(&trio.client[0]);
}

static void make_table(struct client *host, bool is_public, char id[17])
{
	json_t *answer = client_do(host, "create", "{s:s,s:i,s:[s,s],s:b}", "game", "metro", "players",
	                           2, "seats", "me", "open", "public", is_public);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
}

/* A game of two that the second resigns. */
static void play_out(struct client *a, struct client *b, bool is_public, char id[17])
{
	make_table(a, is_public, id);
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
	json_decref(client_do(b, "resign", "{s:s}", "table", id));
}

static void history_for_others_is_of_public_tables(void **state)
{
	struct client a, b;
	char cookie[2][CLIENT_COOKIE_MAX], open[17], closed[17];
	json_t *games;

	(void)state;
	visit_sign("/api/signup", "Olga", cookie[0]);
	visit_sign("/api/signup", "Oscar", cookie[1]);
	visit_join(&a, cookie[0]);
	visit_join(&b, cookie[1]);
	play_out(&a, &b, true, open);
	play_out(&a, &b, false, closed);
	games = visit_get("/api/users/Olga/games", "");
	assert_int_equal(json_array_size(json_object_get(games, "games")), 1);
	assert_string_equal(text_of(json_array_get(json_object_get(games, "games"), 0), "table"), open);
	json_decref(games);
	games = visit_get("/api/users/Olga/games", cookie[1]);
	assert_int_equal(json_array_size(json_object_get(games, "games")), 1);
	json_decref(games);
	games = visit_get("/api/users/Olga/games", cookie[0]);
	assert_int_equal(json_array_size(json_object_get(games, "games")), 2);
	json_decref(games);
	client_close(&a);
	client_close(&b);
}

/* No word of `secret` in whatever comes until the next answer. */
static void expect_silence(struct client *client, const char *id, const char *secret)
{
	client->is_traced = true;
	json_decref(client_do(client, "watch", "{s:s}", "table", id));
	json_decref(client_do(client, "watch", "{s:s,s:i}", "table", id, "since", 0));
	json_decref(client_do(client, "history", "{s:s}", "table", id));
	json_decref(client_do(client, "ping", "{}"));
	assert_non_null(memmem(client->trace, client->trace_len, "\"seq\"", 5));
	assert_null(memmem(client->trace, client->trace_len, secret, strlen(secret)));
}

static void chat_of_a_private_table_is_for_those_who_sit_there(void **state)
{
	struct client a, b, stranger;
	char id[17];
	json_t *answer, *message;
	json_int_t line;

	(void)state;
	client_open(&a, premises.port, "Ada");
	client_open(&b, premises.port, "Ben");
	client_open(&stranger, premises.port, "Cyd");
	make_table(&a, false, id);
	json_decref(client_do(&b, "sit", "{s:s}", "table", id));
	answer = client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "whispered");
	line = number_of(answer, "seq");
	json_decref(answer);
	expect_silence(&stranger, id, "whispered");
	/* nor what is said while the stranger looks on; its number is told, so that none is missing */
	answer = client_do(&b, "chat", "{s:s,s:s}", "table", id, "text", "whispered again");
	json_decref(client_do(&stranger, "ping", "{}"));
	assert_null(memmem(stranger.trace, stranger.trace_len, "whispered", 9));
	assert_non_null(
		memmem(stranger.trace, stranger.trace_len, "\"kind\":\"chat\",\"hidden\":true", 27));
	json_decref(answer);
	assert_string_equal(
		client_code(client_ask(&stranger, "chat", "{s:s,s:s}", "table", id, "text", "hello?")),
		"forbidden");
	assert_string_equal(
		client_code(client_ask(&stranger, "report", "{s:s,s:I}", "table", id, "seq", line)),
		"bad_request");
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	message = client_wait(&b, "table");
	assert_int_equal(json_array_size(json_object_get(message, "chat")), 2);
	json_decref(message);
	client_close(&a);
	client_close(&b);
	client_close(&stranger);
}

static void guests_are_marked_wherever_a_name_is(void **state)
{
	struct client guest, account, watcher;
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_t *message, *seats, *chat;

	(void)state;
	visit_sign("/api/signup", "Gerda", cookie);
	visit_join(&account, cookie);
	client_open(&guest, premises.port, "Gerd");
	client_open(&watcher, premises.port, "Gero");
	make_table(&guest, true, id);
	json_decref(client_do(&account, "sit", "{s:s}", "table", id));
	json_decref(client_do(&guest, "chat", "{s:s,s:s}", "table", id, "text", "I am a guest"));
	json_decref(client_do(&account, "chat", "{s:s,s:s}", "table", id, "text", "I am not"));
	json_decref(client_do(&watcher, "watch", "{s:s}", "table", id));
	message = client_wait(&watcher, "table");
	seats = json_object_get(json_object_get(message, "info"), "seats");
	chat = json_object_get(message, "chat");
	assert_true(json_is_true(json_object_get(json_array_get(seats, 0), "guest")));
	assert_null(json_object_get(json_array_get(seats, 1), "guest"));
	assert_true(json_is_true(json_object_get(json_array_get(chat, 0), "guest")));
	assert_null(json_object_get(json_array_get(chat, 1), "guest"));
	json_decref(message);
	json_decref(client_do(&watcher, "history", "{s:s}", "table", id));
	message = client_wait(&watcher, "events");
	seats = json_object_get(message, "events");
	assert_true(json_is_true(json_object_get(json_array_get(seats, 0), "guest")));
	assert_null(json_object_get(json_array_get(seats, 1), "guest"));
	json_decref(message);
	json_decref(client_do(&account, "start", "{s:s}", "table", id));
	json_decref(client_do(&guest, "resign", "{s:s}", "table", id));
	message = visit_get("/api/users/Gerda/games", "");
	seats = json_object_get(json_array_get(json_object_get(message, "games"), 0), "guests");
	assert_true(json_is_true(json_array_get(seats, 0)));
	assert_true(json_is_false(json_array_get(seats, 1)));
	json_decref(message);
	message = visit_get("/api/me", guest.cookie);
	assert_true(json_is_true(json_object_get(message, "guest")));
	json_decref(message);
	client_close(&guest);
	client_close(&account);
	client_close(&watcher);
}

static void names_of_accounts_are_theirs(void **state)
{
	struct client early, account, twin, other;
	char cookie[CLIENT_COOKIE_MAX], id[17];
	json_t *me;

	(void)state;
	client_open(&early, premises.port, "Marguerite");
	visit_sign("/api/signup", "Marguerite", cookie);
	assert_int_equal(visit_guest("Marguerite", NULL), 409);
	assert_int_equal(visit_guest("marguérite", NULL), 409);
	/* who was called so before keeps number and games, under a name that no account can have */
	me = visit_get("/api/me", early.cookie);
	assert_string_equal(text_of(me, "name"), "~Marguerite");
	json_decref(me);
	/* two guests of one name meet at no table */
	client_open(&twin, premises.port, "Gemini");
	client_open(&other, premises.port, "gemini");
	visit_join(&account, cookie);
	visit_seat_two(&twin, &account, id);
	json_decref(client_do(&account, "stand", "{s:s}", "table", id));
	assert_string_equal(client_code(client_ask(&other, "sit", "{s:s}", "table", id)), "name_taken");
	assert_string_equal(
		client_code(client_ask(&other, "chat", "{s:s,s:s}", "table", id, "text", "it is me")),
		"name_taken");
	client_close(&early);
	client_close(&account);
	client_close(&twin);
	client_close(&other);
}

static int log_in(const char *cookie, const char *address, const char *name, bool right)
{
	char body[128], more[800];
	struct reply reply;
	int status;

	snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name,
	         right ? "correct horse" : "wrong horse");
	snprintf(more, sizeof more,
	         "Content-Type: application/json\r\nOrigin: http://localhost:%d\r\n"
	         "X-Forwarded-For: %s\r\n",
	         premises.port, address);
	reply = client_http(premises.port, "POST", "/api/login", cookie, more, body);
	status = reply.status;
	reply_release(&reply);
	return status;
}

/* Ten wrong passwords an hour from one place and sixty from all; yet who has been signed in on a
 * device before can always sign in there. */
static void strangers_can_neither_guess_nor_lock_out(void **state)
{
	struct serve_config before = premises.config;
	char device[CLIENT_COOKIE_MAX] = "", address[32], long_way[600];
	struct reply reply;
	const char *at;
	int tried = 0;

	(void)state;
	premises_close(&premises);
	premises.config.behind_proxy = 1;
	premises_open(&premises, NULL);
	reply = client_post(premises.port, "/api/signup", "",
	                    "{\"name\":\"Owner\",\"password\":\"correct horse\"}");
	at = strstr(reply.head, "mp_device=");
	assert_non_null(at);
	snprintf(device, sizeof device, "%.*s", (int)strcspn(at, ";"), at);
	reply_release(&reply);
	while (log_in("", "192.0.2.1", "Owner", false) == 401)
		tried++;
	assert_int_equal(tried, 10);
	/* whatever a visitor wrote there before the proxy did */
	snprintf(long_way, sizeof long_way, "%0500d, 192.0.2.1", 0);
	assert_int_equal(log_in("", long_way, "Owner", false), 429);
	for (int i = 2; i < 20; i++) {
		snprintf(address, sizeof address, "192.0.2.%d", i);
		for (int j = 0; j < 5; j++)
			tried += log_in("", address, "Owner", false) == 401;
	}
	assert_in_range(tried, 60, 61);
	/* the right password from an unknown place has to wait, too: that is the price */
	assert_int_equal(log_in("", "192.0.2.99", "Owner", true), 429);
	/* the owner's own device does not, however often */
	for (int i = 0; i < 12; i++)
		assert_int_equal(log_in(device, "192.0.2.1", "Owner", true), 200);
	/* but it cannot guess either, nor does it help with another account */
	for (tried = 0; log_in(device, "192.0.2.1", "Owner", false) == 401; tried++)
		;
	assert_int_equal(tried, 10);
	premises_close(&premises);
	premises.config = before;
	premises_open(&premises, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_password_closes_the_other_sessions_connections),
		cmocka_unit_test(signing_out_everywhere_closes_every_connection),
		cmocka_unit_test(signing_out_closes_the_connections_of_that_session),
		cmocka_unit_test(revoking_a_session_closes_its_connections),
		cmocka_unit_test(recovery_and_deletion_close_every_connection),
		cmocka_unit_test(history_for_others_is_of_public_tables),
		cmocka_unit_test(chat_of_a_private_table_is_for_those_who_sit_there),
		cmocka_unit_test(guests_are_marked_wherever_a_name_is),
		cmocka_unit_test(names_of_accounts_are_theirs),
		cmocka_unit_test(strangers_can_neither_guess_nor_lock_out),
	};

	return cmocka_run_group_tests_name("what people are promised", tests, visit_open, premises_end);
}
