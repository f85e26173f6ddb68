/* SPDX-License-Identifier: MIT
 *
 * Mails: who is to be written to, what the mail says, and the worker that hands it over.
 */
#include "server/notify/mail.h"

#include "host/array.h"
#include "server/metrics.h"
#include "server/net/conn.h"
#include "server/nodes/node.h"
#include "server/notify/notify.h"
#include "server/notify/reach.h"
#include "server/notify/say.h"
#include "server/process.h"
#include "server/tables/table.h"
#include "server/worker.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	SECOND_MS = 1000,
	MINUTE_MS = 60000,
	DAY_MS = 86400000,
	SAID_BYTES = 8192,  /* the text of a mail */
	LINE_BYTES = 1024,  /* a sentence of it */
	TEXT_BYTES = 16384, /* with its head, in base64 */
	MAC_BYTES = 16,
};

bool mail_is_offered(const struct server *server)
{
	return server->config.smtp_url[0] != '\0';
}

bool mail_is_address(const char *text)
{
	const char *at = strchr(text, '@');

	if (!at || at == text || at - text > 64 || strchr(at + 1, '@') || !strchr(at, '.') ||
	    strlen(text) >= MAIL_ADDRESS_BYTES)
		return false;
	for (const char *c = text; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr(c < at ? "!#$%&'*+/=?^_`{|}~.-" : "@.-", *c))
			return false;
	return isalnum((unsigned char)at[1]) && isalnum((unsigned char)text[strlen(text) - 1]);
}

void mail_stop_token(const struct server *server, const struct store_mail *mail,
                     char out[MAIL_STOP_TEXT])
{
	char text[MAIL_ADDRESS_BYTES + 64], mac[2 * MAC_BYTES + 1];
	uint8_t bytes[MAC_BYTES];

	snprintf(text, sizeof text, "stop.%lld.%s", (long long)mail->user, mail->address);
	crypto_generichash(bytes, sizeof bytes, (const uint8_t *)text, strlen(text), server->cookie_key,
	                   sizeof server->cookie_key);
	sodium_bin2hex(mac, sizeof mac, bytes, sizeof bytes);
	snprintf(out, MAIL_STOP_TEXT, "%014llx%s", (unsigned long long)mail->user, mac);
}

/* --- handing over --- */

struct mail_work {
	struct work work;
	int64_t person;
	char to[MAIL_ADDRESS_BYTES];
	char url[SERVE_TEXT_MAX], from[SERVE_TEXT_MAX], user[SERVE_TEXT_MAX], password[SERVE_TEXT_MAX];
	const atomic_bool *gives_up;
	bool is_sent, is_about_games;
	char text[TEXT_BYTES];
};

static void send_mail(struct work *base, struct mp_bot *bot)
{
	struct mail_work *work = (struct mail_work *)base;

	(void)bot;
	work->is_sent = reach_mail(&(struct reach_mail){
		.url = work->url,
		.from = work->from,
		.to = work->to,
		.user = work->user,
		.password = work->password,
		.text = work->text,
		.gives_up = work->gives_up,
	});
}

struct forgetting {
	struct store_job job;
	int64_t person;
};

static bool run_unsent(const struct store_ops *ops, void *db, struct store_job *base)
{
	return ops->mail_seen(db, ((struct forgetting *)base)->person);
}

static void mail_forgotten(struct server *server, struct task *task)
{
	(void)server;
	free(task);
}

/* It did not arrive: the next thing that waits is told of again. */
static void unsend_mail(struct server *server, int64_t person)
{
	struct forgetting *it = calloc(1, sizeof *it);

	if (!it)
		return;
	it->job.run = run_unsent;
	it->job.task.finish = mail_forgotten;
	it->person = person;
	store_submit(server->store, &it->job);
}

