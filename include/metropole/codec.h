/* SPDX-License-Identifier: MIT
 *
 * Moves as small numbers and positions as tensors, for learners: an optional part of a game. An
 * action is a number 0 … actions-1 that stands for a move, or, where moves are sets, for a part of
 * one: the beginning of a move is then kept until an action completes it. The laws hold the
 * functions against legal().
 */
#ifndef METROPOLE_CODEC_H
#define METROPOLE_CODEC_H

#include <metropole/game.h>

enum {
	MP_ACTIONS_MAX = 4096,
	MP_ACTION_WORDS = MP_ACTIONS_MAX / 64,
	MP_PARTS_MAX = 16, /* actions of one move */
};

/* One plane of an observation: rows * columns numbers, row by row. Planes follow each other in the
 * order of their list. Seats in them are counted from the viewer on. */
struct mp_plane {
	const char *name;
	uint16_t rows, columns;
	const char *says; /* what stands where, in English */
};

struct mp_codec {
	/* How many actions there are in matches of this setup; 0 if such a setup cannot be coded. */
	size_t (*actions)(const struct mp_setup *);

	/* The actions that the seat on turn may take, as bits: writes (actions + 63) / 64 words, and
	 * sets at least one bit. `part` is the beginning of a move, 0 if none was begun. */
	void (*mask)(const struct mp_setup *, const void *state, int seat, mp_move part,
	             uint64_t *bits);

	/* Takes an action that the mask has. True: *move is a legal move. False: *move is the beginning
	 * of one, not 0, for the next mask and action. */
	bool (*decode)(const struct mp_setup *, const void *state, int seat, mp_move part,
	               unsigned action, mp_move *move);

	/* The actions that make a legal move, in their order; returns how many, MP_PARTS_MAX at most.
	 */
	size_t (*encode)(const struct mp_setup *, const void *state, int seat, mp_move,
	                 uint16_t out[MP_PARTS_MAX]);

	/* What the viewer may know, plane by plane, into zeroed memory; from a state that is redacted
	 * for the viewer, so that it cannot tell more. `part` is the viewer's own beginning of a move.
	 */
	const struct mp_plane *planes;
	size_t n_planes;
	void (*observe)(const struct mp_setup *, const void *redacted, int viewer, mp_move part,
	                float *out);
};

/* In a descriptor: .codec = MP_CODEC(nim_codec). A page has no use for it and leaves it out. */
#ifdef MP_NO_CODEC
#define MP_CODEC(codec) NULL
#else
#define MP_CODEC(codec) (&(codec))
#endif

static inline size_t mp_codec_words(size_t actions)
{
	return (actions + 63) / 64;
}

/* Numbers in an observation. */
static inline size_t mp_codec_size(const struct mp_codec *codec)
{
	size_t n = 0;

	for (size_t i = 0; i < codec->n_planes; i++)
		n += (size_t)codec->planes[i].rows * codec->planes[i].columns;
	return n;
}

#endif
