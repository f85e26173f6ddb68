/* SPDX-License-Identifier: MIT
 *
 * What a move does, told by comparing the state before and after it. Types:
 *
 * start {seat}, dealt {seat, plot}, open {plot}: chance
 *
 * take {seat, plot}, end {seat}
 *
 * give {seat, to, plot, right}: right is whether the giver might have kept it (MS-33)
 *
 * build {seat, kind, plots, owners: [{seat, plots}], values: [{building, kind, plots, value, was}]}
 *
 * Its seat is on turn; values lists the new building and those whose value it changes, by their
 * place in the view's buildings (was is null for the new one).
 *
 * offer {a deal as in the view}: an offer or a joint building was proposed
 *
 * accept {seat, from}: one of several partners accepted
 *
 * decline {seat, from, reason}: reason is what the deal would have done to the seat. Of a trade
 * "nothing" (is left to build), "still" (nothing, as before), "less" or "same" (is its best
 * building worth); of a joint building "alone" (it can build as much by itself); of both "others"
 * (who are in `harmed`, lose too much by it), "partner" (the other gains more), "plans" (it gains,
 * and may hope for more)
 *
 * withdraw {seat}
 *
 * deal_done {a deal}: it was carried out; of a joint building a `build` follows
 *
 * deal_void {a deal}: it has become impossible
 *
 * extra_turn {seat, left}: the next turn is an extra one (MS-60)
 */
#include "state.h"

#include <metropole/text.h>

#include <string.h>

static void begin(struct mp_json *json, const char *type)
{
	mp_json_object(json, NULL);
	mp_json_str(json, "type", type);
}

static void write_plot(struct mp_json *json, const char *type, int seat, mp_move move)
{
	begin(json, type);
	if (seat >= 0)
		mp_json_int(json, "seat", seat + 1);
	mp_json_int(json, "plot", metropolis_move_plot(move) + 10);
	mp_json_end_object(json);
}

static void write_seat(struct mp_json *json, const char *type, int seat, int from)
{
	begin(json, type);
	mp_json_int(json, "seat", seat + 1);
	if (from >= 0)
		mp_json_int(json, "from", from + 1);
	mp_json_end_object(json);
}

static void write_deal(struct mp_json *json, const char *type, const struct metropolis_state *state,
                       int seat)
{
	begin(json, type);
	metropolis_json_deal(json, state, seat);
	mp_json_end_object(json);
}

