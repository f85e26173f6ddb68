/* SPDX-License-Identifier: MIT
 *
 * What goes out of a match, cut for its viewer: status, view, effects, preview, breakdown. The
 * game's code is given redacted states and cut moves here, and nothing else.
 */
#include <metropole/match.h>

#include <metropole/text.h>
#include <metropole/words.h>

#include <string.h>

static void *second_scratch(const struct mp_match *match)
{
	size_t half = mp_match_scratch_size(match->setup->game) / 2;

	return (char *)match->scratch + half;
}

/* The end of a followed match is not its own to tell. */
static void write_turn(const struct mp_setup *setup, const void *state, bool followed,
                       struct mp_json *json)
{
	const struct mp_game *game = setup->game;
	int turn = game->turn(setup, state);

	mp_json_bool(json, "over", turn == MP_OVER && !followed);
	if (turn == MP_CHANCE) {
		mp_json_array(json, "actors");
		mp_json_str(json, NULL, "chance");
		mp_json_end_array(json);
	} else {
		unsigned actors = turn == MP_OVER ? 0 : 1u << turn;

		if (turn != MP_OVER && game->actors)
			actors = game->actors(setup, state);
		mp_json_seats(json, "actors", actors);
	}
	if (game->deal_kind)
		mp_json_seats(json, "answerers", mp_answerers(setup, state));
	if (turn >= 0)
		mp_json_int(json, "turn", turn + 1);
	else
		mp_json_null(json, "turn");
}

static void write_scores(const struct mp_setup *setup, const void *state, bool followed,
                         struct mp_json *json)
{
	bool over = !followed && setup->game->turn(setup, state) == MP_OVER;
	int32_t score[MP_SEATS];

	setup->game->score(setup, state, score);
	mp_json_array(json, "scores");
	for (int seat = 0; seat < setup->players; seat++)
		mp_json_int(json, NULL, score[seat]);
	mp_json_end_array(json);
	mp_json_int(json, "score_scale", setup->game->score_scale);
	mp_json_seats(json, "winners", over ? setup->game->winners(setup, state) : 0);
}

static void write_common(const struct mp_setup *setup, struct mp_json *json)
{
	mp_json_str(json, "game", setup->game->id);
	mp_json_int(json, "players", setup->players);
	mp_setup_json(setup, "options", json);
}

void mp_match_status(struct mp_match *match, struct mp_json *json)
{
	write_common(match->setup, json);
	mp_json_int(json, "ply", match->plies);
	write_turn(match->setup, match->state, mp_match_is_followed(match), json);
	write_scores(match->setup, match->state, mp_match_is_followed(match), json);
}

static void write_seat(int viewer, struct mp_json *json)
{
	if (viewer == MP_PUBLIC)
		mp_json_str(json, "seat", "public");
	else if (viewer == MP_ALL)
		mp_json_str(json, "seat", "all");
	else
		mp_json_int(json, "seat", viewer + 1);
}

/* A view of a state that is already redacted for the viewer. */
static void write_view(const struct mp_setup *setup, const void *redacted, int viewer,
                       bool followed, uint32_t ply, const char *key, struct mp_json *json)
{
	const struct mp_game *game = setup->game;

	mp_json_object(json, key);
	write_common(setup, json);
	write_seat(viewer, json);
	mp_json_int(json, "ply", ply);
	write_turn(setup, redacted, followed, json);
	mp_json_bool(json, "can_offer",
	             viewer < setup->players && game->can_offer &&
	                 game->can_offer(setup, redacted, viewer));
	write_scores(setup, redacted, followed, json);
	game->view(setup, redacted, viewer, json);
	mp_json_end_object(json);
}

void mp_match_view(struct mp_match *match, int viewer, const char *key, struct mp_json *json)
{
	mp_match_redacted(match, viewer, match->scratch);
	write_view(match->setup, match->scratch, viewer, mp_match_is_followed(match), match->plies, key,
	           json);
}

void mp_match_digest(struct mp_match *match, int viewer, const char *key, struct mp_json *json)
{
	struct mp_json view;
	struct mp_text text;
	char hex[17];

	/* The view is written where the answer goes on, read, and written over. */
	mp_json_init(&view, json->text.buf + json->text.len, json->text.cap - json->text.len);
	mp_match_view(match, viewer, NULL, &view);
	mp_text_init(&text, hex, sizeof hex);
	mp_text_hex(&text, mp_hash(MP_HASH, view.text.buf, view.text.len), 16);
	json->text.overflow |= view.text.overflow;
	json->text.buf[json->text.len] = '\0';
	mp_json_str(json, key, hex);
}

