/* SPDX-License-Identifier: MIT
 *
 * People end to end: guests, accounts, sessions, ratings; and what keeps strangers out.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The status of a POST; cookie and body, if asked for. */
static int post(const char *path, const char *cookie, const char *body, char *cookie_out,
                json_t **json)
{
	struct reply reply = client_post(premises.port, path, cookie, body);
	int status = reply.status;

	if (cookie_out)
		strcpy(cookie_out, reply.cookie);
	if (json)
		*json = json_loads(reply.body, 0, NULL);
	reply_release(&reply);
	return status;
}

static json_t *get(const char *path, const char *cookie, int *status)
{
	struct reply reply = client_http(premises.port, "GET", path, cookie, "", "");
	json_t *json = json_loads(reply.body ? reply.body : "", 0, NULL);

	*status = reply.status;
	reply_release(&reply);
	return json;
}

static void sign_up(const char *name, const char *guest, char cookie[CLIENT_COOKIE_MAX])
{
	char body[256];

	snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
	assert_int_equal(post("/api/signup", guest, body, cookie, NULL), 201);
}

static void names_are_checked_and_unique(void **state)
{
	static const char *const bad[] = {"a",
	                                  "  Anna",
	                                  "Anna ",
	                                  "An  na",
	                                  "An\\u202ena",
	                                  "\\u0430nna",
	                                  "<b>Anna",
	                                  "\\nAnna",
	                                  "abcdefghijklmnopqrstuvwxy",
	                                  "--",
	                                  "",
	                                  "Anna\\u0000"};
	char body[256], cookie[CLIENT_COOKIE_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", bad[i]);
		assert_int_equal(post("/api/signup", "", body, NULL, NULL), 400);
	}
	sign_up("Éloïse D'Arc", "", cookie);
	assert_int_equal(
		post("/api/signup", "", "{\"name\":\"eloise darc\",\"password\":\"12345678\"}", NULL, NULL),
		409);
	assert_int_equal(
		post("/api/signup", "", "{\"name\":\"Someone\",\"password\":\"1234567\"}", NULL, NULL),
		400);
}

static void guest_becomes_account_and_keeps_the_games(void **state)
{
	struct client a, b;
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_t *answer, *games;
	int status;

	(void)state;
	client_open(&a, premises.port, "Gustave");
	client_open(&b, premises.port, "Hector");
	answer = client_do(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2, "seats",
	                   "me", "open");
	snprintf(id, sizeof id, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(&b, "sit", "{s:s}", "table", id));
	json_decref(client_do(&a, "start", "{s:s}", "table", id));
	json_decref(client_do(&b, "resign", "{s:s}", "table", id));
	sign_up("Gustave", a.cookie, cookie);
	games = get("/api/users/gustave/games", cookie, &status);
	assert_int_equal(status, 200);
	assert_int_equal(json_array_size(json_object_get(games, "games")), 1);
	answer = json_array_get(json_object_get(games, "games"), 0);
	assert_string_equal(text_of(answer, "table"), id);
	assert_int_equal(json_integer_value(json_object_get(answer, "place")), 1);
	/* a guest was at the table, so nobody's rating moved */
	assert_null(json_object_get(answer, "rating"));
	json_decref(games);
	/* the old guest's cookie is nobody's now */
	answer = get("/api/me", a.cookie, &status);
	assert_true(json_is_null(json_object_get(answer, "name")));
	json_decref(answer);
	answer = get("/api/me", cookie, &status);
	assert_string_equal(text_of(answer, "name"), "Gustave");
	json_decref(answer);
	client_close(&a);
	client_close(&b);
}

