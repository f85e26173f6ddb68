/* SPDX-License-Identifier: MIT
 *
 * The slowest final scoring of an expert game of Metropolys that a search can find: hill climbing
 * over where four players have built, for each area card in turn. Prints nanoseconds for scoring
 * all four seats and the buildings of the seat with the card.
 */
#include "../state.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <stdio.h>
#include <time.h>

enum { REPEATS = 200, ROUNDS = 3, CLIMBS = 12, STEPS = 400 };

extern const struct mp_game mp_game_metropolys;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Nanoseconds of one scoring; the best of some rounds, so that noise does not count. */
static double measure(const struct mp_setup *setup, const struct metropolys_state *s)
{
	double best = 1e9;

	for (int round = 0; round < ROUNDS; round++) {
		double start = seconds(), took;
		int32_t score[MP_SEATS];

		for (int i = 0; i < REPEATS; i++) {
			metropolys_score(setup, s, score);
			__asm__ volatile("" : : "r"(score) : "memory");
		}
		took = (seconds() - start) / REPEATS * 1e9;
		best = took < best ? took : best;
	}
	return best;
}

/* 13, 12, 12 and 12 buildings; the first seat's grow from neighbour to neighbour. */
static void fill(struct metropolys_state *s, struct mp_rng *rng)
{
	uint64_t taken = 0;

	memset(s->built, 0, sizeof s->built);
	for (unsigned seat = 0; seat < 4; seat++)
		while (metropolys_set_size(s->built[seat]) < 13u - (seat > 0)) {
			unsigned place = mp_rng_below(rng, METROPOLYS_PLACES);

			if (taken >> place & 1 ||
			    (seat == 0 && s->built[0] && !(metropolys_map.near[place] & s->built[0])))
				continue;
			taken |= metropolys_place_bit(place);
			s->built[seat] |= metropolys_place_bit(place);
		}
	for (unsigned i = 0; i < 4; i++)
		s->value_bit[i] = mp_rng_next(rng) & taken;
}

/* One building of the first seat changes places with another spot. */
static void vary(struct metropolys_state *s, struct mp_rng *rng)
{
	unsigned from, to;

	do
		from = mp_rng_below(rng, METROPOLYS_PLACES);
	while (!(s->built[0] >> from & 1));
	do
		to = mp_rng_below(rng, METROPOLYS_PLACES);
	while (s->built[0] >> to & 1);
	s->built[0] ^= metropolys_place_bit(from) | metropolys_place_bit(to);
	for (unsigned seat = 1; seat < 4; seat++)
		if (s->built[seat] >> to & 1)
			s->built[seat] ^= metropolys_place_bit(from) | metropolys_place_bit(to);
}

static double climb(const struct mp_setup *setup, struct metropolys_state *s, struct mp_rng *rng)
{
	double worst;

	fill(s, rng);
	worst = measure(setup, s);
	for (int i = 0; i < STEPS; i++) {
		struct metropolys_state other = *s;
		double took;

		vary(&other, rng);
		took = measure(setup, &other);
		if (took > worst) {
			worst = took;
			*s = other;
		}
	}
	return measure(setup, s);
}

int main(void)
{
	static const uint8_t cards[] = {METROPOLYS_BRIDGES, METROPOLYS_STATUE, METROPOLYS_LAKE,
	                                METROPOLYS_DISTRICT, METROPOLYS_CHAINS};
	struct mp_setup setup;
	struct mp_fault fault;
	struct mp_rng rng;

	if (mp_setup_begin(&setup, &mp_game_metropolys, 4, &fault) ||
	    mp_setup_set(&setup, "version", "expert", &fault) || mp_setup_finish(&setup, NULL, &fault))
		return 1;
	mp_rng_init(&rng, 43, 0);
	for (unsigned c = 0; c < 5; c++) {
		struct metropolys_state worst = {0};
		double most = 0;

		for (int i = 0; i < CLIMBS; i++) {
			struct metropolys_state s = {.phase = METROPOLYS_PHASE_OVER, .kind = {1, 2, 3, 4}};
			double took;

			for (unsigned seat = 0; seat < 4; seat++)
				s.area[seat] = cards[(c + seat) % 5];
			took = climb(&setup, &s, &rng);
			if (took > most) {
				most = took;
				worst = s;
			}
		}
		printf("%-10s %7.0f ns ", metropolys_areas[cards[c]], most);
		for (uint64_t rest = worst.built[0]; rest; rest &= rest - 1)
			printf(" %s", metropolys_map.name[metropolys_set_first(rest)]);
		printf("\n");
	}
	return 0;
}
