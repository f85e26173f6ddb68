/* SPDX-License-Identifier: MIT
 *
 * Deals between players: MS-41 and MS-50 to MS-53.
 */
#include <metropole/rng.h>

#include "fixture.h"

static struct fixture b;

/* Three players; seat 1 is on turn and has its card. */
static void begin(void)
{
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 0, "10 11 12 13 20 21");
	fixture_own(&b, 1, "15 16 30 31 32");
	fixture_own(&b, 2, "17 18 40 41 42 43");
	fixture_ready(&b, 0, "");
}

/* Six plots of a store, 3, 2 and 1: of 42 points 21, 14 and 7. */
static void ms41_store(void **unused)
{
	(void)unused;
	begin();
	assert_true(fixture_lists_as(&b, 0, "joint store 10,11,12,15,16,17"));
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_int_equal(metropolis_actors(&b.setup, &b.state), 7);
	fixture_play_as(&b, 2, "accept 1");
	assert_int_equal(b.state.n_buildings, 0);
	fixture_play_as(&b, 1, "accept 1");
	assert_int_equal(b.state.n_buildings, 1);
	assert_int_equal(fixture_score(&b, 0), 42 * 12 * 3 / 6);
	assert_int_equal(fixture_score(&b, 1), 42 * 12 * 2 / 6);
	assert_int_equal(fixture_score(&b, 2), 42 * 12 * 1 / 6);
	assert_int_equal(metropolis_turn(&b.setup, &b.state), MP_CHANCE); /* the turn has ended */
	fixture_play_as(&b, MP_CHANCE, "~open 50");
	fixture_play_as(&b, MP_CHANCE, "~open 51");
	fixture_play_as(&b, MP_CHANCE, "~open 52");
	fixture_play_as(&b, MP_CHANCE, "~open 53");
	assert_int_equal(metropolis_turn(&b.setup, &b.state), 1);
}

/* 41 points after a shop: sixths are not whole points but whole twelfths, 82 each. */
static void ms41_exact(void **unused)
{
	(void)unused;
	begin();
	fixture_build(&b, 0, "build shop 13");
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 1, "accept 1");
	fixture_play_as(&b, 2, "accept 1");
	assert_int_equal(fixture_score(&b, 0), 3 * 82 + 12); /* and a shop of 2 - 1 */
	assert_int_equal(fixture_score(&b, 1), 2 * 82);
	assert_int_equal(fixture_score(&b, 2), 1 * 82);
}

/* Every value and every share: the parts of one building add up to it, with nothing lost. */
static void ms41_twelfths(void **unused)
{
	(void)unused;
	for (int size = 4; size <= 6; size += 2)
		for (int value = 0; value <= 4860; value++)
			for (int plots = 1; plots < size; plots++) {
				struct metropolis_state state = {.owned = {{(uint16_t)((1 << plots) - 1)}}};
				uint16_t building = metropolis_building_pack(METROPOLIS_STORE, 0, (1u << size) - 1);
				int32_t part = metropolis_part(&state, building, size, value, 0);

				assert_int_equal(part * size, value * 12 * plots);
			}
}

static void ms41_refusals(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 0, "10 11 12 13 15 16 20 21");
	fixture_own(&b, 1, "17 18 25 30 31 32 33");
	fixture_ready(&b, 0, "70 71 72 73");
	fixture_refuses_as(&b, 0, "joint store 10,11,12,15,16,17", "MS-41"); /* a card first */
	fixture_play_as(&b, 0, "take 70");
	fixture_refuses_as(&b, 0, "joint apartment 20,21,25", "MS-41");         /* three plots */
	fixture_refuses_as(&b, 0, "joint administration 10,11,15,16", "MS-41"); /* all one's own */
	fixture_refuses_as(&b, 0, "joint factory 30,31,32,33", "MS-41");        /* none one's own */
	fixture_refuses_as(&b, 0, "joint store 12,13,14,17,18,19",
	                   "MS-41"); /* 14 and 19 are nobody's */
	fixture_refuses_as(&b, 0, "joint factory 11,12,13,17", "MS-10");
	fixture_refuses_as(&b, 0, "joint factory 13,20,21,22", "MS-3");
	fixture_fails_as(&b, 1, "joint store 10,11,12,15,16,17", MP_NOT_YOUR_TURN);
	assert_false(fixture_lists_as(&b, 1, "joint store 10,11,12,15,16,17"));
	assert_true(fixture_lists_as(&b, 0, "joint administration 11,12,16,17"));
	fixture_play_as(&b, 0, "build school 15,16");
	assert_int_equal(b.state.n_buildings, 1);
}