static void write_values(const struct mp_setup *setup, const struct metropolis_state *before,
                         const struct metropolis_state *after, struct mp_json *json)
{
	mp_json_array(json, "values");
	for (int i = 0; i < after->n_buildings; i++) {
		bool is_new = i >= before->n_buildings;
		struct metropolis_worth was = {0}, worth;

		metropolis_worth(setup, after, after->building[i], &worth);
		if (!is_new)
			metropolis_worth(setup, before, after->building[i], &was);
		if (!is_new && was.value == worth.value)
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "building", i);
		mp_json_str(json, "kind",
		            metropolis_kind_names[metropolis_building_kind(after->building[i])]);
		metropolis_json_plots(json, "plots", metropolis_building_district(after->building[i]),
		                      metropolis_building_mask(after->building[i]));
		mp_json_int(json, "value", worth.value);
		if (is_new)
			mp_json_null(json, "was");
		else
			mp_json_int(json, "was", was.value);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

static void write_build(const struct mp_setup *setup, const struct metropolis_state *before,
                        const struct metropolis_state *after, struct mp_json *json)
{
	uint16_t building = after->building[after->n_buildings - 1];
	unsigned district = metropolis_building_district(building),
			 mask = metropolis_building_mask(building);

	begin(json, "build");
	mp_json_int(json, "seat", before->turn + 1);
	mp_json_str(json, "kind", metropolis_kind_names[metropolis_building_kind(building)]);
	metropolis_json_plots(json, "plots", district, mask);
	mp_json_array(json, "owners");
	for (int seat = 0; seat < setup->players; seat++) {
		if (!(after->owned[seat][district] & mask))
			continue;
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "plots", metropolis_popcount(after->owned[seat][district] & mask));
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
	write_values(setup, before, after, json);
	mp_json_end_object(json);
}

static void write_decline(const struct mp_setup *setup, const struct metropolis_state *before,
                          int seat, int from, struct mp_json *json)
{
	unsigned harmed;

	begin(json, "decline");
	mp_json_int(json, "seat", seat + 1);
	mp_json_int(json, "from", from + 1);
	mp_json_str(json, "reason", metropolis_decline_reason(setup, before, from, seat, &harmed));
	if (harmed)
		mp_json_seats(json, "harmed", harmed);
	mp_json_end_object(json);
}

/* What the move itself is. */
static void write_move(const struct mp_setup *setup, const struct metropolis_state *before,
                       const struct metropolis_state *after, int seat, mp_move move,
                       struct mp_json *json)
{
	int other = metropolis_move_seat(move);

	switch (metropolis_move_op(move)) {
	case METROPOLIS_OP_START:
		write_seat(json, "start", other, -1);
		break;
	case METROPOLIS_OP_DEAL:
		write_plot(json, "dealt", other, move);
		break;
	case METROPOLIS_OP_OPEN:
		write_plot(json, "open", -1, move);
		break;
	case METROPOLIS_OP_TAKE:
		write_plot(json, "take", seat, move);
		break;
	case METROPOLIS_OP_GIVE:
		begin(json, "give");
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "to", metropolis_move_seat(move) + 1);
		mp_json_int(json, "plot", metropolis_move_plot(move) + 10);
		mp_json_bool(json, "right",
		             metropolis_right(setup, before, metropolis_move_plot(move)) >> seat & 1);
		mp_json_end_object(json);
		break;
	case METROPOLIS_OP_END:
		write_seat(json, "end", seat, -1);
		break;
	case METROPOLIS_OP_JOINT:
	case METROPOLIS_OP_OFFER:
		begin(json, "offer");
		metropolis_json_deal(json, after, seat);
		metropolis_json_gains(setup, after, seat, json);
		mp_json_end_object(json);
		break;
	case METROPOLIS_OP_ACCEPT:
		if (after->deal[other])
			write_seat(json, "accept", seat, other);
		else
			write_deal(json, "deal_done", before, other);
		break;
	case METROPOLIS_OP_DECLINE:
		write_decline(setup, before, seat, other, json);
		break;
	case METROPOLIS_OP_WITHDRAW:
		write_seat(json, "withdraw", seat, -1);
		break;
	case METROPOLIS_OP_BUILD:
		break;
	}
}

void metropolis_effects(const struct mp_setup *setup, const void *redacted, int seat, mp_move move,
                        int viewer, struct mp_json *json)
{
	const struct metropolis_state *before = redacted;
	struct metropolis_state after = *before;
	enum metropolis_operation op = metropolis_move_op(move);
	int ended = -1; /* whose deal the move itself ended */

	(void)viewer;
	metropolis_apply(setup, &after, seat, move);
	if (op == METROPOLIS_OP_ACCEPT || op == METROPOLIS_OP_DECLINE)
		ended = metropolis_move_seat(move);
	else if (op == METROPOLIS_OP_WITHDRAW)
		ended = seat;
	write_move(setup, before, &after, seat, move, json);
	if (after.n_buildings > before->n_buildings)
		write_build(setup, before, &after, json);
	for (int from = 0; from < setup->players; from++)
		if (before->deal[from] && !after.deal[from] && from != ended)
			write_deal(json, "deal_void", before, from);
	if (after.phase == METROPOLIS_PHASE_EXTRA &&
	    (before->phase != METROPOLIS_PHASE_EXTRA || before->extra != after.extra)) {
		begin(json, "extra_turn");
		mp_json_int(json, "seat", after.turn + 1);
		mp_json_int(json, "left", after.extra);
		mp_json_end_object(json);
	}
}
