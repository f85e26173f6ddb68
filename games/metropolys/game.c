/* SPDX-License-Identifier: MIT
 *
 * Metropolys: the descriptor, and how it is searched.
 *
 * Bounds. Moves: the opener of the first call has 13 values and 55 neighbourhoods; later openers
 * have fewer of both, and an outbid has at most 12 values, 6 neighbourhoods and the pass. Outcomes:
 * a token of 3 kinds on one of the 14 neighbourhoods of the centre that may have one. Every call
 * builds one building and the game ends with a player's 13th, after at most 12 * players + 1 calls:
 * there is always a free neighbourhood to open on (55, 45 and 35 of them for 49, 37 and 25 calls).
 */
#include "nets.h"

#include <metropole/codec.h>
#include <metropole/plan.h>

static const char *const versions[] = {"family", "expert", NULL};
static const char *const layouts[] = {"random", "first", NULL};

static const struct mp_option options[] = {
	[METROPOLYS_OPTION_VERSION] = {.name = "version", .type = MP_CHOICE, .choices = versions},
	[METROPOLYS_OPTION_LAYOUT] = {.name = "layout", .type = MP_CHOICE, .choices = layouts},
	[METROPOLYS_OPTION_START] = {.name = "start",
                                 .type = MP_INT,
                                 .min = 0,
                                 .max = METROPOLYS_PLAYERS_MAX},
	[METROPOLYS_OPTION_OUT] = {.name = "out", .type = MP_CHOICE, .choices = metropolys_outs},
};

static const struct mp_search_plan search = {
	.method = MP_SEARCH_TREE,
	.prior = true,
	.explore = 1.2f,
	.urgency = 0.1f,
	.width = 4,
	.widen = 2.0f,
	.open_moves = true,
	.cutoff = 0,
	.sensible = true,
	.off = 0.080f,
	.per_ms = 140,
};

const struct mp_game mp_game_metropolys = {
	.id = "metropolys",
	.title = {[MP_EN] = "Metropolys", [MP_FR] = "Metropolys"},
	.players_min = 2,
	.players_max = METROPOLYS_PLAYERS_MAX,
	.rules_version = 1,
	.score_scale = 1,
	.options = options,
	.n_options = sizeof options / sizeof *options,
	.state_size = sizeof(struct metropolys_state),
	.moves_max = METROPOLYS_VALUES * METROPOLYS_PLACES,
	.outcomes_max = METROPOLYS_TOKENS * 14,
	.prepare = metropolys_prepare,
	.init = metropolys_init,
	.turn = metropolys_turn,
	.legal = metropolys_legal,
	.chance = metropolys_chance,
	.apply = metropolys_apply,
	.check = metropolys_check,
	.score = metropolys_score,
	.winners = metropolys_winners,
	.print = metropolys_print,
	.parse = metropolys_parse,
	.seen_by = metropolys_seen_by,
	.cut = metropolys_cut,
	.redact = metropolys_redact,
	.guess = metropolys_guess,
	.check_cut = metropolys_check_cut,
	.view = metropolys_view,
	.effects = metropolys_effects,
	.breakdown = metropolys_breakdown,
	.words = metropolys_words,
	.prompt = metropolys_prompt,
	.read = metropolys_read,
	.explain = metropolys_explain,
	.flaw = metropolys_flaw,
	.playout = metropolys_playout,
	.evaluate = metropolys_evaluate,
	.policy = metropolys_policy,
	.posterior_size = METROPOLYS_POSTERIOR_SIZE,
	.posterior = metropolys_posterior,
	.guess_posterior = metropolys_guess_posterior,
	.secret = metropolys_secret,
	.world = metropolys_world,
	.codec = MP_CODEC(metropolys_codec),
	.search = &search,
	.nets = MP_NETS(metropolys_nets),
	.nets_size = sizeof metropolys_nets,
};
