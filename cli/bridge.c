/* SPDX-License-Identifier: MIT
 *
 * Messages in, moves out. Events are counted: what was missed is asked for, what came twice is
 * skipped, and a match that does not fit what is told begins afresh from the first event.
 */
#include "bridge.h"

#include "cli.h"

#include "host/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

enum { QUIET_MS = 20000, DRAIN_MS = 1, ANSWER_MS = 20000, AGAIN_MS = 1000, AFRESH_MAX = 3 };

struct bridge {
	struct remote *remote;
	struct external *external;
	struct bridge_wish wish;
	const volatile sig_atomic_t *stop;
	json_t *info;
	int seat; /* from 0; -1: none */
	bool has_live, is_playing, is_over, is_missing, was_asked, tries_again;
	struct live live;
	uint32_t seq, asked_seq;
	int64_t turn_no, next_id;
	uint32_t deal[MP_SEATS]; /* the event that opened a seat's deal */
	int afresh;
	char rematch[BRIDGE_TABLE_MAX], result[200];
	char *why;
};

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

static void drop_match(struct bridge *bridge)
{
	if (bridge->has_live)
		live_release(&bridge->live);
	bridge->has_live = false;
	bridge->was_asked = false;
	bridge->seq = 0;
}

void bridge_free(struct bridge *bridge)
{
	if (!bridge)
		return;
	drop_match(bridge);
	json_decref(bridge->info);
	free(bridge);
}

static void say(struct bridge *bridge, const char *sentence)
{
	snprintf(bridge->why, BRIDGE_WHY_MAX, "%s", sentence);
}

/* A request about the table; its number is in `next_id`. Takes over `more`, which may be NULL. */
static void request(struct bridge *bridge, const char *op, json_t *more)
{
	json_t *message = more ? more : json_object();

	json_object_set_new(message, "op", json_string(op));
	json_object_set_new(message, "id", json_integer(++bridge->next_id));
	json_object_set_new(message, "table", json_string(bridge->wish.table));
	remote_send(bridge->remote, message);
}

static void ask_history(struct bridge *bridge)
{
	bridge->is_missing = true;
	request(bridge, "history", json_pack("{s:I}", "since", (json_int_t)bridge->seq));
}

static bool set_options(struct mp_setup *setup, json_t *options, struct mp_fault *fault)
{
	const char *name;
	json_t *value;
	char number[32];

	json_object_foreach(options, name, value)
	{
		const char *text = json_string_value(value);

		snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
		if (json_is_boolean(value))
			text = json_is_true(value) ? "true" : "false";
		else if (!text)
			text = number;
		if (mp_setup_set(setup, name, text, fault))
			return false;
	}
	return true;
}

static bool begin_match(struct bridge *bridge)
{
	const char *id = json_string_value(json_object_get(bridge->info, "game"));
	const struct mp_game *game = id ? mp_game_find(id) : NULL;
	int players = (int)json_integer_value(json_object_get(bridge->info, "players"));
	struct mp_fault fault = {.message = "This program does not know the game."};
	struct mp_setup begun;

	if (bridge->has_live)
		return true;
	if (game && !mp_setup_begin(&begun, game, players, &fault) &&
	    set_options(&begun, json_object_get(bridge->info, "options"), &fault) &&
	    !live_init(&bridge->live, &begun, bridge->seat, &fault)) {
		bridge->has_live = true;
		external_begin(bridge->external);
		return true;
	}
	say(bridge, fault.message);
	return false;
}

/* What was told cannot be: everything is asked for once more. */
static bool begin_afresh(struct bridge *bridge, const char *why)
{
	if (++bridge->afresh > AFRESH_MAX) {
		say(bridge, why);
		return false;
	}
	drop_match(bridge);
	ask_history(bridge);
	return true;
}

static bool take_move(struct bridge *bridge, const json_t *event)
{
	const char *text = json_string_value(json_object_get(event, "move"));
	const json_t *by = json_object_get(event, "seat");
	int seat = json_is_integer(by) ? (int)json_integer_value(by) - 1 : MP_CHANCE;
	struct mp_fault fault = {.message = "An event came that makes no sense."};
	struct mp_match *match = &bridge->live.match;
	enum mp_deal_kind kind;

	if (!text || !bridge->has_live || live_play(&bridge->live, seat, text, &fault))
		return begin_afresh(bridge, fault.message);
	kind = mp_deal_kind(match->setup->game, match->moves[match->n_moves - 1].move);
	if (seat >= 0 && (kind == MP_DEAL_OFFER || kind == MP_DEAL_PROPOSE))
		bridge->deal[seat] = bridge->seq;
	return true;
}

