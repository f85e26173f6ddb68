/* SPDX-License-Identifier: MIT
 *
 * Messages in, moves out. Events are counted: what was missed is asked for, what came twice is
 * skipped, and a match that does not fit what is told begins afresh from the first event.
 */
#include "sitting.h"

#include "cli.h"

#include "host/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <metropole/text.h>

enum { QUIET_MS = 20000, DRAIN_MS = 1, ANSWER_MS = 20000, AGAIN_MS = 1000, AFRESH_MAX = 3 };

struct sitting {
	struct remote *remote;
	struct external *external;
	struct sitting_wish wish;
	const volatile sig_atomic_t *stop;
	json_t *info;
	int seat; /* from 0; -1: none */
	bool has_live, is_playing, is_over, is_missing, was_asked, tries_again;
	struct live live;
	uint32_t seq, asked_seq;
	int64_t turn_no, next_id;
	uint32_t deal[MP_SEATS]; /* the event that opened a seat's deal */
	int afresh;
	char rematch[SITTING_TABLE_MAX], result[200];
	char *why;
};

struct sitting *sitting_new(struct remote *remote, struct external *external,
                            const struct sitting_wish *wish, const volatile sig_atomic_t *stop)
{
	struct sitting *sitting = calloc(1, sizeof *sitting);

	if (sitting)
		*sitting = (struct sitting){
			.remote = remote, .external = external, .wish = *wish, .stop = stop, .seat = -1};
	return sitting;
}

static void drop_match(struct sitting *sitting)
{
	if (sitting->has_live)
		live_release(&sitting->live);
	sitting->has_live = false;
	sitting->was_asked = false;
	sitting->seq = 0;
}

void sitting_free(struct sitting *sitting)
{
	if (!sitting)
		return;
	drop_match(sitting);
	json_decref(sitting->info);
	free(sitting);
}

static void say(struct sitting *sitting, const char *sentence)
{
	snprintf(sitting->why, SITTING_WHY_MAX, "%s", sentence);
}

/* A request about the table; its number is in `next_id`. Takes over `more`, which may be NULL. */
static void request(struct sitting *sitting, const char *op, json_t *more)
{
	json_t *message = more ? more : json_object();

	json_object_set_new(message, "op", json_string(op));
	json_object_set_new(message, "id", json_integer(++sitting->next_id));
	json_object_set_new(message, "table", json_string(sitting->wish.table));
	remote_send(sitting->remote, message);
}