static void mail_sent(struct server *server, struct task *task)
{
	struct mail_work *work = (struct mail_work *)task;

	if (work->is_sent)
		server->metrics->mails++;
	else if (!server->stopping)
		server->metrics->mails_failed++;
	if (!work->is_sent && work->is_about_games && !server->stopping)
		unsend_mail(server, work->person);
	sodium_memzero(work, sizeof *work);
	free(work);
}

/* The text in base64, in lines of 76. */
static void write_body(struct mp_text *out, const char *said)
{
	size_t len = strlen(said);

	for (size_t at = 0; at < len; at += 57) {
		char line[80];
		size_t n = len - at < 57 ? len - at : 57;

		sodium_bin2base64(line, sizeof line, (const uint8_t *)said + at, n,
		                  sodium_base64_VARIANT_ORIGINAL);
		mp_text_str(out, line);
		mp_text_str(out, "\r\n");
	}
}

static void write_subject(struct mp_text *out, const char *subject)
{
	char code[400];

	sodium_bin2base64(code, sizeof code, (const uint8_t *)subject, strlen(subject),
	                  sodium_base64_VARIANT_ORIGINAL);
	mp_text_str(out, "Subject: =?UTF-8?B?");
	mp_text_str(out, code);
	mp_text_str(out, "?=\r\n");
}

static void write_head(struct server *server, const struct store_mail *mail, struct mp_text *out)
{
	time_t seconds = (time_t)(server->wall / 1000);
	struct tm date;
	char when[64] = "", id[33], line[SERVE_TEXT_MAX + MAIL_STOP_TEXT + 200], stop[MAIL_STOP_TEXT];
	const char *host = strstr(server->config.public_url, "://");
	uint8_t chance[16];

	if (gmtime_r(&seconds, &date))
		strftime(when, sizeof when, "%a, %d %b %Y %H:%M:%S +0000", &date);
	randombytes_buf(chance, sizeof chance);
	sodium_bin2hex(id, sizeof id, chance, sizeof chance);
	mail_stop_token(server, mail, stop);
	snprintf(line, sizeof line, "From: %s\r\nTo: %s\r\n", server->config.smtp_from, mail->address);
	mp_text_str(out, line);
	snprintf(line, sizeof line, "Date: %s\r\nMessage-ID: <%s@%s>\r\n", when, id,
	         host ? host + 3 : "localhost");
	mp_text_str(out, line);
	snprintf(line, sizeof line,
	         "List-Unsubscribe: <%s/api/mail/stop?%s>\r\n"
	         "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
	         server->config.public_url, stop);
	mp_text_str(out, line);
	mp_text_str(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
	                 "Content-Type: text/plain; charset=utf-8\r\n"
	                 "Content-Transfer-Encoding: base64\r\n");
}

static void submit_mail(struct server *server, const struct store_mail *mail, const char *subject,
                        const char *said, bool is_about_games)
{
	struct mail_work *work =
		workers_waiting(server->senders) < NOTIFY_QUEUE_MAX ? calloc(1, sizeof *work) : NULL;
	struct mp_text text;

	if (!work) {
		server->metrics->mails_failed++;
		return;
	}
	mp_text_init(&text, work->text, sizeof work->text);
	write_head(server, mail, &text);
	write_subject(&text, subject);
	mp_text_str(&text, "\r\n");
	write_body(&text, said);
	if (text.overflow) {
		free(work);
		return;
	}
	work->work.run = send_mail;
	work->work.task.finish = mail_sent;
	work->work.owner = (uint64_t)mail->user;
	work->person = mail->user;
	work->is_about_games = is_about_games;
	work->gives_up = &server->is_asked_to_stop;
	memcpy(work->to, mail->address, sizeof work->to);
	memcpy(work->url, server->config.smtp_url, sizeof work->url);
	memcpy(work->from, server->config.smtp_from, sizeof work->from);
	memcpy(work->user, server->config.smtp_user, sizeof work->user);
	memcpy(work->password, server->config.smtp_password, sizeof work->password);
	workers_submit(server->senders, &work->work);
}

