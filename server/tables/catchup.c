/* SPDX-License-Identifier: MIT
 *
 * Several nodes write to one log, and the log is the truth: a table in memory is a copy of it. What
 * a copy lacks is read and replayed, and those who watch are told as if it had happened here. Two
 * ways lead here: another node has told of an event (the bell), or a change of this node came too
 * late (it is lost, and the copy with it: it is read from the start). Requests that came meanwhile,
 * and those whose change was lost, are asked again afterwards: what still makes sense is done, and
 * what does not is refused as it would have been.
 *
 * Nothing is read while changes of the copy are under way: they decide first whether it is lost.
 */
#include "host/array.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/protocol.h"
#include "server/nodes/duties.h"
#include "server/process.h"
#include "server/tables/image.h"
#include "server/tables/job.h"
#include "server/tables/lobby.h"
#include "server/tables/messages.h"
#include "server/tables/replay.h"
#include "server/tables/table.h"

#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

struct waiting_request {
	struct waiting_request *next;
	struct message *asked;
	uint32_t slot, generation;
	/* or, without a message: */
	void (*then)(struct server *, struct table *, uint64_t ticket);
	uint64_t ticket;
};

struct reading {
	struct store_job job;
	struct table *table;
	int64_t key;
	uint32_t since;
	bool is_whole, wants_row, has_row;
	struct images images;
};

bool table_is_current(const struct table *table)
{
	const struct behind *behind = &table->behind;

	return !behind->is_in_doubt && !behind->is_lost && !behind->is_rewritten &&
	       !behind->is_row_old && !behind->is_reading && behind->heard <= table->n_events;
}

static void append_waiting(struct table *table, struct waiting_request what)
{
	struct waiting_request *waiting = malloc(sizeof *waiting), **at = &table->behind.first;

	if (!waiting)
		log_out_of_memory();
	*waiting = what;
	while (*at)
		at = &(*at)->next;
	*at = waiting;
}

static void add_waiting(struct table *table, uint32_t slot, uint32_t generation,
                        struct message *asked)
{
	append_waiting(
		table, (struct waiting_request){.asked = asked, .slot = slot, .generation = generation});
	asked->refs++;
}

void table_wait(struct server *server, struct table *table, struct conn *conn,
                struct message *asked)
{
	add_waiting(table, conn->slot, conn->generation, asked);
	table_catch_up(server, table);
}

void table_when_current(struct server *server, struct table *table,
                        void (*then)(struct server *, struct table *, uint64_t ticket),
                        uint64_t ticket)
{
	append_waiting(table, (struct waiting_request){.then = then, .ticket = ticket});
	table_catch_up(server, table);
}

void table_drop_waiting(struct server *server, struct table *table)
{
	while (table->behind.first) {
		struct waiting_request *waiting = table->behind.first;

		table->behind.first = waiting->next;
		if (waiting->then)
			waiting->then(server, NULL, waiting->ticket);
		else
			message_drop(waiting->asked);
		free(waiting);
	}
	while (table->behind.lost) {
		struct table_job *job = table->behind.lost;

		table->behind.lost = job->next_lost;
		table_job_free(job);
	}
}

static void ask_one_again(struct server *server, struct table *table,
                          const struct waiting_request *waiting)
{
	struct conn *conn;

	if (waiting->then) {
		waiting->then(server, table, waiting->ticket);
		return;
	}
	conn = conn_at(server->conns, waiting->slot, waiting->generation);
	if (conn)
		protocol_again(server, conn, waiting->asked);
	message_drop(waiting->asked);
}

/* The table may be gone afterwards. */
static void ask_again(struct server *server, struct table *table)
{
	struct waiting_request *waiting = table->behind.first;
	int64_t key = table->is_doomed ? 0 : table->key;

	table->behind.first = NULL;
	while (waiting) {
		struct waiting_request *next = waiting->next;

		ask_one_again(server, key ? table_by_key(server->tables, key) : NULL, waiting);
		free(waiting);
		waiting = next;
	}
}

void table_lost(struct server *server, struct table *table, struct table_job *job)
{
	struct table_job **at = &table->behind.lost;

	while (*at)
		at = &(*at)->next_lost;
	job->next_lost = NULL;
	*at = job;
	table->behind.is_lost = true;
	server->metrics->changes_lost++;
	table_stop_bots(server, table);
	table_catch_up(server, table);
}

/* Is what was lost in the log all the same? Then the answer to the commit was, and it counts. */
static bool is_in_log(const struct table_job *job, const struct image *image)
{
	for (size_t i = 0; i < job->n_rows; i++) {
		const struct store_event *mine = &job->rows[i].event, *there;

		if (mine->seq > image->n)
			return false;
		there = &image->events[mine->seq - 1];
		if (mine->at != there->at || mine->kind != there->kind || mine->seat != there->seat ||
		    mine->who != there->who || mine->left != there->left ||
		    strcmp(job->text + job->rows[i].text, there->text) != 0)
			return false;
	}
	return job->n_rows > 0;
}

