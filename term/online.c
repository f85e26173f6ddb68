/* SPDX-License-Identifier: MIT
 *
 * A server's table from a player's side: requests and their answers, the connection that is made
 * again, and the referee that a board or the lines play with. What the table tells is for heard.c.
 */
#include "online.h"

#include "phrase.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ANSWER_MS = 20000, OPEN_MS = 10000, AGAIN_MS = 2000 };

int64_t online_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

const struct mp_voice *online_voice(const struct online *online)
{
	return online->has_sitting ? &online->sitting.voice : &online->voice;
}

void online_tell(struct online *online, const char *text)
{
	lines_add(&online->news, text);
	if (online->has_sitting)
		sitting_note(&online->sitting, text);
}

const char *online_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* --- asking --- */

json_t *online_ask(struct online *online, const char *op, json_t *more)
{
	json_t *message = more ? more : json_object(), *came;
	int64_t id = ++online->next_id, until = online_ms() + ANSWER_MS;

	json_object_set_new(message, "op", json_string(op));
	json_object_set_new(message, "id", json_integer(id));
	if (online->table[0] && !json_object_get(message, "table"))
		json_object_set_new(message, "table", json_string(online->table));
	if (!remote_is_open(online->remote)) {
		json_decref(message);
		return NULL;
	}
	remote_send(online->remote, message);
	while (online_ms() < until && (came = remote_next(online->remote, ANSWER_MS))) {
		if (json_integer_value(json_object_get(came, "id")) == id &&
		    strcmp(online_text(came, "type"), "answer") == 0)
			return came;
		online_take(online, came);
		json_decref(came);
	}
	return NULL;
}

bool online_insist(struct online *online, const char *op, json_t *more)
{
	json_t *answer = online_ask(online, op, more);
	bool good = json_is_true(json_object_get(answer, "ok"));
	const char *said = online_text(json_object_get(answer, "error"), "message");

	if (!good)
		snprintf(online->why, sizeof online->why, "%s",
		         *said ? said : phrase(online_voice(online), "online.lost", NULL).text);
	json_decref(answer);
	return good;
}

void online_drain(struct online *online, unsigned ms)
{
	json_t *message;

	while ((message = remote_next(online->remote, ms))) {
		online_take(online, message);
		json_decref(message);
		ms = 0;
	}
}

/* Comes back where it was: with the number of the last event that is known. */
bool online_connect(struct online *online)
{
	char why[REMOTE_WHY_MAX];
	json_t *hello;

	if (!remote_open(online->remote, OPEN_MS, why)) {
		snprintf(online->why, sizeof online->why, "%s", why);
		return false;
	}
	hello = remote_next(online->remote, ANSWER_MS);
	json_decref(hello);
	if (!hello || !online->table[0])
		return hello != NULL;
	online->is_missing = false;
	if (online_insist(online, "watch",
	                  online->seq ? json_pack("{s:b,s:i}", "follow", 1, "since", (int)online->seq)
	                              : json_pack("{s:b}", "follow", 1)))
		return true;
	remote_close(online->remote);
	return false;
}

/* --- the referee --- */

/* The number that a move is sent with: of the turn, or of the deal that it answers. */
static json_t *numbered(const struct online *online, mp_move move, const char *text)
{
	enum mp_deal_kind kind = mp_deal_kind(online->sitting.live.setup.game, move);
	json_int_t turn = json_integer_value(json_object_get(online->now, "turn_no"));
	const char *digit = strpbrk(text, "123456");
	int whose = online->seat;

	if (kind == MP_DEAL_OFFER)
		return json_pack("{s:s}", "move", text);
	if (kind == MP_DEAL_NONE || kind == MP_DEAL_PROPOSE)
		return json_pack("{s:s,s:I}", "move", text, "turn", turn);
	if (kind != MP_DEAL_WITHDRAW && digit)
		whose = *digit - '1';
	return json_pack("{s:s,s:i}", "move", text, "deal", (int)online->deal[whose]);
}

static enum mp_err play(void *ctx, int seat, const char *text, struct mp_fault *fault)
{
	struct online *online = ctx;
	mp_move move;
	enum mp_err err = mp_match_try(&online->sitting.live.match, seat, text, &move, fault);

