/* SPDX-License-Identifier: MIT
 *
 * Parts of the server that need no server: clocks, ratings, names, rates, settings, the schema;
 * tables in memory, and the list of them.
 */
#include "server/tables/clock.h"
#include "server/net/limit.h"
#include "server/people/name.h"
#include "server/people/rating.h"
#include "server/process.h"
#include "server/server.h"
#include "server/store/sqlite.h"
#include "server/tables/lobby.h"
#include "server/tables/setups.h"
#include "server/tables/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void live_clock_charges_the_seat_on_turn_only(void **state)
{
	struct clock clock;

	(void)state;
	clock_init(&clock, CLOCK_LIVE, 60000, 5000);
	clock_run(&clock, 1, 1000);
	assert_int_equal(clock_left(&clock, 0, 9000), 60000);
	assert_int_equal(clock_left(&clock, 1, 9000), 52000);
	assert_false(clock_is_out(&clock, 60999));
	assert_true(clock_is_out(&clock, 61000));
	clock_charge(&clock, 11000);
	clock_passed(&clock);
	assert_int_equal(clock_left(&clock, 1, 99999), 55000); /* 60 − 10 + 5 */
	clock_taken_back(&clock, 1);
	assert_int_equal(clock_left(&clock, 1, 99999), 50000); /* what was used stays used */
	clock_run(&clock, 2, 11000);
	clock_halt(&clock); /* chance, or the end: nobody pays */
	assert_int_equal(clock_left(&clock, 2, 99999), 60000);
	/* who is out gets the increment and no more */
	clock_run(&clock, 0, 0);
	clock_charge(&clock, 1000000);
	clock_passed(&clock);
	assert_int_equal(clock_left(&clock, 0, 0), 5000);
}

static void clock_by_days_begins_anew_with_each_move(void **state)
{
	struct clock clock;

	(void)state;
	clock_init(&clock, CLOCK_DAYS, 0, 86400000);
	clock_run(&clock, 0, 0);
	clock_charge(&clock, 80000000);
	clock_passed(&clock);
	assert_int_equal(clock_left(&clock, 0, 0), 86400000);
	/* unless it is taken back */
	clock_taken_back(&clock, 0);
	assert_int_equal(clock_left(&clock, 0, 0), 6400000);
	clock_run(&clock, 1, 0);
	assert_true(clock_is_out(&clock, 86400000));
}

static void table_without_clock_never_runs_out(void **state)
{
	struct clock clock;

	(void)state;
	clock_init(&clock, CLOCK_NONE, 0, 0);
	clock_run(&clock, 0, 0);
	assert_false(clock_is_out(&clock, UINT64_MAX / 2));
}

static void rating_rises_with_the_place_and_grows_certain(void **state)
{
	struct store_rating r[4];
	static const int place[4] = {1, 2, 3, 4}, draw[2] = {1, 1}, won[2] = {1, 2};

	(void)state;
	for (int i = 0; i < 4; i++)
		rating_init(&r[i]);
	rating_update(r, place, 4);
	for (int i = 0; i < 3; i++)
		assert_true(r[i].mu > r[i + 1].mu);
	for (int i = 0; i < 4; i++)
		assert_true(r[i].sigma < 25.0 / 3);
	assert_true(r[0].mu > 25 && r[3].mu < 25);
	/* equals who draw stay equal; the weaker gains by a draw */
	rating_init(&r[0]);
	rating_init(&r[1]);
	rating_update(r, draw, 2);
	assert_true(r[0].mu == r[1].mu);
	r[0].mu = 30;
	r[1].mu = 20;
	rating_update(r, draw, 2);
	assert_true(r[0].mu < 30 && r[1].mu > 20);
	/* a game between two whose figures are known: Weng and Lin's formula by hand
	 * c = sqrt(2 (25/6)² + 2 (σ² + τ²)), p = 1/2, μ += σ²/(2c) */
	rating_init(&r[0]);
	rating_init(&r[1]);
	rating_update(r, won, 2);
	assert_true(r[0].mu > 27.63 && r[0].mu < 27.64);
	assert_true(r[1].mu > 22.36 && r[1].mu < 22.37);
}