/* Whoever was to be told that it is done is told so, or asked again. */
static void settle_lost(struct server *server, struct table *table, const struct image *image)
{
	while (table->behind.lost) {
		struct table_job *job = table->behind.lost;
		bool is_kept = is_in_log(job, image);

		table->behind.lost = job->next_lost;
		for (struct parcel *parcel = job->first; parcel; parcel = parcel->next) {
			struct conn *conn = conn_at(server->conns, parcel->slot, parcel->generation);

			if (!conn || !parcel->asked)
				continue;
			if (is_kept)
				conn_send(server, conn, parcel->message);
			else
				add_waiting(table, parcel->slot, parcel->generation, parcel->asked);
		}
		table_job_free(job);
	}
}

/* Nothing of what was played is left; who sits here and who watches is. */
static void empty_table(struct server *server, struct table *table)
{
	table_stop_bots(server, table);
	for (uint32_t i = 0; i < table->n_events; i++)
		if (table->events[i].kind != EVENT_UNDO &&
		    (table->old || table->events[i].kind != EVENT_MOVE))
			free(table->events[i].text);
	table->n_events = 0;
	memset(table->n_of, 0, sizeof table->n_of);
	live_release(&table->live);
	table->live = (struct live){0};
	for (int seat = 0; seat < MP_SEATS; seat++) {
		table->seats[seat].offers = 0;
		table->seats[seat].deal = 0;
	}
	table->turn_no = 0;
	table->stand_in = table->on_vacation = table->actors = 0;
	table->undo_by = table->pause_by = -1;
	table->is_paused = false;
	replay_status(server, table, TABLE_OPEN);
	table->behind.copy = ++server->tables->copies;
}

/* Everyone gets what they have not been told yet. */
static void tell_missed(struct server *server, struct table *table)
{
	for (uint32_t i = 0; i < table->n_watchers; i++) {
		const struct watcher *watcher = &table->watchers[i];
		struct message *message = show_missed(server, table, watcher->viewer, watcher->follows,
		                                      table->behind.told, false);

		if (!message)
			message = show_table(server, table, &watcher->conn->person, watcher->viewer,
			                     watcher->follows);
		table_send(server, table, watcher->conn, message);
	}
}

/* What follows from events of others, as table_go_on is for those of here. */
static void go_on(struct server *server, struct table *table)
{
	table_refresh_viewers(server, table);
	table_hold(server, table);
	table->touched = server->now;
	table->waits_until = server->now + TABLE_DEAL_WAIT_MS;
	if (table->status == TABLE_PLAYING && table->shared->setup.game->actors)
		table->actors = (uint8_t)table->shared->setup.game->actors(&table->shared->setup,
		                                                           table->live.match.state);
	if (table->status >= TABLE_OVER) {
		array_trim(table->events, table->cap_events, table->n_events);
		live_trim(&table->live);
	}
	lobby_touch(server, table);
	table_tell_presence(server, table);
}

/* Words were taken out of some lines; whoever shows them is told of all. */
static void tell_removed(struct server *server, struct table *table)
{
	for (uint32_t i = 0; i < table->n_events; i++) {
		struct mp_json json;

		if (table->events[i].kind != EVENT_CHAT ||
		    !strstr(table->events[i].text, "\"removed\":true"))
			continue;
		json = show_begin(server, "removed");
		mp_json_str(&json, "table", table->id);
		mp_json_int(&json, "seq", i + 1);
		table_send_all(server, table, show_end(&json));
	}
}

static bool read_whole(struct server *server, struct table *table, const struct image *image)
{
	bool is_rewritten = table->behind.is_rewritten;

	settle_lost(server, table, image);
	empty_table(server, table);
	if (!table_fill(server, table, image))
		return false;
	table->behind.is_lost = table->behind.is_rewritten = false;
	table->behind.is_in_doubt = false;
	if (is_rewritten)
		tell_removed(server, table);
	if (table->behind.told > table->n_events)
		table->behind.told = table->n_events;
	tell_missed(server, table);
	go_on(server, table);
	return true;
}

static uint32_t count_play(const struct table *table)
{
	return table->n_of[EVENT_MOVE] + table->n_of[EVENT_UNDO] + table->n_of[EVENT_START] +
	       table->n_of[EVENT_END];
}

static int turn_of(struct table *table)
{
	return table->status == TABLE_PLAYING && table->live.match.state
	           ? mp_match_turn(&table->live.match)
	           : -1;
}

