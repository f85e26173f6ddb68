/* SPDX-License-Identifier: MIT
 *
 * Uniformly random play to the end of the game. The moves of a turn are all pairs of a value and a
 * neighbourhood, plus the pass, so one is drawn by index without listing them.
 */
#include "state.h"

#include <metropole/rng.h>

/* The member of a set that has `skip` others below it. */
static unsigned set_nth(uint64_t set, uint32_t skip)
{
	unsigned base = 0;

	for (unsigned half = 32; half >= 8; half /= 2) {
		unsigned below = set_size(set & (((uint64_t)1 << half) - 1));

		if (skip >= below) {
			skip -= below;
			set >>= half;
			base += half;
		} else {
			set &= ((uint64_t)1 << half) - 1;
		}
	}
	while (skip--)
		set &= set - 1;
	return base + set_first(set);
}

static void draw_chance(const struct mp_setup *setup, struct metropolys_state *s,
                        struct mp_rng *rng)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = metropolys_chance(setup, s, outcomes), i = 0;
	uint32_t total = 0, at;

	while (i < n)
		total += outcomes[i++].weight;
	at = mp_rng_below(rng, total);
	for (i = 0; at >= outcomes[i].weight; i++)
		at -= outcomes[i].weight;
	metropolys_apply(setup, s, MP_CHANCE, outcomes[i].move);
}

uint32_t metropolys_playout(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	struct metropolys_state *s = state;
	unsigned players = (unsigned)setup->players;
	uint32_t plies = 0;

	while (s->phase < PLAY)
		draw_chance(setup, s, rng);
	for (; s->phase == PLAY; plies++) {
		struct metropolys_choice choice = metropolys_choices(s, s->turn);
		uint32_t values = set_size(choice.values), places = set_size(choice.places);
		uint32_t at = mp_rng_below(rng, values * places + (s->bids != 0));

		if (at == values * places)
			s->passed |= (uint8_t)(1u << s->turn);
		else
			metropolys_place(s, s->turn, set_nth(choice.values, at / places),
			                 set_nth(choice.places, at % places));
		if (!metropolys_pass_on(s, players, NULL))
			metropolys_award(s);
	}
	return plies;
}
