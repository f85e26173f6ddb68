/* SPDX-License-Identifier: MIT
 *
 * The secret cards: who sees them, what the others' views and scores say, and the distribution of
 * guess() against an enumeration of all deals.
 */
#include "table.h"

static struct table t;

static void own_cards_only(void **state)
{
	(void)state;
	table_first(&t, 3, "expert");
	assert_non_null(strstr(table_view(&t, 1),
	                       "\"cards\":[{\"area\":null,\"kind\":null},{\"area\":\"statues\","
	                       "\"kind\":\"lodging\"},{\"area\":null,\"kind\":null}]"));
	assert_non_null(strstr(table_view(&t, MP_PUBLIC),
	                       "\"cards\":[{\"area\":null,\"kind\":null},{\"area\":null,\"kind\":null},"
	                       "{\"area\":null,\"kind\":null}]"));
	assert_non_null(strstr(table_view(&t, MP_ALL), "\"cards\":[{\"area\":\"bridges\",\"kind\":"
	                                               "\"park\"},{\"area\":\"statues\""));
}

static void deal_is_cut(void **state)
{
	const char *const options[] = {"layout", "first", "start", "1", NULL};

	(void)state;
	table_open(&t, 2, options);
	assert_string_equal(table_effects(&t, "~area 1 lakes", 0),
	                    "[{\"type\":\"dealt\",\"seat\":1,\"card\":\"area\",\"name\":\"lakes\"}]");
	assert_string_equal(table_effects(&t, "~area 1 lakes", 1),
	                    "[{\"type\":\"dealt\",\"seat\":1,\"card\":\"area\",\"name\":null}]");
}

/* Seat 1's lakes are worth 6; only seat 1 and the referee may count them. */
static void scores_without_secrets(void **state)
{
	(void)state;
	table_first(&t, 2, "family");
	t.state.area[0] = LAKE;
	t.state.area[1] = STATUE;
	table_builds(&t, 0, "N3 N5");
	assert_non_null(strstr(table_view(&t, 0), "\"scores\":[6,0]"));
	assert_non_null(strstr(table_view(&t, 1), "\"scores\":[0,0]"));
	assert_non_null(strstr(table_view(&t, MP_PUBLIC), "\"scores\":[0,0]"));
	assert_non_null(strstr(table_view(&t, MP_ALL), "\"scores\":[6,0]"));
}

static void open_at_the_end(void **state)
{
	(void)state;
	table_first(&t, 2, "family");
	t.state.phase = OVER;
	assert_non_null(strstr(table_view(&t, MP_PUBLIC),
	                       "\"cards\":[{\"area\":\"bridges\"},{\"area\":\"statues\"}]"));
}

enum { DRAWS_PER_WORLD = 400 };

/* Draws guesses for seat 0, and compares how often each deal of the others comes with all deals
 * being equally likely: chi-square stays under its 0.1 % point for worlds - 1 degrees of freedom.
 */
static void compare_guess(int players, const char *version, unsigned worlds, double bound)
{
	static unsigned count[1 << 18];
	struct mp_rng rng;
	unsigned seen = 0;
	double chi = 0;

	memset(count, 0, sizeof count);
	mp_rng_init(&rng, 14, worlds);
	table_first(&t, players, version);
	for (unsigned i = 0; i < worlds * DRAWS_PER_WORLD; i++) {
		struct metropolys_state s = t.state;
		unsigned key = 0;

		metropolys_redact(&t.setup, &s, 0);
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
	compare_guess(2, "family", 2, 10.8);
	compare_guess(3, "family", 3 * 2, 20.5);
	compare_guess(4, "family", 3 * 2 * 1, 20.5);
	compare_guess(2, "expert", 4 * 4, 37.7);
	compare_guess(3, "expert", 4 * 3 * 4 * 3, 201);
	compare_guess(4, "expert", 4 * 3 * 2 * 4 * 3 * 2, 686);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULE("MY-14 a seat sees its own cards and nobody else's", own_cards_only),
		RULE("MY-14 a card is dealt face down", deal_is_cut),
		RULE("MY-14 running scores leave the others' cards out", scores_without_secrets),
		RULE("MY-14 all cards are open when the game is over", open_at_the_end),
		RULE("MY-14 guessed cards are uniform over all deals", guess_is_uniform),
	};

	return cmocka_run_group_tests_name("metropolys secrets", tests, NULL, NULL);
}