static void names_that_look_alike_are_the_same(void **state)
{
	char a[NAME_BYTES], b[NAME_BYTES];

	(void)state;
	assert_true(name_is_good("Éloïse d'Arc"));
	assert_true(name_is_good("Jean-Paul 2"));
	assert_false(name_is_good("x"));
	assert_false(name_is_good("a  b"));
	assert_false(name_is_good(" ab"));
	assert_false(name_is_good("ab "));
	assert_false(name_is_good("\xff\xfe"));
	assert_false(name_is_good("\xc3"));
	assert_false(name_is_good("a\xe2\x80\x8b"
	                          "b")); /* zero-width space */
	name_key("Éloïse d'Arc", a);
	name_key("ELOISE D ARC", b);
	assert_string_equal(a, b);
	assert_string_equal(a, "eloisedarc");
}

static void bucket_gives_back_with_time(void **state)
{
	struct bucket bucket = {0};

	(void)state;
	for (int i = 0; i < 5; i++)
		assert_true(bucket_take(&bucket, 1000, 2, 5));
	assert_false(bucket_take(&bucket, 1000, 2, 5));
	assert_true(bucket_take(&bucket, 1500, 2, 5));
	assert_false(bucket_take(&bucket, 1500, 2, 5));
	assert_true(bucket_take(&bucket, 100000, 2, 5));
}

static void addresses_of_one_subscriber_are_one(void **state)
{
	(void)state;
	assert_true(address_of_text("192.0.2.1").key == address_of_text("::ffff:192.0.2.1").key);
	assert_true(address_of_text("2001:db8::1").key == address_of_text("2001:db8::ffff:2").key);
	assert_false(address_of_text("2001:db8::1").key == address_of_text("2001:db8:0:1::1").key);
	assert_false(address_of_text("192.0.2.1").key == address_of_text("192.0.2.2").key);
}

/* Half as many again as are remembered: all are let in, and the newest are those remembered. */
static void limits_refuse_no_stranger_when_the_books_are_full(void **state)
{
	struct serve_config config;
	struct limits limits;
	struct address here = {7};
	uint64_t key = 1000;

	(void)state;
	serve_config_init(&config);
	config.requests_per_minute = 1;
	limits_init(&limits, &config);
	assert_int_equal(limits_connect(&limits, here), ADMISSION_FREE);
	for (; key < 1000 + LIMIT_ENTRIES_MAX * 3 / 2; key++)
		assert_true(limits_take(&limits, key, LIMIT_REQUESTS, 1000));
	assert_int_equal(limits.n, LIMIT_ENTRIES_MAX);
	assert_false(limits_take(&limits, key - 1, LIMIT_REQUESTS, 1000));
	assert_false(limits_take(&limits, key - LIMIT_ENTRIES_MAX + 2, LIMIT_REQUESTS, 1000));
	assert_true(limits_take(&limits, 1000, LIMIT_REQUESTS, 1000));
	/* whoever is connected is still counted */
	for (uint32_t i = 1; i < config.connections_per_address; i++)
		assert_int_equal(limits_connect(&limits, here), ADMISSION_FREE);
	assert_int_equal(limits_connect(&limits, here), ADMISSION_TO_BE_TOLD);
	limits_release(&limits);
}

static void limits_forget_those_who_are_quiet(void **state)
{
	struct serve_config config;
	struct limits limits;

	(void)state;
	serve_config_init(&config);
	limits_init(&limits, &config);
	for (uint64_t i = 1; i <= 1000; i++)
		assert_true(limits_take(&limits, i, LIMIT_REQUESTS, 1000));
	assert_int_equal(limits.n, 1000);
	limits_sweep(&limits, 1000);
	assert_int_equal(limits.n, 1000);
	limits_sweep(&limits, 10000000);
	assert_int_equal(limits.n, 0);
	limits_release(&limits);
}