static void ask_history(struct sitting *sitting)
{
	sitting->is_missing = true;
	request(sitting, "history", json_pack("{s:I}", "since", (json_int_t)sitting->seq));
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

static bool begin_match(struct sitting *sitting)
{
	const char *id = json_string_value(json_object_get(sitting->info, "game"));
	const struct mp_game *game = id ? mp_game_find(id) : NULL;
	int players = (int)json_integer_value(json_object_get(sitting->info, "players"));
	struct mp_fault fault = {.message = "This program does not know the game."};
	struct mp_setup begun;

	if (sitting->has_live)
		return true;
	if (game && !mp_setup_begin(&begun, game, players, &fault) &&
	    set_options(&begun, json_object_get(sitting->info, "options"), &fault) &&
	    !live_init(&sitting->live, &begun, sitting->seat, &fault)) {
		sitting->has_live = true;
		external_begin(sitting->external);
		return true;
	}
	say(sitting, fault.message);
	return false;
}

/* What was told cannot be: everything is asked for once more. */
static bool begin_afresh(struct sitting *sitting, const char *why)
{
	if (++sitting->afresh > AFRESH_MAX) {
		say(sitting, why);
		return false;
	}
	drop_match(sitting);
	ask_history(sitting);
	return true;
}

static bool take_move(struct sitting *sitting, const json_t *event)
{
	const char *text = json_string_value(json_object_get(event, "move"));
	const json_t *by = json_object_get(event, "seat");
	int seat = json_is_integer(by) ? (int)json_integer_value(by) - 1 : MP_CHANCE;
	struct mp_fault fault = {.message = "An event came that makes no sense."};
	struct mp_match *match = &sitting->live.match;
	enum mp_deal_kind kind;

	if (!text || !sitting->has_live || live_play(&sitting->live, seat, text, &fault))
		return begin_afresh(sitting, fault.message);
	kind = mp_deal_kind(match->setup->game, match->moves[match->n_moves - 1].move);
	if (seat >= 0 && (kind == MP_DEAL_OFFER || kind == MP_DEAL_PROPOSE))
		sitting->deal[seat] = sitting->seq;
	return true;
}

static bool take_undo(struct sitting *sitting, const json_t *event)
{
	json_int_t left = json_integer_value(json_object_get(event, "moves"));

	if (!sitting->has_live || left < 0 || (size_t)left > sitting->live.match.n_moves)
		return begin_afresh(sitting, "An event came that makes no sense.");
	mp_match_rewind(&sitting->live.match, (size_t)left);
	return true;
}

static void take_end(struct sitting *sitting, const json_t *event)
{
	const char *reason = json_string_value(json_object_get(event, "reason"));
	const json_t *places = json_object_get(event, "places");
	const json_t *place = json_array_get(places, (size_t)sitting->seat);

	sitting->is_over = true;
	if (json_is_integer(place))
		snprintf(sitting->result, sizeof sitting->result,
		         tr("The game is over (%s): place %d of %d."), reason ? reason : "?",
		         (int)json_integer_value(place), (int)json_array_size(places));
	else
		snprintf(sitting->result, sizeof sitting->result, tr("The game is over (%s)."),
		         reason ? reason : "?");
}

/* A bot of the server's has taken the seat, because the program was away: back to it. */
static void take_seat(struct sitting *sitting, const json_t *event)
{
	const char *occupant = json_string_value(json_object_get(event, "occupant"));

	if (json_integer_value(json_object_get(event, "seat")) == sitting->seat + 1 && occupant &&
	    strcmp(occupant, "bot") == 0 && sitting->is_playing)
		request(sitting, "sit", NULL);
}

static bool take_event(struct sitting *sitting, const json_t *event)
{
	const char *kind = json_string_value(json_object_get(event, "kind"));
	const char *next = json_string_value(json_object_get(event, "rematch"));

	if (!kind)
		return true;
	if (strcmp(kind, "start") == 0)
		return begin_match(sitting);
	if (strcmp(kind, "move") == 0)
		return take_move(sitting, event);
	if (strcmp(kind, "undo") == 0)
		return take_undo(sitting, event);
	if (strcmp(kind, "end") == 0)
		take_end(sitting, event);
	else if (strcmp(kind, "seat") == 0)
		take_seat(sitting, event);
	else if (strcmp(kind, "rematch") == 0 && next)
		snprintf(sitting->rematch, sizeof sitting->rematch, "%s", next);
	return true;
}

static bool take_events(struct sitting *sitting, const json_t *message)
{
	const json_t *now = json_object_get(message, "now");
	const char *status = json_string_value(json_object_get(now, "status"));
	size_t i;
	json_t *event;

	sitting->turn_no = json_integer_value(json_object_get(now, "turn_no"));
	sitting->is_playing = status && strcmp(status, "playing") == 0;
	if (json_object_get(message, "since"))
		sitting->is_missing = false;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		json_int_t seq = json_integer_value(json_object_get(event, "seq"));

		if (seq <= (json_int_t)sitting->seq || sitting->is_missing)
			continue;
		if (seq > (json_int_t)sitting->seq + 1) {
			ask_history(sitting);
			return true;
		}
		sitting->seq = (uint32_t)seq;
		if (!take_event(sitting, event))
			return false;
	}
	if (json_is_true(json_object_get(message, "more")) && !sitting->is_missing)
		ask_history(sitting);
	return true;
}

/* What people ask for is granted, but for take-backs where it is about ratings. */
static void take_question(struct sitting *sitting, const json_t *message, const char *key)
{
	const json_t *question = json_object_get(message, key), *each;
	const char *bots = json_string_value(json_object_get(sitting->info, "bots"));
	bool is_undo = strcmp(key, "takeback") == 0;
	bool yes = !is_undo || !bots || strcmp(bots, "rated") != 0;
	size_t i;

	if (!json_is_object(question) || sitting->seat < 0 ||
	    json_integer_value(json_object_get(question, "by")) == sitting->seat + 1)
		return;
	json_array_foreach(json_object_get(question, "yes"), i, each)
	{
		if (json_integer_value(each) == sitting->seat + 1)
			return;
	}
	request(sitting, "answer", json_pack("{s:b,s:s}", "yes", yes, "to", key));
}

static void take_table(struct sitting *sitting, json_t *message)
{
	json_t *seat = json_object_get(message, "seat");
	const char *status;

	json_decref(sitting->info);
	sitting->info = json_incref(json_object_get(message, "info"));
	sitting->seat = json_is_integer(seat) ? (int)json_integer_value(seat) - 1 : -1;
	status = json_string_value(json_object_get(sitting->info, "status"));
	sitting->is_playing = status && strcmp(status, "playing") == 0;
	take_question(sitting, message, "takeback");
	take_question(sitting, message, "pause");
}

