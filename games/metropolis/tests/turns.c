/* SPDX-License-Identifier: MIT
 *
 * Rules of the board, the set-up and the turn: MS-1 to MS-4, MS-20 to MS-34, MS-60.
 */
#include <metropole/rng.h>

#include "fixture.h"

static struct fixture b;

static void ms1(void **unused)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];

	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_play_as(&b, MP_CHANCE, "~start 1");
	assert_int_equal(metropolis_chance(&b.setup, &b.state, outcomes), 80);
	fixture_play_as(&b, MP_CHANCE, "~deal 1 10");
	fixture_play_as(&b, MP_CHANCE, "~deal 1 89");
	fixture_fails_as(&b, MP_CHANCE, "~deal 1 9", MP_BAD_MOVE);
	fixture_fails_as(&b, MP_CHANCE, "~deal 1 90", MP_BAD_MOVE);
}

/* The river passes below districts 4 and 5 and above 7 and 8; 6 lies beside it but 64 does not
 * count. A factory is worth 20 on the river, 16 elsewhere. */
static void ms2(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "45-48 61-64 70-73 75-78");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build factory 45,46,47,48");
	assert_int_equal(fixture_score(&b, 0), 20 * 12);
	fixture_build(&b, 0, "build factory 61,62,63,64");
	assert_int_equal(fixture_score(&b, 0), (20 + 16) * 12);
	fixture_build(&b, 0, "build factory 70,71,72,73");
	assert_int_equal(fixture_score(&b, 0), (20 + 16 + 20) * 12);
}

static void ms2_lower(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "75-78");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build factory 75,76,77,78");
	assert_int_equal(fixture_score(&b, 0), 16 * 12);
}

/* Five plots of district 1 are owned; 14 and 20 face each other over a street. */
static void ms3(void **unused)
{
	(void)unused;
	fixture_two(&b, "11 20-24", "14 16-18");
	fixture_ready(&b, 0, "12 15 25 26");
	assert_int_equal(metropolis_right(&b.setup, &b.state, 12 - 10), 3); /* 11 or 17 */
	assert_int_equal(metropolis_right(&b.setup, &b.state, 15 - 10), 2); /* 16; not 11 */
	fixture_refuses_as(&b, 0, "take 15", "MS-32");
	fixture_play_as(&b, 0, "take 12");
}

/* Rows of five plots. Seat 1 has one plot of the district, seat 2 all others but the one asked for.
 */
static void ms3_each(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	for (int plot = 0; plot < METROPOLIS_DIGITS; plot++) {
		for (int other = 0; other < METROPOLIS_DIGITS; other++) {
			int across = plot % 5 - other % 5, down = plot / 5 - other / 5;
			bool is_beside = across * across + down * down == 1;

			if (other == plot)
				continue;
			b.state.owned[0][2] = (uint16_t)metropolis_plot_bit(other);
			b.state.owned[1][2] = (uint16_t)(METROPOLIS_WHOLE & ~metropolis_plot_bit(other) &
			                                 ~metropolis_plot_bit(plot));
			assert_int_equal(metropolis_right(&b.setup, &b.state, 2 * METROPOLIS_DIGITS + plot),
			                 is_beside ? 3 : 2);
		}
	}
}

static void ms3_street(void **unused)
{
	(void)unused;
	fixture_two(&b, "14 19", "21-25");
	fixture_ready(&b, 0, "20 30 31 32");
	fixture_refuses_as(&b, 0, "take 20", "MS-32");
	fixture_play_as(&b, 0, "give 20 2");
	fixture_refuses_as(&b, 0, "build school 14,20", "MS-3");
}

static void ms4_sites(void **unused)
{
	static const char *const plots[] = {"15", "19", "25", "40", "45", "60", "64", "70"};
	static const char *const away[] = {"14", "20", "26", "46", "65", "71"};
	char move[32];

	(void)unused;
	for (size_t i = 0; i < sizeof plots / sizeof *plots; i++) {
		fixture_open(&b, 2, NULL);
		fixture_own(&b, 0, plots[i]);
		fixture_ready(&b, 0, "");
		snprintf(move, sizeof move, "build house %s", plots[i]);
		fixture_build(&b, 0, move);
		assert_int_equal(fixture_score(&b, 0), 4 * 12);
		assert_shows(fixture_view(&b, MP_PUBLIC),
		             "{\"cause\":\"site\",\"site\":\"park\",\"points\":2}");
	}
	for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
		fixture_open(&b, 2, NULL);
		fixture_own(&b, 0, away[i]);
		fixture_ready(&b, 0, "");
		snprintf(move, sizeof move, "build house %s", away[i]);
		fixture_build(&b, 0, move);
		assert_int_equal(fixture_score(&b, 0), 2 * 12);
	}
}

