/* SPDX-License-Identifier: MIT
 *
 * Winning, for two and for more players, by rule id.
 */
#include "fixture.h"

static struct fixture table;

static const char *const twelve =
	"board2 rush star parcel alight2 terminus board2 transfer driver switch inspector board3";

/* Where the points come from, for everybody. */
static void table_points(struct fixture *t, const char *expected)
{
	struct mp_json json;

	mp_json_init(&json, t->text, sizeof t->text);
	mp_match_breakdown(&t->match, MP_PUBLIC, NULL, &json);
	assert_string_equal(t->text, expected);
}

static void jm_40(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full empty right-empty", twelve);
	fixture_trains(t, TRAINS(18, 10, 10));
	fixture_play(t, "board2 1");
	fixture_won(t, 1u << 0);
	assert_int_equal(t->state.size[0], 3); /* no draw after a winning card */
	fixture_three(t, "full empty right-empty", twelve);
	fixture_trains(t, TRAINS(17, 10, 10));
	fixture_play(t, "board2 1");
	assert_false(mp_match_is_over(&t->match));
}

static void jm_40_each_objective(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* right-empty at 1 looks at 3, left-full at 1 looks at 2 */
	fixture_three(t, "right-empty full left-full", twelve);
	fixture_trains(t, TRAINS(10, 10, 2));
	fixture_play(t, "parcel");
	fixture_won(t, 1u << 0);
	fixture_three(t, "left-full empty right-empty", twelve);
	fixture_trains(t, TRAINS(10, 18, 10));
	fixture_play(t, "board2 2");
	fixture_won(t, 1u << 0);
	/* more than 20 will do */
	fixture_three(t, "full empty empty", twelve);
	fixture_trains(t, TRAINS(19, 10, 10));
	fixture_play(t, "rush");
	fixture_won(t, 1u << 0);
}

static void jm_40_two_at_once(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "left-full full empty", twelve);
	fixture_trains(t, TRAINS(10, 18, 10));
	fixture_play(t, "board2 2");
	fixture_won(t, 1u << 0 | 1u << 1);
	table_points(t, "[{\"seat\":1,\"rule\":\"JM-40\",\"points\":1,\"cause\":\"objective\","
	                "\"objectives\":[\"left-full\"],\"trains\":[\"2\"]},"
	                "{\"seat\":2,\"rule\":\"JM-40\",\"points\":1,\"cause\":\"objective\","
	                "\"objectives\":[\"full\"],\"trains\":[\"2\"]}]");
	/* and a card on every train makes others win too */
	fixture_three(t, "full empty empty", twelve);
	fixture_trains(t, TRAINS(15, 2, 1));
	fixture_play(t, "parcel");
	fixture_won(t, 1u << 1 | 1u << 2);
}

static void jm_40_by_another(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full full empty", twelve);
	fixture_trains(t, TRAINS(10, 19, 10));
	fixture_play(t, "board2 2");
	fixture_won(t, 1u << 1);
	/* a swapped objective may be reached where it goes */
	fixture_open(t, 3, OPTIONS("start", "3"));
	fixture_deal(t, "full empty left-full", twelve);
	fixture_trains(t, TRAINS(0, 10, 10));
	assert_int_equal(t->state.objective[0], JEUDUMETRO_FULL);
	fixture_play(t, "driver 1 2");
	fixture_won(t, 1u << 0);
}

static void jm_40_turn_start(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(t, "full full empty", twelve);
	fixture_trains(t, TRAINS(10, 19, 10));
	fixture_play(t, "star 2");
	assert_false(mp_match_is_over(&t->match));
	fixture_play(t, "~draw rush");
	fixture_won(t, 1u << 1);
}

static void jm_40_not_halfway(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* seat 2 plays terminus: its train passes through 0, which seats 2 and 3 wait for */
	fixture_open(t, 3, OPTIONS("start", "2"));
	fixture_deal(t, "full empty right-empty", twelve);
	fixture_play(t, "terminus");
	assert_false(mp_match_is_over(&t->match));
	/* a star and an inspector at one train: 0 only between the two */
	fixture_three(t, "full full empty", twelve);
	fixture_trains(t, TRAINS(5, 5, 1));
	t->state.attached[0] = 2 | 8;
	t->state.attached[1] = 2;
	t->state.n_attached = 2;
	t->state.hand[0] -= jeudumetro_one(JEUDUMETRO_STAR) - jeudumetro_one(JEUDUMETRO_SWITCH);
	t->state.hand[2] -= jeudumetro_one(JEUDUMETRO_INSPECTOR) - jeudumetro_one(JEUDUMETRO_SWITCH);
	t->state.pile -= 2 * jeudumetro_one(JEUDUMETRO_SWITCH);
	t->state.pile_size -= 2;
	assert_null(mp_game_jeudumetro.flaw(&t->setup, &t->state));
	fixture_play(t, "board2 1; ~draw rush; alight2 1; ~draw transfer");
	assert_false(mp_match_is_over(&t->match));
	assert_int_equal(t->state.passengers[2], 1);
}

/* Two players; seat 1 begins. */
static void open_two(struct fixture *t, const char *objectives, const int *trains)
{
	fixture_open(t, 2, OPTIONS("start", "1"));
	fixture_deal(t, objectives, "board2 switch driver terminus alight2 star inspector parcel");
	fixture_trains(t, trains);
}

