/* SPDX-License-Identifier: MIT
 *
 * Changes of tables on their way to the disk, and the messages that wait for them.
 */
#include "host/array.h"
#include "server/log.h"
#include "server/process.h"
#include "server/tables/messages.h"
#include "server/people/rating.h"
#include "server/queue.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/net/limit.h"
#include "server/store/store.h"
#include "server/tables/job.h"
#include "server/tables/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

static bool claim_change(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct table_job *job = (struct table_job *)base;

	if (job->is_new && !ops->table_add(db, job->meta))
		return false;
	for (size_t i = 0; i < job->n_rows; i++) {
		job->rows[i].event.text = job->text + job->rows[i].text;
		if (!ops->event_put(db, &job->rows[i].event))
			return false;
	}
	return true;
}

static bool run_change(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct table_job *job = (struct table_job *)base;

	if (job->meta && !job->is_new && !ops->table_put(db, job->meta))
		return false;
	return !job->rated || rating_store(ops, db, job->rated);
}

void table_job_free(struct table_job *job)
{
	while (job->first) {
		struct parcel *parcel = job->first;

		job->first = parcel->next;
		message_drop(parcel->message);
		message_drop(parcel->asked);
		free(parcel);
	}
	free(job->rows);
	free(job->text);
	free(job->meta);
	free(job->rated);
	free(job);
}

static void deliver_parcels(struct server *server, struct table_job *job)
{
	for (struct parcel *parcel = job->first; parcel; parcel = parcel->next) {
		struct conn *conn = conn_at(server->conns, parcel->slot, parcel->generation);

		if (conn)
			conn_send(server, conn, parcel->message);
	}
}

static void finish_change(struct server *server, struct task *task)
{
	struct table_job *job = (struct table_job *)task;
	struct table *table = job->table;

	table->jobs--;
	if (table->last_job == job)
		table->last_job = NULL;
	if (job->job.lost && !table->is_doomed) {
		table_lost(server, table, job);
		return;
	}
	if (!job->job.lost)
		deliver_parcels(server, job);
	if (job->came_us)
		metrics_answered(server->metrics, server_now_us() - job->came_us);
	if (job->n_rows > 0)
		table->behind.told = job->rows[job->n_rows - 1].event.seq;
	table_job_free(job);
	if (table->is_doomed && table->jobs == 0)
		table_free(server, table);
	else if (server->is_shared)
		table_keep_up(server, table);
}

void table_begin(struct server *server, struct table *table)
{
	struct table_job *job = table->open_job;

	/* The server has one report, of the change that is being made. */
	assert(!server->tables->open || server->tables->open == table);
	if (job)
		return;
	job = calloc(1, sizeof *job);
	if (!job)
		log_out_of_memory();
	job->job.claim = claim_change;
	job->job.run = run_change;
	job->job.table = table->key;
	job->job.copy = table->behind.copy;
	job->job.task.finish = finish_change;
	job->table = table;
	job->end = &job->first;
	table->open_job = job;
	server->tables->open = table;
	report_clear(&server->show->report, NULL);
	server->show->has_listeners = server->show->has_followers = false;
	for (uint32_t i = 0; i < table->n_watchers; i++) {
		server->show->has_followers |= table->watchers[i].follows;
		server->show->has_listeners |= !table->watchers[i].follows;
	}
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
		if (table->viewing >> viewer & 1)
			report_listen(&server->show->report, viewer);
}

static void keep_row(struct table_job *job, const struct store_event *event, const char *text)
{
	size_t len = strlen(text) + 1;

	if (!array_reserve(job->rows, job->cap_rows, job->n_rows + 1, SIZE_MAX) ||
	    !array_reserve(job->text, job->text_cap, job->text_len + len, SIZE_MAX))
		log_out_of_memory();
	memcpy(job->text + job->text_len, text, len);
	job->rows[job->n_rows++] = (struct row){.event = *event, .text = job->text_len};
	job->text_len += len;
}

/* Moves, talk, take-backs and changes of seats have their caps; what is over them is the end. */
static struct event *next_event(struct table *table, enum event_kind kind)
{
	if (!array_reserve(table->events, table->cap_events, table->n_events + 1, UINT32_MAX))
		log_out_of_memory();
	table->n_of[kind]++;
	return &table->events[table->n_events++];
}

uint32_t table_seconds(const struct table *table, int64_t at)
{
	return at > table->created ? (uint32_t)((at - table->created) / 1000) : 0;
}

static uint32_t seconds_used(struct server *server, const struct table *table)
{
	return table_seconds(table, (int64_t)server->wall);
}

static void write_last(struct table *table, int viewer, bool follows, struct mp_json *json)
{
	show_event(table, &table->live.match, table->n_events, &table->events[table->n_events - 1],
	           viewer, follows, json);
}

static void write_to_listener(void *ctx, int viewer, struct mp_json *json)
{
	write_last(ctx, viewer, false, json);
}

static void write_to_follower(void *ctx, int viewer, struct mp_json *json)
{
	write_last(ctx, viewer, true, json);
}

