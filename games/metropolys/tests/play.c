/* SPDX-License-Identifier: MIT
 *
 * Random games: the state stays sound at every step, and the specialised playout draws from the
 * same distribution as the generic path.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <metropole/rng.h>
#include <metropole/setup.h>

#include "../state.h"

extern const struct mp_game mp_game_metropolys;

static struct mp_setup make_setup(int players, const char *version)
{
	struct mp_setup setup;
	struct mp_fault fault;

	assert_int_equal(mp_setup_begin(&setup, &mp_game_metropolys, players, &fault), MP_OK);
	assert_int_equal(mp_setup_set(&setup, "version", version, &fault), MP_OK);
	assert_int_equal(mp_setup_finish(&setup, NULL, &fault), MP_OK);
	return setup;
}

static void draw(const struct mp_setup *setup, struct metropolys_state *s, struct mp_rng *rng)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
	size_t n = metropolys_chance(setup, s, outcomes), i = 0;
	uint32_t total = 0, at;

	assert_true(n > 0 && n <= mp_game_metropolys.outcomes_max);
	for (size_t j = 0; j < n; j++)
		total += outcomes[j].weight;
	for (at = mp_rng_below(rng, total); at >= outcomes[i].weight; i++)
		at -= outcomes[i].weight;
	metropolys_apply(setup, s, MP_CHANCE, outcomes[i].move);
}

/* Plays to the end through legal() and apply(); returns the number of players' moves. */
static uint32_t play_generic(const struct mp_setup *setup, struct metropolys_state *s,
                             struct mp_rng *rng, bool check)
{
	static mp_move moves[MP_MOVES_MAX];
	uint32_t plies = 0;

	while (s->phase != METROPOLYS_PHASE_OVER) {
		int seat = metropolys_turn(setup, s);

		if (check)
			assert_null(metropolys_flaw(setup, s));
		if (seat == MP_CHANCE) {
			draw(setup, s, rng);
		} else {
			size_t n = metropolys_legal(setup, s, seat, moves);

			assert_true(n > 0 && n <= mp_game_metropolys.moves_max);
			metropolys_apply(setup, s, seat, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
		}
	}
	return plies;
}

static void soundness(void **state)
{
	struct mp_rng rng;

	(void)state;
	mp_rng_init(&rng, 1, 0);
	for (int round = 0; round < 600; round++) {
		struct mp_setup setup = make_setup(2 + round % 3, round % 2 ? "expert" : "family");
		struct metropolys_state s = {0};

		metropolys_init(&setup, &s);
		play_generic(&setup, &s, &rng, true);
		assert_null(metropolys_flaw(&setup, &s));
		assert_true(metropolys_winners(&setup, &s) != 0);
	}
}

/* Both ways to play, sorted into bins of the number of moves: the chi-square statistic of equal
 * distributions over 12 bins stays under 31.3 (0.1 % point for 11 degrees of freedom). */
static void same_distribution(void **state)
{
	enum { BINS = 12, GAMES = 6000 };
	struct mp_rng rng;

	(void)state;
	mp_rng_init(&rng, 2, 0);
	for (int players = 2; players <= 4; players++) {
		struct mp_setup setup = make_setup(players, "expert");
		double bins[2][BINS] = {{0}}, chi = 0;
		uint32_t low = players == 2 ? 46 : players == 3 ? 82 : 112;

		for (int game = 0; game < 2 * GAMES; game++) {
			struct metropolys_state s = {0};
			uint32_t plies, bin;

			metropolys_init(&setup, &s);
			plies = game % 2 ? play_generic(&setup, &s, &rng, false)
			                 : metropolys_playout(&setup, &s, &rng);
			bin = plies < low ? 0 : (plies - low) / (uint32_t)players + 1;
			bins[game % 2][bin < BINS ? bin : BINS - 1]++;
		}
		for (int i = 0; i < BINS; i++) {
			double diff = bins[0][i] - bins[1][i], sum = bins[0][i] + bins[1][i];

			chi += sum > 0 ? diff * diff / sum : 0;
		}
		print_message("%d players: chi-square %.1f, bins", players, chi);
		for (int i = 0; i < BINS; i++)
			print_message(" %.0f", bins[0][i]);
		print_message("\n");
		assert_true(chi < 31.3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"a random game is sound at every step", soundness, NULL, NULL, NULL},
		{"the playout plays as the generic path does", same_distribution, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("metropolys play", tests, NULL, NULL);
}
