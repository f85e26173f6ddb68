/* SPDX-License-Identifier: MIT
 *
 * Metropolis: which moves deserve a look first, and quick sensible ones.
 */
#include "state.h"

#include <metropole/rng.h>

#include <string.h>

/* What a card gains each seat that has a right to it. */
static void weigh_card(const struct mp_setup *setup, const struct metropolis_state *state,
                       const float *hope, int plot, unsigned right,
                       float gain[METROPOLIS_PLAYERS_MAX])
{
	for (; right; right &= right - 1) {
		int seat = metropolis_lowest(right);

		gain[seat] = metropolis_plot_gain(setup, state, hope, seat, plot);
	}
}

/* How good a card is for `to`, in points of the seat on turn: what it gains and keeps from others,
 * or what it gives away. */
static float card_score(const struct mp_setup *setup, const struct metropolis_state *state,
                        const float gain[METROPOLIS_PLAYERS_MAX], int to, unsigned right)
{
	float denied = 0;

	for (; right; right &= right - 1) {
		int seat = metropolis_lowest(right);

		if (seat != state->turn && seat != to && gain[seat] > denied)
			denied = gain[seat];
	}
	denied *= 1.1f / (float)(setup->players - 1);
	return to == state->turn ? gain[to] + denied
	                         : denied - 0.4f * gain[to] / (float)(setup->players - 1);
}

/* A district as the builder on turn sees it. */
struct ground {
	float plan[METROPOLIS_DIGITS];  /* the best hope that each plot serves and that is not yet
	                                   complete */
	float around[METROPOLIS_KINDS]; /* what the buildings around add to a new one of a kind */
	float effect[METROPOLIS_KINDS]; /* what a new one of a kind does to the others, as the builder
	                                   sees it */
};

static void survey_neighbours(const struct mp_setup *setup, const struct metropolis_state *state,
                              int district, struct ground *site)
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;

	memset(site->around, 0, sizeof site->around);
	memset(site->effect, 0, sizeof site->effect);
	if (!state->kinds[district])
		return;
	for (int i = 0; i < state->n_buildings; i++) {
		uint16_t building = state->building[i];
		const struct metropolis_kind_values *kind =
			&values->kind[metropolis_building_kind(building)];
		float weight;

		if ((int)metropolis_building_district(building) != district)
			continue;
		weight = state->owned[state->turn][district] & metropolis_building_mask(building)
		             ? 1
		             : -1 / (float)(setup->players - 1);
		for (int other = 0; other < METROPOLIS_KINDS; other++) {
			site->around[other] += values->kind[other].change[metropolis_building_kind(building)];
			site->effect[other] += weight * kind->change[other];
		}
	}
}

static void survey(const struct mp_setup *setup, const struct metropolis_state *state,
                   const float *hope, int district, struct ground *site)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	unsigned mine = metropolis_empty_of(state, state->turn, district);
	unsigned rest = METROPOLIS_WHOLE & ~mine;
	unsigned room = mine | (rest & ~metropolis_owned_in(state, district));

	memset(site->plan, 0, sizeof site->plan);
	survey_neighbours(setup, state, district, site);
	if (state->phase == METROPOLIS_PHASE_EXTRA)
		return; /* no plot will come any more */
	for (int word = 0; word < tables->words; word++) {
		/* those that lie on some of the seat's plots and on some of nobody's */
		uint64_t set = tables->fits[word][room] & ~tables->fits[word][mine] &
		               ~tables->fits[word][rest] &
		               metropolis_possible(tables, state, district, word);

		for (; set; set &= set - 1) {
			int i = 64 * word + metropolis_lowest(set);
			unsigned mask = tables->placement[i].mask;
			float plan = tables->worth[district][i] * hope[metropolis_popcount(mask & ~mine)];

			for (mask &= mine; mask; mask &= mask - 1)
				if (plan > site->plan[metropolis_lowest(mask)])
					site->plan[metropolis_lowest(mask)] = plan;
		}
	}
}

/* Points that building here and now is better than waiting. */
static float build_score(const struct metropolis_tables *tables, const struct ground *site,
                         int district, int i)
{
	unsigned kind = tables->placement[i].kind;
	float value = tables->worth[district][i] + site->around[kind], cost = 0;

	for (unsigned mask = tables->placement[i].mask; mask; mask &= mask - 1)
		if (site->plan[metropolis_lowest(mask)] > cost)
			cost = site->plan[metropolis_lowest(mask)];
	return (value > 0 ? value : 0) + 1.15f * site->effect[kind] - 1.05f * cost;
}

static float noise(struct mp_rng *rng, float size)
{
	return size * (float)(mp_rng_next(rng) >> 40) / (float)(1 << 24);
}

