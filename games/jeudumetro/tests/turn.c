/* SPDX-License-Identifier: MIT
 *
 * The course of a turn by rule id.
 */
#include "fixture.h"

static struct fixture table;

static const char *const plain =
	"board1 board2 star inspector star inspector switch alight1 board2 board2 board2 board2";

static void jm_20_order(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* star first: up to 1, back to 0 */
	fixture_three(t, "full full left-full", plain);
	fixture_trains(t, TRAINS(5, 5, 0));
	fixture_play(t, "star 3; ~draw rush; inspector 3; ~draw rush");
	fixture_expect(t, TRAINS(5, 5, 0), 70);
	/* inspector first: nobody leaves, then one boards */
	fixture_three(t, "full full left-full", plain);
	fixture_trains(t, TRAINS(5, 5, 0));
	fixture_play(t, "inspector 3; ~draw rush; star 3; ~draw rush");
	fixture_expect(t, TRAINS(5, 5, 1), 69);
}

static void jm_20_swapped(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* attached to two trains, star first; after a switch both order and trains are kept */
	fixture_three(t, "full full left-full", plain);
	fixture_trains(t, TRAINS(5, 0, 7));
	fixture_play(t, "star 3; ~draw switch; switch 2 3; ~draw rush");
	/* the star is at place 2 now, with 7; place 3 has 0 */
	fixture_expect(t, TRAINS(5, 7, 0), 68);
	fixture_play(t, "board2 1; ~draw rush; switch 1 3; ~draw alight2");
	fixture_expect(t, TRAINS(0, 8, 7), 65); /* seat 2's turn: 7 + 1 */
	fixture_play(t,
	             "inspector 2; ~draw alight2; board2 1; ~draw alight2; board1 1; ~draw transfer");
	fixture_expect(t, TRAINS(3, 8, 7), 62); /* star, then inspector: 8 + 1 - 1 */
}

static void jm_20_told(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full full left-full", plain);
	fixture_trains(t, TRAINS(5, 5, 0));
	fixture_play(t, "inspector 3; ~draw rush; star 3");
	assert_shows(fixture_effects(t, "~draw rush", MP_PUBLIC),
	             "{\"type\":\"draw\",\"seat\":2,\"card\":null},"
	             "{\"type\":\"attached\",\"seat\":3,\"card\":\"inspector\",\"train\":\"3\"},"
	             "{\"type\":\"attached\",\"seat\":3,\"card\":\"star\",\"train\":\"3\"},"
	             "{\"type\":\"passengers\",\"train\":\"3\",\"from\":0,\"to\":1,\"platform\":69}]");
}

static void jm_21(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full empty empty", plain);
	fixture_refuses(t, "rush", "JM-21");
	fixture_refuses(t, "discard board1 parcel", "JM-21");
	fixture_refuses(t, "discard board1 board1", "JM-21");
	fixture_refuses(t, "~draw rush", "JM-21");
	assert_int_equal(fixture_count(t, "discard"), 15);
	fixture_play(t, "board1 1");
	assert_int_equal(t->state.phase, JEUDUMETRO_DRAWING);
	fixture_play(t, "~draw rush");
	assert_int_equal(mp_match_turn(&t->match), 1);
}

static void jm_21_parts(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* board2 four times: four discards; one kind twice and two others: 3 * 2 * 2 - 1 */
	fixture_open(t, 3, OPTIONS("start", "3"));
	fixture_deal(t, "full empty empty", plain);
	assert_int_equal(fixture_count(t, "discard"), 4);
	assert_int_equal(fixture_count(t, "board2"), 3);
	fixture_play(t, "discard board2 board2 board2; ~draw rush; ~draw rush; ~draw parcel");
}

static void jm_22(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full empty empty", plain);
	fixture_play(t, "board1 2; ~draw rush");
	assert_int_equal(t->state.size[0], 4);
	fixture_play(t, "discard star alight1 inspector");
	assert_int_equal(t->state.size[1], 1);
	fixture_refuses(t, "~draw star",
	                "JM-22"); /* two stars in hands and discards, none in the pile */
	fixture_play(t, "~draw rush; ~draw parcel");
	assert_int_equal(t->state.phase, JEUDUMETRO_DRAWING);
	fixture_play(t, "~draw parcel");
	assert_int_equal(t->state.size[1], 4);
	assert_int_equal(mp_match_turn(&t->match), 2);
}

