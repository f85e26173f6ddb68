/* SPDX-License-Identifier: MIT
 *
 * What a server's table tells becomes a followed sitting. Events are counted: what was missed is
 * asked for, what came twice is left alone, and a match that does not fit what is told begins
 * afresh from the first event. It knows messages, not how they come.
 */
#include "online.h"

#include "phrase.h"

#include "host/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { AFRESH_MAX = 3 };

/* --- the match --- */

static void set_seats(struct online *online, const json_t *seats)
{
	size_t i;
	json_t *seat;

	json_array_foreach(seats, i, seat)
	{
		const char *kind = online_text(seat, "kind");

		if (i >= MP_SEATS)
			break;
		snprintf(online->names[i], MP_NAME_MAX, "%s", online_text(seat, "name"));
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
	const struct mp_game *game = mp_game_find(online_text(online->info, "game"));
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
	online_tell(online, phrase(online_voice(online), "online.afresh", NULL).text);
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
	    sitting_play(&online->sitting, seat, online_text(event, "move"), &fault)) {
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
	snprintf(line, sizeof line, "%s: %s", online_text(event, "name"), online_text(event, "text"));
	online_tell(online, line);
}

static void take_end(struct online *online, const json_t *event)
{
	const json_t *place = json_array_get(json_object_get(event, "places"),
	                                     online->seat < 0 ? 0 : (size_t)online->seat);

	online->is_playing = false;
	online->wants_record = online->has_sitting;
	if (online->has_sitting)
		online->sitting.has_ended = true;
	online_tell(online, phrase(online_voice(online), "online.end", "{\"reason\":%s}",
	                           phrase_quote(online_text(event, "reason")).text)
	                        .text);
	if (online->seat >= 0 && json_is_integer(place))
		online_tell(online, phrase(online_voice(online), "online.place", "{\"place\":%d}",
		                           (int)json_integer_value(place))
		                        .text);
}

static void take_seat(struct online *online, const json_t *event)
{
	json_int_t seat = json_integer_value(json_object_get(event, "seat"));
	const char *occupant = online_text(event, "occupant");

	if (seat < 1 || seat > MP_SEATS)
		return;
	snprintf(online->names[seat - 1], MP_NAME_MAX, "%s", online_text(event, "name"));
	text_clean(online->names[seat - 1]);
	online->kind[seat - 1] = occupant[0];
	online_tell(online,
	            phrase(online_voice(online), "online.seat",
	                   "{\"n\":%d,\"name\":%s,\"occupant\":%s}", (int)seat,
	                   phrase_quote(online_text(event, "name")).text, phrase_quote(occupant).text)
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
	online_tell(online, phrase(online_voice(online), "plain.undone", NULL).text);
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
	const char *kind = online_text(event, "kind");

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
	online->now_at = online_ms();
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
	const char *digest = online_text(message, "digest");
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
	online_tell(online, phrase(online_voice(online), line, "{\"name\":%s}",
	                           phrase_quote(online->names[by - 1]).text)
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
	online->is_playing = strcmp(online_text(online->now, "status"), "playing") == 0;
}

void online_take(struct online *online, json_t *message)
{
	const char *type = online_text(message, "type");

	if (strcmp(online_text(message, "table"), online->table) != 0)
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
