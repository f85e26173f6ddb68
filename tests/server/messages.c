/* SPDX-License-Identifier: MIT
 *
 * What a table tells of itself, member by member, at a time of the test's own; and who is told.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Made by Anna with these members; Bruno sits down too. */
static void make(struct client people[2], const char *plan, char id[17])
{
	json_t *answer, *members = json_loads(plan, 0, NULL);

	assert_non_null(members);
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	answer = client_do(&people[0], "create", "o", members);
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	assert_string_equal(client_code(client_ask(&people[1], "sit", "{s:s}", "table", id)), "ok");
}

static void close_all(struct client *people, int n)
{
	for (int i = 0; i < n; i++)
		client_close(&people[i]);
}

/* All that it has, and nothing else. */
static void assert_is(const json_t *got, const char *expected)
{
	json_t *want = json_loads(expected, JSON_DECODE_ANY, NULL);
	char *text = json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);

	assert_non_null(want);
	if (!json_equal(got, want))
		fail_msg("this is\n%s, not\n%s", text ? text : "missing", expected);
	free(text);
	json_decref(want);
}

/* These members are just so; there may be others. */
static void assert_has(const json_t *got, const char *expected)
{
	json_t *want = json_loads(expected, 0, NULL), *value;
	const char *key;

	assert_non_null(want);
	json_object_foreach(want, key, value)
	{
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

		assert_is(json_object_get(got, key), text);
		free(text);
	}
	json_decref(want);
}

#define ANNA                                                                                       \
	"{\"seat\":1,\"kind\":\"person\",\"name\":\"Anna\",\"account\":false,\"guest\":true,"          \
	"\"online\":true}"
#define BRUNO                                                                                      \
	"{\"seat\":2,\"kind\":\"person\",\"name\":\"Bruno\",\"account\":false,\"guest\":true,"         \
	"\"online\":true}"