static bool take_undo(struct bridge *bridge, const json_t *event)
{
	json_int_t left = json_integer_value(json_object_get(event, "moves"));

	if (!bridge->has_live || left < 0 || (size_t)left > bridge->live.match.n_moves)
		return begin_afresh(bridge, "An event came that makes no sense.");
	mp_match_rewind(&bridge->live.match, (size_t)left);
	return true;
}

static void take_end(struct bridge *bridge, const json_t *event)
{
	const char *reason = json_string_value(json_object_get(event, "reason"));
	const json_t *places = json_object_get(event, "places");
	const json_t *place = json_array_get(places, (size_t)bridge->seat);

	bridge->is_over = true;
	if (json_is_integer(place))
		snprintf(bridge->result, sizeof bridge->result,
		         tr("The game is over (%s): place %d of %d."), reason ? reason : "?",
		         (int)json_integer_value(place), (int)json_array_size(places));
	else
		snprintf(bridge->result, sizeof bridge->result, tr("The game is over (%s)."),
		         reason ? reason : "?");
}

/* A bot of the server's has taken the seat, because the program was away: back to it. */
static void take_seat(struct bridge *bridge, const json_t *event)
{
	const char *occupant = json_string_value(json_object_get(event, "occupant"));

	if (json_integer_value(json_object_get(event, "seat")) == bridge->seat + 1 && occupant &&
	    strcmp(occupant, "bot") == 0 && bridge->is_playing)
		request(bridge, "sit", NULL);
}

static bool take_event(struct bridge *bridge, const json_t *event)
{
	const char *kind = json_string_value(json_object_get(event, "kind"));
	const char *next = json_string_value(json_object_get(event, "rematch"));

	if (!kind)
		return true;
	if (strcmp(kind, "start") == 0)
		return begin_match(bridge);
	if (strcmp(kind, "move") == 0)
		return take_move(bridge, event);
	if (strcmp(kind, "undo") == 0)
		return take_undo(bridge, event);
	if (strcmp(kind, "end") == 0)
		take_end(bridge, event);
	else if (strcmp(kind, "seat") == 0)
		take_seat(bridge, event);
	else if (strcmp(kind, "rematch") == 0 && next)
		snprintf(bridge->rematch, sizeof bridge->rematch, "%s", next);
	return true;
}

static bool take_events(struct bridge *bridge, const json_t *message)
{
	const json_t *now = json_object_get(message, "now");
	const char *status = json_string_value(json_object_get(now, "status"));
	size_t i;
	json_t *event;

	bridge->turn_no = json_integer_value(json_object_get(now, "turn_no"));
	bridge->is_playing = status && strcmp(status, "playing") == 0;
	if (json_object_get(message, "since"))
		bridge->is_missing = false;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		json_int_t seq = json_integer_value(json_object_get(event, "seq"));

		if (seq <= (json_int_t)bridge->seq || bridge->is_missing)
			continue;
		if (seq > (json_int_t)bridge->seq + 1) {
			ask_history(bridge);
			return true;
		}
		bridge->seq = (uint32_t)seq;
		if (!take_event(bridge, event))
			return false;
	}
	if (json_is_true(json_object_get(message, "more")) && !bridge->is_missing)
		ask_history(bridge);
	return true;
}

/* What people ask for is granted, but for take-backs where it is about ratings. */
static void take_question(struct bridge *bridge, const json_t *message, const char *key)
{
	const json_t *question = json_object_get(message, key), *each;
	const char *bots = json_string_value(json_object_get(bridge->info, "bots"));
	bool is_undo = strcmp(key, "takeback") == 0;
	bool yes = !is_undo || !bots || strcmp(bots, "rated") != 0;
	size_t i;

	if (!json_is_object(question) || bridge->seat < 0 ||
	    json_integer_value(json_object_get(question, "by")) == bridge->seat + 1)
		return;
	json_array_foreach(json_object_get(question, "yes"), i, each)
	{
		if (json_integer_value(each) == bridge->seat + 1)
			return;
	}
	request(bridge, "answer", json_pack("{s:b,s:s}", "yes", yes, "to", key));
}

