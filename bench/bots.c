/* SPDX-License-Identifier: MIT
 *
 * bots PROGRAM [TABLES [ANSWERS]]: starts a server of its own on which so many tables of hard bots
 * think all the time, and measures how long an easy bot at another table takes from a
 * person's move to its own.
 */
#include "server_process.h"

#include "tests/server/client.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TABLES_MAX = 400, ANSWERS_MAX = 10000 };

static struct server_process server;
static int n_tables = 50;
static atomic_bool is_over;
static atomic_int n_begun;

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void make(struct client *client, char id[17], const char *game, const char *level)
{
	json_t *answer = client_do(client, "create", "{s:s,s:i,s:[s,s]}", "game", game, "players", 2,
	                           "seats", "me", level);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(client, "start", "{s:s}", "table", id));
}

static bool is_finished(struct client *client, const char *id)
{
	json_t *view = client_ask(client, "view", "{s:s}", "table", id);
	bool over = json_is_true(json_object_get(json_object_get(view, "now"), "over"));

	json_decref(view);
	return over;
}

static bool is_mine(struct client *client, const char *id)
{
	json_t *view = client_ask(client, "view", "{s:s}", "table", id);
	bool mine = number_of(json_object_get(view, "now"), "turn") == 1;

	json_decref(view);
	return mine;
}

/* Keeps all hard bots thinking: answers each of them at once. */
static void *keep_busy(void *arg)
{
	static char id[TABLES_MAX][17];
	struct client client;

	(void)arg;
	client_open(&client, server.port, "Crowd");
	for (int i = 0; i < n_tables; i++)
		make(&client, id[i], "metropolys", "hard");
	while (!atomic_load(&is_over)) {
		for (int i = 0; i < n_tables; i++)
			if (strcmp(client_play_first(&client, id[i]), "none") == 0 &&
			    is_finished(&client, id[i]))
				make(&client, id[i], "metropolys", "hard");
		if (atomic_fetch_add(&n_begun, 1) % 20 == 19) {
			char cookie[CLIENT_COOKIE_MAX];

			strcpy(cookie, client.cookie);
			client_close(&client);
			client_join(&client, server.port, cookie, "");
		}
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	}
	client_close(&client);
	return NULL;
}

static bool has_move_of(const json_t *message, int seat, bool *over)
{
	size_t i;
	json_t *event;

	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		*over |= strcmp(text_of(event, "kind"), "end") == 0;
		if (strcmp(text_of(event, "kind"), "move") == 0 && number_of(event, "seat") == seat)
			return true;
	}
	return false;
}

static int by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* One answer of the easy bot, in microseconds; 0 if the game is over. */
static uint64_t measure(struct client *client, const char *id)
{
	json_t *message;
	uint64_t sent;
	bool came = false, over = false;

	while (!is_mine(client, id)) {
		if (is_finished(client, id))
			return 0;
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	}
	/* what was told so far is not what is waited for */
	json_array_clear(client->kept);
	sent = now_us();
	client_play_first(client, id);
	while (!came && !over && (message = client_wait(client, "events"))) {
		came = has_move_of(message, 2, &over);
		/* a turn may have several moves */
		if (!came && !over && number_of(json_object_get(message, "now"), "turn") == 1) {
			sent = now_us();
			client_play_first(client, id);
		}
		json_decref(message);
	}
	return came ? now_us() - sent : 0;
}

int main(int argc, char **argv)
{
	static uint64_t us[ANSWERS_MAX];
	int want = argc > 3 ? atoi(argv[3]) : 300, n = 0, quick = 0;
	struct client client;
	pthread_t crowd;
	char id[17];

	if (argc < 2 || !server_process_start(&server, argv[1], "/tmp")) {
		fprintf(stderr, "bots PROGRAM [TABLES [ANSWERS]]\n");
		return 2;
	}
	n_tables = argc > 2 && atoi(argv[2]) < TABLES_MAX ? atoi(argv[2]) : n_tables;
	want = want > ANSWERS_MAX ? ANSWERS_MAX : want;
	if (pthread_create(&crowd, NULL, keep_busy, NULL) != 0)
		return 1;
	while (atomic_load(&n_begun) < 2)
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	while (n < want) {
		uint64_t took = 1;

		/* a connection for each game: the client answers no pings */
		client_open(&client, server.port, "Anna");
		make(&client, id, "metro", "easy");
		json_decref(client_do(&client, "watch", "{s:s}", "table", id));
		while (took && n < want) {
			took = measure(&client, id);
			if (took)
				us[n++] = took;
		}
		json_decref(client_ask(&client, "resign", "{s:s}", "table", id));
		client_close(&client);
	}
	atomic_store(&is_over, true);
	pthread_join(crowd, NULL);
	for (int i = 0; i < n; i++)
		quick += us[i] <= 100000;
	qsort(us, (size_t)n, sizeof *us, by_size);
	printf("%d answers of an easy bot beside %d tables of hard ones: median %.1f ms, "
	       "99 in 100 within %.1f ms, longest %.1f ms; %.1f %% within 100 ms\n",
	       n, n_tables, (double)us[n / 2] / 1000, (double)us[n * 99 / 100] / 1000,
	       (double)us[n - 1] / 1000, 100.0 * quick / n);
	server_process_stop(&server);
	return 0;
}
