/* SPDX-License-Identifier: MIT
 *
 * Forgetting a person takes two rounds. The first ends the person's connections and games, then
 * drops the person from the disk, after which no new connection can be that person. What was under
 * way before that has been delivered when the first round has; the second takes it away, and
 * nothing more can come.
 */
#include "server/people/leave.h"

#include "server/queue.h"
#include "server/net/conn.h"
#include "server/people/vacation.h"
#include "server/nodes/node.h"
#include "server/process.h"
#include "server/store/store.h"
#include "server/tables/lobby.h"
#include "server/tables/messages.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

struct rewrite {
	struct rewrite *next;
	int64_t table;
	uint32_t seq;
	char text[]; /* as it now is */
};

struct leaving {
	struct store_job job;
	int64_t person, at;
	int round;
	struct rewrite *first, **end;
	size_t events;
	bool out_of_memory;
	void (*then)(struct server *, void *ticket, size_t events);
	void *ticket;
};

static void drop_rewrites(struct leaving *leaving)
{
	while (leaving->first) {
		struct rewrite *rewrite = leaving->first;

		leaving->first = rewrite->next;
		free(rewrite);
	}
	leaving->end = &leaving->first;
}

static void note_event(void *ctx, const struct store_event *event)
{
	struct leaving *leaving = ctx;
	size_t len = strlen(event->text) + 1;
	struct rewrite *rewrite = malloc(sizeof *rewrite + len);

	if (!rewrite) {
		leaving->out_of_memory = true;
		return;
	}
	*rewrite = (struct rewrite){.table = event->table, .seq = event->seq};
	memcpy(rewrite->text, event->text, len);
	*leaving->end = rewrite;
	leaving->end = &rewrite->next;
}

/* Fails rather than leave in memory what is gone from the disk. */
static bool run_leave(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct leaving *leaving = (struct leaving *)base;

	drop_rewrites(leaving);
	if (!ops->user_drop(db, leaving->person, leaving->at, note_event, leaving) ||
	    leaving->out_of_memory)
		return false;
	for (const struct rewrite *each = leaving->first; each; each = each->next)
		if (!node_ring(ops, db, NODE_REWRITTEN, each->table, 0))
			return false;
	return ops->ring(db, BELL_USER, leaving->person, 0);
}

static void rewrite_event(struct server *server, struct table *table, uint32_t seq,
                          const char *text)
{
	struct event *event = seq >= 1 && seq <= table->n_events ? &table->events[seq - 1] : NULL;
	char *copy =
		event && event->kind != EVENT_MOVE && event->kind != EVENT_UNDO ? strdup(text) : NULL;
	struct mp_json json;

	if (!copy)
		return;
	free(event->text);
	event->text = copy;
	if (event->kind != EVENT_CHAT)
		return;
	json = show_begin(server, "removed");
	mp_json_str(&json, "table", table->id);
	mp_json_int(&json, "seq", seq);
	table_send_all(server, table, show_end(&json));
}

void leave_rewrite(struct server *server, const struct store_event *event)
{
	struct table *table = table_by_key(server->tables, event->table);

	if (table)
		rewrite_event(server, table, event->seq, event->text);
}

/* They come in the order of tables. */
static void rewrite_all(struct server *server, struct leaving *leaving)
{
	int64_t key = 0;
	struct table *table = NULL;

	for (const struct rewrite *each = leaving->first; each; each = each->next) {
		if (each->table != key) {
			key = each->table;
			table = table_by_key(server->tables, key);
		}
		if (table)
			rewrite_event(server, table, each->seq, each->text);
		leaving->events++;
	}
}

/* Before the first move of a game nobody has lost anything yet; later it is as if resigned. */
static void give_up_seat(struct server *server, struct table *table, const struct person *person)
{
	struct refusal refusal;

	if (table_seat_of(table, person->id) < 0)
		return;
	if (table->status == TABLE_OPEN)
		table_stand(server, table, person, &refusal);
	else if (table->status == TABLE_PLAYING)
		table_resign(server, table, person, &refusal);
}

/* And so do the person's programs. */
static void give_up_all(struct server *server, struct table *table, const struct person *person)
{
	give_up_seat(server, table, person);
	for (int i = 0; i < table->shared->setup.players; i++)
		if (table->seats[i].kept.bot_of == person->id)
			give_up_seat(server, table, &(struct person){.id = table->seats[i].kept.user});
}

static void forget_at(struct server *server, struct table *table, int64_t person)
{
	bool sat = false;

	if (table->host == person)
		table->host = 0;
	for (int i = 0; i < table->shared->setup.players; i++) {
		struct store_seat *seat = &table->seats[i].kept;

		if (table->seats[i].kept_for == person)
			table->seats[i].kept_for = 0;
		if (seat->user != person && seat->bot_of != person)
			continue;
		/* In a game among accounts the others are rated all the same. */
		seat->is_account = seat->is_account && !seat->bot_of;
		seat->user = 0;
		seat->bot_of = 0;
		memset(seat->name, 0, sizeof seat->name);
		sat = true;
	}
	if (!sat)
		return;
	table_refresh_viewers(server, table);
	lobby_touch(server, table);
	table_send_all(server, table, show_presence(server, table));
}

static void forget_in_memory(struct server *server, int64_t person)
{
	for (struct table *table = server->tables->first; table; table = table->next)
		forget_at(server, table, person);
	vacation_forget(server->vacations, person);
	conns_end(server->conns, person, NULL, NULL);
	conns_end_bots(server->conns, person);
}

static void finish_leave(struct server *server, struct task *task)
{
	struct leaving *leaving = (struct leaving *)task;

	forget_in_memory(server, leaving->person);
	rewrite_all(server, leaving);
	if (leaving->round++ == 0 && !server->stopping) {
		store_submit(server->store, &leaving->job);
		return;
	}
	leaving->then(server, leaving->ticket, leaving->events);
	drop_rewrites(leaving);
	free(leaving);
}

void leave_forget(struct server *server, int64_t id,
                  void (*then)(struct server *, void *ticket, size_t events), void *ticket)
{
	struct leaving *leaving = calloc(1, sizeof *leaving);
	const struct person person = {.id = id};

	if (!leaving)
		abort(); /* nothing is lost: what was acknowledged is on the disk */
	*leaving = (struct leaving){.person = id,
	                            .at = (int64_t)server->wall,
	                            .end = &leaving->first,
	                            .then = then,
	                            .ticket = ticket};
	leaving->job.run = run_leave;
	leaving->job.task.finish = finish_leave;
	for (struct table *table = server->tables->first; table; table = table->next)
		give_up_all(server, table, &person);
	forget_in_memory(server, id);
	store_submit(server->store, &leaving->job);
}