static void ratings_move_when_all_are_accounts(void **state)
{
	char cookie[2][CLIENT_COOKIE_MAX], id[17];
	struct client a, b;
	json_t *answer, *stats, *won, *lost;
	int status;

	(void)state;
	sign_up("Irene", "", cookie[0]);
	sign_up("Jules", "", cookie[1]);
	assert_true(client_join(&a, premises.port, cookie[0], ""));
	assert_true(client_join(&b, premises.port, cookie[1], ""));
	answer = client_do(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2, "seats",
	                   "me", "open");
	snprintf(id, sizeof id, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(&b, "sit", "{s:s}", "table", id));
	json_decref(client_do(&a, "start", "{s:s}", "table", id));
	json_decref(client_do(&b, "resign", "{s:s}", "table", id));
	stats = get("/api/users/Irene", "", &status);
	won = json_array_get(json_object_get(stats, "stats"), 0);
	assert_string_equal(text_of(won, "game"), "metro");
	assert_true(json_number_value(json_object_get(won, "rating")) > 1500);
	assert_int_equal(json_integer_value(json_object_get(won, "wins")), 1);
	json_decref(stats);
	stats = get("/api/users/Jules", "", &status);
	lost = json_array_get(json_object_get(stats, "stats"), 0);
	assert_true(json_number_value(json_object_get(lost, "rating")) < 1500);
	json_decref(stats);
	client_close(&a);
	client_close(&b);
}

static void wrong_name_and_wrong_password_answer_alike(void **state)
{
	char cookie[CLIENT_COOKIE_MAX];
	struct reply name, password;

	(void)state;
	sign_up("Kevin", "", cookie);
	name = client_post(premises.port, "/api/login", "",
	                   "{\"name\":\"Nobody There\",\"password\":\"correct horse\"}");
	password = client_post(premises.port, "/api/login", "",
	                       "{\"name\":\"Kevin\",\"password\":\"wrong horses\"}");
	assert_int_equal(name.status, 401);
	assert_int_equal(password.status, 401);
	assert_string_equal(name.body, password.body);
	assert_string_equal(name.head, password.head);
	reply_release(&name);
	reply_release(&password);
	assert_int_equal(
		post("/api/login", "", "{\"name\":\"kevin\",\"password\":\"correct horse\"}", cookie, NULL),
		200);
	assert_non_null(strstr(cookie, "mp_session="));
}

static void sessions_can_be_seen_and_revoked(void **state)
{
	char first[CLIENT_COOKIE_MAX], second[CLIENT_COOKIE_MAX], body[64];
	json_t *sessions, *one, *me;
	size_t i;
	int status;

	(void)state;
	sign_up("Louise", "", first);
	assert_int_equal(post("/api/login", "", "{\"name\":\"Louise\",\"password\":\"correct horse\"}",
	                      second, NULL),
	                 200);
	sessions = get("/api/sessions", first, &status);
	assert_int_equal(json_array_size(json_object_get(sessions, "sessions")), 2);
	json_array_foreach(json_object_get(sessions, "sessions"), i,
	                   one) if (json_is_false(json_object_get(one, "this")))
		snprintf(body, sizeof body, "{\"session\":\"%s\"}", text_of(one, "session"));
	json_decref(sessions);
	assert_int_equal(post("/api/revoke", first, body, NULL, NULL), 200);
	me = get("/api/me", second, &status);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
	me = get("/api/me", first, &status);
	assert_string_equal(text_of(me, "name"), "Louise");
	json_decref(me);
	assert_int_equal(post("/api/logout-all", first, "{}", NULL, NULL), 200);
	me = get("/api/me", first, &status);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
}

static void recovery_code_opens_once_and_ends_all_sessions(void **state)
{
	char cookie[CLIENT_COOKIE_MAX], fresh[CLIENT_COOKIE_MAX], body[256];
	json_t *made, *me;
	int status;

	(void)state;
	assert_int_equal(post("/api/signup", "", "{\"name\":\"Marius\",\"password\":\"correct horse\"}",
	                      cookie, &made),
	                 201);
	snprintf(body, sizeof body,
	         "{\"name\":\"Marius\",\"password\":\"new password\",\"code\":\"%s\"}",
	         text_of(made, "recovery_code"));
	json_decref(made);
	assert_int_equal(post("/api/recover", "",
	                      "{\"name\":\"Marius\",\"password\":\"new password\",\"code\":\"abcde\"}",
	                      NULL, NULL),
	                 401);
	assert_int_equal(post("/api/recover", "", body, fresh, NULL), 200);
	assert_int_equal(post("/api/recover", "", body, NULL, NULL), 401);
	me = get("/api/me", cookie, &status);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
	me = get("/api/me", fresh, &status);
	assert_string_equal(text_of(me, "name"), "Marius");
	json_decref(me);
}

