/* SPDX-License-Identifier: MIT
 *
 * What each card does, and what it may not, by rule id.
 */
#include "fixture.h"

static struct fixture table;

/* Three players; seat 1 has these four cards. The others hold what no test here plays. */
static void open_with(struct fixture *t, const char *cards)
{
	char all[256];

	snprintf(all, sizeof all, "%s %s", cards,
	         "alight2 alight2 alight2 alight2 board2 board2 board2 board2");
	fixture_three(t, "full empty empty", all);
}

static void jm_30(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "board1 alight1 star inspector");
	assert_int_equal(fixture_count(t, "board1"), 3);
	assert_int_equal(fixture_count(t, "alight1"), 3);
	assert_int_equal(fixture_count(t, "star"), 3);
	assert_int_equal(fixture_count(t, "inspector"), 3);
	fixture_refuses(t, "board1", "JM-30");
	fixture_refuses(t, "board1 4", "JM-30");
	fixture_not_notation(t, "board1 7");
	fixture_not_notation(t, "board1 1A");
	fixture_play(t, "board1 1");
	fixture_expect(t, TRAINS(11, 10, 10), 49);
	open_with(t, "board3 board1 star alight3");
	fixture_play(t, "board3 3");
	fixture_expect(t, TRAINS(10, 10, 13), 47);
	open_with(t, "board3 board1 star alight3");
	fixture_play(t, "alight3 2");
	fixture_expect(t, TRAINS(10, 7, 10), 53);
}

static void jm_31(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "board3 rush alight3 parcel");
	fixture_trains(t, TRAINS(19, 30, 29));
	fixture_play(t, "board3 2");
	fixture_expect(t, TRAINS(19, 32, 29), 0);
	open_with(t, "board3 rush alight3 parcel");
	fixture_trains(t, TRAINS(10, 2, 5));
	fixture_play(t, "alight3 2");
	fixture_expect(t, TRAINS(10, 0, 5), 65);
	open_with(t, "board3 rush alight3 parcel");
	fixture_trains(t, TRAINS(10, 1, 5));
	fixture_play(t, "parcel");
	fixture_expect(t, TRAINS(8, 0, 3), 69);
}

static void jm_31_rush(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* three are left: 2 for the player's own train, 1 for the next, 0 for the last */
	fixture_open(t, 3, OPTIONS("start", "2"));
	fixture_deal(t, "empty empty right-empty",
	             "alight2 alight2 alight2 alight2 rush rush star star board2 board2 board2 board2");
	fixture_trains(t, TRAINS(30, 30, 17));
	fixture_play(t, "rush");
	fixture_expect(t, TRAINS(30, 32, 18), 0);
	/* two players: from the player's own B on, 2B 2A 1B 1A */
	fixture_open(t, 2, OPTIONS("start", "2"));
	fixture_deal(t, "empty empty right-empty left-full",
	             "alight2 alight2 alight2 alight2 rush rush star star");
	fixture_trains(t, TRAINS(20, 25, 15, 15));
	fixture_play(t, "rush");
	fixture_expect(t, TRAINS(21, 25, 17, 17), 0);
}

static void jm_32(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "star star inspector inspector");
	fixture_play(t, "star 2");
	fixture_expect(t, TRAINS(10, 10, 10), 50); /* nothing at once */
	assert_int_equal(t->state.discards, 0);    /* and not a discard */
	fixture_play(t, "~draw rush");
	fixture_expect(t, TRAINS(10, 11, 10), 49);
	fixture_play(t, "alight2 1; ~draw rush; board2 1; ~draw parcel; star 2; ~draw parcel");
	fixture_expect(t, TRAINS(10, 13, 10), 47); /* two at one train */
	fixture_play(t, "alight2 1; ~draw transfer; board2 1; ~draw switch; inspector 1; ~draw switch");
	fixture_play(t, "alight2 3; ~draw terminus; switch 1 2; ~draw terminus");
	assert_shows(
		fixture_view(t, MP_PUBLIC),
		"\"attached\":[{\"card\":\"star\",\"train\":\"1\"},{\"card\":\"star\",\"train\":\"1\"},"
		"{\"card\":\"inspector\",\"train\":\"2\"}]");
}

