/* SPDX-License-Identifier: MIT
 *
 * The world of the sequences, and its invariants.
 */
#include "world.h"

#include "config.h"
#include "pair.h"

#include "host/array.h"
#include "server/queue.h"
#include "server/net/protocol.h"
#include "server/store/store.h"
#include "server/worker.h"

#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <metropole/rng.h>

enum { TABLES_PER_HOUR = 300 };

static uint64_t told_time(void *ctx)
{
	return ((struct world *)ctx)->now;
}

static uint64_t told_date(void *ctx)
{
	const struct world *world = ctx;

	return (uint64_t)((int64_t)(1700000000000u + world->now) + world->wall_step);
}

uint64_t world_dice(struct world *world)
{
	world->dice ^= world->dice << 13;
	world->dice ^= world->dice >> 7;
	world->dice ^= world->dice << 17;
	return world->dice;
}

/* Only a draw takes a generator's worth. */
static void told_random(void *ctx, void *out, size_t n)
{
	struct world *world = ctx;

	if (world->pair && n == sizeof(struct mp_rng)) {
		pair_draw(world, out);
		return;
	}
	for (size_t i = 0; i < n; i++)
		((uint8_t *)out)[i] = (uint8_t)(world_dice(world) >> 24) ^ world->random;
}

static void start(struct world *world)
{
	struct serve_hooks hooks = {
		.now_ms = told_time, .wall_ms = told_date, .random = told_random, .ctx = world};
	struct serve_config config;
	char why[256];

	fuzz_config(&config);
	snprintf(config.data, sizeof config.data, "%s", world->data);
	config.bot_ms = 2; /* they think long enough to be overtaken, no longer */
	config.tables = 40;
	config.tables_per_user = 30;
	config.tables_per_hour = TABLES_PER_HOUR;
	config.kilobytes_per_hour = 2000;
	if (world->pair) { /* no limit is met in one world and not in the other */
		config.tables = 400;
		config.tables_per_user = 1000;
		config.kilobytes_per_hour = 400000;
	}
	world->server = server_new(&config, &hooks, why, sizeof why);
	if (!world->server)
		fprintf(stderr, "%s\n", why);
	must(world->server);
}

void world_open(struct world *world, struct pair *pair)
{
	*world = (struct world){.now = 1000000, .dice = 88172645463325252u, .pair = pair};
	strcpy(world->data, access("/dev/shm", W_OK) == 0 ? "/dev/shm/metropole-steps-XXXXXX"
	                                                  : "/tmp/metropole-steps-XXXXXX");
	close(mkstemp(world->data));
	start(world);
	for (int i = 0; i < PEOPLE; i++) {
		/* the last is nobody, who may look */
		world->people[i].person =
			(struct person){.id = i + 1 < PEOPLE ? i + 1 : 0, .is_account = !pair && i % 3 != 2};
		snprintf(world->people[i].person.name, NAME_BYTES, "Person %d", i + 1);
		world_join(world, i);
	}
}

void world_close(struct world *world)
{
	char path[80];

	for (int i = 0; i < PEOPLE; i++) {
		world_leave(world, i);
		free(world->people[i].told);
	}
	server_free(world->server);
	unlink(world->data);
	snprintf(path, sizeof path, "%s-wal", world->data);
	unlink(path);
	snprintf(path, sizeof path, "%s-shm", world->data);
	unlink(path);
}

void world_join(struct world *world, int who)
{
	struct somebody *one = &world->people[who];

	if (one->conn)
		return;
	one->conn = conn_new(world->server->conns, NULL);
	must(one->conn);
	one->conn->address = (struct address){1u << 20 | (unsigned)who};
	conn_set_person(world->server->conns, one->conn, &one->person);
	memset(one->seen, 0, sizeof one->seen);
}

void world_leave(struct world *world, int who)
{
	if (world->people[who].conn)
		conn_free(world->server, world->people[who].conn);
	world->people[who].conn = NULL;
}

/* Goes through the storage behind all that went before. */
struct last_job {
	struct store_job job;
	bool is_done;
};

static bool do_nothing(const struct store_ops *ops, void *db, struct store_job *job)
{
	(void)ops;
	(void)db;
	(void)job;
	return true;
}