static void ms4_apartment(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "20 21 25 26");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build apartment 20,21,25");
	assert_int_equal(fixture_score(&b, 0), 15 * 12);
}

static void ms4_centre(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "53 54 58 59 30 31 35 36");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build administration 53,54,58,59");
	assert_int_equal(fixture_score(&b, 0), 24 * 12);
	fixture_build(&b, 0, "build administration 30,31,35,36");
	assert_int_equal(fixture_score(&b, 0), (24 + 20) * 12);
}

/* Deals plots from the pile in ascending order until a player is on turn. */
static void deal_all(void)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];

	while (metropolis_turn(&b.setup, &b.state) == MP_CHANCE) {
		size_t n = metropolis_chance(&b.setup, &b.state, outcomes);

		for (size_t i = 0; i < n; i++)
			assert_int_equal(outcomes[i].weight, 1); /* there is one of each card */
		assert_int_equal(mp_match_play_move(&b.match, MP_CHANCE, outcomes[0].move, &b.fault),
		                 MP_OK);
	}
}

static void ms20_hands(void **unused)
{
	static const int hand[] = {[2] = 12, [3] = 8, [4] = 6, [5] = 5};

	(void)unused;
	for (int players = 2; players <= 5; players++) {
		struct mp_outcome outcomes[MP_OUTCOMES_MAX];

		fixture_open(&b, players, NULL);
		assert_int_equal(metropolis_chance(&b.setup, &b.state, outcomes), players);
		fixture_fails_as(&b, 0, "take 10", MP_NOT_YOUR_TURN);
		fixture_refuses_as(&b, MP_CHANCE, "~open 10", "MS-20");
		fixture_play_as(&b, MP_CHANCE, "~start 2");
		fixture_refuses_as(&b, MP_CHANCE, "~deal 2 10", "MS-20"); /* seat 1's cards come first */
		deal_all();
		for (int seat = 0; seat < players; seat++) {
			int plots = 0;

			for (int district = 0; district < METROPOLIS_DISTRICTS; district++)
				plots += metropolis_popcount(b.state.owned[seat][district]);
			assert_int_equal(plots, hand[players]);
		}
		assert_int_equal(b.state.n_open, 4);
		assert_int_equal(b.state.pile, 80 - players * hand[players] - 4);
		assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
	}
}

static void ms20_start(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, OPTIONS("start", "3"));
	fixture_refuses_as(&b, MP_CHANCE, "~start 1", "MS-20");
	fixture_play_as(&b, MP_CHANCE, "~deal 1 10");
	fixture_refuses_as(&b, MP_CHANCE, "~deal 1 10", "MS-20"); /* dealt already */
	deal_all();
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 2);
	fixture_play_as(&b, 2, "take 34");
	fixture_play_as(&b, 2, "end");
	deal_all();
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 0); /* after 3 comes 1 */
}

static void ms20_drawn(void **unused)
{
	struct mp_rng rng;

	(void)unused;
	mp_rng_init(&rng, 20, 0);
	for (int players = 2; players <= 5; players++) {
		fixture_open(&b, players, NULL);
		while (metropolis_turn(&b.setup, &b.state) == MP_CHANCE) {
			struct mp_outcome outcomes[MP_OUTCOMES_MAX];
			size_t n = metropolis_chance(&b.setup, &b.state, outcomes), i = 0;
			mp_move move = metropolis_draw(&b.setup, &b.state, &rng);

			while (i < n && outcomes[i].move != move)
				i++;
			assert_true(i < n);
			assert_int_equal(mp_match_play_move(&b.match, MP_CHANCE, move, &b.fault), MP_OK);
		}
	}
}

