/* SPDX-License-Identifier: MIT
 *
 * What a building is worth, and to whom. Scores are in twelfths: a joint building has 4 or 6 plots
 * (MS-41) and both divide 12, so value * 12 / size * plots is a whole number. A building of
 * another size has one owner, who gets value * 12 whatever the size.
 *
 * Bounds: a value is at most 999 + 39 * 99 = 4860, and 40 * 12 * 4860 is far below 2^31.
 */
#include "state.h"

#include <metropole/text.h>

/* Value of a building among `count` buildings of each kind in its district. */
static int value_of(const struct metropolis_values *values, uint16_t building,
                    const uint8_t count[METROPOLIS_KINDS])
{
	const struct metropolis_kind_values *kind = &values->kind[metropolis_building_kind(building)];
	bool on_site = kind->site != METROPOLIS_NO_SITE &&
	               values->site[kind->site][metropolis_building_district(building)] &
	                   metropolis_building_mask(building);
	int value = on_site ? kind->on_site : kind->base;

	for (int cause = 0; cause < METROPOLIS_KINDS; cause++)
		value += kind->change[cause] * count[cause];
	value -= kind->change[metropolis_building_kind(building)]; /* it is no other building */
	return value > 0 ? value : 0;
}

static void count_kinds(const struct metropolis_state *state,
                        uint8_t count[METROPOLIS_DISTRICTS][METROPOLIS_KINDS])
{
	for (int i = 0; i < state->n_buildings; i++) {
		uint16_t building = state->building[i];

		count[metropolis_building_district(building)][metropolis_building_kind(building)]++;
	}
}

void metropolis_worth(const struct mp_setup *setup, const struct metropolis_state *state,
                      uint16_t building, struct metropolis_worth *worth)
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;
	const struct metropolis_kind_values *kind = &values->kind[metropolis_building_kind(building)];
	unsigned district = metropolis_building_district(building);
	uint8_t count[METROPOLIS_DISTRICTS][METROPOLIS_KINDS] = {{0}};
	int sum;

	*worth = (struct metropolis_worth){.base = kind->base};
	count_kinds(state, count);
	if (kind->site != METROPOLIS_NO_SITE &&
	    values->site[kind->site][district] & metropolis_building_mask(building))
		worth->site = kind->on_site - kind->base;
	sum = worth->base + worth->site;
	for (unsigned cause = 0; cause < METROPOLIS_KINDS; cause++) {
		int others = count[district][cause] - (cause == metropolis_building_kind(building));

		worth->number[cause] = kind->change[cause] ? others : 0;
		worth->change[cause] = kind->change[cause] * others;
		sum += worth->change[cause];
	}
	worth->floor = sum < 0 ? -sum : 0;
	worth->value = sum + worth->floor;
}

int32_t metropolis_part(const struct metropolis_state *state, uint16_t building, int size,
                        int value, int seat)
{
	int plots = metropolis_popcount(state->owned[seat][metropolis_building_district(building)] &
	                                metropolis_building_mask(building));

	return plots == size ? value * 12 : value * 12 * plots / size;
}

/* MS-61 */
void metropolis_score(const struct mp_setup *setup, const void *memory, int32_t score[MP_SEATS])
{
	const struct metropolis_values *values = &metropolis_tables(setup)->values;
	const struct metropolis_state *state = memory;
	uint8_t count[METROPOLIS_DISTRICTS][METROPOLIS_KINDS] = {{0}};

	for (int seat = 0; seat < MP_SEATS; seat++)
		score[seat] = 0;
	count_kinds(state, count);
	for (int i = 0; i < state->n_buildings; i++) {
		uint16_t building = state->building[i];
		int value = value_of(values, building, count[metropolis_building_district(building)]);
		int size = values->kind[metropolis_building_kind(building)].size;

		for (int seat = 0; seat < setup->players; seat++)
			score[seat] += metropolis_part(state, building, size, value, seat);
	}
}

unsigned metropolis_winners(const struct mp_setup *setup, const void *memory)
{
	const struct metropolis_state *state = memory;
	int32_t score[MP_SEATS], best = -1;
	unsigned winners = 0;

	if (state->phase != METROPOLIS_PHASE_OVER)
		return 0;
	metropolis_score(setup, state, score);
	for (int seat = 0; seat < setup->players; seat++) {
		if (score[seat] > best) {
			best = score[seat];
			winners = 0;
		}
		if (score[seat] == best)
			winners |= 1u << seat;
	}
	return winners;
}

/* One entry for each building and owner; points in twelfths, `value` of the whole building in
 * points, `supplied` of `size` plots. */
void metropolis_breakdown(const struct mp_setup *setup, const void *redacted, int viewer,
                          struct mp_json *json)
{
	const struct metropolis_state *state = redacted;

	(void)viewer;
	for (int i = 0; i < state->n_buildings; i++) {
		uint16_t building = state->building[i];
		unsigned kind = metropolis_building_kind(building),
				 district = metropolis_building_district(building);
		int size = metropolis_tables(setup)->values.kind[kind].size;
		struct metropolis_worth worth;

		metropolis_worth(setup, state, building, &worth);
		for (int seat = 0; seat < setup->players; seat++) {
			int plots = metropolis_popcount(state->owned[seat][district] &
			                                metropolis_building_mask(building));

			if (plots == 0)
				continue;
			mp_json_object(json, NULL);
			mp_json_int(json, "seat", seat + 1);
			mp_json_str(json, "rule", "MS-61");
			mp_json_int(json, "points", metropolis_part(state, building, size, worth.value, seat));
			mp_json_str(json, "cause", metropolis_kind_names[kind]);
			metropolis_json_plots(json, "plots", district, metropolis_building_mask(building));
			mp_json_int(json, "value", worth.value);
			mp_json_int(json, "supplied", plots);
			mp_json_int(json, "size", size);
			metropolis_json_why(setup, kind, &worth, json);
			mp_json_end_object(json);
		}
	}
}
