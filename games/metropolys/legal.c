/* SPDX-License-Identifier: MIT
 *
 * Who is on turn and what they may do in a call for proposals, and what chance may do before it.
 * Legality does not depend on any secret.
 */
#include "state.h"

int metropolys_turn(const struct mp_setup *setup, const void *state)
{
	const struct metropolys_state *s = state;

	(void)setup;
	return s->phase < METROPOLYS_PHASE_PLAY    ? MP_CHANCE
	       : s->phase == METROPOLYS_PHASE_PLAY ? s->turn
	                                           : MP_OVER;
}

/* Every value on every place: the list of the lowest value, again for each of the others. */
static size_t list_bids(struct metropolys_choice choice, mp_move *out)
{
	unsigned lowest = metropolys_set_first(choice.values);
	size_t places = 0, n;

	for (uint64_t rest = choice.places; rest; rest &= rest - 1)
		out[places++] = metropolys_move(METROPOLYS_MOVE_BID, lowest, metropolys_set_first(rest));
	n = places;
	for (unsigned values = choice.values & (choice.values - 1); values; values &= values - 1) {
		mp_move more = metropolys_move(0, metropolys_set_first(values) - lowest, 0);

		for (size_t i = 0; i < places; i++)
			out[n++] = out[i] + more;
	}
	return n;
}

size_t metropolys_legal(const struct mp_setup *setup, const void *state, int seat, mp_move *out)
{
	const struct metropolys_state *s = state;
	struct metropolys_choice choice;
	size_t n = 0;

	if (metropolys_turn(setup, s) != seat || seat < 0)
		return 0;
	choice = metropolys_choices(s, (unsigned)seat);
	if (choice.values)
		n = list_bids(choice, out);
	if (s->bids)
		out[n++] = metropolys_move(METROPOLYS_MOVE_PASS, 0, 0);
	return n;
}

/* Each token of its kind on each free neighbourhood that may have one is as likely as any other. */
static size_t list_tokens(const struct mp_setup *setup, const struct metropolys_state *s,
                          struct mp_outcome *out)
{
	uint64_t laid =
		s->token[METROPOLYS_TRENDY] | s->token[METROPOLYS_SUBWAY] | s->token[METROPOLYS_SITE];
	uint64_t places = metropolys_map.district[metropolys_laying_district(s)] &
	                  ~metropolys_map.blind_alley & ~laid;
	size_t n = 0;

	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++) {
		unsigned left =
			metropolys_token_count[setup->players][t] - metropolys_set_size(s->token[t]);

		for (uint64_t rest = left ? places : 0; rest; rest &= rest - 1)
			out[n++] = (struct mp_outcome){
				.move = metropolys_move(METROPOLYS_MOVE_TOKEN, t, metropolys_set_first(rest)),
				.weight = left};
	}
	return n;
}

/* The next seat's card: any that nobody has. */
static size_t list_cards(enum metropolys_move_type type, const uint8_t *card, unsigned deck,
                         struct mp_outcome *out)
{
	unsigned seat = 0;
	size_t n = 0;

	for (; card[seat]; seat++)
		deck &= ~(1u << card[seat]);
	for (unsigned c = 1; c < METROPOLYS_AREAS; c++)
		if (deck >> c & 1)
			out[n++] = (struct mp_outcome){.move = metropolys_move(type, seat, c), .weight = 1};
	return n;
}

size_t metropolys_chance(const struct mp_setup *setup, const void *state, struct mp_outcome *out)
{
	const struct metropolys_state *s = state;
	size_t n = 0;

	switch ((enum metropolys_phase)s->phase) {
	case METROPOLYS_PHASE_START:
		for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
			out[n++] = (struct mp_outcome){.move = metropolys_move(METROPOLYS_MOVE_START, seat, 0),
			                               .weight = 1};
		return n;
	case METROPOLYS_PHASE_OUT:
		for (unsigned i = 1; i < METROPOLYS_OUTS; i++)
			if (metropolys_does_out_fit(setup->players, i))
				out[n++] = (struct mp_outcome){.move = metropolys_move(METROPOLYS_MOVE_OUT, i, 0),
				                               .weight = 1};
		return n;
	case METROPOLYS_PHASE_LAYING:
		return list_tokens(setup, s, out);
	case METROPOLYS_PHASE_AREA:
		return list_cards(METROPOLYS_MOVE_AREA, s->area, metropolys_area_deck(setup), out);
	case METROPOLYS_PHASE_KIND:
		return list_cards(METROPOLYS_MOVE_KIND, s->kind, 0x3e, out);
	default:
		return 0;
	}
}
