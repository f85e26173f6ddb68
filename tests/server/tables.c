/* SPDX-License-Identifier: MIT
 *
 * What a hostile guest does at tables, from outside: each of these once fell. Limits are asserted
 * as numbers.
 */
#include "client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct house house;

static int open_house(void **state)
{
	house_config(&house);
	house_open(&house, NULL);
	*state = &house;
	return 0;
}

static void make(struct client *client, char id[17], const char *first, const char *second)
{
	json_t *answer = client_do(client, "create", "{s:s,s:i,s:[s,s]}", "game", "metro", "players", 2,
	                           "seats", first, second);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
}

/* The first event of such a table is its end: the list of events grows from nothing. */
static void table_of_open_seats_is_aborted_and_talks(void **state)
{
	struct client a;
	char id[17];

	(void)state;
	client_open(&a, house.port, "Anna");
	for (int i = 0; i < 20; i++) {
		make(&a, id, "open", "open");
		json_decref(client_do(&a, "abort", "{s:s}", "table", id));
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
	client_open(&a, house.port, "Anna");
	make(&a, id, "open", "open");
	strcpy(cookie, a.cookie);
	client_close(&a);
	house_close(&house);
	house_open(&house, NULL);
	assert_true(client_join(&a, house.port, cookie, ""));
	client_open(&b, house.port, "Bruno");
	json_decref(client_do(&a, "sit", "{s:s}", "table", id));
	json_decref(client_do(&b, "sit", "{s:s}", "table", id));
	for (int line = 0; line < 20; line++)
		json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "hello"));
	json_decref(client_do(&a, "start", "{s:s}", "table", id));
	client_close(&a);
	client_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_of_open_seats_is_aborted_and_talks),
		cmocka_unit_test(table_of_open_seats_fills_after_a_restart),
	};

	return cmocka_run_group_tests_name("abuse of tables", tests, open_house, house_end);
}