static void write_no_report(void *ctx, int viewer, struct mp_json *json)
{
	(void)ctx, (void)viewer, (void)json;
}

/* What an event did is worked out only where somebody wants to be told. */
void table_tell(struct server *server, struct table *table, const struct mp_match *before,
                const struct mp_played *played)
{
	struct show *show = server->show;

	table->open_job->n_told++;

	report_tell(&show->report, before, played,
	            show->has_listeners ? write_to_listener : write_no_report,
	            show->has_followers ? write_to_follower : NULL, table);
}

void table_event(struct server *server, struct table *table, enum event_kind kind, int64_t who,
                 const char *text)
{
	struct event *event = next_event(table, kind);

	table_begin(server, table);
	*event = (struct event){.at = seconds_used(server, table), .kind = (uint8_t)kind, .seat = -1};
	if (kind == EVENT_UNDO) {
		event->undo = table->live.match.n_moves;
	} else {
		event->text = strdup(text);
		if (!event->text)
			log_out_of_memory();
	}
	keep_row(table->open_job,
	         &(struct store_event){.table = table->key,
	                               .seq = table->n_events,
	                               .at = (int64_t)server->wall,
	                               .kind = (uint8_t)kind,
	                               .seat = -1,
	                               .who = who},
	         text);
	table_tell(server, table, NULL, NULL);
}

/* Kept with a move is the clock of whoever makes it; below zero that of whoever is on turn, if it
 * is another, whose turn it may end. */
static int64_t clock_of_move(const struct table *table, int seat)
{
	int on_turn = table->clock.running;

	if (seat < 0)
		return 0;
	return on_turn < 0 || on_turn == seat ? table->clock.left[seat]
	                                      : -1 - table->clock.left[on_turn];
}

void table_witness(void *ctx, struct mp_match *before, int seat, mp_move move)
{
	struct server *server = ctx;
	struct table *table = server->tables->open;
	struct event *event = next_event(table, EVENT_MOVE);
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	mp_text_init(&text, buf, sizeof buf);
	before->setup->game->print(before->setup, move, &text);
	*event = (struct event){
		.at = seconds_used(server, table), .kind = EVENT_MOVE, .seat = (int8_t)seat, .move = move};
	keep_row(table->open_job,
	         &(struct store_event){.table = table->key,
	                               .seq = table->n_events,
	                               .at = (int64_t)server->wall,
	                               .kind = EVENT_MOVE,
	                               .seat = (int8_t)seat,
	                               .left = clock_of_move(table, seat)},
	         buf);
	table_tell(server, table, before, &(struct mp_played){.move = move, .seat = (int8_t)seat});
}

void table_touch(struct table *table)
{
	struct table_job *job = table->open_job;

	if (!job->meta)
		job->meta = malloc(sizeof *job->meta);
	if (!job->meta)
		log_out_of_memory();
}

/* The row as it is at commit. The options' text lives as long as the table, which outlives its
 * jobs. */
static void fill_meta(const struct table *table, struct store_table *meta)
{
	const struct mp_setup *setup = &table->shared->setup;

	*meta = (struct store_table){
		.key = table->key,
		.rules = table->old ? table->old->version : setup->game->rules_version,
		.players = setup->players,
		.options = table->old ? table->old->options : table->shared->options,
		.status = table->status,
		.is_public = table->is_public,
		.passes_on_timeout = table->passes_on_timeout,
		.bots = table->bots,
		.clock = table->clock.kind,
		.bank_ms = table->clock.bank,
		.step_ms = table->clock.step,
		.host = table->host,
		.created = table->created,
		.changed = table->changed,
	};
	memcpy(meta->id, table->id, sizeof meta->id);
	memcpy(meta->rematch, table->rematch, sizeof meta->rematch);
	strncpy(meta->game, setup->game->id, sizeof meta->game - 1);
	for (int seat = 0; seat < setup->players; seat++)
		meta->seats[seat] = table->seats[seat].kept;
}

void table_results(struct table *table, const int place[MP_SEATS])
{
	const struct mp_setup *setup = &table->shared->setup;
	struct rated_game *rated = calloc(1, sizeof *rated);
	int32_t score[MP_SEATS];

	if (!rated)
		log_out_of_memory();
	setup->game->score(setup, table->live.match.state, score);
	rated->table = table->key;
	rated->players = setup->players;
	rated->is_rated = table_is_rated(table);
	strncpy(rated->game, setup->game->id, sizeof rated->game - 1);
	for (int seat = 0; seat < setup->players; seat++) {
		const struct store_seat *kept = &table->seats[seat].kept;

		rated->user[seat] = kept->user;
		rated->place[seat] = place[seat];
		rated->score[seat] = score[seat];
	}
	free(table->open_job->rated);
	table->open_job->rated = rated;
}

static void add_parcel(struct table_job *job, struct conn *conn, struct message *message,
                       struct message *asked)
{
	struct parcel *parcel = malloc(sizeof *parcel);

	if (!parcel)
		log_out_of_memory();
	*parcel = (struct parcel){
		.message = message, .asked = asked, .slot = conn->slot, .generation = conn->generation};
	if (asked)
		asked->refs++;
	*job->end = parcel;
	job->end = &parcel->next;
}

