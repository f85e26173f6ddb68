/* SPDX-License-Identifier: MIT
 *
 * Clocks that stand still: vacations and pauses, at a time of the test's own.
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

#define MINUTE 60000ull
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* Time passes, and the server has noticed. */
static void pass(struct client *client, uint64_t ms)
{
	atomic_fetch_add(&steady, ms);
	atomic_fetch_add(&wall, ms);
	for (int i = 0; i < 3; i++) {
		usleep(60000); /* the loop turns every 50 ms */
		atomic_fetch_add(&steady, 200);
		atomic_fetch_add(&wall, 200);
	}
	json_decref(client_do(client, "ping", "{}"));
}

/* Two people, the first of them on turn. */
static void seat_two(struct client people[2], const char *clock, char id[17])
{
	json_t *plan = json_loads(clock, 0, NULL);
	struct client swap;
	json_t *answer;

	client_open(&people[0], premises.port, "Anna");
	client_open(&people[1], premises.port, "Bruno");
	answer = client_do(&people[0], "create", "{s:s,s:i,s:[s,s],s:o}", "game", "metro", "players", 2,
	                   "seats", "me", "open", "clock", plan);
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(&people[1], "sit", "{s:s}", "table", id));
	json_decref(client_do(&people[0], "start", "{s:s}", "table", id));
	answer = client_do(&people[0], "legal", "{s:s}", "table", id);
	if (json_array_size(json_object_get(answer, "moves")) == 0) {
		swap = people[0];
		people[0] = people[1];
		people[1] = swap;
	}
	json_decref(answer);
}

struct seen {
	json_int_t left, vacation;
	int running;
	char held[16];
};

/* The clock of who is on turn, as the REST interface tells it. */
static struct seen look(const char *id)
{
	struct seen seen = {0};
	char path[64];
	struct reply reply;
	json_t *table, *now, *clock, *seats;

	snprintf(path, sizeof path, "/api/tables/%s", id);
	reply = client_http(premises.port, "GET", path, "", "", "");
	for (int i = 0; reply.status == 503 && i < 200; i++) { /* it is being saved */
		reply_release(&reply);
		usleep(10000);
		reply = client_http(premises.port, "GET", path, "", "", "");
	}
	assert_int_equal(reply.status, 200);
	table = json_loads(reply.body, 0, NULL);
	now = json_object_get(table, "now");
	clock = json_object_get(now, "clock");
	seen.running = (int)number_of(clock, "running");
	snprintf(seen.held, sizeof seen.held, "%s", text_of(clock, "held"));
	if (seen.running > 0) {
		seats = json_object_get(json_object_get(table, "info"), "seats");
		seen.left = json_integer_value(
			json_array_get(json_object_get(clock, "left"), (size_t)seen.running - 1));
		seen.vacation = number_of(json_array_get(seats, (size_t)seen.running - 1), "vacation");
	}
	json_decref(table);
	reply_release(&reply);
	return seen;
}

static int vacation(struct client *client, int days, int *left)
{
	char body[32];
	struct reply reply;
	json_t *answer;
	int status;

	snprintf(body, sizeof body, "{\"days\":%d}", days);
	reply = client_post(premises.port, "/api/vacation", client->cookie, body);
	answer = json_loads(reply.body, 0, NULL);
	if (left)
		*left = (int)number_of(answer, "left");
	status = reply.status;
	json_decref(answer);
	reply_release(&reply);
	return status;
}

static const char *code(struct client *client, const char *op, const char *id)
{
	return client_code(client_ask(client, op, "{s:s}", "table", id));
}

static void play(struct client *client, const char *id)
{
	json_t *legal = client_do(client, "legal", "{s:s}", "table", id);
	const char *move = json_string_value(json_array_get(json_object_get(legal, "moves"), 0));

	assert_non_null(move);
	json_decref(client_do(client, "play", "{s:s,s:s,s:I}", "table", id, "move", move, "turn",
	                      number_of(legal, "turn_no")));
	json_decref(legal);
}

/* What notes of this name the table's history holds. */
static int notes(struct client *client, const char *id, const char *what)
{
	json_t *message, *event;
	size_t i;
	int n = 0;

	json_decref(client_do(client, "history", "{s:s}", "table", id));
	for (;;) {
		message = client_wait(client, "events");
		assert_non_null(message);
		if (json_object_get(message, "since"))
			break;
		json_decref(message);
	}
	json_array_foreach(json_object_get(message, "events"), i, event) n +=
		strcmp(text_of(event, "what"), what) == 0;
	json_decref(message);
	return n;
}

static void a_vacation_holds_the_clocks_of_slow_games(void **state)
{
	struct client people[2];
	char id[17];
	struct seen before, seen;

	(void)state;
	seat_two(people, "{\"kind\":\"days\",\"days\":1,\"timeout\":\"pass\"}", id);
	pass(&people[0], 10 * HOUR);
	before = look(id);
	assert_string_equal(before.held, "");
	assert_int_equal(vacation(&people[0], 3, NULL), 200);
	seen = look(id);
	assert_string_equal(seen.held, "vacation");
	assert_int_equal(seen.vacation, (json_int_t)(atomic_load(&wall) + 3 * DAY) / 1000);
	pass(&people[1], 2 * DAY);
	seen = look(id);
	assert_int_equal(seen.left, before.left); /* by the millisecond */
	assert_int_equal(notes(&people[1], id, "vacation_began"), 1);
	/* nor is a bot put there meanwhile */
	client_close(&people[0]);
	pass(&people[1], 20 * HOUR);
	assert_string_equal(client_code(client_ask(&people[1], "replace", "{s:s,s:i}", "table", id,
	                                           "seat", seen.running)),
	                    "too_early");
	/* it is over by itself, and the clock goes on where it stood */
	pass(&people[1], 5 * HOUR);
	seen = look(id);
	assert_string_equal(seen.held, "");
	assert_int_equal(notes(&people[1], id, "vacation_ended"), 1);
	pass(&people[1], 12 * HOUR);
	assert_int_equal(notes(&people[1], id, "timeout_seat"), 0);
	pass(&people[1], 3 * HOUR);
	assert_int_equal(notes(&people[1], id, "timeout_seat"), 1);
	client_close(&people[1]);
}

