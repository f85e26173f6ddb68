/* SPDX-License-Identifier: MIT
 *
 * Orders from the command line: left in the data file for the server that holds it, which answers
 * within a second, or carried out here if there is none. Lists are read beside a running server.
 */
#include "server/moderate.h"

#include "server/data_file.h"
#include "server/net/limit.h"
#include "server/people/export.h"
#include "server/people/name.h"
#include "server/store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

enum { LIST_MAX = 1000, PAUSE_MS = 50, PATIENCE_MS = 5000 };

static int64_t wall_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Only data that are there, and of this program's version. */
static void *open_data(const char *data, char *why, size_t cap)
{
	char reason[240], name[200];
	void *db;

	if (!store_is_current(data, reason, sizeof reason)) {
		store_name(data, name, sizeof name);
		snprintf(why, cap, "%s: %s", name, reason);
		return NULL;
	}
	db = store_sql.open(data, why, cap);
	/* A server tries again by itself, so its store is not patient; a host's order is. */
	if (db && !store_is_shared(data))
		sqlite3_busy_timeout(sqlite_handle(db), PATIENCE_MS);
	return db;
}

static void explain(const char *doing, const char *data, void *db, char *why, size_t cap)
{
	char reason[240], name[200];

	store_sql.failed(db, reason, sizeof reason);
	store_name(data, name, sizeof name);
	snprintf(why, cap, "Cannot %s %s: %s.", doing, name, reason);
}

static void no_rewrite(void *ctx, const struct store_event *event)
{
	(void)ctx;
	(void)event;
}

static bool run_here(void *db, struct order *order)
{
	const struct store_ops *ops = &store_sql;
	int64_t id;

	order->now = wall_ms();
	if (!ops->begin(db, false) || !order_run(ops, db, order))
		return false;
	if (order->forgets && !ops->user_drop(db, order->person, order->now, no_rewrite, NULL))
		return false;
	if (order->closes) {
		/* The end of a game is an event, and only a server plays games. */
		snprintf(order->answer, sizeof order->answer,
		         "No server runs on this file. The table will be closed when one starts.");
		if (!ops->command_put(db, order->text, &id))
			return false;
	}
	return ops->commit(db);
}

static bool find_answer(void *db, int64_t id, struct order *order, bool *answered)
{
	const struct store_ops *ops = &store_sql;
	int status = ORDER_REFUSED;

	if (!ops->begin(db, true) ||
	    !ops->command_find(db, id, &status, order->answer, sizeof order->answer, answered) ||
	    !ops->commit(db))
		return false;
	if (*answered)
		order->status = (enum order_status)status;
	return true;
}

/* Waits for the answer of the server; takes the order back if there is none. */
static bool ask_server(void *db, struct order *order)
{
	const struct store_ops *ops = &store_sql;
	struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
	bool failed = false, answered = false;
	int64_t id;

	if (!ops->begin(db, false) || !ops->command_put(db, order->text, &id) || !ops->commit(db))
		return false;
	for (int waited = 0; !answered && !failed && waited < ORDER_WAIT_MS; waited += PAUSE_MS) {
		failed = !find_answer(db, id, order, &answered);
		if (!answered)
			nanosleep(&pause, NULL);
	}
	if (!answered) {
		order->status = ORDER_REFUSED;
		snprintf(order->answer, sizeof order->answer,
		         "The server has not answered in %d seconds; nothing was done.",
		         ORDER_WAIT_MS / 1000);
	}
	return !failed && ops->begin(db, false) && ops->command_drop(db, id) && ops->commit(db);
}

/* A look changes nothing, and so needs nobody. */
static bool is_look(const char *text)
{
	bool deletes = strncmp(text, "forget\t", 7) == 0 || strncmp(text, "delete\t", 7) == 0;
	size_t len = strlen(text);

	return deletes && (len < 4 || strcmp(text + len - 4, "\tyes") != 0);
}

static void count_node(void *ctx, int64_t node, const char *about)
{
	(void)node, (void)about;
	++*(int *)ctx;
}

/* Nobody serves the data, so they can be changed here. The lock keeps it so. */
static bool is_unserved(void *db, const char *data, int *lock)
{
	const struct store_ops *ops = &store_sql;
	char why[240];
	int n = 0;

	if (!store_is_shared(data))
		return data_file_hold(data, lock, why, sizeof why);
	return ops->begin(db, true) && ops->nodes(db, count_node, &n) && ops->commit(db) && n == 0;
}

bool order_give(const char *data, const char *text, char *answer, size_t cap)
{
	void *db = open_data(data, answer, cap);
	struct order order = {0};
	int lock = -1;
	bool good, is_free;

	if (!db)
		return false;
	snprintf(order.text, sizeof order.text, "%s", text);
	is_free = !is_look(text) && is_unserved(db, data, &lock);
	good = is_free || is_look(text) ? run_here(db, &order) : ask_server(db, &order);
	data_file_release(lock);
	if (good)
		snprintf(answer, cap, "%s", order.answer);
	else
		explain("write to", data, db, answer, cap);
	store_sql.close(db);
	return good && order.status == ORDER_DONE;
}

