/* SPDX-License-Identifier: MIT
 *
 * People over REST: guests, accounts, sessions, profiles.
 *
 * What takes a password is hashed by a worker, whether the name exists or not, so that neither the
 * answer nor its time tells which names are taken by whom. Signing up has to tell; it is limited.
 */
#include "server/net/http.h"

#include "server/people/address.h"
#include "server/people/export.h"
#include "server/people/guest.h"
#include "server/people/leave.h"
#include "server/people/me.h"
#include "server/people/name.h"
#include "server/people/profile.h"
#include "server/people/subscribe.h"
#include "server/people/tokens.h"
#include "server/people/tries.h"
#include "server/people/vacation.h"
#include "server/process.h"
#include "server/queue.h"
#include "server/store/store.h"
#include "server/tables/table.h"
#include "server/worker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

enum { PASSWORD_MIN = 8, PASSWORD_MAX = 256, CODE_LETTERS = 20, TRIES_SECONDS = 360 };

enum errand_kind { SIGN_UP, SIGN_IN, RECOVER, CHANGE_PASSWORD, DELETE_ACCOUNT };

/* A request that needs a password: the storage looks the person up, a worker hashes, the storage
 * writes. Each step is the same for all kinds. */
struct errand {
	union {
		struct store_job job;
		struct work work;
	};
	struct http_request *request;
	enum errand_kind kind;
	struct store_user user; /* as found, or as it will be made */
	char new_password[PASSWORD_BYTES];
	uint8_t new_recovery[SECRET_BYTES];
	bool found, taken, is_right;
	char name[NAME_BYTES];
	struct tries tries;
	bool is_banned;                      /* the address */
	char password[PASSWORD_MAX + 1];     /* the new one, or the one to be checked */
	char old_password[PASSWORD_MAX + 1]; /* CHANGE_PASSWORD */
	char code[CODE_LETTERS + 8];         /* given, or new */
	uint8_t token[TOKEN_BYTES];
	int64_t now;
};

static void finish_errand(struct errand *errand)
{
	struct http_request *request = errand->request;

	sodium_memzero(errand, sizeof *errand);
	free(errand);
	http_resume(request);
}

static void hash_code(const char *code, uint8_t hash[SECRET_BYTES])
{
	char clean[CODE_LETTERS + 1] = {0};
	size_t n = 0;

	for (; *code && n < CODE_LETTERS; code++)
		if (*code != '-' && *code != ' ')
			clean[n++] = *code >= 'A' && *code <= 'Z' ? (char)(*code - 'A' + 'a') : *code;
	crypto_generichash(hash, SECRET_BYTES, (const uint8_t *)clean, n, NULL, 0);
}

/* Twenty letters in groups of five: a hundred bits. */
static void draw_code(char *out)
{
	uint8_t bytes[CODE_LETTERS];

	randombytes_buf(bytes, sizeof bytes);
	for (int i = 0; i < CODE_LETTERS; i++) {
		if (i > 0 && i % 5 == 0)
			*out++ = '-';
		*out++ = "abcdefghijkmnpqrstuvwxyz23456789"[bytes[i] & 31];
	}
	*out = '\0';
}

static void answer_signed_in(struct errand *errand)
{
	struct http_request *request = errand->request;
	struct mp_json json = http_json(request);

	mp_json_str(&json, "name", errand->user.name);
	mp_json_bool(&json, "account", true);
	if (errand->kind == SIGN_UP || errand->kind == RECOVER)
		mp_json_str(&json, "recovery_code", errand->code);
	session_cookie(request->server, errand->token, request->cookie[0]);
	session_device_cookie(request->server, errand->user.name_key, request->cookie[1]);
	http_send_json(request, errand->kind == SIGN_UP ? 201 : 200, &json);
}

/* Hashing takes a while, in which somebody may have been banned or forgotten, or have chosen
 * another password: what was checked must still be so, and what has changed meanwhile stays. */
static bool look_again(const struct store_ops *ops, void *db, struct errand *errand,
                       struct store_user *now)
{
	bool found;

