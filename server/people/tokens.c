/* SPDX-License-Identifier: MIT
 *
 * Bots over REST: made, given another token, revoked, dropped, listed. Each is one job.
 */
#include "server/people/tokens.h"

#include "server/net/limit.h"
#include "server/people/leave.h"
#include "server/people/name.h"
#include "server/people/rating.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

#define SCHEME "Bearer "
#define PREFIX "mpb_"

enum { ANSWER_BYTES = 64 * 1024, RANKS_MAX = 300, TOKEN_TEXT = 4 + 2 * TOKEN_BYTES + 1 };

enum errand_kind { MAKE, RENEW, REVOKE, DROP, LIST, RANKS };

struct errand {
	struct store_job job;
	struct http_request *request;
	enum errand_kind kind;
	int64_t owner, now;
	int64_t new_id;
	int64_t from; /* ranks to leave out */
	char name[NAME_BYTES];
	uint8_t token[TOKEN_BYTES];
	struct store_user bot;
	int bots;
	bool found, taken;
	struct mp_json json;
	char buf[ANSWER_BYTES];
};

bool token_read(const char *authorization, uint8_t hash[SECRET_BYTES])
{
	uint8_t token[TOKEN_BYTES];
	const char *hex = authorization + strlen(SCHEME PREFIX);
	size_t len;

	if (strncmp(authorization, SCHEME PREFIX, strlen(SCHEME PREFIX)) != 0 ||
	    sodium_hex2bin(token, sizeof token, hex, strlen(hex), NULL, &len, NULL) != 0 ||
	    len != sizeof token)
		return false;
	session_hash(token, hash);
	sodium_memzero(token, sizeof token);
	return true;
}

static void count_bot(void *ctx, const struct store_user *bot)
{
	(void)bot;
	((struct errand *)ctx)->bots++;
}

static bool make_bot(const struct store_ops *ops, void *db, struct errand *errand)
{
	struct store_user *bot = &errand->bot;

	if (!ops->user_lock(db, errand->owner) || !ops->bots_of(db, errand->owner, count_bot, errand))
		return false;
	if (errand->bots >= USER_BOTS_MAX)
		return true;
	*bot = (struct store_user){
		.id = errand->new_id,
		.is_account = true,
		.created = errand->now,
		.bot_of = errand->owner,
		.has_token = true,
	};
	session_hash(errand->token, bot->token);
	memcpy(bot->name, errand->name, sizeof bot->name);
	name_key(errand->name, bot->name_key);
	return ops->user_put(db, bot, &errand->taken);
}

static bool find_bot(const struct store_ops *ops, void *db, struct errand *errand)
{
	char key[NAME_BYTES];

	name_key(errand->name, key);
	if (!ops->user_named(db, key, &errand->bot, &errand->found))
		return false;
	errand->found = errand->found && errand->bot.bot_of == errand->owner;
	return true;
}

static bool change_token(const struct store_ops *ops, void *db, struct errand *errand)
{
	if (!find_bot(ops, db, errand))
		return false;
	if (errand->found && (!ops->user_lock(db, errand->bot.id) || !find_bot(ops, db, errand)))
		return false;
	if (!errand->found || errand->kind == DROP)
		return true;
	errand->bot.has_token = errand->kind == RENEW;
	session_hash(errand->token, errand->bot.token);
	return ops->user_put(db, &errand->bot, &errand->taken) &&
	       ops->ring(db, BELL_USER, errand->bot.id, 0);
}

static void write_bot(void *ctx, const struct store_user *bot)
{
	struct mp_json *json = &((struct errand *)ctx)->json;

	mp_json_object(json, NULL);
	mp_json_str(json, "name", bot->name);
	mp_json_int(json, "created", bot->created / 1000);
	if (bot->seen)
		mp_json_int(json, "seen", bot->seen / 1000);
	mp_json_bool(json, "active", bot->has_token && !bot->is_banned);
	mp_json_end_object(json);
}

static void write_rank(void *ctx, const struct store_rank *rank)
{
	struct errand *errand = ctx;
	struct mp_json *json = &errand->json;

	if (errand->bots++ == RANKS_MAX) /* one is asked for beyond: there are more */
		return;
	mp_json_object(json, NULL);
	mp_json_str(json, "name", rank->name);
	mp_json_str(json, "owner", rank->owner);
	mp_json_str(json, "game", rank->game);
	mp_json_int(json, "players", rank->players);
	mp_json_fixed(json, "rating", rating_shown(&rank->rating), 0);
	mp_json_fixed(json, "deviation", rating_shown_deviation(&rank->rating), 0);
	mp_json_int(json, "rated", rank->rating.games);
	mp_json_end_object(json);
}

