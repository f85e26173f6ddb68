/* SPDX-License-Identifier: MIT
 *
 * Tables back from the disk: all that are unfinished at the start, finished ones when somebody
 * wants to see them. A table is replayed through the same door as any move.
 */
#include "server/log.h"
#include "server/notify/notify.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"
#include "server/tables/image.h"
#include "server/tables/keys.h"
#include "server/tables/lobby.h"
#include "server/tables/replay.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool table_fill(struct server *server, struct table *table, const struct image *image)
{
	replay_row(server, table, &image->table);
	table_file(server->tables, table);
	replay_seats(table, &image->table);
	for (int seat = 0; seat < MP_SEATS; seat++)
		if (!table->seats[seat].online && !table->seats[seat].away_since)
			table->seats[seat].away_since = server->now;
	if (!replay_events(server, table, image->events, image->n))
		return false;
	/* What was played by old rules means nothing more; how it ended is in the row. */
	if (table->old || !server->is_shared)
		replay_status(server, table, (enum table_status)image->table.status);
	replay_end(server, table);
	table->version++;
	return true;
}

/* The rules may have changed since, and with them the options and what a move means. */
static struct table *table_from_image(struct server *server, const struct image *image)
{
	const struct mp_game *game = mp_game_find(image->table.game);
	bool is_old = game && game->rules_version != image->table.rules;
	struct shared_setup *shared = game ? setup_of(server, image, image->options) : NULL;
	struct table *table;

	if (!shared && is_old)
		shared = setup_of(server, image, NULL);
	table = shared ? table_new(server, shared, image->table.id) : NULL;
	if (table && (!is_old || mark_old(table, image)) && table_fill(server, table, image))
		return table;
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
	bool good = ops->begin(db, false) && keys_load(&server->tables->keys, ops, db) &&
	            ops->secret(db, "cookie", server->cookie_key) &&
	            ops->secret(db, "vapid", push_secret) && ops->commit(db) && ops->begin(db, true) &&
	            ops->tables_live(db, images_take, &images) && images_read(&images, ops, db, 0) &&
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
		image_free(image);
	}
	return good;
}

struct finding {
	struct store_job job;
	struct images images;
};

static bool run_finding(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct finding *finding = (struct finding *)base;

	images_clear(&finding->images);
	return ops->tables_live(db, images_take, &finding->images) || finding->images.out_of_memory;
}

static bool is_row_of(const struct table *table, const struct store_table *row)
{
	bool same = table->status == row->status;

	for (int seat = 0; seat < row->players; seat++)
		same &= table->seats[seat].kept.kind == row->seats[seat].kind &&
		        table->seats[seat].kept.user == row->seats[seat].user;
	return same;
}

static void finish_finding(struct server *server, struct task *task)
{
	struct finding *finding = (struct finding *)task;

	for (struct table *table = server->tables->first; table; table = table->next)
		table->behind.is_found = false;
	for (const struct image *image = finding->images.first; image; image = image->next) {
		struct table *table = table_by_key(server->tables, image->table.key);

		if (table)
			table->behind.is_found = is_row_of(table, &image->table);
		else
			table_fetch_key(server, image->table.key);
	}
	for (struct table *table = server->tables->first, *next; table; table = next) {
		next = table->next;
		if (table->status <= TABLE_PLAYING && !table->behind.is_found &&
		    !finding->images.out_of_memory)
			table_row_changed(server, table);
	}
	images_clear(&finding->images);
	free(finding);
}

void tables_find_new(struct server *server)
{
	struct finding *finding = calloc(1, sizeof *finding);

	if (!finding)
		return;
	finding->job.run = run_finding;
	finding->job.only_reads = true;
	finding->job.task.finish = finish_finding;
	store_submit(server->store, &finding->job);
}

struct fetch {
	struct store_job job;
	char id[TABLE_ID_LEN + 1];
	int64_t key; /* or, if it is not 0, this */
	struct images images;
	void (*then)(struct server *, struct table *, uint64_t ticket);
	uint64_t ticket;
};

static bool run_fetch(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct fetch *fetch = (struct fetch *)base;
	int64_t key = fetch->key;
	bool has_row;

	images_clear(&fetch->images);
	if (!key && !ops->table_find(db, fetch->id, images_take, &fetch->images))
		return false;
	if (!key && fetch->images.first)
		key = fetch->images.first->table.key;
	return !key || images_read_table(&fetch->images, ops, db, key, 0, true, &has_row) ||
	       fetch->images.out_of_memory;
}

static void finish_fetch(struct server *server, struct task *task)
{
	struct fetch *fetch = (struct fetch *)task;
	const struct image *image = fetch->images.out_of_memory ? NULL : fetch->images.first;
	/* Two may have asked at the same time. */
	struct table *table = table_find(server->tables, image ? image->table.id : fetch->id);

	if (!table && image && (!fetch->key || image->table.status <= TABLE_PLAYING)) {
		table = table_from_image(server, image);
		if (table && server->is_shared)
			table->behind.is_in_doubt = true; /* of what happened since it was read */
	}
	if (table)
		lobby_touch(server, table);
	if (fetch->then)
		fetch->then(server, table, fetch->ticket);
	else if (table)
		table_keep_up(server, table);
	if (table && table_is_current(table))
		table_ask_bots(server, table);
	images_clear(&fetch->images);
	free(fetch);
}

static void submit_fetch(struct server *server, struct fetch *fetch)
{
	fetch->job.run = run_fetch;
	fetch->job.only_reads = true;
	fetch->job.task.finish = finish_fetch;
	store_submit(server->store, &fetch->job);
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
	fetch->then = then;
	fetch->ticket = ticket;
	submit_fetch(server, fetch);
}

void table_fetch_key(struct server *server, int64_t key)
{
	struct fetch *fetch = calloc(1, sizeof *fetch);

	if (!fetch)
		return; /* it comes when somebody asks for it */
	fetch->key = key;
	submit_fetch(server, fetch);
}
