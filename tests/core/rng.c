/* SPDX-License-Identifier: MIT
 *
 * Random numbers: the same everywhere, independent by stream, uniform below a bound.
 */
#include "registry.h"

#include <metropole/rng.h>

static void test_reference(void **state)
{
	/* The first outputs of the authors' xoshiro256** from the state 1, 2, 3, 4. */
	struct mp_rng rng = {{1, 2, 3, 4}};

	(void)state;
	assert_true(mp_rng_next(&rng) == 11520u);
	assert_true(mp_rng_next(&rng) == 0u);
	assert_true(mp_rng_next(&rng) == 1509978240u);
	assert_true(mp_rng_next(&rng) == 1215971899390074240u);
}

static void test_seeds(void **state)
{
	static const struct {
		uint64_t seed, stream, first[4];
	} known[] = {
		{0,
	     0,
	     {0x8c4986f3f0e565d5u, 0xf4547fdf5c2f56b6u, 0x6a9e0d6a14f022fbu, 0xdf483d9e238576e0u}},
		{0,
	     1,
	     {0x6f0c221987108fb2u, 0x068a99bcd127fe03u, 0x35c925a786232a40u, 0x028a0078abb13302u}},
		{7,
	     0,
	     {0xdfb8b1c59a07d42du, 0x8ecf155248301f7cu, 0x271c70d172d16be6u, 0xb2a296d66a1fcb09u}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct mp_rng rng;

		mp_rng_init(&rng, known[i].seed, known[i].stream);
		for (int k = 0; k < 4; k++)
			assert_true(mp_rng_next(&rng) == known[i].first[k]);
	}
}

static void test_below_values(void **state)
{
	static const uint32_t expected[] = {4, 5, 2, 0, 4, 0, 1, 0, 4, 1};
	struct mp_rng rng;

	(void)state;
	mp_rng_init(&rng, 42, 0);
	for (int i = 0; i < 10; i++)
		assert_int_equal(mp_rng_below(&rng, 6), expected[i]);
}

/* Chi-square with n-1 degrees of freedom; the limits are those of p = 0.0001. */
static double chi_square(uint32_t n, uint64_t seed)
{
	enum { DRAWS = 70000 };
	uint32_t count[64] = {0};
	double sum = 0, expected = (double)DRAWS / n;
	struct mp_rng rng;

	mp_rng_init(&rng, seed, 3);
	for (int i = 0; i < DRAWS; i++)
		count[mp_rng_below(&rng, n)]++;
	for (uint32_t i = 0; i < n; i++)
		sum += (count[i] - expected) * (count[i] - expected) / expected;
	return sum;
}

static void test_uniform(void **state)
{
	(void)state;
	assert_true(chi_square(2, 1) < 15.1);
	assert_true(chi_square(6, 2) < 25.7);
	assert_true(chi_square(7, 3) < 27.9);
	assert_true(chi_square(60, 4) < 106.0);
}

static void test_large_bound(void **state)
{
	/* Three quarters of the range: without rejection every third number would come up twice as
	 * often as the others, half of the time instead of a third. */
	const uint32_t bound = 0xc0000000u;
	struct mp_rng rng;
	int thirds = 0;

	(void)state;
	mp_rng_init(&rng, 5, 0);
	for (int i = 0; i < 20000; i++) {
		uint32_t value = mp_rng_below(&rng, bound);

		assert_true(value < bound);
		thirds += value % 3 == 0;
	}
	assert_in_range(thirds, 6400, 6930); /* 6667 ± 4 sigma */
	assert_int_equal(mp_rng_below(&rng, 1), 0);
}

static void test_streams(void **state)
{
	int same = 0;

	(void)state;
	for (uint64_t stream = 1; stream < 500; stream++) {
		struct mp_rng a, b, c;

		mp_rng_init(&a, 9, 0);
		mp_rng_init(&b, 9, stream);
		mp_rng_init(&c, 9 + stream, 0);
		for (int i = 0; i < 8; i++) {
			uint64_t x = mp_rng_next(&a), y = mp_rng_next(&b), z = mp_rng_next(&c);

			same += (x == y) + (x == z) + (y == z);
		}
	}
	assert_int_equal(same, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"the generator is xoshiro256**", test_reference, NULL, NULL, NULL},
		{"a seed and a stream give the same numbers on every platform", test_seeds, NULL, NULL,
	     NULL},
		{"numbers below a bound are the same on every platform", test_below_values, NULL, NULL,
	     NULL},
		{"numbers below a bound are uniform", test_uniform, NULL, NULL, NULL},
		{"a bound near the range of 32 bits stays uniform", test_large_bound, NULL, NULL, NULL},
		{"streams and seeds differ", test_streams, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
