/* SPDX-License-Identifier: MIT
 *
 * Playing a move. Trusts it: what may be played is the business of legal.c and check.c.
 */
#include "state.h"

#include <assert.h>

static void drop_joint(struct metropolis_state *state)
{
	if (state->deal[state->turn] && move_op(state->deal[state->turn]) == OP_JOINT) {
		state->deal[state->turn] = 0;
		state->waiting = 0;
	}
}

/* MS-30, MS-60 */
static void end_turn(const struct mp_setup *setup, struct metropolis_state *state)
{
	drop_joint(state);
	if (!metropolis_any_buildable(setup, state)) {
		state->phase = PHASE_OVER;
		return;
	}
	if (state->phase == PHASE_EXTRA && --state->extra == 0) {
		state->phase = PHASE_OVER;
		return;
	}
	state->turn = (uint8_t)(state->turn + 1 == setup->players ? 0 : state->turn + 1);
	if (state->phase == PHASE_EXTRA)
		return;
	if (state->pile > 0) {
		state->phase = PHASE_OPEN;
	} else if (state->n_open > 0) {
		state->phase = PHASE_TAKE;
	} else {
		state->phase = PHASE_EXTRA;
		state->extra = (uint8_t)setup->players;
	}
}

static void build(const struct mp_setup *setup, struct metropolis_state *state, uint16_t building)
{
	const struct metropolis_tables *tables = tables_of(setup);
	unsigned kind = building_kind(building), mask = building_mask(building);
	unsigned district = building_district(building), piece = tables->piece_of[kind][mask];

	assert(piece != NO_PIECE && state->stock[piece] > 0);
	state->building[state->n_buildings++] = building;
	state->built[district] |= (uint16_t)mask;
	state->kinds[district] |= (uint8_t)(1u << kind);
	if (--state->stock[piece] == 0)
		for (int word = 0; word < tables->words; word++)
			state->in_stock[word] &= ~tables->of_piece[word][piece];
	if (setup->option[OPTION_DEALS])
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
	state->owned[owner][plot_district(plot)] |= (uint16_t)plot_bit(plot);
	state->phase = PHASE_BUILD;
}

static void deal(const struct mp_setup *setup, struct metropolis_state *state, int seat, int plot)
{
	state->owned[seat][plot_district(plot)] |= (uint16_t)plot_bit(plot);
	state->pile--;
	if (PLOTS - state->pile == setup->players * metropolis_hand(setup->players))
		state->phase = PHASE_OPEN;
}

static void open(struct metropolis_state *state, int plot)
{
	int i = state->n_open++;

	for (; i > 0 && state->open[i - 1] > plot; i--)
		state->open[i] = state->open[i - 1];
	state->open[i] = (uint8_t)plot;
	state->pile--;
	if (state->n_open == OPEN_MAX)
		state->phase = PHASE_TAKE;
}

/* MS-41, MS-51 */
static void accept(const struct mp_setup *setup, struct metropolis_state *state, int seat, int from)
{
	mp_move deal = state->deal[from];

	if (move_op(deal) == OP_OFFER) {
		metropolis_trade(state, from);
		return;
	}
	state->waiting &= (uint8_t) ~(1u << seat);
	if (state->waiting == 0) {
		state->deal[from] = 0;
		build(setup, state, move_building(deal));
	}
}

static void drop_deal(struct metropolis_state *state, int from)
{
	if (move_op(state->deal[from]) == OP_JOINT)
		state->waiting = 0;
	state->deal[from] = 0;
}

void metropolis_apply(const struct mp_setup *setup, void *memory, int seat, mp_move move)
{
	struct metropolis_state *state = memory;

	switch (move_op(move)) {
	case OP_START:
		state->turn = (uint8_t)move_seat(move);
		state->phase = PHASE_DEAL;
		break;
	case OP_DEAL:
		deal(setup, state, move_seat(move), move_plot(move));
		break;
	case OP_OPEN:
		open(state, move_plot(move));
		break;
	case OP_TAKE:
		take(state, move_plot(move), seat);
		break;
	case OP_GIVE:
		take(state, move_plot(move), move_seat(move));
		break;
	case OP_BUILD:
		build(setup, state, move_building(move));
		break;
	case OP_JOINT:
		state->deal[seat] = move;
		state->waiting = (uint8_t)(metropolis_owners(state, move_building(move)) & ~(1u << seat));
		break;
	case OP_END:
		end_turn(setup, state);
		break;
	case OP_ACCEPT:
		accept(setup, state, seat, move_seat(move));
		break;
	case OP_DECLINE:
		drop_deal(state, move_seat(move));
		break;
	case OP_WITHDRAW:
		drop_deal(state, seat);
		break;
	case OP_OFFER:
		state->deal[seat] = move;
		break;
	}
}
