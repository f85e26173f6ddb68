/* SPDX-License-Identifier: MIT
 *
 * Asks the match to write for a viewer with a voice, and takes the sentences out of what it wrote.
 */
#include "told.h"

#include "host/buffer.h"
#include "phrase.h"
#include "sitting.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ask {
	struct sitting *sitting;
	int viewer;
	const char *move;
	struct mp_fault *fault;
};

typedef enum mp_err writer(const struct ask *, struct mp_json *);

/* What it writes, as a JSON object; NULL if it is refused or memory is short. */
static json_t *written(const struct ask *ask, writer *write)
{
	struct buffer buffer = {0};
	json_t *object = NULL;

	while (buffer_grow(&buffer)) {
		struct mp_json json;
		enum mp_err err;

		mp_json_init(&json, buffer.mem, buffer.cap);
		json.voice = &ask->sitting->voice;
		mp_json_object(&json, NULL);
		err = write(ask, &json);
		mp_json_end_object(&json);
		if (json.text.overflow)
			continue;
		if (!err)
			object = json_loadb(json.text.buf, json.text.len, 0, NULL);
		break;
	}
	buffer_release(&buffer);
	return object;
}

static void add_texts(json_t *list, struct lines *out)
{
	size_t i;
	json_t *item;

	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(json_object_get(item, "text"));

		if (text)
			lines_add(out, text);
	}
}

void told_effects(const char *items, size_t len, struct lines *out)
{
	char *array = malloc(len + 3);
	json_t *list = NULL;

	if (array) {
		array[0] = '[';
		memcpy(array + 1, items, len);
		array[len + 1] = ']';
		list = json_loadb(array, len + 2, 0, NULL);
	}
	add_texts(list, out);
	json_decref(list);
	free(array);
}

static enum mp_err write_read(const struct ask *ask, struct mp_json *json)
{
	mp_match_read(&ask->sitting->live.match, ask->viewer, json);
	return MP_OK;
}

static enum mp_err write_view(const struct ask *ask, struct mp_json *json)
{
	mp_match_view(&ask->sitting->live.match, ask->viewer, "view", json);
	return MP_OK;
}

/* The members that a game adds to a view, where it has no sentences. */
static void tell_view(const struct ask *ask, struct lines *out)
{
	static const char *const common[] = {"game",      "players", "options",     "seat",
	                                     "ply",       "over",    "actors",      "turn",
	                                     "can_offer", "scores",  "score_scale", "winners"};
	json_t *object = written(ask, write_view), *view = json_object_get(object, "view"), *value;
	const char *name;

	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		json_object_del(view, common[i]);
	json_object_foreach(view, name, value)
	{
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT), *line;

		if (text && asprintf(&line, "%s: %s", name, text) >= 0) {
			lines_add(out, line);
			free(line);
		}
		free(text);
	}
	json_decref(object);
}

void told_board(struct sitting *sitting, int viewer, struct lines *out)
{
	struct ask ask = {.sitting = sitting, .viewer = viewer};
	json_t *object = written(&ask, write_read);
	size_t before = out->n;

	add_texts(json_object_get(object, "board"), out);
	json_decref(object);
	if (out->n == before)
		tell_view(&ask, out);
}

void told_prompt(struct sitting *sitting, int viewer, struct lines *out)
{
	struct ask ask = {.sitting = sitting, .viewer = viewer};
	json_t *object = written(&ask, write_read);

	add_texts(json_object_get(object, "prompt"), out);
	json_decref(object);
}

/* --- points --- */

struct phrase told_score_of(const struct sitting *sitting, struct mp_match *match, int viewer,
                            int seat)
{
	const struct mp_game *game = match->setup->game;
	int32_t score[MP_SEATS] = {0};

	mp_match_redacted(match, viewer, match->scratch);
	game->score(match->setup, match->scratch, score);
	return phrase_score(&sitting->voice, game, score[seat]);
}

