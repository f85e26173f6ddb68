/* SPDX-License-Identifier: MIT
 *
 * The export, in parts: people who have played thousands of games keep nobody else waiting.
 * Passwords and tokens are kept only as hashes, and those stay here.
 */
#include "server/people/export.h"

#include "server/queue.h"
#include "server/net/limit.h"
#include "server/people/http_job.h"
#include "server/people/rating.h"
#include "server/process.h"
#include "server/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_AT_ONCE = 50 };

/* The person, then each of their bots. */
static int64_t person_of(const struct export *export)
{
	return export->whose ? export->bots[export->next_bot - 1] : export->person;
}

static void add_to_export(struct export *export, const char *list, json_t *what)
{
	json_array_append_new(json_object_get(export->out, list), what);
}

/* The members of an event as an object of their own. */
static json_t *object_of(const char *members)
{
	size_t len = strlen(members) + 3;
	char *text = malloc(len);
	json_t *object = NULL;

	if (text) {
		snprintf(text, len, "{%s}", members);
		object = json_loads(text, 0, NULL);
		free(text);
	}
	return object ? object : json_object();
}

static void add_session(void *ctx, const struct store_session *session)
{
	add_to_export(ctx, "sessions",
	              json_pack("{s:I,s:I,s:s}", "created", session->created / 1000, "seen",
	                        session->seen / 1000, "agent", session->agent));
}

static void add_rating(void *ctx, const char *game, int players, const struct store_rating *rating)
{
	add_to_export(ctx, "ratings",
	              json_pack("{s:s,s:i,s:f,s:f,s:i}", "game", game, "players", players, "rating",
	                        rating_shown(rating), "deviation", rating_shown_deviation(rating),
	                        "games", rating->games));
}

static void add_chat(void *ctx, const char *table, const struct store_event *event)
{
	json_t *line = object_of(event->text);

	json_object_set_new(line, "table", json_string(table));
	json_object_set_new(line, "seq", json_integer(event->seq));
	json_object_set_new(line, "at", json_integer(event->at / 1000));
	add_to_export(ctx, "chat", line);
}

/* Of a report that somebody else made the person learns the words, not by whom. */
static void add_report(void *ctx, const struct store_report *report)
{
	struct export *export = ctx;

	add_to_export(export, report->by == person_of(export) ? "reports_made" : "reports_received",
	              json_pack("{s:I,s:s,s:i,s:o}", "at", report->at / 1000, "table", report->table,
	                        "seq", (int)report->seq, "line", object_of(report->text)));
}

struct seat_reading {
	struct export *export;
	struct {
		int64_t key;
		int seat;
		json_t *table;
	} seats[TABLES_AT_ONCE];
	size_t n;
};

static void add_seat(void *ctx, const struct store_table *table, int seat)
{
	static const char *const status[] = {"open", "playing", "over", "aborted"};
	struct seat_reading *reading = ctx;
	json_t *entry = json_pack("{s:s,s:s,s:i,s:i,s:s,s:b,s:I,s:I,s:[]}", "table", table->id, "game",
	                          table->game, "players", table->players, "seat", seat + 1, "status",
	                          status[table->status & 3], "public", table->is_public, "created",
	                          table->created / 1000, "changed", table->changed / 1000, "moves");

	reading->export->after = table->key;
	add_to_export(reading->export, "tables", entry);
	reading->seats[reading->n].key = table->key;
	reading->seats[reading->n].seat = seat;
	reading->seats[reading->n++].table = entry;
}

struct move_reading {
	json_t *moves;
	int seat;
};

static void add_move(void *ctx, const struct store_event *event)
{
	struct move_reading *reading = ctx;

	if (event->kind == 0 && event->seat == reading->seat)
		json_array_append_new(reading->moves, json_string(event->text));
}

static void add_push(void *ctx, const struct store_push *push)
{
	add_to_export(ctx, "pushes",
	              json_pack("{s:s,s:I}", "endpoint", push->endpoint, "at", push->at / 1000));
}

static void add_game(void *ctx, const struct store_game *game)
{
	add_to_export(ctx, "results",
	              json_pack("{s:s,s:i,s:i,s:i,s:b}", "table", game->id, "seat", game->seat + 1,
	                        "place", game->place, "score", (int)game->score, "rated",
	                        game->is_rated));
}

static bool add_vacation(const struct store_ops *ops, void *db, struct export *export)
{
	struct store_vacation vacation;
	bool found;

	if (!ops->vacation_find(db, person_of(export), &vacation, &found))
		return false;
	if (found)
		json_object_set_new(export->out, "vacation",
		                    json_pack("{s:i,s:i,s:I,s:I}", "year", vacation.year, "used",
		                              vacation.used, "began", vacation.began / 1000, "ends",
		                              vacation.ends / 1000));
	return true;
}

static bool add_mail(const struct store_ops *ops, void *db, struct export *export)
{
	struct store_mail mail;
	bool found;

	if (!ops->mail_find(db, person_of(export), &mail, &found))
		return false;
	if (found)
		json_object_set_new(export->out, "mail",
		                    json_pack("{s:s,s:b,s:I,s:I}", "address", mail.address, "verified",
		                              mail.is_verified, "asked", mail.asked / 1000, "sent",
		                              mail.sent / 1000));
	return true;
}

