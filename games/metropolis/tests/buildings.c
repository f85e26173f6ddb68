/* SPDX-License-Identifier: MIT
 *
 * Rules of buildings: their forms, who may build, what they are worth. MS-10, MS-11, MS-40, MS-61.
 */
#include "fixture.h"

static struct fixture b;

static void begin(const char *plots)
{
	fixture_open(&b, 2, NULL);
	fixture_own(&b, 0, plots);
	fixture_ready(&b, 0, "");
}

/* Counted by hand: a form w wide and h high has (6 - w)(3 - h) places, twice that if half a turn
 * changes it. */
static void ms10_places(void **unused)
{
	(void)unused;
	begin("30-39");
	assert_int_equal(fixture_count_as(&b, 0, "build house"), 10);
	assert_int_equal(fixture_count_as(&b, 0, "build shop"), 10);
	assert_int_equal(fixture_count_as(&b, 0, "build school"), 8);
	assert_int_equal(fixture_count_as(&b, 0, "build apartment"), 16);
	assert_int_equal(fixture_count_as(&b, 0, "build factory"), 4);
	assert_int_equal(fixture_count_as(&b, 0, "build administration"), 4);
	assert_int_equal(fixture_count_as(&b, 0, "build hospital"), 6);
	assert_int_equal(fixture_count_as(&b, 0, "build store"), 3);
	assert_int_equal(fixture_count_as(&b, 0, "build"), 61);
}

static void ms10_forms(void **unused)
{
	(void)unused;
	begin("30-39");
	assert_true(fixture_lists_as(&b, 0, "build apartment 30,31,35"));
	assert_true(fixture_lists_as(&b, 0, "build apartment 31,35,36"));
	assert_true(fixture_lists_as(&b, 0, "build apartment 30,31,36"));
	assert_true(fixture_lists_as(&b, 0, "build apartment 30,35,36"));
	assert_true(fixture_lists_as(&b, 0, "build hospital 31,32,35,36"));
	assert_true(fixture_lists_as(&b, 0, "build hospital 30,31,36,37"));
	assert_true(fixture_lists_as(&b, 0, "build store 32,33,34,37,38,39"));
	fixture_refuses_as(&b, 0, "build school 30,35", "MS-10"); /* a quarter turn */
	fixture_refuses_as(&b, 0, "build school 30,32", "MS-10");
	fixture_refuses_as(&b, 0, "build school 34,35", "MS-10"); /* not in one row */
	fixture_refuses_as(&b, 0, "build house 30,31", "MS-10");
	fixture_refuses_as(&b, 0, "build factory 30,31,35,36", "MS-10");
	fixture_refuses_as(&b, 0, "build hospital 30,31,35,36", "MS-10");
	fixture_refuses_as(&b, 0, "build apartment 30,31,32", "MS-10");
	fixture_fails_as(&b, 0, "build school 31,30", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "build school 30,30", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "build tower 30", MP_BAD_MOVE);
	fixture_fails_as(&b, 0, "build house", MP_BAD_MOVE);
}

/* Two plain apartments and two mirrored, one hospital of each. */
static void ms10_mirror(void **unused)
{
	(void)unused;
	begin("30-39 10-19 20-29");
	fixture_build(&b, 0, "build hospital 31,32,35,36");
	fixture_refuses_as(&b, 0, "build hospital 11,12,15,16", "MS-40");
	assert_non_null(strstr(b.fault.args, "\"left\":[10,11,16,17],\"gone\":true"));
	fixture_refuses_as(&b, 0, "build hospital 13",
	                   "MS-10"); /* pointed at, of the form that is gone */
	assert_non_null(strstr(b.fault.args, "\"left\":[10,11,16,17],\"gone\":true"));
	fixture_build(&b, 0, "build hospital 10,11,16,17");
	fixture_build(&b, 0, "build apartment 20,21,25");
	fixture_build(&b, 0, "build apartment 23,27,28"); /* its half turn */
	fixture_refuses_as(&b, 0, "build apartment 13,14,18", "MS-40");
	fixture_build(&b, 0, "build apartment 13,18,19"); /* the mirror image, turned */
	assert_int_equal(b.state.stock[3], 0);
	assert_int_equal(b.state.stock[4], 1);
}