	if (err)
		return err;
	if (online_insist(online, "play", numbered(online, move, text)))
		return MP_OK;
	*fault = (struct mp_fault){.code = MP_OK};
	snprintf(fault->message, sizeof fault->message, "%.200s", online->why);
	return MP_BAD_REQUEST;
}

static bool undo(void *ctx)
{
	return online_insist(ctx, "takeback", NULL);
}

static void waive(void *ctx, int seat)
{
	struct online *online = ctx;

	sitting_waive(&online->sitting, seat);
}

/* What is said may be a wish: /resign, /yes, /no, /pause, /resume, /abort. */
static void chat(void *ctx, const char *text)
{
	static const char *const wishes[] = {"/resign", "/pause", "/resume", "/abort"};
	struct online *online = ctx;
	bool good = false, is_wish = false;

	for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
		if (strcmp(text, wishes[i]) == 0) {
			is_wish = true;
			good = online_insist(online, wishes[i] + 1, NULL);
		}
	if (strcmp(text, "/yes") == 0 || strcmp(text, "/no") == 0) {
		is_wish = true;
		good = online_insist(online, "answer", json_pack("{s:b}", "yes", text[1] == 'y')) ||
		       online_insist(online, "answer",
		                     json_pack("{s:b,s:s}", "yes", text[1] == 'y', "to", "pause"));
	}
	if (!is_wish)
		good = online_insist(online, "chat", json_pack("{s:s}", "text", text));
	if (!good)
		lines_add(&online->news, online->why);
}

/* The whole match, now that nothing is secret. */
static void reveal(struct online *online)
{
	json_t *answer = online_ask(online, "record", NULL);
	const char *record = json_string_value(json_object_get(answer, "record"));
	struct mp_fault fault;

	online->wants_record = false;
	if (record)
		sitting_reveal(&online->sitting, record, &fault);
	json_decref(answer);
}

static void reconnect(struct online *online)
{
	if (online_ms() < online->next_try)
		return;
	if (online->next_try == 0)
		online_tell(online, phrase(online_voice(online), "online.lost", NULL).text);
	if (online_connect(online)) {
		online->next_try = 0;
		online_tell(online, phrase(online_voice(online), "online.back", NULL).text);
	} else {
		online->next_try = online_ms() + AGAIN_MS;
	}
}

static bool poll(void *ctx, struct lines *news)
{
	struct online *online = ctx;
	uint32_t before = online->seq;
	size_t said;

	if (remote_is_open(online->remote))
		online_drain(online, 1);
	else
		reconnect(online);
	if (online->wants_record)
		reveal(online);
	said = online->news.n;
	for (size_t i = 0; i < said; i++)
		lines_add(news, online->news.line[i]);
	lines_cut(&online->news, 0);
	return online->seq != before || said > 0;
}

/* Bots, who is away, and the clocks. */
static void beside(void *ctx, int seat, char *out, size_t size)
{
	const struct online *online = ctx;
	const json_t *clock = json_object_get(online->now, "clock");
	const json_t *left = json_array_get(json_object_get(clock, "left"), (size_t)seat);
	const json_t *running = json_object_get(clock, "running");
	json_int_t ms = json_integer_value(left);

	if (online->kind[seat] == 'b' || online->kind[seat] == 'a')
		snprintf(out, size, "%.30s",
		         phrase(online_voice(online),
		                online->kind[seat] == 'b' ? "online.bot" : "online.away", NULL)
		             .text);
	if (!left || !online->is_playing)
		return;
	if (json_integer_value(running) == seat + 1)
		ms -= online_ms() - online->now_at;
	ms = ms < 0 ? 0 : ms;
	snprintf(out, size, "%lld:%02lld", (long long)(ms / 60000), (long long)(ms / 1000 % 60));
}

struct referee online_referee(struct online *online)
{
	return (struct referee){.ctx = online,
	                        .play = play,
	                        .undo = undo,
	                        .waive = waive,
	                        .poll = poll,
	                        .chat = chat,
	                        .beside = beside};
}

void online_release(struct online *online)
{
	if (online->has_sitting)
		sitting_release(&online->sitting);
	remote_free(online->remote);
	json_decref(online->info);
	json_decref(online->now);
	lines_release(&online->news);
	*online = (struct online){0};
}
