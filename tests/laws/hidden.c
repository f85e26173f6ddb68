/* SPDX-License-Identifier: MIT
 *
 * Laws about hidden information: the four statements seen_by, cut, redact and guess agree, and a
 * seat's own choices do not depend on what it cannot know.
 */
#include "walk.h"

#include <string.h>

static bool is_viewer(const struct walk *w, int viewer)
{
	return viewer < w->setup.players || viewer >= MP_PUBLIC;
}

static unsigned actors_of(const struct walk *w, const void *state)
{
	int turn = w->game->turn(&w->setup, state);

	if (turn < 0)
		return 0;
	return w->game->actors ? w->game->actors(&w->setup, state) : 1u << turn;
}

static bool law_redact(struct walk *w, int viewer, void *redacted)
{
	const struct mp_game *game = w->game;
	void *twice = walk_copy(w, 1, redacted);

	mp_redact(&w->setup, twice, viewer);
	if (!walk_same(w, twice, redacted))
		return broken(w, "redact changes a state that is already redacted.");
	if (viewer == MP_ALL && !walk_same(w, redacted, w->world.state))
		return broken(w, "Something is redacted for the referee.");
	if (game->turn(&w->setup, redacted) != game->turn(&w->setup, w->world.state))
		return broken(w, "turn answers %d on the redacted state and %d on the full one.",
		              game->turn(&w->setup, redacted), game->turn(&w->setup, w->world.state));
	if (actors_of(w, redacted) != actors_of(w, w->world.state))
		return broken(w, "actors differ between the redacted and the full state.");
	return true;
}

static bool same_rule(const struct mp_rule *a, const struct mp_rule *b)
{
	if (!a || !b || a == &mp_rule_turn || b == &mp_rule_turn)
		return a == b;
	return strcmp(a->id, b->id) == 0 && strcmp(a->message, b->message) == 0;
}

/* The seat's own legal and check are the same on the full and on the redacted state. */
static bool law_own_moves(struct walk *w, int seat, const void *redacted)
{
	const struct mp_game *game = w->game;
	size_t n = game->legal(&w->setup, redacted, seat, w->second);
	char text[MP_MOVE_TEXT_MAX];

	if (n != w->n_list[seat] || memcmp(w->second, w->list[seat], n * sizeof(mp_move)) != 0)
		return broken(w, "legal differs between the redacted and the full state of the seat.");
	if (game->can_offer && game->can_offer(&w->setup, redacted, seat) !=
	                           game->can_offer(&w->setup, w->world.state, seat))
		return broken(w, "can_offer differs between the redacted and the full state.");
	if (!walk_is_checked(w, seat))
		return true;
	for (int i = 0; i < 8 && w->n_pool > 0; i++) {
		mp_move move = w->pool[mp_rng_below(&w->rng, (uint32_t)w->n_pool)];

		if (!same_rule(game->check(&w->setup, redacted, seat, move),
		               game->check(&w->setup, w->world.state, seat, move)))
			return broken(w, "check of \"%s\" differs between the redacted and the full state.",
			              walk_print(w, move, text));
	}
	return true;
}

static bool law_guess(struct walk *w, int viewer, const void *redacted)
{
	const struct mp_game *game = w->game;
	void *guessed = walk_copy(w, 1, redacted);
	const char *flaw;

	if (!mp_guess(&w->setup, guessed, viewer, &w->rng))
		return broken(w, "guess says that nothing fits while the game goes on.");
	flaw = game->flaw(&w->setup, guessed);
	if (flaw)
		return broken(w, "The guessed state is flawed: %s", flaw);
	if (game->turn(&w->setup, guessed) != game->turn(&w->setup, redacted))
		return broken(w, "turn answers %d on the guessed state and %d on the redacted one.",
		              game->turn(&w->setup, guessed), game->turn(&w->setup, redacted));
	mp_redact(&w->setup, guessed, viewer);
	if (!walk_same(w, guessed, redacted))
		return broken(w, "The guessed state, redacted, is not the state it was guessed from.");
	return walk_guards_hold(w) || broken(w, "redact or guess writes beyond the state.");
}

bool law_hidden(struct walk *w)
{
	for (int viewer = 0; viewer <= MP_ALL; viewer++) {
		void *redacted;

		if (!is_viewer(w, viewer))
			continue;
		w->viewer = viewer;
		redacted = walk_copy(w, 0, w->world.state);
		mp_redact(&w->setup, redacted, viewer);
		if (!law_redact(w, viewer, redacted) || !law_guess(w, viewer, redacted))
			return false;
		if (viewer < MP_SEATS && !law_own_moves(w, viewer, redacted))
			return false;
	}
	w->viewer = WALK_NOBODY;
	return true;
}

static bool law_cut(struct walk *w, int seat, mp_move move, int viewer, mp_move *cut)
{
	mp_viewers seen = mp_seen_by(&w->setup, w->world.state, seat, move);
	bool sees = seen >> viewer & 1;
	char text[MP_MOVE_TEXT_MAX], full[MP_MOVE_TEXT_MAX];

	*cut = mp_cut(&w->setup, w->world.state, seat, move, viewer);
	walk_print(w, *cut, text);
	walk_print(w, move, full);
	/* A seen move may carry more for one viewer, what they look at by it, and say so at its end. */
	if ((strncmp(text, full, strlen(full)) == 0) != sees)
		return broken(w, "seen_by says that the viewer %s \"%s\", and cut makes it \"%s\".",
		              sees ? "sees" : "does not see", full, text);
	if (!sees && (viewer == MP_ALL || viewer == seat))
		return broken(w, "\"%s\" is hidden from the one who %s it.", full,
		              viewer == seat ? "plays" : "must know");
	if (!sees && seen >> MP_PUBLIC & 1)
		return broken(w, "\"%s\" is public and a seat does not see it.", full);
	if ((strchr(text, '?') != NULL) == sees)
		return broken(w, "The %s move is printed \"%s\".", sees ? "full" : "cut", text);
	return true;
}

/* redact(apply(s, m)) = apply(redact(s), cut(m)) while the game goes on. */
bool law_hidden_event(struct walk *w, int seat, mp_move move)
{
	const struct mp_game *game = w->game;
	void *after = walk_copy(w, 0, w->world.state);
	bool over;

	game->apply(&w->setup, after, seat, move);
	over = game->turn(&w->setup, after) == MP_OVER;
	for (int viewer = 0; viewer <= MP_ALL; viewer++) {
		void *redacted_after, *after_redacted;
		char text[MP_MOVE_TEXT_MAX];
		mp_move cut;

		if (!is_viewer(w, viewer))
			continue;
		w->viewer = viewer;
		if (!law_cut(w, seat, move, viewer, &cut))
			return false;
		if (over)
			continue;
		redacted_after = walk_copy(w, 1, after);
		mp_redact(&w->setup, redacted_after, viewer);
		after_redacted = walk_copy(w, 2, w->world.state);
		mp_redact(&w->setup, after_redacted, viewer);
		game->apply(&w->setup, after_redacted, seat, cut);
		if (!walk_same(w, redacted_after, after_redacted)) {
			size_t at = 0;

			while (((char *)redacted_after)[at] == ((char *)after_redacted)[at])
				at++;
			return broken(
				w,
				"redact(apply(s, m)) is not apply(redact(s), cut(m)) for \"%s\": byte %zu "
				"of the state is %d, not %d.",
				walk_print(w, move, text), at, ((unsigned char *)after_redacted)[at],
				((unsigned char *)redacted_after)[at]);
		}
	}
	w->viewer = WALK_NOBODY;
	return true;
}
