/* SPDX-License-Identifier: MIT
 *
 * The secrets of the game are the others' area and neighbourhood cards, nothing else (MY-14). The
 * reference distribution of guess(): all deals that fit one's own cards are equally likely; what is
 * left over is unknown like the rest.
 */
#include "state.h"

#include <metropole/rng.h>

static bool is_secret(mp_move move)
{
	return metropolys_type(move) == METROPOLYS_MOVE_AREA ||
	       metropolys_type(move) == METROPOLYS_MOVE_KIND;
}

mp_viewers metropolys_seen_by(const struct mp_setup *setup, const void *state, int seat,
                              mp_move move)
{
	(void)setup, (void)state, (void)seat;
	return is_secret(move) ? (mp_viewers)(MP_REFEREE | 1u << metropolys_a(move)) : MP_EVERYONE;
}

mp_move metropolys_cut(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                       int viewer)
{
	(void)setup, (void)state, (void)seat;
	if (!is_secret(move) || viewer == MP_ALL || (unsigned)viewer == metropolys_a(move))
		return move;
	return metropolys_move(metropolys_type(move), metropolys_a(move), METROPOLYS_UNKNOWN);
}

void metropolys_redact(const struct mp_setup *setup, void *state, int viewer)
{
	struct metropolys_state *s = state;

	(void)setup;
	if (s->phase == METROPOLYS_PHASE_OVER || viewer == MP_ALL)
		return;
	for (int seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++) {
		if (seat == viewer)
			continue;
		if (s->area[seat])
			s->area[seat] = METROPOLYS_UNKNOWN;
		if (s->kind[seat])
			s->kind[seat] = METROPOLYS_UNKNOWN;
	}
}

/* Deals the unknown cards, seat by seat, from those that nobody is known to have: every deal is as
 * likely as any other. */
static void guess_cards(uint8_t *card, unsigned deck, struct mp_rng *rng)
{
	for (unsigned seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++)
		if (card[seat] && card[seat] != METROPOLYS_UNKNOWN)
			deck &= ~(1u << card[seat]);
	for (unsigned seat = 0; seat < METROPOLYS_PLAYERS_MAX; seat++) {
		unsigned rest = deck;

		if (card[seat] != METROPOLYS_UNKNOWN)
			continue;
		for (uint32_t skip = mp_rng_below(rng, metropolys_set_size(deck)); skip; skip--)
			rest &= rest - 1;
		card[seat] = (uint8_t)metropolys_set_first(rest);
		deck &= ~(1u << card[seat]);
	}
}

bool metropolys_guess(const struct mp_setup *setup, void *redacted, int viewer, struct mp_rng *rng)
{
	struct metropolys_state *s = redacted;

	(void)viewer;
	guess_cards(s->area, metropolys_area_deck(setup), rng);
	guess_cards(s->kind, 0x3e, rng);
	return true;
}

/* Both cards as one. */
int metropolys_secret(const struct mp_setup *setup, const void *state, int seat)
{
	const struct metropolys_state *s = state;

	(void)setup;
	return s->phase < METROPOLYS_PHASE_PLAY ? -1 : s->area[seat] << 4 | s->kind[seat];
}
