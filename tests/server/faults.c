/* SPDX-License-Identifier: MIT
 *
 * faults PROGRAM: the data file is held by somebody else, the disk is full, or broken. What was
 * acknowledged is kept; what cannot be kept is refused, reads go on, and the server comes back by
 * itself when the trouble is over; when it is not, it ends and says why.
 */
#include "child.h"
#include "client.h"
#include "disk.h"
#include "server/store/sqlite.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;

/* Under the storage: one event after another, and reads between. */

enum { EVENTS = 12 };

struct append {
	struct store_job job;
	uint32_t seq;
};

static bool run_append(const struct store_ops *ops, void *db, struct store_job *job)
{
	struct store_user user;
	bool found;

	return !job->only_reads || ops->user_find(db, 5, &user, &found);
}

static bool claim_append(const struct store_ops *ops, void *db, struct store_job *job)
{
	uint32_t seq = ((struct append *)job)->seq;

	return job->only_reads ||
	       ops->event_put(db, &(struct store_event){.table = 1, .seq = seq, .text = "x"});
}

static atomic_int seen_states; /* set of states */

static void changed(void *ctx, enum store_state state, const char *why)
{
	(void)ctx;
	(void)why;
	atomic_fetch_or(&seen_states, 1 << state);
}

static void wake(void *ctx)
{
	(void)ctx;
}

static void submit(struct store *store, uint32_t seq, bool only_reads)
{
	struct append *append = calloc(1, sizeof *append);

	append->job.claim = claim_append;
	append->job.run = run_append;
	append->job.only_reads = only_reads;
	append->seq = seq;
	store_submit(store, &append->job);
}

static uint32_t free_all(struct task *task)
{
	uint32_t last = 0;

	while (task) {
		struct task *next = task->next;

		if (((struct append *)task)->seq > last)
			last = ((struct append *)task)->seq;
		free(task);
		task = next;
	}
	return last;
}

static void count_event(void *ctx, const struct store_event *event)
{
	uint32_t *n = ctx;

	assert_int_equal(event->seq, *n + 1);
	*n = event->seq;
}

