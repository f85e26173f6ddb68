/* SPDX-License-Identifier: MIT
 *
 * Laws about actions: they are exactly the legal moves, in parts or whole, both ways; a seat's
 * actions follow from what it knows; an observation fills its planes and nothing else.
 */
#include "walk.h"

#include <metropole/codec.h>

#include <stdlib.h>
#include <string.h>

static bool has(const uint64_t *bits, unsigned action)
{
	return bits[action / 64] >> action % 64 & 1;
}

/* The move by its actions: each is in the mask, and the last one completes it. */
static bool law_encode(struct walk *w, size_t actions, int seat, mp_move move, uint64_t *firsts)
{
	const struct mp_codec *codec = w->game->codec;
	uint16_t made[MP_PARTS_MAX];
	uint64_t bits[MP_ACTION_WORDS];
	char text[MP_MOVE_TEXT_MAX];
	mp_move part = 0;
	size_t n = codec->encode(&w->setup, w->world.state, seat, move, made);

	if (n < 1 || n > MP_PARTS_MAX)
		return broken(w, "\"%s\" is made of %zu actions.", walk_print(w, move, text), n);
	for (size_t i = 0; i < n; i++) {
		codec->mask(&w->setup, w->world.state, seat, part, bits);
		if (made[i] >= actions || !has(bits, made[i]))
			return broken(w, "\"%s\" has action %u, which the mask has not.",
			              walk_print(w, move, text), made[i]);
		if (codec->decode(&w->setup, w->world.state, seat, part, made[i], &part) != (i + 1 == n))
			return broken(w, "\"%s\" is complete at another action than its last.",
			              walk_print(w, move, text));
		if (i + 1 < n && part == 0)
			return broken(w, "A begun move is 0, which is what says that none is begun.");
	}
	if (part != move)
		return broken(w, "\"%s\" is coded and comes back as another move.",
		              walk_print(w, move, text));
	firsts[made[0] / 64] |= (uint64_t)1 << made[0] % 64;
	return true;
}

/* Any actions that the masks offer lead to a legal move. */
static bool law_wander(struct walk *w, size_t actions, int seat)
{
	const struct mp_codec *codec = w->game->codec;
	uint64_t bits[MP_ACTION_WORDS];
	char text[MP_MOVE_TEXT_MAX];
	mp_move part = 0;

	for (int i = 0; i < MP_PARTS_MAX; i++) {
		unsigned action = mp_rng_below(&w->rng, (uint32_t)actions);

		codec->mask(&w->setup, w->world.state, seat, part, bits);
		for (size_t tried = 0; !has(bits, action); tried++) {
			if (tried == actions)
				return broken(w, "A mask is empty.");
			action = action + 1 < actions ? action + 1 : 0;
		}
		if (!codec->decode(&w->setup, w->world.state, seat, part, action, &part))
			continue;
		if (!walk_listed(w, seat, part))
			return broken(w, "Actions lead to \"%s\", which is not legal.",
			              walk_print(w, part, text));
		return true;
	}
	return broken(w, "A move is not complete after %d actions.", MP_PARTS_MAX);
}

static bool law_observe(struct walk *w, int seat, const void *redacted)
{
	const struct mp_codec *codec = w->game->codec;
	size_t n = mp_codec_size(codec);
	float *out = calloc(n + 1, sizeof *out), *again = calloc(n + 1, sizeof *out);
	bool ok = true;

	out[n] = again[n] = -12345;
	codec->observe(&w->setup, redacted, seat, 0, out);
	codec->observe(&w->setup, redacted, seat, 0, again);
	if (out[n] != -12345 || memcmp(out, again, (n + 1) * sizeof *out) != 0)
		ok = broken(w, "observe writes beyond its planes, or something else the second time.");
	for (size_t i = 0; ok && i < n; i++)
		if (!(out[i] > -1000 && out[i] < 1000))
			ok = broken(w, "Number %zu of an observation is out of any range.", i);
	free(out);
	free(again);
	return ok;
}

bool law_codec(struct walk *w)
{
	const struct mp_codec *codec = w->game->codec;
	uint64_t bits[MP_ACTION_WORDS], firsts[MP_ACTION_WORDS] = {0};
	int seat = w->game->turn(&w->setup, w->world.state);
	size_t actions = codec ? codec->actions(&w->setup) : 0, words = mp_codec_words(actions);
	void *redacted;

	if (actions == 0 || seat < 0)
		return true;
	if (actions > MP_ACTIONS_MAX)
		return broken(w, "There are %zu actions, more than MP_ACTIONS_MAX.", actions);
	for (size_t i = 0; i < w->n_list[seat]; i++)
		if (!law_encode(w, actions, seat, w->list[seat][i], firsts))
			return false;
	codec->mask(&w->setup, w->world.state, seat, 0, bits);
	if (memcmp(bits, firsts, words * sizeof *bits) != 0)
		return broken(w, "The mask has actions that no legal move begins with.");
	redacted = walk_copy(w, 0, w->world.state);
	mp_redact(&w->setup, redacted, seat);
	codec->mask(&w->setup, redacted, seat, 0, bits);
	if (memcmp(bits, firsts, words * sizeof *bits) != 0)
		return broken(w, "A seat's mask depends on what the seat does not know.");
	return law_wander(w, actions, seat) && (!walk_dice(w, 8) || law_observe(w, seat, redacted));
}