static void jm_33(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* the booklet: Paul and Alice have 4 each; then he has 5 and she 3, for good */
	open_with(t, "pickpocket pickpocket star rush");
	assert_int_equal(fixture_count(t, "pickpocket"), 2);
	fixture_refuses(t, "pickpocket 1", "JM-33");
	fixture_refuses(t, "pickpocket", "JM-33");
	fixture_refuses(t, "pickpocket 4", "JM-33");
	fixture_play(t, "pickpocket 2");
	assert_int_equal(fixture_weight(t, "~steal alight2"), 4);
	fixture_refuses(t, "~steal board2", "JM-33");
	fixture_refuses(t, "~draw rush", "JM-33");
	fixture_play(t, "~steal alight2; ~draw switch");
	assert_int_equal(t->state.size[0], 5);
	assert_int_equal(t->state.size[1], 3);
	fixture_play(t, "alight2 3; ~draw switch; board2 1; ~draw switch");
	assert_int_equal(t->state.size[0], 5);
	assert_int_equal(t->state.size[1], 3);
	assert_int_equal(fixture_count(t, "pickpocket"), 1);
	fixture_refuses(t, "pickpocket 2", "JM-33");
}

static void jm_33_seen(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "pickpocket rush star switch");
	fixture_play(t, "pickpocket 2");
	assert_shows(fixture_effects(t, "~steal alight2", 0), "\"card\":\"alight2\"");
	assert_shows(fixture_effects(t, "~steal alight2", 1), "\"card\":\"alight2\"");
	assert_shows(fixture_effects(t, "~steal alight2", 2), "\"card\":null");
	assert_shows(fixture_effects(t, "~steal alight2", MP_PUBLIC), "\"card\":null");
	fixture_play(t, "~steal alight2; ~draw parcel");
	assert_shows(fixture_view(t, 1),
	             "{\"seat\":1,\"size\":5,\"cards\":[\"alight2\",null,null,null,null]}");
	assert_shows(fixture_view(t, 2),
	             "{\"seat\":1,\"size\":5,\"cards\":[null,null,null,null,null]}");
}

static void jm_34(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "terminus star rush switch");
	fixture_not_notation(t, "terminus 1");
	fixture_trains(t, TRAINS(17, 20, 10));
	fixture_play(t, "terminus");
	fixture_expect(t, TRAINS(10, 20, 10), 40);
	/* an almost empty platform: 3 leave, 1 was there, 4 board */
	open_with(t, "terminus star rush switch");
	fixture_trains(t, TRAINS(3, 36, 40));
	fixture_play(t, "terminus");
	fixture_expect(t, TRAINS(4, 36, 40), 0);
}

static void jm_35(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "transfer star rush switch");
	assert_int_equal(fixture_count(t, "transfer"), 6);
	fixture_refuses(t, "transfer 2 2", "JM-35");
	fixture_refuses(t, "transfer 2", "JM-35");
	fixture_refuses(t, "transfer 2 4", "JM-35");
	fixture_play(t, "transfer 2 3");
	fixture_expect(t, TRAINS(10, 8, 12), 50);
	open_with(t, "transfer star rush switch");
	fixture_trains(t, TRAINS(10, 10, 1));
	fixture_play(t, "transfer 3 1");
	fixture_expect(t, TRAINS(11, 10, 0), 59);
}

