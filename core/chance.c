/* SPDX-License-Identifier: MIT
 *
 * Drawing an outcome by its weight: the one place where chance is decided.
 */
#include <metropole/game.h>

#include <metropole/rng.h>

mp_move mp_chance_pick(const struct mp_setup *setup, const void *state, struct mp_rng *rng)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = mp_chance_list(setup, state, outcomes), i = 0;
	uint32_t total = 0, at;

	for (size_t k = 0; k < n; k++)
		total += outcomes[k].weight;
	for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
		at -= outcomes[i].weight;
	return outcomes[i].move;
}

mp_move mp_chance_draw(const struct mp_setup *setup, const void *state, struct mp_rng *rng)
{
	return setup->game->draw ? setup->game->draw(setup, state, rng)
	                         : mp_chance_pick(setup, state, rng);
}
