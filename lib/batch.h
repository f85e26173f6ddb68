/* SPDX-License-Identifier: MIT
 *
 * A batch, and the threads that step it.
 */
#ifndef LIB_BATCH_H
#define LIB_BATCH_H

#include "lib.h"

#include <metropole/batch.h>
#include <metropole/codec.h>

#include <pthread.h>

enum { BATCH_THREADS_MAX = 64 };

struct mp_batch {
	const struct mp_setup *setup;
	const struct mp_codec *codec;
	struct mp_batch_shape shape;
	struct mp_batch_memory memory;
	size_t n, stride; /* bytes from state to state */
	char *states;
	char *redacted; /* a state for each thread */
	mp_move *parts;
	struct mp_rng *rngs; /* of each match's chance */
	struct mp_rng luck;  /* of mp_batch_random */
	size_t kept;         /* words of a mask as it is kept: no fewer than it has, zero beyond */
	uint64_t *bits;      /* the masks */
	int8_t *seats;
	bool *has_ended; /* by the last step: `done` as the caller has it */
	void *first;     /* the first state, before any chance */

	/* The threads: what they do, which piece is whose. */
	const int32_t *action; /* NULL: begin anew */
	int threads;           /* with the caller's */
	int started;
	pthread_t thread[BATCH_THREADS_MAX];
	struct batch_worker {
		struct mp_batch *batch;
		int number;
	} worker[BATCH_THREADS_MAX];
	pthread_mutex_t lock;
	pthread_cond_t begin, end;
	uint64_t round; /* counted up to begin one */
	int working;
	bool is_closing;
};

/* The codec of a setup, or NULL with a fault. */
const struct mp_codec *batch_codec(const struct mp_setup *);
/* Writes a mask as the caller's i-th; only what differs from `old`, which then is the same. */
void batch_write_mask(const struct mp_batch_shape *, const struct mp_batch_memory *, size_t i,
                      uint64_t *old, const uint64_t *bits);
/* What a seat may know of a position in which it has begun a move: a number. */
uint64_t batch_key(const struct mp_game *, const void *redacted, int seat, mp_move part);

/* How many words are kept of masks with so many: as many as batch_random.c can go through. */
size_t batch_kept_words(size_t words);

/* Eight bits to eight bytes of 0 or 1, the lowest bit in the lowest byte. */
static inline uint64_t batch_spread_byte(uint64_t bits)
{
	uint64_t bytes = bits * 0x0101010101010101 & 0x8040201008040201;

	return (bytes + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
}

/* Does matches [from, to) of a round, with a redacted state's room of its own. */
void batch_work(struct mp_batch *, size_t from, size_t to, void *redacted);

/* Starts the threads; false if one cannot be had. Runs a round on all of them. Ends them. */
bool batch_threads_start(struct mp_batch *);
void batch_threads_run(struct mp_batch *);
void batch_threads_stop(struct mp_batch *);

#endif
