/* SPDX-License-Identifier: MIT
 *
 * The system's clock is set, forward and back: no game notices, and nothing that was to be kept is
 * deleted. Steady time and the system's clock are the test's own.
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

#define HOUR 3600000ull
#define DAY  (24 * HOUR)

static void seat_two(struct client *a, struct client *b, char id[17])
{
	json_t *answer;

	client_open(a, premises.port, "Anna");
	client_open(b, premises.port, "Bruno");
	answer = client_do(a, "create", "{s:s,s:i,s:[s,s],s:{s:s,s:i,s:i,s:s}}", "game", "metro",
	                   "players", 2, "seats", "me", "open", "clock", "kind", "live", "bank", 60,
	                   "increment", 0, "timeout", "pass");
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(b, "watch", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
}

/* Waits until an event of this kind comes. */
static void wait_event(struct client *client, const char *kind)
{
	json_t *message, *event;
	size_t i;

	while ((message = client_wait(client, "events"))) {
		bool is_there = false;

		json_array_foreach(json_object_get(message, "events"), i, event) is_there |=
			strcmp(text_of(event, "kind"), kind) == 0;
		json_decref(message);
		if (is_there)
			return;
	}
	fail_msg("no event of kind %s", kind);
}

/* Milliseconds left on the clock of the first on turn. */
static json_int_t time_left(struct client *client, const char *id)
{
	json_t *answer = client_do(client, "view", "{s:s}", "table", id);
	json_t *clock = json_object_get(json_object_get(answer, "now"), "clock");
	json_t *left = json_object_get(clock, "left");
	json_int_t most = json_integer_value(
		json_array_get(left, (size_t)json_integer_value(json_object_get(clock, "running")) - 1));

	assert_int_equal(json_array_size(left), 2);
	json_decref(answer);
	return most;
}

static void let_ticks_pass(struct client *client)
{
	for (int i = 0; i < 5; i++) {
		atomic_fetch_add(&steady, 200);
		usleep(60000); /* the loop turns every 50 ms */
	}
	json_decref(client_do(client, "ping", "{}"));
}

static void a_clock_set_forward_takes_no_time_from_anyone(void **state)
{
	struct client a, b;
	char id[17];

	(void)state;
	seat_two(&a, &b, id);
	wait_event(&b, "start");
	atomic_fetch_add(&wall, HOUR);
	let_ticks_pass(&b);
	assert_int_equal(time_left(&b, id), 59000);
	client_close(&a);
	client_close(&b);
}

static void a_clock_set_back_stops_no_clock(void **state)
{
	struct client a, b;
	char id[17];

	(void)state;
	seat_two(&a, &b, id);
	wait_event(&b, "start");
	atomic_fetch_sub(&wall, 2 * HOUR);
	let_ticks_pass(&b);
	assert_int_equal(time_left(&b, id), 59000);
	atomic_fetch_add(&steady, 59001);
	wait_event(&b, "seat"); /* time is out and a bot takes over */
	client_close(&a);
	client_close(&b);
}

/* A game of guests that has ended. */
static void end_a_game(void)
{
	struct client a, b;
	char id[17];

	seat_two(&a, &b, id);
	json_decref(client_do(&a, "resign", "{s:s}", "table", id));
	wait_event(&b, "end");
	client_close(&a);
	client_close(&b);
}

static void a_clock_years_ahead_deletes_nothing(void **state)
{
	struct reply reply;
	int64_t games;

	(void)state;
	end_a_game();
	reply = client_post(premises.port, "/api/signup", "",
	                    "{\"name\":\"Olivia\",\"password\":\"correct horse\"}");
	assert_int_equal(reply.status, 201);
	reply_release(&reply);
	premises_close(&premises);
	games = visit_count("SELECT count(*) FROM tables WHERE status = 2");
	assert_true(games > 0);
	assert_int_equal(visit_count("SELECT count(*) FROM sessions"), 1);
	for (int i = 0; i < 2; i++) {
		/* wrong from the start, and somebody comes, which leaves a stamp of that time */
		atomic_fetch_add(&wall, 800 * DAY);
		premises_open(&premises, &visit_hooks);
		reply = client_post(premises.port, "/api/login", "",
		                    "{\"name\":\"Olivia\",\"password\":\"correct horse\"}");
		assert_int_equal(reply.status, 200);
		reply_release(&reply);
		atomic_fetch_add(&steady, 2 * HOUR);
		usleep(150000);
		premises_close(&premises);
	}
	assert_int_equal(visit_count("SELECT count(*) FROM tables WHERE status = 2"), games);
	assert_int_equal(visit_count("SELECT count(*) FROM sessions"), 3);
	atomic_fetch_sub(&wall, 1600 * DAY);
	premises_open(&premises, &visit_hooks);
}

static void what_is_old_goes_when_the_time_has_really_passed(void **state)
{
	(void)state;
	end_a_game();
	for (int day = 0; day < 380; day += 20) {
		atomic_fetch_add(&wall, 20 * DAY);
		atomic_fetch_add(&steady, 20 * DAY);
		usleep(120000);
	}
	assert_int_equal(visit_count("SELECT count(*) FROM tables WHERE status = 2"), 0);
	assert_int_equal(
		visit_count("SELECT count(*) FROM events WHERE table_key NOT IN (SELECT key FROM tables)"),
		0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clock_set_forward_takes_no_time_from_anyone),
		cmocka_unit_test(a_clock_set_back_stops_no_clock),
		cmocka_unit_test(a_clock_years_ahead_deletes_nothing),
		cmocka_unit_test(what_is_old_goes_when_the_time_has_really_passed),
	};

	return cmocka_run_group_tests_name("time", tests, visit_open_in_time, premises_end);
}
