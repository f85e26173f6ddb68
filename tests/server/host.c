/* SPDX-License-Identifier: MIT
 *
 * Clocks that run out, at a time of the test's own; and what the host of a server does: bans,
 * closes, backs up, while it runs.
 */
#include "visit.h"
#include "server/admin.h"
#include "server/moderate.h"
#include "server/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static atomic_ullong now;

static uint64_t told_time(void *ctx)
{
	(void)ctx;
	return atomic_load(&now);
}

static const struct serve_hooks hooks = {.now_ms = told_time, .wall_ms = told_time};

static int open_premises(void **state)
{
	atomic_store(&now, 1700000000000u);
	premises_config(&premises);
	premises_open(&premises, &hooks);
	*state = &premises;
	return 0;
}

static void seat_two(struct client *a, struct client *b, const char *timeout, char id[17])
{
	json_t *answer;

	client_open(a, premises.port, "Anna");
	client_open(b, premises.port, "Bruno");
	answer = client_do(a, "create", "{s:s,s:i,s:{s:i},s:[s,s],s:{s:s,s:i,s:i,s:s}}", "game",
	                   "metro", "players", 2, "options", "start", 1, "seats", "me", "open", "clock",
	                   "kind", "live", "bank", 60, "increment", 5, "timeout", timeout);
	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(a, "watch", "{s:s}", "table", id));
	json_decref(client_do(b, "watch", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
}

/* The next message with an event of this kind; the message. */
static json_t *wait_event(struct client *client, const char *kind, json_t **event)
{
	json_t *message;
	size_t i;

	while ((message = client_wait(client, "events"))) {
		json_array_foreach(json_object_get(message, "events"), i,
		                   *event) if (strcmp(text_of(*event, "kind"), kind) == 0) return message;
		json_decref(message);
	}
	fail_msg("no event of kind %s", kind);
	return NULL;
}

static void bot_plays_the_turn_when_the_time_is_out(void **state)
{
	struct client a, b;
	char id[17];
	json_t *message, *event, *left;

	(void)state;
	seat_two(&a, &b, "play", id);
	json_decref(wait_event(&b, "start", &event));
	atomic_fetch_add(&now, 59000);
	/* not yet: a question is answered and nothing has moved */
	json_decref(client_do(&b, "ping", "{}"));
	atomic_fetch_add(&now, 1001);
	message = wait_event(&b, "move", &event);
	assert_int_equal(number_of(event, "seat"), 1);
	left = json_object_get(json_object_get(json_object_get(message, "now"), "clock"), "left");
	/* out of time, and the increment for the move */
	assert_int_equal(json_integer_value(json_array_get(left, 0)), 5000);
	assert_int_equal(json_integer_value(json_array_get(left, 1)), 60000);
	json_decref(message);
	client_close(&a);
	client_close(&b);
}

static void seat_passes_to_a_bot_when_the_time_is_out(void **state)
{
	struct client a, b;
	char id[17];
	json_t *message, *event;

	(void)state;
	seat_two(&a, &b, "pass", id);
	json_decref(wait_event(&b, "start", &event));
	atomic_fetch_add(&now, 60001);
	message = wait_event(&b, "seat", &event);
	assert_string_equal(text_of(event, "occupant"), "bot");
	assert_string_equal(text_of(event, "name"), "Anna");
	json_decref(message);
	message = wait_event(&b, "move", &event);
	assert_int_equal(number_of(event, "seat"), 1);
	json_decref(message);
	client_close(&a);
	client_close(&b);
}

static void host_closes_a_table_and_bans_a_person(void **state)
{
	struct client a, b, banned;
	char id[17], why[640], command[64], cookie[CLIENT_COOKIE_MAX];
	struct reply reply;
	json_t *message, *event;

	(void)state;
	seat_two(&a, &b, "play", id);
	json_decref(wait_event(&b, "start", &event));
	reply = client_post(premises.port, "/api/signup", "",
	                    "{\"name\":\"Mallory\",\"password\":\"correct horse\"}");
	assert_int_equal(reply.status, 201);
	strcpy(cookie, reply.cookie);
	reply_release(&reply);
	assert_true(client_join(&banned, premises.port, cookie, ""));
	json_decref(client_wait(&banned, "hello"));
	assert_true(order_give(premises.data, "ban\tmallory", why, sizeof why));
	snprintf(command, sizeof command, "close\t%s", id);
	assert_true(order_give(premises.data, command, why, sizeof why));
	message = wait_event(&b, "end", &event);
	assert_string_equal(text_of(event, "reason"), "closed");
	json_decref(message);
	assert_null(client_next(&banned, CLIENT_WAIT_MS));
	reply = client_post(premises.port, "/api/login", "",
	                    "{\"name\":\"Mallory\",\"password\":\"correct horse\"}");
	assert_int_equal(reply.status, 401);
	reply_release(&reply);
	client_close(&banned);
	client_close(&a);
	client_close(&b);
}

static int n_reports;

static void count_report(const char *line)
{
	n_reports += strstr(line, "spam") != NULL;
}

static void reports_can_be_read_and_the_data_copied(void **state)
{
	struct client a, b;
	char id[17], why[640], copy[] = "/tmp/metropole-copy-XXXXXX", path[64];
	json_t *answer;
	struct premises other;
	struct reply reply;

	(void)state;
	seat_two(&a, &b, "play", id);
	answer = client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "spam");
	json_decref(client_do(&b, "report", "{s:s,s:I}", "table", id, "seq", number_of(answer, "seq")));
	json_decref(answer);
	json_decref(client_do(&b, "chat", "{s:s,s:s}", "table", id, "text", "well"));
	assert_true(order_reports(premises.data, count_report, why, sizeof why));
	assert_int_equal(n_reports, 1);
	client_close(&a);
	client_close(&b);
	if (store_is_shared(premises.data)) {
		assert_false(admin_backup(premises.data, copy, why, sizeof why));
		assert_non_null(strstr(why, "pg_dump"));
		return;
	}
	close(mkstemp(copy));
	assert_true(admin_backup(premises.data, copy, why, sizeof why));
	/* another server on the copy has the table */
	other = premises;
	strcpy(other.data, copy);
	strcpy(other.config.data, copy);
	premises_open(&other, NULL);
	snprintf(path, sizeof path, "/api/tables/%s", id);
	reply = client_http(other.port, "GET", path, "", "", "");
	assert_int_equal(reply.status, 200);
	assert_non_null(strstr(reply.body, "\"status\":\"playing\""));
	reply_release(&reply);
	premises_close(&other);
	premises_forget(&other);
}