/* False when it cannot go on. */
static bool take(struct sitting *sitting, json_t *message)
{
	const char *type = json_string_value(json_object_get(message, "type"));
	const char *table = json_string_value(json_object_get(message, "table"));

	if (!type || !table || strcmp(table, sitting->wish.table) != 0)
		return true;
	if (strcmp(type, "table") == 0)
		take_table(sitting, message);
	if (strcmp(type, "events") == 0)
		return take_events(sitting, message);
	if (strcmp(type, "presence") == 0) {
		take_question(sitting, message, "takeback");
		take_question(sitting, message, "pause");
	}
	return true;
}

/* Waits for the answer to the last request and takes what comes before it. NULL: the connection is
 * gone, or it cannot go on (then there is a sentence). */
static json_t *answer(struct sitting *sitting)
{
	int64_t id = sitting->next_id;
	json_t *message;

	while ((message = remote_next(sitting->remote, ANSWER_MS))) {
		if (json_integer_value(json_object_get(message, "id")) == id)
			return message;
		if (!take(sitting, message)) {
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
static enum sitting_end insist(struct sitting *sitting, const char *op, json_t *more)
{
	json_t *answered;
	const char *message;
	bool good;

	request(sitting, op, more);
	answered = answer(sitting);
	if (!answered)
		return sitting->why[0] ? SITTING_REFUSED : SITTING_LOST;
	good = json_is_true(json_object_get(answered, "ok"));
	message = json_string_value(json_object_get(json_object_get(answered, "error"), "message"));
	if (!good)
		say(sitting, message ? message : "?");
	json_decref(answered);
	return good ? SITTING_OVER : SITTING_REFUSED;
}

/* The message of the whole table comes behind the answer. */
static enum sitting_end look(struct sitting *sitting)
{
	enum sitting_end end = insist(sitting, "watch", NULL);
	json_t *message;

	json_decref(sitting->info);
	sitting->info = NULL;
	while (end == SITTING_OVER && !sitting->info) {
		message = remote_next(sitting->remote, ANSWER_MS);
		if (!message)
			return SITTING_LOST;
		take(sitting, message);
		json_decref(message);
	}
	return end;
}

static enum sitting_end sit_down(struct sitting *sitting)
{
	json_t *wished =
		sitting->wish.seat ? json_pack("{s:i}", "seat", sitting->wish.seat) : json_object();
	enum sitting_end end = look(sitting);

	if (end != SITTING_OVER || sitting->seat >= 0) {
		json_decref(wished);
		if (end == SITTING_OVER && sitting->is_playing)
			request(sitting, "sit", NULL); /* a bot may have kept the seat */
		return end;
	}
	end = insist(sitting, "sit", wished);
	if (end == SITTING_OVER)
		end = look(sitting);
	if (end == SITTING_OVER && sitting->seat < 0) {
		say(sitting, "The server gave no seat.");
		end = SITTING_REFUSED;
	}
	return end;
}

/* The number that a move is sent with: of the turn, or of the deal that it answers. */
static json_t *numbered(struct sitting *sitting, mp_move move)
{
	const struct mp_setup *setup = sitting->live.match.setup;
	enum mp_deal_kind kind = mp_deal_kind(setup->game, move);
	char text[MP_MOVE_TEXT_MAX];
	struct mp_text out;
	const char *digit;
	int whose = sitting->seat;

	mp_text_init(&out, text, sizeof text);
	setup->game->print(setup, move, &out);
	if (kind == MP_DEAL_OFFER)
		return json_pack("{s:s}", "move", text);
	if (kind == MP_DEAL_NONE || kind == MP_DEAL_PROPOSE)
		return json_pack("{s:s,s:I}", "move", text, "turn", (json_int_t)sitting->turn_no);
	digit = strpbrk(text, "123456");
	if (kind != MP_DEAL_WITHDRAW && digit)
		whose = *digit - '1';
	return json_pack("{s:s,s:i}", "move", text, "deal", (int)sitting->deal[whose]);
}

/* What was too late is looked at again when more has happened; what was too early, in a moment. */
static enum sitting_end send_move(struct sitting *sitting, mp_move move)
{
	static const char *const late[] = {"stale",         "too_late",  "not_seated",  "not_playing",
	                                   "not_your_turn", "game_over", "illegal_move"};
	const struct timespec moment = {.tv_sec = AGAIN_MS / 1000};
	enum sitting_end end = SITTING_OVER;
	json_t *answered;
	const char *code;

	request(sitting, "play", numbered(sitting, move));
	answered = answer(sitting);
	if (!answered)
		return sitting->why[0] ? SITTING_REFUSED : SITTING_LOST;
	code = code_of(answered);
	if (strcmp(code, "busy") == 0 || strcmp(code, "too_fast") == 0 ||
	    strcmp(code, "too_many") == 0) { /* proposals in one turn: another move is asked for */
		nanosleep(&moment, NULL);
		sitting->was_asked = false;
		sitting->tries_again = true;
	} else if (code[0]) {
		end = SITTING_REFUSED;
		for (size_t i = 0; i < sizeof late / sizeof *late; i++)
			if (strcmp(code, late[i]) == 0)
				end = SITTING_OVER;
		if (end == SITTING_REFUSED)
			say(sitting, code);
	}
	json_decref(answered);
	return end;
}

static enum sitting_end think(struct sitting *sitting)
{
	struct mp_match *match = &sitting->live.match;
	bool has_move;
	mp_move move;
	char why[EXTERNAL_WHY_MAX];

	if (!sitting->has_live || !sitting->is_playing || sitting->is_over || sitting->is_missing ||
	    !(mp_match_actors(match) >> sitting->seat & 1) ||
	    (sitting->was_asked && sitting->asked_seq == sitting->seq))
		return SITTING_OVER;
	sitting->was_asked = true;
	sitting->tries_again = false;
	sitting->asked_seq = sitting->seq;
	if (!external_ask(sitting->external, match, sitting->seat, sitting->wish.ms, sitting->seq,
	                  &has_move, &move, why)) {
		insist(sitting, "resign", NULL);
		snprintf(sitting->why, SITTING_WHY_MAX, tr("the program %s; it has resigned"), why);
		return SITTING_FAILED;
	}
	return has_move ? send_move(sitting, move) : SITTING_OVER;
}

/* The program learns how it was. */
static void end_game(struct sitting *sitting)
{
	json_t *answered;

	request(sitting, "record", NULL);
	answered = answer(sitting);
	external_end(sitting->external, json_string_value(json_object_get(answered, "record")));
	json_decref(answered);
	if (sitting->wish.stays) {
		puts(sitting->result);
		fflush(stdout);
	} else {
		say(sitting, sitting->result);
	}
	sitting->result[0] = '\0';
}

/* Moves over to the table of the next game. */
static enum sitting_end go_along(struct sitting *sitting)
{
	enum sitting_end end = insist(sitting, "rematch", NULL);

	if (end != SITTING_OVER)
		return end;
	request(sitting, "unwatch", NULL);
	memcpy(sitting->wish.table, sitting->rematch, sizeof sitting->rematch);
	sitting->rematch[0] = '\0';
	drop_match(sitting);
	sitting->is_over = sitting->is_missing = false;
	sitting->seat = -1;
	sitting->wish.seat = 0;
	end = sit_down(sitting);
	if (end == SITTING_OVER)
		ask_history(sitting);
	return end;
}

/* What is to be done when all that came was taken. */
static enum sitting_end act(struct sitting *sitting, bool *is_done)
{
	enum sitting_end end = think(sitting);

	if (end != SITTING_OVER || !sitting->is_over)
		return end;
	if (sitting->result[0])
		end_game(sitting);
	*is_done = !sitting->wish.stays;
	return sitting->wish.stays && sitting->rematch[0] ? go_along(sitting) : end;
}

enum sitting_end sitting_run(struct sitting *sitting, char why[SITTING_WHY_MAX])
{
	enum sitting_end end;
	unsigned wait = DRAIN_MS;
	bool is_done = false;

	why[0] = '\0';
	sitting->why = why;
	sitting->is_missing = false;
	sitting->was_asked = false; /* its last move may never have arrived */
	end = sit_down(sitting);
	if (end == SITTING_OVER)
		ask_history(sitting);
	while (end == SITTING_OVER && !is_done) {
		json_t *message = remote_next(sitting->remote, wait);
		uint32_t before = sitting->seq;

		if (*sitting->stop)
			end = SITTING_STOPPED;
		else if (message && !take(sitting, message))
			end = SITTING_REFUSED;
		else if (!message && !remote_is_open(sitting->remote))
			end = SITTING_LOST;
		else if (!message && wait == DRAIN_MS)
			end = act(sitting, &is_done);
		else if (!message)
			request(sitting, "ping", NULL);
		/* While a move was under way, more may have come that was taken but not acted upon. */
		wait = message || wait == QUIET_MS || sitting->seq != before || sitting->tries_again
		           ? DRAIN_MS
		           : QUIET_MS;
		json_decref(message);
	}
	return end;
}
