/* SPDX-License-Identifier: MIT
 *
 * Who knows what. Secret are the tiles in hand and a drawn tile until it is placed (ME-21, ME-31):
 * their seat knows them, with open_hands everybody does. That a tile was drawn is public.
 */
#include "state.h"

#include <metropole/rng.h>

bool metro_may_see(const struct mp_setup *setup, unsigned seat, int viewer)
{
	return setup->option[METRO_OPEN_HANDS] || viewer == MP_ALL || viewer == (int)seat;
}

static bool is_secret(mp_move move)
{
	return metro_move_type(move) == METRO_CHANCE_DEAL || metro_move_type(move) == METRO_CHANCE_DRAW;
}

mp_viewers metro_seen_by(const struct mp_setup *setup, const void *memory, int seat, mp_move move)
{
	const struct metro_state *state = memory;

	(void)seat;
	if (!is_secret(move) || setup->option[METRO_OPEN_HANDS])
		return MP_EVERYONE;
	return (mp_viewers)(MP_REFEREE | 1u << state->seat);
}

mp_move metro_cut(const struct mp_setup *setup, const void *memory, int seat, mp_move move,
                  int viewer)
{
	const struct metro_state *state = memory;

	(void)seat;
	if (!is_secret(move) || metro_may_see(setup, state->seat, viewer))
		return move;
	return metro_move(metro_move_type(move), METRO_UNKNOWN, 0, 0, metro_move_seat(move));
}

/* Puts a tile out of sight: it may now be any of the unseen ones. */
static void hide(struct metro_state *state, uint8_t *tile)
{
	if (*tile == METRO_NONE || *tile == METRO_UNKNOWN)
		return;
	state->pile[*tile - METRO_TILE]++;
	*tile = METRO_UNKNOWN;
}

void metro_redact(const struct mp_setup *setup, void *memory, int viewer)
{
	struct metro_state *state = memory;

	if (metro_turn(setup, state) == MP_OVER)
		return;
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
		if (!metro_may_see(setup, seat, viewer))
			for (unsigned i = 0; i < METRO_HAND_MAX; i++)
				hide(state, &state->hand[seat][i]);
	if (!metro_may_see(setup, state->seat, viewer))
		hide(state, &state->drawn);
}

/* One of the unseen tiles, each physical tile equally likely. */
static uint8_t guess_tile(struct metro_state *state, unsigned unseen, struct mp_rng *rng)
{
	unsigned at = mp_rng_below(rng, unseen), kind = 0;

	for (; at >= state->pile[kind]; kind++)
		at -= state->pile[kind];
	state->pile[kind]--;
	return (uint8_t)(METRO_TILE + kind);
}

/* The reference distribution: every way to deal the unseen tiles to the unknown places is equally
 * likely. What the others chose to play or to keep says nothing here. */
bool metro_guess(const struct mp_setup *setup, void *memory, int viewer, struct mp_rng *rng)
{
	struct metro_state *state = memory;
	unsigned unseen = 0;

	(void)viewer;
	for (unsigned kind = 0; kind < METRO_KINDS; kind++)
		unseen += state->pile[kind];
	if (state->drawn == METRO_UNKNOWN)
		state->drawn = guess_tile(state, unseen--, rng);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		uint8_t *hand = state->hand[seat];

		while (hand[0] == METRO_UNKNOWN) {
			metro_hand_remove(hand, METRO_UNKNOWN);
			metro_hand_add(hand, guess_tile(state, unseen--, rng));
		}
	}
	return true;
}

/* Takes the tile that the number says for a place, and the number on to the next place. */
static uint8_t numbered_tile(struct metro_state *state, size_t *number, double *weight)
{
	size_t kind = *number % METRO_KINDS;

	*number /= METRO_KINDS;
	*weight *= state->pile[kind];
	if (state->pile[kind] > 0)
		state->pile[kind]--;
	return (uint8_t)(METRO_TILE + kind);
}

/* A number has a digit for each unknown place; listed are worlds with up to three such places. */
bool metro_world(const struct mp_setup *setup, void *memory, int viewer, const void *posterior,
                 size_t number, double *weight)
{
	struct metro_state *state = memory;
	size_t left = METRO_KINDS * METRO_KINDS * METRO_KINDS;
	unsigned unknown = state->drawn == METRO_UNKNOWN;

	(void)viewer, (void)posterior;
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++)
		for (unsigned i = 0; i < METRO_HAND_MAX; i++)
			unknown += state->hand[seat][i] == METRO_UNKNOWN;
	if (unknown > 3)
		return false;
	for (unsigned i = unknown; i < 3; i++)
		left /= METRO_KINDS;
	if (number >= left)
		return false;
	*weight = 1;
	if (state->drawn == METRO_UNKNOWN)
		state->drawn = numbered_tile(state, &number, weight);
	for (unsigned seat = 0; seat < (unsigned)setup->players; seat++) {
		uint8_t *hand = state->hand[seat];

		while (hand[0] == METRO_UNKNOWN) {
			metro_hand_remove(hand, METRO_UNKNOWN);
			metro_hand_add(hand, numbered_tile(state, &number, weight));
		}
	}
	return true;
}
