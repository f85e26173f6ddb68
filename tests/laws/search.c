/* SPDX-License-Identifier: MIT
 *
 * Laws about what search uses, where a game has it: playout, evaluate, policy, rollout.
 */
#include "walk.h"

#include <math.h>

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

bool law_search(struct walk *w)
{
	int turn = mp_match_turn(&w->world.match);

	if (w->game->playout && walk_dice(w, 8) && !law_playout(w))
		return false;
	if (w->game->evaluate && !law_evaluate(w))
		return false;
	if (turn < 0)
		return true;
	if (w->game->policy && !law_policy(w, turn))
		return false;
	return !w->game->rollout || law_rollout(w, turn);
}
