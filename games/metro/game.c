/* SPDX-License-Identifier: MIT
 *
 * Metro: the descriptor, which is all that the rest knows of it, and how it is searched.
 */
#include "state.h"

#include <metropole/codec.h>
#include <metropole/plan.h>

static const struct mp_option options[METRO_OPTIONS] = {
	[METRO_HAND] =
		{.name = "hand", .type = MP_INT, .default_value = 1, .min = 1, .max = METRO_HAND_MAX},
	[METRO_ARROWS] = {.name = "arrows", .type = MP_BOOL, .default_value = 1},
	[METRO_OPEN_HANDS] = {.name = "open_hands", .type = MP_BOOL, .default_value = 0},
	[METRO_START] =
		{.name = "start", .type = MP_INT, .default_value = 0, .min = 0, .max = MP_SEATS},
};

static const struct mp_search_plan search = {
	.method = MP_SEARCH_TREE,
	.prior = true,
	.explore = 0.35f,
	.urgency = 0.1f,
	.cutoff = 0,
	.off = 0.047f,
	.per_ms = 260,
};

const struct mp_game mp_game_metro = {
	.id = "metro",
	.title = {[MP_EN] = "Metro", [MP_FR] = "Metro"},
	.players_min = 2,
	.players_max = 6,
	.rules_version = 1,
	.score_scale = 1,
	.options = options,
	.n_options = METRO_OPTIONS,
	.state_size = sizeof(struct metro_state),
	.tables_size = sizeof(struct metro_tables),
	.moves_max = METRO_MOVES_MAX,
	.outcomes_max = METRO_KINDS,
	.prepare = metro_prepare,
	.init = metro_init,
	.turn = metro_turn,
	.legal = metro_legal,
	.chance = metro_chance,
	.draw = metro_draw,
	.apply = metro_apply,
	.check = metro_check,
	.score = metro_score,
	.winners = metro_winners,
	.print = metro_print,
	.parse = metro_parse,
	.seen_by = metro_seen_by,
	.cut = metro_cut,
	.redact = metro_redact,
	.guess = metro_guess,
	.world = metro_world,
	.check_cut = metro_check_cut,
	.view = metro_view,
	.effects = metro_effects,
	.breakdown = metro_breakdown,
	.words = metro_words,
	.prompt = metro_prompt,
	.read = metro_read,
	.explain = metro_explain,
	.flaw = metro_flaw,
	.playout = metro_playout,
	.evaluate = metro_evaluate,
	.policy = metro_policy,
	.codec = MP_CODEC(metro_codec),
	.inputs = &metro_inputs,
	.search = &search,
};
