/* SPDX-License-Identifier: MIT
 *
 * The secret cards: who sees them, what the others' views and scores say, and the distribution of
 * guess() against an enumeration of all deals.
 */
#include "fixture.h"

static struct fixture t;

static void own_cards_only(void **state)
{
	(void)state;
	fixture_first(&t, 3, "expert");
	assert_non_null(strstr(fixture_view(&t, 1),
	                       "\"cards\":[{\"area\":null,\"kind\":null},{\"area\":\"statues\","
	                       "\"kind\":\"lodging\"},{\"area\":null,\"kind\":null}]"));
	assert_non_null(strstr(fixture_view(&t, MP_PUBLIC),
	                       "\"cards\":[{\"area\":null,\"kind\":null},{\"area\":null,\"kind\":null},"
	                       "{\"area\":null,\"kind\":null}]"));
	assert_non_null(strstr(fixture_view(&t, MP_ALL), "\"cards\":[{\"area\":\"bridges\",\"kind\":"
	                                                 "\"park\"},{\"area\":\"statues\""));
}

static void deal_is_cut(void **state)
{
	const char *const options[] = {"layout", "first", "start", "1", NULL};

	(void)state;
	fixture_open(&t, 2, options);
	assert_string_equal(fixture_effects(&t, "~area 1 lakes", 0),
	                    "[{\"type\":\"dealt\",\"seat\":1,\"card\":\"area\",\"name\":\"lakes\"}]");
	assert_string_equal(fixture_effects(&t, "~area 1 lakes", 1),
	                    "[{\"type\":\"dealt\",\"seat\":1,\"card\":\"area\",\"name\":null}]");
}

/* Seat 1's lakes are worth 6; only seat 1 and the referee may count them. */
static void scores_without_secrets(void **state)
{
	(void)state;
	fixture_first(&t, 2, "family");
	t.state.area[0] = METROPOLYS_LAKE;
	t.state.area[1] = METROPOLYS_STATUE;
	fixture_builds(&t, 0, "N3 N5");
	assert_non_null(strstr(fixture_view(&t, 0), "\"scores\":[6,0]"));
	assert_non_null(strstr(fixture_view(&t, 1), "\"scores\":[0,0]"));
	assert_non_null(strstr(fixture_view(&t, MP_PUBLIC), "\"scores\":[0,0]"));
	assert_non_null(strstr(fixture_view(&t, MP_ALL), "\"scores\":[6,0]"));
}

static void open_at_the_end(void **state)
{
	(void)state;
	fixture_first(&t, 2, "family");
	t.state.phase = METROPOLYS_PHASE_OVER;
	assert_non_null(strstr(fixture_view(&t, MP_PUBLIC),
	                       "\"cards\":[{\"area\":\"bridges\"},{\"area\":\"statues\"}]"));
}

enum { DRAWS_PER_WORLD = 400 };

/* Draws guesses for seat 0, and compares how often each deal of the others comes with all deals
 * being equally likely: chi-square stays under its 0.1 % point for worlds - 1 degrees of freedom.
 */
static void compare_guess(int players, const char *version, unsigned worlds, double bound,
                          bool by_posterior)
{
	static uint64_t posterior[METROPOLYS_POSTERIOR_SIZE / 8 + 1];
	static unsigned count[1 << 18];
	struct mp_rng rng;
	unsigned seen = 0;
	double chi = 0;

	memset(count, 0, sizeof count);
	mp_rng_init(&rng, 14, worlds);
	fixture_first(&t, players, version);
	if (by_posterior) {
		struct metropolys_state s = t.state;

		memset(posterior, 0, sizeof posterior);
		metropolys_redact(&t.setup, &s, 0);
		metropolys_posterior(&t.setup, &s, 0, NULL, 0, posterior);
	}
	for (unsigned i = 0; i < worlds * DRAWS_PER_WORLD; i++) {
		struct metropolys_state s = t.state;
		unsigned key = 0;

		metropolys_redact(&t.setup, &s, 0);
		if (by_posterior)
			metropolys_guess_posterior(&t.setup, &s, 0, posterior, &rng);
		else
			metropolys_guess(&t.setup, &s, 0, &rng);
		assert_null(metropolys_flaw(&t.setup, &s));
		assert_int_equal(s.area[0], t.state.area[0]);
		for (int seat = 1; seat < players; seat++)
			key = key << 6 | (unsigned)s.area[seat] << 3 | s.kind[seat];
		assert_true(key < 1 << 18);
		count[key]++;
	}
	for (unsigned key = 0; key < 1 << 18; key++)
		if (count[key]) {
			double diff = (double)count[key] - DRAWS_PER_WORLD;

			seen++;
			chi += diff * diff / DRAWS_PER_WORLD;
		}
	assert_int_equal(seen, worlds);
	assert_true(chi < bound);
}

/* Ways to deal: the others' area cards from those left, times their kinds. */
static void guess_is_uniform(void **state)
{
	(void)state;
	for (int by_posterior = 0; by_posterior < 2; by_posterior++) {
		compare_guess(2, "family", 2, 10.8, by_posterior);
		compare_guess(3, "family", 3 * 2, 20.5, by_posterior);
		compare_guess(4, "family", 3 * 2 * 1, 20.5, by_posterior);
		compare_guess(2, "expert", 4 * 4, 37.7, by_posterior);
		compare_guess(3, "expert", 4 * 3 * 4 * 3, 201, by_posterior);
		compare_guess(4, "expert", 4 * 3 * 2 * 4 * 3 * 2, 686, by_posterior);
	}
}

/* Seat 2 takes statues with its best numbers, far from lakes: its card may well be statues. */
static void moves_tell(void **state)
{
	static uint64_t posterior[METROPOLYS_POSTERIOR_SIZE / 8 + 1];
	static struct mp_played log[64];
	const char *const options[] = {"layout", "first", "start", "2", NULL};
	struct metropolys_state s;
	struct mp_rng rng;
	unsigned statues = 0;

	(void)state;
	mp_rng_init(&rng, 15, 0);
	fixture_open(&t, 2, options);
	fixture_bids(
		&t, "~area_1_bridges ~area_2_statues 13@N9 1@C6 13@C5 1@E7 12@E8 2@C3 12@C2 1@C14 11@C15");
	mp_match_log(&t.match, 0, log);
	mp_match_redacted(&t.match, 0, &s);
	metropolys_posterior(&t.setup, &s, 0, log, t.match.n_moves, posterior);
	for (unsigned i = 0; i < 1000; i++) {
		struct metropolys_state world = s;

		metropolys_guess_posterior(&t.setup, &world, 0, posterior, &rng);
		assert_null(metropolys_flaw(&t.setup, &world));
		statues += world.area[1] == METROPOLYS_STATUE;
	}
	assert_in_range(statues, 600, 990); /* likely, but nothing is ruled out */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("MY-14 a seat sees its own cards and nobody else's", own_cards_only),
		TITLED("MY-14 a card is dealt face down", deal_is_cut),
		TITLED("MY-14 running scores leave the others' cards out", scores_without_secrets),
		TITLED("MY-14 all cards are open when the game is over", open_at_the_end),
		TITLED("MY-14 guessed cards are uniform over all deals", guess_is_uniform),
		TITLED("what a seat does tells of its cards", moves_tell),
	};

	return cmocka_run_group_tests_name("metropolys secrets", tests, NULL, NULL);
}
