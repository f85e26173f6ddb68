/* SPDX-License-Identifier: MIT
 *
 * Laws about what search uses, where a game has it: playout, evaluate, policy, rollout, offers
 * worth making, beliefs.
 */
#include "walk.h"

#include <metropole/net.h>

#include <math.h>
#include <stdlib.h>

static bool law_playout(struct walk *w)
{
	void *state = walk_copy(w, 0, w->world.state);
	const char *flaw;

	w->game->playout(&w->setup, state, &w->rng);
	if (w->game->turn(&w->setup, state) != MP_OVER)
		return broken(w, "playout stops before the game is over.");
	flaw = w->game->flaw(&w->setup, state);
	if (flaw)
		return broken(w, "playout ends in a flawed state: %s", flaw);
	return walk_guards_hold(w) || broken(w, "playout writes beyond the state.");
}

static bool law_evaluate(struct walk *w)
{
	float share[MP_SEATS] = {0}, sum = 0;

	w->game->evaluate(&w->setup, w->world.state, share);
	for (int seat = 0; seat < w->setup.players; seat++) {
		if (!(share[seat] >= 0))
			return broken(w, "evaluate gives seat %d the share %g.", seat + 1, (double)share[seat]);
		sum += share[seat];
	}
	return fabsf(sum - 1) < 1e-3f ||
	       broken(w, "The shares of evaluate add up to %g, not to 1.", (double)sum);
}

static bool law_policy(struct walk *w, int seat)
{
	static float prior[2 * MP_MOVES_MAX];
	char text[MP_MOVE_TEXT_MAX];
	size_t n = w->n_list[seat];

	for (size_t i = 0; i < n; i++)
		prior[i] = -1;
	w->game->policy(&w->setup, w->world.state, seat, w->list[seat], n, prior);
	for (size_t i = 0; i < n; i++)
		if (!(prior[i] > 0) || !isfinite(prior[i]))
			return broken(w, "policy gives \"%s\" the prior %g.",
			              walk_print(w, w->list[seat][i], text), (double)prior[i]);
	return true;
}

static bool law_rollout(struct walk *w, int seat)
{
	char text[MP_MOVE_TEXT_MAX];
	mp_move move = w->game->rollout(&w->setup, w->world.state, seat, &w->rng);

	return walk_listed(w, seat, move) ||
	       broken(w, "rollout answers \"%s\", which is not listed.", walk_print(w, move, text));
}

/* What a net is told: no more than there is room for, each thing once. */
static bool law_inputs(struct walk *w, int seat)
{
	const struct mp_inputs *inputs = w->game->inputs;
	uint16_t on[MP_INPUTS_ON_MAX + 1];
	size_t n;

	on[inputs->on] = 0xabcd;
	n = inputs->list(&w->setup, w->world.state, seat, on);
	if (n > inputs->on || on[inputs->on] != 0xabcd)
		return broken(w, "inputs lists %zu, where %zu are the most.", n, inputs->on);
	for (size_t i = 0; i < n; i++) {
		if (on[i] >= inputs->n)
			return broken(w, "inputs lists number %d of %zu.", on[i], inputs->n);
		for (size_t k = 0; k < i; k++)
			if (on[k] == on[i])
				return broken(w, "inputs lists number %d twice.", on[i]);
	}
	return true;
}

/* Offers are free moves that check allows. */
static bool law_propose(struct walk *w, int seat)
{
	enum { CAP = 16 };
	mp_move offers[CAP];
	char text[MP_MOVE_TEXT_MAX];
	size_t n = w->game->propose(&w->setup, w->world.state, seat, offers, CAP);

	if (n > CAP)
		return broken(w, "propose writes %zu offers where %d fit.", n, CAP);
	for (size_t i = 0; i < n; i++)
		if (w->game->deal_kind(offers[i]) != MP_DEAL_OFFER ||
		    w->game->check(&w->setup, w->world.state, seat, offers[i]))
			return broken(w, "propose answers \"%s\", which seat %d may not offer.",
			              walk_print(w, offers[i], text), seat + 1);
	return true;
}

/* A posterior fills a redacted state in just as soundly as guess does. */
static bool law_posterior(struct walk *w, int viewer)
{
	const struct mp_game *game = w->game;
	struct mp_match *match = &w->world.match;
	struct mp_played *log = calloc(match->n_moves + 1, sizeof *log);
	void *posterior = calloc(1, game->posterior_size + 1);
	void *redacted = w->spare[0], *guessed;
	const char *flaw;

	w->viewer = viewer;
	mp_match_redacted(match, viewer, redacted);
	mp_match_log(match, viewer, log);
	game->posterior(&w->setup, redacted, viewer, log, match->n_moves, posterior);
	guessed = walk_copy(w, 1, redacted);
	game->guess_posterior(&w->setup, guessed, viewer, posterior, &w->rng);
	free(posterior);
	free(log);
	flaw = game->flaw(&w->setup, guessed);
	if (flaw)
		return broken(w, "The state guessed from the posterior is flawed: %s", flaw);
	if (game->turn(&w->setup, guessed) != game->turn(&w->setup, redacted))
		return broken(w, "turn differs on the state guessed from the posterior.");
	mp_redact(&w->setup, guessed, viewer);
	if (!walk_same(w, guessed, redacted))
		return broken(w, "The state guessed from the posterior, redacted, is not the one before.");
	w->viewer = WALK_NOBODY;
	return true;
}

bool law_search(struct walk *w)
{
	int turn = mp_match_turn(&w->world.match);
	int anyone = (int)mp_rng_below(&w->rng, (uint32_t)w->setup.players);

	if (w->game->playout && walk_dice(w, 8) && !law_playout(w))
		return false;
	if (w->game->evaluate && !law_evaluate(w))
		return false;
	if (w->game->posterior && walk_dice(w, 32) && !law_posterior(w, anyone))
		return false;
	if (w->game->propose && turn >= 0 && !law_propose(w, anyone))
		return false;
	if (turn < 0)
		return true;
	if (w->game->inputs && !law_inputs(w, anyone))
		return false;
	if (w->game->policy && !law_policy(w, turn))
		return false;
	return !w->game->rollout || law_rollout(w, turn);
}