void mp_match_breakdown(struct mp_match *match, int viewer, const char *key, struct mp_json *json)
{
	struct mp_telling telling;

	mp_match_redacted(match, viewer, match->scratch);
	mp_json_array(json, key);
	mp_tell_begin(json, &telling, match->setup->game, viewer, "points");
	match->setup->game->breakdown(match->setup, match->scratch, viewer, json);
	mp_tell_end(json);
	mp_json_end_array(json);
}

static void write_over(const struct mp_setup *setup, const void *state, struct mp_json *json)
{
	if (setup->game->turn(setup, state) != MP_OVER)
		return;
	mp_json_object(json, NULL);
	mp_json_str(json, "type", "over");
	write_scores(setup, state, false, json);
	mp_json_end_object(json);
}

void mp_match_effects(struct mp_match *match, int seat, mp_move move, int viewer,
                      struct mp_json *json)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_game *game = setup->game;
	void *after = second_scratch(match);
	struct mp_telling telling;

	mp_match_redacted(match, viewer, match->scratch);
	mp_tell_begin(json, &telling, game, viewer, "effect");
	game->effects(setup, match->scratch, seat, mp_match_cut(match, seat, move, viewer), viewer,
	              json);
	if (mp_match_is_followed(match)) {
		mp_tell_end(json);
		return;
	}
	/* The end may follow from what the viewer does not know; it is public when it comes. */
	memcpy(after, match->state, game->state_size);
	game->apply(setup, after, seat, move);
	write_over(setup, after, json);
	mp_tell_end(json);
}

void mp_match_read(struct mp_match *match, int viewer, struct mp_json *json)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_game *game = setup->game;
	struct mp_telling telling;

	mp_match_redacted(match, viewer, match->scratch);
	mp_json_array(json, "prompt");
	mp_tell_begin(json, &telling, game, viewer, "prompt");
	if (viewer < setup->players && game->prompt && (mp_match_actors(match) >> viewer & 1))
		game->prompt(setup, match->scratch, viewer, json);
	mp_tell_end(json);
	mp_json_end_array(json);
	mp_json_array(json, "board");
	mp_tell_begin(json, &telling, game, viewer, "read");
	if (game->read)
		game->read(setup, match->scratch, viewer, json);
	mp_tell_end(json);
	mp_json_end_array(json);
}

enum mp_err mp_match_preview(struct mp_match *match, int seat, const char *text,
                             struct mp_json *json, struct mp_fault *fault)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_game *game = setup->game;
	void *redacted = match->scratch;
	struct mp_telling telling;
	mp_move move;
	enum mp_err err;

	/* Before all else: whether chance could do it may be a secret. */
	if (seat == MP_CHANCE)
		return mp_fault_set(fault, MP_BAD_REQUEST, "Only a seat's move can be previewed.");
	err = mp_match_try(match, seat, text, &move, fault);
	if (err)
		return err;
	mp_match_redacted(match, seat, redacted);
	mp_json_array(json, "effects");
	mp_tell_begin(json, &telling, game, seat, "effect");
	game->effects(setup, redacted, seat, move, seat, json);
	game->apply(setup, redacted, seat, move);
	write_over(setup, redacted, json);
	mp_tell_end(json);
	mp_json_end_array(json);
	write_view(setup, redacted, seat, false, match->plies + 1, "view", json);
	return MP_OK;
}

void mp_match_log(struct mp_match *match, int viewer, struct mp_played *out)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_game *game = setup->game;
	void *state = match->scratch;

	if (mp_match_is_followed(match)) {
		memcpy(out, match->moves, match->n_moves * sizeof *out);
		return;
	}
	memset(state, 0, game->state_size);
	game->init(setup, state);
	for (size_t i = 0; i < match->n_moves; i++) {
		struct mp_played played = match->moves[i];

		out[i] = played;
		out[i].move = mp_cut(setup, state, played.seat, played.move, viewer);
		game->apply(setup, state, played.seat, played.move);
	}
}