static bool run_token(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)base;
	bool good;

	errand->found = errand->taken = false;
	errand->bots = 0;
	if (errand->kind == MAKE)
		return make_bot(ops, db, errand);
	if (errand->kind < LIST)
		return change_token(ops, db, errand);
	mp_json_init(&errand->json, errand->buf, sizeof errand->buf);
	mp_json_object(&errand->json, NULL);
	mp_json_array(&errand->json, "bots");
	good = errand->kind == LIST
	           ? ops->bots_of(db, errand->owner, write_bot, errand)
	           : ops->bot_ranks(db, errand->from, RANKS_MAX + 1, write_rank, errand);
	mp_json_end_array(&errand->json);
	if (errand->bots > RANKS_MAX)
		mp_json_bool(&errand->json, "more", true);
	return good;
}

static void end_token(struct errand *errand)
{
	struct http_request *request = errand->request;

	sodium_memzero(errand->token, sizeof errand->token);
	free(errand);
	http_resume(request);
}

static void answer_token(struct errand *errand)
{
	char text[TOKEN_TEXT] = PREFIX;
	struct mp_json json = http_json(errand->request);

	sodium_bin2hex(text + strlen(PREFIX), sizeof text - strlen(PREFIX), errand->token, TOKEN_BYTES);
	mp_json_str(&json, "name", errand->bot.name);
	mp_json_str(&json, "token", text);
	http_send_json(errand->request, errand->kind == MAKE ? 201 : 200, &json);
	sodium_memzero(text, sizeof text);
}

static void bot_dropped(struct server *server, void *ticket, size_t events)
{
	struct errand *errand = ticket;

	(void)server, (void)events;
	http_answer(errand->request, 200, "application/json", "{}", 2);
	end_token(errand);
}

static void finish_token(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)task;
	struct http_request *request = errand->request;

	if (errand->kind >= LIST) {
		http_send_json(request, 200, &errand->json);
	} else if (errand->taken) {
		http_refuse(request, 409, "name_taken", "This name is taken. Choose another.");
	} else if (errand->kind == MAKE && errand->bots >= USER_BOTS_MAX) {
		http_refuse(request, 409, "too_many", "An account has eight bots at most. Drop one first.");
	} else if (errand->kind != MAKE && !errand->found) {
		http_refuse(request, 404, "no_user", "You have no bot of this name.");
	} else if (errand->kind == DROP) {
		leave_forget(server, errand->bot.id, bot_dropped, errand);
		return;
	} else {
		/* Whoever has the old token is out. */
		conns_end(server->conns, errand->bot.id, NULL, NULL);
		if (errand->kind == REVOKE)
			http_answer(request, 200, "application/json", "{}", 2);
		else
			answer_token(errand);
	}
	end_token(errand);
}

static void begin_token(struct http_request *request, const json_t *body, enum errand_kind kind)
{
	struct server *server = request->server;
	const char *name = http_member(body, "name");
	const char *from = strstr(request->query, "from=");
	struct errand *errand;

	if (kind != RANKS && !request->person.is_account) {
		http_refuse(request, 401, "nobody", "Sign in first.");
		return;
	}
	if (kind < LIST && (!name || !name_is_good(name))) {
		http_refuse(
			request, 400, "bad_name",
			"A name has 2 to 24 letters or digits; between them single blanks, - _ . or '.");
		return;
	}
	if ((kind == MAKE || kind == RENEW) &&
	    !limits_take(server->limits, (uint64_t)request->person.id, LIMIT_TOKENS, server->now)) {
		http_refuse_for_now(
			request, REFUSED_REQUEST,
			limits_wait(server->limits, (uint64_t)request->person.id, LIMIT_TOKENS, server->now),
			"Too many new tokens. Wait a little.");
		return;
	}
	errand = calloc(1, sizeof *errand);
	if (!errand) {
		http_refuse(request, 503, "busy", "The server has no memory left.");
		return;
	}
	*errand = (struct errand){.request = request,
	                          .kind = kind,
	                          .owner = request->person.id,
	                          .now = (int64_t)server->wall,
	                          .from = from ? strtoll(from + strlen("from="), NULL, 10) : 0,
	                          .new_id = session_new_id(server)};
	if (name && kind < LIST)
		memcpy(errand->name, name, strlen(name) + 1);
	randombytes_buf(errand->token, sizeof errand->token);
	errand->job.run = run_token;
	errand->job.task.finish = finish_token;
	errand->job.only_reads = kind >= LIST;
	http_wait(request);
	store_submit(server->store, &errand->job);
}

void tokens_make(struct http_request *request, const json_t *body)
{
	begin_token(request, body, MAKE);
}

void tokens_renew(struct http_request *request, const json_t *body)
{
	begin_token(request, body, RENEW);
}

void tokens_revoke(struct http_request *request, const json_t *body)
{
	begin_token(request, body, REVOKE);
}

void tokens_drop(struct http_request *request, const json_t *body)
{
	begin_token(request, body, DROP);
}

void tokens_list(struct http_request *request)
{
	begin_token(request, NULL, LIST);
}

void tokens_ranks(struct http_request *request)
{
	begin_token(request, NULL, RANKS);
}
