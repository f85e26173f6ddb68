/* SPDX-License-Identifier: MIT
 *
 * Many matches at once: opened, stepped, written into the caller's memory.
 */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

const struct mp_codec *batch_codec(const struct mp_setup *setup)
{
	const struct mp_codec *codec = setup->game->codec;

	if (codec && codec->actions(setup) > 0)
		return codec;
	lib_fail(MP_FORBIDDEN, codec ? "There are no batches of this game with these options; switch "
	                               "deals off."
	                             : "There are no batches of this game: its moves are not coded.");
	return NULL;
}

int mp_batch_shape(const struct mp_setup *setup, struct mp_batch_shape *shape)
{
	const struct mp_codec *codec = batch_codec(setup);

	if (!codec)
		return MP_FORBIDDEN;
	*shape = (struct mp_batch_shape){.players = (size_t)setup->players,
	                                 .actions = codec->actions(setup),
	                                 .words = mp_codec_words(codec->actions(setup)),
	                                 .observation = mp_codec_size(codec)};
	return MP_OK;
}

const char *mp_batch_plane(const struct mp_setup *setup, size_t i, const char **says, size_t *rows,
                           size_t *columns)
{
	const struct mp_codec *codec = batch_codec(setup);
	const struct mp_plane *plane;

	if (!codec || i >= codec->n_planes)
		return NULL;
	plane = &codec->planes[i];
	*says = plane->says;
	*rows = plane->rows;
	*columns = plane->columns;
	return plane->name;
}

/* Bits to bytes, the lowest first in memory; eight at a time where that is their order. */
static void spread(uint64_t word, uint8_t *out, size_t n)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	for (; n >= 8; n -= 8, out += 8, word >>= 8) {
		uint64_t bytes = batch_spread_byte(word & 0xff);

		memcpy(out, &bytes, 8);
	}
#endif
	for (size_t i = 0; i < n; i++)
		out[i] = word >> i & 1;
}

void batch_write_mask(const struct mp_batch_shape *shape, const struct mp_batch_memory *memory,
                      size_t i, uint64_t *old, const uint64_t *bits)
{
	size_t actions = shape->actions, words = shape->words;

	if (memory->bits)
		memcpy(memory->bits + i * words, bits, words * sizeof *bits);
	for (size_t w = 0; memory->mask && w < words; w++)
		if ((old[w] | bits[w]) != 0)
			spread(bits[w], memory->mask + i * actions + w * 64,
			       w + 1 < words ? 64 : actions - w * 64);
	memcpy(old, bits, words * sizeof *bits);
}

uint64_t batch_key(const struct mp_game *game, const void *redacted, int seat, mp_move part)
{
	return lib_key(game, redacted, seat) ^ part * 0x9e3779b97f4a7c15u;
}

/* A handful, for which a call is too much. */
static void copy_words(uint64_t *restrict to, const uint64_t *restrict from, size_t n)
{
	for (size_t w = 0; w < n; w++)
		to[w] = from[w];
}

/* The mask as bytes, compared with the one before. */
static void write_bytes(struct mp_batch *batch, size_t i, const void *state, int seat)
{
	uint64_t bits[MP_ACTION_WORDS];

	batch->codec->mask(batch->setup, state, seat, batch->parts[i], bits);
	batch_write_mask(&batch->shape, &batch->memory, i, batch->bits + i * batch->kept, bits);
}

/* What the seat on turn may know of match i, as numbers. */
static void write_knowledge(struct mp_batch *batch, size_t i, const void *state, int seat,
                            void *redacted)
{
	const struct mp_setup *setup = batch->setup;

	memcpy(redacted, state, setup->game->state_size);
	mp_redact(setup, redacted, seat);
	if (batch->memory.observation) {
		float *out = batch->memory.observation + i * batch->shape.observation;

		memset(out, 0, batch->shape.observation * sizeof *out);
		batch->codec->observe(setup, redacted, seat, batch->parts[i], out);
	}
	if (batch->memory.key)
		batch->memory.key[i] = batch_key(setup->game, redacted, seat, batch->parts[i]);
}

