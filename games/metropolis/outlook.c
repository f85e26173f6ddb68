/* SPDX-License-Identifier: MIT
 *
 * What a seat can hope for, in points: the buildings that stand, and those that its plots may still
 * become. A placement that lies on plots of the seat and of nobody is hoped for with a chance that
 * falls with each missing plot. For bots; no rule depends on it.
 */
#include "state.h"

/* Chance that one missing plot will come to a seat in time, by the number of players; of several
 * missing plots the second and later ones are a little likelier, since a right comes with the
 * first. Both were tuned by play, as were all numbers here and in eval.c. */
static const float first_plot[METROPOLIS_PLAYERS_MAX + 1] = {
	[2] = 0.70f, [3] = 0.56f, [4] = 0.48f, [5] = 0.42f};
static const float next_plot = 1.075f;

/* Large buildings are worth more than their points: they are few, and all want them. */
static const float large = 1.2f;
enum { LARGE_SIZE = 4 };

/* hope[m]: the chance that all of m missing plots come in time. It fades as the cards run out. */
void metropolis_hope(const struct mp_setup *setup, const struct metropolis_state *state,
                     float hope[METROPOLIS_FORM_MAX + 1])
{
	float cards = (float)(state->pile + state->n_open);
	float chance = first_plot[setup->players] * cards / (cards + 1);

	hope[0] = 1;
	hope[1] = chance;
	for (int missing = 2; missing <= METROPOLIS_FORM_MAX; missing++)
		hope[missing] = hope[missing - 1] * chance * next_plot;
}

/* What owning this plot as well adds to the plans that need it: to the best, and a little for the
 * choice that the others leave. */
float metropolis_plot_gain(const struct mp_setup *setup, const struct metropolis_state *state,
                           const float hope[METROPOLIS_FORM_MAX + 1], int seat, int plot)
{
	static const float choice = 0.2f;
	const struct metropolis_tables *tables = metropolis_tables(setup);
	int district = metropolis_plot_district(plot);
	unsigned mine = metropolis_empty_of(state, seat, district) & ~metropolis_plot_bit(plot);
	unsigned room = mine | (METROPOLIS_WHOLE & ~metropolis_owned_in(state, district)) |
	                metropolis_plot_bit(plot);
	float best = 0, sum = 0;

	for (int word = 0; word < tables->words; word++) {
		uint64_t set = tables->holds[word][plot % METROPOLIS_DIGITS] & tables->fits[word][room] &
		               metropolis_possible(tables, state, district, word);

		for (; set; set &= set - 1) {
			int i = 64 * word + metropolis_lowest(set);
			unsigned mask = tables->placement[i].mask;
			int missing = metropolis_popcount(mask & ~mine);
			float gain = tables->worth[district][i] * (hope[missing - 1] - hope[missing]);

			if (tables->values.kind[tables->placement[i].kind].size >= LARGE_SIZE)
				gain *= large;
			sum += gain;
			if (gain > best)
				best = gain;
		}
	}
	return best + choice * (sum - best);
}

/* A seat's best plan in a district. */
struct plan {
	float points;
	uint8_t placement, missing;
};

/* What is still to be had: room and stock shrink as plans are counted in. */
struct prospect {
	uint16_t mine[METROPOLIS_PLAYERS_MAX][METROPOLIS_DISTRICTS],
		room[METROPOLIS_PLAYERS_MAX][METROPOLIS_DISTRICTS];
	uint64_t in_stock[METROPOLIS_WORDS];
	float stock[METROPOLIS_PIECES_MAX];
	struct plan best[METROPOLIS_PLAYERS_MAX][METROPOLIS_DISTRICTS];
	float hope[METROPOLIS_FORM_MAX + 1];
};

static void find_plan(const struct mp_setup *setup, const struct metropolis_state *state,
                      struct prospect *prospect, int seat, int district)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	unsigned mine = prospect->mine[seat][district];
	struct plan best = {0};

	for (int word = 0; word < tables->words; word++) {
		uint64_t set = tables->fits[word][prospect->room[seat][district]] &
		               tables->allowed[word][state->kinds[district]] & prospect->in_stock[word];

		for (; set; set &= set - 1) {
			int i = 64 * word + metropolis_lowest(set);
			int missing = metropolis_popcount(tables->placement[i].mask & ~mine);
			float points = tables->worth[district][i] * prospect->hope[missing];

			if (points > best.points)
				best = (struct plan){points, (uint8_t)i, (uint8_t)missing};
		}
	}
	prospect->best[seat][district] = best;
}

static void begin(const struct mp_setup *setup, const struct metropolis_state *state,
                  struct prospect *prospect)
{
	metropolis_hope(setup, state, prospect->hope);
	for (int word = 0; word < METROPOLIS_WORDS; word++)
		prospect->in_stock[word] = state->in_stock[word];
	for (int i = 0; i < METROPOLIS_PIECES_MAX; i++)
		prospect->stock[i] = state->stock[i];
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		unsigned nobodys = METROPOLIS_WHOLE & ~metropolis_owned_in(state, district);

		for (int seat = 0; seat < setup->players; seat++) {
			prospect->mine[seat][district] = (uint16_t)metropolis_empty_of(state, seat, district);
			prospect->room[seat][district] = (uint16_t)(prospect->mine[seat][district] | nobodys);
			find_plan(setup, state, prospect, seat, district);
		}
	}
}

/* Counts a plan in: its plots are used, of its piece so much is gone as it is likely. */
static void count_in(const struct mp_setup *setup, const struct metropolis_state *state,
                     struct prospect *prospect, int seat, int district)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	struct plan plan = prospect->best[seat][district];
	const struct metropolis_placement *placement = &tables->placement[plan.placement];
	bool gone;

	prospect->mine[seat][district] &= (uint16_t)~placement->mask;
	prospect->room[seat][district] &= (uint16_t)~placement->mask;
	prospect->stock[placement->piece] -= prospect->hope[plan.missing];
	gone = prospect->stock[placement->piece] < 0.5f;
	for (int word = 0; gone && word < METROPOLIS_WORDS; word++)
		prospect->in_stock[word] &= ~tables->of_piece[word][placement->piece];
	find_plan(setup, state, prospect, seat, district);
	for (int other = 0; gone && other < setup->players; other++)
		for (int where = 0; where < METROPOLIS_DISTRICTS; where++)
			if (prospect->best[other][where].points > 0 &&
			    tables->placement[prospect->best[other][where].placement].piece == placement->piece)
				find_plan(setup, state, prospect, other, where);
}

/* Points that each seat has and may hope for. */
void metropolis_outlook(const struct mp_setup *setup, const struct metropolis_state *state,
                        float points[METROPOLIS_PLAYERS_MAX])
{
	enum { PLANS_MAX = 40 };
	static const float worthwhile = 0.4f;
	struct prospect prospect;
	int32_t score[MP_SEATS];

	metropolis_score(setup, state, score);
	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++)
		points[seat] = (float)score[seat] / 12;
	begin(setup, state, &prospect);
	for (int n = 0; n < PLANS_MAX; n++) {
		int seat = 0, district = 0;

		for (int i = 0; i < setup->players * METROPOLIS_DISTRICTS; i++)
			if (prospect.best[i / METROPOLIS_DISTRICTS][i % METROPOLIS_DISTRICTS].points >
			    prospect.best[seat][district].points) {
				seat = i / METROPOLIS_DISTRICTS;
				district = i % METROPOLIS_DISTRICTS;
			}
		if (prospect.best[seat][district].points < worthwhile)
			return;
		points[seat] += prospect.best[seat][district].points;
		count_in(setup, state, &prospect, seat, district);
	}
}
