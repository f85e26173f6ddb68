/* SPDX-License-Identifier: MIT
 *
 * All threads at once: people and bots play, somebody chats, and the metrics are read all the
 * while. Says little by itself; under the thread sanitizer, everything.
 */
#include "client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TABLES = 6, ROUNDS = 60 };

static struct premises premises;
static atomic_bool is_over;
static atomic_int n_read;

static int open_premises(void **state)
{
	premises_config(&premises);
	premises.config.workers = 2;
	premises.config.bot_ms = 20;
	premises_open(&premises, NULL);
	*state = &premises;
	return 0;
}

static void *read_metrics(void *arg)
{
	(void)arg;
	while (!atomic_load(&is_over)) {
		struct reply reply = client_http(premises.port, "GET", "/metrics", "", "", "");

		if (reply.status == 200 && strstr(reply.body, "metropole_commits_total"))
			atomic_fetch_add(&n_read, 1);
		reply_release(&reply);
	}
	return NULL;
}

static void metrics_are_read_while_games_are_played(void **state)
{
	static const char *const games[] = {"metro", "metropolys", "jeudumetro"};
	struct client a;
	char id[TABLES][17];
	pthread_t reader;

	(void)state;
	client_open(&a, premises.port, "Anna");
	for (int i = 0; i < TABLES; i++) {
		json_t *answer =
			client_do(&a, "create", "{s:s,s:i,s:[s,s,s],s:b}", "game", games[i % 3], "players", 3,
		              "seats", "me", i % 2 ? "easy" : "hard", "normal", "public", 1);

		snprintf(id[i], sizeof id[i], "%s", text_of(answer, "table"));
		json_decref(answer);
		json_decref(client_do(&a, "start", "{s:s}", "table", id[i]));
	}
	assert_int_equal(pthread_create(&reader, NULL, read_metrics, NULL), 0);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < TABLES; i++) {
			client_play_first(&a, id[i]);
			if (round % 8 == i)
				json_decref(client_ask(&a, "takeback", "{s:s}", "table", id[i]));
			if (round % 4 == 0)
				json_decref(client_ask(&a, "chat", "{s:s,s:s}", "table", id[i], "text", "hello"));
		}
	}
	for (int i = 0; i < TABLES; i++)
		json_decref(client_ask(&a, "resign", "{s:s}", "table", id[i]));
	atomic_store(&is_over, true);
	pthread_join(reader, NULL);
	assert_in_range(atomic_load(&n_read), 5, 1000000);
	client_close(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metrics_are_read_while_games_are_played),
	};

	return cmocka_run_group_tests_name("threads of the server", tests, open_premises, premises_end);
}
