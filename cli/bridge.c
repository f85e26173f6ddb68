/* SPDX-License-Identifier: MIT
 *
 * A program's seat from its side: it sits down, is asked when it may move, its moves go out, and it
 * goes along to a rematch. What the table tells is for bridge_heard.c.
 */
#include "bridge_parts.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

enum { QUIET_MS = 20000, DRAIN_MS = 1, ANSWER_MS = 20000, AGAIN_MS = 1000 };

/* A program may think for long; the server's pings are answered all the same. */
static void keep_alive(void *ctx)
{
	remote_serve(ctx);
}

struct bridge *bridge_new(struct remote *remote, struct external *external,
                          const struct bridge_wish *wish, const volatile sig_atomic_t *stop)
{
	struct bridge *bridge = calloc(1, sizeof *bridge);

	if (bridge)
		*bridge = (struct bridge){
			.remote = remote, .external = external, .wish = *wish, .stop = stop, .seat = -1};
	external_meanwhile(external, keep_alive, remote);
	return bridge;
}

void bridge_free(struct bridge *bridge)
{
	if (!bridge)
		return;
	bridge_drop_match(bridge);
	json_decref(bridge->info);
	free(bridge);
}

/* Waits for the answer to the last request and takes what comes before it. NULL: the connection is
 * gone, or it cannot go on (then there is a sentence). */
static json_t *answer(struct bridge *bridge)
{
	int64_t id = bridge->next_id;
	json_t *message;

	while ((message = remote_next(bridge->remote, ANSWER_MS))) {
		if (json_integer_value(json_object_get(message, "id")) == id)
			return message;
		if (!bridge_take(bridge, message)) {
			json_decref(message);
			return NULL;
		}
		json_decref(message);
	}
	return NULL;
}

static const char *code_of(const json_t *answer)
{
	const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));

	return code ? code : "";
}

/* Asks and wants a yes; otherwise the server's sentence is the reason. */
static enum bridge_end insist(struct bridge *bridge, const char *op, json_t *more)
{
	json_t *answered;
	const char *message;
	bool good;

	bridge_request(bridge, op, more);
	answered = answer(bridge);
	if (!answered)
		return bridge->why[0] ? BRIDGE_REFUSED : BRIDGE_LOST;
	good = json_is_true(json_object_get(answered, "ok"));
	message = json_string_value(json_object_get(json_object_get(answered, "error"), "message"));
	if (!good)
		bridge_say(bridge, message ? message : "?");
	json_decref(answered);
	return good ? BRIDGE_OVER : BRIDGE_REFUSED;
}

/* The message of the whole table comes behind the answer. */
static enum bridge_end look(struct bridge *bridge)
{
	enum bridge_end end = insist(bridge, "watch", json_pack("{s:b}", "follow", 1));
	json_t *message;

	json_decref(bridge->info);
	bridge->info = NULL;
	while (end == BRIDGE_OVER && !bridge->info) {
		message = remote_next(bridge->remote, ANSWER_MS);
		if (!message)
			return BRIDGE_LOST;
		bridge_take(bridge, message);
		json_decref(message);
	}
	return end;
}

static enum bridge_end sit_down(struct bridge *bridge)
{
	json_t *wished =
		bridge->wish.seat ? json_pack("{s:i}", "seat", bridge->wish.seat) : json_object();
	enum bridge_end end = look(bridge);

	if (end != BRIDGE_OVER || bridge->seat >= 0) {
		json_decref(wished);
		if (end == BRIDGE_OVER && bridge->is_playing)
			bridge_request(bridge, "sit", NULL); /* a bot may have kept the seat */
		return end;
	}
	end = insist(bridge, "sit", wished);
	if (end == BRIDGE_OVER)
		end = look(bridge);
	if (end == BRIDGE_OVER && bridge->seat < 0) {
		bridge_say(bridge, "The server gave no seat.");
		end = BRIDGE_REFUSED;
	}
	return end;
}

/* The number that a move is sent with: of the turn, or of the deal that it answers. */
static json_t *numbered(struct bridge *bridge, mp_move move)
{
	const struct mp_setup *setup = bridge->live.match.setup;
	enum mp_deal_kind kind = mp_deal_kind(setup->game, move);
	char text[MP_MOVE_TEXT_MAX];
	struct mp_text out;
	const char *digit;
	int whose = bridge->seat;

	mp_text_init(&out, text, sizeof text);
	setup->game->print(setup, move, &out);
	if (kind == MP_DEAL_OFFER)
		return json_pack("{s:s}", "move", text);
	if (kind == MP_DEAL_NONE || kind == MP_DEAL_PROPOSE)
		return json_pack("{s:s,s:I}", "move", text, "turn", (json_int_t)bridge->turn_no);
	digit = strpbrk(text, "123456");
	if (kind != MP_DEAL_WITHDRAW && digit)
		whose = *digit - '1';
	return json_pack("{s:s,s:i}", "move", text, "deal", (int)bridge->deal[whose]);
}

