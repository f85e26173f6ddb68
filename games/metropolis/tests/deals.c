/* SPDX-License-Identifier: MIT
 *
 * Deals between players: MS-50 to MS-53; joint buildings are in joint.c.
 */
#include <metropole/rng.h>

#include "fixture.h"

static struct fixture b;

static void ms50_trade(void **unused)
{
	(void)unused;
	fixture_three(&b);
	/* out of turn, between two who are not on turn */
	fixture_play_as(&b, 2, "offer 2 17,18 for 15");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "{\"seat\":3,\"deal\":\"trade\",\"to\":2,\"give\":[17,18],\"ask\":[15],"
	             "\"waiting\":[2],\"gains\":[");
	assert_int_equal(metropolis_actors(&b.setup, &b.state), 7);
	assert_true(fixture_lists_as(&b, 1, "accept 3") && fixture_lists_as(&b, 1, "decline 3"));
	assert_true(fixture_lists_as(&b, 2, "withdraw"));
	fixture_play_as(&b, 1, "accept 3");
	assert_int_equal(b.state.owned[1][0],
	                 metropolis_plot_bit(6) | metropolis_plot_bit(7) | metropolis_plot_bit(8));
	assert_int_equal(b.state.owned[2][0], metropolis_plot_bit(5));
	assert_int_equal(metropolis_actors(&b.setup, &b.state), 1);
}

static void ms50_gains(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-12 20", "13 30");
	fixture_ready(&b, 0, "50");
	fixture_play_as(&b, 0, "offer 2 20 for 13");
	assert_shows(
		fixture_view(&b, MP_PUBLIC),
		"\"gains\":[{\"seat\":1,\"now\":{\"kind\":\"school\",\"plots\":[10,11],\"value\":6},"
		"\"then\":{\"kind\":\"factory\",\"plots\":[10,11,12,13],\"value\":16}},"
		"{\"seat\":2,\"now\":{\"kind\":\"house\",\"plots\":[13],\"value\":2},"
		"\"then\":{\"kind\":\"house\",\"plots\":[20],\"value\":2}}]");
}

static void ms50_looks(void **unused)
{
	struct metropolis_state then;

	(void)unused;
	fixture_two(&b, "10-12 20", "13 21");
	fixture_ready(&b, 0, "50");
	fixture_play_as(&b, 0, "offer 2 20 for 13");
	then = b.state;
	metropolis_trade(&then, 0);
	assert_true(metropolis_looks_better(&b.setup, &b.state, &then, 0)); /* a factory */
	assert_true(metropolis_looks_better(&b.setup, &b.state, &then, 1)); /* a school */
	assert_false(metropolis_looks_better(&b.setup, &then, &b.state, 1));
	assert_false(metropolis_looks_better(&b.setup, &b.state, &b.state, 1));
}

/* What would be left to the one who declines is told; seat 2 keeps a house, or has nothing. */
static void ms51_reasons(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-12 20", "13 30 31");
	fixture_ready(&b, 0, "50");
	fixture_play_as(&b, 0, "offer 2 20 for 13");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC),
	             "{\"type\":\"decline\",\"seat\":2,\"from\":1,\"reason\":\"same\"}");
	fixture_play_as(&b, 0, "withdraw");
	fixture_play_as(&b, 0, "offer 2 20 for 31");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC), "\"reason\":\"less\"");
	fixture_play_as(&b, 0, "withdraw");
	fixture_play_as(&b, 0, "offer 2 - for 13,30,31");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC), "\"reason\":\"nothing\"");
	/* Where nothing could be built before either, it leaves nobody without. */
	fixture_two(&b, "10-12 20", "");
	fixture_ready(&b, 0, "50");
	for (int i = 0; i < METROPOLIS_PIECES_MAX; i++)
		b.state.stock[i] = 0;
	for (int word = 0; word < METROPOLIS_WORDS; word++)
		b.state.in_stock[word] = 0;
	fixture_play_as(&b, 0, "offer 2 20 for -");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC), "\"reason\":\"still\"");
}

