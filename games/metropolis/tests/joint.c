/* SPDX-License-Identifier: MIT
 *
 * Joint buildings: MS-41, and what MS-51 says of them.
 */
#include "fixture.h"

static struct fixture b;

/* Six plots of a store, 3, 2 and 1: of 42 points 21, 14 and 7. */
static void ms41_store(void **unused)
{
	(void)unused;
	fixture_three(&b);
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
	fixture_three(&b);
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
	fixture_three(&b);
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
	fixture_two(&b, "30 31 35 36", "32 33");
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
	fixture_two(&b, "10-46", "47-88");
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

static void ms41_shares(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"value\":42,\"shares\":[{\"seat\":1,\"plots\":3,\"points\":252},"
	             "{\"seat\":2,\"plots\":2,\"points\":168},{\"seat\":3,\"plots\":1,\"points\":84}]");
}

/* Seat 2 would get 14 and seat 3 7, and neither can build so much by itself; until seat 2 owns
 * another street. */
static void ms51_joint_reasons(void **unused)
{
	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC),
	             "{\"type\":\"decline\",\"seat\":2,\"from\":1,\"reason\":\"partner\"}");
	fixture_own(&b, 1, "60-69");
	assert_shows(fixture_effects_as(&b, 1, "decline 1", MP_PUBLIC), "\"reason\":\"alone\"");
}

/* Its part is points at once: to share looks better than to have nothing, and worse than to build
 * more alone on the same plots. */
static void ms51_joint_looks(void **unused)
{
	struct metropolis_state then;

	(void)unused;
	fixture_three(&b);
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	then = b.state;
	for (int seat = 1; seat <= 2; seat++)
		metropolis_apply(&b.setup, &then, seat, metropolis_move_pack(METROPOLIS_OP_ACCEPT, 0, 0));
	assert_int_equal(then.n_buildings, 1);
	for (int seat = 0; seat < 3; seat++)
		assert_true(metropolis_looks_better(&b.setup, &b.state, &then, seat));
	assert_false(metropolis_looks_better(&b.setup, &then, &b.state, 1));
}

static void ms51_decline_joint(void **unused)
{
	(void)unused;
	fixture_three(&b);
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

static void ms51_joint_void(void **unused)
{
	(void)unused;
	fixture_three(&b);
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
	fixture_three(&b);
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
	fixture_three(&b);
	fixture_play_as(&b, 1, "offer 3 15 for 40");
	fixture_play_as(&b, 2, "offer 2 41 for 30");
	fixture_play_as(&b, 0, "joint store 10,11,12,15,16,17");
	fixture_play_as(&b, 1, "accept 1");
	fixture_play_as(&b, 2, "accept 1");
	assert_true(b.state.deal[1] == 0);
	assert_true(b.state.deal[2] != 0);
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
		{"MS-41 a proposal shows each side's part", ms41_shares, 0, 0, 0},
		{"MS-51 a declined joint building tells why", ms51_joint_reasons, 0, 0, 0},
		{"MS-51 a part of a joint building looks better than none", ms51_joint_looks, 0, 0, 0},
		{"MS-51 one partner's decline ends a joint building, acceptance is final",
	     ms51_decline_joint, 0, 0, 0},
		{"MS-51 partners' plots or the turn's end make a joint building void", ms51_joint_void, 0,
	     0, 0},
		{"MS-51 building alone makes the own joint building void", ms51_joint_void_by_build, 0, 0,
	     0},
		{"MS-51 a joint building ends the trades about its plots", ms51_joint_voids, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