struct listing {
	void (*print)(const char *);
	void *db;
	char buf[16384];
	struct mp_json json;
};

static struct mp_json *begin_line(struct listing *listing)
{
	mp_json_init(&listing->json, listing->buf, sizeof listing->buf);
	mp_json_object(&listing->json, NULL);
	return &listing->json;
}

static void end_line(struct listing *listing)
{
	mp_json_end_object(&listing->json);
	if (!listing->json.text.overflow)
		listing->print(listing->buf);
}

static void write_person(void *ctx, const struct store_user *user)
{
	struct mp_json *json = begin_line(ctx);
	char address[ADDRESS_TEXT_MAX];

	mp_json_int(json, "id", user->id);
	mp_json_str(json, "name", user->name);
	mp_json_str(json, "kind",
	            user->bot_of       ? "account_bot"
	            : user->is_account ? "account"
	                               : "guest");
	mp_json_bool(json, "banned", user->is_banned);
	mp_json_int(json, "created", user->created / 1000);
	mp_json_int(json, "seen", user->seen / 1000);
	if (user->address) {
		address_to_text(user->address, address);
		mp_json_str(json, "address", address);
	}
	end_line(ctx);
}

static void write_ban(void *ctx, const struct store_ban *ban)
{
	struct mp_json *json = begin_line(ctx);
	char address[ADDRESS_TEXT_MAX];

	address_to_text(ban->address, address);
	mp_json_str(json, "address", address);
	mp_json_int(json, "since", ban->at / 1000);
	mp_json_int(json, "until", ban->until / 1000);
	if (ban->user)
		mp_json_int(json, "for", ban->user);
	end_line(ctx);
}

static void write_report(void *ctx, const struct store_report *report)
{
	struct mp_json *json = begin_line(ctx);

	mp_json_int(json, "report", report->id);
	mp_json_int(json, "at", report->at / 1000);
	mp_json_str(json, "table", report->table);
	mp_json_int(json, "seq", report->seq);
	mp_json_int(json, "by", report->by);
	mp_json_int(json, "who", report->who);
	mp_text_char(&json->text, ',');
	mp_text_str(&json->text, report->text);
	end_line(ctx);
}

/* Reads a list; `read` writes its lines. */
static bool list_from_file(const char *data, void (*print)(const char *), char *why, size_t cap,
                           bool (*read)(void *, struct listing *, const char *), const char *part)
{
	void *db = open_data(data, why, cap);
	struct listing *listing = malloc(sizeof *listing);
	bool good = false;

	if (db && listing) {
		listing->print = print;
		good = store_sql.begin(db, true) && read(db, listing, part) && store_sql.commit(db);
		if (!good)
			explain("read", data, db, why, cap);
	}
	free(listing);
	if (db)
		store_sql.close(db);
	return good;
}

static bool read_people(void *db, struct listing *listing, const char *part)
{
	return store_sql.users(db, part, false, LIST_MAX, write_person, listing);
}

static bool read_bans(void *db, struct listing *listing, const char *part)
{
	return store_sql.users(db, part, true, LIST_MAX, write_person, listing) &&
	       store_sql.bans(db, wall_ms(), write_ban, listing);
}

static bool read_reports(void *db, struct listing *listing, const char *part)
{
	(void)part;
	return store_sql.reports(db, 0, write_report, listing);
}

bool order_people(const char *data, const char *part, void (*print)(const char *), char *why,
                  size_t cap)
{
	return list_from_file(data, print, why, cap, read_people, part);
}

bool order_bans(const char *data, void (*print)(const char *), char *why, size_t cap)
{
	return list_from_file(data, print, why, cap, read_bans, "");
}

bool order_reports(const char *data, void (*print)(const char *), char *why, size_t cap)
{
	return list_from_file(data, print, why, cap, read_reports, "");
}

static int64_t person_of(void *db, const char *who)
{
	struct store_user user = {0};
	char key[NAME_BYTES];
	bool found = false;

	if (!store_sql.user_find(db, strtoll(who + (*who == '#'), NULL, 10), &user, &found) || found)
		return found ? user.id : 0;
	name_key(who, key);
	return store_sql.user_named(db, key, &user, &found) && found ? user.id : 0;
}

bool order_export(const char *data, const char *who, void (*print)(const char *), char *why,
                  size_t cap)
{
	void *db = open_data(data, why, cap);
	struct export export = {0};
	char *text;
	bool good;

	if (!db)
		return false;
	good = store_sql.begin(db, true);
	export.person = good ? person_of(db, who) : 0;
	while (good && !export.is_whole)
		good = export_step(&store_sql, db, &export);
	good = good && store_sql.commit(db);
	text = good && export.out ? json_dumps(export.out, JSON_INDENT(1)) : NULL;
	if (text)
		print(text);
	else if (export.is_missing)
		snprintf(why, cap, "There is nobody of the number, and no account of the name %.80s.", who);
	else
		explain("read", data, db, why, cap);
	free(text);
	export_release(&export);
	store_sql.close(db);
	return good && !export.is_missing;
}
