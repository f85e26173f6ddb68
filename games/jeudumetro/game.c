/* SPDX-License-Identifier: MIT
 *
 * Le Jeu du Métro: the descriptor, and how it is searched.
 */
#include "state.h"

#include <metropole/codec.h>
#include <metropole/plan.h>

static const struct mp_option options[] = {
	[JEUDUMETRO_TURN_LIMIT] =
		{.name = "turn_limit", .type = MP_INT, .default_value = 0, .min = 0, .max = 100000},
	[JEUDUMETRO_START] = {.name = "start", .type = MP_INT, .default_value = 0, .min = 0, .max = 6},
};

static const struct mp_search_plan search = {
	.method = MP_SEARCH_TREE,
	.prior = true,
	.explore = 0.6f,
	.urgency = 0.1f,
	.width = 6,
	.widen = 1.0f,
	.cutoff = 10,
	.sensible = true,
	.off = 0.052f,
	.per_ms = 140,
};

extern const struct mp_game mp_game_jeudumetro;
const struct mp_game mp_game_jeudumetro = {
	.id = "jeudumetro",
	.title = {[MP_EN] = "Le Jeu du Métro", [MP_FR] = "Le Jeu du Métro"},
	.players_min = 2,
	.players_max = 6,
	.rules_version = 1,
	.score_scale = 1,
	.options = options,
	.n_options = sizeof options / sizeof options[0],
	.state_size = sizeof(struct jeudumetro_state),
	.tables_size = sizeof(struct jeudumetro_tables),
	.moves_max = JEUDUMETRO_MOVES_MAX,
	.outcomes_max = JEUDUMETRO_OUTCOMES_MAX,
	.prepare = jeudumetro_prepare,
	.init = jeudumetro_init,
	.turn = jeudumetro_turn,
	.legal = jeudumetro_legal,
	.chance = jeudumetro_chance,
	.draw = jeudumetro_draw,
	.apply = jeudumetro_apply,
	.check = jeudumetro_check,
	.score = jeudumetro_score,
	.winners = jeudumetro_winners,
	.print = jeudumetro_print,
	.parse = jeudumetro_parse,
	.seen_by = jeudumetro_seen_by,
	.cut = jeudumetro_cut,
	.redact = jeudumetro_redact,
	.guess = jeudumetro_guess,
	.check_cut = jeudumetro_check_cut,
	.view = jeudumetro_view,
	.effects = jeudumetro_effects,
	.breakdown = jeudumetro_breakdown,
	.words = jeudumetro_words,
	.prompt = jeudumetro_prompt,
	.read = jeudumetro_read,
	.explain = jeudumetro_explain,
	.flaw = jeudumetro_flaw,
	.playout = jeudumetro_playout,
	.evaluate = jeudumetro_evaluate,
	.policy = jeudumetro_policy,
	.rollout = jeudumetro_rollout,
	.posterior_size = JEUDUMETRO_POSTERIOR_SIZE,
	.posterior = jeudumetro_posterior,
	.guess_posterior = jeudumetro_guess_posterior,
	.secret = jeudumetro_secret,
	.codec = MP_CODEC(jeudumetro_codec),
	.inputs = &jeudumetro_inputs,
	.search = &search,
};
