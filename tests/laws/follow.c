/* SPDX-License-Identifier: MIT
 *
 * Laws about following: a match that is fed with what one viewer is told, and with nothing else,
 * shows that viewer the same bytes as the referee's match, at every position and through undo. It
 * takes what could have happened as far as the viewer knows, and refuses, unchanged, what it would
 * not have been told in this form.
 */
#include "walk.h"

#include <metropole/record.h>

#include <string.h>

static bool is_viewer(const struct walk *w, int viewer)
{
	return viewer < w->setup.players || viewer == MP_PUBLIC;
}

void follow_begin(struct walk *w)
{
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++) {
		struct world *f = &w->follower[viewer];

		mp_match_init(&f->match, &w->setup, f->state, f->scratch, f->moves, WALK_MOVES + 1);
		mp_match_follow(&f->match, viewer);
	}
}

static bool compare(struct walk *w, const char *what)
{
	size_t at = 0;

	if (strcmp(w->json[0], w->json[1]) == 0)
		return true;
	while (w->json[0][at] == w->json[1][at])
		at++;
	at = at > 60 ? at - 60 : 0;
	return broken(w, "Followed, the %s is another:\n  %.200s\n  %.200s", what, w->json[0] + at,
	              w->json[1] + at);
}

/* The two matches: the referee's and the viewer's. */
static struct mp_match *side(struct walk *w, int viewer, int i)
{
	return i == 0 ? &w->world.match : &w->follower[viewer].match;
}

static bool law_views(struct walk *w, int viewer)
{
	struct mp_json json;

	for (int i = 0; i < 2; i++) {
		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_match_view(side(w, viewer, i), viewer, NULL, &json);
	}
	if (!compare(w, "view"))
		return false;
	for (int i = 0; i < 2; i++) {
		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_match_breakdown(side(w, viewer, i), viewer, NULL, &json);
	}
	return compare(w, "breakdown");
}

static bool law_own_list(struct walk *w, int viewer)
{
	size_t n = w->game->legal(&w->setup, w->follower[viewer].state, viewer, w->second);

	if (n == w->n_list[viewer] && memcmp(w->second, w->list[viewer], n * sizeof(mp_move)) == 0)
		return true;
	return broken(w, "Followed, another list of legal moves.");
}

/* What the seat would see of a move of its own, also of one that is none. */
static bool law_preview(struct walk *w, int viewer, const char *text)
{
	for (int i = 0; i < 2; i++) {
		struct mp_fault fault;
		struct mp_json json;

		memset(&fault, 0, sizeof fault);
		mp_json_init(&json, w->json[i], WALK_JSON);
		mp_json_object(&json, NULL);
		if (mp_match_preview(side(w, viewer, i), viewer, text, &json, &fault)) {
			mp_json_str(&json, "error", fault.message);
			mp_json_str(&json, "rule", fault.rule ? fault.rule : "");
		}
		mp_json_end_object(&json);
	}
	return compare(w, "preview");
}

static bool law_previews(struct walk *w, int viewer)
{
	char text[MP_MOVE_TEXT_MAX];

	if (w->n_list[viewer] > 0 &&
	    !law_preview(w, viewer,
	                 walk_print(w,
	                            w->list[viewer][mp_rng_below(&w->rng, (uint32_t)w->n_list[viewer])],
	                            text)))
		return false;
	return !walk_altered_text(w, text) || law_preview(w, viewer, text);
}

static bool law_records(struct walk *w, int viewer)
{
	for (int i = 0; i < 2; i++) {
		struct mp_text text;

		mp_text_init(&text, w->record + i * WALK_RECORD, WALK_RECORD);
		mp_record_print(side(w, viewer, i), viewer, NULL, &text);
	}
	if (strcmp(w->record, w->record + WALK_RECORD) == 0)
		return true;
	return broken(w, "Followed, the record is another.");
}

bool law_follow(struct walk *w)
{
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++) {
		struct world *f = &w->follower[viewer];
		void *redacted;

		if (!is_viewer(w, viewer))
			continue;
		w->viewer = viewer;
		w->laws->followed++;
		redacted = walk_copy(w, 0, w->world.state);
		mp_redact(&w->setup, redacted, viewer);
		if (!walk_same(w, f->state, redacted))
			return broken(w, "The followed state is not the redacted one.");
		/* Where the state is the same the rest follows; now and then it is looked at. */
		if (!walk_dice(w, 6))
			continue;
		if (!law_views(w, viewer) || (walk_dice(w, 20) && !law_records(w, viewer)))
			return false;
		if (viewer < MP_SEATS && (!law_own_list(w, viewer) || !law_previews(w, viewer)))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}

