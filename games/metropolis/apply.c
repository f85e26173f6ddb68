/* SPDX-License-Identifier: MIT
 *
 * Playing a move. Trusts it: what may be played is the business of legal.c and check.c.
 */
#include "state.h"

#include <assert.h>

static void drop_joint(struct metropolis_state *state)
{
	if (state->deal[state->turn] &&
	    metropolis_move_op(state->deal[state->turn]) == METROPOLIS_OP_JOINT) {
		state->deal[state->turn] = 0;
		state->waiting = 0;
	}
}

/* MS-30, MS-60 */
static void end_turn(const struct mp_setup *setup, struct metropolis_state *state)
{
	drop_joint(state);
	if (!metropolis_any_buildable(setup, state)) {
		state->phase = METROPOLIS_PHASE_OVER;
		return;
	}
	if (state->phase == METROPOLIS_PHASE_EXTRA && --state->extra == 0) {
		state->phase = METROPOLIS_PHASE_OVER;
		return;
	}
	state->turn = (uint8_t)(state->turn + 1 == setup->players ? 0 : state->turn + 1);
	if (state->phase == METROPOLIS_PHASE_EXTRA)
		return;
	if (state->pile > 0) {
		state->phase = METROPOLIS_PHASE_OPEN;
	} else if (state->n_open > 0) {
		state->phase = METROPOLIS_PHASE_TAKE;
	} else {
		state->phase = METROPOLIS_PHASE_EXTRA;
		state->extra = (uint8_t)setup->players;
	}
}

static void build(const struct mp_setup *setup, struct metropolis_state *state, uint16_t building)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	unsigned kind = metropolis_building_kind(building), mask = metropolis_building_mask(building);
	unsigned district = metropolis_building_district(building),
			 piece = tables->piece_of[kind][mask];

	assert(piece != METROPOLIS_NO_PIECE && state->stock[piece] > 0);
	state->building[state->n_buildings++] = building;
	state->built[district] |= (uint16_t)mask;
	state->kinds[district] |= (uint8_t)(1u << kind);
	if (--state->stock[piece] == 0)
		for (int word = 0; word < tables->words; word++)
			state->in_stock[word] &= ~tables->of_piece[word][piece];
	if (setup->option[METROPOLIS_OPTION_DEALS])
		metropolis_void_touched(state, (int)district, mask);
	end_turn(setup, state);
}

static void take(struct metropolis_state *state, int plot, int owner)
{
	int i = 0;

	while (state->open[i] != plot)
		i++;
	for (state->n_open--; i < state->n_open; i++)
		state->open[i] = state->open[i + 1];
	state->open[state->n_open] = 0;
	state->owned[owner][metropolis_plot_district(plot)] |= (uint16_t)metropolis_plot_bit(plot);
	state->phase = METROPOLIS_PHASE_BUILD;
}

static void deal(const struct mp_setup *setup, struct metropolis_state *state, int seat, int plot)
{
	state->owned[seat][metropolis_plot_district(plot)] |= (uint16_t)metropolis_plot_bit(plot);
	state->pile--;
	if (METROPOLIS_PLOTS - state->pile == setup->players * metropolis_hand(setup->players))
		state->phase = METROPOLIS_PHASE_OPEN;
}

static void open(struct metropolis_state *state, int plot)
{
	int i = state->n_open++;

	for (; i > 0 && state->open[i - 1] > plot; i--)
		state->open[i] = state->open[i - 1];
	state->open[i] = (uint8_t)plot;
	state->pile--;
	if (state->n_open == METROPOLIS_OPEN_MAX)
		state->phase = METROPOLIS_PHASE_TAKE;
}

/* MS-41, MS-51 */
static void accept(const struct mp_setup *setup, struct metropolis_state *state, int seat, int from)
{
	mp_move deal = state->deal[from];

	if (metropolis_move_op(deal) == METROPOLIS_OP_OFFER) {
		metropolis_trade(state, from);
		return;
	}
	state->waiting &= (uint8_t) ~(1u << seat);
	if (state->waiting == 0) {
		state->deal[from] = 0;
		build(setup, state, metropolis_move_building(deal));
	}
}

static void drop_deal(struct metropolis_state *state, int from)
{
	if (metropolis_move_op(state->deal[from]) == METROPOLIS_OP_JOINT)
		state->waiting = 0;
	state->deal[from] = 0;
}

void metropolis_apply(const struct mp_setup *setup, void *memory, int seat, mp_move move)
{
	struct metropolis_state *state = memory;

	switch (metropolis_move_op(move)) {
	case METROPOLIS_OP_START:
		state->turn = (uint8_t)metropolis_move_seat(move);
		state->phase = METROPOLIS_PHASE_DEAL;
		break;
	case METROPOLIS_OP_DEAL:
		deal(setup, state, metropolis_move_seat(move), metropolis_move_plot(move));
		break;
	case METROPOLIS_OP_OPEN:
		open(state, metropolis_move_plot(move));
		break;
	case METROPOLIS_OP_TAKE:
		take(state, metropolis_move_plot(move), seat);
		break;
	case METROPOLIS_OP_GIVE:
		take(state, metropolis_move_plot(move), metropolis_move_seat(move));
		break;
	case METROPOLIS_OP_BUILD:
		build(setup, state, metropolis_move_building(move));
		break;
	case METROPOLIS_OP_JOINT:
		state->deal[seat] = move;
		state->waiting =
			(uint8_t)(metropolis_owners(state, metropolis_move_building(move)) & ~(1u << seat));
		break;
	case METROPOLIS_OP_END:
		end_turn(setup, state);
		break;
	case METROPOLIS_OP_ACCEPT:
		accept(setup, state, seat, metropolis_move_seat(move));
		break;
	case METROPOLIS_OP_DECLINE:
		drop_deal(state, metropolis_move_seat(move));
		break;
	case METROPOLIS_OP_WITHDRAW:
		drop_deal(state, seat);
		break;
	case METROPOLIS_OP_OFFER:
		state->deal[seat] = move;
		break;
	}
}