	if (!ops->user_lock(db, errand->user.id) || !ops->user_find(db, errand->user.id, now, &found))
		return false;
	if (errand->kind == SIGN_UP) {
		errand->is_right = !found || !(now->is_account || now->is_banned);
		*now = errand->user;
	} else {
		errand->is_right = found && !now->is_banned &&
		                   strcmp(now->password, errand->user.password) == 0 &&
		                   memcmp(now->recovery, errand->user.recovery, SECRET_BYTES) == 0;
	}
	return true;
}

/* Step 3, on the storage thread. */
static bool write_account(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)(void *)base;
	struct store_session session = {.created = errand->now, .seen = errand->now};
	struct store_user next;

	if (!errand->is_right)
		return true;
	if (!look_again(ops, db, errand, &next))
		return false;
	if (!errand->is_right || errand->kind == DELETE_ACCOUNT)
		return true;
	if (errand->kind != SIGN_IN)
		memcpy(next.password, errand->new_password, sizeof next.password);
	if (errand->kind == SIGN_UP || errand->kind == RECOVER)
		memcpy(next.recovery, errand->new_recovery, sizeof next.recovery);
	if (errand->kind != SIGN_IN && !ops->user_put(db, &next, &errand->taken))
		return false;
	if (errand->taken)
		return true;
	/* A new password ends all sessions but the new one. */
	if (errand->kind != SIGN_IN && !ops->session_drop(db, errand->user.id, NULL))
		return false;
	randombytes_buf(errand->token, sizeof errand->token);
	session_hash(errand->token, session.hash);
	session.user = errand->user.id;
	memcpy(session.agent, errand->request->agent, sizeof session.agent);
	return ops->session_put(db, &session);
}

/* Connections of sessions that are no more end with them; the asker's own go on. */
static void end_others(struct server *server, const struct errand *errand)
{
	const struct claim *claim = &errand->request->claim;
	bool goes_on = claim->has_session;
	uint8_t hash[SECRET_BYTES];

	conns_end(server->conns, errand->user.id, NULL, goes_on ? claim->session : NULL);
	session_hash(errand->token, hash);
	if (goes_on)
		conns_rename_session(server->conns, errand->user.id, claim->session, hash);
}

static void answer_account(struct server *server, struct errand *errand)
{
	struct http_request *request = errand->request;

	if (errand->is_right && errand->kind != SIGN_UP)
		tries_give_back(server, &errand->tries);
	if (errand->is_right && (errand->kind == CHANGE_PASSWORD || errand->kind == RECOVER))
		end_others(server, errand);
	if (errand->is_banned) {
		http_refuse(request, 403, "banned",
		            "The host of this server lets nobody new in from here at present.");
	} else if (errand->taken) {
		http_refuse(request, 409, "name_taken", "This name is taken. Choose another.");
	} else if (!errand->is_right) {
		http_refuse(request, 401, "wrong",
		            "Name and password, or name and code, do not belong together.");
	} else if (errand->kind == DELETE_ACCOUNT) {
		session_no_cookie(request->server, request->cookie[0]);
		http_answer(request, 200, "application/json", "{}", 2);
	} else {
		answer_signed_in(errand);
	}
	finish_errand(errand);
}

static void left_tables(struct server *server, void *ticket, size_t events)
{
	(void)events;
	answer_account(server, ticket);
}

static void account_written(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)(void *)task;

	if (errand->kind == DELETE_ACCOUNT && errand->is_right)
		leave_forget(server, errand->user.id, left_tables, errand);
	else
		answer_account(server, errand);
}