static void note_done(struct server *server, struct task *task)
{
	(void)server;
	((struct last_job *)task)->is_done = true;
}

void world_settle(struct world *world, bool with_bots)
{
	struct last_job last = {.job.run = do_nothing, .job.task.finish = note_done};
	bool busy = true;

	server_clock(world->server);
	last.is_done = !world->pair && !with_bots; /* who compares nothing need not be told all */
	if (!last.is_done)
		store_submit(world->server->store, &last.job);
	for (int i = 0; busy && i < 100000; i++) {
		server_turn(world->server);
		busy = !last.is_done || queue_waiting(&world->server->store->jobs) > 0;
		for (struct table *table = world->server->tables->first; table; table = table->next) {
			busy |= table->jobs > 0;
			for (int seat = 0; with_bots && seat < MP_SEATS; seat++)
				busy |= table->seats[seat].thinking != NULL;
		}
		if (busy)
			nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
	}
	must(!busy);
}

void world_say(struct world *world, int who, const char *text)
{
	if (!world->people[who].conn)
		world_join(world, who);
	server_clock(world->server);
	protocol_receive(world->server, world->people[who].conn, text, strlen(text));
}

/* What is the same before and after a restart. */
struct picture {
	char id[TABLE_ID_LEN + 1];
	uint8_t status;
	bool is_paused;
	uint32_t n_events, turn_no;
	uint64_t hash;
	int64_t left[MP_SEATS];
	struct store_seat seats[MP_SEATS];
};

static struct picture picture_of(const struct table *table)
{
	struct picture picture;

	memset(&picture, 0, sizeof picture);
	memcpy(picture.id, table->id, sizeof picture.id);
	picture.status = table->status;
	picture.is_paused = table->is_paused;
	picture.n_events = table->n_events;
	picture.turn_no = table->turn_no;
	picture.hash = table->live.match.state ? mp_match_hash(&table->live.match) : 0;
	for (int seat = 0; seat < MP_SEATS; seat++) {
		const struct store_seat *kept = &table->seats[seat].kept;

		if (table->clock.kind == CLOCK_LIVE && table->live.match.state)
			picture.left[seat] = table->clock.left[seat];
		picture.seats[seat].kind = kept->kind;
		picture.seats[seat].user = kept->user;
		snprintf(picture.seats[seat].name, sizeof kept->name, "%s", kept->name);
	}
	return picture;
}

static void tell_difference(const struct picture *before, const struct picture *after)
{
	fprintf(stderr, "after a restart: table %s: status %d, %d; events %u, %u; turn %u, %u; %s\n",
	        before->id, before->status, after->status, before->n_events, after->n_events,
	        before->turn_no, after->turn_no,
	        before->hash == after->hash ? "one state" : "two states");
	for (int seat = 0; seat < MP_SEATS; seat++)
		fprintf(stderr, "seat %d: left %lld, %lld; kind %d, %d; person %lld, %lld; '%s', '%s'\n",
		        seat, (long long)before->left[seat], (long long)after->left[seat],
		        before->seats[seat].kind, after->seats[seat].kind,
		        (long long)before->seats[seat].user, (long long)after->seats[seat].user,
		        before->seats[seat].name, after->seats[seat].name);
	abort();
}

/* Orders of the host that nobody has looked at are forgotten, and one that is being obeyed comes to
 * its end, which takes the storage a few turns: what is compared must not be deleted meanwhile. */
static void drop_orders(struct world *world)
{
	sqlite3 *db;

	must(sqlite3_open(world->data, &db) == SQLITE_OK);
	sqlite3_busy_timeout(db, 5000);
	must(sqlite3_exec(db, "DELETE FROM commands", NULL, NULL, NULL) == SQLITE_OK);
	sqlite3_close(db);
	for (int turn = 0; turn < 6; turn++)
		world_settle(world, true);
}

