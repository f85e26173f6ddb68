/* SPDX-License-Identifier: MIT
 *
 * Components and set-up by rule id.
 */
#include "fixture.h"

static struct fixture table;

static void jm_1(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 6, OPTIONS("start", "1"));
	assert_int_equal(t->state.platform, 20);
	fixture_open(t, 3, OPTIONS("start", "1"));
	assert_int_equal(t->state.platform, 50);
}

static void jm_2(void **unused)
{
	static const struct {
		const char *outcome;
		unsigned copies;
	} cards[] = {
		{"~deal 1 board1", 2},   {"~deal 1 board2", 5},     {"~deal 1 board3", 2},
		{"~deal 1 star", 2},     {"~deal 1 rush", 2},       {"~deal 1 alight1", 2},
		{"~deal 1 alight2", 5},  {"~deal 1 alight3", 2},    {"~deal 1 inspector", 2},
		{"~deal 1 parcel", 2},   {"~deal 1 pickpocket", 3}, {"~deal 1 terminus", 2},
		{"~deal 1 transfer", 4}, {"~deal 1 driver", 4},     {"~deal 1 switch", 4},
	};
	struct fixture *t = &table;
	unsigned total = 0;

	(void)unused;
	fixture_open(t, 3, OPTIONS("start", "1"));
	fixture_deal(t, "full full empty", "");
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		assert_int_equal(fixture_weight(t, cards[i].outcome), cards[i].copies);
		total += cards[i].copies;
	}
	assert_int_equal(total, 43);
}

static void jm_3(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 6, OPTIONS("start", "1"));
	assert_int_equal(fixture_weight(t, "~objective 1 empty"), 2);
	assert_int_equal(fixture_weight(t, "~objective 1 full"), 2);
	assert_int_equal(fixture_weight(t, "~objective 1 right-empty"), 1);
	assert_int_equal(fixture_weight(t, "~objective 1 left-full"), 1);
	fixture_deal(t, "full left-full full", "");
	assert_int_equal(fixture_weight(t, "~objective 4 full"), 0);
	assert_int_equal(fixture_weight(t, "~objective 4 empty"), 2);
	fixture_refuses(t, "~objective 4 full", "JM-11");
}

static void jm_4(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(
		t, "empty empty right-empty",
		"board3 board2 rush star board2 board2 board2 board2 alight2 alight2 alight2 alight2");
	fixture_trains(t, TRAINS(70, 3, 3));
	fixture_play(t, "board3 1");
	fixture_expect(t, TRAINS(73, 3, 3), 1);
}

static void jm_10(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	for (int players = 3; players <= 6; players++) {
		fixture_open(t, players, OPTIONS("start", "1"));
		for (int seat = 0; seat < players; seat++)
			assert_int_equal(t->state.passengers[seat], 10);
	}
	/* the left neighbour of the last seat is seat 1 */
	fixture_three(
		t, "empty empty left-full",
		"board3 board2 rush star board2 board2 board2 board2 alight2 alight2 alight2 alight2");
	fixture_trains(t, TRAINS(18, 10, 10));
	fixture_play(t, "board2 1");
	fixture_won(t, 1u << 2);
}

static void jm_11(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 3, OPTIONS("start", "1"));
	fixture_refuses(t, "~objective 2 full", "JM-11");
	fixture_deal(t, "full empty left-full", "");
	assert_int_equal(t->state.phase, JEUDUMETRO_DEALING_CARDS);
	fixture_refuses(t, "~objective 1 full", "JM-12");
	assert_shows(fixture_view(t, 0), "{\"place\":\"1\",\"seat\":1,\"objective\":\"full\"");
	assert_shows(fixture_view(t, 0), "{\"place\":\"2\",\"seat\":2,\"objective\":null");
	assert_hides(fixture_view(t, MP_PUBLIC), "\"objective\":\"");
}

