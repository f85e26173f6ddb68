/* SPDX-License-Identifier: MIT
 *
 * Moves as numbers and positions as tensors, for games without deals. A building is
 * district * 64 * words + placement (placements are counted by the tables; words is 1 for the
 * default table), so that what can be built in a district is a word of the mask or two. Then the
 * cards, to the own seat and to each seat after it: plot * players + (seats on), so that a card's
 * stand side by side. The last action ends the turn.
 */
#include "state.h"

#include <metropole/codec.h>

#include <string.h>

static unsigned first_card(const struct mp_setup *setup)
{
	return METROPOLIS_DISTRICTS * 64 * (unsigned)metropolis_tables(setup)->words;
}

static unsigned end_action(const struct mp_setup *setup)
{
	return first_card(setup) + (unsigned)setup->players * METROPOLIS_PLOTS;
}

static size_t actions(const struct mp_setup *setup)
{
	return setup->option[METROPOLIS_OPTION_DEALS] ? 0 : end_action(setup) + 1;
}

static unsigned card_action(const struct mp_setup *setup, int seat, int to, int plot)
{
	int on = to >= seat ? to - seat : to - seat + setup->players;

	return first_card(setup) + (unsigned)(plot * setup->players + on);
}

/* The open cards, to whomever they may go. */
static void mask_cards(const struct mp_setup *setup, const struct metropolis_state *state, int seat,
                       uint64_t *bits)
{
	unsigned players = (unsigned)setup->players, everyone = (1u << players) - 1;
	uint8_t right[METROPOLIS_OPEN_MAX];

	metropolis_rights(setup, state, right);
	for (int i = 0; i < state->n_open; i++) {
		unsigned action = first_card(setup) + state->open[i] * players, at = action % 64;
		uint64_t to = (right[i] | (unsigned)right[i] << players) >> seat & everyone;

		bits[action / 64] |= to << at;
		if (at + players > 64)
			bits[action / 64 + 1] |= to >> (64 - at);
	}
}

static void mask(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                 uint64_t *bits)
{
	const struct metropolis_state *state = memory;
	unsigned end = end_action(setup), words = metropolis_tables(setup)->words;
	bool is_card_due = state->phase == METROPOLIS_PHASE_TAKE;
	size_t from = is_card_due ? 0 : METROPOLIS_DISTRICTS * words;

	(void)part;
	memset(bits + from, 0, (mp_codec_words(end + 1) - from) * sizeof *bits);
	if (is_card_due) {
		mask_cards(setup, state, seat, bits);
		return;
	}
	bits[end / 64] |= (uint64_t)1 << end % 64;
	for (unsigned district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (unsigned word = 0; word < words; word++)
			*bits++ = metropolis_buildable(setup, state, seat, (int)district, (int)word);
}

static bool decode(const struct mp_setup *setup, const void *memory, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	unsigned cards = first_card(setup), shift = tables->words == 1 ? 6 : 7;

	(void)memory, (void)part;
	if (action < cards) {
		const struct metropolis_placement *placement =
			&tables->placement[action & ((1u << shift) - 1)];

		*move = metropolis_move_pack_building(
			METROPOLIS_OP_BUILD,
			metropolis_building_pack(placement->kind, action >> shift, placement->mask));
	} else if (action == end_action(setup)) {
		*move = metropolis_move_pack(METROPOLIS_OP_END, 0, 0);
	} else {
		int plot = (int)(action - cards) / setup->players,
			on = (int)(action - cards) % setup->players;
		int to = seat + on < setup->players ? seat + on : seat + on - setup->players;

		*move = on == 0 ? metropolis_move_pack(METROPOLIS_OP_TAKE, 0, plot)
		                : metropolis_move_pack(METROPOLIS_OP_GIVE, to, plot);
	}
	return true;
}

static unsigned find_placement(const struct metropolis_tables *tables, uint16_t building)
{
	unsigned i = 0;

	while (tables->placement[i].kind != metropolis_building_kind(building) ||
	       tables->placement[i].mask != metropolis_building_mask(building))
		i++;
	return i;
}

static size_t encode(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                     uint16_t *out)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	uint16_t building = metropolis_move_building(move);
	unsigned action = end_action(setup);

	(void)memory;
	if (metropolis_move_op(move) == METROPOLIS_OP_BUILD)
		action = metropolis_building_district(building) * 64 * tables->words +
		         find_placement(tables, building);
	else if (metropolis_move_op(move) == METROPOLIS_OP_TAKE)
		action = card_action(setup, seat, seat, metropolis_move_plot(move));
	else if (metropolis_move_op(move) == METROPOLIS_OP_GIVE)
		action = card_action(setup, seat, metropolis_move_seat(move), metropolis_move_plot(move));
	*out = (uint16_t)action;
	return 1;
}