static void nap(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Returns how many were reported done and how many are there afterwards. */
static void run_with(enum disk_fault fault, unsigned first, unsigned n, uint32_t *done,
                     uint32_t *there, unsigned *calls)
{
	char path[] = "/tmp/metropole-fault-XXXXXX", uri[128], why[256];
	struct store store;
	struct queue queue;
	void *db;

	*done = *there = 0;
	close(mkstemp(path));
	snprintf(uri, sizeof uri, "file:%s?vfs=forgetful", path);
	atomic_store(&seen_states, 0);
	disk_fail(DISK_WELL, 0, 0);
	assert_true(store_init(&store, &store_sql, uri, why, sizeof why));
	db = store.db;
	sqlite3_exec(sqlite_handle(db), "PRAGMA wal_autocheckpoint = 8", NULL, NULL, NULL);
	assert_true(store_sql.table_add(
		db, &(struct store_table){.key = 1, .id = "aaaaaaaaaaaaaaaa", .options = "{}"}));
	queue_init(&queue);
	disk_fail(fault, first, n);
	assert_true(store_start(&store, &queue, wake, changed, NULL));
	for (uint32_t seq = 1; seq <= EVENTS && store_state(&store) != STORE_BROKEN; seq++) {
		submit(&store, 0, true);
		submit(&store, seq, false);
		for (int i = 0; i < 5000 && *done < seq && store_state(&store) != STORE_BROKEN; i++) {
			uint32_t last = free_all(queue_take_all(&queue));

			*done = last > *done ? last : *done;
			nap();
		}
	}
	*calls = disk_calls();
	disk_fail(DISK_WELL, 0, 0);
	store_end(&store);
	free_all(queue_take_all(&queue));
	free_all(queue_take_all(&store.jobs));
	free_all(store.undone);
	store.ops->close(store.db);
	db = store_sql.open(path, why, sizeof why);
	assert_non_null(db);
	assert_true(store_sql.events_of(db, 1, 0, count_event, there));
	store_sql.close(db);
	queue_release(&queue);
	queue_release(&store.jobs);
	disk_remove(path);
}

/* At every call at which it can happen; a long row of them is more than SQLite's own patience. */
static void strike(enum disk_fault fault, unsigned n, int must_see)
{
	uint32_t done, there;
	unsigned calls, most, step;
	int seen = 0;

	run_with(fault, 1u << 30, 0, &done, &there, &most);
	assert_int_equal(done, EVENTS);
	assert_true(most >= EVENTS);
	step = most > 120 ? most / 120 + 1 : 1;
	for (unsigned first = 1; first <= most; first += step) {
		run_with(fault, first, n, &done, &there, &calls);
		assert_true(there >= done);
		seen |= atomic_load(&seen_states);
		if (!(atomic_load(&seen_states) >> STORE_BROKEN & 1))
			assert_int_equal(done, EVENTS);
	}
	assert_true(seen >> must_see & 1); /* else nothing was tried */
	if (must_see != STORE_BROKEN)
		assert_false(seen >> STORE_BROKEN & 1);
}

static void who_finds_the_file_held_tries_again(void **state)
{
	(void)state;
	strike(DISK_BUSY, 30, STORE_BUSY);
}

static void who_finds_no_room_tries_again(void **state)
{
	(void)state;
	strike(DISK_FULL, 2, STORE_FULL);
}

static void who_cannot_read_or_write_ends_with_all_that_was_acknowledged(void **state)
{
	(void)state;
	strike(DISK_ERRS, 1, STORE_BROKEN);
}

/* From outside. */

struct scene {
	struct child child;
	char data[40], id[2][17];
	struct client a, b;
};

static void make_table(struct client *client, char id[17])
{
	json_t *answer =
		client_do(client, "create", "{s:s,s:i,s:[s,s],s:{s:s,s:i}}", "game", "metro", "players", 2,
	              "seats", "me", "open", "clock", "kind", "live", "bank", 60);

	snprintf(id, 17, "%s", text_of(answer, "table"));
	json_decref(answer);
}

static void open_scene(struct scene *scene)
{
	strcpy(scene->data, "/tmp/metropole-scene-XXXXXX");
	close(mkstemp(scene->data));
	child_serve(&scene->child, program, scene->data, NULL);
	assert_true(scene->child.port > 0);
	client_open(&scene->a, scene->child.port, "Anna");
	client_open(&scene->b, scene->child.port, "Bruno");
	for (int i = 0; i < 2; i++) {
		make_table(&scene->a, scene->id[i]);
		json_decref(client_do(&scene->b, "sit", "{s:s}", "table", scene->id[i]));
	}
	json_decref(client_do(&scene->a, "start", "{s:s}", "table", scene->id[0]));
}

static void close_scene(struct scene *scene, int status)
{
	client_close(&scene->a);
	client_close(&scene->b);
	assert_int_equal(child_stop(&scene->child), status);
	disk_remove(scene->data);
}

static json_int_t left_of(struct scene *scene)
{
	json_t *answer = client_do(&scene->b, "view", "{s:s}", "table", scene->id[0]);
	json_t *clock = json_object_get(json_object_get(answer, "now"), "clock");
	json_int_t left = json_integer_value(
		json_array_get(json_object_get(clock, "left"), (size_t)number_of(clock, "running") - 1));

	json_decref(answer);
	return left;
}

/* Tries until the answer is this one. */
static void chat_until(struct scene *scene, struct client *client, const char *code)
{
	const char *is = "";

	for (int i = 0; i < 200; i++) {
		is = client_code(
			client_ask(client, "chat", "{s:s,s:s}", "table", scene->id[1], "text", "hello"));
		if (strcmp(is, code) == 0)
			return;
		usleep(50000);
	}
	fail_msg("the answer stays %s", is);
}

/* Changes are refused, what is there can be seen, and nobody's clock runs. */
static void look_around(struct scene *scene)
{
	struct client guest;
	struct reply reply;
	json_int_t left;

	chat_until(scene, &scene->b, "busy");
	left = left_of(scene);
	usleep(600000);
	assert_true(left_of(scene) <= left);
	reply = client_http(scene->child.port, "GET", "/api/tables", "", "", "");
	assert_int_equal(reply.status, 200);
	reply_release(&reply);
	reply = client_post(scene->child.port, "/api/guest", "", "{\"name\":\"Clara\"}");
	assert_int_equal(reply.status, 503);
	assert_non_null(strstr(reply.body, "busy"));
	reply_release(&reply);
	/* somebody who comes back: the storage is asked who it is */
	assert_true(client_join(&guest, scene->child.port, scene->a.cookie, ""));
	json_decref(client_wait(&guest, "hello"));
	json_decref(client_do(&guest, "watch", "{s:s}", "table", scene->id[0]));
	client_close(&guest);
	assert_string_equal(client_code(client_ask(&scene->b, "create", "{s:s,s:i,s:[s,s]}", "game",
	                                           "metro", "players", 2, "seats", "me", "open")),
	                    "busy");
}

static void a_file_held_by_another_process_is_waited_for(void **state)
{
	struct scene scene;
	sqlite3 *other;
	json_int_t left;

	(void)state;
	open_scene(&scene);
	assert_int_equal(sqlite3_open(scene.data, &other), SQLITE_OK);
	sqlite3_busy_timeout(other, 5000);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	left = left_of(&scene);
	/* one change that waits, made by somebody who does not wait for it */
	{
		char text[128];

		snprintf(text, sizeof text,
		         "{\"op\":\"chat\",\"id\":99,\"table\":\"%s\",\"text\":\"kept\"}", scene.id[1]);
		client_send(&scene.a, text);
	}
	assert_true(child_says(&scene.child, "storage_busy", 20000));
	look_around(&scene);
	sleep(6); /* longer than SQLite's patience ever was */
	assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	assert_true(child_says(&scene.child, "storage_back", 20000));
	chat_until(&scene, &scene.b, "ok");
	/* of the time it took, next to nothing was charged */
	assert_true(left_of(&scene) > left - 3000);
	close_scene(&scene, 0);
}

static void set_room(struct scene *scene, rlim_t bytes)
{
	struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};

	assert_int_equal(prlimit(scene->child.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

static void a_full_disk_is_waited_for(void **state)
{
	struct scene scene;
	char text[128];

	(void)state;
	open_scene(&scene);
	/* no file may grow any more: what a write meets on a full disk */
	set_room(&scene, 16384);
	snprintf(text, sizeof text, "{\"op\":\"chat\",\"id\":99,\"table\":\"%s\",\"text\":\"kept\"}",
	         scene.id[1]);
	client_send(&scene.a, text);
	assert_true(child_says(&scene.child, "storage_full", 20000));
	look_around(&scene);
	set_room(&scene, RLIM_INFINITY);
	assert_true(child_says(&scene.child, "storage_back", 20000));
	chat_until(&scene, &scene.b, "ok");
	chat_until(&scene, &scene.a, "ok");
	close_scene(&scene, 0);
}

static void who_stops_while_the_disk_is_full_says_what_is_lost(void **state)
{
	struct scene scene;
	char text[128], said[CHILD_SAID_MAX];

	(void)state;
	open_scene(&scene);
	set_room(&scene, 16384);
	snprintf(text, sizeof text, "{\"op\":\"chat\",\"id\":99,\"table\":\"%s\",\"text\":\"lost\"}",
	         scene.id[1]);
	client_send(&scene.a, text);
	assert_true(child_says(&scene.child, "storage_full", 20000));
	kill(scene.child.pid, SIGTERM);
	assert_int_equal(child_wait(&scene.child, 20000), 3);
	assert_non_null(strstr(child_said(&scene.child, said), "storage_failed"));
	close_scene(&scene, 3);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_finds_the_file_held_tries_again),
		cmocka_unit_test(who_finds_no_room_tries_again),
		cmocka_unit_test(who_cannot_read_or_write_ends_with_all_that_was_acknowledged),
		cmocka_unit_test(a_file_held_by_another_process_is_waited_for),
		cmocka_unit_test(a_full_disk_is_waited_for),
		cmocka_unit_test(who_stops_while_the_disk_is_full_says_what_is_lost),
	};

	if (argc < 2)
		return 2;
	program = argv[1];
	/* a server that ends in trouble leaves behind what it could not do */
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	disk_register();
	return cmocka_run_group_tests_name("faults of the disk", tests, NULL, NULL);
}
