/* SPDX-License-Identifier: MIT
 *
 * Tables back from the disk: all that are unfinished at the start, finished ones when somebody
 * wants to see them. A table is replayed through the same door as any move.
 */
#include "host/array.h"
#include "server/log.h"
#include "server/notify/notify.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"
#include "server/tables/lobby.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table as it was stored, copied out of the database. */
struct image {
	struct image *next;
	struct store_table table;
	char *options;
	struct store_event *events;
	size_t n, cap;
	bool out_of_memory;
};

static void free_image(struct image *image)
{
	for (size_t i = 0; i < image->n; i++)
		free((char *)image->events[i].text);
	free(image->events);
	free(image->options);
	free(image);
}

static void copy_event(void *ctx, const struct store_event *event)
{
	struct image *image = ctx;

	if (!array_reserve(image->events, image->cap, image->n + 1, SIZE_MAX)) {
		image->out_of_memory = true;
		return;
	}
	image->events[image->n] = *event;
	image->events[image->n].text = strdup(event->text ? event->text : "");
	if (image->events[image->n].text)
		image->n++;
	else
		image->out_of_memory = true;
}

struct images {
	struct image *first;
	bool out_of_memory;
};

static void copy_table(void *ctx, const struct store_table *table)
{
	struct images *images = ctx;
	struct image *image = calloc(1, sizeof *image);

	if (image)
		image->options = strdup(table->options ? table->options : "{}");
	if (!image || !image->options) {
		free(image);
		images->out_of_memory = true;
		return;
	}
	image->table = *table;
	image->next = images->first;
	images->first = image;
}

static void free_images(struct images *images)
{
	while (images->first) {
		struct image *image = images->first;

		images->first = image->next;
		free_image(image);
	}
	images->out_of_memory = false;
}

static bool read_events(const struct store_ops *ops, void *db, struct images *images)
{
	for (struct image *image = images->first; image; image = image->next) {
		if (!ops->events_of(db, image->table.key, copy_event, image))
			return false;
		if (image->out_of_memory)
			images->out_of_memory = true;
	}
	return !images->out_of_memory;
}

static bool replay_move(struct table *table, const struct store_event *event, struct event *out)
{
	struct mp_match *match = &table->live.match;
	struct mp_fault fault;
	int turn = match->state ? mp_match_turn(match) : MP_OVER;

	if (!match->state || live_play(&table->live, event->seat, event->text, &fault))
		return false;
	out->move = match->moves[match->n_moves - 1].move;
	if (event->seat < 0)
		return true;
	table_count_move(table, event->seat, turn, out->move, event->seq);
	if (table->clock.kind == CLOCK_NONE || turn < 0)
		return true;
	if (event->seat == turn)
		table->clock.left[turn] = event->left;
	else if (event->left < 0)
		table->clock.left[turn] = -1 - event->left;
	table->clock.running = (int8_t)turn;
	if (mp_match_turn(match) != turn) { /* whoever ended it */
		clock_passed(&table->clock);
		table->stand_in &= (uint8_t) ~(1u << turn);
	}
	clock_halt(&table->clock);
	return true;
}

static bool replay_undo(struct server *server, struct table *table, size_t n)
{
	size_t before = table->live.match.n_moves;

	if (!table->live.match.state || n > before)
		return false;
	mp_match_rewind(&table->live.match, n);
	table_clocks_back(server, table, before);
	table_deals_back(table);
	table->turn_no++;
	table->stand_in = 0;
	return true;
}

/* Whose time had run out is out of time still: the bot has yet to move. Otherwise whoever is on
 * turn has what was left when the server stopped. */
static void replay_note(struct table *table, const char *text)
{
	int turn = table->live.match.state ? mp_match_turn(&table->live.match) : -1;
	const char *left = strstr(text, "\"left\":");

	if (turn < 0)
		return;
	if (strstr(text, "\"what\":\"timeout\"")) {
		table->clock.left[turn] = 0;
		table->stand_in |= (uint8_t)(1u << turn);
	} else if (left && strstr(text, "\"what\":\"restarting\"")) {
		table->clock.left[turn] = strtoll(left + strlen("\"left\":"), NULL, 10);
	}
}

/* Under old rules what was played is kept as it was written, and means nothing more. */
static bool replay_event(struct server *server, struct table *table,
                         const struct store_event *event)
{
	struct event *out = &table->events[table->n_events];
	bool is_text = event->kind != EVENT_UNDO && (table->old || event->kind != EVENT_MOVE);

	*out = (struct event){
		.at = table_seconds(table, event->at), .kind = event->kind, .seat = event->seat};
	if (event->kind >= EVENTS || event->seq != table->n_events + 1)
		return false;
	if (is_text && !(out->text = strdup(event->text)))
		return false;
	if (event->kind == EVENT_UNDO)
		out->undo = strtoul(event->text, NULL, 10);
	table->n_events++;
	table->n_of[event->kind]++;
	if (table->old)
		return true;
	if (event->kind == EVENT_NOTE)
		replay_note(table, out->text);
	if (event->kind == EVENT_PAUSE)
		table->is_paused = strstr(out->text, "\"paused\":true") != NULL;
	if (event->kind == EVENT_START)
		return !table->live.match.state && table_set_match(server, table);
	if (event->kind == EVENT_UNDO)
		return replay_undo(server, table, out->undo);
	return event->kind != EVENT_MOVE || replay_move(table, event, out);
}