static void ms30_one_card(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "20 21");
	fixture_ready(&b, 0, "10 40 41 42");
	fixture_refuses_as(&b, 0, "end", "MS-30");
	fixture_refuses_as(&b, 0, "take 11", "MS-30"); /* in the pile */
	fixture_refuses_as(&b, 0, "take 20", "MS-30"); /* owned */
	fixture_refuses_as(&b, 0, "give 11 2", "MS-30");
	fixture_fails_as(&b, 1, "take 10", MP_NOT_YOUR_TURN);
	fixture_play_as(&b, 0, "take 10");
	fixture_refuses_as(&b, 0, "take 40", "MS-30");
	fixture_refuses_as(&b, 0, "give 40 2", "MS-30");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 0); /* the turn goes on */
	fixture_play_as(&b, 0, "end");
	fixture_refuses_as(&b, MP_CHANCE, "~open 40", "MS-20"); /* open already */
	fixture_refuses_as(&b, MP_CHANCE, "~deal 1 50", "MS-30");
	fixture_play_as(&b, MP_CHANCE, "~open 50");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
	assert_true(fixture_lists_as(&b, 1, "take 50"));
}

static void ms30_building_ends(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "20 21");
	fixture_ready(&b, 0, "10 40 41 42");
	fixture_play_as(&b, 0, "take 10");
	fixture_play_as(&b, 0, "build house 20");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), MP_CHANCE);
	fixture_play_as(&b, MP_CHANCE, "~open 89");
	fixture_fails_as(&b, 0, "build house 21", MP_NOT_YOUR_TURN);
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
}

/* 76 plots are owned and four open: no card is left to open, the offer shrinks. */
static void ms30_offer_shrinks(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-49", "50-85");
	fixture_ready(&b, 0, "86 87 88 89");
	assert_int_equal(b.state.pile, 0);
	fixture_play_as(&b, 0, "give 86 2");
	fixture_play_as(&b, 0, "end");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
	assert_int_equal(b.state.n_open, 3);
	fixture_play_as(&b, 1, "take 88");
	fixture_play_as(&b, 1, "end");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 0);
	assert_int_equal(b.state.n_open, 2);
}

static void ms31(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 1, "10 11 12 16"); /* four */
	fixture_ready(&b, 0, "15 17 20 21");
	assert_int_equal(metropolis_right(&b.setup, &b.state, 5), 7);
	assert_true(fixture_lists_as(&b, 0, "take 15"));
	assert_true(fixture_lists_as(&b, 0, "give 15 3"));
	fixture_play_as(&b, 0, "take 17"); /* the fifth */
	assert_int_equal(metropolis_right(&b.setup, &b.state, 5), 2);
}

/* The booklet's example: A 14, B 11, C 17, D 13 and 19. */
static void example(void)
{
	fixture_open(&b, 4, NULL);
	fixture_own(&b, 0, "14");
	fixture_own(&b, 1, "11");
	fixture_own(&b, 2, "17");
	fixture_own(&b, 3, "13 19");
}

static void ms32_example(void **unused)
{
	enum { A = 1, B = 2, C = 4, D = 8 };

	(void)unused;
	example();
	fixture_ready(&b, 0, "10 12 15 16");
	assert_int_equal(metropolis_right(&b.setup, &b.state, 15 - 10), A | B | C | D);
	assert_int_equal(metropolis_right(&b.setup, &b.state, 10 - 10), B);
	assert_int_equal(metropolis_right(&b.setup, &b.state, 16 - 10), B | C);
	assert_int_equal(metropolis_right(&b.setup, &b.state, 18 - 10), C | D);
	assert_int_equal(metropolis_right(&b.setup, &b.state, 12 - 10), B | C | D);
	assert_int_equal(fixture_count_as(&b, 0, "take"), 1);
	fixture_play_as(&b, 0, "take 15"); /* no owned neighbour: anyone may have it */
}

static void ms32_majority(void **unused)
{
	(void)unused;
	fixture_two(&b, "11 16 18 14", "12");
	fixture_ready(&b, 1, "17 20 21 22");
	fixture_play_as(&b, 1, "take 17"); /* 16 and 18 are the other's, 12 is enough */
}