/* A factory for one and a school for the other: a third, who leads, would pay for that. */
static void ms51_reason_others(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-12 20", "13 21");
	fixture_ready(&b, 0, "50");
	fixture_play_as(&b, 0, "offer 2 20 for 13");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC), "\"reason\":\"partner\"");
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 0, "10-12 20");
	fixture_own(&b, 1, "13 21");
	fixture_own(&b, 2, "30-49 60-69");
	fixture_ready(&b, 0, "50");
	fixture_play_as(&b, 0, "offer 2 20 for 13");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC),
	             "\"reason\":\"others\",\"harmed\":[3]");
}

static void ms50_gift(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 0, "offer 3 20,21 for -");
	fixture_play_as(&b, 2, "accept 1");
	assert_int_equal(b.state.owned[2][1], 3);
	fixture_play_as(&b, 1, "offer 1 - for 10,11,12,13");
	fixture_play_as(&b, 0, "accept 2");
	assert_int_equal(b.state.owned[0][0], 0);
	assert_int_equal(b.state.owned[1][0], 0x6f);
}

static void ms50_built(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_build(&b, 0, "build house 10");
	fixture_refuses_as(&b, 0, "offer 2 10 for 15", "MS-50"); /* built on */
	fixture_refuses_as(&b, 1, "offer 1 15 for 10", "MS-50");
	fixture_refuses_as(&b, 0, "offer 2 15 for 16", "MS-50"); /* not one's own */
	fixture_refuses_as(&b, 0, "offer 2 11 for 17", "MS-50"); /* not theirs */
	fixture_refuses_as(&b, 0, "offer 2 11 for 50", "MS-50"); /* nobody's */
	fixture_refuses_as(&b, 0, "offer 2 50 for 15", "MS-50");
}

/* A trade needs no neighbour's right. */
static void ms50_no_right(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(
		&b, 2, "offer 1 40 for 10"); /* seat 1 has nothing in district 4, 3 no neighbour of 10 */
	fixture_play_as(&b, 0, "accept 3");
	assert_true(b.state.owned[0][3] & metropolis_plot_bit(0));
}

static void ms51_bounds(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_refuses_as(&b, 0, "offer 2 - for -", "MS-51");
	fixture_refuses_as(&b, 0, "offer 1 10 for 11", "MS-51");
	fixture_refuses_as(&b, 0, "offer 4 10 for -", "MS-51");
	fixture_refuses_as(&b, 0, "offer 2 10,11,12,13,20 for 15", "MS-51");
	fixture_refuses_as(&b, 2, "offer 2 17 for 15,16,30,31,32", "MS-51");
	fixture_fails_as(&b, 0, "offer 2 11,10 for 15", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "offer 2 10,10 for 15", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "offer 2  for 15", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "offer 2 10 for", MP_BAD_MOVE);
	fixture_play_as(&b, 0, "offer 2 10,11,12,13 for 15,16,30,31");
}

/* Offers as bots draw them: legal, and on both sides each empty plot comes as often as the others.
 */
static void ms51_drawn(void **unused)
{
	unsigned count[METROPOLIS_PLOTS] = {0}, mine = 0;
	struct mp_rng rng;
	mp_move offer;

	(void)unused;
	fixture_two(&b, "10-17", "20-22 33 45 59 70 89");
	fixture_ready(&b, 0, "");
	mp_rng_init(&rng, 51, 0);
	for (int round = 0; round < 16000; round++) {
		assert_true(metropolis_sample_free(&b.setup, &b.state, 0, &rng, &offer));
		assert_null(metropolis_check(&b.setup, &b.state, 0, offer));
		for (int i = 0; i < METROPOLIS_OFFER_PLOTS && (offer >> (7 * i) & 127); i++)
			count[metropolis_offer_plot(offer, i)]++;
	}
	for (int plot = 0; plot < 8; plot++)
		mine += count[plot];
	assert_true(mine > 16000);
	FOR_PLOTS(plot, "10-17 20-22 33 45 59 70 89")
	{
		assert_in_range(count[plot] * 8, mine / 20 * 19, mine / 20 * 21);
	}
}