/* Step 2, on a worker. */
static void hash_password(struct work *work, struct mp_bot *bot)
{
	struct errand *errand = (struct errand *)(void *)work;
	/* Of no password; checking against it takes as long as against any. */
	static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
								 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
	const char *given = errand->kind == CHANGE_PASSWORD ? errand->old_password : errand->password;
	uint8_t code[SECRET_BYTES];
	bool checks = errand->kind != SIGN_UP && errand->kind != RECOVER;

	(void)bot;
	if (checks)
		errand->is_right = crypto_pwhash_str_verify(errand->found ? errand->user.password : nobody,
		                                            given, strlen(given)) == 0 &&
		                   errand->found;
	if (errand->kind == RECOVER) {
		hash_code(errand->code, code);
		errand->is_right =
			errand->found && sodium_memcmp(code, errand->user.recovery, SECRET_BYTES) == 0;
	}
	if (errand->kind == SIGN_UP)
		errand->is_right = true;
	if (errand->user.is_banned)
		errand->is_right = false;
	if (errand->kind == SIGN_IN || errand->kind == DELETE_ACCOUNT)
		return;
	if (crypto_pwhash_str(errand->new_password, errand->password, strlen(errand->password),
	                      crypto_pwhash_OPSLIMIT_INTERACTIVE,
	                      crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		errand->is_right = false;
	if (errand->kind != CHANGE_PASSWORD) {
		draw_code(errand->code);
		hash_code(errand->code, errand->new_recovery);
	}
}

static void password_hashed(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)(void *)task;

	if (server->stopping) {
		http_refuse(errand->request, 503, "busy", "The server is being restarted. Try again soon.");
		finish_errand(errand);
		return;
	}
	errand->job = (struct store_job){.run = write_account}; /* it was work before */
	errand->job.task.finish = account_written;
	store_submit(server->store, &errand->job);
}

/* Step 1, on the storage thread. */
static bool find_account(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct errand *errand = (struct errand *)(void *)base;
	struct store_user other;
	char key[NAME_BYTES];

	if (errand->kind == CHANGE_PASSWORD || errand->kind == DELETE_ACCOUNT)
		return ops->user_find(db, errand->user.id, &errand->user, &errand->found);
	name_key(errand->name, key);
	if (errand->kind == SIGN_UP)
		return ops->user_named(db, key, &other, &errand->taken) &&
		       ops->ban_find(db, errand->request->address.key, errand->now, &errand->is_banned);
	return ops->user_named(db, key, &errand->user, &errand->found);
}

static void user_found(struct server *server, struct task *task)
{
	struct errand *errand = (struct errand *)(void *)task;

	if (errand->taken || errand->is_banned || server->stopping) {
		answer_account(server, errand);
		return;
	}
	errand->work = (struct work){.run = hash_password};
	errand->work.task.finish = password_hashed;
	workers_submit(server->hashers, &errand->work);
}

static bool copy_password(struct http_request *request, const json_t *body, const char *member,
                          char out[PASSWORD_MAX + 1])
{
	const char *text = http_member(body, member);
	size_t len = text ? strlen(text) : 0;

	if (len >= PASSWORD_MIN && len <= PASSWORD_MAX) {
		memcpy(out, text, len + 1);
		return true;
	}
	http_refuse(request, 400, "bad_password", "A password has 8 to 256 bytes.");
	return false;
}

static bool copy_name(struct http_request *request, const json_t *body, char out[NAME_BYTES])
{
	const char *name = http_member(body, "name");

	if (name && name_is_good(name)) {
		memcpy(out, name, strlen(name) + 1);
		return true;
	}
	http_refuse(request, 400, "bad_name",
	            "A name has 2 to 24 letters or digits; between them single blanks, - _ . or '.");
	return false;
}

static bool fill_errand(struct errand *errand, struct http_request *request, const json_t *body)
{
	const char *code = http_member(body, "code");
	bool by_person = errand->kind == CHANGE_PASSWORD || errand->kind == DELETE_ACCOUNT;

	errand->now = (int64_t)request->server->wall;
	errand->user.id = request->person.id;
	if (by_person && !request->person.is_account) {
		http_refuse(request, 401, "nobody", "Sign in first.");
		return false;
	}
	if (!by_person && !copy_name(request, body, errand->name))
		return false;
	if (!copy_password(request, body, "password", errand->password))
		return false;
	if (errand->kind == CHANGE_PASSWORD &&
	    !copy_password(request, body, "old_password", errand->old_password))
		return false;
	if (errand->kind == RECOVER)
		strncpy(errand->code, code ? code : "", sizeof errand->code - 1);
	if (errand->kind != SIGN_UP)
		return true;
	/* A guest keeps number and games; somebody signed in makes another account. */
	if (!request->person.id || request->person.is_account)
		errand->user.id = session_new_id(request->server);
	errand->user.is_account = true;
	errand->user.created = errand->now;
	errand->user.seen = errand->now;
	errand->user.address = request->address.key;
	memcpy(errand->user.name, errand->name, sizeof errand->user.name);
	name_key(errand->name, errand->user.name_key);
	return true;
}

static void with_password(struct http_request *request, const json_t *body, enum errand_kind kind)
{
	struct server *server = request->server;
	struct errand *errand = http_allocate(request, sizeof *errand);
	char key[NAME_BYTES];

	if (!errand)
		return;
	errand->kind = kind;
	if (!fill_errand(errand, request, body)) {
		free(errand);
		return;
	}
	/* No password is tried when an account is made, and a recovery code cannot be guessed. */
	key[0] = '\0';
	if (kind != SIGN_UP && kind != RECOVER)
		name_key(errand->name[0] ? errand->name : request->person.name, key);
	if (!tries_take(request, key, &errand->tries)) {
		free(errand);
		http_refuse_for_now(request, REFUSED_LOGIN, TRIES_SECONDS,
		                    "Too many tries. Wait a little.");
		return;
	}
	errand->request = request;
	http_wait(request);
	errand->job.run = find_account;
	errand->job.task.finish = user_found;
	store_submit(server->store, &errand->job);
}

static void sign_up(struct http_request *request, const json_t *body)
{
	with_password(request, body, SIGN_UP);
}

static void sign_in(struct http_request *request, const json_t *body)
{
	with_password(request, body, SIGN_IN);
}

static void recover_account(struct http_request *request, const json_t *body)
{
	with_password(request, body, RECOVER);
}

static void change_password(struct http_request *request, const json_t *body)
{
	with_password(request, body, CHANGE_PASSWORD);
}

static void guest_left(struct server *server, void *ticket, size_t events)
{
	struct http_request *request = ticket;

	(void)events;
	session_no_cookie(server, request->cookie[0]);
	http_answer(request, 200, "application/json", "{}", 2);
	http_resume(request);
}

/* A guest has no password to ask for; the cookie is all there is. */
static void delete_account(struct http_request *request, const json_t *body)
{
	if (request->person.id && !request->person.is_account) {
		http_wait(request);
		leave_forget(request->server, request->person.id, guest_left, request);
		return;
	}
	with_password(request, body, DELETE_ACCOUNT);
}

static void become_guest(struct http_request *request, const json_t *body)
{
	char name[NAME_BYTES];

	if (copy_name(request, body, name))
		guest_enter(request, name);
}

bool account_route(struct http_request *request)
{
	static const struct {
		const char *path;
		void (*run)(struct http_request *, const json_t *body);
	} posts[] = {
		{"/api/guest", become_guest},
		{"/api/signup", sign_up},
		{"/api/login", sign_in},
		{"/api/recover", recover_account},
		{"/api/password", change_password},
		{"/api/delete-account", delete_account},
		{"/api/logout", profile_sign_out},
		{"/api/logout-all", profile_sign_out_all},
		{"/api/revoke", profile_revoke},
		{"/api/push", subscribe_push},
		{"/api/push/drop", subscribe_push_drop},
		{"/api/vacation", vacation_route},
		{"/api/bots", tokens_make},
		{"/api/bots/token", tokens_renew},
		{"/api/bots/revoke", tokens_revoke},
		{"/api/bots/drop", tokens_drop},
		{"/api/mail", address_set},
		{"/api/mail/verify", address_verify},
		{"/api/mail/drop", address_drop},
		{"/api/mail/stop", address_stop},
	};
	static const struct {
		const char *path;
		void (*run)(struct http_request *);
	} gets[] = {
		{"/api/me", me_show},
		{"/api/me/export", export_route},
		{"/api/me/notify", subscribe_show},
		{"/api/me/bots", tokens_list},
		{"/api/bots", tokens_ranks},
	};
	json_t *body;

	for (size_t i = 0; !request->is_post && i < sizeof gets / sizeof *gets; i++) {
		if (strcmp(gets[i].path, request->path) == 0) {
			gets[i].run(request);
			return true;
		}
	}
	if (!request->is_post)
		return profile_route(request);
	for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
		if (strcmp(posts[i].path, request->path) != 0)
			continue;
		body = json_loadb(request->body ? request->body : "", request->body_len,
		                  JSON_REJECT_DUPLICATES, NULL);
		posts[i].run(request, body);
		json_decref(body);
		return true;
	}
	return false;
}
