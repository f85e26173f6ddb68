/* SPDX-License-Identifier: MIT
 *
 * Being forgotten, being given what is kept, and the orders of the host: each is answered with
 * what was done, and a slip of the pen is refused.
 */
#include "visit.h"
#include "server/moderate.h"
#include "server/store/store.h"

#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* An order, its words with tabs between; what is answered is left in `answer`. */
static char answer[ORDER_ANSWER_BYTES];

static bool order(const char *format, ...)
{
	char text[ORDER_BYTES];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return order_give(premises.data, text, answer, sizeof answer);
}

static void assert_says(const char *what)
{
	if (!strstr(answer, what))
		fail_msg("\"%s\" does not say \"%s\"", answer, what);
}

/* Lists: the last line that was printed, and how many. */
static char *lines;
static int n_lines;

static void keep_line(const char *line)
{
	size_t len = lines ? strlen(lines) : 0;

	lines = realloc(lines, len + strlen(line) + 2);
	sprintf(lines + len, "%s\n", line);
	n_lines++;
}

static void forget_lines(void)
{
	free(lines);
	lines = NULL;
	n_lines = 0;
}

static json_int_t id_of(const char *name)
{
	json_t *person;
	json_int_t id;

	forget_lines();
	assert_true(order_people(premises.data, name, keep_line, answer, sizeof answer));
	assert_int_equal(n_lines, 1);
	person = json_loads(lines, 0, NULL);
	id = number_of(person, "id");
	json_decref(person);
	return id;
}

/* In a database: in any row of anything. */
static bool rows_have(const char *data, const char *what)
{
	static const char *const tables[] = {"tables", "seats",  "events",   "users", "reports",
	                                     "mails",  "pushes", "sessions", "meta",  "commands"};
	char sql[160];
	bool found = false;

	for (size_t i = 0; !found && i < sizeof tables / sizeof *tables; i++) {
		snprintf(sql, sizeof sql, "SELECT count(*) FROM %s t WHERE t::text LIKE '%%%s%%'",
		         tables[i], what);
		found = premises_count(data, sql) > 0;
	}
	return found;
}

static bool file_has(const char *path, const char *what)
{
	FILE *file;
	char *bytes;
	long size;
	bool found;

	if (store_is_shared(path))
		return rows_have(path, what);
	file = fopen(path, "rb");
	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	bytes = malloc((size_t)size);
	assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
	fclose(file);
	found = memmem(bytes, (size_t)size, what, strlen(what)) != NULL;
	free(bytes);
	return found;
}

/* A person who sat, talked, was reported and reported others, in games that are over and that go
 * on, deletes the account. Neither memory nor the file has the name any more. */
static void deletion_leaves_the_name_nowhere(void **state)
{
	struct client zoe, other, late;
	char cookie[CLIENT_COOKIE_MAX], over[17], on[17], open[17];
	json_t *message, *line;

	(void)state;
	visit_sign("/api/signup", "Zoenobia", cookie);
	visit_join(&zoe, cookie);
	client_open(&other, premises.port, "Stays");
	client_open(&late, premises.port, "Late");
	visit_seat_two(&zoe, &other, over);
	json_decref(client_do(&zoe, "start", "{s:s}", "table", over));
	json_decref(client_do(&other, "resign", "{s:s}", "table", over));
	line = client_do(&zoe, "chat", "{s:s,s:s}", "table", over, "text", "unforgettable words");
	json_decref(
		client_do(&other, "report", "{s:s,s:I}", "table", over, "seq", number_of(line, "seq")));
	json_decref(line);
	visit_seat_two(&other, &zoe, on);
	json_decref(client_do(&zoe, "start", "{s:s}", "table", on));
	visit_seat_two(&other, &zoe, open);
	json_decref(client_do(&other, "watch", "{s:s}", "table", over));
	json_decref(client_wait(&other, "table"));
	assert_int_equal(
		visit_post("/api/delete-account", cookie, "{\"password\":\"correct horse\"}", NULL), 200);
	/* those who look on are told */
	message = client_wait(&other, "removed");
	assert_string_equal(text_of(message, "table"), over);
	json_decref(message);
	/* from memory */
	late.is_traced = true;
	for (int i = 0; i < 3; i++) {
		const char *id = i == 0 ? over : i == 1 ? on : open;

		json_decref(client_do(&late, "watch", "{s:s}", "table", id));
		json_decref(client_do(&late, "history", "{s:s}", "table", id));
		json_decref(client_do(&late, "watch", "{s:s,s:i}", "table", id, "since", 0));
	}
	json_decref(client_do(&late, "record", "{s:s}", "table", over));
	assert_null(memmem(late.trace, late.trace_len, "Zoenobia", 8));
	assert_null(memmem(late.trace, late.trace_len, "unforgettable", 13));
	/* the game that went on ended as one that was resigned, and is the other's */
	assert_non_null(memmem(late.trace, late.trace_len, "\"resigned\"", 10));
	/* what is written afterwards does not bring it back */
	json_decref(client_do(&other, "chat", "{s:s,s:s}", "table", over, "text", "who was it?"));
	json_decref(client_do(&other, "abort", "{s:s}", "table", open));
	forget_lines();
	assert_true(order_reports(premises.data, keep_line, answer, sizeof answer));
	assert_int_equal(n_lines, 1);
	assert_null(strstr(lines, "Zoenobia"));
	assert_non_null(strstr(lines, "\"removed\":true"));
	client_close(&zoe);
	client_close(&other);
	client_close(&late);
	/* not even in what SQLite has freed */
	premises_close(&premises);
	assert_true(file_has(premises.data, "Stays"));
	assert_false(file_has(premises.data, "Zoenobia"));
	assert_false(file_has(premises.data, "zoenobia"));
	assert_false(file_has(premises.data, "unforgettable"));
	premises_open(&premises, NULL);
	assert_int_equal(visit_guest("Zoenobia", NULL), 201);
}

