/* SPDX-License-Identifier: MIT
 *
 * Uniformly random play to the end of the game. The moves of a turn are all pairs of a value and a
 * neighbourhood, plus the pass, so one is drawn by index without listing them.
 */
#include "state.h"

#include <metropole/rng.h>

/* The member of a set of at most 2 * half that has `skip` others below it. */
static inline unsigned set_nth(uint64_t set, uint32_t skip, unsigned half)
{
	unsigned base = 0;

	for (; half >= 8; half /= 2) {
		unsigned below = metropolys_set_size(set & (((uint64_t)1 << half) - 1));

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
	return base + metropolys_set_first(set);
}

/* MY-12, district by district: any token left on any place that may have one, without listing the
 * pairs. */
static void lay_tokens(const struct mp_setup *setup, struct metropolys_state *s, struct mp_rng *rng)
{
	uint64_t laid =
		s->token[METROPOLYS_TRENDY] | s->token[METROPOLYS_SUBWAY] | s->token[METROPOLYS_SITE];
	uint32_t left[METROPOLYS_TOKENS], total = 0;
	int district;

	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++) {
		left[t] = metropolys_token_count[setup->players][t] - metropolys_set_size(s->token[t]);
		total += left[t];
	}
	while ((district = metropolys_laying_district(s)) >= 0) {
		uint64_t all = metropolys_map.district[district];
		uint64_t places = all & ~metropolys_map.blind_alley & ~laid;
		uint32_t due = (district == METROPOLYS_CENTRE ? 7 : 5) - metropolys_set_size(all & laid);

		for (uint32_t n = metropolys_set_size(places); due; due--, n--, total--) {
			uint32_t at = mp_rng_below(rng, total * n), which = at / n;
			unsigned t = which < left[0] ? 0 : which < left[0] + left[1] ? 1 : 2;
			uint64_t bit = metropolys_place_bit(set_nth(places, at % n, 32));

			left[t]--;
			places &= ~bit;
			laid |= bit;
			s->token[t] |= bit;
		}
	}
	metropolys_settle(setup, s);
}

static void draw_chance(const struct mp_setup *setup, struct metropolys_state *s,
                        struct mp_rng *rng)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n;

	if (s->phase == METROPOLYS_PHASE_LAYING) {
		lay_tokens(setup, s, rng);
		return;
	}
	n = metropolys_chance(setup, s, outcomes); /* all of weight 1 */
	metropolys_apply(setup, s, MP_CHANCE, outcomes[mp_rng_below(rng, (uint32_t)n)].move);
}

uint32_t metropolys_playout(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	struct metropolys_state *s = state;
	unsigned players = (unsigned)setup->players;
	uint32_t plies = 0;

	while (s->phase < METROPOLYS_PHASE_PLAY)
		draw_chance(setup, s, rng);
	for (; s->phase == METROPOLYS_PHASE_PLAY; plies++) {
		struct metropolys_choice choice = metropolys_choices(s, s->turn);
		uint32_t values = metropolys_set_size(choice.values),
				 places = metropolys_set_size(choice.places);
		uint32_t at = mp_rng_below(rng, values * places + (s->bids != 0));

		if (at == values * places)
			s->passed |= (uint8_t)(1u << s->turn);
		else
			metropolys_place(s, s->turn, set_nth(choice.values, at / places, 8),
			                 set_nth(choice.places, at % places, 32));
		if (!metropolys_pass_on(s, players, NULL))
			metropolys_award(s);
	}
	return plies;
}
