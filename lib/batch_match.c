/* SPDX-License-Identifier: MIT
 *
 * One match as in a batch: its moves as actions, and what its viewers see as tensors.
 */
#include "batch.h"

#include <string.h>

/* The codec, if this seat's moves can be coded here; otherwise says why not. */
static const struct mp_codec *codec_for(const struct mp_match *match, int seat)
{
	const struct mp_codec *codec = batch_codec(match->setup);

	if (!codec)
		return NULL;
	if (seat < 0) {
		lib_fail(MP_NOT_YOUR_TURN, "Nobody is on turn: there are no actions.");
		return NULL;
	}
	return lib_is_viewer(match, mp_match_is_followed(match) ? seat : MP_ALL) ? codec : NULL;
}

/* Takes actions from the start of a move: 1 whole, 0 begun, or an error. */
static int take(const struct mp_match *match, const struct mp_codec *codec, int seat,
                const int32_t *actions, size_t n, mp_move *part)
{
	const struct mp_setup *setup = match->setup;
	uint64_t bits[MP_ACTION_WORDS];
	bool is_whole = false;

	*part = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t action = (uint32_t)actions[i];

		if (!is_whole)
			codec->mask(setup, match->state, seat, *part, bits);
		if (is_whole || action >= codec->actions(setup) || !(bits[action / 64] >> action % 64 & 1))
			return lib_fail(MP_ILLEGAL_MOVE, "One of the actions is not in the mask.");
		is_whole = codec->decode(setup, match->state, seat, *part, action, part);
	}
	return is_whole;
}

int mp_batch_encode(const struct mp_match *match, mp_move move, int32_t actions[MP_BATCH_PARTS])
{
	int seat = mp_match_turn(match);
	const struct mp_codec *codec = codec_for(match, seat);
	uint16_t made[MP_PARTS_MAX];
	size_t n;

	if (!codec)
		return lib_fault()->code;
	if (match->setup->game->check(match->setup, match->state, seat, move))
		return lib_fail(MP_ILLEGAL_MOVE, "Only a legal move of the seat on turn can be coded.");
	n = codec->encode(match->setup, match->state, seat, move, made);
	for (size_t i = 0; i < n; i++)
		actions[i] = made[i];
	return (int)n;
}

int mp_batch_decode(const struct mp_match *match, const int32_t *actions, size_t n, mp_move *move)
{
	int seat = mp_match_turn(match);
	const struct mp_codec *codec = codec_for(match, seat);

	return codec ? take(match, codec, seat, actions, n, move) : lib_fault()->code;
}

int mp_batch_show(struct mp_match *match, int viewer, const int32_t *begun, size_t n,
                  const struct mp_batch_memory *memory)
{
	const struct mp_setup *setup = match->setup;
	const struct mp_codec *codec = codec_for(match, viewer);
	uint64_t bits[MP_ACTION_WORDS] = {0}, old[MP_ACTION_WORDS] = {0};
	struct mp_batch_shape shape;
	mp_move part = 0;

	if (!codec || !lib_is_seat(match, viewer) || mp_batch_shape(setup, &shape))
		return lib_fault()->code;
	if (mp_match_turn(match) == viewer) {
		int taken = take(match, codec, viewer, begun, n, &part);

		if (taken < 0)
			return taken;
		if (taken)
			return lib_fail(MP_BAD_REQUEST, "These actions are a whole move, not the beginning.");
		codec->mask(setup, match->state, viewer, part, bits);
	}
	if (memory->mask)
		memset(memory->mask, 0, shape.actions);
	batch_write_mask(&shape, memory, 0, old, bits);
	if (memory->seat)
		*memory->seat = (int8_t)mp_match_turn(match);
	mp_match_redacted(match, viewer, match->scratch);
	if (memory->observation) {
		memset(memory->observation, 0, shape.observation * sizeof *memory->observation);
		codec->observe(setup, match->scratch, viewer, part, memory->observation);
	}
	if (memory->key)
		*memory->key = batch_key(setup->game, match->scratch, viewer, part);
	return MP_OK;
}