static void ms11(void **unused)
{
	(void)unused;
	begin("30-39 10-19 20-29");
	fixture_build(&b, 0, "build factory 30,31,32,33");
	fixture_refuses_as(&b, 0, "build school 35,36", "MS-11");
	fixture_refuses_as(&b, 0, "build hospital 33,34,37,38", "MS-40"); /* 33 is built on */
	fixture_build(&b, 0, "build school 10,11");
	fixture_refuses_as(&b, 0, "build factory 15,16,17,18", "MS-11");
	fixture_build(&b, 0, "build hospital 21,22,25,26");
	assert_int_equal(fixture_count_as(&b, 0, "build factory"), 2); /* 35 to 38 and 36 to 39 */
	assert_false(fixture_lists_as(&b, 0, "build school 35,36"));
	assert_true(fixture_lists_as(&b, 0, "build school 23,24"));
}

static void ms40(void **unused)
{
	(void)unused;
	fixture_two(&b, "30 31", "32");
	fixture_ready(&b, 0, "10 11 12 13");
	fixture_refuses_as(&b, 0, "build house 30", "MS-40"); /* a card first */
	fixture_play_as(&b, 0, "give 10 2");
	fixture_refuses_as(&b, 0, "build house 32", "MS-40");     /* another's */
	fixture_refuses_as(&b, 0, "build house 33", "MS-40");     /* nobody's */
	fixture_refuses_as(&b, 0, "build school 31,32", "MS-40"); /* half another's */
	fixture_fails_as(&b, 1, "build house 32", MP_NOT_YOUR_TURN);
	fixture_play_as(&b, 0, "build house 30");
	fixture_play_as(&b, MP_CHANCE, "~open 14");
	fixture_play_as(&b, 1, "take 11");
	fixture_play_as(&b, 1, "end");
	fixture_play_as(&b, MP_CHANCE, "~open 15");
	fixture_play_as(&b, 0, "take 12");
	fixture_refuses_as(&b, 0, "build shop 30", "MS-40"); /* built on */
}

static void ms40_stock(void **unused)
{
	(void)unused;
	begin("30-39");
	fixture_build(&b, 0, "build shop 30");
	fixture_build(&b, 0, "build shop 31");
	fixture_build(&b, 0, "build shop 32");
	fixture_refuses_as(&b, 0, "build shop 33", "MS-40");
	assert_int_equal(fixture_count_as(&b, 0, "build shop"), 0);
}

/* In an extra turn one builds at once. */
static void ms40_extra(void **unused)
{
	(void)unused;
	fixture_two(&b, "10-49", "50-89");
	fixture_ready(&b, 0, "");
	fixture_play_as(&b, 0, "end");
	fixture_play_as(&b, 1, "build house 89");
	assert_int_equal(b.state.n_buildings, 1);
}

/* A house beside a school and two shops: 2 + 1 + 2 = 5. */
static void ms61_house(void **unused)
{
	(void)unused;
	fixture_two(&b, "35 10-13", "30 31 32 33 34 36 37 38 39");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build house 35");
	fixture_build(&b, 1, "build school 30,31");
	fixture_build(&b, 1, "build shop 36");
	fixture_build(&b, 1, "build shop 37");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"value\":5,\"why\":[{\"cause\":\"base\",\"points\":2},"
	             "{\"cause\":\"neighbour\",\"kind\":\"shop\",\"number\":2,\"points\":2},"
	             "{\"cause\":\"neighbour\",\"kind\":\"school\",\"number\":1,"
	             "\"points\":1}]");
	fixture_build(&b, 0, "build factory 10,11,12,13"); /* another district */
	assert_int_equal(fixture_score(&b, 0), (5 + 16) * 12);
	/* school 6 + house 1 = 7; each shop 2 + house 1 - other shop 1 = 2 */
	assert_int_equal(fixture_score(&b, 1), (7 + 2 + 2) * 12);
}