/* By an index: not one of its steps walks over all events. */
static void deletion_scans_no_table_of_size(void **state)
{
	static const char *const steps[] = {
		"EXPLAIN QUERY PLAN UPDATE events SET who = 0 WHERE who = 1 AND who <> 0",
		"EXPLAIN QUERY PLAN UPDATE events SET text = '' WHERE kind = 2 AND who = 1 AND who <> 0",
		"EXPLAIN QUERY PLAN UPDATE seats SET user = 0 WHERE user = 1 AND user <> 0",
		"EXPLAIN QUERY PLAN UPDATE results SET user = 0 WHERE user = 1 AND user <> 0",
		"EXPLAIN QUERY PLAN UPDATE tables SET host = 0 WHERE host = 1 AND host <> 0",
	};
	sqlite3 *db;

	(void)state;
	if (store_is_shared(premises.data))
		return; /* which says so in other words, and of small tables something else */
	assert_int_equal(sqlite3_open(premises.data, &db), SQLITE_OK);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		sqlite3_stmt *stmt;

		assert_int_equal(sqlite3_prepare_v2(db, steps[i], -1, &stmt, NULL), SQLITE_OK);
		while (sqlite3_step(stmt) == SQLITE_ROW)
			assert_null(strstr((const char *)sqlite3_column_text(stmt, 3), "SCAN"));
		sqlite3_finalize(stmt);
	}
	sqlite3_close(db);
}

static void guest_who_is_forgotten_stays_so(void **state)
{
	struct client guest;
	char cookie[CLIENT_COOKIE_MAX];
	json_t *me;

	(void)state;
	client_open(&guest, premises.port, "Fleeting");
	strcpy(cookie, guest.cookie);
	assert_int_equal(visit_post("/api/delete-account", cookie, "{}", NULL), 200);
	assert_false(visit_is_there(&guest));
	client_close(&guest);
	me = visit_get("/api/me", cookie);
	assert_true(json_is_null(json_object_get(me, "name")));
	json_decref(me);
}