static void jm_51(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* one objective alone does not win, and the other player is not told */
	open_two(t, "full empty full empty", TRAINS(18, 10, 10, 10));
	assert_hides(fixture_effects(t, "board2 1B", 1), "objective");
	fixture_play(t, "board2 1B");
	assert_false(mp_match_is_over(&t->match));
	open_two(t, "full empty full empty", TRAINS(18, 0, 10, 10));
	fixture_play(t, "board2 1B");
	fixture_won(t, 1u << 0);
	/* both players at once */
	open_two(t, "full empty right-empty left-full", TRAINS(18, 0, 10, 10));
	fixture_play(t, "board2 1B"); /* 1A empty is what 2B wants; 2A wants 1B full */
	fixture_won(t, 1u << 0 | 1u << 1);
}

static void jm_52(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* the booklet: left-full at 2B looks at 2A */
	open_two(t, "full full left-full empty", TRAINS(10, 10, 10, 10));
	fixture_trains(t, TRAINS(10, 10, 10, 18));
	fixture_play(t, "board2 2A");
	assert_false(mp_match_is_over(&t->match));
	open_two(t, "full empty left-full full", TRAINS(10, 10, 10, 18));
	fixture_play(t, "board2 2A");
	fixture_won(t, 1u << 1);
	/* the booklet: right-empty at 1B looks at 2A */
	fixture_open(t, 2, OPTIONS("start", "2"));
	fixture_deal(t, "right-empty full full empty",
	             "board2 switch driver terminus alight2 star inspector parcel");
	fixture_trains(t, TRAINS(10, 20, 10, 2));
	fixture_play(t, "alight2 2A");
	fixture_won(t, 1u << 0);
}

static void jm_53(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	/* two of one's own: with 20 on 1A and 0 on 1B the swap wins */
	open_two(t, "full empty full empty", TRAINS(0, 20, 10, 10));
	assert_int_equal(fixture_count(t, "driver"), 6);
	fixture_play(t, "driver 1B 1A");
	fixture_won(t, 1u << 0);
	/* a switch moves the trains instead: the same */
	open_two(t, "full empty full empty", TRAINS(0, 20, 10, 10));
	fixture_play(t, "switch 1B 1A");
	fixture_won(t, 1u << 0);
	/* between players both look at what they get */
	open_two(t, "full empty full empty", TRAINS(10, 10, 10, 10));
	assert_shows(fixture_effects(t, "driver 1A 2B", 0), "\"place\":\"1A\",\"objective\":\"full\"");
	assert_shows(fixture_effects(t, "driver 1A 2B", 1), "\"place\":\"2B\",\"objective\":\"empty\"");
	fixture_play(t, "driver 1A 2B");
	assert_int_equal(t->state.objective[t->state.origin[1]], JEUDUMETRO_FULL);
	assert_int_equal(t->state.objective[t->state.origin[2]], JEUDUMETRO_EMPTY);
}

static void jm_54(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	open_two(t, "full empty full empty", TRAINS(15, 12, 10, 10));
	assert_int_equal(fixture_count(t, "terminus"), 2);
	fixture_refuses(t, "terminus 2A", "JM-54");
	fixture_refuses(t, "terminus", "JM-54");
	fixture_play(t, "terminus 1A");
	fixture_expect(t, TRAINS(15, 10, 10, 10), 35);
	/* attached cards act on their own train at the turn of the one before whom it stands */
	fixture_play(t, "~draw rush; star 1A; ~draw rush");
	fixture_expect(t, TRAINS(15, 11, 10, 10), 34);
	fixture_play(t, "switch 1A 2B; ~draw board1");
	fixture_expect(t, TRAINS(15, 10, 12, 10), 33); /* the star stands before seat 2 now */
}

static void jm_40_looks(void **unused)
{
	struct fixture *t = &table;

	(void)unused;
	fixture_three(
		t, "left-full empty full",
		"board2 star rush switch alight2 board1 driver transfer board3 star board2 alight1");
	fixture_trains(t, TRAINS(10, 14, 10));
	assert_shows(
		fixture_view(t, 0),
		"\"objective\":\"left-full\",\"train\":\"2\",\"wants\":20,\"away\":6,\"seen_by\":[1]");
	assert_shows(fixture_view(t, 0), "\"passengers\":10,\"left\":\"2\",\"right\":\"3\"}");
	assert_hides(fixture_view(t, 1), "\"away\":6");
	assert_shows(fixture_effects(t, "board2 2", 0),
	             "{\"type\":\"goal\",\"place\":\"1\",\"objective\":\"left-full\",\"train\":\"2\","
	             "\"wants\":20,\"away\":4,\"from\":6}");
	/* seat 2 wants the same train empty, and says nothing of it to others */
	assert_shows(fixture_effects(t, "board2 2", 1), "\"away\":16,\"from\":14");
	assert_hides(fixture_effects(t, "board2 2", 2), "goal");
	assert_hides(fixture_effects(t, "board2 2", MP_PUBLIC), "goal");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TITLED("JM-40 whoever fulfils their objective wins, and does not draw", jm_40),
		TITLED("JM-40 each objective looks at its own train", jm_40_each_objective),
		TITLED("JM-40 a seat is told which train its objective looks at, and how far it is",
	           jm_40_looks),
		TITLED("JM-40 two winners at once share", jm_40_two_at_once),
		TITLED("JM-40 a player may win by another's move", jm_40_by_another),
		TITLED("JM-40 a player may win at the start of a turn", jm_40_turn_start),
		TITLED("JM-40 nothing is checked in the middle of an event", jm_40_not_halfway),
		TITLED("JM-51 of two objectives both have to be fulfilled at once", jm_51),
		TITLED("JM-52 the booklet's neighbours of two players", jm_52),
		TITLED("JM-53 objectives belong to places, trains move apart from them", jm_53),
		TITLED("JM-54 terminus is for an own train, attached cards act on theirs", jm_54),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