void table_answer(struct server *server, struct table *table, struct conn *conn,
                  struct message *message, struct message *asked)
{
	struct table_job *job = table->open_job ? table->open_job : table->last_job;

	if (!message) {
		conn_close(conn); /* no memory for it: it can come back and resume where it was */
		return;
	}
	if (job) {
		add_parcel(job, conn, message, asked);
		return;
	}
	conn_send(server, conn, message);
	message_drop(message);
}

void table_send(struct server *server, struct table *table, struct conn *conn,
                struct message *message)
{
	table_answer(server, table, conn, message, NULL);
}

void table_send_all(struct server *server, struct table *table, struct message *message)
{
	for (uint32_t i = 0; message && i < table->n_watchers; i++) {
		message->refs++;
		table_send(server, table, table->watchers[i].conn, message);
	}
	message_drop(message);
}

static const struct buffer *told_to(const struct report *report, const struct watcher *watcher)
{
	const struct told *told = report->told;

	while (told->viewer != watcher->viewer)
		told++;
	return watcher->follows ? &told->effects : &told->events;
}

static bool is_too_long(const struct report *report, const struct watcher *watcher)
{
	return report->short_of_memory || told_to(report, watcher)->json.text.len >= SHOW_EVENTS_BYTES;
}

static struct message *events_message(struct server *server, struct table *table,
                                      const struct watcher *watcher)
{
	int viewer = watcher->viewer;
	struct mp_json json = show_begin(server, "events");

	mp_json_str(&json, "table", table->id);
	buffer_write(told_to(&server->show->report, watcher), "events", &json);
	show_now(server, table, viewer, "now", &json);
	if (watcher->follows && table->n_events / SHOW_DIGEST_EACH !=
	                            (table->n_events - table->open_job->n_told) / SHOW_DIGEST_EACH)
		show_digest(table, viewer, &json);
	return show_end(&json);
}

/* A viewer whose events do not fit (dozens of moves at once) gets the whole table instead, which
 * says to the host that he is: so his is his own. */
static void tell_watchers(struct server *server, struct table *table)
{
	struct message *message[2][MP_PUBLIC + 1] = {0}, *for_host[2] = {0};

	for (uint32_t i = 0; i < table->n_watchers; i++) {
		const struct watcher *watcher = &table->watchers[i];
		struct conn *conn = watcher->conn;
		int viewer = watcher->viewer;
		bool follows = watcher->follows;
		bool is_whole = is_too_long(&server->show->report, watcher);
		bool is_host = is_whole && conn->person.id && conn->person.id == table->host;
		struct message **mine = is_host ? &for_host[follows] : &message[follows][viewer];

		if (!*mine)
			*mine = is_whole ? show_table(server, table, &conn->person, viewer, follows)
			                 : events_message(server, table, watcher);
		if (*mine) {
			(*mine)->refs++;
			table_send(server, table, conn, *mine);
		}
	}
	for (int follows = 0; follows < 2; follows++) {
		for (int viewer = 0; viewer <= MP_PUBLIC; viewer++)
			message_drop(message[follows][viewer]);
		message_drop(for_host[follows]);
	}
}

void table_echo(struct server *server, struct table *table)
{
	table_begin(server, table);
	table->open_job->is_echo = true;
}

void table_timed(struct table *table, uint64_t came_us)
{
	if (table->last_job)
		table->last_job->came_us = came_us;
}

/* What a change adds to the data file, about: rows with their keys, the options of a new table. It
 * is charged to whoever asked for it; what bots do, to the host of their table. */
static void charge_clock(struct server *server, struct table *table, const struct table_job *job)
{
	enum { ROW_BYTES = 40, SEAT_BYTES = 60 };
	const struct conn *payer = server->tables->payer;
	size_t bytes = job->text_len + job->n_rows * ROW_BYTES;

	if (job->meta && !table->is_stored) {
		bytes += strlen(table->shared->options) + ROW_BYTES +
		         (size_t)table->shared->setup.players * SEAT_BYTES;
		table->is_stored = true;
	}
	limits_charge(server->limits, payer ? person_account(&payer->person) : (uint64_t)table->host,
	              LIMIT_BYTES, (double)bytes, server->now);
	if (payer)
		limits_charge(server->limits, payer->address.key, LIMIT_ADDRESS_BYTES, (double)bytes,
		              server->now);
}

void table_commit(struct server *server, struct table *table)
{
	struct table_job *job = table->open_job;

	if (!job)
		return;
	table->changed = (int64_t)server->wall;
	table->touched = server->now;
	if (job->meta)
		fill_meta(table, job->meta);
	if (job->n_told > 0)
		tell_watchers(server, table);
	table->open_job = NULL;
	server->tables->open = NULL;
	if (job->is_echo) {
		deliver_parcels(server, job);
		table_job_free(job);
		return;
	}
	job->is_new = job->meta && !table->is_stored;
	charge_clock(server, table, job);
	table->last_job = job;
	table->jobs++;
	store_submit(server->store, &job->job);
}