static const struct mp_plane planes[] = {
	{"owned", METROPOLIS_PLAYERS_MAX, METROPOLIS_PLOTS, "1 where this seat owns the plot"},
	{"buildings", METROPOLIS_KINDS, METROPOLIS_PLOTS, "1 where a building of this kind stands"},
	{"open", 1, METROPOLIS_PLOTS, "1 for the plots of the open cards"},
	{"stock", 1, METROPOLIS_PIECES_MAX, "pieces of each form left, / 5"},
	{"phase", 1, 3, "1 for what is due: a card, a building or the end, the same in an extra turn"},
	{"pile", 1, 1, "cards left in the pile, / 80"},
	{"points", 1, METROPOLIS_PLAYERS_MAX, "points of each seat so far, / 100"},
};

static void put_mask(float *out, unsigned district, unsigned plots)
{
	for (; plots; plots &= plots - 1)
		out[district * METROPOLIS_DIGITS + (unsigned)metropolis_lowest(plots)] = 1;
}

static void observe(const struct mp_setup *setup, const void *redacted, int viewer, mp_move part,
                    float *out)
{
	const struct metropolis_state *state = redacted;
	unsigned players = (unsigned)setup->players;
	int32_t score[MP_SEATS];

	(void)part;
	for (unsigned i = 0; i < players; i++)
		for (unsigned district = 0; district < METROPOLIS_DISTRICTS; district++)
			put_mask(out + i * METROPOLIS_PLOTS, district,
			         state->owned[((unsigned)viewer + i) % players][district]);
	out += METROPOLIS_PLAYERS_MAX * METROPOLIS_PLOTS;
	for (int i = 0; i < state->n_buildings; i++)
		put_mask(out + metropolis_building_kind(state->building[i]) * METROPOLIS_PLOTS,
		         metropolis_building_district(state->building[i]),
		         metropolis_building_mask(state->building[i]));
	out += METROPOLIS_KINDS * METROPOLIS_PLOTS;
	for (int i = 0; i < state->n_open; i++)
		out[state->open[i]] = 1;
	out += METROPOLIS_PLOTS;
	for (int i = 0; i < METROPOLIS_PIECES_MAX; i++)
		*out++ = state->stock[i] * 0.2f;
	if (state->phase >= METROPOLIS_PHASE_TAKE && state->phase <= METROPOLIS_PHASE_EXTRA)
		out[state->phase - METROPOLIS_PHASE_TAKE] = 1;
	out += 3;
	*out++ = state->pile / 80.0f;
	metropolis_score(setup, state, score);
	for (unsigned i = 0; i < players; i++)
		out[i] = (float)score[((unsigned)viewer + i) % players] /
		         (100.0f * (float)setup->game->score_scale);
}

const struct mp_codec metropolis_codec = {
	.actions = actions,
	.mask = mask,
	.decode = decode,
	.encode = encode,
	.planes = planes,
	.n_planes = sizeof planes / sizeof *planes,
	.observe = observe,
};
