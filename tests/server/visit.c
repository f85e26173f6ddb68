/* SPDX-License-Identifier: MIT
 *
 * Visits to the server of a group of tests.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct premises premises;

int visit_open(void **state)
{
	premises_config(&premises);
	premises_open(&premises, NULL);
	*state = &premises;
	return 0;
}

atomic_ullong steady, wall;

static uint64_t steady_ms(void *ctx)
{
	(void)ctx;
	return atomic_load(&steady);
}

static uint64_t wall_ms(void *ctx)
{
	(void)ctx;
	return atomic_load(&wall);
}

const struct serve_hooks visit_hooks = {.now_ms = steady_ms, .wall_ms = wall_ms};

int visit_open_in_time(void **state)
{
	atomic_store(&steady, 5 * 3600000u);
	atomic_store(&wall, 1700000000000u); /* November 14, 2023 */
	premises_config(&premises);
	premises.config.bot_ms = 10;
	premises_open(&premises, &visit_hooks);
	*state = &premises;
	return 0;
}

int64_t visit_count(const char *sql)
{
	return premises_count(premises.data, sql);
}

int visit_post(const char *path, const char *cookie, const char *body, char *cookie_out)
{
	struct reply reply = client_post(premises.port, path, cookie, body);
	int status = reply.status;

	if (cookie_out)
		strcpy(cookie_out, reply.cookie);
	reply_release(&reply);
	return status;
}

json_t *visit_get(const char *path, const char *cookie)
{
	struct reply reply = client_http(premises.port, "GET", path, cookie, "", "");
	json_t *json = json_loads(reply.body ? reply.body : "", 0, NULL);

	assert_int_equal(reply.status, 200);
	assert_non_null(json);
	reply_release(&reply);
	return json;
}

void visit_sign(const char *how, const char *name, char cookie[CLIENT_COOKIE_MAX])
{
	char body[256];

	snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
	assert_in_range(visit_post(how, "", body, cookie), 200, 201);
}

void visit_join(struct client *client, const char *cookie)
{
	assert_true(client_join(client, premises.port, cookie, ""));
	json_decref(client_wait(client, "hello"));
}

bool visit_is_there(struct client *client)
{
	return strcmp(client_code(client_ask(client, "ping", "{}")), "ok") == 0;
}

int visit_guest(const char *name, char *cookie)
{
	char body[128];

	snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
	return visit_post("/api/guest", "", body, cookie);
}

void visit_seat_two(struct client *a, struct client *b, char id[17])
{
	json_t *answer = client_do(a, "create", "{s:s,s:i,s:[s,s],s:b}", "game", "metro", "players", 2,
	                           "seats", "me", "open", "public", 1);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
}

json_t *visit_look(struct client *client, const char *id)
{
	json_t *table;

	json_decref(client_do(client, "watch", "{s:s}", "table", id));
	while ((table = client_wait(client, "table"))) {
		if (strcmp(text_of(table, "table"), id) == 0)
			return table;
		json_decref(table);
	}
	fail_msg("no table came");
	return NULL;
}

long visit_metric(const char *name)
{
	struct reply reply = client_http(premises.port, "GET", "/metrics", "", "", "");
	char line[64];
	const char *at;
	long n;

	snprintf(line, sizeof line, "\n%s ", name);
	at = strstr(reply.body, line);
	assert_non_null(at);
	n = strtol(at + strlen(line), NULL, 10);
	reply_release(&reply);
	return n;
}

void visit_make(struct client *client, char id[17], const char *game, const char *first,
                const char *second)
{
	json_t *answer = client_do(client, "create", "{s:s,s:i,s:[s,s],s:b}", "game", game, "players",
	                           2, "seats", first, second, "public", 1);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
}

void visit_start_two(struct client *a, struct client *b, char id[17], const char *game)
{
	visit_make(a, id, game, "me", "open");
	json_decref(client_do(b, "sit", "{s:s}", "table", id));
	json_decref(client_do(a, "start", "{s:s}", "table", id));
}

const char *visit_code(struct client *client, const char *op, const char *id)
{
	return client_code(client_ask(client, op, "{s:s}", "table", id));
}

bool visit_play_first(struct client *client, const char *id)
{
	const char *answered = client_play_first(client, id);

	if (strcmp(answered, "none") == 0)
		return false;
	assert_string_equal(answered, "ok");
	return true;
}
