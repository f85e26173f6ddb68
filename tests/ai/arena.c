/* SPDX-License-Identifier: MIT
 *
 * The arena: figures against known values, contestants, and a match that goes on from its file.
 */
#include "host/arena/ledger.h"
#include "fmath.h"

#include <metropole/rng.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_near(double a, double b, double within)
{
	if (!(fabs(a - b) <= within))
		fail_msg("%.9g is not %.9g", a, b);
}

static void elo_is_the_logistic_of_the_share(void **unused)
{
	(void)unused;
	assert_near(stats_elo_of_share(0.5, 2), 0, 1e-9);
	assert_near(stats_elo_of_share(0.75, 2), 190.848502, 1e-6);
	assert_near(stats_elo_of_share(0.64, 2), 99.951, 1e-3);
	assert_near(stats_elo_of_share(0.25, 4), 0, 1e-9);
	assert_near(stats_share_of_elo(0, 5), 0.2, 1e-12);
	assert_near(stats_share_of_elo(stats_elo_of_share(0.4, 4), 4), 0.4, 1e-12);
	assert_true(isinf(stats_elo_of_share(1, 2)));
}

/* Wilson's interval for 8 of 10 is [0.4902, 0.9433]. */
static void few_boards_are_not_certain(void **unused)
{
	struct stats stats = {0};
	struct interval x;

	(void)unused;
	for (int i = 0; i < 5; i++)
		stats_add(&stats, 0.8, 2);
	x = stats_share(&stats);
	assert_near(x.value, 0.8, 1e-12);
	assert_near(x.low, 0.4902, 1e-4);
	assert_near(x.high, 0.9433, 1e-4);
}

/* 100 boards, half of them 1 and half 0.5: mean 0.75, standard error 0.25 * sqrt(100/99) / 10. */
static void the_interval_is_over_boards(void **unused)
{
	struct stats stats = {0};
	struct interval x;

	(void)unused;
	for (int i = 0; i < 100; i++)
		stats_add(&stats, i % 2 ? 1 : 0.5, 200);
	x = stats_share(&stats);
	assert_near(x.high - x.value, 1.959964 * 0.025 * sqrt(100 / 99.0), 1e-6);
	assert_near(x.value - x.low, 1.959964 * 0.025 * sqrt(100 / 99.0), 1e-6);
}

/* With shares s0 = 0.5 and s1 = 0.5715 (50 Elo), mean 0.75 and variance v the ratio is
 * N (s1-s0)(2m - s0 - s1) / 2v; in v eight boards count as if their two games had nothing in
 * common. */
static void the_sequential_test_adds_up_evidence(void **unused)
{
	struct stats stats = {0};
	double s1 = 1 / (1 + pow(10, -50 / 400.0)), middle = (0.5 + s1) / 2;
	double v = (0.0625 * 100 + 8 * middle * (1 - middle) / 2) / (99 + 8);

	(void)unused;
	for (int i = 0; i < 100; i++)
		stats_add(&stats, i % 2 ? 1 : 0.5, 2);
	assert_near(stats_llr(&stats, 0, 50, 2), 100 * (s1 - 0.5) * (1.5 - 0.5 - s1) / (2 * v), 1e-9);
	assert_true(stats_llr(&stats, 0, 50, 2) > stats_sprt_bound);
	assert_near(stats_sprt_bound, log(0.95 / 0.05), 1e-12);
	assert_near(stats_llr(&(struct stats){.boards = 1, .games = 2, .sum = 1}, 0, 50, 2), 0, 0);
}

static void a_match_won_on_every_board_is_decided(void **unused)
{
	struct stats stats = {0};

	(void)unused;
	for (int i = 0; i < 40; i++)
		stats_add(&stats, 1, 2);
	assert_true(stats_llr(&stats, 0, 50, 2) > stats_sprt_bound);
}