static void jm_12(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(
		t, "full empty left-full",
		"board3 board2 rush star board2 board2 board2 board2 alight2 alight2 alight2 alight2");
	for (int seat = 0; seat < 3; seat++)
		assert_int_equal(t->state.size[seat], 4);
	assert_int_equal(t->state.pile_size, 43 - 12);
	assert_shows(fixture_view(t, 1), "\"cards\":[\"board2\",\"board2\",\"board2\",\"board2\"]");
	assert_shows(fixture_view(t, 1), "{\"seat\":1,\"size\":4,\"cards\":[null,null,null,null]}");
	assert_hides(fixture_view(t, MP_PUBLIC), "board");
	fixture_open(t, 3, OPTIONS("start", "1"));
	fixture_deal(t, "full empty left-full", "");
	fixture_refuses(t, "~deal 2 rush", "JM-12");
	fixture_play(t, "~deal 1 rush; ~deal 1 rush");
	fixture_refuses(t, "~deal 1 rush", "JM-12");
}

static void jm_13(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 4, NULL);
	for (int seat = 1; seat <= 4; seat++) {
		char text[16];

		snprintf(text, sizeof text, "~start %d", seat);
		assert_int_equal(fixture_weight(t, text), 1);
	}
	fixture_refuses(t, "~start 5", "JM-13");
	fixture_play(t, "~start 3");
	fixture_deal(
		t, "full empty full empty",
		"board3 board2 rush star board2 board2 board2 board2 alight2 alight2 alight2 alight2 "
		"switch switch switch switch");
	assert_int_equal(mp_match_turn(&t->match), 2);
	fixture_open(t, 4, OPTIONS("start", "2"));
	assert_int_equal(t->state.phase, JEUDUMETRO_DEALING_OBJECTIVES);
	assert_int_equal(mp_setup_set(&t->setup, "start", "5", &t->fault), MP_OK);
	assert_int_equal(mp_setup_finish(&t->setup, &t->tables, &t->fault), MP_BAD_OPTION);
}

static void jm_50(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 2, OPTIONS("start", "1"));
	fixture_expect(t, TRAINS(10, 10, 10, 10), 40);
	fixture_refuses(t, "~objective 1A full", "JM-11");
	fixture_play(t, "~objective 1B full; ~objective 1A empty; ~objective 2B full");
	assert_shows(fixture_view(t, 0), "{\"place\":\"1A\",\"seat\":1,\"objective\":\"empty\"");
	assert_shows(fixture_view(t, 0), "{\"place\":\"2B\",\"seat\":2,\"objective\":null");
	fixture_play(t, "~objective 2A empty");
	assert_int_equal(t->state.phase, JEUDUMETRO_DEALING_CARDS);
}

static void jm_55(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 2, OPTIONS("start", "2"));
	fixture_deal(t, "full full empty empty", "rush rush star star parcel parcel board1 board1");
	assert_int_equal(mp_match_turn(&t->match), 1);
	assert_int_equal(t->state.size[0], 4);
	assert_int_equal(t->state.size[1], 4);
	fixture_play(t, "board1 2A; ~draw switch");
	assert_int_equal(mp_match_turn(&t->match), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("JM-1 there are 80 passengers, those on no train are on the platform", jm_1),
		TITLED("JM-2 the pile has the 43 cards of the table", jm_2),
		TITLED("JM-3 the six objectives are dealt by the copies left", jm_3),
		TITLED("JM-4 a train has no upper limit", jm_4),
		TITLED("JM-10 trains start with 10 and the last seat's left neighbour is seat 1", jm_10),
		TITLED("JM-11 each place gets one objective that only its seat sees", jm_11),
		TITLED("JM-12 hands of four are secret, their sizes are not", jm_12),
		TITLED("JM-13 the starting player is drawn unless the option names one", jm_13),
		TITLED("JM-50 two players have two trains and two objectives each", jm_50),
		TITLED("JM-55 two players have hands of four and one action a turn", jm_55),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
