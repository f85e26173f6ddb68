/* SPDX-License-Identifier: MIT
 *
 * The optima of the expert area cards (MY-43) against brute force that knows the board but none of
 * the methods: every way to pick disjoint groups, tried in turn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/rng.h>

#include "../state.h"

enum { CANDIDATES_MAX = 512 };

struct candidate {
	uint64_t group;
	unsigned once; /* groups with the same bit exclude each other */
};

static size_t add_triples(uint64_t around, unsigned once, struct candidate *out)
{
	size_t n = 0;

	for (uint64_t a = around; a; a &= a - 1)
		for (uint64_t b = a & (a - 1); b; b &= b - 1)
			for (uint64_t c = b & (b - 1); c; c &= c - 1)
				out[n++] =
					(struct candidate){.group = (a & -a) | (b & -b) | (c & -c), .once = once};
	return n;
}

static bool is_chain(uint64_t group)
{
	for (uint64_t rest = group; rest; rest &= rest - 1)
		if (metropolys_set_size(metropolys_map.near[metropolys_set_first(rest)] & group) == 2)
			return true;
	return false;
}

/* Every group that the card knows among these buildings. */
static size_t list_groups(unsigned card, uint64_t built, struct candidate *out)
{
	size_t n = 0, kept = 0;

	if (card == METROPOLYS_BRIDGES)
		for (unsigned a = 0; a < METROPOLYS_PLACES; a++)
			for (unsigned b = a + 1; b < METROPOLYS_PLACES; b++)
				if (metropolys_map.bridged[a] >> b & built >> a & built >> b & 1)
					out[n++] = (struct candidate){.group = metropolys_place_bit(a) |
					                                       metropolys_place_bit(b)};
	if (card == METROPOLYS_STATUE)
		for (unsigned i = 0; i < METROPOLYS_STATUES; i++)
			n += add_triples(metropolys_map.statue[i] & built, 0, out + n);
	if (card == METROPOLYS_LAKE)
		for (unsigned i = 0; i < METROPOLYS_LAKES; i++)
			n += add_triples(metropolys_map.lake[i] & built, 1u << i, out + n);
	if (card == METROPOLYS_DISTRICT)
		for (unsigned i = 0; i < METROPOLYS_DISTRICTS; i++)
			n += add_triples(metropolys_map.district[i] & built, 1u << i, out + n);
	if (card != METROPOLYS_CHAINS)
		return n;
	n = add_triples(built, 0, out);
	for (size_t i = 0; i < n; i++)
		if (is_chain(out[i].group))
			out[kept++] = out[i];
	return kept;
}

static unsigned brute_force(const struct candidate *c, size_t n, uint64_t left, unsigned used)
{
	unsigned best = 0;

	for (size_t i = 0; i < n; i++)
		if (!(c[i].group & ~left) && !(c[i].once & used)) {
			unsigned with =
				1 + brute_force(c + i + 1, n - i - 1, left & ~c[i].group, used | c[i].once);

			best = with > best ? with : best;
		}
	return best;
}

/* A set of buildings; even rounds grow it from neighbour to neighbour, which makes dense ones. */
static uint64_t random_set(struct mp_rng *rng, unsigned round)
{
	unsigned size = 3 + mp_rng_below(rng, 11);
	uint64_t set = 0;

	while (metropolys_set_size(set) < size) {
		unsigned place = mp_rng_below(rng, METROPOLYS_PLACES);

		if (round % 2 == 1 || !set || metropolys_map.near[place] & set)
			set |= metropolys_place_bit(place);
	}
	return set;
}

static void compare(unsigned card, unsigned rounds)
{
	static struct candidate candidates[CANDIDATES_MAX];
	struct mp_rng rng;

	mp_rng_init(&rng, 43, card);
	for (unsigned round = 0; round < rounds; round++) {
		uint64_t built = random_set(&rng, round), groups[METROPOLYS_GROUPS_MAX], used = 0;
		size_t n = list_groups(card, built, candidates);
		unsigned best = brute_force(candidates, n, built, 0), found;

		assert_int_equal(metropolys_groups(card, built), best);
		found = metropolys_find_groups(card, built, groups);
		assert_int_equal(found, best);
		for (unsigned i = 0; i < found; i++) {
			assert_false(groups[i] & ~built);
			assert_false(groups[i] & used);
			used |= groups[i];
		}
	}
}

static void bridges(void **state)
{
	(void)state;
	compare(METROPOLYS_BRIDGES, 20000);
}

static void statues(void **state)
{
	(void)state;
	compare(METROPOLYS_STATUE, 5000);
}

static void lakes(void **state)
{
	(void)state;
	compare(METROPOLYS_LAKE, 1500);
}

static void districts(void **state)
{
	(void)state;
	compare(METROPOLYS_DISTRICT, 1000);
}

static void chains(void **state)
{
	(void)state;
	compare(METROPOLYS_CHAINS, 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MY-43 pairs over bridges are a maximum matching", bridges, NULL, NULL, NULL},
		{"MY-43 statues share no building", statues, NULL, NULL, NULL},
		{"MY-43 lakes share no building and count once", lakes, NULL, NULL, NULL},
		{"MY-43 a district counts once", districts, NULL, NULL, NULL},
		{"MY-43 chains share no building", chains, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("metropolys area cards", tests, NULL, NULL);
}