static void settings_are_read_and_checked(void **state)
{
	struct serve_config config;
	char path[] = "/tmp/metropole-conf-XXXXXX", why[256];
	int fd = mkstemp(path);
	static const char text[] = "# a comment\nport = 9000\n public_url=https://example.org # us\n\n";

	(void)state;
	assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
	serve_config_init(&config);
	assert_true(serve_config_read(&config, path, why, sizeof why));
	assert_int_equal(config.port, 9000);
	assert_string_equal(config.public_url, "https://example.org");
	assert_false(serve_config_set(&config, "port", "65536", why, sizeof why));
	assert_false(serve_config_set(&config, "port", "12x", why, sizeof why));
	assert_false(serve_config_set(&config, "ports", "1", why, sizeof why));
	assert_true(serve_config_set(&config, "public-url", "", why, sizeof why));
	assert_int_equal(write(fd, "nonsense\n", 9), 9);
	assert_false(serve_config_read(&config, path, why, sizeof why));
	assert_non_null(strstr(why, "line 5"));
	close(fd);
	unlink(path);
}

static void count_event(void *ctx, const struct store_event *event)
{
	(void)event;
	++*(int *)ctx;
}

static int events_at(void *db, int64_t key)
{
	int n = 0;

	assert_true(store_sql.events_of(db, key, 0, count_event, &n));
	return n;
}

/* What is under way to a table when it is deleted is not written, in the same commit or later. */
static void table_that_is_gone_stays_gone(void **state)
{
	char path[] = "/tmp/metropole-gone-XXXXXX", why[256];
	const char *const ids[] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"};
	void *db;
	struct store_event event[2] = {{.table = 1, .text = "x"}, {.table = 2, .text = "x"}};

	(void)state;
	close(mkstemp(path));
	db = store_sql.open(path, why, sizeof why);
	assert_non_null(db);
	assert_true(store_sql.begin(db, false));
	for (int i = 0; i < 2; i++) {
		struct store_table table = {.key = i + 1, .players = 2, .options = "{}"};

		memcpy(table.id, ids[i], sizeof table.id);
		assert_true(store_sql.table_add(db, &table));
		event[i].seq = 1;
		assert_true(store_sql.event_put(db, &event[i]));
		event[i].seq = 2;
		assert_true(store_sql.event_put(db, &event[i]));
	}
	assert_int_equal(events_at(db, 1), 2);
	assert_true(store_sql.table_drop(db, ids[1]));
	event[1].seq = 3;
	assert_true(store_sql.event_put(db, &event[1]));
	event[0].seq = 3;
	assert_true(store_sql.event_put(db, &event[0]));
	assert_true(store_sql.commit(db));
	assert_true(store_sql.begin(db, false));
	assert_true(store_sql.event_put(db, &event[1]));
	assert_true(store_sql.commit(db));
	assert_int_equal(events_at(db, 1), 3);
	assert_int_equal(events_at(db, 2), 0);
	store_sql.close(db);
	unlink(path);
}