/* --- what they say --- */

static void say_with(enum mp_lang lang, const char *key, const char *name, const char *value,
                     struct mp_text *out)
{
	char args[LINE_BYTES];
	struct mp_json json;

	mp_json_init(&json, args, sizeof args);
	mp_json_object(&json, NULL);
	mp_json_str(&json, name, value);
	mp_json_end_object(&json);
	if (!json.text.overflow)
		notify_say(lang, key, args, out);
}

static void say_stop(struct server *server, const struct store_mail *mail, struct mp_text *out)
{
	char stop[MAIL_STOP_TEXT], url[SERVE_TEXT_MAX + MAIL_STOP_TEXT + 32];

	mail_stop_token(server, mail, stop);
	snprintf(url, sizeof url, "%s/#/mail/stop/%s", server->config.public_url, stop);
	mp_text_char(out, '\n');
	say_with(mail->lang, "mail.stop", "url", url, out);
	mp_text_char(out, '\n');
}

void mail_confirm(struct server *server, const struct store_mail *mail, const char *name,
                  const char *token)
{
	char said[SAID_BYTES], url[SERVE_TEXT_MAX + 128], subject[200];
	struct mp_text text, title;

	snprintf(url, sizeof url, "%s/#/mail/verify/%s", server->config.public_url, token);
	mp_text_init(&title, subject, sizeof subject);
	notify_say(mail->lang, "mail.confirm.subject", "{}", &title);
	mp_text_init(&text, said, sizeof said);
	say_with(mail->lang, "mail.hello", "name", name, &text);
	mp_text_str(&text, "\n\n");
	say_with(mail->lang, "mail.confirm", "url", url, &text);
	mp_text_char(&text, '\n');
	say_stop(server, mail, &text);
	if (!text.overflow && !title.overflow)
		submit_mail(server, mail, subject, said, false);
}

static bool waits_for(const struct server *server, const struct table *table, int64_t person)
{
	int seat = table_seat_of(table, person);

	return seat >= 0 && table->status == TABLE_PLAYING && table->live.match.state &&
	       mp_match_turn(&table->live.match) == seat && !table_is_bot(table, seat) &&
	       !table_is_away_for_long(server, table, seat);
}

/* "Game, with Anna and Bruno: https://…" */
static void say_table(struct server *server, struct table *table, const struct store_mail *mail,
                      struct mp_text *out)
{
	char args[LINE_BYTES], url[SERVE_TEXT_MAX + TABLE_ID_LEN + 16];
	struct mp_json json;

	snprintf(url, sizeof url, "%s/#/table/%s", server->config.public_url, table->id);
	mp_json_init(&json, args, sizeof args);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "game", table->shared->setup.game->title[mail->lang]);
	mp_json_str(&json, "url", url);
	mp_json_array(&json, "names");
	for (int seat = 0; seat < table->shared->setup.players; seat++)
		if (table->seats[seat].kept.name[0] && table->seats[seat].kept.user != mail->user)
			mp_json_str(&json, NULL, table->seats[seat].kept.name);
	mp_json_end_array(&json);
	mp_json_end_object(&json);
	if (!json.text.overflow)
		notify_say(mail->lang, "mail.table", args, out);
	mp_text_char(out, '\n');
}