static void ms41_stock(void **unused)
{
	(void)unused;
	begin();
	fixture_own(&b, 0, "50 51 52 55 56 57");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build store 50,51,52,55,56,57");
	fixture_refuses_as(&b, 0, "joint store 10,11,12,15,16,17", "MS-40");
	fixture_build(&b, 1, "build school 15,16");
	fixture_refuses_as(&b, 0, "joint hospital 11,12,15,16", "MS-41"); /* built on */
}

static void ms41_barred(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "30 31 35 36");
	fixture_own(&b, 1, "32 33");
	fixture_ready(&b, 0, "");
	assert_true(fixture_lists_as(&b, 0, "joint factory 30,31,32,33"));
	fixture_build(&b, 0, "build school 35,36");
	fixture_refuses_as(&b, 0, "joint factory 30,31,32,33", "MS-11");
	assert_false(fixture_lists_as(&b, 0, "joint factory 30,31,32,33"));
}

/* In an extra turn a joint building may be proposed at once. */
static void ms41_extra(void **unused)
{
	(void)unused;
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10-46");
	fixture_own(&b, 1, "47-88");
	fixture_ready(&b, 1, "89");
	fixture_play_as(&b, 1, "take 89");
	fixture_play_as(&b, 1, "end");
	fixture_play_as(&b, 0, "joint administration 41,42,46,47");
	assert_shows(fixture_effects_as(&b, 1, "accept 1", MP_PUBLIC), "{\"type\":\"deal_done\"");
	fixture_play_as(&b, 1, "accept 1");
	assert_int_equal(b.state.extra, 1);
	assert_int_equal(fixture_score(&b, 0), 24 * 9);
	assert_int_equal(fixture_score(&b, 1), 24 * 3);
}

static void ms50_trade(void **unused)
{
	(void)unused;
	begin();
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
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10-12 20");
	fixture_own(&b, 1, "13 30");
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
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10-12 20");
	fixture_own(&b, 1, "13 21");
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
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10-12 20");
	fixture_own(&b, 1, "13 30 31");
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
}

static void ms41_shares(void **unused)
{
	(void)unused;
	begin();
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"value\":42,\"shares\":[{\"seat\":1,\"plots\":3,\"points\":252},"
	             "{\"seat\":2,\"plots\":2,\"points\":168},{\"seat\":3,\"plots\":1,\"points\":84}]");
}

static void ms50_gift(void **unused)
{
	(void)unused;
	begin();
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
	begin();
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
	begin();
	fixture_play_as(
		&b, 2, "offer 1 40 for 10"); /* seat 1 has nothing in district 4, 3 no neighbour of 10 */
	fixture_play_as(&b, 0, "accept 3");
	assert_true(b.state.owned[0][3] & metropolis_plot_bit(0));
}

static void ms51_bounds(void **unused)
{
	(void)unused;
	begin();
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
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, "10-17");
	fixture_own(&b, 1, "20-22 33 45 59 70 89");
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
	begin();
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
	begin();
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

static void ms51_decline_joint(void **unused)
{
	(void)unused;
	begin();
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 1, "accept 1");
	assert_false(fixture_lists_as(&b, 1, "accept 1"));
	assert_false(fixture_lists_as(&b, 1, "decline 1"));
	fixture_refuses_as(&b, 1, "decline 1", "MS-51"); /* it cannot be taken back */
	fixture_refuses_as(&b, 1, "accept 1", "MS-51");
	fixture_play_as(&b, 2, "decline 1"); /* one is enough */
	assert_int_equal(b.state.waiting, 0);
	assert_int_equal(fixture_count_as(&b, 1, ""), 0);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17"); /* a new one waits for both again */
	assert_int_equal(b.state.waiting, 6);
}

