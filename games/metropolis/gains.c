/* SPDX-License-Identifier: MIT
 *
 * What a deal is worth to its sides. A trade: the building worth most that each could build alone,
 * now and after it. A joint building: its value, and each side's part. And what empty plots are
 * good for, and what stands in the way of a building, or of an answer. For those who decide; no
 * rule depends on it.
 */
#include "state.h"

#include <metropole/text.h>

struct prospect {
	uint16_t building;
	int value; /* -1: nothing can be built */
};

/* Worth as if it stood there already; its piece is in stock, so there is room for it. */
static int worth_of(const struct mp_setup *setup, const struct metropolis_state *state,
                    uint16_t building)
{
	struct metropolis_state built = *state;
	struct metropolis_worth worth;

	built.building[built.n_buildings++] = building;
	metropolis_worth(setup, &built, building, &worth);
	return worth.value;
}

static struct prospect best_prospect(const struct mp_setup *setup,
                                     const struct metropolis_state *state, int seat)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	struct prospect best = {.value = -1};

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++) {
			uint64_t rest = metropolis_buildable(setup, state, seat, district, word);

			for (; rest; rest &= rest - 1) {
				const struct metropolis_placement *placement =
					&tables->placement[64 * word + metropolis_lowest(rest)];
				uint16_t building =
					metropolis_building_pack(placement->kind, (unsigned)district, placement->mask);
				int value = worth_of(setup, state, building);

				if (value > best.value)
					best = (struct prospect){.building = building, .value = value};
			}
		}
	return best;
}

/* Members of an open object. */
static void describe_prospect(struct prospect prospect, struct mp_json *json)
{
	uint16_t building = prospect.building;

	mp_json_str(json, "kind", metropolis_kind_names[metropolis_building_kind(building)]);
	metropolis_json_plots(json, "plots", metropolis_building_district(building),
	                      metropolis_building_mask(building));
	mp_json_int(json, "value", prospect.value);
}

static void write_prospect(const struct mp_setup *setup, const struct metropolis_state *state,
                           int seat, const char *key, struct mp_json *json)
{
	struct prospect best = best_prospect(setup, state, seat);

	if (best.value < 0) {
		mp_json_null(json, key);
		return;
	}
	mp_json_object(json, key);
	describe_prospect(best, json);
	mp_json_end_object(json);
}

/* For each empty plot of the seat in a district: the building worth most that could stand on it; of
 * equals the smaller one. */
static void find_prospects(const struct mp_setup *setup, const struct metropolis_state *state,
                           int seat, int district, struct prospect best[METROPOLIS_DIGITS])
{
	const struct metropolis_tables *tables = metropolis_tables(setup);

	for (int digit = 0; digit < METROPOLIS_DIGITS; digit++)
		best[digit] = (struct prospect){.value = -1};
	for (int word = 0; word < tables->words; word++)
		for (uint64_t rest = metropolis_buildable(setup, state, seat, district, word); rest;
		     rest &= rest - 1) {
			const struct metropolis_placement *placement =
				&tables->placement[64 * word + metropolis_lowest(rest)];
			struct prospect prospect = {.building = metropolis_building_pack(
											placement->kind, (unsigned)district, placement->mask)};

			prospect.value = worth_of(setup, state, prospect.building);
			for (unsigned mask = placement->mask; mask; mask &= mask - 1) {
				struct prospect *known = &best[metropolis_lowest(mask)];
				int plots = metropolis_popcount(metropolis_building_mask(known->building));

				if (prospect.value > known->value || (prospect.value == known->value &&
				                                      metropolis_popcount(placement->mask) < plots))
					*known = prospect;
			}
		}
}