static void export_holds_all_that_is_kept(void **state)
{
	struct client a, b;
	char cookie[CLIENT_COOKIE_MAX], id[17];
	json_t *all, *line;
	struct reply reply;

	(void)state;
	visit_sign("/api/signup", "Exporta", cookie);
	visit_join(&a, cookie);
	client_open(&b, premises.port, "Importa");
	visit_seat_two(&a, &b, id);
	json_decref(client_do(&a, "start", "{s:s}", "table", id));
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "mine"));
	line = client_do(&b, "chat", "{s:s,s:s}", "table", id, "text", "yours");
	json_decref(client_do(&a, "report", "{s:s,s:I}", "table", id, "seq", number_of(line, "seq")));
	json_decref(line);
	json_decref(client_do(&b, "resign", "{s:s}", "table", id));
	reply = client_http(premises.port, "GET", "/api/me/export", cookie, "", "");
	assert_int_equal(reply.status, 200);
	assert_non_null(strcasestr(reply.head, "content-disposition: attachment"));
	assert_null(strstr(reply.body, "argon2"));
	all = json_loads(reply.body, 0, NULL);
	reply_release(&reply);
	assert_string_equal(text_of(json_object_get(all, "person"), "name"), "Exporta");
	assert_string_equal(text_of(json_object_get(all, "person"), "last_address"), "127.0.0.1");
	assert_int_equal(json_array_size(json_object_get(all, "sessions")), 1);
	assert_int_equal(json_array_size(json_object_get(all, "tables")), 1);
	assert_int_equal(json_array_size(json_object_get(all, "results")), 1);
	assert_int_equal(json_array_size(json_object_get(all, "chat")), 1);
	assert_string_equal(text_of(json_array_get(json_object_get(all, "chat"), 0), "text"), "mine");
	assert_int_equal(json_array_size(json_object_get(all, "reports_made")), 1);
	json_decref(all);
	/* a guest's too; who reported is not told to who was reported */
	reply = client_http(premises.port, "GET", "/api/me/export", b.cookie, "", "");
	all = json_loads(reply.body, 0, NULL);
	assert_null(strstr(reply.body, "Exporta"));
	assert_int_equal(json_array_size(json_object_get(all, "reports_received")), 1);
	json_decref(all);
	reply_release(&reply);
	reply = client_http(premises.port, "GET", "/api/me/export", "", "", "");
	assert_int_equal(reply.status, 401);
	reply_release(&reply);
	/* six in an hour */
	for (int i = 1; i < 7; i++) {
		reply = client_http(premises.port, "GET", "/api/me/export", cookie, "", "");
		assert_int_equal(reply.status, i < 6 ? 200 : 429);
		reply_release(&reply);
	}
	/* and for the host who is asked for it */
	forget_lines();
	assert_true(order_export(premises.data, "exporta", keep_line, answer, sizeof answer));
	assert_non_null(strstr(lines, "\"mine\""));
	assert_false(order_export(premises.data, "Nobodyy", keep_line, answer, sizeof answer));
	client_close(&a);
	client_close(&b);
}

static void guests_are_banned_by_number_and_address(void **state)
{
	struct client guest, account;
	char cookie[CLIENT_COOKIE_MAX];
	json_int_t id;

	(void)state;
	visit_sign("/api/signup", "Innocenta", cookie);
	visit_join(&account, cookie);
	client_open(&guest, premises.port, "Rowdy");
	/* a guest's name is nobody's */
	assert_false(order("ban\tRowdy"));
	assert_says("Guests go by their number");
	assert_true(visit_is_there(&guest));
	id = id_of("Rowdy");
	assert_true(order("ban\t%lld", (long long)id));
	assert_says("the guest Rowdy");
	assert_says("127.0.0.1");
	assert_false(visit_is_there(&guest));
	assert_true(visit_is_there(&account));
	client_close(&guest);
	assert_int_equal(visit_guest("Rowdy again", NULL), 403);
	assert_int_equal(
		visit_post("/api/signup", "", "{\"name\":\"Rowdyy\",\"password\":\"12345678\"}", NULL),
		403);
	assert_true(client_join(&guest, premises.port, guest.cookie, ""));
	client_close(&guest);
	forget_lines();
	assert_true(order_bans(premises.data, keep_line, answer, sizeof answer));
	assert_int_equal(n_lines, 2);
	assert_non_null(strstr(lines, "\"address\":\"127.0.0.1\""));
	assert_false(order("ban\t%lld", (long long)id));
	assert_says("already");
	assert_true(order("unban\t#%lld", (long long)id));
	assert_says("and the address");
	assert_false(order("unban\t#%lld", (long long)id));
	assert_int_equal(visit_guest("Rowdy again", NULL), 201);
	/* an address by itself, for some days */
	assert_true(order("ban\t127.0.0.1\t3"));
	assert_says("3 days");
	assert_int_equal(visit_guest("Rowdier", NULL), 403);
	assert_true(order("unban\t127.0.0.1"));
	assert_false(order("unban\t127.0.0.1"));
	client_close(&account);
}

static void slips_of_the_pen_are_refused(void **state)
{
	static const char *const wrong[] = {
		"ban\tNobodyy", "unban\tNobodyy",     "forget\tAna\tyes", "close\tx",    "delete\tx\tyes",
		"remove\tx\t1", "clear\t999999",      "clear\tx",         "ban\t#12\t0", "dance\tx",
		"ban\t",        "ban\tNobodyy\tmany",
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		answer[0] = '\0';
		assert_false(order("%s", wrong[i]));
		assert_true(strlen(answer) > 10);
	}
	assert_false(order_give("/nonexistent/metropole.db", "clear\tall", answer, sizeof answer));
}

