/* SPDX-License-Identifier: MIT
 *
 * Messages in, moves out. Events are counted: what was missed is asked for, what came twice is left
 * alone, and a match that does not fit what is told begins afresh from the first event.
 */
#include "online.h"

#include "phrase.h"

#include "host/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ANSWER_MS = 20000, OPEN_MS = 10000, AGAIN_MS = 2000, AFRESH_MAX = 3 };

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const struct mp_voice *voice(const struct online *online)
{
	return online->has_sitting ? &online->sitting.voice : &online->voice;
}

/* Something that people should read: now, and in the journal. */
static void tell(struct online *online, const char *text)
{
	lines_add(&online->news, text);
	if (online->has_sitting)
		sitting_note(&online->sitting, text);
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* --- asking --- */

json_t *online_ask(struct online *online, const char *op, json_t *more)
{
	json_t *message = more ? more : json_object(), *came;
	int64_t id = ++online->next_id, until = clock_ms() + ANSWER_MS;

	json_object_set_new(message, "op", json_string(op));
	json_object_set_new(message, "id", json_integer(id));
	if (online->table[0] && !json_object_get(message, "table"))
		json_object_set_new(message, "table", json_string(online->table));
	if (!remote_is_open(online->remote)) {
		json_decref(message);
		return NULL;
	}
	remote_send(online->remote, message);
	while (clock_ms() < until && (came = remote_next(online->remote, ANSWER_MS))) {
		if (json_integer_value(json_object_get(came, "id")) == id &&
		    strcmp(text_of(came, "type"), "answer") == 0)
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
	const char *said = text_of(json_object_get(answer, "error"), "message");

	if (!good)
		snprintf(online->why, sizeof online->why, "%s",
		         *said ? said : phrase(voice(online), "online.lost", NULL).text);
	json_decref(answer);
	return good;
}

/* --- the match --- */

static void set_seats(struct online *online, const json_t *seats)
{
	size_t i;
	json_t *seat;

	json_array_foreach(seats, i, seat)
	{
		const char *kind = text_of(seat, "kind");

		if (i >= MP_SEATS)
			break;
		snprintf(online->names[i], MP_NAME_MAX, "%s", text_of(seat, "name"));
		text_clean(online->names[i]);
		online->kind[i] = kind[0];
		if (kind[0] == 'p' && json_is_false(json_object_get(seat, "online")))
			online->kind[i] = 'a';
	}
	for (int i_seat = 0; online->has_sitting && i_seat < online->sitting.live.setup.players;
	     i_seat++)
		snprintf(online->sitting.live.names[i_seat], MP_NAME_MAX, "%s", online->names[i_seat]);
}

static bool set_options(struct mp_setup *setup, const json_t *options, struct mp_fault *fault)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)options, name, value)
	{
		char number[32];
		const char *text = json_string_value(value);

		snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
		if (json_is_boolean(value))
			text = json_is_true(value) ? "true" : "false";
		if (mp_setup_set(setup, name, text ? text : number, fault))
			return false;
	}
	return true;
}

static void join_names(const struct online *online, char *out, size_t size)
{
	out[0] = '\0';
	for (int seat = 0; seat < MP_SEATS; seat++)
		snprintf(out + strlen(out), size - strlen(out), "%s\n", online->names[seat]);
}

static void begin_match(struct online *online)
{
	const struct mp_game *game = mp_game_find(text_of(online->info, "game"));
	int players = (int)json_integer_value(json_object_get(online->info, "players"));
	char names[MP_SEATS * (MP_NAME_MAX + 1)];
	struct mp_setup begun;
	struct mp_fault fault;

	if (online->has_sitting)
		return;
	join_names(online, names, sizeof names);
	if (!game || mp_setup_begin(&begun, game, players, &fault) ||
	    !set_options(&begun, json_object_get(online->info, "options"), &fault) ||
	    sitting_follow(&online->sitting, &begun, online->voice.lang,
	                   online->seat < 0 ? MP_PUBLIC : online->seat, names, &fault))
		return;
	online->has_sitting = true;
}

