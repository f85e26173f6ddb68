/* SPDX-License-Identifier: MIT
 *
 * Sessions and profiles: one job that reads (or drops) and writes its answer as it goes.
 */
#include "server/people/profile.h"

#include "server/people/http_job.h"
#include "server/people/name.h"
#include "server/people/rating.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

enum { ANSWER_BYTES = 64 * 1024, GAMES_AT_ONCE = 50, MARK_BYTES = 8 };

struct reading {
	struct http_job http;
	http_job_run *read;
	int64_t user;
	bool found, drops_all, drops_one, is_history;
	uint8_t hash[SECRET_BYTES]; /* the session it came with */
	uint8_t mark[MARK_BYTES];   /* the session to be revoked */
	bool has_mark;
	char name_key[NAME_BYTES];
	int64_t before;
	struct mp_json json;
	char buf[ANSWER_BYTES];
};

/* May come a second time, after the storage failed at the first. */
static bool run_afresh(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;

	reading->found = false;
	mp_json_init(&reading->json, reading->buf, sizeof reading->buf);
	mp_json_object(&reading->json, NULL);
	return reading->read(ops, db, base);
}

static void answer_reading(struct server *server, struct task *task)
{
	struct reading *reading = (struct reading *)task;
	struct http_request *request = reading->http.request;

	if (reading->found && (reading->drops_all || reading->drops_one))
		conns_end(server->conns, reading->user, reading->drops_all ? NULL : reading->hash, NULL);
	if (!reading->found)
		http_refuse(request, 404, "no_user", "There is nobody of this name.");
	else
		http_send_json(request, 200, &reading->json);
	http_job_end(&reading->http);
}

static struct reading *begin_reading(struct http_request *request, http_job_run *read)
{
	struct reading *reading = http_job_new(request, sizeof *reading, run_afresh, answer_reading);

	if (!reading)
		return NULL;
	reading->read = read;
	reading->user = request->person.id;
	memcpy(reading->hash, request->claim.session, SECRET_BYTES);
	return reading;
}

/* A session is named by the first bytes of its hash: enough to tell them apart, no use to anyone
 * else. */
static void write_session(void *ctx, const struct store_session *session)
{
	struct reading *reading = ctx;
	char mark[2 * MARK_BYTES + 1];

	if (reading->has_mark) {
		if (memcmp(session->hash, reading->mark, MARK_BYTES) == 0) {
			memcpy(reading->hash, session->hash, SECRET_BYTES);
			reading->found = true;
		}
		return;
	}
	sodium_bin2hex(mark, sizeof mark, session->hash, MARK_BYTES);
	mp_json_object(&reading->json, NULL);
	mp_json_str(&reading->json, "session", mark);
	mp_json_int(&reading->json, "created", session->created / 1000);
	mp_json_int(&reading->json, "seen", session->seen / 1000);
	mp_json_str(&reading->json, "agent", session->agent);
	mp_json_bool(&reading->json, "this", memcmp(session->hash, reading->hash, SECRET_BYTES) == 0);
	mp_json_end_object(&reading->json);
}

static bool run_sessions(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;

	reading->found = true;
	mp_json_array(&reading->json, "sessions");
	if (!ops->sessions_of(db, reading->user, write_session, reading))
		return false;
	mp_json_end_array(&reading->json);
	return true;
}

static bool run_revoke(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;

	return ops->sessions_of(db, reading->user, write_session, reading) &&
	       (!reading->found || ops->session_drop(db, reading->user, reading->hash));
}

static bool run_sign_out(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;

	reading->found = true;
	return ops->session_drop(db, reading->user, reading->drops_all ? NULL : reading->hash);
}

static bool is_account(struct http_request *request)
{
	if (request->person.is_account)
		return true;
	http_refuse(request, 401, "nobody", "Sign in first.");
	return false;
}

static void sign_out(struct http_request *request, bool everywhere)
{
	struct reading *reading;

	if (!is_account(request))
		return;
	reading = begin_reading(request, run_sign_out);
	if (!reading)
		return;
	reading->drops_all = everywhere;
	reading->drops_one = !everywhere;
	session_no_cookie(request->server, request->cookie[0]);
	http_job_submit(&reading->http);
}

void profile_sign_out(struct http_request *request, const json_t *body)
{
	(void)body;
	sign_out(request, false);
}

void profile_sign_out_all(struct http_request *request, const json_t *body)
{
	(void)body;
	sign_out(request, true);
}

void profile_revoke(struct http_request *request, const json_t *body)
{
	const char *mark = http_member(body, "session");
	struct reading *reading;
	size_t len = 0;
	uint8_t bytes[MARK_BYTES];

	if (!is_account(request))
		return;
	if (!mark || sodium_hex2bin(bytes, sizeof bytes, mark, strlen(mark), NULL, &len, NULL) != 0 ||
	    len != MARK_BYTES) {
		http_refuse(request, 400, "bad_request", "Name a session as the list of sessions does.");
		return;
	}
	reading = begin_reading(request, run_revoke);
	if (!reading)
		return;
	memcpy(reading->mark, bytes, sizeof bytes);
	reading->has_mark = true;
	reading->drops_one = true;
	http_job_submit(&reading->http);
}

