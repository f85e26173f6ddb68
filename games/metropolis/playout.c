/* SPDX-License-Identifier: MIT
 *
 * Uniformly random play to the end, fast. Draws the same distribution as listing the moves of the
 * seat on turn and taking one of them, but lists nothing: moves are counted as bit sets, and only
 * the one that was drawn is looked up. Seats that are not on turn stay silent.
 */
#include "state.h"

#include <metropole/rng.h>

/* The pile as cards, so that a draw is one swap. */
struct pile {
	uint8_t card[METROPOLIS_PLOTS];
	uint32_t n;
};

static void fill(struct pile *pile, const struct metropolis_state *state)
{
	uint16_t known[METROPOLIS_DISTRICTS];

	pile->n = 0;
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		known[district] = (uint16_t)metropolis_owned_in(state, district);
	for (int i = 0; i < state->n_open; i++)
		known[metropolis_plot_district(state->open[i])] |=
			(uint16_t)metropolis_plot_bit(state->open[i]);
	for (int plot = 0; plot < METROPOLIS_PLOTS; plot++)
		if (!(known[metropolis_plot_district(plot)] & metropolis_plot_bit(plot)))
			pile->card[pile->n++] = (uint8_t)plot;
}

static void draw(const struct mp_setup *setup, struct metropolis_state *state, struct pile *pile,
                 struct mp_rng *rng)
{
	uint32_t i;
	int plot, seat = 0;

	if (state->phase == METROPOLIS_PHASE_START) {
		seat = (int)mp_rng_below(rng, (uint32_t)setup->players);
		metropolis_apply(setup, state, MP_CHANCE,
		                 metropolis_move_pack(METROPOLIS_OP_START, seat, 0));
		return;
	}
	i = mp_rng_below(rng, pile->n);
	plot = pile->card[i];
	pile->card[i] = pile->card[--pile->n];
	if (state->phase == METROPOLIS_PHASE_DEAL)
		seat = (METROPOLIS_PLOTS - state->pile) / metropolis_hand(setup->players);
	metropolis_apply(setup, state, MP_CHANCE,
	                 metropolis_move_pack(state->phase == METROPOLIS_PHASE_DEAL
	                                          ? METROPOLIS_OP_DEAL
	                                          : METROPOLIS_OP_OPEN,
	                                      seat, plot));
}

/* The n-th member of a set, from 0. */
static int nth(uint64_t set, uint32_t n)
{
	while (n-- > 0)
		set &= set - 1;
	return metropolis_lowest(set);
}

static mp_move random_card(const struct mp_setup *setup, const struct metropolis_state *state,
                           struct mp_rng *rng)
{
	unsigned right[METROPOLIS_OPEN_MAX];
	uint32_t n = 0, at;

	for (int i = 0; i < state->n_open; i++) {
		right[i] = metropolis_right(setup, state, state->open[i]);
		n += (uint32_t)metropolis_popcount(right[i]);
	}
	at = mp_rng_below(rng, n);
	for (int i = 0;; i++) {
		uint32_t seats = (uint32_t)metropolis_popcount(right[i]);

		if (at < seats) {
			int to = nth(right[i], at);

			return to == state->turn ? metropolis_move_pack(METROPOLIS_OP_TAKE, 0, state->open[i])
			                         : metropolis_move_pack(METROPOLIS_OP_GIVE, to, state->open[i]);
		}
		at -= seats;
	}
}

static mp_move random_building(const struct mp_setup *setup, const struct metropolis_state *state,
                               struct mp_rng *rng)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	uint64_t set[METROPOLIS_WORDS * METROPOLIS_DISTRICTS];
	uint32_t n = 0, at;
	int words = tables->words;

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (int word = 0; word < words; word++) {
			uint64_t *here = &set[district * words + word];

			*here = metropolis_buildable(setup, state, state->turn, district, word);
			n += (uint32_t)metropolis_popcount(*here);
		}
	at = mp_rng_below(rng, n + 1);
	if (at == n)
		return metropolis_move_pack(METROPOLIS_OP_END, 0, 0);
	for (int i = 0;; i++) {
		uint32_t here = (uint32_t)metropolis_popcount(set[i]);

		if (at < here) {
			const struct metropolis_placement *placement =
				&tables->placement[64 * (i % words) + nth(set[i], at)];

			return metropolis_move_pack_building(
				METROPOLIS_OP_BUILD,
				metropolis_building_pack(placement->kind, (unsigned)(i / words), placement->mask));
		}
		at -= here;
	}
}

static mp_move random_listed(const struct mp_setup *setup, const struct metropolis_state *state,
                             struct mp_rng *rng)
{
	mp_move moves[METROPOLIS_LISTED_MAX];
	size_t n = metropolis_legal(setup, state, state->turn, moves);

	return moves[mp_rng_below(rng, (uint32_t)n)];
}

static mp_move random_move(const struct mp_setup *setup, const struct metropolis_state *state,
                           struct mp_rng *rng)
{
	if (setup->option[METROPOLIS_OPTION_DEALS])
		return random_listed(setup, state, rng);
	return state->phase == METROPOLIS_PHASE_TAKE ? random_card(setup, state, rng)
	                                             : random_building(setup, state, rng);
}

uint32_t metropolis_playout(const struct mp_setup *setup, void *memory, struct mp_rng *rng)
{
	struct metropolis_state *state = memory;
	struct pile pile;
	uint32_t plies = 0;

	fill(&pile, state);
	while (state->phase != METROPOLIS_PHASE_OVER) {
		if (state->phase < METROPOLIS_PHASE_TAKE) {
			draw(setup, state, &pile, rng);
			continue;
		}
		metropolis_apply(setup, state, state->turn, random_move(setup, state, rng));
		plies++;
	}
	return plies;
}