static void jm_23(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full empty empty", plain);
	fixture_refuses(t, "discard", "JM-23");
	fixture_not_notation(t, "discard star board1"); /* not in the order of the table */
	fixture_play(t, "discard board1 star");
	assert_shows(fixture_view(t, MP_PUBLIC), "\"discards\":{\"board1\":1,\"star\":1}");
}

static void jm_24(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full empty empty", plain);
	/* all but one card of the pile is among the discards */
	t->state.discards = t->state.pile - jeudumetro_one(JEUDUMETRO_RUSH);
	t->state.pile = jeudumetro_one(JEUDUMETRO_RUSH);
	t->state.pile_size = 1;
	assert_null(mp_game_jeudumetro.flaw(&t->setup, &t->state));
	fixture_play(t, "discard board1 board2");
	assert_hides(fixture_effects(t, "~draw rush", MP_ALL), "reshuffle");
	fixture_play(t, "~draw rush");
	/* what was just discarded is in the new pile: 30 of the pile, 2 of the hand */
	assert_int_equal(t->state.pile_size, 0);
	assert_int_equal(fixture_weight(t, "~draw board1"), 2);
	assert_int_equal(fixture_weight(t, "~draw rush"), 1);
	assert_shows(
		fixture_effects(t, "~draw board1", MP_PUBLIC),
		"[{\"type\":\"reshuffle\",\"cards\":32},{\"type\":\"draw\",\"seat\":1,\"card\":null}");
	fixture_play(t, "~draw board1");
	assert_int_equal(t->state.pile_size, 31);
	assert_int_equal(t->state.discards, 0);
	assert_int_equal(mp_match_turn(&t->match), 1);
}

static void jm_24_skipped(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* cannot come about in play: the whole pile is gone */
	fixture_three(t, "full empty empty", plain);
	t->state.pile = 0;
	t->state.pile_size = 0;
	fixture_play(t, "star 2");
	assert_int_equal(mp_match_turn(&t->match), 1);
	assert_int_equal(t->state.size[0], 3);
}

static void jm_25(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 3, OPTIONS("start", "3"));
	fixture_deal(t, "full empty empty", plain);
	assert_int_equal(mp_match_turn(&t->match), 2);
	fixture_play(t, "board2 2; ~draw rush");
	assert_int_equal(mp_match_turn(&t->match), 0);
	assert_int_equal(mp_match_play(&t->match, 1, "star 1", &t->fault), MP_NOT_YOUR_TURN);
}

static void jm_41(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_open(t, 3, OPTIONS("start", "1", "turn_limit", "2"));
	fixture_deal(t, "full empty empty", plain);
	fixture_trains(t, TRAINS(5, 5, 1));
	fixture_play(t, "inspector 3; ~draw rush; discard star switch; ~draw rush");
	assert_false(mp_match_is_over(&t->match));
	assert_hides(fixture_effects(t, "~draw parcel", MP_PUBLIC), "attached");
	fixture_play(t, "~draw parcel");
	fixture_won(t, 0); /* the inspector would have emptied train 3 */
	assert_int_equal(t->state.passengers[2], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("JM-20 star and inspector at an empty train act in the order attached", jm_20_order),
		TITLED("JM-20 the order is kept when trains are swapped", jm_20_swapped),
		TITLED("JM-20 what attached cards do is told with the draw before the turn", jm_20_told),
		TITLED("JM-21 a turn is one card held, or a discard of cards held", jm_21),
		TITLED("JM-21 equal cards make one discard", jm_21_parts),
		TITLED("JM-22 one card is drawn after a play, as many as discarded after that", jm_22),
		TITLED("JM-23 a discard is of at least one card, and public", jm_23),
		TITLED("JM-24 an empty pile is made from the discards, the last included", jm_24),
		TITLED("JM-24 with nothing to draw the draw is skipped", jm_24_skipped),
		TITLED("JM-25 the left neighbour is next", jm_25),
		TITLED("JM-41 the turn limit ends the game before attached cards act", jm_41),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
