/* SPDX-License-Identifier: MIT
 *
 * Random numbers: xoshiro256** seeded through splitmix64. The same seed and stream give the same
 * numbers on every platform; different streams of one seed are independent for all purposes here.
 */
#ifndef METROPOLE_RNG_H
#define METROPOLE_RNG_H

#include <stdint.h>

struct mp_rng {
	uint64_t s[4];
};

void mp_rng_init(struct mp_rng *, uint64_t seed, uint64_t stream);

static inline uint64_t mp_rng_rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

static inline uint64_t mp_rng_next(struct mp_rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = mp_rng_rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = mp_rng_rotl(s[3], 45);
	return result;
}

/* An exactly uniform number in 0 … n-1, n > 0 (Lemire's multiplication with rejection). */
static inline uint32_t mp_rng_below(struct mp_rng *rng, uint32_t n)
{
	uint64_t m = (mp_rng_next(rng) >> 32) * n;

	if ((uint32_t)m < n) {
		uint32_t threshold = (0u - n) % n;

		while ((uint32_t)m < threshold)
			m = (mp_rng_next(rng) >> 32) * n;
	}
	return (uint32_t)(m >> 32);
}

#endif