static void take_table(struct bridge *bridge, json_t *message)
{
	json_t *seat = json_object_get(message, "seat");
	const char *status;

	json_decref(bridge->info);
	bridge->info = json_incref(json_object_get(message, "info"));
	bridge->seat = json_is_integer(seat) ? (int)json_integer_value(seat) - 1 : -1;
	status = json_string_value(json_object_get(bridge->info, "status"));
	bridge->is_playing = status && strcmp(status, "playing") == 0;
	take_question(bridge, message, "takeback");
	take_question(bridge, message, "pause");
}

/* False when it cannot go on. */
static bool take(struct bridge *bridge, json_t *message)
{
	const char *type = json_string_value(json_object_get(message, "type"));
	const char *table = json_string_value(json_object_get(message, "table"));

	if (!type || !table || strcmp(table, bridge->wish.table) != 0)
		return true;
	if (strcmp(type, "table") == 0)
		take_table(bridge, message);
	if (strcmp(type, "events") == 0)
		return take_events(bridge, message);
	if (strcmp(type, "presence") == 0) {
		take_question(bridge, message, "takeback");
		take_question(bridge, message, "pause");
	}
	return true;
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
		if (!take(bridge, message)) {
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

	request(bridge, op, more);
	answered = answer(bridge);
	if (!answered)
		return bridge->why[0] ? BRIDGE_REFUSED : BRIDGE_LOST;
	good = json_is_true(json_object_get(answered, "ok"));
	message = json_string_value(json_object_get(json_object_get(answered, "error"), "message"));
	if (!good)
		say(bridge, message ? message : "?");
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
		take(bridge, message);
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
			request(bridge, "sit", NULL); /* a bot may have kept the seat */
		return end;
	}
	end = insist(bridge, "sit", wished);
	if (end == BRIDGE_OVER)
		end = look(bridge);
	if (end == BRIDGE_OVER && bridge->seat < 0) {
		say(bridge, "The server gave no seat.");
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

	request(bridge, "play", numbered(bridge, move));
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
			say(bridge, code);
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

	request(bridge, "record", NULL);
	answered = answer(bridge);
	external_end(bridge->external, json_string_value(json_object_get(answered, "record")));
	json_decref(answered);
	if (bridge->wish.stays) {
		puts(bridge->result);
		fflush(stdout);
	} else {
		say(bridge, bridge->result);
	}
	bridge->result[0] = '\0';
}

/* Moves over to the table of the next game. */
static enum bridge_end go_along(struct bridge *bridge)
{
	enum bridge_end end = insist(bridge, "rematch", NULL);

	if (end != BRIDGE_OVER)
		return end;
	request(bridge, "unwatch", NULL);
	memcpy(bridge->wish.table, bridge->rematch, sizeof bridge->rematch);
	bridge->rematch[0] = '\0';
	drop_match(bridge);
	bridge->is_over = bridge->is_missing = false;
	bridge->seat = -1;
	bridge->wish.seat = 0;
	end = sit_down(bridge);
	if (end == BRIDGE_OVER)
		ask_history(bridge);
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
		ask_history(bridge);
	while (end == BRIDGE_OVER && !is_done) {
		json_t *message = remote_next(bridge->remote, wait);
		uint32_t before = bridge->seq;

		if (*bridge->stop)
			end = BRIDGE_STOPPED;
		else if (message && !take(bridge, message))
			end = BRIDGE_REFUSED;
		else if (!message && !remote_is_open(bridge->remote))
			end = BRIDGE_LOST;
		else if (!message && wait == DRAIN_MS)
			end = act(bridge, &is_done);
		else if (!message)
			request(bridge, "ping", NULL);
		/* While a move was under way, more may have come that was taken but not acted upon. */
		wait = message || wait == QUIET_MS || bridge->seq != before || bridge->tries_again
		           ? DRAIN_MS
		           : QUIET_MS;
		json_decref(message);
	}
	return end;
}