static void note_bot(void *ctx, const struct store_user *bot)
{
	struct export *export = ctx;

	if (export->n_bots < USER_BOTS_MAX)
		export->bots[export->n_bots++] = bot->id;
}

/* Goes on with the next bot, if there is one. */
static void turn_to_bot(struct export *export)
{
	if (export->whose) {
		json_array_append_new(json_object_get(export->whose, "bots"), export->out);
		export->out = export->whose;
		export->whose = NULL;
	}
	if (export->next_bot == export->n_bots)
		return;
	export->whose = export->out;
	export->out = NULL;
	export->next_bot++;
	export->after = 0;
	export->is_whole = false;
}

static bool begin_export(const struct store_ops *ops, void *db, struct export *export)
{
	struct store_user user;
	char address[ADDRESS_TEXT_MAX] = "";
	bool found;

	if (!ops->user_find(db, person_of(export), &user, &found))
		return false;
	/* A bot that went meanwhile is left out. */
	if (!found && export->whose) {
		export->out = export->whose;
		export->whose = NULL;
		export->is_whole = true;
		turn_to_bot(export);
		return true;
	}
	export->is_missing = !found;
	if (!found) {
		export->is_whole = true;
		return true;
	}
	if (user.address)
		address_to_text(user.address, address);
	export->out =
		json_pack("{s:{s:I,s:s,s:b,s:b,s:I,s:I,s:s},s:[],s:[],s:[],s:[],s:[],s:[],s:[],s:[],s:[]}",
	              "person", "id", user.id, "name", user.name, "account", user.is_account, "banned",
	              user.is_banned, "created", user.created / 1000, "seen", user.seen / 1000,
	              "last_address", address, "sessions", "ratings", "results", "tables", "chat",
	              "reports_made", "reports_received", "pushes", "bots");
	return export->out && ops->sessions_of(db, user.id, add_session, export) &&
	       ops->ratings_of(db, user.id, add_rating, export) &&
	       ops->games_of(db, user.id, INT64_MAX, false, -1, add_game, export) &&
	       ops->chat_of(db, user.id, add_chat, export) &&
	       ops->reports(db, user.id, add_report, export) &&
	       ops->pushes_of(db, user.id, add_push, export) && add_vacation(ops, db, export) &&
	       add_mail(ops, db, export) &&
	       (export->whose || ops->bots_of(db, user.id, note_bot, export));
}

bool export_step(const struct store_ops *ops, void *db, struct export *export)
{
	struct seat_reading reading = {.export = export};

	if (!export->out)
		return begin_export(ops, db, export);
	if (!ops->seats_of(db, person_of(export), export->after, TABLES_AT_ONCE, add_seat, &reading))
		return false;
	for (size_t i = 0; i < reading.n; i++)
		if (!ops->events_of(db, reading.seats[i].key, 0, add_move,
		                    &(struct move_reading){json_object_get(reading.seats[i].table, "moves"),
		                                           reading.seats[i].seat}))
			return false;
	export->is_whole = reading.n < TABLES_AT_ONCE;
	if (export->is_whole)
		turn_to_bot(export);
	return true;
}

void export_release(struct export *export)
{
	json_decref(export->out);
	json_decref(export->whose);
	*export = (struct export){.person = export->person, .is_missing = export->is_missing};
}

struct export_job {
	struct http_job http;
	struct export export;
};

/* A part that failed is read again from the start of the document: it may be half written. */
static bool run_export(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct export_job *job = (struct export_job *)base;

	if (export_step(ops, db, &job->export))
		return true;
	export_release(&job->export);
	return false;
}

static void answer_export(struct export_job *job)
{
	struct http_request *request = job->http.request;
	char *text = job->export.out ? json_dumps(job->export.out, JSON_INDENT(1)) : NULL;

	if (job->export.is_missing)
		http_refuse(request, 404, "no_user", "Nothing is kept about you.");
	else if (!text)
		http_refuse(request, 503, "busy", "The server has no memory left.");
	else
		http_answer(request, 200, "application/json", text, strlen(text));
	request->is_download = text != NULL;
	free(text);
	export_release(&job->export);
	http_job_end(&job->http);
}

static void finish_export(struct server *server, struct task *task)
{
	struct export_job *job = (struct export_job *)task;

	if (job->export.is_whole || server->stopping)
		answer_export(job);
	else
		store_submit(server->store, &job->http.job);
}

void export_route(struct http_request *request)
{
	struct server *server = request->server;
	uint64_t key = (uint64_t)request->person.id;
	struct export_job *job;

	if (!http_is_somebody(request))
		return;
	if (!limits_take(server->limits, key, LIMIT_EXPORTS, server->now)) {
		http_refuse_for_now(request, REFUSED_REQUEST,
		                    limits_wait(server->limits, key, LIMIT_EXPORTS, server->now),
		                    "Too many exports. Wait a little.");
		return;
	}
	job = http_job_new(request, sizeof *job, run_export, finish_export);
	if (!job)
		return;
	job->http.job.only_reads = true;
	job->export.person = request->person.id;
	http_job_submit(&job->http);
}