void world_restart(struct world *world)
{
	struct picture before[64];
	size_t n = 0;

	world_settle(world, true);
	world_check(world);
	for (int i = 0; i < PEOPLE; i++)
		world_leave(world, i);
	drop_orders(world);
	for (struct table *table = world->server->tables->first; table; table = table->next)
		if (table->status <= TABLE_PLAYING)
			before[n++] = picture_of(table);
	server_free(world->server);
	start(world);
	for (size_t i = 0; i < n; i++) {
		struct table *table = table_find(world->server->tables, before[i].id);
		struct picture after;

		must(table);
		after = picture_of(table);
		if (memcmp(&before[i], &after, sizeof after) != 0)
			tell_difference(&before[i], &after);
	}
	for (int i = 0; i < PEOPLE; i++)
		world_join(world, i);
}

/* The table was told up to this event. */
static void see(struct somebody *one, const char *id, uint32_t seq)
{
	size_t slot = 0;

	while (slot < SEEN_MAX && one->seen[slot].table[0] && strcmp(one->seen[slot].table, id) != 0)
		slot++;
	slot %= SEEN_MAX;
	snprintf(one->seen[slot].table, sizeof one->seen[slot].table, "%s", id);
	one->seen[slot].seq = seq;
}

void world_unsee(struct world *world, int who, const char *id)
{
	for (size_t slot = 0; slot < SEEN_MAX; slot++)
		if (strcmp(world->people[who].seen[slot].table, id) == 0)
			strcpy(world->people[who].seen[slot].table, "-");
}

/* Numbers of events go up by one, from wherever the watching began. */
static void check_events(struct somebody *one, const json_t *message)
{
	const char *id = json_string_value(json_object_get(message, "table"));
	bool is_page = json_object_get(message, "more") != NULL;
	uint32_t last = 0;
	size_t i, slot = 0;
	json_t *event;

	must(id);
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		uint32_t seq = (uint32_t)json_integer_value(json_object_get(event, "seq"));

		must(i == 0 || seq == last + 1);
		last = seq;
	}
	if (is_page || last == 0)
		return;
	while (slot < SEEN_MAX && strcmp(one->seen[slot].table, id) != 0)
		slot++;
	if (slot == SEEN_MAX) {
		see(one, id, last);
		return;
	}
	must(last - (uint32_t)json_array_size(json_object_get(message, "events")) <=
	     one->seen[slot].seq);
	must(last >= one->seen[slot].seq);
	one->seen[slot].seq = last;
}

static void keep(struct somebody *one, const json_t *json, struct message *message)
{
	const char *about = json_string_value(json_object_get(json, "table"));
	const json_t *id = json_object_get(json, "id");
	struct told *told;

	must(array_reserve(one->told, one->cap_told, one->n_told + 1, 100000));
	told = &one->told[one->n_told++];
	*told = (struct told){.message = message};
	message->refs++;
	if (!about && json_is_integer(id))
		about = one->asked[json_integer_value(id) & 255];
	snprintf(told->table, sizeof told->table, "%s", about ? about : "");
}

static void read_mail(struct world *world, struct somebody *one)
{
	struct conn *conn = one->conn;

	while (conn->first) {
		struct waiting *first = conn->first;
		json_t *message = json_loadb(message_text(first->message), first->message->len, 0, NULL);
		const char *type = json_string_value(json_object_get(message, "type"));

		must(message && type);
		if (strcmp(type, "events") == 0)
			check_events(one, message);
		else if (strcmp(type, "table") == 0)
			see(one, json_string_value(json_object_get(message, "table")),
			    (uint32_t)json_integer_value(json_object_get(message, "seq")));
		if (one->is_traced)
			keep(one, message, first->message);
		json_decref(message);
		conn->first = first->next;
		if (!conn->first)
			conn->end = &conn->first;
		conn->queued -= first->message->len;
		world->server->conns->queued -= first->message->len;
		message_drop(first->message);
		free(first);
	}
}

/* Places of an end: somebody is first, and each place is behind exactly those that are better. */
static void check_places(const struct table *table, const char *text)
{
	char buf[512];
	json_t *end, *places;
	int n = table->shared->setup.players;

	snprintf(buf, sizeof buf, "{%s}", text);
	end = json_loads(buf, 0, NULL);
	must(end && json_is_string(json_object_get(end, "reason")));
	places = json_object_get(end, "places");
	must(!places || (int)json_array_size(places) == n);
	must((places != NULL) == (table->status == TABLE_OVER));
	for (int i = 0; places && i < n; i++) {
		json_int_t mine = json_integer_value(json_array_get(places, (size_t)i)), better = 1;

		for (int j = 0; j < n; j++)
			better += json_integer_value(json_array_get(places, (size_t)j)) < mine;
		must(mine == better);
	}
	json_decref(end);
}