/* The store takes 1 from shops and gives houses 1: shop 2 - 1 = 1, store 42 - 1 + 1 = 42. */
static void ms61_store(void **unused)
{
	(void)unused;
	begin("20-29");
	fixture_build(&b, 0, "build store 22,23,24,27,28,29");
	fixture_build(&b, 0, "build shop 20");
	assert_int_equal(fixture_score(&b, 0), (41 + 1) * 12);
	fixture_build(&b, 0, "build house 21");
	/* store 42 - 1 + 1, shop 2 - 1 + 1, house 2 + 1 + 1 */
	assert_int_equal(fixture_score(&b, 0), (42 + 2 + 4) * 12);
}

/* A house beside two factories: 2 - 2 = 0. */
static void ms61_factories(void **unused)
{
	(void)unused;
	begin("30-39");
	fixture_build(&b, 0, "build factory 30,31,32,33");
	fixture_build(&b, 0, "build factory 35,36,37,38");
	fixture_build(&b, 0, "build house 34");
	assert_int_equal(fixture_score(&b, 0), (20 + 20 + 0) * 12); /* 16 + 4 each */
	fixture_build(&b, 0, "build shop 39");
	assert_int_equal(fixture_score(&b, 0),
	                 (20 + 20 + 1 + 3) * 12); /* house 2 - 2 + 1, shop 2 + 1 */
}

/* Three shops: 2 - 2 = 0; with the store 2 - 3 = -1 counts as 0. */
static void ms61_never_below_zero(void **unused)
{
	(void)unused;
	begin("20-29");
	fixture_build(&b, 0, "build shop 20");
	fixture_build(&b, 0, "build shop 21");
	fixture_build(&b, 0, "build shop 25");
	assert_int_equal(fixture_score(&b, 0), 0);
	fixture_build(&b, 0, "build store 22,23,24,27,28,29");
	assert_int_equal(fixture_score(&b, 0), 39 * 12);
	assert_shows(fixture_view(&b, MP_PUBLIC), "{\"cause\":\"floor\",\"points\":1}");
}

/* 24 + 1 (house) + 2 (apartment). */
static void ms61_hospitals(void **unused)
{
	(void)unused;
	begin("30-39");
	fixture_build(&b, 0, "build hospital 31,32,35,36");
	assert_int_equal(fixture_score(&b, 0), 24 * 12);
	fixture_build(&b, 0, "build house 30");
	fixture_build(&b, 0, "build apartment 33,34,39");
	/* hospital 24 + 1 + 2, house 2, apartment 12 */
	assert_int_equal(fixture_score(&b, 0), (27 + 2 + 12) * 12);
}

static void ms61_administrations(void **unused)
{
	(void)unused;
	begin("40-49");
	fixture_build(&b, 0, "build administration 40,41,45,46");
	fixture_build(&b, 0, "build administration 43,44,48,49");
	fixture_build(&b, 0, "build shop 42");
	/* 24 + 2 + 1 each, the shop 2 */
	assert_int_equal(fixture_score(&b, 0), (27 + 27 + 2) * 12);
}

static void ms61_schools(void **unused)
{
	(void)unused;
	begin("30-39");
	fixture_build(&b, 0, "build school 30,31");
	fixture_build(&b, 0, "build school 32,33");
	assert_int_equal(fixture_score(&b, 0), (3 + 3) * 12);
	fixture_build(&b, 0, "build apartment 34,38,39");
	/* schools 6 - 3 + 2 each, apartment 12 + 2 + 2 */
	assert_int_equal(fixture_score(&b, 0), (5 + 5 + 16) * 12);
}

static void ms61_winners(void **unused)
{
	(void)unused;
	fixture_open(&b, 3, NULL);
	fixture_own(&b, 0, "30 31");
	fixture_own(&b, 1, "20 21");
	fixture_own(&b, 2, "84");
	fixture_ready(&b, 0, "");
	fixture_build(&b, 0, "build school 30,31");
	fixture_build(&b, 1, "build school 20,21");
	assert_int_equal(metropolis_winners(&b.setup, &b.state), 0);
	b.state.phase = METROPOLIS_PHASE_OVER;
	assert_int_equal(metropolis_winners(&b.setup, &b.state), 3); /* seats 1 and 2 share */
}

