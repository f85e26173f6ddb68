/* SPDX-License-Identifier: MIT
 *
 * Guests on their way in. The names of accounts are theirs alone; an address may be closed to
 * guests by the host of the server.
 */
#include "server/people/guest.h"

#include "server/queue.h"
#include "server/net/limit.h"
#include "server/people/http_job.h"
#include "server/people/name.h"
#include "server/process.h"
#include "server/store/store.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

struct entering {
	struct http_job http;
	struct person person;
	int64_t now;
	bool is_taken, is_banned;
};

static bool run_guest(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct entering *entering = (struct entering *)base;
	const struct person *person = &entering->person;
	uint64_t address = entering->http.request->address.key;
	struct store_user user = {0};
	char key[NAME_BYTES];
	bool found, taken;

	name_key(person->name, key);
	if (!ops->user_named(db, key, &user, &entering->is_taken) ||
	    !ops->ban_find(db, address, entering->now, &entering->is_banned) ||
	    !ops->user_lock(db, person->id) || !ops->user_find(db, person->id, &user, &found))
		return false;
	if (entering->is_taken || entering->is_banned)
		return true;
	if (!found)
		user = (struct store_user){.id = person->id, .created = entering->now};
	user.seen = entering->now;
	user.address = address;
	memcpy(user.name, person->name, sizeof user.name);
	return ops->user_put(db, &user, &taken);
}

static void finish_guest(struct server *server, struct task *task)
{
	struct entering *entering = (struct entering *)task;
	struct http_request *request = entering->http.request;
	struct mp_json json;

	if (entering->is_banned) {
		http_refuse(request, 403, "banned",
		            "The host of this server lets no guests in from here at present.");
	} else if (entering->is_taken) {
		http_refuse(request, 409, "name_taken", "This name is somebody's account. Choose another.");
	} else {
		session_guest_cookie(server, &entering->person, request->cookie[0]);
		json = http_json(request);
		name_write(&json, entering->person.name, false, false);
		http_send_json(request, 201, &json);
	}
	http_job_end(&entering->http);
}

void guest_enter(struct http_request *request, const char *name)
{
	struct server *server = request->server;
	struct entering *entering;

	if (request->person.is_account) {
		http_refuse(request, 409, "signed_in", "You are signed in. Sign out to be a guest.");
		return;
	}
	if (!request->person.id &&
	    !limits_take(server->limits, request->address.key, LIMIT_GUESTS, server->now)) {
		http_refuse_for_now(
			request, REFUSED_GUEST,
			limits_wait(server->limits, request->address.key, LIMIT_GUESTS, server->now),
			"Too many new guests. Wait a little.");
		return;
	}
	entering = http_job_new(request, sizeof *entering, run_guest, finish_guest);
	if (!entering)
		return;
	entering->person.id = request->person.id ? request->person.id : session_new_id(server);
	memcpy(entering->person.name, name, strlen(name) + 1);
	entering->now = (int64_t)server->wall;
	http_job_submit(&entering->http);
}
