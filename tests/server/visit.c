/* SPDX-License-Identifier: MIT
 *
 * Visits to the server of a group of tests.
 */
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct house house;

int visit_open(void **state)
{
	house_config(&house);
	house_open(&house, NULL);
	*state = &house;
	return 0;
}

int visit_post(const char *path, const char *cookie, const char *body, char *cookie_out)
{
	struct reply reply = client_post(house.port, path, cookie, body);
	int status = reply.status;

	if (cookie_out)
		strcpy(cookie_out, reply.cookie);
	reply_release(&reply);
	return status;
}

json_t *visit_get(const char *path, const char *cookie)
{
	struct reply reply = client_http(house.port, "GET", path, cookie, "", "");
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
	assert_true(client_join(client, house.port, cookie, ""));
	json_decref(client_wait(client, "hello"));
}

bool visit_is_there(struct client *client)
{
	return strcmp(client_code(client_ask(client, "ping", "{}")), "ok") == 0;
}
