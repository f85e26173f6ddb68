/* SPDX-License-Identifier: MIT
 *
 * Connections whose session, account or token has ended. Other nodes tell at once; when they could
 * not, everyone who is connected is looked up.
 */
#include "server/net/conn.h"
#include "server/nodes/node.h"
#include "server/process.h"
#include "server/queue.h"

#include <stdlib.h>
#include <string.h>

struct visitor {
	uint32_t slot, generation;
	int64_t person, bot_of;
	bool is_account, has_session, is_out;
	uint8_t session[SECRET_BYTES]; /* or the hash of the token */
};

struct checking {
	struct store_job job;
	size_t n;
	struct visitor visitors[];
};

/* A guest is not written down at once, and may come in all the same. */
static bool check_person(const struct store_ops *ops, void *db, struct visitor *visitor)
{
	struct store_user user;
	bool found, gone = false;

	if (!ops->user_find(db, visitor->person, &user, &found) ||
	    (!found && !ops->user_gone(db, visitor->person, &gone)))
		return false;
	visitor->is_out |= gone || (found && user.is_banned) || (!found && visitor->is_account);
	if (found && visitor->bot_of)
		visitor->is_out |=
			!user.has_token || memcmp(user.token, visitor->session, SECRET_BYTES) != 0;
	return true;
}

static bool run_checking(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct checking *checking = (struct checking *)base;

	for (size_t i = 0; i < checking->n; i++) {
		struct visitor *visitor = &checking->visitors[i];
		struct store_session session;
		bool found = true;

		visitor->is_out = false;
		if (visitor->has_session && !ops->session_find(db, visitor->session, &session, &found))
			return false;
		visitor->is_out = !found;
		if (!check_person(ops, db, visitor))
			return false;
		if (visitor->bot_of && !visitor->is_out) {
			struct visitor owner = {.person = visitor->bot_of, .is_account = true};

			if (!check_person(ops, db, &owner))
				return false;
			visitor->is_out = owner.is_out;
		}
	}
	return true;
}

static void finish_checking(struct server *server, struct task *task)
{
	struct checking *checking = (struct checking *)task;

	for (size_t i = 0; i < checking->n; i++) {
		const struct visitor *visitor = &checking->visitors[i];
		struct conn *conn = conn_at(server->conns, visitor->slot, visitor->generation);

		if (conn && visitor->is_out && conn->person.id == visitor->person)
			conn_close(conn);
	}
	free(checking);
}

void node_check_sessions(struct server *server, int64_t person)
{
	const struct conns *conns = server->conns;
	struct checking *checking = calloc(1, sizeof *checking + conns->n * sizeof *checking->visitors);

	if (!checking)
		return;
	for (uint32_t i = 0; i < conns->cap; i++) {
		const struct conn *conn = conns->slot[i];
		struct visitor *visitor = &checking->visitors[checking->n];

		if (!conn || !conn->person.id ||
		    (person && conn->person.id != person && conn->person.bot_of != person))
			continue;
		*visitor = (struct visitor){.slot = conn->slot,
		                            .generation = conn->generation,
		                            .person = conn->person.id,
		                            .bot_of = conn->person.bot_of,
		                            .is_account = conn->person.is_account,
		                            .has_session = conn->has_session};
		memcpy(visitor->session, conn->session, sizeof visitor->session);
		checking->n++;
	}
	checking->job.run = run_checking;
	checking->job.only_reads = true;
	checking->job.task.finish = finish_checking;
	if (checking->n > 0)
		store_submit(server->store, &checking->job);
	else
		free(checking);
}
