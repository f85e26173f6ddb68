/* SPDX-License-Identifier: MIT
 *
 * Mutants of Cellar that cannot be followed, or not by everybody alike.
 */
#include "toy.h"

#include <metropole/text.h>

/* Believes whatever it is told. */
static const struct mp_rule *check_cut_nothing(const struct mp_setup *setup, const void *state,
                                               int viewer, int seat, mp_move move)
{
	(void)setup, (void)state, (void)viewer, (void)seat, (void)move;
	return NULL;
}

void toy_follow_anything(struct mp_game *game)
{
	game->check_cut = check_cut_nothing;
}

/* As if a redacted state were a full one: what others do is not in their hands. */
static const struct mp_rule *check_cut_full(const struct mp_setup *setup, const void *state,
                                            int viewer, int seat, mp_move move)
{
	const struct mp_rule *rule = toy_game.check_cut(setup, state, viewer, seat, move);

	if (rule || seat == MP_CHANCE || toy_kind(move) == TOY_KINDS)
		return rule;
	return toy_game.check(setup, state, seat, move);
}

void toy_follow_nobody(struct mp_game *game)
{
	game->check_cut = check_cut_full;
}

/* Reads no cut move. */
static bool parse_full(const struct mp_setup *setup, struct mp_scan *scan, mp_move *move)
{
	struct mp_scan full = *scan;
	bool ok;

	full.cut = false;
	ok = toy_game.parse(setup, &full, move);
	scan->p = full.p;
	return ok;
}

void toy_unread_cut(struct mp_game *game)
{
	game->parse = parse_full;
}

/* Refuses without saying why. */
static const struct mp_rule *check_cut_mute(const struct mp_setup *setup, const void *state,
                                            int viewer, int seat, mp_move move)
{
	static const struct mp_rule mute = {NULL, "No.", NULL};

	return toy_game.check_cut(setup, state, viewer, seat, move) ? &mute : NULL;
}

void toy_follow_mutely(struct mp_game *game)
{
	game->check_cut = check_cut_mute;
}

/* A kind of which one is left is held to be gone: too strict, if only now and then. */
static const struct mp_rule *check_cut_strict(const struct mp_setup *setup, const void *state,
                                              int viewer, int seat, mp_move move)
{
	static const struct mp_rule gone = {"TO-3", "There is hardly one left.", NULL};
	const struct toy *s = state;

	if (seat == MP_CHANCE && toy_kind(move) < TOY_KINDS && s->unseen[toy_kind(move)] == 1)
		return &gone;
	return toy_game.check_cut(setup, state, viewer, seat, move);
}

void toy_follow_strictly(struct mp_game *game)
{
	game->check_cut = check_cut_strict;
}

/* Tells more of a move to who was told less: the effects peek at what is printed. */
static void effects_of_known(const struct mp_setup *setup, const void *state, int seat,
                             mp_move move, int viewer, struct mp_json *json)
{
	static unsigned calls;

	toy_game.effects(setup, state, seat, move, viewer, json);
	mp_json_object(json, NULL);
	mp_json_str(json, "type", "count");
	mp_json_int(json, "n", (int)(++calls % 1000));
	mp_json_end_object(json);
}

void toy_impure_effects(struct mp_game *game)
{
	game->effects = effects_of_known;
}

/* Speaks to each viewer by name. */
static void effects_for_you(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                            int viewer, struct mp_json *json)
{
	toy_game.effects(setup, state, seat, move, viewer, json);
	mp_json_object(json, NULL);
	mp_json_str(json, "type", "hello");
	mp_json_int(json, "viewer", viewer);
	mp_json_end_object(json);
}

void toy_personal_effects(struct mp_game *game)
{
	game->effects = effects_for_you;
}
