/* SPDX-License-Identifier: MIT
 *
 * A match: the one door for moves, undo, a full buffer, the witness, what goes out.
 */
#include "registry.h"

#include <metropole/rng.h>
#include <metropole/text.h>

#include <string.h>

static const char dealt[] = "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5";

static void test_counts(void **state)
{
	struct table t;

	(void)state;
	table_open(&t, &toy_game, 2);
	assert_int_equal(mp_match_turn(&t.match), MP_CHANCE);
	assert_int_equal(mp_match_actors(&t.match), 0);
	table_play(&t, dealt);
	assert_int_equal(t.match.n_moves, 4);
	assert_int_equal(t.match.chance, 4);
	assert_int_equal(t.match.plies, 0);
	assert_int_equal(mp_match_actors(&t.match), 1);
	table_play(&t, "play 2; ~draw 3");
	assert_int_equal(t.match.plies, 1);
	assert_int_equal(t.match.chance, 5);
	assert_int_equal(mp_match_turn(&t.match), 1);
	assert_false(mp_match_is_over(&t.match));
}

static void refused(struct table *t, int seat, const char *move, enum mp_err err, const char *rule)
{
	struct toy before = t->state;
	size_t n = t->match.n_moves;
	struct mp_fault fault = {0};

	assert_int_equal(mp_match_play(&t->match, seat, move, &fault), err);
	assert_int_equal(fault.code, err);
	assert_true(strlen(fault.message) > 10);
	if (rule)
		assert_string_equal(fault.rule, rule);
	else
		assert_null(fault.rule);
	assert_memory_equal(&t->state, &before, sizeof before);
	assert_int_equal(t->match.n_moves, n);
}