/* A building changes the values of its neighbours; the effect says which and to what. */
static void ms40_unbuildable(void **unused)
{
	(void)unused;
	begin("10-13 15 16");
	fixture_build(&b, 0, "build school 15,16");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"unbuildable\":[{\"kind\":\"apartment\",\"reason\":\"plots\",\"size\":3},"
	             "{\"kind\":\"factory\",\"reason\":\"barred\",\"size\":4},");
}

/* A school on two plots, a house on the one apart, and nothing that the stock does not have. */
static void ms40_prospects(void **unused)
{
	(void)unused;
	begin("10 11 14");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"prospects\":[{\"seat\":1,\"kind\":\"school\",\"plots\":[10,11],\"value\":6},"
	             "{\"seat\":1,\"kind\":\"house\",\"plots\":[14],\"value\":2}]");
	fixture_build(&b, 0, "build house 14");
	assert_shows(fixture_view(&b, MP_PUBLIC),
	             "\"prospects\":[{\"seat\":1,\"kind\":\"school\",\"plots\":[10,11],\"value\":7}]");
	memset(b.state.stock, 0, sizeof b.state.stock);
	memset(b.state.in_stock, 0, sizeof b.state.in_stock);
	assert_shows(fixture_view(&b, MP_PUBLIC), "\"prospects\":[]");
}

static void effects(void **unused)
{
	(void)unused;
	begin("30-39");
	fixture_build(&b, 0, "build house 30");
	b.state.phase = METROPOLIS_PHASE_BUILD;
	b.state.turn = 0;
	assert_shows(fixture_effects_as(&b, 0, "build shop 31", MP_PUBLIC),
	             "{\"type\":\"build\",\"seat\":1,\"kind\":\"shop\",\"plots\":[31],"
	             "\"owners\":[{\"seat\":1,\"plots\":1}],\"values\":["
	             "{\"building\":0,\"kind\":\"house\",\"plots\":[30],\"value\":3,\"was\":2},"
	             "{\"building\":1,\"kind\":\"shop\",\"plots\":[31],\"value\":3,\"was\":null}]}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"MS-10 an empty district has 61 places for buildings", ms10_places, 0, 0, 0},
		{"MS-10 forms may be moved and turned by half, not by a quarter", ms10_forms, 0, 0, 0},
		{"MS-10 a mirrored piece is another piece", ms10_mirror, 0, 0, 0},
		{"MS-11 schools and hospitals keep factories out, and the reverse", ms11, 0, 0, 0},
		{"MS-40 one builds in turn, after the card, on own empty plots", ms40, 0, 0, 0},
		{"MS-40 the kind must be in stock", ms40_stock, 0, 0, 0},
		{"MS-40 in an extra turn one builds at once", ms40_extra, 0, 0, 0},
		{"MS-61 a house with a school and two shops is worth 5", ms61_house, 0, 0, 0},
		{"MS-61 a store and a shop harm each other, houses help both", ms61_store, 0, 0, 0},
		{"MS-61 factories raise each other and lower houses", ms61_factories, 0, 0, 0},
		{"MS-61 no building is worth less than 0", ms61_never_below_zero, 0, 0, 0},
		{"MS-61 a hospital gains by houses and apartments", ms61_hospitals, 0, 0, 0},
		{"MS-61 administrations gain by each other and by shops", ms61_administrations, 0, 0, 0},
		{"MS-61 schools harm each other and help apartments", ms61_schools, 0, 0, 0},
		{"MS-61 equal points share the win", ms61_winners, 0, 0, 0},
		{"MS-40 what cannot be built is told, and why", ms40_unbuildable, 0, 0, 0},
		{"MS-40 what each empty plot is good for is told", ms40_prospects, 0, 0, 0},
		{"MS-61 the effect of a building tells the values that change", effects, 0, 0, 0},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
