/* SPDX-License-Identifier: MIT
 *
 * Metropolis: the descriptor, and how it is searched.
 */
#include "state.h"

#include <metropole/codec.h>
#include <metropole/plan.h>

static const struct mp_option options[] = {
	[METROPOLIS_OPTION_START] = {.name = "start", .type = MP_INT, .max = METROPOLIS_PLAYERS_MAX},
	[METROPOLIS_OPTION_DEALS] = {.name = "deals", .type = MP_BOOL, .default_value = 1},
	[METROPOLIS_OPTION_VALUES] = {.name = "values", .type = MP_TEXT},
};

/* The last turns are won by moves that look bad: all are considered, with doubts. The lead in
 * points tells more of a rollout than who won it; close ends need that too. */
static const struct mp_search_plan search = {
	.method = MP_SEARCH_TREE,
	.prior = true,
	.explore = 0.6f,
	.urgency = 0.1f,
	.doubt = 0.3f,
	.cutoff = MP_SEARCH_TO_END,
	.sensible = true,
	.margin = 0.5f,
	.lead = 300,
	.off = 0.033f,
	.per_ms = 16,
};

const struct mp_game mp_game_metropolis = {
	.id = "metropolis",
	.title = {[MP_EN] = "Metropolis", [MP_FR] = "Metropolis"},
	.players_min = 2,
	.players_max = METROPOLIS_PLAYERS_MAX,
	.rules_version = 1,
	.score_scale = 12,
	.options = options,
	.n_options = sizeof options / sizeof *options,

	.state_size = sizeof(struct metropolis_state),
	.tables_size = sizeof(struct metropolis_tables),
	.moves_max = METROPOLIS_LISTED_MAX,
	.outcomes_max = METROPOLIS_PLOTS,

	.prepare = metropolis_prepare,
	.init = metropolis_init,
	.turn = metropolis_turn,
	.actors = metropolis_actors,
	.legal = metropolis_legal,
	.chance = metropolis_chance,
	.apply = metropolis_apply,
	.check = metropolis_check,
	.score = metropolis_score,
	.winners = metropolis_winners,
	.print = metropolis_print,
	.parse = metropolis_parse,
	.view = metropolis_view,
	.effects = metropolis_effects,
	.breakdown = metropolis_breakdown,
	.words = metropolis_words,
	.prompt = metropolis_prompt,
	.read = metropolis_read,
	.explain = metropolis_explain,
	.flaw = metropolis_flaw,
	.can_offer = metropolis_can_offer,
	.is_free = metropolis_is_free,
	.sample_free = metropolis_sample_free,
	.deal_kind = metropolis_deal_kind,
	.propose = metropolis_propose,
	.looks_better = metropolis_looks_better,
	.draw = metropolis_draw,
	.playout = metropolis_playout,
	.evaluate = metropolis_evaluate,
	.policy = metropolis_policy,
	.rollout = metropolis_rollout,
	.codec = MP_CODEC(metropolis_codec),
	.search = &search,
};