static void tell_games(struct server *server, const struct store_mail *mail, const char *name)
{
	char said[SAID_BYTES], subject[200], args[64];
	struct mp_text text, title;
	int n = 0;

	mp_text_init(&text, said, sizeof said);
	say_with(mail->lang, "mail.hello", "name", name, &text);
	mp_text_str(&text, "\n\n");
	notify_say(mail->lang, "mail.games", "{}", &text);
	mp_text_str(&text, "\n\n");
	for (struct table *table = server->tables->first; table; table = table->next)
		if (waits_for(server, table, mail->user) && n++ < MAIL_TABLES_MAX)
			say_table(server, table, mail, &text);
	mp_text_char(&text, '\n');
	notify_say(mail->lang, "mail.again", "{}", &text);
	mp_text_char(&text, '\n');
	say_stop(server, mail, &text);
	snprintf(args, sizeof args, "{\"n\":%d}", n);
	mp_text_init(&title, subject, sizeof subject);
	notify_say(mail->lang, "mail.games.subject", args, &title);
	if (n > 0 && !text.overflow && !title.overflow)
		submit_mail(server, mail, subject, said, true);
}

/* --- when --- */

void mails_release(struct mails *mails)
{
	free(mails->list);
}

void mail_soon(struct server *server, int64_t person)
{
	struct mails *mails = server->mails;

	if (!mail_is_offered(server))
		return;
	for (size_t i = 0; i < mails->n; i++)
		if (mails->list[i].person == person)
			return;
	if (!array_reserve(mails->list, mails->cap, mails->n + 1, MAIL_PENDING_MAX))
		return;
	mails->list[mails->n++] = (struct mail_pending){
		.person = person,
		.due = server->now + (uint64_t)server->config.mail_minutes * MINUTE_MS,
	};
}

void mail_resume(struct server *server)
{
	for (struct table *table = server->tables->first; table; table = table->next) {
		int turn = table->status == TABLE_PLAYING && table->live.match.state
		               ? mp_match_turn(&table->live.match)
		               : -1;

		if (turn >= 0 && waits_for(server, table, table->seats[turn].kept.user))
			mail_soon(server, table->seats[turn].kept.user);
	}
}

struct mailing {
	struct store_job job;
	struct store_mail mail;
	int64_t person, now;
	char name[NAME_BYTES];
	bool is_to_be_sent;
};

/* May this person be written to now? If so it is noted, in the same transaction. */
static bool run_mail(const struct store_ops *ops, void *db, struct store_job *base)
{
	struct mailing *it = (struct mailing *)base;
	struct store_user user;
	bool found, is_known;

	it->is_to_be_sent = false;
	if (!ops->mail_find(db, it->person, &it->mail, &found) ||
	    !ops->user_find(db, it->person, &user, &is_known))
		return false;
	if (!found || !is_known || !it->mail.is_verified || it->mail.lang >= MP_LANGS ||
	    (it->mail.sent && it->now < it->mail.sent + DAY_MS))
		return true;
	memcpy(it->name, user.name, sizeof it->name);
	it->is_to_be_sent = true;
	it->mail.sent = it->now;
	return ops->mail_put(db, &it->mail);
}

static void finish_mail(struct server *server, struct task *task)
{
	struct mailing *it = (struct mailing *)task;

	if (it->is_to_be_sent && !server->stopping)
		tell_games(server, &it->mail, it->name);
	free(it);
}

static void look_up(struct server *server, int64_t person)
{
	struct mailing *it = NULL;
	bool waits = false;

	for (struct table *table = server->tables->first; table && !waits; table = table->next)
		waits = waits_for(server, table, person);
	if (waits && !conn_is_here(server->conns, person, server->now, NOTIFY_HERE_MS) &&
	    !node_has_person(server, person))
		it = calloc(1, sizeof *it);
	if (!it)
		return;
	it->job.run = run_mail;
	it->job.task.finish = finish_mail;
	it->person = person;
	it->now = (int64_t)server->wall;
	store_submit(server->store, &it->job);
}

void mail_tick(struct server *server)
{
	struct mails *mails = server->mails;

	if (server->now < mails->next)
		return;
	mails->next = server->now + SECOND_MS;
	for (size_t i = 0; i < mails->n; i++) {
		struct mail_pending pending = mails->list[i];

		if (pending.due > server->now)
			continue;
		mails->list[i--] = mails->list[--mails->n];
		look_up(server, pending.person);
	}
}