static void account_can_be_deleted(void **state)
{
	char cookie[CLIENT_COOKIE_MAX];
	json_t *gone;
	int status;

	(void)state;
	sign_up("Nadine", "", cookie);
	assert_int_equal(
		post("/api/delete-account", cookie, "{\"password\":\"wrong horses\"}", NULL, NULL), 401);
	assert_int_equal(
		post("/api/delete-account", cookie, "{\"password\":\"correct horse\"}", NULL, NULL), 200);
	gone = get("/api/users/Nadine", "", &status);
	assert_int_equal(status, 404);
	json_decref(gone);
	sign_up("Nadine", "", cookie);
}

static void forged_cookies_are_nobody(void **state)
{
	char cookie[CLIENT_COOKIE_MAX];
	json_t *me;
	int status;

	(void)state;
	assert_int_equal(post("/api/guest", "", "{\"name\":\"Oscar\"}", cookie, NULL), 201);
	me = get("/api/me", cookie, &status);
	assert_string_equal(text_of(me, "name"), "Oscar");
	json_decref(me);
	cookie[strlen("mp_guest=") + 5] ^= 1;
	me = get("/api/me", cookie, &status);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
	me = get("/api/me", "mp_guest=; mp_session=zz; mp_guest=a.b.c", &status);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
}

static void changes_come_from_the_site_itself(void **state)
{
	struct reply reply;
	struct client client;
	char own[64];

	(void)state;
	reply = client_http(premises.port, "POST", "/api/guest", "",
	                    "Content-Type: application/json\r\nOrigin: https://evil.example\r\n",
	                    "{\"name\":\"Mallory\"}");
	assert_int_equal(reply.status, 403);
	reply_release(&reply);
	reply = client_http(premises.port, "POST", "/api/guest", "", "Content-Type: text/plain\r\n",
	                    "{\"name\":\"Mallory\"}");
	assert_int_equal(reply.status, 403);
	reply_release(&reply);
	assert_false(client_join(&client, premises.port, "", "Origin: https://evil.example\r\n"));
	client_close(&client);
	snprintf(own, sizeof own, "Origin: http://localhost:%d\r\n", premises.port);
	assert_true(client_join(&client, premises.port, "", own));
	client_close(&client);
}

static void every_answer_carries_its_shields(void **state)
{
	static const char *const shields[] = {
		"content-security-policy: default-src 'none'", "x-content-type-options: nosniff",
		"referrer-policy: no-referrer", "cache-control: no-store"};
	static const char *const paths[] = {"/healthz", "/api/me", "/nothing.js", "/api/nothing"};

	(void)state;
	for (size_t p = 0; p < 4; p++) {
		struct reply reply = client_http(premises.port, "GET", paths[p], "", "", "");

		for (size_t i = 0; i < 4; i++)
			assert_non_null(strstr(reply.head, shields[i]));
		reply_release(&reply);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_checked_and_unique),
		cmocka_unit_test(guest_becomes_account_and_keeps_the_games),
		cmocka_unit_test(ratings_move_when_all_are_accounts),
		cmocka_unit_test(wrong_name_and_wrong_password_answer_alike),
		cmocka_unit_test(sessions_can_be_seen_and_revoked),
		cmocka_unit_test(recovery_code_opens_once_and_ends_all_sessions),
		cmocka_unit_test(account_can_be_deleted),
		cmocka_unit_test(forged_cookies_are_nobody),
		cmocka_unit_test(changes_come_from_the_site_itself),
		cmocka_unit_test(every_answer_carries_its_shields),
	};

	return cmocka_run_group_tests_name("people at the server", tests, visit_open, premises_end);
}