static void ask_history(struct online *online)
{
	json_t *message = json_object();

	online->is_missing = true;
	json_object_set_new(message, "op", json_string("history"));
	json_object_set_new(message, "id", json_integer(++online->next_id));
	json_object_set_new(message, "table", json_string(online->table));
	json_object_set_new(message, "since", json_integer(online->seq));
	remote_send(online->remote, message);
}

/* What was told cannot be. The sitting stays where whoever looks at it has it, and is emptied. */
static void begin_afresh(struct online *online)
{
	if (++online->afresh > AFRESH_MAX || !online->has_sitting)
		return;
	tell(online, phrase(voice(online), "online.afresh", NULL).text);
	sitting_rewind(&online->sitting, 0);
	online->seq = 0;
	ask_history(online);
}

/* --- events --- */

static void take_move(struct online *online, const json_t *event)
{
	const json_t *by = json_object_get(event, "seat");
	int seat = json_is_integer(by) ? (int)json_integer_value(by) - 1 : MP_CHANCE;
	struct mp_match *match = &online->sitting.live.match;
	enum mp_deal_kind kind;
	struct mp_fault fault;

	if (!online->has_sitting ||
	    sitting_play(&online->sitting, seat, text_of(event, "move"), &fault)) {
		begin_afresh(online);
		return;
	}
	kind = mp_deal_kind(match->setup->game, match->moves[match->n_moves - 1].move);
	if (seat >= 0 && (kind == MP_DEAL_OFFER || kind == MP_DEAL_PROPOSE))
		online->deal[seat] = online->seq;
}

static void take_chat(struct online *online, const json_t *event)
{
	char line[1200];

	if (!json_object_get(event, "text"))
		return;
	snprintf(line, sizeof line, "%s: %s", text_of(event, "name"), text_of(event, "text"));
	tell(online, line);
}

static void take_end(struct online *online, const json_t *event)
{
	const json_t *place = json_array_get(json_object_get(event, "places"),
	                                     online->seat < 0 ? 0 : (size_t)online->seat);

	online->is_playing = false;
	online->wants_record = online->has_sitting;
	if (online->has_sitting)
		online->sitting.has_ended = true;
	tell(online, phrase(voice(online), "online.end", "{\"reason\":%s}",
	                    phrase_quote(text_of(event, "reason")).text)
	                 .text);
	if (online->seat >= 0 && json_is_integer(place))
		tell(online,
		     phrase(voice(online), "online.place", "{\"place\":%d}", (int)json_integer_value(place))
		         .text);
}

static void take_seat(struct online *online, const json_t *event)
{
	json_int_t seat = json_integer_value(json_object_get(event, "seat"));
	const char *occupant = text_of(event, "occupant");

	if (seat < 1 || seat > MP_SEATS)
		return;
	snprintf(online->names[seat - 1], MP_NAME_MAX, "%s", text_of(event, "name"));
	text_clean(online->names[seat - 1]);
	online->kind[seat - 1] = occupant[0];
	tell(online,
	     phrase(voice(online), "online.seat", "{\"n\":%d,\"name\":%s,\"occupant\":%s}", (int)seat,
	            phrase_quote(text_of(event, "name")).text, phrase_quote(occupant).text)
	         .text);
}

static void take_undo(struct online *online, const json_t *event)
{
	json_int_t left = json_integer_value(json_object_get(event, "moves"));

	if (!online->has_sitting || left < 0 || (size_t)left > online->sitting.live.match.n_moves) {
		begin_afresh(online);
		return;
	}
	sitting_rewind(&online->sitting, (size_t)left);
	tell(online, phrase(voice(online), "plain.undone", NULL).text);
}

static void take_event(struct online *online, const json_t *event)
{
	static const struct {
		const char *kind;
		void (*take)(struct online *, const json_t *);
	} kinds[] = {{"move", take_move},
	             {"chat", take_chat},
	             {"end", take_end},
	             {"seat", take_seat},
	             {"undo", take_undo}};
	const char *kind = text_of(event, "kind");

	if (strcmp(kind, "start") == 0) {
		online->is_playing = true;
		begin_match(online);
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kind, kinds[i].kind) == 0)
			kinds[i].take(online, event);
}

static void take_now(struct online *online, json_t *now)
{
	if (!now)
		return;
	json_decref(online->now);
	online->now = json_incref(now);
	online->now_at = clock_ms();
}