struct phrase told_score(struct sitting *sitting, int viewer, int seat)
{
	return told_score_of(sitting, &sitting->live.match, viewer, seat);
}

static enum mp_err write_points(const struct ask *ask, struct mp_json *json)
{
	mp_match_breakdown(&ask->sitting->live.match, ask->viewer, "points", json);
	return MP_OK;
}

static struct phrase points_of(const struct sitting *sitting, json_t *point)
{
	return phrase_score(&sitting->voice, sitting->live.setup.game,
	                    (int32_t)json_integer_value(json_object_get(point, "points")));
}

/* One of a seat's points, its number at the end of `w` columns. */
static void tell_point(struct sitting *sitting, json_t *point, int w, struct lines *out)
{
	struct phrase points = points_of(sitting, point);
	const char *text = json_string_value(json_object_get(point, "text"));
	const char *rule = json_string_value(json_object_get(point, "rule"));
	char *line;

	if (asprintf(&line, "  %*s%s  %s%s%s%s", w - text_columns(points.text), "", points.text,
	             text ? text : "", rule ? " (" : "", rule ? rule : "", rule ? ")" : "") < 0)
		return;
	lines_add(out, line);
	free(line);
}

void told_points(struct sitting *sitting, int viewer, struct lines *out)
{
	struct ask ask = {.sitting = sitting, .viewer = viewer};
	json_t *object = written(&ask, write_points), *all = json_object_get(object, "points"), *point;
	size_t i;
	int w = 0;

	json_array_foreach(all, i, point)
	{
		int columns = text_columns(points_of(sitting, point).text);

		w = columns > w ? columns : w;
	}
	for (int seat = 0; seat < sitting->live.setup.players; seat++) {
		lines_add(out, phrase_to(&sitting->voice, viewer, "score.seat",
		                         "{\"seat\":%d,\"points\":\"%s\"}", seat + 1,
		                         told_score(sitting, viewer, seat).text)
		                   .text);
		json_array_foreach(all, i, point)
		{
			if (json_integer_value(json_object_get(point, "seat")) == seat + 1)
				tell_point(sitting, point, w, out);
		}
	}
	json_decref(object);
}

/* --- moves --- */

static enum mp_err write_preview(const struct ask *ask, struct mp_json *json)
{
	return mp_match_preview(&ask->sitting->live.match, ask->viewer, ask->move, json, ask->fault);
}

void told_move(struct sitting *sitting, int seat, const char *move, struct lines *out)
{
	struct mp_fault fault;
	struct ask ask = {.sitting = sitting, .viewer = seat, .move = move, .fault = &fault};
	json_t *object = written(&ask, write_preview);

	add_texts(json_object_get(object, "effects"), out);
	json_decref(object);
}

void told_fault(struct sitting *sitting, int viewer, const struct mp_fault *fault,
                struct lines *out)
{
	const struct mp_game *game = sitting->live.setup.game;
	const char *args = fault->args[0] ? fault->args : "{}";
	char key[96], buf[PHRASE_MAX];
	struct mp_text text;
	bool said;

	if (fault->code == MP_OK) { /* a server's own word */
		lines_add(out, fault->message);
		return;
	}
	mp_text_init(&text, buf, sizeof buf);
	snprintf(key, sizeof key, "refuse.%s", fault->key ? fault->key : "");
	said = mp_say(&sitting->voice, game, viewer, key, args, strlen(args), &text);
	snprintf(key, sizeof key, "fault.%s", mp_err_name(fault->code));
	if (!said)
		said = mp_say(&sitting->voice, game, viewer, key, "{}", 2, &text);
	if (!said || (!game->words && sitting->voice.lang == MP_EN && fault->rule)) {
		mp_text_init(&text, buf, sizeof buf);
		mp_text_str(&text, fault->message);
	}
	if (fault->rule) {
		mp_text_str(&text, " (");
		mp_text_str(&text, fault->rule);
		mp_text_char(&text, ')');
	}
	lines_add(out, buf);
}