static void ms51_void_by_trade(void **unused)
{
	(void)unused;
	begin();
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
	begin();
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

static void ms51_joint_void(void **unused)
{
	(void)unused;
	begin();
	/* two partners swap plots: it is off although the partners are the same */
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 1, "offer 3 15 for 17");
	fixture_play_as(&b, 2, "accept 2");
	assert_true(b.state.deal[0] == 0);
	assert_int_equal(b.state.waiting, 0);
	/* the end of the turn ends it */
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 0, "end");
	assert_true(b.state.deal[0] == 0);
	assert_int_equal(b.state.waiting, 0);
}

static void ms51_joint_void_by_build(void **unused)
{
	(void)unused;
	begin();
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_shows(fixture_effects_as(&b, 0, "build house 20", MP_PUBLIC),
	             "{\"type\":\"deal_void\",\"seat\":1,"
	             "\"deal\":\"joint\"");
	fixture_play_as(&b, 0, "build house 20");
	assert_true(b.state.deal[0] == 0);
}

/* Built jointly, a plot is lost to the trades about it. */
static void ms51_joint_voids(void **unused)
{
	(void)unused;
	begin();
	fixture_play_as(&b, 1, "offer 3 15 for 40");
	fixture_play_as(&b, 2, "offer 2 41 for 30");
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 1, "accept 1");
	fixture_play_as(&b, 2, "accept 1");
	assert_true(b.state.deal[1] == 0);
	assert_true(b.state.deal[2] != 0);
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
	begin();
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
		{"MS-41 a store of three owners is shared 3, 2 and 1", ms41_store, 0, 0, 0},
		{"MS-41 a sixth of 41 points is kept exactly", ms41_exact, 0, 0, 0},
		{"MS-41 every share of four or six plots is a whole number of twelfths", ms41_twelfths, 0,
	     0, 0},
		{"MS-41 what cannot be built jointly", ms41_refusals, 0, 0, 0},
		{"MS-41 a joint building must be in stock and its plots empty", ms41_stock, 0, 0, 0},
		{"MS-41 a joint building obeys MS-11", ms41_barred, 0, 0, 0},
		{"MS-41 in an extra turn it may be proposed at once", ms41_extra, 0, 0, 0},
		{"MS-50 plots are traded at any time by any two", ms50_trade, 0, 0, 0},
		{"MS-50 an offer shows what each side could build then", ms50_gains, 0, 0, 0},
		{"MS-50 a trade that lets one build more looks better", ms50_looks, 0, 0, 0},
		{"MS-51 a declined trade tells what it would have done", ms51_reasons, 0, 0, 0},
		{"MS-41 a proposal shows each side's part", ms41_shares, 0, 0, 0},
		{"MS-50 nothing in return is a gift", ms50_gift, 0, 0, 0},
		{"MS-50 only empty plots of the two can be traded", ms50_built, 0, 0, 0},
		{"MS-50 a trade needs no neighbour's right", ms50_no_right, 0, 0, 0},
		{"MS-51 one to four plots, to one other player", ms51_bounds, 0, 0, 0},
		{"MS-51 a drawn offer takes each empty plot as often as another", ms51_drawn, 0, 0, 0},
		{"MS-51 a player has one open deal at the most", ms51_one_each, 0, 0, 0},
		{"MS-51 only the one who was asked answers", ms51_answers, 0, 0, 0},
		{"MS-51 one partner's decline ends a joint building, acceptance is final",
	     ms51_decline_joint, 0, 0, 0},
		{"MS-51 a trade ends the deals about its plots for good", ms51_void_by_trade, 0, 0, 0},
		{"MS-51 a building ends the trades about its plots", ms51_void_by_building, 0, 0, 0},
		{"MS-51 partners' plots or the turn's end make a joint building void", ms51_joint_void, 0,
	     0, 0},
		{"MS-51 building alone makes the own joint building void", ms51_joint_void_by_build, 0, 0,
	     0},
		{"MS-51 a joint building ends the trades about its plots", ms51_joint_voids, 0, 0, 0},
		{"MS-52 without deals there are none", ms52, 0, 0, 0},
		{"MS-53 all but offers is listed, for the seat that may play it", ms53, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