static void ms51_one_each(void **unused)
{
	(void)unused;
	fixture_three(&b);
	assert_true(metropolis_can_offer(&b.setup, &b.state, 0));
	fixture_play_as(&b, 0, "offer 2 10 for 15");
	assert_false(metropolis_can_offer(&b.setup, &b.state, 0));
	assert_true(metropolis_can_offer(&b.setup, &b.state, 1));
	fixture_refuses_as(&b, 0, "offer 3 11 for 17", "MS-51");
	fixture_refuses_as(&b, 0, "joint store 10,11,12,15,16,17", "MS-51");
	assert_int_equal(fixture_count_as(&b, 0, "joint"), 0);
	fixture_play_as(&b, 1, "offer 1 15 for 10"); /* another's own is another matter */
	fixture_play_as(&b, 0, "withdraw");
	fixture_refuses_as(&b, 0, "withdraw", "MS-51");
	assert_true(fixture_count_as(&b, 0, "joint") > 0);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_refuses_as(&b, 0, "offer 3 11 for 17", "MS-51");
}

static void ms51_answers(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_refuses_as(&b, 1, "accept 1", "MS-51");
	assert_non_null(strstr(b.fault.message, "has no open offer"));
	fixture_refuses_as(&b, 1, "decline 4", "MS-51");
	assert_non_null(strstr(b.fault.message, "has no open offer"));
	assert_ptr_equal(
		metropolis_check(&b.setup, &b.state, 3, metropolis_move_pack(METROPOLIS_OP_WITHDRAW, 0, 0)),
		&mp_rule_turn); /* nobody sits there */
	fixture_play_as(&b, 0, "offer 2 10 for 15");
	fixture_refuses_as(&b, 2, "accept 1", "MS-51"); /* made to another */
	fixture_refuses_as(&b, 0, "accept 1", "MS-51"); /* one's own */
	fixture_refuses_as(&b, 0, "decline 1", "MS-51");
	fixture_refuses_as(&b, 1, "withdraw", "MS-51");
	fixture_play_as(&b, 1, "decline 1");
	assert_true(b.state.deal[0] == 0);
	assert_true(b.state.owned[0][0] & metropolis_plot_bit(0));
}

/* Those whom an open deal waits for, on turn or not, and not who made it: else a table waits for
 * somebody who waits himself. */
static void ms51_answerers(void **unused)
{
	struct mp_match match = {.setup = &b.setup, .state = &b.state};

	(void)unused;
	fixture_three(&b);
	assert_int_equal(mp_match_answerers(&match), 0);
	fixture_play_as(&b, 1, "offer 1 15 for 10");
	assert_int_equal(mp_match_actors(&match), 3);
	assert_int_equal(mp_match_answerers(&match), 1);
	fixture_play_as(&b, 0, "offer 2 11 for 15");
	assert_int_equal(mp_match_answerers(&match), 3);
	fixture_play_as(&b, 1, "decline 1");
	fixture_play_as(&b, 0, "decline 2");
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_int_equal(mp_match_answerers(&match), b.state.waiting);
}

static void ms51_void_by_trade(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 0, "offer 2 10 for 15");
	fixture_play_as(&b, 1, "offer 3 15 for 17");
	fixture_play_as(&b, 2, "offer 1 18 for 11"); /* touches neither */
	assert_shows(fixture_effects_as(&b, 2, "accept 2", MP_PUBLIC),
	             "{\"type\":\"deal_void\",\"seat\":1");
	fixture_play_as(&b, 2, "accept 2");
	assert_true(b.state.deal[0] == 0); /* 15 has changed owner */
	assert_true(b.state.deal[2] != 0);
	fixture_refuses_as(&b, 1, "accept 1", "MS-51");
	/* it does not come back with the plot */
	fixture_play_as(&b, 1, "offer 3 17 for 15");
	fixture_play_as(&b, 2, "accept 2");
	fixture_refuses_as(&b, 1, "accept 1", "MS-51");
}