static bool is_unchanged(struct walk *w, const struct world *f, const void *before, size_t n)
{
	return f->match.n_moves == n && walk_same(w, f->state, before);
}

/* Tells the follower what is not so: refused as `expected` says, and nothing has changed. */
static bool law_refuse(struct walk *w, int viewer, int seat, const char *text)
{
	struct world *f = &w->follower[viewer];
	void *before = walk_copy(w, 1, f->state);
	size_t n = f->match.n_moves;
	struct mp_fault fault = {0};
	enum mp_err err = mp_match_play(&f->match, seat, text, &fault);

	w->laws->refused++;
	if (!err)
		return broken(w, "\"%s\" is followed, which this viewer cannot be told.", text);
	if (err == MP_ILLEGAL_MOVE && !fault.rule)
		return broken(w, "\"%s\" is refused without a rule.", text);
	return is_unchanged(w, f, before, n) || broken(w, "A refused event changes something.");
}

/* Does the text say more than the move itself? */
static bool says_more(const char *text, const char *full)
{
	return strlen(text) > strlen(full) && strncmp(text, full, strlen(full)) == 0;
}

/* What the others are told of this move, or the referee: no form of this viewer's. Only where each
 * of two is shown something by it, one may be shown what the other was. */
static bool law_forms(struct walk *w, int viewer, int seat, mp_move move, const char *told)
{
	char text[MP_MOVE_TEXT_MAX], full[MP_MOVE_TEXT_MAX];

	walk_print(w, move, full);

	for (int other = 0; other <= MP_ALL; other++) {
		if (!is_viewer(w, other) && other != MP_ALL)
			continue;
		walk_print(w, mp_cut(&w->setup, w->world.state, seat, move, other), text);
		if (says_more(text, full) && says_more(told, full))
			continue;
		if (strcmp(text, told) != 0 && !law_refuse(w, viewer, seat, text))
			return false;
	}
	return true;
}

/* Any text at all: what is taken has to be a possible event, so that worlds still fit it, and can
 * be taken back. */
static bool law_any_text(struct walk *w, int viewer, int seat, const char *text)
{
	struct world *f = &w->follower[viewer];
	void *before = walk_copy(w, 1, f->state), *guessed;
	size_t n = f->match.n_moves;
	struct mp_fault fault = {0};
	enum mp_err err = mp_match_play(&f->match, seat, text, &fault);

	if (err) {
		if (err == MP_ILLEGAL_MOVE && !fault.rule)
			return broken(w, "\"%s\" is refused without a rule.", text);
		return is_unchanged(w, f, before, n) || broken(w, "A refused event changes something.");
	}
	guessed = walk_copy(w, 2, f->state);
	if (mp_guess(&w->setup, guessed, viewer, &w->rng) && w->game->flaw &&
	    w->game->turn(&w->setup, guessed) != MP_OVER && w->game->flaw(&w->setup, guessed))
		return broken(w, "After \"%s\", no sound world fits: %s", text,
		              w->game->flaw(&w->setup, guessed));
	mp_match_rewind(&f->match, n);
	return is_unchanged(w, f, before, n) || broken(w, "rewind does not take an event back.");
}

/* What happens in any world that the viewer holds possible is followed. */
static bool law_possible(struct walk *w, int viewer)
{
	struct world *f = &w->follower[viewer];
	void *guessed = walk_copy(w, 1, f->state);
	int turn = w->game->turn(&w->setup, f->state);
	char text[MP_MOVE_TEXT_MAX];
	struct mp_fault fault = {0};
	mp_move move;
	size_t n;

	if (!mp_guess(&w->setup, guessed, viewer, &w->rng))
		return broken(w, "guess says that nothing fits while the game goes on.");
	if (turn == MP_CHANCE) {
		move = mp_chance_pick(&w->setup, guessed, &w->rng);
	} else {
		n = w->game->legal(&w->setup, guessed, turn, w->second);
		move = w->second[mp_rng_below(&w->rng, (uint32_t)n)];
	}
	walk_print(w, mp_cut(&w->setup, guessed, turn, move, viewer), text);
	if (mp_match_check(&f->match, turn, text, &move, &fault))
		return broken(w, "\"%s\", which the viewer holds possible, is not followed: %s", text,
		              fault.message);
	return true;
}