/* Two games a board, each won by one of two equals or the other. */
static bool equals_pass(struct mp_rng *rng)
{
	struct stats stats = {0};
	double llr;

	do {
		stats_add(&stats, (mp_rng_below(rng, 2) + mp_rng_below(rng, 2)) / 2.0, 2);
		llr = stats_llr(&stats, 0, 50, 2);
	} while (fabs(llr) < stats_sprt_bound);
	return llr > 0;
}

static void one_match_of_equals_in_twenty_passes(void **unused)
{
	enum { MATCHES = 10000 };
	struct mp_rng rng;
	int passed = 0;

	(void)unused;
	mp_rng_init(&rng, 2026, 1);
	for (int i = 0; i < MATCHES; i++)
		passed += equals_pass(&rng);
	assert_in_range(passed, MATCHES * 45 / 1000, MATCHES * 55 / 1000);
}

static void the_logarithm_of_selection_is_one(void **unused)
{
	(void)unused;
	for (uint32_t n = 1; n < 3000000; n += 1 + n / 7)
		assert_near((double)fmath_log(n), log(n), 2e-4 * (1 + log(n)));
}

static void contestants_are_read(void **unused)
{
	struct arena_bot bot;

	(void)unused;
	assert_true(arena_bot_parse(&bot, "hard@50ms/cutoff=4/threads=2/refuse"));
	assert_string_equal(bot.level, "hard");
	assert_int_equal(bot.ms, 50);
	assert_int_equal(bot.threads, 2);
	assert_int_equal(bot.n_changes, 1);
	assert_true(bot.refuses_deals && !bot.peeks);
	assert_false(bot.tries_net);
	assert_true(arena_bot_parse(&bot, "hard@20ms/try") && bot.tries_net);
	assert_true(arena_bot_parse(&bot, "b+@1000it"));
	assert_true(bot.peeks && bot.iterations == 1000);
	assert_true(arena_bot_parse(&bot, "b3@30ms/deal") && bot.deals);
	assert_true(arena_bot_parse(&bot, "all:./old engine@20ms"));
	assert_true(bot.is_outside && bot.is_told_all && bot.ms == 20);
	assert_string_equal(bot.command, "./old engine");
	assert_true(arena_bot_parse(&bot, "ext:./mybot"));
	assert_true(bot.is_outside && !bot.is_told_all);
	assert_false(arena_bot_parse(&bot, "expert"));
	assert_false(arena_bot_parse(&bot, "hard@50"));
	assert_false(arena_bot_parse(&bot, "hard/colour=1"));
	assert_false(arena_bot_parse(&bot, "hard/cutoff=x"));
	assert_false(arena_bot_parse(&bot, ""));
}

/* --- a small match --- */

static struct mp_setup setup;
static struct arena_pairing pairing;

static int make_pairing(void **state)
{
	const struct mp_game *game = mp_games[0];
	struct mp_fault fault;

	*state = calloc(1, game->tables_size + 1);
	mp_setup_begin(&setup, game, game->players_min, &fault);
	mp_setup_finish(&setup, *state, &fault);
	pairing = (struct arena_pairing){.setup = &setup, .seed = 5};
	for (int i = 0; i < setup.players; i++)
		arena_bot_parse(&pairing.bots[i], i ? "b0" : "b2@20it");
	return 0;
}

static int drop_pairing(void **state)
{
	free(*state);
	return 0;
}

static void a_board_is_the_same_every_time(void **unused)
{
	struct arena_player *one = arena_player_new(&pairing), *two = arena_player_new(&pairing);
	struct arena_game a, b, c;
	struct mp_fault fault;

	(void)unused;
	assert_true(arena_play(one, 3, 1, &a, &fault));
	assert_true(arena_play(one, 4, 0, &c, &fault));
	assert_true(arena_play(two, 3, 1, &b, &fault));
	assert_memory_equal(a.score, b.score, sizeof a.score);
	assert_memory_equal(a.share, b.share, sizeof a.share);
	assert_int_equal(a.plies, b.plies);
	arena_player_free(one);
	arena_player_free(two);
}

