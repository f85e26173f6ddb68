/* SPDX-License-Identifier: MIT
 *
 * Laws about what is shown: sound JSON without a key twice, effects with a type, the same for those
 * who know the same, a breakdown that adds up to the score of the same redacted state.
 */
#include "walk.h"

#include <jansson.h>
#include <string.h>

static json_t *load(struct walk *w, struct mp_json *json, const char *what)
{
	json_error_t error;
	json_t *value = NULL;

	if (json->text.overflow)
		broken(w, "The %s is longer than %d bytes.", what, WALK_JSON);
	else if (!(value = json_loads(json->text.buf, JSON_REJECT_DUPLICATES, &error)))
		broken(w, "The %s is not sound JSON: %s.", what, error.text);
	return value;
}

static bool law_view(struct walk *w, int viewer)
{
	struct mp_json json;
	json_t *view;

	mp_json_init(&json, w->json[0], WALK_JSON);
	mp_match_view(&w->world.match, viewer, NULL, &json);
	view = load(w, &json, "view");
	if (!view)
		return false;
	json_decref(view);
	return true;
}

static bool add_points(struct walk *w, const json_t *list, int32_t sum[MP_SEATS])
{
	size_t i;
	json_t *item;

	json_array_foreach(list, i, item)
	{
		json_t *seat = json_object_get(item, "seat"), *points = json_object_get(item, "points");

		if (!json_is_integer(seat) || !json_is_integer(points) ||
		    !json_is_string(json_object_get(item, "rule")) || !json_object_get(item, "cause"))
			return broken(w, "An item of the breakdown lacks seat, rule, points or cause.");
		if (json_integer_value(seat) < 1 || json_integer_value(seat) > w->setup.players)
			return broken(w, "An item of the breakdown is for a seat that is not there.");
		sum[json_integer_value(seat) - 1] += (int32_t)json_integer_value(points);
	}
	return true;
}

static bool law_breakdown(struct walk *w, int viewer)
{
	int32_t sum[MP_SEATS] = {0}, score[MP_SEATS];
	void *redacted = walk_copy(w, 0, w->world.state);
	struct mp_json json;
	json_t *list;
	bool ok;

	mp_json_init(&json, w->json[0], WALK_JSON);
	mp_match_breakdown(&w->world.match, viewer, NULL, &json);
	list = load(w, &json, "breakdown");
	if (!list)
		return false;
	ok = add_points(w, list, sum);
	json_decref(list);
	if (!ok)
		return false;
	mp_redact(&w->setup, redacted, viewer);
	w->game->score(&w->setup, redacted, score);
	for (int seat = 0; seat < w->setup.players; seat++)
		if (sum[seat] != score[seat])
			return broken(w, "The breakdown of seat %d adds up to %d, and its score is %d.",
			              seat + 1, sum[seat], score[seat]);
	return true;
}

bool law_shown(struct walk *w)
{
	for (int viewer = 0; viewer <= MP_ALL; viewer++) {
		if (viewer >= w->setup.players && viewer < MP_PUBLIC)
			continue;
		w->viewer = viewer;
		if (!law_view(w, viewer) || !law_breakdown(w, viewer))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}

static bool law_effects(struct walk *w, int seat, mp_move move, int viewer)
{
	struct mp_json json;
	json_t *list, *item;
	bool ok = true;
	size_t i;

	mp_json_init(&json, w->json[0], WALK_JSON);
	mp_json_array(&json, NULL);
	mp_match_effects(&w->world.match, seat, move, viewer, &json);
	mp_json_end_array(&json);
	list = load(w, &json, "list of effects");
	if (!list)
		return false;
	json_array_foreach(list, i, item) if (!json_is_string(json_object_get(item, "type"))) ok =
		false;
	json_decref(list);
	return ok || broken(w, "An effect has no type.");
}

/* Who knows the same and sees the same move is told the same: one writing serves both. Compared
 * with one other viewer, each in its turn. json[0] has the viewer's effects. */
static bool law_alike(struct walk *w, int seat, mp_move move, int viewer)
{
	int other = (viewer + 1 + (int)(w->world.match.n_moves % MP_ALL)) % (MP_ALL + 1);
	void *mine = walk_copy(w, 0, w->world.state), *theirs = walk_copy(w, 1, w->world.state);
	struct mp_json json;

	if (other >= w->setup.players && other < MP_PUBLIC)
		return true;
	mp_redact(&w->setup, mine, viewer);
	mp_redact(&w->setup, theirs, other);
	if (memcmp(mine, theirs, w->game->state_size) != 0 ||
	    mp_match_cut(&w->world.match, seat, move, viewer) !=
	        mp_match_cut(&w->world.match, seat, move, other))
		return true;
	mp_json_init(&json, w->json[1], WALK_JSON);
	mp_json_array(&json, NULL);
	mp_match_effects(&w->world.match, seat, move, other, &json);
	mp_json_end_array(&json);
	return strcmp(w->json[0], w->json[1]) == 0 ||
	       broken(w, "Viewer %d knows and sees the same, and is told other effects.", other + 1);
}

bool law_shown_event(struct walk *w, int seat, mp_move move)
{
	for (int viewer = 0; viewer <= MP_ALL; viewer++) {
		if (viewer >= w->setup.players && viewer < MP_PUBLIC)
			continue;
		w->viewer = viewer;
		if (!law_effects(w, seat, move, viewer) || !law_alike(w, seat, move, viewer))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}