/* What the seat on turn is shown of match i. */
static inline void write_match(struct mp_batch *batch, size_t i, const void *state, void *redacted)
{
	uint64_t *kept = batch->bits + i * batch->kept;
	int seat = batch->seats[i];

	if (batch->memory.mask) {
		write_bytes(batch, i, state, seat);
	} else { /* nothing is to be compared */
		batch->codec->mask(batch->setup, state, seat, batch->parts[i], kept);
		if (batch->memory.bits)
			copy_words(batch->memory.bits + i * batch->shape.words, kept, batch->shape.words);
	}
	if (batch->memory.seat)
		batch->memory.seat[i] = (int8_t)seat;
	if (batch->memory.observation || batch->memory.key)
		write_knowledge(batch, i, state, seat, redacted);
}

/* What the match at an end has come to. */
static void write_result(struct mp_batch *batch, size_t i, const void *state)
{
	const struct mp_setup *setup = batch->setup;
	size_t players = batch->shape.players;
	unsigned winners = setup->game->winners(setup, state);
	float share = winners ? 1 / (float)__builtin_popcount(winners) : 0;
	int32_t score[MP_SEATS] = {0};

	if (batch->memory.returns)
		for (size_t seat = 0; seat < players; seat++)
			batch->memory.returns[i * players + seat] = winners >> seat & 1 ? share : 0;
	if (!batch->memory.points)
		return;
	setup->game->score(setup, state, score);
	for (size_t seat = 0; seat < players; seat++)
		batch->memory.points[i * players + seat] =
			(float)score[seat] / (float)setup->game->score_scale;
}

/* What match i has come to: zero unless it is over. Most of the time it was not over before either,
 * and nothing is to be written. */
static inline void write_end(struct mp_batch *batch, size_t i, const void *state, bool is_over)
{
	size_t players = batch->shape.players;

	if (!is_over && !batch->has_ended[i])
		return;
	batch->has_ended[i] = is_over;
	if (batch->memory.done)
		batch->memory.done[i] = is_over;
	if (is_over) {
		write_result(batch, i, state);
		return;
	}
	for (size_t k = i * players; batch->memory.returns && k < (i + 1) * players; k++)
		batch->memory.returns[k] = 0;
	for (size_t k = i * players; batch->memory.points && k < (i + 1) * players; k++)
		batch->memory.points[k] = 0;
}

/* Chance until somebody is on turn; true if the match is over. */
static bool settle(struct mp_batch *batch, size_t i, void *state)
{
	const struct mp_setup *setup = batch->setup;
	const struct mp_game *game = setup->game;
	int turn;

	while ((turn = game->turn(setup, state)) == MP_CHANCE)
		game->apply(setup, state, MP_CHANCE, mp_chance_draw(setup, state, &batch->rngs[i]));
	batch->seats[i] = (int8_t)turn;
	return turn == MP_OVER;
}

static void begin_match(struct mp_batch *batch, size_t i, void *state)
{
	do
		memcpy(state, batch->first, batch->setup->game->state_size);
	while (settle(batch, i, state)); /* a match that chance alone ends is no match */
	batch->parts[i] = 0;
}

static void step_match(struct mp_batch *batch, size_t i, void *state)
{
	const struct mp_setup *setup = batch->setup;
	int seat = batch->seats[i];
	mp_move move;
	bool is_over = false;

	if (batch->codec->decode(setup, state, seat, batch->parts[i], (unsigned)batch->action[i],
	                         &move)) {
		setup->game->apply(setup, state, seat, move);
		batch->parts[i] = 0;
		is_over = settle(batch, i, state);
	} else {
		batch->parts[i] = move;
	}
	write_end(batch, i, state, is_over);
	if (is_over)
		begin_match(batch, i, state);
}