static bool law_told(struct walk *w, int viewer, int seat, mp_move move)
{
	struct mp_fault fault = {0};
	struct mp_match *match = &w->follower[viewer].match;
	char text[MP_MOVE_TEXT_MAX];
	struct mp_json json;

	walk_print(w, mp_cut(&w->setup, w->world.state, seat, move, viewer), text);
	if (!law_forms(w, viewer, seat, move, text))
		return false;
	if (mp_match_check(match, seat, text, &move, &fault))
		return broken(w, "What the viewer is told is not followed: \"%s\": %s", text,
		              fault.message);
	/* The end is the referee's to tell: only what the move does is compared. */
	mp_json_init(&json, w->json[1], WALK_JSON);
	mp_json_array(&json, NULL);
	mp_match_effects(match, seat, move, viewer, &json);
	mp_json_end_array(&json);
	if (mp_match_play(match, seat, text, &fault))
		return broken(w, "What the viewer is told is not played: \"%s\".", text);
	return true;
}

static bool law_effects(struct walk *w, int viewer, int seat, mp_move move)
{
	struct mp_json json;
	char *over;

	mp_json_init(&json, w->json[0], WALK_JSON);
	mp_json_array(&json, NULL);
	mp_match_effects(&w->world.match, seat, move, viewer, &json);
	mp_json_end_array(&json);
	over = strstr(w->json[0], "{\"type\":\"over\"");
	if (over)
		strcpy(over > w->json[0] + 1 ? over - 1 : over, "]");
	return compare(w, "list of effects");
}

bool law_follow_event(struct walk *w, int seat, mp_move move)
{
	char text[MP_MOVE_TEXT_MAX];

	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++) {
		int anybody = (int)mp_rng_below(&w->rng, (uint32_t)w->setup.players + 1) - 1;

		if (!is_viewer(w, viewer))
			continue;
		w->viewer = viewer;
		if (walk_dice(w, 4) && walk_altered_text(w, text) &&
		    !law_any_text(w, viewer, walk_dice(w, 2) ? seat : anybody, text))
			return false;
		if (walk_dice(w, 4) && !law_possible(w, viewer))
			return false;
		if (!law_told(w, viewer, seat, move) || !law_effects(w, viewer, seat, move))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}

/* Back together, by undo and by rewind, and forth again by the viewer's own record. */
static bool law_back(struct walk *w, int viewer, size_t n)
{
	struct world *f = &w->follower[viewer];
	void *redacted;

	mp_match_rewind(&f->match, n);
	redacted = walk_copy(w, 0, w->before + n * w->game->state_size);
	mp_redact(&w->setup, redacted, viewer);
	if (!walk_same(w, f->state, redacted))
		return broken(w, "Followed, rewind does not lead to the position after move %zu.", n);
	if (f->match.plies == 0)
		return true;
	while (f->match.moves[n - 1].seat == MP_CHANCE)
		n--;
	redacted = walk_copy(w, 0, w->before + (n - 1) * w->game->state_size);
	mp_redact(&w->setup, redacted, viewer);
	if (!mp_match_undo(&f->match) || !walk_same(w, f->state, redacted))
		return broken(w, "Followed, undo does not lead to the position before move %zu.", n);
	return true;
}

/* A record that a viewer kept is loaded again as a followed match. */
static bool law_load(struct walk *w, int viewer)
{
	struct world *f = &w->follower[viewer];
	struct mp_fault fault = {0};
	struct mp_record record;
	char option[MP_TEXT_OPTION_MAX + 1];
	struct mp_text text;

	mp_text_init(&text, w->record, WALK_RECORD);
	mp_record_print(&f->match, viewer, NULL, &text);
	mp_match_init(&w->twin.match, &w->setup, w->twin.state, w->twin.scratch, w->twin.moves,
	              WALK_MOVES + 1);
	mp_match_follow(&w->twin.match, viewer);
	if (mp_record_header(&record, text.buf, text.len, option, &fault) ||
	    mp_record_replay(&record, text.buf, text.len, &w->twin.match, &fault))
		return broken(w, "The record of a followed match does not load: %s", fault.message);
	return walk_same(w, f->state, w->twin.state) ||
	       broken(w, "The record of a followed match leads elsewhere.");
}

bool law_follow_back(struct walk *w)
{
	size_t n = w->world.match.n_moves, back;

	memcpy(w->before + n * w->game->state_size, w->world.state, w->game->state_size);
	for (int viewer = 0; viewer <= MP_PUBLIC; viewer++) {
		if (!is_viewer(w, viewer))
			continue;
		w->viewer = viewer;
		back = n > 0 ? mp_rng_below(&w->rng, (uint32_t)n) : 0;
		if (!law_load(w, viewer) || !law_back(w, viewer, back) || !law_load(w, viewer))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}
