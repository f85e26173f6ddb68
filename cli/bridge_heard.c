/* SPDX-License-Identifier: MIT
 *
 * What the table tells becomes a followed match. Events are counted: what was missed is asked for,
 * what came twice is skipped, and a match that does not fit what is told begins afresh from the
 * first event. It asks the program nothing.
 */
#include "bridge_parts.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <metropole/text.h>

enum { AFRESH_MAX = 3 };

void bridge_drop_match(struct bridge *bridge)
{
	if (bridge->has_live)
		live_release(&bridge->live);
	bridge->has_live = false;
	bridge->was_asked = false;
	bridge->seq = 0;
}

void bridge_say(struct bridge *bridge, const char *sentence)
{
	snprintf(bridge->why, BRIDGE_WHY_MAX, "%s", sentence);
}

/* A request about the table; its number is in `next_id`. Takes over `more`, which may be NULL. */
void bridge_request(struct bridge *bridge, const char *op, json_t *more)
{
	json_t *message = more ? more : json_object();

	json_object_set_new(message, "op", json_string(op));
	json_object_set_new(message, "id", json_integer(++bridge->next_id));
	json_object_set_new(message, "table", json_string(bridge->wish.table));
	remote_send(bridge->remote, message);
}

void bridge_ask_history(struct bridge *bridge)
{
	bridge->is_missing = true;
	bridge_request(bridge, "history", json_pack("{s:I}", "since", (json_int_t)bridge->seq));
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
	bridge_say(bridge, fault.message);
	return false;
}

/* What was told cannot be: everything is asked for once more. */
static bool begin_afresh(struct bridge *bridge, const char *why)
{
	if (++bridge->afresh > AFRESH_MAX) {
		bridge_say(bridge, why);
		return false;
	}
	bridge_drop_match(bridge);
	bridge_ask_history(bridge);
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
		bridge_request(bridge, "sit", NULL);
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
			bridge_ask_history(bridge);
			return true;
		}
		bridge->seq = (uint32_t)seq;
		if (!take_event(bridge, event))
			return false;
	}
	if (json_is_true(json_object_get(message, "more")) && !bridge->is_missing)
		bridge_ask_history(bridge);
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
	bridge_request(bridge, "answer", json_pack("{s:b,s:s}", "yes", yes, "to", key));
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

bool bridge_take(struct bridge *bridge, json_t *message)
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