/* A table with every kind of clock and of seat, before and while it is played. */
static void a_table_tells_how_it_was_made(void **state)
{
	static const struct {
		const char *plan, *info;
	} tables[] = {
		{"{\"game\":\"metro\",\"players\":4,\"public\":true,\"seats\":[\"me\",\"open\",\"easy\","
	     "\"open\"],\"options\":{\"hand\":2},\"clock\":{\"kind\":\"live\",\"bank\":90,"
	     "\"increment\":7,\"timeout\":\"pass\"}}",
	     "{\"game\":\"metro\",\"rules\":1,\"players\":4,\"public\":true,\"status\":\"open\","
	     "\"created\":1700000000,\"host_seat\":1,\"patience\":60000,\"options\":{\"hand\":2,"
	     "\"arrows\":true,\"open_hands\":false,\"start\":0},\"clock\":{\"kind\":\"live\","
	     "\"bank\":90,\"increment\":7,\"timeout\":\"pass\"},\"seats\":[" ANNA "," BRUNO
	     ",{\"seat\":3,\"kind\":\"bot\",\"level\":\"easy\"},{\"seat\":4,\"kind\":\"open\"}]}"},
		{"{\"game\":\"metropolis\",\"players\":2,\"seats\":[\"me\",\"open\"],"
	     "\"clock\":{\"kind\":\"days\",\"days\":3}}",
	     "{\"game\":\"metropolis\",\"rules\":1,\"players\":2,\"public\":false,\"status\":\"open\","
	     "\"created\":1700000000,\"host_seat\":1,\"patience\":259200000,\"options\":"
	     "{\"start\":0,\"deals\":true,\"values\":\"\"},\"clock\":{\"kind\":\"days\",\"days\":3,"
	     "\"timeout\":\"play\"},\"seats\":[" ANNA "," BRUNO "]}"},
		{"{\"game\":\"metropolys\",\"players\":2,\"seats\":[\"me\",\"open\"]}",
	     "{\"game\":\"metropolys\",\"rules\":1,\"players\":2,\"public\":false,\"status\":\"open\","
	     "\"created\":1700000000,\"host_seat\":1,\"patience\":60000,\"options\":{\"version\":"
	     "\"family\",\"layout\":\"random\",\"start\":0,\"out\":\"\"},\"clock\":{\"kind\":\"none\"},"
	     "\"seats\":[" ANNA "," BRUNO "]}"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		struct client people[2];
		char id[17];

		make(people, tables[i].plan, id);
		for (int k = 0; k < 2; k++) {
			json_t *table = visit_look(&people[k], id);

			assert_has(json_object_get(table, "info"), tables[i].info);
			assert_is(json_object_get(table, "now"), "{\"status\":\"open\"}");
			assert_is(json_object_get(table, "chat"), "[]");
			assert_int_equal(number_of(table, "seat"), k + 1);
			assert_int_equal(json_is_true(json_object_get(table, "host")), k == 0);
			assert_null(json_object_get(table, "log"));
			json_decref(table);
		}
		close_all(people, 2);
	}
}

/* The first legal move of whoever has one; it is told. */
static void play_any(struct client people[2], const char *id, char move[64])
{
	for (int i = 0; i < 2; i++) {
		json_t *legal = client_do(&people[i], "legal", "{s:s}", "table", id);
		const char *first = json_string_value(json_array_get(json_object_get(legal, "moves"), 0));

		if (first) {
			snprintf(move, 64, "[%d,\"%s\"]", i + 1, first);
			assert_string_equal(
				client_code(client_ask(&people[i], "play", "{s:s,s:s,s:I}", "table", id, "move",
			                           first, "turn", number_of(legal, "turn_no"))),
				"ok");
			json_decref(legal);
			return;
		}
		json_decref(legal);
	}
	fail_msg("nobody may move");
}

#define SPEEDY                                                                                     \
	"{\"game\":\"metropolys\",\"players\":2,\"options\":{\"start\":2,\"layout\":\"first\"},"       \
	"\"seats\":[\"me\",\"open\"],\"clock\":{\"kind\":\"live\",\"bank\":60,\"increment\":5,"        \
	"\"timeout\":\"play\"}}"

static void the_log_has_every_move_as_it_stands(void **state)
{
	struct client people[2];
	char id[17], moves[4][64];
	json_t *table, *log;
	size_t set_up;

	(void)state;
	make(people, SPEEDY, id);
	json_decref(client_do(&people[0], "start", "{s:s}", "table", id));
	table = visit_look(&people[0], id);
	log = json_object_get(table, "log");
	set_up = json_array_size(log); /* what was dealt */
	assert_true(set_up >= 2);
	assert_is(json_object_get(table, "now"),
	          "{\"status\":\"playing\",\"turn_no\":1,\"turn\":2,\"actors\":[2],\"scores\":[0,0],"
	          "\"over\":false,\"clock\":{\"left\":[60000,60000],\"running\":2}}");
	json_decref(table);
	for (int i = 0; i < 3; i++)
		play_any(people, id, moves[i]);
	json_decref(client_do(&people[0], "chat", "{s:s,s:s}", "table", id, "text", "Well, well."));
	table = visit_look(&people[1], id);
	log = json_object_get(table, "log");
	assert_int_equal(json_array_size(log), set_up + 3);
	for (size_t i = 0; i < 3; i++)
		assert_is(json_array_get(log, set_up + i), moves[i]);
	assert_null(json_object_get(table, "log_from"));
	assert_int_equal(json_array_size(json_object_get(table, "chat")), 1);
	assert_string_equal(text_of(json_array_get(json_object_get(table, "chat"), 0), "text"),
	                    "Well, well.");
	json_decref(table);
	close_all(people, 2);
}

/* Milliseconds until a bot may play on for who is away. */
static json_int_t replaced_in(struct client *client, const char *id, int seat)
{
	json_t *table = visit_look(client, id);
	json_t *seats = json_object_get(json_object_get(table, "info"), "seats");
	json_t *at = json_array_get(seats, (size_t)seat);
	json_int_t ms = json_is_true(json_object_get(at, "online")) ? -1 : number_of(at, "replace_in");

	json_decref(table);
	return ms;
}

static void who_is_away_is_awaited_for_a_while(void **state)
{
	struct client people[2];
	char id[17], cookie[CLIENT_COOKIE_MAX];
	json_int_t awaited = -1;

	(void)state;
	make(people, SPEEDY, id);
	json_decref(client_do(&people[0], "start", "{s:s}", "table", id));
	json_decref(visit_look(&people[1], id)); /* who watches a table is there */
	assert_int_equal(replaced_in(&people[0], id, 1), -1);
	strcpy(cookie, people[1].cookie);
	client_close(&people[1]);
	for (int i = 0; i < 50 && awaited < 0; i++) {
		atomic_fetch_add(&steady, 100);
		usleep(60000); /* the loop turns every 50 ms */
		awaited = replaced_in(&people[0], id, 1);
	}
	assert_in_range(awaited, 55000, 60000);
	assert_string_equal(
		client_code(client_ask(&people[0], "replace", "{s:s,s:i}", "table", id, "seat", 2)),
		"too_early");
	atomic_fetch_add(&steady, 20000);
	for (int i = 0; i < 200 && replaced_in(&people[0], id, 1) == awaited; i++)
		usleep(10000);
	assert_int_equal(replaced_in(&people[0], id, 1), awaited - 20000);
	assert_true(client_join(&people[1], premises.port, cookie, ""));
	json_decref(visit_look(&people[1], id));
	assert_int_equal(replaced_in(&people[0], id, 1), -1);
	close_all(people, 2);
}

/* Is told in the lobby of this table. */
static void assert_hears_of(struct client *client, const char *id)
{
	bool is_there = false;

	while (!is_there) {
		json_t *news = client_wait(client, "lobby_changed"), *table;
		size_t i;

		assert_non_null(news);
		json_array_foreach(json_object_get(news, "tables"), i, table)
		{
			is_there = is_there || strcmp(text_of(table, "table"), id) == 0;
		}
		json_decref(news);
	}
}

/* Who has left it hears nothing more; the others do, whether they came before or after. */
static void the_lobby_tells_those_who_are_there(void **state)
{
	struct client people[4];
	char id[17];

	(void)state;
	for (int i = 0; i < 4; i++)
		client_open(&people[i], premises.port, "Somebody");
	for (int i = 0; i < 3; i++)
		json_decref(client_do(&people[i], "lobby", "{}"));
	for (int left = 1; left >= 0; left--) { /* one between, then the first */
		json_t *answer;

		json_decref(client_do(&people[left], "lobby", "{s:b}", "on", 0));
		answer = client_do(&people[3], "create", "{s:s,s:i,s:b,s:[s,s]}", "game", "metro",
		                   "players", 2, "public", 1, "seats", "me", "open");
		snprintf(id, sizeof id, "%s", text_of(answer, "table"));
		json_decref(answer);
		atomic_fetch_add(&steady, 2000); /* what has changed is told now and then */
		assert_hears_of(&people[2], id);
		if (left == 1)
			assert_hears_of(&people[0], id);
		json_decref(client_do(&people[left], "ping", "{}"));
		assert_int_equal(json_array_size(people[left].kept), 0);
	}
	close_all(people, 4);
}

/* How often a table is in what the lobby tells next. */
static int times_told(const json_t *news, const char *id)
{
	const json_t *table;
	size_t i;
	int n = 0;

	json_array_foreach(json_object_get(news, "tables"), i, table)
	{
		n += strcmp(text_of(table, "table"), id) == 0;
	}
	return n;
}

/* All that has changed meanwhile is told, each table once; also that it is gone. */
static void the_lobby_tells_of_each_table_once(void **state)
{
	struct client people[2];
	char id[3][17];
	json_t *news;

	(void)state;
	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	json_decref(client_do(&people[0], "lobby", "{}"));
	for (int i = 0; i < 3; i++) {
		json_t *answer = client_do(&people[1], "create", "{s:s,s:i,s:b,s:[s,s]}", "game", "metro",
		                           "players", 2, "public", 1, "seats", "me", "open");

		snprintf(id[i], 17, "%s", text_of(answer, "table"));
		json_decref(answer);
		if (i == 0) { /* from here on time stands still: nothing is told */
			atomic_fetch_add(&steady, 5000);
			assert_hears_of(&people[0], id[0]);
		}
	}
	json_decref(client_do(&people[1], "stand", "{s:s}", "table", id[1]));
	atomic_fetch_add(&steady, 5000);
	news = client_wait(&people[0], "lobby_changed");
	assert_int_equal(times_told(news, id[1]), 1);
	assert_int_equal(times_told(news, id[2]), 1);
	json_decref(news);
	json_decref(client_do(&people[1], "abort", "{s:s}", "table", id[2]));
	atomic_fetch_add(&steady, 5000);
	news = client_wait(&people[0], "lobby_changed");
	assert_int_equal(json_array_size(json_object_get(news, "tables")), 0);
	assert_int_equal(json_array_size(json_object_get(news, "gone")), 1);
	assert_string_equal(json_string_value(json_array_get(json_object_get(news, "gone"), 0)), id[2]);
	json_decref(news);
	close_all(people, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_tells_how_it_was_made),
		cmocka_unit_test(the_log_has_every_move_as_it_stands),
		cmocka_unit_test(who_is_away_is_awaited_for_a_while),
		cmocka_unit_test(the_lobby_tells_those_who_are_there),
		cmocka_unit_test(the_lobby_tells_of_each_table_once),
	};

	return cmocka_run_group_tests_name("what a table tells", tests, visit_open_in_time,
	                                   premises_end);
}