static void ms33_example(void **unused)
{
	(void)unused;
	example();
	fixture_ready(&b, 0, "10 12 16 18");
	fixture_refuses_as(&b, 0, "take 12", "MS-32");
	fixture_refuses_as(&b, 0, "give 12 1", "MS-33"); /* to oneself */
	fixture_refuses_as(&b, 0, "give 10 3", "MS-33"); /* no right */
	fixture_refuses_as(&b, 0, "give 12 5", "MS-33"); /* nobody sits there */
	assert_true(fixture_lists_as(&b, 0, "give 12 2"));
	assert_true(fixture_lists_as(&b, 0, "give 12 3"));
	assert_shows(fixture_effects_as(&b, 0, "give 12 4", MP_PUBLIC),
	             "{\"type\":\"give\",\"seat\":1,\"to\":4,\"plot\":12,\"right\":false}");
	fixture_play_as(&b, 0, "give 12 4");
	assert_true(b.state.owned[3][0] & metropolis_plot_bit(2));
	fixture_refuses_as(&b, 0, "build house 12", "MS-40"); /* it is D's now */
	assert_true(fixture_lists_as(&b, 0, "build house 14"));
}

static void ms33_with_right(void **unused)
{
	(void)unused;
	example();
	fixture_ready(&b, 1, "10 12 16 18");
	assert_true(fixture_lists_as(&b, 1, "take 12"));
	assert_true(fixture_lists_as(&b, 1, "give 12 4"));
	assert_false(fixture_lists_as(&b, 1, "give 12 1"));
	fixture_play_as(&b, 1, "give 16 3");
}

static void ms34(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 0, "10 11");
	fixture_own(&b, 1, "15 16");
	fixture_own(&b, 2, "19");
	fixture_ready(&b, 2, "");
	b.state.phase = METROPOLIS_PHASE_BUILD;
	b.state.turn = 0;
	fixture_play_as(&b, 0, "joint administration 10,11,15,16");
	fixture_play_as(&b, 1, "accept 1");
	assert_int_equal(metropolis_right(&b.setup, &b.state, 12 - 10), 1); /* by 11 */
	assert_int_equal(metropolis_right(&b.setup, &b.state, 17 - 10), 2); /* by 16 */
}

static void ms60_extra_turns(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-49", "50-88");
	fixture_ready(&b, 1, "89");
	fixture_play_as(&b, 1, "take 89"); /* the last plot: this turn is not yet the extra one */
	assert_int_equal(b.state.phase, METROPOLIS_PHASE_BUILD);
	assert_shows(fixture_effects_as(&b, 1, "end", MP_PUBLIC),
	             "{\"type\":\"extra_turn\",\"seat\":1,\"left\":2}");
	fixture_play_as(&b, 1, "build house 89");
	assert_int_equal(b.state.phase, METROPOLIS_PHASE_EXTRA);
	fixture_refuses_as(&b, 0, "take 10", "MS-60");
	fixture_refuses_as(&b, 0, "give 10 2", "MS-60");
	fixture_play_as(&b, 0, "build store 10,11,12,15,16,17");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
	assert_false(mp_match_is_over(&b.match));
	fixture_play_as(&b, 1, "end");
	assert_true(mp_match_is_over(&b.match));
	fixture_fails_as(&b, 0, "end", MP_GAME_OVER);
	/* 2 for the house; 42 for the store */
	assert_int_equal(fixture_score(&b, 0), 42 * 12);
	assert_int_equal(fixture_score(&b, 1), 2 * 12);
}

/* Leaves one piece of a kind in stock, and nothing else. */
static void keep_only(unsigned piece)
{
	for (unsigned i = 0; i < b.tables.values.n_pieces; i++)
		b.tables.values.piece[i].number = b.state.stock[i] = i == piece;
	for (int word = 0; word < METROPOLIS_WORDS; word++)
		b.state.in_stock[word] = b.tables.of_piece[word][piece];
}

static void ms60_no_stock(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10 11");
	keep_only(0); /* a house */
	fixture_ready(&b, 0, "20 21 22 23");
	fixture_play_as(&b, 0, "take 20");
	assert_false(mp_match_is_over(&b.match));
	assert_shows(fixture_effects_as(&b, 0, "build house 10", MP_PUBLIC), "{\"type\":\"over\"");
	fixture_play_as(&b, 0, "build house 10");
	assert_true(mp_match_is_over(&b.match));
	assert_int_equal(b.state.n_open, 3); /* no card was opened */
}

/* Only a store is left and no two rows of three empty plots: owners alternate so that with deals
 * off it cannot be built, with deals on it can. */
