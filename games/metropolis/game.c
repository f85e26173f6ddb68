/* SPDX-License-Identifier: MIT
 *
 * Metropolis: the descriptor.
 */
#include "state.h"

static const struct mp_option options[] = {
	[OPTION_START] = {.name = "start", .type = MP_INT, .max = PLAYERS_MAX},
	[OPTION_DEALS] = {.name = "deals", .type = MP_BOOL, .standard = 1},
	[OPTION_VALUES] = {.name = "values", .type = MP_TEXT},
};

const struct mp_game mp_game_metropolis = {
	.id = "metropolis",
	.title = {[MP_EN] = "Metropolis", [MP_FR] = "Metropolis"},
	.players_min = 2,
	.players_max = PLAYERS_MAX,
	.rules_version = 1,
	.score_scale = 12,
	.options = options,
	.n_options = sizeof options / sizeof *options,

	.state_size = sizeof(struct metropolis_state),
	.tables_size = sizeof(struct metropolis_tables),
	.moves_max = LISTED_MAX,
	.outcomes_max = PLOTS,

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
	.seen_by = metropolis_seen_by,
	.cut = metropolis_cut,
	.redact = metropolis_redact,
	.guess = metropolis_guess,
	.view = metropolis_view,
	.effects = metropolis_effects,
	.breakdown = metropolis_breakdown,
	.flaw = metropolis_flaw,
	.can_offer = metropolis_can_offer,
	.is_free = metropolis_is_free,
	.sample_free = metropolis_sample_free,
	.speech = metropolis_speech,
	.propose = metropolis_propose,
	.draw = metropolis_draw,
	.playout = metropolis_playout,
	.evaluate = metropolis_evaluate,
	.policy = metropolis_policy,
	.rollout = metropolis_rollout,
};