static void restore_fields(struct server *server, struct table *table,
                           const struct store_table *kept)
{
	table->key = kept->key;
	table->created = kept->created;
	table->changed = kept->changed;
	table->touched = server->now;
	table->status = (uint8_t)kept->status;
	table->host = kept->host;
	table->is_stored = true;
	table->is_public = kept->is_public;
	table->passes_on_timeout = kept->passes_on_timeout;
	table->bots = (uint8_t)kept->bots;
	memcpy(table->rematch, kept->rematch, sizeof table->rematch);
	clock_init(&table->clock, (enum clock_kind)kept->clock, kept->bank_ms, kept->step_ms);
	for (int seat = 0; seat < MP_SEATS; seat++) {
		table->seats[seat].kept = kept->seats[seat];
		table->seats[seat].away_since = server->now;
	}
	if (table->status == TABLE_PLAYING)
		server->tables->n_playing++;
}

/* Nobody pays for the time in which the server was not there. */
static void resume_play(struct server *server, struct table *table)
{
	table_attach(server, table);
	table->version = 1;
	if (mp_match_turn(&table->live.match) >= 0)
		clock_run(&table->clock, mp_match_turn(&table->live.match), server->now);
}

static struct shared_setup *setup_of(struct server *server, const struct image *image,
                                     const char *options_text)
{
	json_t *options = options_text ? json_loads(options_text, 0, NULL) : NULL;
	struct mp_fault fault = {0};
	struct shared_setup *shared =
		setups_get(server->setups, image->table.game, image->table.players, options, &fault);

	json_decref(options);
	return shared;
}

static bool mark_old(struct table *table, const struct image *image)
{
	table->old = calloc(1, sizeof *table->old);
	if (!table->old)
		return false;
	table->old->version = image->table.rules;
	table->old->options = strdup(image->options);
	return table->old->options != NULL;
}

/* The rules may have changed since, and with them the options and what a move means. */
static struct table *table_from_image(struct server *server, const struct image *image)
{
	const struct mp_game *game = mp_game_find(image->table.game);
	bool is_old = game && game->rules_version != image->table.rules;
	struct shared_setup *shared = game ? setup_of(server, image, image->options) : NULL;
	struct table *table;
	bool good;

	if (!shared && is_old)
		shared = setup_of(server, image, NULL);
	table = shared ? table_new(server, shared, image->table.id) : NULL;
	good = table != NULL;
	if (good) {
		restore_fields(server, table, &image->table);
		good = array_reserve(table->events, table->cap_events, image->n, SIZE_MAX) &&
		       (!is_old || mark_old(table, image));
	}
	for (size_t i = 0; good && i < image->n; i++)
		good = replay_event(server, table, &image->events[i]);
	if (good) {
		if (table->status == TABLE_PLAYING && table->live.match.state)
			resume_play(server, table);
		return table;
	}
	log_event(LOG_ERROR, "table_not_replayed", "table", image->table.id, NULL);
	if (table)
		table_free(server, table);
	return NULL;
}

void tables_resume(struct server *server)
{
	for (struct table *table = server->tables->first; table; table = table->next) {
		if (table->old)
			table_close(server, table, "rules_changed");
		else
			table_ask_bots(server, table);
	}
}

bool tables_load(struct server *server, char *why, size_t cap)
{
	const struct store_ops *ops = server->store->ops;
	void *db = server->store->db;
	struct images images = {0};
	char error[200];
	uint8_t push_secret[SECRET_BYTES];
	bool good = ops->begin(db, false) && ops->last_table(db, &server->tables->last_key) &&
	            ops->secret(db, "cookie", server->cookie_key) &&
	            ops->secret(db, "vapid", push_secret) &&
	            ops->tables_live(db, copy_table, &images) && read_events(ops, db, &images) &&
	            vacations_load(server->vacations, ops, db, (int64_t)server->wall) &&
	            ops->commit(db) && notify_init(server->notify, push_secret);

	if (!good) {
		ops->failed(db, error, sizeof error);
		snprintf(why, cap, "Cannot read the data file: %s.",
		         images.out_of_memory ? "there is not enough memory" : error);
	}
	while (images.first) {
		struct image *image = images.first;
		struct table *table = good ? table_from_image(server, image) : NULL;

		images.first = image->next;
		if (table)
			lobby_touch(server, table);
		free_image(image);
	}
	return good;
}

struct fetch {
	struct store_job job;
	char id[TABLE_ID_LEN + 1];
	struct images images;
	void (*then)(struct server *, struct table *, uint64_t ticket);
	uint64_t ticket;
};

static bool run_fetch(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct fetch *fetch = (struct fetch *)base;

	free_images(&fetch->images);
	return ops->table_find(db, fetch->id, copy_table, &fetch->images) &&
	       (read_events(ops, db, &fetch->images) || fetch->images.out_of_memory);
}

static void finish_fetch(struct server *server, struct task *task)
{
	struct fetch *fetch = (struct fetch *)task;
	/* Two may have asked at the same time. */
	struct table *table = table_find(server->tables, fetch->id);

	if (!table && fetch->images.first && !fetch->images.out_of_memory)
		table = table_from_image(server, fetch->images.first);
	if (table)
		table_ask_bots(server, table);
	fetch->then(server, table, fetch->ticket);
	free_images(&fetch->images);
	free(fetch);
}

void table_fetch(struct server *server, const char *id,
                 void (*then)(struct server *, struct table *, uint64_t ticket), uint64_t ticket)
{
	struct table *table = table_find(server->tables, id);
	struct fetch *fetch = table ? NULL : calloc(1, sizeof *fetch);

	if (!fetch || strlen(id) != TABLE_ID_LEN) {
		free(fetch);
		then(server, table, ticket);
		return;
	}
	memcpy(fetch->id, id, TABLE_ID_LEN);
	fetch->job.run = run_fetch;
	fetch->job.only_reads = true;
	fetch->job.task.finish = finish_fetch;
	fetch->then = then;
	fetch->ticket = ticket;
	store_submit(server->store, &fetch->job);
}