/* Is the followed match what the server's digest stands for? */
static bool is_as_told(struct online *online, const char *digest)
{
	struct buffer told = {0};
	bool same = true;

	/* The view is written on the way, so that room is wanted for it. */
	do {
		if (!buffer_grow(&told))
			break;
		buffer_clear(&told);
		mp_json_object(&told.json, NULL);
		mp_match_digest(&online->sitting.live.match, online->sitting.viewer, "digest", &told.json);
		mp_json_end_object(&told.json);
		same = told.json.text.overflow || strstr(told.json.text.buf, digest);
	} while (told.json.text.overflow);
	buffer_release(&told);
	return same;
}

/* What does not fit is told, counted there, and read again. */
static void take_digest(struct online *online, const json_t *message, json_int_t last)
{
	const char *digest = text_of(message, "digest");
	json_t *told;

	if (!*digest || !online->has_sitting || online->is_missing || last != (json_int_t)online->seq ||
	    is_as_told(online, digest))
		return;
	told = json_pack("{s:s,s:I,s:s,s:I}", "op", "mismatch", "id", (json_int_t)++online->next_id,
	                 "table", online->table, "seq", last);
	remote_send(online->remote, told);
	begin_afresh(online);
}

static void take_events(struct online *online, json_t *message)
{
	json_int_t last = 0;
	size_t i;
	json_t *event;

	take_now(online, json_object_get(message, "now"));
	if (json_object_get(message, "since"))
		online->is_missing = false;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		json_int_t seq = json_integer_value(json_object_get(event, "seq"));

		last = seq;
		if (seq <= (json_int_t)online->seq || online->is_missing)
			continue;
		if (seq > (json_int_t)online->seq + 1) {
			ask_history(online);
			return;
		}
		online->seq = (uint32_t)seq;
		take_event(online, event);
	}
	if (json_is_true(json_object_get(message, "more")) && !online->is_missing)
		ask_history(online);
	else
		take_digest(online, message, last);
}

/* Somebody would like to take a move back, or a pause. */
static void take_asked(struct online *online, const json_t *message, const char *key)
{
	json_int_t by = json_integer_value(json_object_get(json_object_get(message, key), "by"));
	char line[40];

	if (by < 1 || by - 1 == online->seat)
		return;
	snprintf(line, sizeof line, "online.asks.%s", key);
	tell(online,
	     phrase(voice(online), line, "{\"name\":%s}", phrase_quote(online->names[by - 1]).text)
	         .text);
}

static void take_table(struct online *online, json_t *message)
{
	json_t *seat = json_object_get(message, "seat");

	json_decref(online->info);
	online->info = json_incref(json_object_get(message, "info"));
	online->seat = json_is_integer(seat) ? (int)json_integer_value(seat) - 1 : -1;
	online->is_host = json_is_true(json_object_get(message, "host"));
	set_seats(online, json_object_get(online->info, "seats"));
	take_now(online, json_object_get(message, "now"));
	online->is_playing = strcmp(text_of(online->now, "status"), "playing") == 0;
}

void online_take(struct online *online, json_t *message)
{
	const char *type = text_of(message, "type");

	if (strcmp(text_of(message, "table"), online->table) != 0)
		return;
	if (strcmp(type, "table") == 0)
		take_table(online, message);
	else if (strcmp(type, "events") == 0)
		take_events(online, message);
	if (strcmp(type, "presence") == 0) {
		set_seats(online, json_object_get(message, "seats"));
		take_asked(online, message, "takeback");
		take_asked(online, message, "pause");
	}
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
	if (clock_ms() < online->next_try)
		return;
	if (online->next_try == 0)
		tell(online, phrase(voice(online), "online.lost", NULL).text);
	if (online_connect(online)) {
		online->next_try = 0;
		tell(online, phrase(voice(online), "online.back", NULL).text);
	} else {
		online->next_try = clock_ms() + AGAIN_MS;
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
		snprintf(
			out, size, "%.30s",
			phrase(voice(online), online->kind[seat] == 'b' ? "online.bot" : "online.away", NULL)
				.text);
	if (!left || !online->is_playing)
		return;
	if (json_integer_value(running) == seat + 1)
		ms -= clock_ms() - online->now_at;
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
