/* SPDX-License-Identifier: MIT
 *
 * Who may act and what is listed. All of it is bit sets: the neighbour's right is a mask around a
 * plot, what can be built is a set of placements.
 */
#include "state.h"

#include <metropole/rng.h>

/* The plots that share a side with the one of this digit (MS-3). */
static const uint16_t neighbours[DIGITS] = {
	1 << 1 | 1 << 5,          1 << 0 | 1 << 2 | 1 << 6, 1 << 1 | 1 << 3 | 1 << 7,
	1 << 2 | 1 << 4 | 1 << 8, 1 << 3 | 1 << 9,          1 << 0 | 1 << 6,
	1 << 5 | 1 << 7 | 1 << 1, 1 << 6 | 1 << 8 | 1 << 2, 1 << 7 | 1 << 9 | 1 << 3,
	1 << 8 | 1 << 4,
};

enum { FREE_CHOICE = 5 }; /* MS-31: below so many owned plots anyone may have one */

/* MS-31, MS-32, MS-34: the seats that may have this plot. */
unsigned metropolis_right(const struct mp_setup *setup, const struct metropolis_state *state,
                          int plot)
{
	int district = plot_district(plot);
	unsigned around = neighbours[plot % DIGITS], owned = owned_in(state, district);
	unsigned seats = 0;

	if (popcount(owned) < FREE_CHOICE || !(owned & around))
		return (1u << setup->players) - 1;
	for (int seat = 0; seat < setup->players; seat++)
		if (state->owned[seat][district] & around)
			seats |= 1u << seat;
	return seats;
}

/* Placements of the pieces in stock that MS-11 allows in a district. */
uint64_t metropolis_possible(const struct metropolis_tables *tables,
                             const struct metropolis_state *state, int district, int word)
{
	return state->in_stock[word] & tables->allowed[word][state->kinds[district]];
}

/* MS-40 */
uint64_t metropolis_buildable(const struct mp_setup *setup, const struct metropolis_state *state,
                              int seat, int district, int word)
{
	const struct metropolis_tables *tables = tables_of(setup);

	return tables->fits[word][empty_of(state, seat, district)] &
	       metropolis_possible(tables, state, district, word);
}

/* MS-41: all plots are owned, one at least by the seat, one at least by another. */
static uint64_t jointly_buildable(const struct mp_setup *setup,
                                  const struct metropolis_state *state, int seat, int district,
                                  int word)
{
	const struct metropolis_tables *tables = tables_of(setup);
	unsigned mine = empty_of(state, seat, district);
	unsigned empty = owned_in(state, district) & ~(unsigned)state->built[district];
	const uint64_t *fits = tables->fits[word];

	return fits[empty] & ~fits[mine] & ~fits[empty & ~mine] & tables->joint[word] &
	       metropolis_possible(tables, state, district, word);
}

/* MS-60: can anything in stock still be built by anybody? */
bool metropolis_any_buildable(const struct mp_setup *setup, const struct metropolis_state *state)
{
	const struct metropolis_tables *tables = tables_of(setup);

	for (int district = 0; district < DISTRICTS; district++) {
		unsigned empty = WHOLE & ~(unsigned)state->built[district];
		unsigned nobodys = WHOLE & ~owned_in(state, district);

		for (int word = 0; word < tables->words; word++) {
			uint64_t left = metropolis_possible(tables, state, district, word);

			if (!(tables->fits[word][empty] & left))
				continue;
			if (setup->option[OPTION_DEALS])
				return true;
			for (int seat = 0; seat < setup->players; seat++)
				if (tables->fits[word][nobodys | empty_of(state, seat, district)] & left)
					return true;
		}
	}
	return false;
}

int metropolis_turn(const struct mp_setup *setup, const void *memory)
{
	const struct metropolis_state *state = memory;

	(void)setup;
	if (state->phase == PHASE_OVER)
		return MP_OVER;
	return state->phase < PHASE_TAKE ? MP_CHANCE : state->turn;
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
	size_t n = 0;

	for (int i = 0; i < state->n_open; i++) {
		int plot = state->open[i];
		unsigned right = metropolis_right(setup, state, plot);

		for (; right; right &= right - 1) {
			int to = lowest(right);

			out[n++] =
				to == state->turn ? move_pack(OP_TAKE, 0, plot) : move_pack(OP_GIVE, to, plot);
		}
	}
	return n;
}