static void ms51_void_by_building(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 1, "offer 1 15 for 10");
	fixture_play_as(&b, 2, "offer 1 17 for 20");
	fixture_play_as(&b, 0, "build house 10");
	assert_true(b.state.deal[1] == 0);
	assert_true(b.state.deal[2] != 0);                     /* offers outlive a turn */
	fixture_fails_as(&b, 0, "accept 3", MP_NOT_YOUR_TURN); /* a card is being opened */
	fixture_fails_as(&b, 0, "offer 2 11 for 15", MP_NOT_YOUR_TURN);
	assert_int_equal(metropolis_actors(&b.setup, &b.state), 0);
	fixture_play_as(&b, MP_CHANCE, "~open 50");
	fixture_play_as(&b, MP_CHANCE, "~open 51");
	fixture_play_as(&b, MP_CHANCE, "~open 52");
	fixture_play_as(&b, MP_CHANCE, "~open 53");
	fixture_play_as(&b, 0, "accept 3"); /* out of turn now */
}

static void ms52(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, OPTIONS("deals", "false"));
	fixture_own(&b, 0, "10 11 12 20");
	fixture_own(&b, 1, "15 16 17");
	fixture_ready(&b, 0, "");
	assert_false(metropolis_can_offer(&b.setup, &b.state, 0));
	fixture_refuses_as(&b, 0, "offer 2 20 for -", "MS-52");
	fixture_refuses_as(&b, 0, "joint store 10,11,12,15,16,17", "MS-52");
	fixture_refuses_as(&b, 1, "accept 1", "MS-52");
	fixture_refuses_as(&b, 1, "decline 1", "MS-52");
	fixture_refuses_as(&b, 0, "withdraw", "MS-52");
	assert_int_equal(fixture_count_as(&b, 0, "joint"), 0);
}

static void ms53(void **unused)
{
	(void)unused;
	fixture_three(&b);
	assert_int_equal(fixture_count_as(&b, 0, "offer"), 0);
	assert_int_equal(fixture_count_as(&b, 1, ""), 0);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_int_equal(fixture_count_as(&b, 1, ""), 2);
	assert_int_equal(fixture_count_as(&b, 2, ""), 2);
	assert_true(fixture_lists_as(&b, 0, "withdraw"));
	fixture_play_as(&b, 1, "offer 3 30 for 40");
	assert_int_equal(fixture_count_as(&b, 2, ""), 4);
	assert_int_equal(fixture_count_as(&b, 1, ""), 3);
	fixture_play_as(&b, 0, "build house 20"); /* nothing waits for a deal */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MS-50 plots are traded at any time by any two", ms50_trade, 0, 0, 0},
		{"MS-50 an offer shows what each side could build then", ms50_gains, 0, 0, 0},
		{"MS-50 a trade that lets one build more looks better", ms50_looks, 0, 0, 0},
		{"MS-51 a declined trade tells what it would have done", ms51_reasons, 0, 0, 0},
		{"MS-51 a declined trade tells that others would pay for it", ms51_reason_others, 0, 0, 0},
		{"MS-50 nothing in return is a gift", ms50_gift, 0, 0, 0},
		{"MS-50 only empty plots of the two can be traded", ms50_built, 0, 0, 0},
		{"MS-50 a trade needs no neighbour's right", ms50_no_right, 0, 0, 0},
		{"MS-51 one to four plots, to one other player", ms51_bounds, 0, 0, 0},
		{"MS-51 a drawn offer takes each empty plot as often as another", ms51_drawn, 0, 0, 0},
		{"MS-51 a player has one open deal at the most", ms51_one_each, 0, 0, 0},
		{"MS-51 only the one who was asked answers", ms51_answers, 0, 0, 0},
		{"MS-51 a table knows whom open deals wait for", ms51_answerers, 0, 0, 0},
		{"MS-51 a trade ends the deals about its plots for good", ms51_void_by_trade, 0, 0, 0},
		{"MS-51 a building ends the trades about its plots", ms51_void_by_building, 0, 0, 0},
		{"MS-52 without deals there are none", ms52, 0, 0, 0},
		{"MS-53 all but offers is listed, for the seat that may play it", ms53, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