/* A file as the first version made it, with a table in it, comes up to date and keeps it. */
static void file_of_the_first_version_is_brought_up_to_date(void **state)
{
	char path[] = "/tmp/metropole-old-XXXXXX", why[256];
	void *db;
	int64_t first = 0;
	bool found;
	struct store_user user;

	(void)state;
	close(mkstemp(path));
	db = store_sql.open(path, why, sizeof why);
	assert_non_null(db);
	assert_true(store_sql.begin(db, false));
	assert_true(store_sql.table_add(
		db,
		&(struct store_table){
			.key = 7, .id = "aaaaaaaaaaaaaaaa", .game = "metro", .players = 2, .options = "{}"}));
	assert_true(store_sql.commit(db));
	assert_int_equal(
		sqlite3_exec(sqlite_handle(db),
	                 "DROP TABLE users; DROP TABLE sessions; DROP TABLE ratings;"
	                 "DROP TABLE results; DROP TABLE reports; DROP TABLE commands;"
	                 "DROP TABLE bans; DROP TABLE gone; DROP TABLE pushes;"
	                 "DROP TABLE mails; DROP TABLE vacations; DROP INDEX events_who;"
	                 "DROP INDEX tables_host; DROP INDEX events_chat; DROP TABLE numbers;"
	                 "DROP TABLE dead; DROP TABLE nodes; DROP TABLE leases; DROP TABLE thinks;"
	                 "DROP TABLE presences; DROP TABLE budgets; DROP TABLE reviews;"
	                 "INSERT INTO meta VALUES('last_table', 9);"
	                 "ALTER TABLE seats DROP COLUMN bot_of; ALTER TABLE tables DROP COLUMN bots;"
	                 "PRAGMA user_version = 1",
	                 NULL, NULL, NULL),
		SQLITE_OK);
	store_sql.close(db);
	db = store_sql.open(path, why, sizeof why);
	assert_non_null(db);
	assert_true(store_sql.begin(db, false));
	assert_true(store_sql.table_keys(db, 3, &first));
	assert_int_equal(first, 10);
	assert_true(store_sql.table_keys(db, 1, &first));
	assert_int_equal(first, 13);
	assert_true(store_sql.commit(db));
	assert_true(store_sql.user_find(db, 1, &user, &found));
	assert_false(found);
	assert_int_equal(sqlite3_exec(sqlite_handle(db), "PRAGMA user_version = 99", NULL, NULL, NULL),
	                 SQLITE_OK);
	store_sql.close(db);
	/* a file of a later version is left alone */
	assert_null(store_sql.open(path, why, sizeof why));
	assert_non_null(strstr(why, "newer"));
	unlink(path);
}

/* Seats for a game of three; 0 is a guest's, a negative number a bot of that account. */
static bool is_rated(enum bots_welcome bots, int64_t first, int64_t second, int64_t third)
{
	const int64_t who[] = {first, second, third};
	struct shared_setup shared = {.setup.players = 3};
	struct table *table = calloc(1, sizeof *table);
	bool rated;

	assert_non_null(table);
	table->shared = &shared;
	table->bots = (uint8_t)bots;
	for (int seat = 0; seat < 3; seat++) {
		struct store_seat *kept = &table->seats[seat].kept;

		kept->user = who[seat] > 0 ? who[seat] : 100 + seat;
		kept->is_account = who[seat] != 0;
		kept->bot_of = who[seat] < 0 ? -who[seat] : 0;
	}
	rated = table_is_rated(table);
	free(table);
	return rated;
}

static void game_is_rated_among_accounts_that_are_nobodys_twice(void **state)
{
	(void)state;
	assert_true(is_rated(BOTS_NONE, 1, 2, 3));
	assert_false(is_rated(BOTS_NONE, 1, 2, 0));
	/* a bot among people, where that was agreed */
	assert_false(is_rated(BOTS_UNRATED, 1, 2, -9));
	assert_true(is_rated(BOTS_RATED, 1, 2, -9));
	assert_true(is_rated(BOTS_RATED, -8, 2, -9));
	/* never beside its owner, or beside another of theirs */
	assert_false(is_rated(BOTS_RATED, 1, 2, -1));
	assert_false(is_rated(BOTS_RATED, -2, 2, 3));
	assert_false(is_rated(BOTS_RATED, -9, 2, -9));
	/* bots among themselves */
	assert_true(is_rated(BOTS_UNRATED, -7, -8, -9));
	assert_false(is_rated(BOTS_UNRATED, -7, -8, -7));
}

static struct table *new_table(struct server *server, const char *id)
{
	struct mp_fault fault;
	struct shared_setup *shared = setups_get(server->setups, "metro", 2, NULL, &fault);

	assert_non_null(shared);
	return table_new(server, shared, id);
}