static void a_vacation_costs_nothing_in_games_with_a_live_clock(void **state)
{
	struct client people[2];
	char id[17];

	(void)state;
	seat_two(people, "{\"kind\":\"live\",\"bank\":600,\"increment\":0}", id);
	assert_int_equal(vacation(&people[0], 1, NULL), 200);
	pass(&people[1], 5 * MINUTE);
	assert_string_equal(look(id).held, "");
	assert_true(look(id).left <= (json_int_t)(5 * MINUTE));
	client_close(&people[0]);
	client_close(&people[1]);
}

static void the_days_of_a_year_are_counted(void **state)
{
	struct client anna;
	int left;

	(void)state;
	client_open(&anna, premises.port, "Anna");
	assert_int_equal(vacation(&anna, 22, NULL), 409);
	assert_int_equal(vacation(&anna, -1, NULL), 400);
	assert_int_equal(vacation(&anna, 20, &left), 200);
	assert_int_equal(left, 1);
	pass(&anna, MINUTE);
	assert_int_equal(vacation(&anna, 0, &left), 200); /* the day that had begun is used */
	assert_int_equal(left, 20);
	assert_int_equal(vacation(&anna, 21, NULL), 409);
	assert_int_equal(vacation(&anna, 20, &left), 200);
	assert_int_equal(left, 0);
	pass(&anna, 60 * DAY); /* into another year */
	assert_int_equal(vacation(&anna, 21, &left), 200);
	assert_int_equal(left, 0);
	client_close(&anna);
}

static void a_pause_needs_everyones_word_and_any_word_ends_it(void **state)
{
	struct client people[2];
	char id[17], cookies[2][CLIENT_COOKIE_MAX];
	struct seen before, seen;

	(void)state;
	seat_two(people, "{\"kind\":\"live\",\"bank\":600,\"increment\":0}", id);
	assert_string_equal(code(&people[0], "pause", id), "ok");
	assert_string_equal(look(id).held, "");
	assert_string_equal(client_code(client_ask(&people[0], "answer", "{s:s,s:s,s:b}", "table", id,
	                                           "to", "pause", "yes", 1)),
	                    "stale"); /* not one's own */
	assert_string_equal(client_code(client_ask(&people[1], "answer", "{s:s,s:s,s:b}", "table", id,
	                                           "to", "pause", "yes", 0)),
	                    "ok");
	assert_int_equal(notes(&people[0], id, "pause_refused"), 1);
	assert_string_equal(look(id).held, "");
	assert_string_equal(code(&people[0], "pause", id), "ok");
	pass(&people[0], MINUTE);
	assert_string_equal(client_code(client_ask(&people[1], "answer", "{s:s,s:s,s:b}", "table", id,
	                                           "to", "pause", "yes", 1)),
	                    "ok");
	before = look(id);
	assert_string_equal(before.held, "pause");
	pass(&people[0], 3 * HOUR);
	seen = look(id);
	assert_int_equal(seen.left, before.left);
	/* a pause outlives the server */
	for (int i = 0; i < 2; i++)
		memcpy(cookies[i], people[i].cookie, sizeof cookies[i]);
	client_close(&people[0]);
	client_close(&people[1]);
	premises_close(&premises);
	premises_open(&premises, &visit_hooks);
	assert_string_equal(look(id).held, "pause");
	for (int i = 0; i < 2; i++)
		assert_true(client_join(&people[i], premises.port, cookies[i], ""));
	pass(&people[0], HOUR);
	assert_string_equal(code(&people[1], "resume", id), "ok");
	before = look(id);
	assert_string_equal(before.held, "");
	pass(&people[0], MINUTE);
	assert_true(look(id).left <= before.left - (json_int_t)MINUTE);
	/* two who ask agree; a move goes on */
	assert_string_equal(code(&people[1], "pause", id), "ok");
	assert_string_equal(code(&people[0], "pause", id), "ok");
	assert_string_equal(look(id).held, "pause");
	play(&people[0], id);
	assert_string_equal(look(id).held, "");
	client_close(&people[0]);
	client_close(&people[1]);
}

static void a_table_without_a_clock_has_nothing_to_pause(void **state)
{
	struct client people[2];
	char id[17];

	(void)state;
	seat_two(people, "{\"kind\":\"none\"}", id);
	assert_string_equal(code(&people[0], "pause", id), "forbidden");
	assert_string_equal(code(&people[0], "resume", id), "ok");
	client_close(&people[0]);
	client_close(&people[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_vacation_holds_the_clocks_of_slow_games),
		cmocka_unit_test(a_vacation_costs_nothing_in_games_with_a_live_clock),
		cmocka_unit_test(the_days_of_a_year_are_counted),
		cmocka_unit_test(a_pause_needs_everyones_word_and_any_word_ends_it),
		cmocka_unit_test(a_table_without_a_clock_has_nothing_to_pause),
	};

	return cmocka_run_group_tests_name("clocks that stand still", tests, visit_open_in_time,
	                                   premises_end);
}