/* What was too late is looked at again when more has happened; what was too early, in a moment. */
static enum bridge_end send_move(struct bridge *bridge, mp_move move)
{
	static const char *const late[] = {"stale",         "too_late",  "not_seated",  "not_playing",
	                                   "not_your_turn", "game_over", "illegal_move"};
	const struct timespec moment = {.tv_sec = AGAIN_MS / 1000};
	enum bridge_end end = BRIDGE_OVER;
	json_t *answered;
	const char *code;

	bridge_request(bridge, "play", numbered(bridge, move));
	answered = answer(bridge);
	if (!answered)
		return bridge->why[0] ? BRIDGE_REFUSED : BRIDGE_LOST;
	code = code_of(answered);
	if (strcmp(code, "busy") == 0 || strcmp(code, "too_fast") == 0 ||
	    strcmp(code, "too_many") == 0) { /* proposals in one turn: another move is asked for */
		nanosleep(&moment, NULL);
		bridge->was_asked = false;
		bridge->tries_again = true;
	} else if (code[0]) {
		end = BRIDGE_REFUSED;
		for (size_t i = 0; i < sizeof late / sizeof *late; i++)
			if (strcmp(code, late[i]) == 0)
				end = BRIDGE_OVER;
		if (end == BRIDGE_REFUSED)
			bridge_say(bridge, code);
	}
	json_decref(answered);
	return end;
}

static enum bridge_end think(struct bridge *bridge)
{
	struct mp_match *match = &bridge->live.match;
	bool has_move;
	mp_move move;
	char why[EXTERNAL_WHY_MAX];

	if (!bridge->has_live || !bridge->is_playing || bridge->is_over || bridge->is_missing ||
	    !(mp_match_actors(match) >> bridge->seat & 1) ||
	    (bridge->was_asked && bridge->asked_seq == bridge->seq))
		return BRIDGE_OVER;
	bridge->was_asked = true;
	bridge->tries_again = false;
	bridge->asked_seq = bridge->seq;
	if (!external_ask(bridge->external, match, bridge->seat, bridge->wish.ms, bridge->seq,
	                  &has_move, &move, why)) {
		insist(bridge, "resign", NULL);
		snprintf(bridge->why, BRIDGE_WHY_MAX, tr("the program %s; it has resigned"), why);
		return BRIDGE_FAILED;
	}
	return has_move ? send_move(bridge, move) : BRIDGE_OVER;
}

/* The program learns how it was. */
static void end_game(struct bridge *bridge)
{
	json_t *answered;

	bridge_request(bridge, "record", NULL);
	answered = answer(bridge);
	external_end(bridge->external, json_string_value(json_object_get(answered, "record")));
	json_decref(answered);
	if (bridge->wish.stays) {
		puts(bridge->result);
		fflush(stdout);
	} else {
		bridge_say(bridge, bridge->result);
	}
	bridge->result[0] = '\0';
}

/* Moves over to the table of the next game. */
static enum bridge_end go_along(struct bridge *bridge)
{
	enum bridge_end end = insist(bridge, "rematch", NULL);

	if (end != BRIDGE_OVER)
		return end;
	bridge_request(bridge, "unwatch", NULL);
	memcpy(bridge->wish.table, bridge->rematch, sizeof bridge->rematch);
	bridge->rematch[0] = '\0';
	bridge_drop_match(bridge);
	bridge->is_over = bridge->is_missing = false;
	bridge->seat = -1;
	bridge->wish.seat = 0;
	end = sit_down(bridge);
	if (end == BRIDGE_OVER)
		bridge_ask_history(bridge);
	return end;
}

/* What is to be done when all that came was taken. */
static enum bridge_end act(struct bridge *bridge, bool *is_done)
{
	enum bridge_end end = think(bridge);

	if (end != BRIDGE_OVER || !bridge->is_over)
		return end;
	if (bridge->result[0])
		end_game(bridge);
	*is_done = !bridge->wish.stays;
	return bridge->wish.stays && bridge->rematch[0] ? go_along(bridge) : end;
}

enum bridge_end bridge_run(struct bridge *bridge, char why[BRIDGE_WHY_MAX])
{
	enum bridge_end end;
	unsigned wait = DRAIN_MS;
	bool is_done = false;

	why[0] = '\0';
	bridge->why = why;
	bridge->is_missing = false;
	bridge->was_asked = false; /* its last move may never have arrived */
	end = sit_down(bridge);
	if (end == BRIDGE_OVER)
		bridge_ask_history(bridge);
	while (end == BRIDGE_OVER && !is_done) {
		json_t *message = remote_next(bridge->remote, wait);
		uint32_t before = bridge->seq;

		if (*bridge->stop)
			end = BRIDGE_STOPPED;
		else if (message && !bridge_take(bridge, message))
			end = BRIDGE_REFUSED;
		else if (!message && !remote_is_open(bridge->remote))
			end = BRIDGE_LOST;
		else if (!message && wait == DRAIN_MS)
			end = act(bridge, &is_done);
		else if (!message)
			bridge_request(bridge, "ping", NULL);
		/* While a move was under way, more may have come that was taken but not acted upon. */
		wait = message || wait == QUIET_MS || bridge->seq != before || bridge->tries_again
		           ? DRAIN_MS
		           : QUIET_MS;
		json_decref(message);
	}
	return end;
}
