/* SPDX-License-Identifier: MIT
 *
 * What a hostile guest does at tables, from outside: each of these once fell. Limits are asserted
 * as numbers.
 */
#include "visit.h"
#include "server/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void make(struct client *client, char id[17], const char *first, const char *second)
{
	visit_make(client, id, "metro", first, second);
}

/* The first event of such a table is its end: the list of events grows from nothing. */
static void table_of_open_seats_is_aborted_and_talks(void **state)
{
	struct client a;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	for (int i = 0; i < 20; i++) {
		make(&a, id, "open", "open");
		assert_string_equal(visit_code(&a, "abort", id), "ok");
		for (int line = 0; line < 20; line++)
			json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "hello"));
	}
	client_close(&a);
}

static void table_of_open_seats_fills_after_a_restart(void **state)
{
	struct client a, b;
	char id[17], cookie[CLIENT_COOKIE_MAX];

	(void)state;
	client_open(&a, premises.port, "Anna");
	make(&a, id, "open", "open");
	strcpy(cookie, a.cookie);
	client_close(&a);
	premises_close(&premises);
	premises_open(&premises, NULL);
	assert_true(client_join(&a, premises.port, cookie, ""));
	client_open(&b, premises.port, "Bruno");
	assert_string_equal(visit_code(&a, "sit", id), "ok");
	assert_string_equal(visit_code(&b, "sit", id), "ok");
	for (int line = 0; line < 20; line++)
		json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "hello"));
	assert_string_equal(visit_code(&a, "start", id), "ok");
	client_close(&a);
	client_close(&b);
}

static void unplayed_table_is_not_played_again(void **state)
{
	struct client a;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	make(&a, id, "me", "open");
	assert_string_equal(visit_code(&a, "abort", id), "ok");
	assert_string_equal(visit_code(&a, "rematch", id), "forbidden");
	client_close(&a);
}

/* Six an hour, however they are made, and from however many addresses. */
static void every_way_to_make_a_table_costs_a_token(void **state)
{
	struct premises own;
	struct client a;
	struct reply guest;
	char id[17];
	int made = 1;
	json_t *answer;

	(void)state;
	premises_config(&own);
	own.config.tables_per_hour = 6;
	own.config.behind_proxy = 1;
	premises_open(&own, NULL);
	client_open(&a, own.port, "Anna");
	make(&a, id, "me", "easy");
	assert_string_equal(visit_code(&a, "start", id), "ok");
	for (; made < 20; made++) {
		assert_string_equal(visit_code(&a, "resign", id), "ok");
		answer = client_ask(&a, "rematch", "{s:s}", "table", id);
		snprintf(id, sizeof id, "%s", text_of(answer, "table"));
		if (strcmp(client_code(answer), "ok") != 0)
			break;
	}
	assert_int_equal(made, 6);
	client_close(&a);
	guest = client_post(own.port, "/api/guest", "", "{\"name\":\"Nomad\"}");
	for (made = 0; made < 20; made++) {
		char more[64];

		snprintf(more, sizeof more, "X-Forwarded-For: 192.0.2.%d\r\n", made + 1);
		assert_true(client_join(&a, own.port, guest.cookie, more));
		answer = client_ask(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2,
		                    "seats", "me", "open");
		client_close(&a);
		if (strcmp(client_code(answer), "too_fast") == 0)
			break;
	}
	assert_int_equal(made, 6);
	reply_release(&guest);
	premises_close(&own);
	premises_forget(&own);
}

/* 100 kB an hour of one person: about 190 lines of 500 letters, and a file that is no larger than
 * twice that and what an empty one has. */
static void data_file_grows_by_so_much_for_a_person(void **state)
{
	struct premises own;
	struct client a, b;
	struct stat before, after;
	char id[17], line[501];
	int said = 0;

	(void)state;
	memset(line, 'a', 500);
	line[500] = '\0';
	premises_config(&own);
	premises_open(&own, NULL);
	premises_close(&own);
	if (!store_is_shared(own.data))
		assert_int_equal(stat(own.data, &before), 0);
	own.config.kilobytes_per_hour = 100;
	premises_open(&own, NULL);
	client_open(&a, own.port, "Anna");
	client_open(&b, own.port, "Bruno");
	make(&a, id, "me", "open");
	while (said < 1000 &&
	       strcmp(client_code(client_ask(&a, "chat", "{s:s,s:s}", "table", id, "text", line)),
	              "ok") == 0)
		said++;
	assert_in_range(said, 150, 200);
	assert_string_equal(visit_code(&a, "rematch", id), "too_fast");
	/* others go on */
	make(&b, id, "me", "open");
	client_close(&a);
	client_close(&b);
	premises_close(&own);
	if (!store_is_shared(own.data)) {
		assert_int_equal(stat(own.data, &after), 0);
		assert_in_range(after.st_size - before.st_size, 80000, 200000);
	}
	premises_forget(&own);
}