static void ms60_no_room(void **unused)
{
	static const char *const deals[] = {"true", "false"};

	(void)unused;
	for (int i = 0; i < 2; i++) {
		fixture_open(&b, 2, OPTIONS("deals", deals[i]));
		fixture_own(&b, 0, "10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48");
		fixture_own(&b, 0, "50 52 54 56 58 60 62 64 66 68 70 72 74 76 78 80 82 84 86 88");
		fixture_own(&b, 1, "11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 41 43 45 47 49");
		fixture_own(&b, 1, "51 53 55 57 59 61 63 65 67 69 71 73 75 77 79 81 83 85 87");
		keep_only(9);
		fixture_ready(&b, 0, "89");
		fixture_play_as(&b, 0, "take 89");
		assert_false(mp_match_is_over(&b.match)); /* not judged after take */
		fixture_play_as(&b, 0, "end");
		assert_int_equal(mp_match_is_over(&b.match), i == 1);
	}
}

/* With deals off, nobody's plots may still come to one player. */
static void ms60_unowned(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, OPTIONS("deals", "false"));
	fixture_own(&b, 0, "10 11 12 13 14 20 21 22 23 24 30 31 32 33 34 40 41 42 43 44");
	fixture_own(&b, 0, "50 51 52 53 54 60 61 62 63 64 70 71 72 73 74 80 81 82 83 84");
	fixture_own(&b, 1, "17 27 37 47 57 67 77 86");
	keep_only(9);
	fixture_ready(&b, 0, "15 25 35 85");
	/* in district 8 the store may stand on x2-x4 and x7-x9: nobody's or seat 1's */
	fixture_play_as(&b, 0, "take 35");
	fixture_play_as(&b, 0, "end");
	assert_false(mp_match_is_over(&b.match));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MS-1 there are 80 plots, 10 to 89", ms1, 0, 0, 0},
		{"MS-2 the river passes districts 4, 5, 7 and 8, not 6", ms2, 0, 0, 0},
		{"MS-2 the lower row of district 7 is not on the river", ms2_lower, 0, 0, 0},
		{"MS-3 neighbours share a side, not a corner", ms3, 0, 0, 0},
		{"MS-3 every plot has the neighbours beside, above and below it", ms3_each, 0, 0, 0},
		{"MS-3 streets part the districts", ms3_street, 0, 0, 0},
		{"MS-4 the park is seen from its plots and from no other", ms4_sites, 0, 0, 0},
		{"MS-4 the booklet's apartment on 25, 20 and 21 sees the park", ms4_apartment, 0, 0, 0},
		{"MS-4 districts 4 and 5 are the centre", ms4_centre, 0, 0, 0},
		{"MS-20 12, 8, 6 or 5 plots are dealt and four cards opened", ms20_hands, 0, 0, 0},
		{"MS-20 what chance draws is one of its outcomes", ms20_drawn, 0, 0, 0},
		{"MS-20 the option start names who begins; play goes in seat order", ms20_start, 0, 0, 0},
		{"MS-30 a turn takes one open card, and the engine never ends it", ms30_one_card, 0, 0, 0},
		{"MS-30 building ends the turn at once", ms30_building_ends, 0, 0, 0},
		{"MS-30 when the pile is empty the offer shrinks", ms30_offer_shrinks, 0, 0, 0},
		{"MS-31 below five owned plots anyone may have a plot", ms31, 0, 0, 0},
		{"MS-32 the booklet's example of the neighbour's right", ms32_example, 0, 0, 0},
		{"MS-32 how many neighbours one owns is of no matter", ms32_majority, 0, 0, 0},
		{"MS-33 who has no right gives the plot to one who has", ms33_example, 0, 0, 0},
		{"MS-33 who has the right may give it to another who has", ms33_with_right, 0, 0, 0},
		{"MS-34 a built plot gives its supplier the neighbour's right", ms34, 0, 0, 0},
		{"MS-60 each player has one extra turn without a card", ms60_extra_turns, 0, 0, 0},
		{"MS-60 the game ends early when the stock is empty", ms60_no_stock, 0, 0, 0},
		{"MS-60 it ends early when nothing left has room, as deals allow", ms60_no_room, 0, 0, 0},
		{"MS-60 plots that nobody owns may still come together", ms60_unowned, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