static void test_refusals(void **state)
{
	struct table t;
	char longest[MP_MOVE_TEXT_MAX + 40];

	(void)state;
	memset(longest, '1', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	memcpy(longest, "play ", 5);
	table_open(&t, &toy_game, 2);
	refused(&t, 0, "play 1", MP_NOT_YOUR_TURN, NULL);
	refused(&t, MP_CHANCE, "~draw 1", MP_ILLEGAL_MOVE, "TO-3");
	table_play(&t, dealt);
	refused(&t, MP_CHANCE, "~draw 1", MP_NOT_YOUR_TURN, NULL);
	refused(&t, 1, "play 2", MP_NOT_YOUR_TURN, NULL);
	refused(&t, 5, "play 2", MP_NOT_YOUR_TURN, NULL);
	refused(&t, -7, "play 2", MP_NOT_YOUR_TURN, NULL);
	refused(&t, 0, "play 5", MP_ILLEGAL_MOVE, "TO-2");
	refused(&t, 0, "~draw 1", MP_ILLEGAL_MOVE, "TO-4");
	refused(&t, 0, "play  1", MP_BAD_MOVE, NULL);
	refused(&t, 0, "play 01", MP_BAD_MOVE, NULL);
	refused(&t, 0, "play 1 ", MP_BAD_MOVE, NULL);
	refused(&t, 0, "bury ?", MP_BAD_MOVE, NULL);
	refused(&t, 0, "", MP_BAD_MOVE, NULL);
	refused(&t, 0, longest, MP_BAD_MOVE, NULL);
}

static void test_packed_door(void **state)
{
	struct table t;
	struct mp_fault fault;

	(void)state;
	table_open(&t, &toy_game, 2);
	table_play(&t, dealt);
	assert_int_equal(mp_match_play_move(&t.match, 0, toy_move(TOY_V_PLAY, 0, 4), &fault),
	                 MP_ILLEGAL_MOVE);
	assert_string_equal(fault.rule, "TO-2");
	assert_int_equal(mp_match_play_move(&t.match, 1, toy_move(TOY_V_PLAY, 0, 4), &fault),
	                 MP_NOT_YOUR_TURN);
	assert_int_equal(mp_match_play_move(&t.match, 0, toy_move(TOY_V_PLAY, 0, 0), &fault), MP_OK);
	assert_int_equal(t.match.plies, 1);
}

static void play_out(struct table *t, uint64_t seed)
{
	struct mp_fault fault;
	struct mp_rng rng;
	mp_move moves[8];

	mp_rng_init(&rng, seed, 0);
	while (!mp_match_is_over(&t->match)) {
		int turn = mp_match_turn(&t->match);

		if (turn == MP_CHANCE) {
			assert_int_equal(mp_match_draw(&t->match, &rng, &fault), MP_OK);
		} else {
			size_t n = toy_game.legal(&t->setup, &t->state, turn, moves);

			assert_int_equal(
				mp_match_play_move(&t->match, turn, moves[mp_rng_below(&rng, (uint32_t)n)], &fault),
				MP_OK);
		}
	}
}

static void test_over(void **state)
{
	struct table t;
	struct mp_fault fault;

	(void)state;
	table_open(&t, &toy_game, 3);
	play_out(&t, 4);
	refused(&t, 0, "play 1", MP_GAME_OVER, NULL);
	refused(&t, MP_CHANCE, "~draw 1", MP_GAME_OVER, NULL);
	assert_int_equal(mp_match_draw(&t.match, NULL, &fault), MP_NOT_YOUR_TURN);
	assert_int_equal(t.match.plies, TOY_CARDS); /* every card leaves a hand */
}

static void test_undo(void **state)
{
	struct table t;
	struct toy first, second;

	(void)state;
	table_open(&t, &toy_game, 2);
	assert_false(mp_match_undo(&t.match));
	table_play(&t, dealt);
	assert_false(mp_match_undo(&t.match)); /* only chance has moved */
	assert_int_equal(t.match.n_moves, 4);
	first = t.state;
	table_play(&t, "play 2; ~draw 3");
	second = t.state;
	table_play(&t, "bury 5; ~draw 1");
	assert_true(mp_match_undo(&t.match)); /* the draw after it goes too */
	assert_memory_equal(&t.state, &second, sizeof second);
	assert_int_equal(t.match.plies, 1);
	assert_true(mp_match_undo(&t.match));
	assert_memory_equal(&t.state, &first, sizeof first);
	assert_int_equal(t.match.chance, 4);
	assert_false(mp_match_undo(&t.match));
	table_play(&t, "play 2; ~draw 3");
	assert_memory_equal(&t.state, &second, sizeof second);
}

static void test_rewind(void **state)
{
	struct table t;
	uint64_t hash[TABLE_MOVES];
	struct toy final;
	size_t n;

	(void)state;
	table_open(&t, &toy_game, 3);
	play_out(&t, 11);
	final = t.state;
	n = t.match.n_moves;
	for (size_t i = n + 1; i-- > 0;) {
		mp_match_rewind(&t.match, i);
		hash[i] = mp_match_hash(&t.match);
		assert_int_equal(t.match.n_moves, i);
		assert_int_equal(t.match.plies + t.match.chance, i);
	}
	for (size_t i = 1; i <= n; i++)
		assert_true(hash[i] != hash[i - 1]);
	/* The moves are still in the buffer: forward again. */
	for (size_t i = 0; i < n; i++)
		toy_game.apply(&t.setup, &t.state, t.moves[i].seat, t.moves[i].move);
	assert_memory_equal(&t.state, &final, sizeof final);
}

static void test_full(void **state)
{
	struct table t;
	struct mp_fault fault;
	struct mp_rng rng;

	(void)state;
	table_open(&t, &toy_game, 2);
	t.match.cap = 4;
	table_play(&t, dealt);
	refused(&t, 0, "play 2", MP_FULL, NULL);
	assert_int_equal(t.match.plies, 0);
	t.match.cap = 5;
	table_play(&t, "play 2");
	mp_rng_init(&rng, 1, 1);
	assert_int_equal(mp_match_draw(&t.match, &rng, &fault), MP_FULL);
	assert_int_equal(t.match.n_moves, 5);
	assert_int_equal(t.match.chance, 4);
}

struct saw {
	int calls, seat;
	mp_move move;
	size_t n_moves;
	int turn;
};

static void saw(void *ctx, struct mp_match *before, int seat, mp_move move)
{
	struct saw *s = ctx;

	s->calls++;
	s->seat = seat;
	s->move = move;
	s->n_moves = before->n_moves;
	s->turn = mp_match_turn(before);
}

static void test_witness(void **state)
{
	struct table t;
	struct saw seen = {0};

	(void)state;
	table_open(&t, &toy_game, 2);
	t.match.witness = (struct mp_witness){saw, &seen};
	table_play(&t, dealt);
	assert_int_equal(seen.calls, 4);
	assert_int_equal(seen.seat, MP_CHANCE);
	table_play(&t, "bury 2");
	assert_int_equal(seen.calls, 5);
	assert_int_equal(seen.seat, 0);
	assert_int_equal(seen.n_moves, 4); /* before it is applied */
	assert_int_equal(seen.turn, 0);
	assert_true(seen.move == toy_move(TOY_V_BURY, 0, 1));
	refused(&t, 0, "play 1", MP_NOT_YOUR_TURN, NULL);
	t.match.cap = t.match.n_moves;
	refused(&t, MP_CHANCE, "~draw 1", MP_FULL, NULL);
	mp_match_undo(&t.match);
	assert_int_equal(seen.calls, 5); /* told of what happens, not of what was tried or taken back */
}

static void test_draw(void **state)
{
	struct table a, b;
	struct mp_fault fault;
	struct mp_rng rng;

	(void)state;
	table_open(&a, &toy_game, 2);
	table_open(&b, &toy_game, 2);
	for (int i = 0; i < 4; i++) {
		mp_rng_init(&rng, 99, a.match.chance);
		assert_int_equal(mp_match_draw(&a.match, &rng, &fault), MP_OK);
		mp_rng_init(&rng, 99, b.match.chance);
		assert_int_equal(mp_match_draw(&b.match, &rng, &fault), MP_OK);
	}
	assert_memory_equal(&a.state, &b.state, sizeof a.state);
	assert_int_equal(mp_match_draw(&a.match, &rng, &fault), MP_NOT_YOUR_TURN);
}

static void shown(struct table *t, int viewer, char *buf, size_t cap)
{
	struct mp_json json;

	mp_json_init(&json, buf, cap);
	mp_match_view(&t->match, viewer, NULL, &json);
	assert_false(json.text.overflow);
}

static void test_views(void **state)
{
	struct table a, b;
	char x[2048], y[2048];

	(void)state;
	table_open(&a, &toy_game, 2);
	table_open(&b, &toy_game, 2);
	table_play(&a, "~deal 1 1; ~deal 1 2; ~deal 2 2; ~deal 2 5; bury 1");
	table_play(&b, "~deal 1 1; ~deal 1 2; ~deal 2 3; ~deal 2 3; bury 1");
	shown(&a, 0, x, sizeof x);
	shown(&b, 0, y, sizeof y);
	assert_string_equal(x, y);
	shown(&a, 1, x, sizeof x);
	shown(&b, 1, y, sizeof y);
	assert_string_not_equal(x, y);
	shown(&a, MP_ALL, x, sizeof x);
	assert_non_null(strstr(x, "\"seat\":\"all\""));
	shown(&a, MP_PUBLIC, x, sizeof x);
	assert_non_null(strstr(x, "\"seat\":\"public\""));
	assert_non_null(strstr(x, "\"turn\":null"));
	assert_non_null(strstr(x, "\"actors\":[\"chance\"]"));
}

static void test_log(void **state)
{
	struct table t;
	struct mp_played log[TABLE_MOVES];
	char buf[MP_MOVE_TEXT_MAX];
	struct mp_text text;

	(void)state;
	table_open(&t, &toy_game, 2);
	table_play(&t, dealt);
	table_play(&t, "bury 1");
	mp_match_log(&t.match, 1, log);
	mp_text_init(&text, buf, sizeof buf);
	for (size_t i = 0; i < t.match.n_moves; i++) {
		toy_game.print(&t.setup, log[i].move, &text);
		mp_text_str(&text, "; ");
	}
	assert_string_equal(buf, "~deal 1 ?; ~deal 1 ?; ~deal 2 2; ~deal 2 5; bury ?; ");
	assert_int_equal(log[4].seat, 0);
}

static void test_preview(void **state)
{
	struct table t;
	struct toy before;
	struct mp_fault fault;
	struct mp_json json;
	char buf[4096];

	(void)state;
	table_open(&t, &toy_game, 2);
	table_play(&t, dealt);
	before = t.state;
	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	assert_int_equal(mp_match_preview(&t.match, 0, "play 2", &json, &fault), MP_OK);
	mp_json_end_object(&json);
	assert_non_null(strstr(buf, "{\"effects\":[{\"type\":\"played\",\"seat\":1,\"card\":2}]"));
	assert_non_null(strstr(buf, "\"ply\":1"));
	assert_memory_equal(&t.state, &before, sizeof before);
	assert_int_equal(t.match.n_moves, 4);
	assert_int_equal(mp_match_preview(&t.match, 0, "play 3", &json, &fault), MP_ILLEGAL_MOVE);
	assert_int_equal(mp_match_preview(&t.match, 1, "play 5", &json, &fault), MP_NOT_YOUR_TURN);
	table_play(&t, "play 2");
	assert_int_equal(mp_match_preview(&t.match, MP_CHANCE, "~draw 3", &json, &fault),
	                 MP_BAD_REQUEST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{"plies count players' moves, chance counts its own", test_counts, NULL, NULL, NULL},
		{"a refused move changes nothing and says why", test_refusals, NULL, NULL, NULL},
		{"a packed move goes through the same checks", test_packed_door, NULL, NULL, NULL},
		{"nothing is played when the game is over", test_over, NULL, NULL, NULL},
		{"undo goes back to before the last move of a player", test_undo, NULL, NULL, NULL},
		{"rewind goes back to any move, and forward leads to the same", test_rewind, NULL, NULL,
	     NULL},
		{"a full buffer is told and changes nothing", test_full, NULL, NULL, NULL},
		{"the witness is told of each move before it is applied", test_witness, NULL, NULL, NULL},
		{"the same seed draws the same", test_draw, NULL, NULL, NULL},
		{"a view shows a seat what it knows and no more", test_views, NULL, NULL, NULL},
		{"the log is cut for its viewer", test_log, NULL, NULL, NULL},
		{"a preview shows the move and changes nothing", test_preview, NULL, NULL, NULL},
	};

	return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
