/* SPDX-License-Identifier: MIT
 *
 * Cellar's moves in two parts, the kind (0 … 4) and what is done with it (5 play, 6 bury); and the
 * codecs of mutants that break the laws about them.
 */
#include "toy.h"

#include <metropole/codec.h>

enum { PLAY = TOY_KINDS, BURY, ACTIONS };

static size_t actions(const struct mp_setup *setup)
{
	(void)setup;
	return ACTIONS;
}

/* A begun move is the kind, counted from 1. */
static void mask(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                 uint64_t *bits)
{
	const struct toy *s = state;

	(void)setup;
	*bits = 0;
	if (part) {
		*bits = 1u << BURY | (s->top != part ? 1u << PLAY : 0);
		return;
	}
	for (int kind = 0; kind < TOY_KINDS; kind++)
		if (s->hand[seat][kind])
			*bits |= 1u << kind;
}

static bool decode(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                   unsigned action, mp_move *move)
{
	(void)setup, (void)state, (void)seat;
	*move = action < TOY_KINDS
	            ? action + 1
	            : toy_move(action == PLAY ? TOY_V_PLAY : TOY_V_BURY, 0, (int)part - 1);
	return action >= TOY_KINDS;
}

static size_t encode(const struct mp_setup *setup, const void *state, int seat, mp_move move,
                     uint16_t *out)
{
	(void)setup, (void)state, (void)seat;
	out[0] = (uint16_t)toy_kind(move);
	out[1] = toy_verb(move) == TOY_V_PLAY ? PLAY : BURY;
	return 2;
}

static const struct mp_plane planes[] = {{"hand", 1, TOY_KINDS, "cards of each kind in hand"}};

static void observe(const struct mp_setup *setup, const void *redacted, int viewer, mp_move part,
                    float *out)
{
	const struct toy *s = redacted;

	(void)setup, (void)part;
	for (int kind = 0; kind < TOY_KINDS; kind++)
		out[kind] = s->hand[viewer][kind];
}

#define CODEC(mask_fn, decode_fn, observe_fn)                                                      \
	{                                                                                              \
		.actions = actions, .mask = mask_fn, .decode = decode_fn, .encode = encode,                \
		.planes = planes, .n_planes = 1, .observe = observe_fn                                     \
	}

const struct mp_codec toy_codec = CODEC(mask, decode, observe);

/* Offers a kind that is not there. */
static void mask_all(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                     uint64_t *bits)
{
	mask(setup, state, seat, part, bits);
	if (!part)
		*bits |= 1;
}

void toy_generous_mask(struct mp_game *game)
{
	static const struct mp_codec codec = CODEC(mask_all, decode, observe);

	game->codec = &codec;
}

/* Offers to play what was just played (TO-1), once the kind is chosen. */
static void mask_top(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                     uint64_t *bits)
{
	mask(setup, state, seat, part, bits);
	if (part)
		*bits |= 1u << PLAY;
}

void toy_generous_part(struct mp_game *game)
{
	static const struct mp_codec codec = CODEC(mask_top, decode, observe);

	game->codec = &codec;
}

/* Looks at how many cards of the others are unknown. */
static void mask_unknown(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                         uint64_t *bits)
{
	const struct toy *s = state;

	mask(setup, state, seat, part, bits);
	if (s->unknown_hand[(seat + 1) % setup->players])
		*bits |= 1u << BURY;
}

void toy_peeking_mask(struct mp_game *game)
{
	static const struct mp_codec codec = CODEC(mask_unknown, decode, observe);

	game->codec = &codec;
}

/* Buries what was to be played. */
static bool decode_bury(const struct mp_setup *setup, const void *state, int seat, mp_move part,
                        unsigned action, mp_move *move)
{
	return decode(setup, state, seat, part, action == PLAY ? BURY : action, move);
}

void toy_other_move(struct mp_game *game)
{
	static const struct mp_codec codec = CODEC(mask, decode_bury, observe);

	game->codec = &codec;
}

/* Writes one number more than there are. */
static void observe_more(const struct mp_setup *setup, const void *redacted, int viewer,
                         mp_move part, float *out)
{
	observe(setup, redacted, viewer, part, out);
	out[TOY_KINDS] = 1;
}

void toy_long_observation(struct mp_game *game)
{
	static const struct mp_codec codec = CODEC(mask, decode, observe_more);

	game->codec = &codec;
}