static void *give_order(void *command)
{
	char why[640];

	if (order_give(premises.data, command, why, sizeof why))
		return NULL;
	print_error("the order was refused: %s\n", why);
	return command;
}

static void deleted_table_leaves_nothing_and_its_key_is_not_used_again(void **state)
{
	struct client a, b;
	char id[17], command[64], text[128];
	pthread_t thread;
	void *refused;
	int64_t key;
	json_t *message;

	(void)state;
	seat_two(&a, &b, "play", id);
	key = visit_count("SELECT max(key) FROM tables");
	snprintf(command, sizeof command, "delete\t%s\tyes", id);
	snprintf(text, sizeof text, "{\"op\":\"chat\",\"table\":\"%s\",\"text\":\"more\"}", id);
	/* talk goes on while it is deleted: changes are on their way to the disk at every moment */
	for (int i = 0; i < 1000; i++) {
		if (i == 100)
			assert_int_equal(pthread_create(&thread, NULL, give_order, command), 0);
		client_send(&a, text);
		if (i % 20 == 0)
			json_decref(client_do(&a, "ping", "{}"));
	}
	assert_int_equal(pthread_join(thread, &refused), 0);
	assert_null(refused);
	for (int i = 0; i < 200 && visit_count("SELECT max(key) FROM tables") == key; i++)
		usleep(20000);
	json_decref(client_do(&a, "ping", "{}"));
	while ((message = client_next(&b, 200)))
		json_decref(message);
	assert_int_equal(visit_count("SELECT count(*) FROM events WHERE table_key NOT IN"
	                             " (SELECT key FROM tables)"),
	                 0);
	assert_int_equal(visit_count("SELECT count(*) FROM seats WHERE table_key NOT IN"
	                             " (SELECT key FROM tables)"),
	                 0);
	assert_true(visit_count("SELECT max(key) FROM tables") < key);
	client_close(&a);
	client_close(&b);
	premises_close(&premises);
	premises_open(&premises, &hooks);
	seat_two(&a, &b, "play", id);
	assert_true(visit_count("SELECT max(key) FROM tables") > key);
	client_close(&a);
	client_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bot_plays_the_turn_when_the_time_is_out),
		cmocka_unit_test(seat_passes_to_a_bot_when_the_time_is_out),
		cmocka_unit_test(host_closes_a_table_and_bans_a_person),
		cmocka_unit_test(reports_can_be_read_and_the_data_copied),
		cmocka_unit_test(deleted_table_leaves_nothing_and_its_key_is_not_used_again),
	};

	return cmocka_run_group_tests_name("clocks and the host of a server", tests, open_premises,
	                                   premises_end);
}