static void jm_36(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "driver star rush switch");
	assert_int_equal(fixture_count(t, "driver"), 3);
	fixture_refuses(t, "driver 2 2", "JM-36");
	fixture_refuses(t, "driver 1 4", "JM-36");
	fixture_not_notation(t, "driver 2 1"); /* lower place first */
	assert_shows(fixture_effects(t, "driver 1 2", 0),
	             "{\"type\":\"driver\",\"places\":[\"1\",\"2\"]},"
	             "{\"type\":\"objective\",\"place\":\"1\",\"objective\":\"empty\"}");
	assert_hides(fixture_effects(t, "driver 1 2", 2), "objective");
	assert_hides(fixture_effects(t, "driver 1 2", MP_PUBLIC), "objective");
	fixture_play(t, "driver 1 2");
	assert_int_equal(t->state.objective[t->state.origin[0]], JEUDUMETRO_EMPTY);
	assert_int_equal(t->state.objective[t->state.origin[1]], JEUDUMETRO_FULL);
	/* equal ones may be swapped too */
	open_with(t, "driver star rush switch");
	fixture_play(t, "driver 2 3");
	assert_int_equal(t->state.objective[t->state.origin[1]], JEUDUMETRO_EMPTY);
}

static void jm_37(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "switch star rush driver");
	assert_int_equal(fixture_count(t, "switch"), 3);
	fixture_refuses(t, "switch 3 3", "JM-37");
	fixture_not_notation(t, "switch 3 1");
	fixture_trains(t, TRAINS(10, 12, 14));
	fixture_play(t, "switch 1 3");
	fixture_expect(t, TRAINS(14, 12, 10), 44);
	assert_int_equal(t->state.objective[t->state.origin[0]], JEUDUMETRO_FULL);
}

static void booklet_star(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* Paul (1) plays star on Alice (2), Éric (3) swaps their trains: Paul has Alice's train and
	 * the star at it. Alice's turn in between gives her train one passenger. */
	fixture_three(
		t, "full full empty",
		"star star rush rush alight1 alight1 alight2 alight2 switch board2 board2 board2");
	fixture_trains(t, TRAINS(8, 12, 10));
	fixture_play(t, "star 2; ~draw parcel; alight1 3; ~draw parcel; switch 1 2; ~draw board3");
	fixture_expect(t, TRAINS(14, 8, 9), 49); /* 12 + 1, and 1 more as Paul's turn begins */
	assert_shows(fixture_view(t, MP_PUBLIC), "\"attached\":[{\"card\":\"star\",\"train\":\"1\"}]");
}

static void jm_38(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_with(t, "alight1 pickpocket star switch");
	t->state.objective[1] = JEUDUMETRO_LEFT_FULL; /* train 2 may be empty */
	fixture_trains(t, TRAINS(10, 0, 10));
	fixture_play(t, "alight1 2");
	fixture_expect(t, TRAINS(10, 0, 10), 60);
	/* a pickpocket when nobody has more than 3 */
	open_with(t, "alight1 pickpocket star switch");
	for (int seat = 1; seat < 3; seat++) {
		jeudumetro_cards card = jeudumetro_one(seat == 1 ? JEUDUMETRO_ALIGHT2 : JEUDUMETRO_BOARD2);

		t->state.hand[seat] -= card;
		t->state.size[seat]--;
		t->state.pile += card;
		t->state.pile_size++;
	}
	assert_int_equal(fixture_count(t, "pickpocket"), 0);
	fixture_refuses(t, "pickpocket 2", "JM-38");
	fixture_play(t, "discard pickpocket");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("JM-30 a chosen train may be anyone's, and must be named", jm_30),
		TITLED("JM-31 as many board and leave as there are", jm_31),
		TITLED("JM-31 the platform runs dry in the middle of a rush", jm_31_rush),
		TITLED("JM-32 star and inspector stay with their train, several to one", jm_32),
		TITLED("JM-32 the booklet's star goes with Alice's train to Paul", booklet_star),
		TITLED("JM-33 the booklet's pickpocket: 4 and 4 become 5 and 3", jm_33),
		TITLED("JM-33 only thief and victim see the card", jm_33_seen),
		TITLED("JM-34 terminus empties the own train and boards 10, or what there is", jm_34),
		TITLED("JM-35 transfer moves two, or the one there is, to another train", jm_35),
		TITLED("JM-36 driver swaps two objectives, each new holder looks", jm_36),
		TITLED("JM-37 switch swaps two trains, objectives stay", jm_37),
		TITLED("JM-38 a card may do nothing but needs a target", jm_38),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
