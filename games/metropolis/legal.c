/* SPDX-License-Identifier: MIT
 *
 * Who may act and what is listed. All of it is bit sets: the neighbour's right is a mask around a
 * plot, what can be built is a set of placements.
 */
#include "state.h"

#include <metropole/rng.h>

/* The plots that share a side with the one of this digit (MS-3). */
static const uint16_t neighbours[METROPOLIS_DIGITS] = {
	1 << 1 | 1 << 5,          1 << 0 | 1 << 2 | 1 << 6, 1 << 1 | 1 << 3 | 1 << 7,
	1 << 2 | 1 << 4 | 1 << 8, 1 << 3 | 1 << 9,          1 << 0 | 1 << 6,
	1 << 5 | 1 << 7 | 1 << 1, 1 << 6 | 1 << 8 | 1 << 2, 1 << 7 | 1 << 9 | 1 << 3,
	1 << 8 | 1 << 4,
};

unsigned metropolis_beside(unsigned mask)
{
	unsigned around = 0;

	for (unsigned rest = mask; rest; rest &= rest - 1)
		around |= neighbours[metropolis_lowest(rest)];
	return around & ~mask;
}

enum { FREE_CHOICE = 5 }; /* MS-31: below so many owned plots anyone may have one */

/* MS-31, MS-32, MS-34: the seats that may have this plot. */
static inline unsigned right_to(const struct metropolis_state *state, int plot, int players)
{
	int district = metropolis_plot_district(plot);
	unsigned around = neighbours[plot % METROPOLIS_DIGITS];
	unsigned owned = 0, seats = 0;

	for (int seat = 0; seat < players; seat++) {
		owned |= state->owned[seat][district];
		seats |= (unsigned)((state->owned[seat][district] & around) != 0) << seat;
	}
	return metropolis_popcount(owned) < FREE_CHOICE || !seats ? (1u << players) - 1 : seats;
}

unsigned metropolis_right(const struct mp_setup *setup, const struct metropolis_state *state,
                          int plot)
{
	return right_to(state, plot, setup->players);
}

void metropolis_rights(const struct mp_setup *setup, const struct metropolis_state *state,
                       uint8_t right[METROPOLIS_OPEN_MAX])
{
	for (int i = 0; i < state->n_open; i++)
		right[i] = (uint8_t)right_to(state, state->open[i], setup->players);
}

/* MS-41: all plots are owned, one at least by the seat, one at least by another. */
static uint64_t jointly_buildable(const struct mp_setup *setup,
                                  const struct metropolis_state *state, int seat, int district,
                                  int word)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	unsigned mine = metropolis_empty_of(state, seat, district);
	unsigned empty = metropolis_owned_in(state, district) & ~(unsigned)state->built[district];
	const uint64_t *fits = tables->fits[word];

	return fits[empty] & ~fits[mine] & ~fits[empty & ~mine] & tables->joint[word] &
	       metropolis_possible(tables, state, district, word);
}

/* MS-60: can anything in stock still be built by anybody? */
bool metropolis_any_buildable(const struct mp_setup *setup, const struct metropolis_state *state)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		unsigned empty = METROPOLIS_WHOLE & ~(unsigned)state->built[district];
		unsigned nobodys = METROPOLIS_WHOLE & ~metropolis_owned_in(state, district);

		for (int word = 0; word < tables->words; word++) {
			uint64_t left = metropolis_possible(tables, state, district, word);

			if (!(tables->fits[word][empty] & left))
				continue;
			if (setup->option[METROPOLIS_OPTION_DEALS])
				return true;
			for (int seat = 0; seat < setup->players; seat++)
				if (tables->fits[word][nobodys | metropolis_empty_of(state, seat, district)] & left)
					return true;
		}
	}
	return false;
}

int metropolis_turn(const struct mp_setup *setup, const void *memory)
{
	const struct metropolis_state *state = memory;

	(void)setup;
	if (state->phase == METROPOLIS_PHASE_OVER)
		return MP_OVER;
	return state->phase < METROPOLIS_PHASE_TAKE ? MP_CHANCE : state->turn;
}

unsigned metropolis_actors(const struct mp_setup *setup, const void *memory)
{
	const struct metropolis_state *state = memory;
	int turn = metropolis_turn(setup, state);
	unsigned actors;

	if (turn < 0)
		return 0;
	actors = 1u << turn;
	for (int seat = 0; seat < setup->players; seat++)
		if (state->deal[seat])
			actors |= 1u << seat | metropolis_answerers(state, seat);
	return actors;
}

/* MS-30, MS-33 */
static size_t list_cards(const struct mp_setup *setup, const struct metropolis_state *state,
                         mp_move *out)
{
	uint8_t right[METROPOLIS_OPEN_MAX];
	size_t n = 0;

	metropolis_rights(setup, state, right);
	for (int i = 0; i < state->n_open; i++) {
		int plot = state->open[i];

		for (unsigned rest = right[i]; rest; rest &= rest - 1) {
			int to = metropolis_lowest(rest);

			out[n++] = to == state->turn ? metropolis_move_pack(METROPOLIS_OP_TAKE, 0, plot)
			                             : metropolis_move_pack(METROPOLIS_OP_GIVE, to, plot);
		}
	}
	return n;
}

static size_t list_placements(const struct metropolis_tables *tables, enum metropolis_operation op,
                              int district, int word, uint64_t placements, mp_move *out)
{
	size_t n = 0;

	for (; placements; placements &= placements - 1) {
		const struct metropolis_placement *placement =
			&tables->placement[64 * word + metropolis_lowest(placements)];

		out[n++] = metropolis_move_pack_building(
			op, metropolis_building_pack(placement->kind, (unsigned)district, placement->mask));
	}
	return n;
}