static void only_a_table_at_rest_makes_room(void **state)
{
	struct setups setups = {0};
	struct lobby lobby = {0};
	struct tables *tables = calloc(1, sizeof *tables);
	struct server *server = calloc(1, sizeof *server);
	struct table *table;

	(void)state;
	assert_non_null(tables);
	assert_non_null(server);
	server->setups = &setups;
	server->lobby = &lobby;
	server->tables = tables;
	assert_true(tables_init(tables, 1));
	table = new_table(server, "aaaaaaaaaaaaaaaa");
	assert_non_null(table);
	table->status = TABLE_OPEN;
	assert_null(new_table(server, "bbbbbbbbbbbbbbbb"));
	table->status = TABLE_OVER;
	table->n_watchers = 1;
	assert_null(new_table(server, "bbbbbbbbbbbbbbbb"));
	table->n_watchers = 0;
	table->jobs = 1; /* not yet on the disk */
	assert_null(new_table(server, "bbbbbbbbbbbbbbbb"));
	table->jobs = 0;
	table->is_doomed = true;
	assert_null(new_table(server, "bbbbbbbbbbbbbbbb"));
	table->is_doomed = false;
	tables->open = table;
	assert_null(new_table(server, "bbbbbbbbbbbbbbbb"));
	tables->open = NULL;
	assert_ptr_equal(table_find(tables, "aaaaaaaaaaaaaaaa"), table);
	table = new_table(server, "bbbbbbbbbbbbbbbb");
	assert_non_null(table);
	assert_null(table_find(tables, "aaaaaaaaaaaaaaaa"));
	assert_ptr_equal(table_find(tables, "bbbbbbbbbbbbbbbb"), table);
	tables_release(server);
	lobby_release(&lobby);
	assert_null(setups.first);
	free(tables);
	free(server);
}

/* What leaves memory is never looked at again: changed tables are told of a moment later. */
static void lobby_has_no_table_that_left(void **state)
{
	struct lobby lobby = {0};
	struct server *server = calloc(1, sizeof *server);
	struct table *tables = calloc(3, sizeof *tables);

	(void)state;
	assert_non_null(server);
	assert_non_null(tables);
	server->lobby = &lobby;
	for (int i = 0; i < 3; i++) {
		tables[i].is_public = true;
		tables[i].id[0] = (char)('a' + i);
		lobby_touch(server, &tables[i]);
		lobby_touch(server, &tables[i]);
	}
	assert_int_equal(lobby.n_changed, 3);
	lobby_forget(server, &tables[0]);
	assert_int_equal(lobby.n_changed, 2);
	for (size_t i = 0; i < lobby.n_changed; i++)
		assert_ptr_not_equal(lobby.changed[i], &tables[0]);
	lobby_forget(server, &tables[1]);
	lobby_forget(server, &tables[2]);
	assert_int_equal(lobby.n_changed, 0);
	assert_int_equal(lobby.n_gone, 3);
	assert_string_equal(lobby.gone[0], "a");
	lobby_forget(server, &tables[2]); /* once is enough */
	assert_int_equal(lobby.n_changed, 0);
	assert_int_equal(lobby.n_gone, 3);
	lobby_release(&lobby);
	free(tables);
	free(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(live_clock_charges_the_seat_on_turn_only),
		cmocka_unit_test(clock_by_days_begins_anew_with_each_move),
		cmocka_unit_test(table_without_clock_never_runs_out),
		cmocka_unit_test(rating_rises_with_the_place_and_grows_certain),
		cmocka_unit_test(names_that_look_alike_are_the_same),
		cmocka_unit_test(bucket_gives_back_with_time),
		cmocka_unit_test(addresses_of_one_subscriber_are_one),
		cmocka_unit_test(limits_refuse_no_stranger_when_the_books_are_full),
		cmocka_unit_test(limits_forget_those_who_are_quiet),
		cmocka_unit_test(settings_are_read_and_checked),
		cmocka_unit_test(game_is_rated_among_accounts_that_are_nobodys_twice),
		cmocka_unit_test(only_a_table_at_rest_makes_room),
		cmocka_unit_test(lobby_has_no_table_that_left),
		cmocka_unit_test(table_that_is_gone_stays_gone),
		cmocka_unit_test(file_of_the_first_version_is_brought_up_to_date),
	};

	return cmocka_run_group_tests_name("parts of the server", tests, NULL, NULL);
}