static void check_seats(const struct world *world, const struct table *table)
{
	int n = table->shared->setup.players;

	for (int i = 0; i < n; i++) {
		const struct store_seat *kept = &table->seats[i].kept;

		must(kept->kind != SEAT_OPEN || (kept->user == 0 && table->status != TABLE_PLAYING));
		must(kept->kind != SEAT_PERSON || kept->user != 0);
		must(table->seats[i].online <= PEOPLE);
		for (int j = 0; j < i; j++)
			must(kept->user == 0 || kept->user != table->seats[j].kept.user);
		must(!table->seats[i].kept_for || table->kept_until > world->server->now ||
		     world->server->now < world->server->next_tick);
		if (table->clock.kind == CLOCK_LIVE)
			must(table->clock.left[i] >= 0 &&
			     table->clock.left[i] <=
			         table->clock.bank + table->clock.step * table->n_of[EVENT_MOVE]);
	}
	for (int i = n; i < MP_SEATS; i++)
		must(!table->seats[i].kept.user && !table->seats[i].thinking);
}

static void check_one(const struct world *world, const struct table *table)
{
	size_t stood = 0;
	uint32_t of_kind[EVENTS] = {0};

	for (uint32_t i = 0; i < table->n_events; i++) {
		const struct event *event = &table->events[i];

		must(event->kind < EVENTS);
		of_kind[event->kind]++;
		if (event->kind == EVENT_MOVE)
			stood++;
		if (event->kind == EVENT_UNDO) {
			must(event->undo < stood);
			stood = event->undo;
		}
		if (event->kind == EVENT_END && of_kind[EVENT_END] == 1)
			check_places(table, event->text);
	}
	must(memcmp(of_kind, table->n_of, sizeof of_kind) == 0);
	must(!table->live.match.state || stood == table->live.match.n_moves);
	must(of_kind[EVENT_START] <= 1 && of_kind[EVENT_END] == (table->status >= TABLE_OVER));
	must(of_kind[EVENT_UNDO] <= TABLE_UNDO_MAX && of_kind[EVENT_CHAT] <= TABLE_CHAT_MAX);
	must(of_kind[EVENT_SEAT] <= TABLE_SEATINGS_MAX + 2 * MP_SEATS);
	must(!table->open_job && world->server->tables->open == NULL);
	check_seats(world, table);
	for (uint32_t i = 0; i < table->n_watchers; i++) {
		const struct conn *conn = table->watchers[i].conn;
		int n = 0;

		for (int k = 0; k < CONN_WATCH_MAX; k++)
			n += conn->watch[k] == table;
		must(n == 1);
		must(table->watchers[i].viewer == table_viewer(table, conn->person.id));
	}
}

void world_check(struct world *world)
{
	const struct tables *tables = world->server->tables;
	uint32_t n = 0, playing = 0;

	for (int i = 0; i < PEOPLE; i++) {
		if (world->people[i].conn && world->people[i].conn->is_closing)
			world_leave(world, i);
		if (world->people[i].conn)
			read_mail(world, &world->people[i]);
	}
	for (const struct table *table = tables->first; table; table = table->next) {
		check_one(world, table);
		n++;
		playing += table->status == TABLE_PLAYING;
	}
	must(n == tables->n && n <= tables->cap && playing == tables->n_playing);
	/* everyone has made at most what the bucket held, and what has come since */
	must(tables->keys.next - 1 <=
	     (int64_t)(PEOPLE * TABLES_PER_HOUR * (2 + (world->now - 1000000) / 3600000)));
}

void world_clear(struct world *world)
{
	for (int i = 0; i < PEOPLE; i++) {
		world_leave(world, i);
		world_join(world, i);
	}
	for (struct table *table = world->server->tables->first, *next; table; table = next) {
		next = table->next;
		table_close(world->server, table, "closed");
	}
	world_settle(world, true);
	for (struct table *table = world->server->tables->first, *next; table; table = next) {
		next = table->next;
		table_free(world->server, table);
	}
}