static mp_move pick_card(const struct mp_setup *setup, const struct metropolis_state *state,
                         struct mp_rng *rng)
{
	float hope[METROPOLIS_FORM_MAX + 1], best_score = 0;
	mp_move best = 0;

	metropolis_hope(setup, state, hope);
	for (int i = 0; i < state->n_open; i++) {
		unsigned right = metropolis_right(setup, state, state->open[i]);
		float gain[METROPOLIS_PLAYERS_MAX];

		weigh_card(setup, state, hope, state->open[i], right, gain);
		for (unsigned left = right; left; left &= left - 1) {
			int to = metropolis_lowest(left);
			float score = card_score(setup, state, gain, to, right) + noise(rng, 1);

			if (best && score <= best_score)
				continue;
			best_score = score;
			best = to == state->turn ? metropolis_move_pack(METROPOLIS_OP_TAKE, 0, state->open[i])
			                         : metropolis_move_pack(METROPOLIS_OP_GIVE, to, state->open[i]);
		}
	}
	return best;
}

static mp_move pick_building(const struct mp_setup *setup, const struct metropolis_state *state,
                             struct mp_rng *rng)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	mp_move best = metropolis_move_pack(METROPOLIS_OP_END, 0, 0);
	float hope[METROPOLIS_FORM_MAX + 1], best_score = 0.15f;

	metropolis_hope(setup, state, hope);
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		struct ground site;
		bool surveyed = false;

		for (int word = 0; word < tables->words; word++) {
			uint64_t set = metropolis_buildable(setup, state, state->turn, district, word);

			if (set && !surveyed) {
				survey(setup, state, hope, district, &site);
				surveyed = true;
			}
			for (; set; set &= set - 1) {
				int i = 64 * word + metropolis_lowest(set);
				float score = build_score(tables, &site, district, i) + noise(rng, 1.25f);

				if (score <= best_score)
					continue;
				best_score = score;
				best = metropolis_move_pack_building(
					METROPOLIS_OP_BUILD,
					metropolis_building_pack(tables->placement[i].kind, (unsigned)district,
				                             tables->placement[i].mask));
			}
		}
	}
	return best;
}

mp_move metropolis_rollout(const struct mp_setup *setup, const void *memory, int seat,
                           struct mp_rng *rng)
{
	const struct metropolis_state *state = memory;

	(void)seat;
	return state->phase == METROPOLIS_PHASE_TAKE ? pick_card(setup, state, rng)
	                                             : pick_building(setup, state, rng);
}

static int placement_of(const struct metropolis_tables *tables, uint16_t building)
{
	int i = 0;

	while (tables->placement[i].mask != metropolis_building_mask(building) ||
	       tables->placement[i].kind != metropolis_building_kind(building))
		i++;
	return i;
}

/* The better by how many points, the likelier; deals are valued elsewhere. */
void metropolis_policy(const struct mp_setup *setup, const void *memory, int seat,
                       const mp_move *moves, size_t n, float *prior)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	const struct metropolis_state *state = memory;
	struct ground site;
	int surveyed = -1, weighed = -1;
	unsigned right = 0;
	float hope[METROPOLIS_FORM_MAX + 1], gain[METROPOLIS_PLAYERS_MAX], best = -1e9f;

	(void)seat;
	metropolis_hope(setup, state, hope);
	for (size_t i = 0; i < n; i++) {
		enum metropolis_operation op = metropolis_move_op(moves[i]);
		int district = (int)metropolis_building_district(metropolis_move_building(moves[i]));

		if (op == METROPOLIS_OP_TAKE || op == METROPOLIS_OP_GIVE) {
			int to = op == METROPOLIS_OP_TAKE ? state->turn : metropolis_move_seat(moves[i]);

			if (weighed != metropolis_move_plot(moves[i])) {
				weighed = metropolis_move_plot(moves[i]);
				right = metropolis_right(setup, state, weighed);
				weigh_card(setup, state, hope, weighed, right, gain);
			}
			prior[i] = card_score(setup, state, gain, to, right);
		} else if (op == METROPOLIS_OP_BUILD) {
			if (surveyed != district)
				survey(setup, state, hope, district, &site);
			surveyed = district;
			prior[i] = build_score(tables, &site, district,
			                       placement_of(tables, metropolis_move_building(moves[i])));
		} else {
			prior[i] = op == METROPOLIS_OP_END ? 0.15f : -20;
		}
		if (prior[i] > best)
			best = prior[i];
	}
	for (size_t i = 0; i < n; i++) {
		float behind = 1 + (best - prior[i]) / 2;

		prior[i] = 1 / (behind * behind);
	}
}