static void write_stat(void *ctx, const struct store_stat *stat)
{
	struct mp_json *json = &((struct reading *)ctx)->json;

	mp_json_object(json, NULL);
	mp_json_str(json, "game", stat->game);
	mp_json_int(json, "players", stat->players);
	mp_json_int(json, "games", stat->games);
	mp_json_int(json, "wins", stat->wins);
	mp_json_fixed(json, "average", stat->points, 2);
	if (stat->rating.games > 0) {
		mp_json_fixed(json, "rating", rating_shown(&stat->rating), 0);
		mp_json_fixed(json, "deviation", rating_shown_deviation(&stat->rating), 0);
		mp_json_int(json, "rated", stat->rating.games);
	}
	mp_json_end_object(json);
}

static void write_past_game(void *ctx, const struct store_game *game)
{
	struct mp_json *json = &((struct reading *)ctx)->json;

	mp_json_object(json, NULL);
	mp_json_str(json, "table", game->id);
	mp_json_int(json, "key", game->key);
	mp_json_str(json, "game", game->game);
	mp_json_int(json, "players", game->players);
	mp_json_int(json, "seat", game->seat + 1);
	mp_json_int(json, "place", game->place);
	mp_json_int(json, "score", game->score);
	if (game->is_rated)
		mp_json_fixed(json, "rating", game->rating, 0);
	mp_json_int(json, "ended", game->ended / 1000);
	mp_json_raw(json, "names", game->names, strlen(game->names));
	mp_json_raw(json, "guests", game->guests, strlen(game->guests));
	mp_json_raw(json, "bots", game->bots, strlen(game->bots));
	mp_json_end_object(json);
}

static bool run_profile(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct reading *reading = (struct reading *)base;
	struct store_user user = {0};
	int64_t asker = reading->user;

	if (reading->name_key[0]) {
		if (!ops->user_named(db, reading->name_key, &user, &reading->found))
			return false;
		if (!reading->found)
			return true;
		reading->user = user.id;
		mp_json_str(&reading->json, "name", user.name);
		mp_json_int(&reading->json, "since", user.created / 1000);
		if (user.bot_of)
			mp_json_bool(&reading->json, "bot", true);
	}
	reading->found = true;
	mp_json_array(&reading->json, reading->is_history ? "games" : "stats");
	if (reading->is_history
	        ? !ops->games_of(db, reading->user, reading->before, reading->user != asker,
	                         GAMES_AT_ONCE, write_past_game, reading)
	        : !ops->stats_of(db, reading->user, write_stat, reading))
		return false;
	mp_json_end_array(&reading->json);
	return true;
}

/* %41 and the like; in place. */
static void decode_name(char *text)
{
	char *out = text;

	for (; *text; text++) {
		char digits[3] = {text[0] == '%' ? text[1] : '\0', text[0] == '%' && text[1] ? text[2] : 0,
		                  0};
		char *end;
		unsigned long byte = strtoul(digits, &end, 16);

		if (end == digits + 2 && byte > 0) {
			*out++ = (char)byte;
			text += 2;
		} else {
			*out++ = *text;
		}
	}
	*out = '\0';
}

/* One's own profile and games are there for guests too: /api/me/stats and /api/me/games. */
static void get_profile(struct http_request *request, const char *name, bool is_history)
{
	const char *before = strstr(request->query, "before=");
	struct reading *reading;

	if (!name[0] && !http_is_somebody(request))
		return;
	reading = begin_reading(request, run_profile);
	if (!reading)
		return;
	reading->http.job.only_reads = true;
	reading->is_history = is_history;
	reading->before = before ? strtoll(before + strlen("before="), NULL, 10) : INT64_MAX;
	if (name[0])
		name_key(name, reading->name_key);
	if (name[0] && !reading->name_key[0])
		reading->name_key[0] = '?'; /* no name has it */
	http_job_submit(&reading->http);
}

static void get_sessions(struct http_request *request)
{
	struct reading *reading;

	if (!is_account(request))
		return;
	reading = begin_reading(request, run_sessions);
	if (!reading)
		return;
	reading->http.job.only_reads = true;
	http_job_submit(&reading->http);
}

bool profile_route(struct http_request *request)
{
	char name[HTTP_PATH_MAX];
	char *slash;

	if (strcmp(request->path, "/api/sessions") == 0) {
		get_sessions(request);
	} else if (strcmp(request->path, "/api/me/games") == 0) {
		get_profile(request, "", true);
	} else if (strcmp(request->path, "/api/me/stats") == 0) {
		get_profile(request, "", false);
	} else if (strncmp(request->path, "/api/users/", 11) == 0 && request->path[11]) {
		strcpy(name, request->path + 11);
		slash = strchr(name, '/');
		if (slash && strcmp(slash, "/games") != 0)
			return false;
		if (slash)
			*slash = '\0';
		decode_name(name);
		get_profile(request, name[0] ? name : "?", slash != NULL);
	} else {
		return false;
	}
	return true;
}