/* The usual case: a few events more. */
static bool read_more(struct server *server, struct table *table, const struct image *image,
                      bool has_row)
{
	uint32_t played = count_play(table);
	int turn = turn_of(table), undo_by = table->undo_by, pause_by = table->pause_by;
	bool good;

	table_echo(server, table);
	replay_begin(server, table);
	if (has_row)
		replay_seats(table, &image->table);
	good = replay_events(server, table, image->events, image->n);
	replay_end(server, table);
	if (count_play(table) != played) {
		table->version++;
		table_stop_bots(server, table);
	}
	if (image->n > 0)
		table->changed = image->events[image->n - 1].at;
	if (turn_of(table) >= 0 && turn_of(table) != turn)
		table_tell_turn(server, table, turn_of(table));
	table_commit(server, table);
	table->behind.told = table->n_events;
	if (has_row || undo_by != table->undo_by || pause_by != table->pause_by) {
		go_on(server, table);
	} else {
		table_hold(server, table);
		table->touched = server->now;
		table->waits_until = server->now + TABLE_DEAL_WAIT_MS;
	}
	return good;
}

/* It was deleted. */
static void take_out(struct server *server, struct table *table)
{
	table->is_doomed = true;
	ask_again(server, table); /* who learn that there is no such table */
	if (table->jobs == 0)
		table_free(server, table);
}

static bool run_reading(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;

	return images_read_table(&reading->images, ops, db, reading->key, reading->since,
	                         reading->is_whole || reading->wants_row, &reading->has_row) ||
	       reading->images.out_of_memory;
}

/* False if what was read is of no use. */
static bool take_reading(struct server *server, struct reading *reading)
{
	struct table *table = reading->table;
	const struct image *image = reading->images.first;

	if (table->jobs > 0 || server->tables->open || reading->images.out_of_memory)
		return false; /* it was changed here meanwhile */
	if (reading->is_whole)
		return read_whole(server, table, image);
	if (table->n_events != reading->since || table->behind.is_lost)
		return false;
	table->behind.is_in_doubt = false;
	return read_more(server, table, image, reading->has_row);
}

enum { TRIES_MAX = 8 };

static void finish_reading(struct server *server, struct task *task)
{
	struct reading *reading = (struct reading *)task;
	struct table *table = reading->table;
	bool good;

	table->jobs--;
	table->behind.is_reading = false;
	if (table->is_doomed) {
		if (table->jobs == 0)
			table_free(server, table);
	} else if (!reading->images.first && !reading->images.out_of_memory) {
		take_out(server, table);
	} else {
		good = take_reading(server, reading);
		table->behind.is_row_old |= !good && reading->wants_row;
		if (good)
			table->behind.tries = 0;
		else if (++table->behind.tries > 2)
			table->behind.is_lost = true; /* from the start */
		if (table->behind.tries > TRIES_MAX) {
			log_event(LOG_ERROR, "table_not_replayed", "table", table->id, NULL);
			table->behind.tries = 0;
		} else if (!good) {
			table->behind.is_in_doubt = true;
		}
		if (table_is_current(table)) {
			ask_again(server, table);
			table_ask_bots(server, table);
		} else {
			table_catch_up(server, table);
		}
	}
	images_clear(&reading->images);
	free(reading);
}

void table_catch_up(struct server *server, struct table *table)
{
	struct behind *behind = &table->behind;
	struct reading *reading;

	if (behind->is_reading || table->jobs > 0 || table->is_doomed)
		return; /* it is asked for again when they are done */
	reading = calloc(1, sizeof *reading);
	if (!reading)
		return;
	reading->table = table;
	reading->key = table->key;
	reading->is_whole = behind->is_lost || behind->is_rewritten;
	reading->wants_row = behind->is_row_old;
	reading->since = reading->is_whole ? 0 : table->n_events;
	reading->job.run = run_reading;
	reading->job.only_reads = true;
	reading->job.task.finish = finish_reading;
	behind->is_reading = true;
	behind->is_row_old = false;
	table->jobs++;
	store_submit(server->store, &reading->job);
}

/* In a game without a clock and without bots nothing comes due; whoever changes that, by sitting
 * down, changes the row. */
static bool comes_due(const struct table *table)
{
	bool is_due = table->status == TABLE_OPEN;

	if (table->status == TABLE_PLAYING) {
		is_due = table->clock.kind != CLOCK_NONE;
		for (int seat = 0; seat < MP_SEATS; seat++)
			is_due |= table_is_bot(table, seat);
	}
	return is_due;
}

void table_keep_up(struct server *server, struct table *table)
{
	if (!table_is_current(table) &&
	    (table->behind.is_lost || table->behind.is_row_old || table->behind.first ||
	     table->n_watchers > 0 || (comes_due(table) && duties_has(server, table->key))))
		table_catch_up(server, table);
}

void table_row_changed(struct server *server, struct table *table)
{
	table->behind.is_row_old = true;
	table_keep_up(server, table);
}

void table_heard(struct server *server, struct table *table, uint32_t seq)
{
	if (seq == 0)
		table->behind.is_in_doubt = true;
	else if (seq > table->behind.heard)
		table->behind.heard = seq;
	table_keep_up(server, table);
}
