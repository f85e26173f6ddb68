/* SPDX-License-Identifier: MIT
 *
 * Messages and requests to the server, in process and without a socket: each line of the input is a
 * WebSocket message of one of two people, or, after `GET ` or `POST `, an HTTP request with its
 * body after a blank. `$` stands for the id of the last table.
 */
#include "config.h"
#include "server/net/http.h"
#include "server/net/protocol.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/net/conn.h"
#include "server/store/store.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE = 2, LINE_MAX_BYTES = 2048 };

static struct server *server;
static struct conn *people[PEOPLE];
static char last_table[TABLE_ID_LEN + 1];

/* Everything that other threads still owe. */
static void settle(void)
{
	for (int i = 0; i < 1000; i++) {
		bool busy = queue_waiting(&server->store->jobs) > 0;

		for (struct table *table = server->tables->first; table; table = table->next)
			busy |= table->jobs > 0;
		server_turn(server);
		if (!busy)
			return;
		nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
	}
}

static void start(void)
{
	struct serve_config config;
	char why[256];

	fuzz_config(&config);
	strcpy(config.data, "file::memory:");
	config.tables = 64;
	config.tables_per_hour = 1000000;
	config.logins_per_hour = 20;
	server = server_new(&config, NULL, why, sizeof why);
	if (!server) {
		fprintf(stderr, "%s\n", why);
		abort();
	}
}

static void join(int i)
{
	struct person person = {.id = i + 1, .name = "Somebody"};

	people[i] = conn_new(server->conns, NULL);
	conn_set_person(server->conns, people[i], &person);
}

static void request(bool is_post, char *line)
{
	struct http_request *http = http_request_new(server);
	char *body = strchr(line, ' ');

	if (body)
		*body++ = '\0';
	http->is_post = is_post;
	http->is_same_origin = true;
	http->is_json = true;
	http->claim.guest = people[0]->person;
	snprintf(http->path, sizeof http->path, "%s", line);
	if (body) {
		http->body = strdup(body);
		http->body_len = strlen(body);
	}
	http_handle(http);
	/* without a socket, a request that had to wait frees itself when it is answered */
	if (!http->is_waiting)
		http_request_free(http);
}

/* Puts the id of the last table where the line says $. */
static void expand(const char *line, size_t len, char out[LINE_MAX_BYTES])
{
	size_t n = 0;

	for (size_t i = 0; i < len && n + TABLE_ID_LEN + 1 < LINE_MAX_BYTES; i++) {
		if (line[i] == '$') {
			memcpy(out + n, last_table, strlen(last_table));
			n += strlen(last_table);
		} else {
			out[n++] = line[i];
		}
	}
	out[n] = '\0';
}

static void one_line(const char *line, size_t len, int person)
{
	char text[LINE_MAX_BYTES];

	expand(line, len, text);
	if (strncmp(text, "GET ", 4) == 0)
		request(false, text + 4);
	else if (strncmp(text, "POST ", 5) == 0)
		request(true, text + 5);
	else
		protocol_receive(server, people[person], text, strlen(text));
	settle();
	if (server->tables->first)
		memcpy(last_table, server->tables->first->id, sizeof last_table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size;
	int lines = 0;

	if (!server)
		start();
	server_clock(server);
	for (int i = 0; i < PEOPLE; i++)
		join(i);
	while (at < end && lines < 40) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t len = stop ? (size_t)(stop - at) : (size_t)(end - at);

		one_line(at, len, lines++ % PEOPLE);
		at += len + 1;
	}
	for (int i = 0; i < PEOPLE; i++)
		conn_free(server, people[i]);
	for (struct table *table = server->tables->first, *next; table; table = next) {
		next = table->next;
		table_close(server, table, "closed");
	}
	settle();
	for (struct table *table = server->tables->first, *next; table; table = next) {
		next = table->next;
		if (table->jobs == 0)
			table_free(server, table);
	}
	last_table[0] = '\0';
	return 0;
}