static size_t list_buildings(const struct mp_setup *setup, const struct metropolis_state *state,
                             mp_move *out)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	bool joint = setup->option[METROPOLIS_OPTION_DEALS] && !state->deal[state->turn];
	size_t n = 0;

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++)
			n += list_placements(tables, METROPOLIS_OP_BUILD, district, word,
			                     metropolis_buildable(setup, state, state->turn, district, word),
			                     out + n);
	for (int district = 0; joint && district < METROPOLIS_DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++)
			n += list_placements(tables, METROPOLIS_OP_JOINT, district, word,
			                     jointly_buildable(setup, state, state->turn, district, word),
			                     out + n);
	return n;
}

/* MS-51: answers to the others' deals, and the way back from one's own. */
static size_t list_answers(const struct mp_setup *setup, const struct metropolis_state *state,
                           int seat, mp_move *out)
{
	size_t n = 0;

	for (int from = 0; from < setup->players; from++) {
		if (!state->deal[from] || !(metropolis_answerers(state, from) >> seat & 1))
			continue;
		out[n++] = metropolis_move_pack(METROPOLIS_OP_ACCEPT, from, 0);
		out[n++] = metropolis_move_pack(METROPOLIS_OP_DECLINE, from, 0);
	}
	if (state->deal[seat])
		out[n++] = metropolis_move_pack(METROPOLIS_OP_WITHDRAW, 0, 0);
	return n;
}

size_t metropolis_legal(const struct mp_setup *setup, const void *memory, int seat, mp_move *out)
{
	const struct metropolis_state *state = memory;
	size_t n = 0;

	if (seat < 0 || seat >= setup->players || metropolis_turn(setup, state) < 0)
		return 0;
	if (seat == state->turn && state->phase == METROPOLIS_PHASE_TAKE) {
		n = list_cards(setup, state, out);
	} else if (seat == state->turn) {
		n = list_buildings(setup, state, out);
		out[n++] = metropolis_move_pack(METROPOLIS_OP_END, 0, 0);
	}
	return n + list_answers(setup, state, seat, out + n);
}

/* The plots of the cards in the pile: all that are neither owned nor open. */
static void find_pile(const struct metropolis_state *state, uint16_t pile[METROPOLIS_DISTRICTS])
{
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		pile[district] = (uint16_t)(METROPOLIS_WHOLE & ~metropolis_owned_in(state, district));
	for (int i = 0; i < state->n_open; i++)
		pile[metropolis_plot_district(state->open[i])] &=
			(uint16_t)~metropolis_plot_bit(state->open[i]);
}

/* Each card as likely as the other. */
static size_t list_pile(const struct metropolis_state *state, enum metropolis_operation op,
                        int seat, struct mp_outcome *out)
{
	uint16_t pile[METROPOLIS_DISTRICTS];
	size_t n = 0;

	find_pile(state, pile);
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (unsigned left = pile[district]; left; left &= left - 1)
			out[n++] = (struct mp_outcome){
				.move = metropolis_move_pack(
					op, seat, district * METROPOLIS_DIGITS + metropolis_lowest(left)),
				.weight = 1};
	return n;
}

size_t metropolis_chance(const struct mp_setup *setup, const void *memory, struct mp_outcome *out)
{
	const struct metropolis_state *state = memory;

	switch (state->phase) {
	case METROPOLIS_PHASE_START:
		for (int seat = 0; seat < setup->players; seat++)
			out[seat] = (struct mp_outcome){
				.move = metropolis_move_pack(METROPOLIS_OP_START, seat, 0), .weight = 1};
		return (size_t)setup->players;
	case METROPOLIS_PHASE_DEAL:
		return list_pile(state, METROPOLIS_OP_DEAL,
		                 (METROPOLIS_PLOTS - state->pile) / metropolis_hand(setup->players), out);
	case METROPOLIS_PHASE_OPEN:
		return list_pile(state, METROPOLIS_OP_OPEN, 0, out);
	default:
		return 0;
	}
}

mp_move metropolis_draw(const struct mp_setup *setup, const void *memory, struct mp_rng *rng)
{
	const struct metropolis_state *state = memory;
	uint16_t pile[METROPOLIS_DISTRICTS];
	uint32_t at;

	if (state->phase == METROPOLIS_PHASE_START)
		return metropolis_move_pack(METROPOLIS_OP_START,
		                            (int)mp_rng_below(rng, (uint32_t)setup->players), 0);
	find_pile(state, pile);
	at = mp_rng_below(rng, state->pile);
	for (int district = 0;; district++) {
		unsigned here = pile[district];
		uint32_t n = (uint32_t)metropolis_popcount(here);

		if (at >= n) {
			at -= n;
			continue;
		}
		while (at-- > 0)
			here &= here - 1;
		return state->phase == METROPOLIS_PHASE_DEAL
		           ? metropolis_move_pack(METROPOLIS_OP_DEAL,
		                                  (METROPOLIS_PLOTS - state->pile) /
		                                      metropolis_hand(setup->players),
		                                  district * METROPOLIS_DIGITS + metropolis_lowest(here))
		           : metropolis_move_pack(METROPOLIS_OP_OPEN, 0,
		                                  district * METROPOLIS_DIGITS + metropolis_lowest(here));
	}
}