/* Each of them once; `type`, if given, makes it something to be read. */
void metropolis_json_prospects(const struct mp_setup *setup, const struct metropolis_state *state,
                               int seat, const char *type, struct mp_json *json)
{
	struct prospect best[METROPOLIS_DIGITS];

	for (int district = 0; district < METROPOLIS_DISTRICTS; district++) {
		find_prospects(setup, state, seat, district, best);
		for (int digit = 0; digit < METROPOLIS_DIGITS; digit++) {
			int first = 0;

			while (best[first].building != best[digit].building)
				first++;
			if (best[digit].value < 0 || first < digit)
				continue;
			mp_json_object(json, NULL);
			if (type)
				mp_json_str(json, "type", type);
			mp_json_int(json, "seat", seat + 1);
			describe_prospect(best[digit], json);
			mp_json_end_object(json);
		}
	}
}

static void write_trade(const struct mp_setup *setup, const struct metropolis_state *state,
                        int from, struct mp_json *json)
{
	struct metropolis_state then = *state;
	int sides[2] = {from, metropolis_move_seat(state->deal[from])};

	metropolis_trade(&then, from);
	mp_json_array(json, "gains");
	for (int i = 0; i < 2; i++) {
		mp_json_object(json, NULL);
		mp_json_int(json, "seat", sides[i] + 1);
		write_prospect(setup, state, sides[i], "now", json);
		write_prospect(setup, &then, sides[i], "then", json);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

static void write_joint(const struct mp_setup *setup, const struct metropolis_state *state,
                        uint16_t building, struct mp_json *json)
{
	int size = metropolis_tables(setup)->values.kind[metropolis_building_kind(building)].size;
	int value = worth_of(setup, state, building);
	unsigned owners = metropolis_owners(state, building);

	mp_json_int(json, "value", value);
	mp_json_array(json, "shares");
	for (; owners; owners &= owners - 1) {
		int seat = metropolis_lowest(owners);
		unsigned plots = state->owned[seat][metropolis_building_district(building)] &
		                 metropolis_building_mask(building);

		mp_json_object(json, NULL);
		mp_json_int(json, "seat", seat + 1);
		mp_json_int(json, "plots", metropolis_popcount(plots));
		mp_json_int(json, "points", metropolis_part(state, building, size, value, seat));
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}

void metropolis_json_gains(const struct mp_setup *setup, const struct metropolis_state *state,
                           int from, struct mp_json *json)
{
	if (metropolis_move_op(state->deal[from]) == METROPOLIS_OP_OFFER)
		write_trade(setup, state, from, json);
	else
		write_joint(setup, state, metropolis_move_building(state->deal[from]), json);
}

/* In twelfths: the points that a seat has and the building worth most that it could build. */
static int standing(const struct mp_setup *setup, const struct metropolis_state *state, int seat)
{
	int32_t score[MP_SEATS];
	int best = best_prospect(setup, state, seat).value;

	metropolis_score(setup, state, score);
	return score[seat] + (best < 0 ? 0 : 12 * best);
}

static int gain_of(const struct mp_setup *setup, const struct metropolis_state *now,
                   const struct metropolis_state *then, int seat)
{
	return standing(setup, then, seat) - standing(setup, now, seat);
}

/* Those who are no party and would lose more than bots allow. */
static unsigned harmed_by(const struct mp_setup *setup, const struct metropolis_state *now,
                          const struct metropolis_state *then, unsigned parties)
{
	float before[MP_SEATS], after[MP_SEATS];
	unsigned harmed = 0;

	metropolis_evaluate(setup, now, before);
	metropolis_evaluate(setup, then, after);
	for (int seat = 0; seat < setup->players; seat++)
		if (!(parties >> seat & 1) && before[seat] - after[seat] > MP_DEAL_HARM_MAX)
			harmed |= 1u << seat;
	return harmed;
}

/* A joint building pays each owner a part; the reason not to share is what one could build alone,
 * or who gets the larger part. */
static const char *joint_reason(const struct mp_setup *setup, const struct metropolis_state *state,
                                int from, int seat)
{
	uint16_t building = metropolis_move_building(state->deal[from]);
	int size = metropolis_tables(setup)->values.kind[metropolis_building_kind(building)].size;
	int value = worth_of(setup, state, building);
	int part = metropolis_part(state, building, size, value, seat);

	if (12 * best_prospect(setup, state, seat).value >= part)
		return "alone";
	return metropolis_part(state, building, size, value, from) > part ? "partner" : "plans";
}

static const char *trade_reason(const struct mp_setup *setup, const struct metropolis_state *state,
                                const struct metropolis_state *then, int from, int seat)
{
	int gain = gain_of(setup, state, then, seat);

	if (best_prospect(setup, then, seat).value < 0)
		return best_prospect(setup, state, seat).value < 0 ? "still" : "nothing";
	if (gain <= 0)
		return gain < 0 ? "less" : "same";
	return gain_of(setup, state, then, from) > gain ? "partner" : "plans";
}

/* What a deal that was declined would have done to the one who declined it, as everybody can see.
 */
const char *metropolis_decline_reason(const struct mp_setup *setup,
                                      const struct metropolis_state *state, int from, int seat,
                                      unsigned *harmed)
{
	bool is_trade = metropolis_move_op(state->deal[from]) == METROPOLIS_OP_OFFER;
	mp_move deal = state->deal[from];
	struct metropolis_state then = *state;
	unsigned parties = 1u << from;

	parties |= is_trade ? 1u << seat : metropolis_owners(state, metropolis_move_building(deal));
	while (then.deal[from] == deal)
		metropolis_apply(setup, &then, metropolis_lowest(metropolis_answerers(&then, from)),
		                 metropolis_move_pack(METROPOLIS_OP_ACCEPT, from, 0));
	*harmed = harmed_by(setup, state, &then, parties);
	if (*harmed && gain_of(setup, state, &then, seat) > 0)
		return "others";
	*harmed = 0;
	return is_trade ? trade_reason(setup, state, &then, from, seat)
	                : joint_reason(setup, state, from, seat);
}

bool metropolis_looks_better(const struct mp_setup *setup, const void *before, const void *after,
                             int seat)
{
	return gain_of(setup, before, after, seat) > 0;
}

/* Could this kind be built on the seat's plots if MS-11 and the stock allowed it? */
static const char *obstacle(const struct mp_setup *setup, const struct metropolis_state *state,
                            int seat, int kind)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);
	const char *why = "plots";
	int left = 0;

	for (int i = 0; i < tables->values.n_pieces; i++)
		if (tables->values.piece[i].kind == kind)
			left += state->stock[i];
	if (!left)
		return "stock";
	for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++) {
			uint64_t set = tables->fits[word][metropolis_empty_of(state, seat, district)];

			for (; set; set &= set - 1) {
				int i = 64 * word + metropolis_lowest(set);

				if ((int)tables->placement[i].kind != kind ||
				    !(state->in_stock[word] >> metropolis_lowest(set) & 1))
					continue;
				if (metropolis_possible(tables, state, district, word) >> metropolis_lowest(set) &
				    1)
					return NULL;
				why = "barred";
			}
		}
	return why;
}

void metropolis_json_unbuildable(const struct mp_setup *setup, const struct metropolis_state *state,
                                 struct mp_json *json)
{
	bool due = state->phase == METROPOLIS_PHASE_BUILD || state->phase == METROPOLIS_PHASE_EXTRA;
	const struct metropolis_values *values = &metropolis_tables(setup)->values;

	mp_json_array(json, "unbuildable");
	for (int kind = 0; kind < METROPOLIS_KINDS; kind++) {
		const char *why = due ? obstacle(setup, state, state->turn, kind)
		                  : state->phase == METROPOLIS_PHASE_TAKE ? "card"
		                                                          : NULL;

		if (!why)
			continue;
		mp_json_object(json, NULL);
		mp_json_str(json, "kind", metropolis_kind_names[kind]);
		mp_json_str(json, "reason", why);
		mp_json_int(json, "size", values->kind[kind].size);
		mp_json_end_object(json);
	}
	mp_json_end_array(json);
}