static void idle_tables_make_room_for_new_ones(void **state)
{
	struct premises own;
	struct client a, b;
	char id[17], watched[17];
	json_t *told;

	(void)state;
	premises_config(&own);
	own.config.tables = 20;
	premises_open(&own, NULL);
	client_open(&a, own.port, "Anna");
	client_open(&b, own.port, "Bruno");
	make(&a, watched, "me", "open");
	assert_string_equal(visit_code(&a, "abort", watched), "ok");
	assert_string_equal(visit_code(&b, "watch", watched), "ok");
	for (int i = 0; i < 50; i++) {
		make(&a, id, "me", "open");
		assert_string_equal(visit_code(&a, "abort", id), "ok");
	}
	/* what one person looks at does not leave: they hear what is said there */
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", watched, "text", "still here?"));
	told = client_wait(&b, "events");
	assert_non_null(told);
	assert_string_equal(text_of(told, "table"), watched);
	json_decref(told);
	assert_string_equal(visit_code(&b, "unwatch", watched), "ok");
	/* what is in use does not leave */
	for (int i = 0; i < 20; i++)
		make(&b, id, "me", "open");
	assert_string_equal(client_code(client_ask(&a, "create", "{s:s,s:i,s:[s,s]}", "game", "metro",
	                                           "players", 2, "seats", "me", "open")),
	                    "busy");
	assert_string_equal(visit_code(&b, "abort", id), "ok");
	make(&a, id, "me", "open");
	client_close(&a);
	client_close(&b);
	premises_close(&own);
	premises_forget(&own);
}

static long waiting_bots(void)
{
	return visit_metric("metropole_workers_waiting");
}

/* Moves and take-backs against a bot that thinks long leave one question, not one for each. */
static void bot_has_one_question_at_a_time(void **state)
{
	struct client a;
	char id[17];
	int refused = 0;

	(void)state;
	client_open(&a, premises.port, "Anna");
	visit_make(&a, id, "metropolys", "me", "hard");
	assert_string_equal(visit_code(&a, "start", id), "ok");
	while (!visit_play_first(&a, id))
		usleep(20000);
	for (int i = 0; i < 60; i++) {
		if (strcmp(visit_code(&a, "takeback", id), "ok") != 0 || !visit_play_first(&a, id))
			refused++;
		assert_in_range(waiting_bots(), 0, 1);
	}
	assert_in_range(refused, 0, 20);
	assert_string_equal(visit_code(&a, "resign", id), "ok");
	assert_int_equal(waiting_bots(), 0);
	client_close(&a);
}

static void take_backs_and_changes_of_seats_have_an_end(void **state)
{
	struct client a, b, *mover;
	char id[17];
	int done = 0;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	make(&a, id, "me", "open");
	while (done < 1000 &&
	       strcmp(client_code(client_ask(&a, "bot", "{s:s,s:i,s:s}", "table", id, "seat", 2,
	                                     "level", done % 2 ? "open" : "easy")),
	              "ok") == 0)
		done++;
	assert_int_equal(done, 199); /* and the maker's own seat */
	visit_start_two(&a, &b, id, "metropolys");
	mover = visit_play_first(&a, id) ? &a : &b;
	if (mover == &b)
		assert_true(visit_play_first(&b, id));
	for (done = 0; done < 1000 && strcmp(visit_code(mover, "takeback", id), "ok") == 0; done++)
		assert_true(visit_play_first(mover, id));
	assert_int_equal(done, 100);
	client_close(&a);
	client_close(&b);
}

/* The next page of a history; `more` says whether another follows. */
static uint32_t read_page(struct client *client, const char *id, uint32_t since, bool *more)
{
	json_t *message, *event;
	size_t i;

	json_decref(client_do(client, "history", "{s:s,s:i}", "table", id, "since", since));
	message = client_wait(client, "events");
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		assert_int_equal(number_of(event, "seq"), since + 1);
		since++;
	}
	*more = json_is_true(json_object_get(message, "more"));
	json_decref(message);
	return since;
}

