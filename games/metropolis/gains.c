/* SPDX-License-Identifier: MIT
 *
 * What a trade would open up to its two sides: the building worth most that each could build alone,
 * now and after it. For those who make or answer an offer; no rule depends on it.
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
	const struct metropolis_tables *tables = tables_of(setup);
	struct prospect best = {.value = -1};

	for (int district = 0; district < DISTRICTS; district++)
		for (int word = 0; word < tables->words; word++) {
			uint64_t rest = metropolis_buildable(setup, state, seat, district, word);

			for (; rest; rest &= rest - 1) {
				const struct metropolis_placement *placement =
					&tables->placement[64 * word + lowest(rest)];
				uint16_t building =
					building_pack(placement->kind, (unsigned)district, placement->mask);
				int value = worth_of(setup, state, building);

				if (value > best.value)
					best = (struct prospect){.building = building, .value = value};
			}
		}
	return best;
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
	mp_json_str(json, "kind", metropolis_kind_names[building_kind(best.building)]);
	metropolis_json_plots(json, "plots", building_district(best.building),
	                      building_mask(best.building));
	mp_json_int(json, "value", best.value);
	mp_json_end_object(json);
}

void metropolis_json_gains(const struct mp_setup *setup, const struct metropolis_state *state,
                           int from, struct mp_json *json)
{
	struct metropolis_state then = *state;
	int sides[2] = {from, move_seat(state->deal[from])};

	if (move_op(state->deal[from]) != OP_OFFER)
		return;
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
