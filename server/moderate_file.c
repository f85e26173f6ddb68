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

/* Only a file that is there, and of this program's version. */
static struct sqlite_db *open_data(const char *data, char *why, size_t cap)
{
	char reason[240] = "It is not there, or cannot be read";
	sqlite3 *db = NULL;
	struct sqlite_db *opened = NULL;
	bool good = sqlite3_open_v2(data, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	            sqlite3_busy_timeout(db, PATIENCE_MS) == SQLITE_OK &&
	            sqlite_is_current(db, reason, sizeof reason);

	sqlite3_close(db);
	if (!good) {
		snprintf(why, cap, "%s: %s", data, reason);
		return NULL;
	}
	opened = store_sqlite.open(data, why, cap);
	/* A server tries again by itself, so its store is not patient; a host's order is. */
	if (opened)
		sqlite3_busy_timeout(opened->db, PATIENCE_MS);
	return opened;
}

static void no_rewrite(void *ctx, const struct store_event *event)
{
	(void)ctx;
	(void)event;
}

static bool run_here(struct sqlite_db *db, struct order *order)
{
	const struct store_ops *ops = &store_sqlite;

	order->now = wall_ms();
	if (!ops->begin(db, false) || !order_run(ops, db, order))
		return false;
	if (order->forgets && !ops->user_drop(db, order->person, order->now, no_rewrite, NULL))
		return false;
	if (order->closes) {
		/* The end of a game is an event, and only a server plays games. */
		snprintf(order->answer, sizeof order->answer,
		         "No server runs on this file. The table will be closed when one starts.");
		if (!sqlite_do(sqlite_use(db, "INSERT INTO commands(text) VALUES(?)", "t", order->text)))
			return false;
	}
	return ops->commit(db);
}

/* Waits for the answer of the server; takes the order back if there is none. */
static bool ask_server(struct sqlite_db *db, struct order *order)
{
	struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
	bool failed = false, answered = false;
	int64_t id;

	if (!sqlite_do(sqlite_use(db, "INSERT INTO commands(text) VALUES(?)", "t", order->text)))
		return false;
	id = sqlite3_last_insert_rowid(db->db);
	for (int waited = 0; !answered && !failed && waited < ORDER_WAIT_MS; waited += PAUSE_MS) {
		sqlite3_stmt *stmt = sqlite_use(
			db, "SELECT status, answer FROM commands WHERE id = ? AND status IS NOT NULL", "i", id);

		answered = sqlite_row(stmt, &failed);
		if (answered) {
			order->status = (enum order_status)sqlite3_column_int(stmt, 0);
			sqlite_text(stmt, 1, order->answer, sizeof order->answer);
			sqlite3_reset(stmt);
		} else {
			nanosleep(&pause, NULL);
		}
	}
	if (!answered) {
		order->status = ORDER_REFUSED;
		snprintf(order->answer, sizeof order->answer,
		         "The server has not answered in %d seconds; nothing was done.",
		         ORDER_WAIT_MS / 1000);
	}
	return !failed && sqlite_do(sqlite_use(db, "DELETE FROM commands WHERE id = ?", "i", id));
}

/* A look changes nothing, and so needs nobody. */
static bool is_look(const char *text)
{
	bool deletes = strncmp(text, "forget\t", 7) == 0 || strncmp(text, "delete\t", 7) == 0;
	size_t len = strlen(text);

	return deletes && (len < 4 || strcmp(text + len - 4, "\tyes") != 0);
}

bool order_give(const char *data, const char *text, char *answer, size_t cap)
{
	struct sqlite_db *db = open_data(data, answer, cap);
	struct order order = {0};
	char why[240];
	int lock = -1;
	bool good, is_free;

	if (!db)
		return false;
	snprintf(order.text, sizeof order.text, "%s", text);
	is_free = !is_look(text) && data_file_hold(data, &lock, why, sizeof why);
	good = is_free || is_look(text) ? run_here(db, &order) : ask_server(db, &order);
	data_file_release(lock);
	if (good)
		snprintf(answer, cap, "%s", order.answer);
	else
		snprintf(answer, cap, "Cannot write to %s: %s.", data, sqlite3_errmsg(db->db));
	store_sqlite.close(db);
	return good && order.status == ORDER_DONE;
}

struct listing {
	void (*print)(const char *);
	struct sqlite_db *db;
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
                           bool (*read)(struct sqlite_db *, struct listing *, const char *),
                           const char *part)
{
	struct sqlite_db *db = open_data(data, why, cap);
	struct listing *listing = malloc(sizeof *listing);
	bool good = false;

	if (db && listing) {
		listing->print = print;
		good = read(db, listing, part);
		if (!good)
			snprintf(why, cap, "Cannot read %s: %s.", data, sqlite3_errmsg(db->db));
	}
	free(listing);
	if (db)
		store_sqlite.close(db);
	return good;
}

static bool read_people(struct sqlite_db *db, struct listing *listing, const char *part)
{
	return sqlite_users(db, part, false, LIST_MAX, write_person, listing);
}

static bool read_bans(struct sqlite_db *db, struct listing *listing, const char *part)
{
	return sqlite_users(db, part, true, LIST_MAX, write_person, listing) &&
	       sqlite_bans(db, wall_ms(), write_ban, listing);
}

static bool read_reports(struct sqlite_db *db, struct listing *listing, const char *part)
{
	(void)part;
	return sqlite_reports(db, 0, write_report, listing);
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

static int64_t person_of(struct sqlite_db *db, const char *who)
{
	struct store_user user = {0};
	char key[NAME_BYTES];
	bool found = false;

	if (!sqlite_user_find(db, strtoll(who + (*who == '#'), NULL, 10), &user, &found) || found)
		return found ? user.id : 0;
	name_key(who, key);
	return sqlite_user_named(db, key, &user, &found) && found ? user.id : 0;
}

bool order_export(const char *data, const char *who, void (*print)(const char *), char *why,
                  size_t cap)
{
	struct sqlite_db *db = open_data(data, why, cap);
	struct export export = {0};
	char *text;
	bool good = true;

	if (!db)
		return false;
	export.person = person_of(db, who);
	while (good && !export.is_whole)
		good = export_step(&store_sqlite, db, &export);
	text = export.out ? json_dumps(export.out, JSON_INDENT(1)) : NULL;
	if (text)
		print(text);
	else if (export.is_missing)
		snprintf(why, cap, "There is nobody of the number, and no account of the name %.80s.", who);
	else
		snprintf(why, cap, "Cannot read %s: %s.", data, sqlite3_errmsg(db->db));
	free(text);
	export_release(&export);
	store_sqlite.close(db);
	return good && !export.is_missing;
}