void batch_work(struct mp_batch *batch, size_t from, size_t to, void *redacted)
{
	char *state = batch->states + from * batch->stride;

	for (size_t i = from; i < to; i++, state += batch->stride) {
		for (size_t at = 0; at < batch->stride; at += 64)
			__builtin_prefetch(state + batch->stride + at, 1);
		if (batch->action) {
			step_match(batch, i, state);
		} else {
			begin_match(batch, i, state);
			write_end(batch, i, state, false);
		}
		write_match(batch, i, state, redacted);
	}
}

void mp_batch_reset(struct mp_batch *batch)
{
	batch->action = NULL;
	batch_threads_run(batch);
}

int mp_batch_step(struct mp_batch *batch, const int32_t *action)
{
	for (size_t i = 0; i < batch->n; i++) {
		uint32_t a = (uint32_t)action[i];

		if (a >= batch->shape.actions || !(batch->bits[i * batch->kept + a / 64] >> a % 64 & 1))
			return lib_fail(MP_ILLEGAL_MOVE,
			                "One of the actions is not in the mask of its match; none was taken.");
	}
	batch->action = action;
	batch_threads_run(batch);
	return MP_OK;
}

/* All the memory there will be. */
static bool allocate(struct mp_batch *batch)
{
	size_t n = batch->n;

	batch->stride = (batch->setup->game->state_size + 63) / 64 * 64;
	batch->states = aligned_alloc(64, n * batch->stride);
	batch->redacted = aligned_alloc(64, (size_t)batch->threads * batch->stride);
	batch->first = calloc(1, batch->stride);
	batch->parts = calloc(n, sizeof *batch->parts);
	batch->rngs = calloc(n, sizeof *batch->rngs);
	batch->kept = batch_kept_words(batch->shape.words);
	batch->bits = calloc(n * batch->kept, sizeof *batch->bits);
	batch->seats = calloc(n, sizeof *batch->seats);
	batch->has_ended = malloc(n * sizeof *batch->has_ended);
	return batch->states && batch->redacted && batch->first && batch->parts && batch->rngs &&
	       batch->bits && batch->seats && batch->has_ended;
}

struct mp_batch *mp_batch_open(const struct mp_setup *setup, size_t n, uint64_t seed,
                               const struct mp_batch_memory *memory, int threads)
{
	struct mp_batch_shape shape;
	struct mp_batch *batch;

	if (mp_batch_shape(setup, &shape))
		return NULL;
	if (n < 1 || n > (1u << 24) || threads < 1 || threads > BATCH_THREADS_MAX) {
		lib_fail(MP_BAD_REQUEST, "A batch has 1 to 16777216 matches, on 1 to 64 threads.");
		return NULL;
	}
	batch = calloc(1, sizeof *batch);
	if (!batch) {
		lib_no_memory();
		return NULL;
	}
	batch->setup = setup;
	batch->codec = setup->game->codec;
	batch->shape = shape;
	batch->memory = *memory;
	batch->n = n;
	batch->threads = threads;
	if (!batch_threads_start(batch) || !allocate(batch)) {
		mp_batch_close(batch);
		lib_no_memory();
		return NULL;
	}
	setup->game->init(setup, batch->first);
	if (memory->mask)
		memset(memory->mask, 0, n * shape.actions);
	for (size_t i = 0; i < n; i++)
		mp_rng_init(&batch->rngs[i], seed, i);
	memset(batch->has_ended, true, n); /* so that the first round writes how none has ended */
	mp_rng_init(&batch->luck, seed, UINT64_MAX);
	mp_batch_reset(batch);
	return batch;
}

void mp_batch_close(struct mp_batch *batch)
{
	if (!batch)
		return;
	batch_threads_stop(batch);
	free(batch->states);
	free(batch->redacted);
	free(batch->first);
	free(batch->parts);
	free(batch->rngs);
	free(batch->bits);
	free(batch->seats);
	free(batch->has_ended);
	free(batch);
}
