/* SPDX-License-Identifier: MIT
 *
 * The specialised playout draws from the same distribution as listing and drawing: the number of
 * moves of a game and the winning score fall into the same bins.
 */
#include "fixture.h"

#include <metropole/rng.h>

#ifdef __SANITIZE_ADDRESS__
enum { GAMES = 2000, BINS = 12 };
#else
enum { GAMES = 12000, BINS = 12 };
#endif

static struct fixture b;

static uint32_t generic(struct mp_rng *rng)
{
	static mp_move moves[METROPOLIS_LISTED_MAX];
	struct mp_outcome outcomes[METROPOLIS_PLOTS];
	uint32_t plies = 0;
	int turn;

	while ((turn = metropolis_turn(&b.setup, &b.state)) != MP_OVER) {
		if (turn == MP_CHANCE) {
			size_t n = metropolis_chance(&b.setup, &b.state, outcomes);

			metropolis_apply(&b.setup, &b.state, MP_CHANCE,
			                 outcomes[mp_rng_below(rng, (uint32_t)n)].move);
		} else {
			size_t n = metropolis_legal(&b.setup, &b.state, turn, moves);

			metropolis_apply(&b.setup, &b.state, turn, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
		}
	}
	return plies;
}

/* Statistics of a game: plies, the winning score and the number of buildings, each in bins. */
enum { STATISTICS = 3 };

static int bin(int value, int from, int width)
{
	int i = value < from ? 0 : (value - from) / width;

	return i < BINS ? i : BINS - 1;
}

static void sort_game(uint32_t plies, bool deals, int32_t count[STATISTICS][BINS])
{
	int32_t best = 0;

	for (int seat = 1; seat <= b.setup.players; seat++)
		if (fixture_score(&b, seat - 1) > best)
			best = fixture_score(&b, seat - 1);
	count[0][deals ? bin((int)plies, 120, 12) : bin((int)plies, 100, 2)]++;
	count[1][bin(best, 400, 100)]++;
	count[2][bin(b.state.n_buildings, 12, 1)]++;
}

/* Two samples over 12 bins: below 31.3, the 0.1 % point for 11 degrees of freedom. */
static void same_distribution(int players, const char *deals)
{
	int32_t count[2][STATISTICS][BINS] = {{{0}}};
	struct mp_rng rng;

	fixture_open(&b, players, OPTIONS("deals", deals));
	mp_rng_init(&rng, 7, (uint64_t)players);
	for (int i = 0; i < 2 * GAMES; i++) {
		uint32_t plies;

		memset(&b.state, 0, sizeof b.state);
		metropolis_init(&b.setup, &b.state);
		plies = i % 2 ? metropolis_playout(&b.setup, &b.state, &rng) : generic(&rng);
		sort_game(plies, deals[0] == 't', count[i % 2]);
	}
	for (int statistic = 0; statistic < STATISTICS; statistic++) {
		double chi = 0;

		for (int i = 0; i < BINS; i++) {
			double n = count[0][statistic][i], m = count[1][statistic][i];

			if (n + m > 0)
				chi += (n - m) * (n - m) / (n + m);
		}
		print_message("%d players, deals %s: chi-square %.1f\n", players, deals, chi);
		assert_true(chi < 31.3);
	}
}

static void without_deals(void **unused)
{
	(void)unused;
	for (int players = 2; players <= 5; players++)
		same_distribution(players, "false");
}

static void with_deals(void **unused)
{
	(void)unused;
	same_distribution(3, "true");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"playout draws as listing does, without deals", without_deals, 0, 0, 0},
		{"playout draws as listing does, with deals", with_deals, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
