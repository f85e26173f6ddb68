/* SPDX-License-Identifier: MIT
 *
 * A random choice from every mask of a batch. It knows the masks and nothing of the matches. Each
 * action is as likely as the other: the legal ones are counted word by word, one of them is drawn,
 * and it is found again without a branch, because what is random cannot be guessed.
 */
#include "batch.h"

#include <metropole/rng.h>

#define EACH_BYTE 0x0101010101010101u

/* How many of these eight sums, in ascending order from the lowest byte on, are k or less. */
static inline unsigned count_passed(uint64_t sums, unsigned k)
{
	uint64_t passed = (EACH_BYTE * (k | 0x80) - sums) & EACH_BYTE * 0x80;

	return (unsigned)((passed >> 7) * EACH_BYTE >> 56);
}

/* The place of the k-th bit that is set, counted from 0: first its byte, then the bit in it. */
static inline unsigned select_bit(uint64_t word, unsigned k)
{
	uint64_t n = word - (word >> 1 & EACH_BYTE * 0x55), upto;
	unsigned at;

	n = (n & EACH_BYTE * 0x33) + (n >> 2 & EACH_BYTE * 0x33);
	upto = ((n + (n >> 4)) & EACH_BYTE * 0x0f) * EACH_BYTE;
	at = count_passed(upto, k) * 8;
	k -= (unsigned)(upto << 8 >> at & 0xff);
	return at + count_passed(batch_spread_byte(word >> at & 0xff) * EACH_BYTE, k);
}

/* Where `words` is a constant, the loops over it are written out. */
static inline __attribute__((always_inline)) void pick_from(struct mp_batch *batch, int32_t *action,
                                                            size_t words)
{
	const uint64_t *bits = batch->bits;
	struct mp_rng luck = batch->luck;

	for (size_t i = 0; i < batch->n; i++, bits += words) {
		unsigned upto[MP_ACTION_WORDS + 1], n = 0, k, at = 0;

		upto[0] = 0;
		for (size_t w = 0; w < words; w++) {
			n += (unsigned)__builtin_popcountll(bits[w]);
			upto[w + 1] = n;
		}
		k = mp_rng_below(&luck, n);
		for (size_t w = 1; w < words; w++) /* the last has what is left */
			at += upto[w] <= k;
		action[i] = (int32_t)(at * 64 + select_bit(bits[at], k - upto[at]));
	}
	batch->luck = luck;
}

/* The numbers of words for which there is code of its own; larger masks are kept as they are. */
#define EACH_SIZE(SIZE) SIZE(2) SIZE(4) SIZE(8) SIZE(12) SIZE(16)

size_t batch_kept_words(size_t words)
{
#define ROUND_UP(size)                                                                             \
	if (words <= size)                                                                             \
		return size;
	EACH_SIZE(ROUND_UP)
#undef ROUND_UP
	return words;
}

void mp_batch_random(struct mp_batch *batch, int32_t *action)
{
	switch (batch->kept) {
#define PICK(size)                                                                                 \
	case size:                                                                                     \
		pick_from(batch, action, size);                                                            \
		break;
		EACH_SIZE(PICK)
#undef PICK
	default:
		pick_from(batch, action, batch->kept);
	}
}