static void deletions_are_looked_at_first(void **state)
{
	struct client a, b;
	char id[17];

	(void)state;
	client_open(&a, premises.port, "Looked");
	client_open(&b, premises.port, "Looker");
	visit_seat_two(&a, &b, id);
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "look"));
	assert_true(order("forget\t%lld", (long long)id_of("Looked")));
	assert_says("1 table, 1 chat line");
	assert_says("Nothing has been deleted yet");
	assert_true(visit_is_there(&a));
	assert_true(order("forget\t%lld\tyes", (long long)id_of("Looked")));
	assert_says("Forgotten: the guest Looked");
	assert_false(visit_is_there(&a));
	forget_lines();
	assert_true(order_people(premises.data, "Looked", keep_line, answer, sizeof answer));
	assert_int_equal(n_lines, 0);
	assert_true(order("delete\t%s", id));
	assert_says("Nothing has been deleted yet");
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	assert_true(order("delete\t%s\tyes", id));
	assert_says("Deleted");
	assert_string_equal(client_code(client_ask(&b, "watch", "{s:s}", "table", id)), "no_table");
	client_close(&a);
	client_close(&b);
}

static void one_line_is_removed_and_reports_are_cleared(void **state)
{
	struct client a, b;
	char id[17];
	json_t *line, *message;
	long long seq;

	(void)state;
	client_open(&a, premises.port, "Loud");
	client_open(&b, premises.port, "Quiet");
	visit_seat_two(&a, &b, id);
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	json_decref(client_wait(&b, "table"));
	line = client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "obscene");
	seq = number_of(line, "seq");
	json_decref(line);
	json_decref(client_do(&a, "chat", "{s:s,s:s}", "table", id, "text", "harmless"));
	assert_true(order("clear\tall"));
	json_decref(client_do(&b, "report", "{s:s,s:I}", "table", id, "seq", (json_int_t)seq));
	assert_true(visit_metric("metropole_reports_total") >= 1);
	forget_lines();
	assert_true(order_reports(premises.data, keep_line, answer, sizeof answer));
	assert_int_equal(n_lines, 1);
	message = json_loads(lines, 0, NULL);
	assert_int_equal(number_of(message, "who"), id_of("Loud"));
	json_decref(message);
	assert_true(order("remove\t%s\t%lld", id, seq));
	message = client_wait(&b, "removed");
	assert_int_equal(number_of(message, "seq"), seq);
	json_decref(message);
	json_decref(client_do(&b, "watch", "{s:s}", "table", id));
	message = client_wait(&b, "table");
	line = json_object_get(message, "chat");
	assert_int_equal(json_array_size(line), 2);
	assert_true(json_is_true(json_object_get(json_array_get(line, 0), "removed")));
	assert_string_equal(text_of(json_array_get(line, 1), "text"), "harmless");
	json_decref(message);
	assert_true(order("clear\tall"));
	assert_says("1 report");
	client_close(&a);
	client_close(&b);
}

/* Without a server orders are carried out on the file; a table is closed when one starts. */
static void orders_are_obeyed_without_a_server_too(void **state)
{
	struct client a, b;
	char id[17], path[32];
	json_int_t guest;
	struct reply reply;

	(void)state;
	client_open(&a, premises.port, "Offline");
	client_open(&b, premises.port, "Onlooker");
	visit_seat_two(&a, &b, id);
	guest = id_of("Offline");
	client_close(&a);
	client_close(&b);
	premises_close(&premises);
	if (!order("forget\t%lld\tyes", (long long)guest))
		fail_msg("%s", answer);
	assert_says("Forgotten");
	assert_false(order("ban\t%lld", (long long)guest));
	assert_true(order("close\t%s", id));
	assert_says("when one starts");
	premises_open(&premises, NULL);
	snprintf(path, sizeof path, "/api/tables/%s", id);
	for (int i = 0; i < 100; i++) {
		bool closed;

		reply = client_http(premises.port, "GET", path, "", "", "");
		closed = strstr(reply.body, "\"aborted\"") != NULL;
		assert_null(strstr(reply.body, "\"Offline\""));
		reply_release(&reply);
		if (closed)
			return;
		usleep(50000);
	}
	fail_msg("the table was not closed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deletion_leaves_the_name_nowhere),
		cmocka_unit_test(deletion_scans_no_table_of_size),
		cmocka_unit_test(guest_who_is_forgotten_stays_so),
		cmocka_unit_test(export_holds_all_that_is_kept),
		cmocka_unit_test(guests_are_banned_by_number_and_address),
		cmocka_unit_test(slips_of_the_pen_are_refused),
		cmocka_unit_test(deletions_are_looked_at_first),
		cmocka_unit_test(one_line_is_removed_and_reports_are_cleared),
		cmocka_unit_test(orders_are_obeyed_without_a_server_too),
	};
	int failed = cmocka_run_group_tests_name("keeping order", tests, visit_open, premises_end);

	forget_lines();
	return failed;
}
