/* SPDX-License-Identifier: MIT
 *
 * Seeding: seed and stream are mixed by splitmix64, which never yields the all-zero state that
 * xoshiro cannot leave (four zero outputs in a row do not occur).
 */
#include <metropole/rng.h>

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void mp_rng_init(struct mp_rng *rng, uint64_t seed, uint64_t stream)
{
	uint64_t x = seed;
	uint64_t y = splitmix(&x) ^ stream;

	x = splitmix(&y);
	for (int i = 0; i < 4; i++)
		rng->s[i] = splitmix(&x);
}