static size_t list_placements(const struct metropolis_tables *tables, enum operation op,
                              int district, int word, uint64_t placements, mp_move *out)
{
	size_t n = 0;

	for (; placements; placements &= placements - 1) {
		const struct metropolis_placement *placement =
			&tables->placement[64 * word + lowest(placements)];

		out[n++] = move_pack_building(
			op, building_pack(placement->kind, (unsigned)district, placement->mask));
	}
	return n;
}

static size_t list_buildings(const struct mp_setup *setup, const struct metropolis_state *state,
                             mp_move *out)
{
	const struct metropolis_tables *tables = tables_of(setup);
	bool joint = setup->option[OPTION_DEALS] && !state->deal[state->turn];
	size_t n = 0;

	for (int district = 0; district < DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++)
			n += list_placements(tables, OP_BUILD, district, word,
			                     metropolis_buildable(setup, state, state->turn, district, word),
			                     out + n);
	for (int district = 0; joint && district < DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++)
			n += list_placements(tables, OP_JOINT, district, word,
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
		out[n++] = move_pack(OP_ACCEPT, from, 0);
		out[n++] = move_pack(OP_DECLINE, from, 0);
	}
	if (state->deal[seat])
		out[n++] = move_pack(OP_WITHDRAW, 0, 0);
	return n;
}

size_t metropolis_legal(const struct mp_setup *setup, const void *memory, int seat, mp_move *out)
{
	const struct metropolis_state *state = memory;
	size_t n = 0;

	if (seat < 0 || seat >= setup->players || metropolis_turn(setup, state) < 0)
		return 0;
	if (seat == state->turn && state->phase == PHASE_TAKE) {
		n = list_cards(setup, state, out);
	} else if (seat == state->turn) {
		n = list_buildings(setup, state, out);
		out[n++] = move_pack(OP_END, 0, 0);
	}
	return n + list_answers(setup, state, seat, out + n);
}

/* The plots of the cards in the pile: all that are neither owned nor open. */
static void find_pile(const struct metropolis_state *state, uint16_t pile[DISTRICTS])
{
	for (int district = 0; district < DISTRICTS; district++)
		pile[district] = (uint16_t)(WHOLE & ~owned_in(state, district));
	for (int i = 0; i < state->n_open; i++)
		pile[plot_district(state->open[i])] &= (uint16_t)~plot_bit(state->open[i]);
}

/* Each card as likely as the other. */
static size_t list_pile(const struct metropolis_state *state, enum operation op, int seat,
                        struct mp_outcome *out)
{
	uint16_t pile[DISTRICTS];
	size_t n = 0;

	find_pile(state, pile);
	for (int district = 0; district < DISTRICTS; district++)
		for (unsigned left = pile[district]; left; left &= left - 1)
			out[n++] = (struct mp_outcome){
				.move = move_pack(op, seat, district * DIGITS + lowest(left)), .weight = 1};
	return n;
}

size_t metropolis_chance(const struct mp_setup *setup, const void *memory, struct mp_outcome *out)
{
	const struct metropolis_state *state = memory;

	switch (state->phase) {
	case PHASE_START:
		for (int seat = 0; seat < setup->players; seat++)
			out[seat] = (struct mp_outcome){.move = move_pack(OP_START, seat, 0), .weight = 1};
		return (size_t)setup->players;
	case PHASE_DEAL:
		return list_pile(state, OP_DEAL, (PLOTS - state->pile) / metropolis_hand(setup->players),
		                 out);
	case PHASE_OPEN:
		return list_pile(state, OP_OPEN, 0, out);
	default:
		return 0;
	}
}

mp_move metropolis_draw(const struct mp_setup *setup, const void *memory, struct mp_rng *rng)
{
	const struct metropolis_state *state = memory;
	uint16_t pile[DISTRICTS];
	uint32_t at;

	if (state->phase == PHASE_START)
		return move_pack(OP_START, (int)mp_rng_below(rng, (uint32_t)setup->players), 0);
	find_pile(state, pile);
	at = mp_rng_below(rng, state->pile);
	for (int district = 0;; district++) {
		unsigned here = pile[district];
		uint32_t n = (uint32_t)popcount(here);

		if (at >= n) {
			at -= n;
			continue;
		}
		while (at-- > 0)
			here &= here - 1;
		return state->phase == PHASE_DEAL
		           ? move_pack(OP_DEAL, (PLOTS - state->pile) / metropolis_hand(setup->players),
		                       district * DIGITS + lowest(here))
		           : move_pack(OP_OPEN, 0, district * DIGITS + lowest(here));
	}
}