static void a_match_goes_on_from_its_file(void **unused)
{
	char path[] = "/tmp/metropole-arena-XXXXXX";
	struct arena_game game = {.board = 1, .rotation = 1, .plies = 60, .score = {3, 4}};
	struct ledger ledger;
	int fd = mkstemp(path);

	(void)unused;
	assert_true(fd >= 0);
	game.share[1] = 1;
	assert_int_equal(ledger_open(&ledger, &pairing, 4, path), LEDGER_OK);
	assert_true(ledger_add(&ledger, &game));
	game.rotation = 0;
	assert_true(ledger_add(&ledger, &game));
	ledger_close(&ledger);
	assert_int_equal(ftruncate(fd, lseek(fd, 0, SEEK_END) - 3), 0); /* the last line is cut short */
	assert_int_equal(ledger_open(&ledger, &pairing, 4, path), LEDGER_OK);
	assert_true(ledger.played[ledger_index(&ledger, 1, 1)]);
	assert_false(ledger.played[ledger_index(&ledger, 1, 0)]);
	assert_int_equal(ledger.games[ledger_index(&ledger, 1, 1)].score[1], 4);
	assert_true(ledger_add(&ledger, &game));
	ledger_close(&ledger);
	assert_int_equal(ledger_open(&ledger, &pairing, 4, path), LEDGER_OK);
	assert_true(ledger.played[ledger_index(&ledger, 1, 0)]);
	assert_int_equal(ledger_standing(&ledger, 0, 4).stats.boards, 1);
	assert_near(ledger_standing(&ledger, 0, 4).stats.sum, 0, 0);
	ledger_close(&ledger);
	pairing.seed++;
	assert_int_equal(ledger_open(&ledger, &pairing, 4, path), LEDGER_OTHER_MATCH);
	pairing.seed--;
	close(fd);
	unlink(path);
}

static uint32_t plies_of(const struct mp_setup *table, const char *text)
{
	struct arena_pairing match = {.setup = table, .seed = 3};
	struct arena_player *player;
	struct arena_game game;
	struct mp_fault fault;

	for (int i = 0; i < table->players; i++)
		arena_bot_parse(&match.bots[i], text);
	player = arena_player_new(&match);
	assert_true(arena_play(player, 0, 0, &game, &fault));
	arena_player_free(player);
	return game.plies;
}

/* Offers are moves, too. */
static void a_baseline_deals_if_it_is_told_to(void **unused)
{
	(void)unused;
	for (size_t i = 0; mp_games[i]; i++) {
		const struct mp_game *game = mp_games[i];
		void *tables = calloc(1, game->tables_size + 1);
		struct mp_setup table;
		struct mp_fault fault;

		mp_setup_begin(&table, game, game->players_max, &fault);
		mp_setup_finish(&table, tables, &fault);
		if (game->deal_kind)
			assert_true(plies_of(&table, "b3@5it/deal") > plies_of(&table, "b3@5it"));
		free(tables);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elo_is_the_logistic_of_the_share),
		cmocka_unit_test(few_boards_are_not_certain),
		cmocka_unit_test(the_interval_is_over_boards),
		cmocka_unit_test(the_sequential_test_adds_up_evidence),
		cmocka_unit_test(a_match_won_on_every_board_is_decided),
		cmocka_unit_test(one_match_of_equals_in_twenty_passes),
		cmocka_unit_test(the_logarithm_of_selection_is_one),
		cmocka_unit_test(contestants_are_read),
		cmocka_unit_test_setup_teardown(a_board_is_the_same_every_time, make_pairing, drop_pairing),
		cmocka_unit_test(a_baseline_deals_if_it_is_told_to),
		cmocka_unit_test_setup_teardown(a_match_goes_on_from_its_file, make_pairing, drop_pairing),
	};

	return cmocka_run_group_tests_name("the arena", tests, NULL, NULL);
}