static void long_history_comes_in_pages(void **state)
{
	struct client a, b;
	char id[17];
	bool more;
	json_t *table;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	visit_start_two(&a, &b, id, "metropolys");
	for (int i = 0; i < 1990; i++)
		json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "hello"));
	for (int i = 0; i < 10; i++)
		assert_true(visit_play_first(&a, id) || visit_play_first(&b, id));
	table = visit_look(&b, id);
	assert_in_range(number_of(table, "seq"), 2003, 2499);
	for (uint32_t since = 0; since < 2000; since += 500) {
		assert_int_equal(read_page(&b, id, since, &more), since + 500);
		assert_true(more);
	}
	assert_int_equal(read_page(&b, id, 2000, &more), number_of(table, "seq"));
	assert_false(more);
	json_decref(table);
	assert_string_equal(
		client_code(client_ask(&b, "history", "{s:s,s:i}", "table", id, "since", 3000)),
		"bad_request");
	client_close(&a);
	client_close(&b);
}

static void spectators_never_lock_a_player_out(void **state)
{
	enum { CROWD = 500 };
	static struct client crowd[CROWD];
	struct client a, b, late;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	visit_start_two(&a, &b, id, "metro");
	for (int i = 0; i < CROWD; i++) {
		assert_true(client_join(&crowd[i], premises.port, "", ""));
		assert_string_equal(visit_code(&crowd[i], "watch", id), "ok");
	}
	assert_true(client_join(&late, premises.port, "", ""));
	assert_string_equal(visit_code(&late, "watch", id), "too_many");
	assert_string_equal(visit_code(&a, "watch", id), "ok");
	assert_string_equal(visit_code(&b, "watch", id), "ok");
	assert_true(visit_play_first(&a, id) || visit_play_first(&b, id));
	for (int i = 0; i < CROWD; i++)
		client_close(&crowd[i]);
	client_close(&late);
	client_close(&a);
	client_close(&b);
}

static void seats_of_a_rematch_are_for_the_people_of_the_game(void **state)
{
	struct client a, b, spectator;
	char id[17], again[17];
	json_t *answer, *seats;

	(void)state;
	client_open(&a, premises.port, "Anna");
	client_open(&b, premises.port, "Bruno");
	client_open(&spectator, premises.port, "Chloe");
	visit_start_two(&a, &b, id, "metro");
	assert_string_equal(visit_code(&a, "resign", id), "ok");
	answer = client_do(&a, "rematch", "{s:s}", "table", id);
	snprintf(again, sizeof again, "%s", text_of(answer, "table"));
	json_decref(answer);
	assert_string_equal(visit_code(&spectator, "sit", again), "full");
	for (int seat = 1; seat <= 2; seat++)
		assert_string_equal(
			client_code(client_ask(&spectator, "sit", "{s:s,s:i}", "table", again, "seat", seat)),
			"taken");
	answer = visit_look(&spectator, again);
	seats = json_object_get(json_object_get(answer, "info"), "seats");
	assert_string_equal(text_of(json_array_get(seats, 0), "kept_for"), "Bruno");
	json_decref(answer);
	/* he declines: the seat is anybody's */
	assert_string_equal(visit_code(&b, "stand", again), "ok");
	assert_string_equal(visit_code(&spectator, "sit", again), "ok");
	client_close(&a);
	client_close(&b);
	client_close(&spectator);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_of_open_seats_is_aborted_and_talks),
		cmocka_unit_test(table_of_open_seats_fills_after_a_restart),
		cmocka_unit_test(unplayed_table_is_not_played_again),
		cmocka_unit_test(every_way_to_make_a_table_costs_a_token),
		cmocka_unit_test(data_file_grows_by_so_much_for_a_person),
		cmocka_unit_test(idle_tables_make_room_for_new_ones),
		cmocka_unit_test(bot_has_one_question_at_a_time),
		cmocka_unit_test(take_backs_and_changes_of_seats_have_an_end),
		cmocka_unit_test(long_history_comes_in_pages),
		cmocka_unit_test(spectators_never_lock_a_player_out),
		cmocka_unit_test(seats_of_a_rematch_are_for_the_people_of_the_game),
	};

	return cmocka_run_group_tests_name("abuse of tables", tests, visit_open, premises_end);
}
