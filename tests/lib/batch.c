/* SPDX-License-Identifier: MIT
 *
 * Batches of every game that has them: they play what a match would, the same on any number of
 * threads, and refuse what is not in a mask.
 */
#include <metropole/batch.h>
#include <metropole/metropole.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 64, STEPS = 1500 };

struct room {
	struct mp_batch_shape shape;
	struct mp_batch_memory memory;
	int32_t action[N];
};

/* A setup that has batches: without deals where there are any. */
static struct mp_setup *open_setup(const char *game)
{
	const char *options[] = {"deals=false", NULL};
	struct mp_setup *setup = mp_setup_open(game, 2, options);

	return setup ? setup : mp_setup_open(game, 2, NULL);
}

/* The next game from the g-th on that has batches: not every game codes its moves. */
static bool next_game(size_t *g)
{
	for (; mp_game_id(*g); ++*g) {
		struct mp_setup *setup = open_setup(mp_game_id(*g));
		struct mp_batch_shape shape;
		int code = mp_batch_shape(setup, &shape);

		mp_setup_close(setup);
		if (code == 0)
			return true;
		assert_int_equal(code, MP_FORBIDDEN);
	}
	return false;
}

static void room_open(struct room *room, const struct mp_setup *setup)
{
	assert_int_equal(mp_batch_shape(setup, &room->shape), 0);
	room->memory = (struct mp_batch_memory){
		.seat = calloc(N, 1),
		.mask = calloc(N, room->shape.actions),
		.bits = calloc(N * room->shape.words, sizeof(uint64_t)),
		.observation = calloc(N * room->shape.observation, sizeof(float)),
		.key = calloc(N, sizeof(uint64_t)),
		.done = calloc(N, 1),
		.returns = calloc(N * room->shape.players, sizeof(float)),
		.points = calloc(N * room->shape.players, sizeof(float)),
	};
}

static void room_close(struct room *room)
{
	free(room->memory.seat);
	free(room->memory.mask);
	free(room->memory.bits);
	free(room->memory.observation);
	free(room->memory.key);
	free(room->memory.done);
	free(room->memory.returns);
	free(room->memory.points);
}

static bool same(const struct room *a, const struct room *b)
{
	const struct mp_batch_shape *s = &a->shape;

	return memcmp(a->memory.seat, b->memory.seat, N) == 0 &&
	       memcmp(a->memory.mask, b->memory.mask, N * s->actions) == 0 &&
	       memcmp(a->memory.bits, b->memory.bits, N * s->words * 8) == 0 &&
	       memcmp(a->memory.observation, b->memory.observation, N * s->observation * 4) == 0 &&
	       memcmp(a->memory.key, b->memory.key, N * 8) == 0 &&
	       memcmp(a->memory.done, b->memory.done, N) == 0 &&
	       memcmp(a->memory.returns, b->memory.returns, N * s->players * 4) == 0 &&
	       memcmp(a->memory.points, b->memory.points, N * s->players * 4) == 0;
}

static void check_match(const struct room *room, size_t i)
{
	const struct mp_batch_shape *s = &room->shape;
	size_t n = 0;
	float won = 0;

	for (size_t a = 0; a < s->actions; a++) {
		bool bit = room->memory.bits[i * s->words + a / 64] >> a % 64 & 1;

		assert_int_equal(room->memory.mask[i * s->actions + a], bit);
		n += bit;
	}
	assert_true(n > 0);
	assert_int_equal(room->memory.mask[i * s->actions + (size_t)room->action[i] % s->actions] & ~1,
	                 0);
	for (size_t seat = 0; seat < s->players; seat++)
		won += room->memory.returns[i * s->players + seat];
	assert_true(won == 0 || (room->memory.done[i] && won > 0.999f && won < 1.001f));
}

static void steps_the_same_on_any_number_of_threads(void **state)
{
	(void)state;
	for (size_t g = 0; next_game(&g); g++) {
		struct mp_setup *setup = open_setup(mp_game_id(g));
		struct room room[2];
		struct mp_batch *batch[2];
		size_t ended = 0;

		for (int k = 0; k < 2; k++) {
			room_open(&room[k], setup);
			batch[k] = mp_batch_open(setup, N, 5, &room[k].memory, 1 + 2 * k);
			assert_non_null(batch[k]);
		}
		for (int step = 0; step < STEPS; step++) {
			for (int k = 0; k < 2; k++) {
				mp_batch_random(batch[k], room[k].action);
				assert_int_equal(mp_batch_step(batch[k], room[k].action), 0);
			}
			assert_true(same(&room[0], &room[1]));
			check_match(&room[0], (size_t)step % N);
			for (size_t i = 0; i < N; i++)
				ended += room[0].memory.done[i];
		}
		assert_true(ended > N);
		for (int k = 0; k < 2; k++) {
			mp_batch_close(batch[k]);
			room_close(&room[k]);
		}
		mp_setup_close(setup);
	}
}

static void refuses_an_action_that_is_not_in_the_mask(void **state)
{
	struct mp_setup *setup = open_setup(mp_game_id(0));
	struct room room, before;
	struct mp_batch *batch;

	(void)state;
	room_open(&room, setup);
	room_open(&before, setup);
	batch = mp_batch_open(setup, N, 5, &room.memory, 1);
	mp_batch_random(batch, room.action);
	memcpy(before.memory.bits, room.memory.bits, N * room.shape.words * 8);
	for (room.action[N - 1] = 0;
	     room.memory.mask[(N - 1) * room.shape.actions + (size_t)room.action[N - 1]];)
		room.action[N - 1]++;
	assert_int_equal(mp_batch_step(batch, room.action), MP_ILLEGAL_MOVE);
	room.action[N - 1] = -1;
	assert_int_equal(mp_batch_step(batch, room.action), MP_ILLEGAL_MOVE);
	room.action[N - 1] = (int32_t)room.shape.actions;
	assert_int_equal(mp_batch_step(batch, room.action), MP_ILLEGAL_MOVE);
	assert_memory_equal(before.memory.bits, room.memory.bits, N * room.shape.words * 8);
	assert_null(mp_batch_open(setup, 0, 5, &room.memory, 1));
	mp_batch_close(batch);
	mp_batch_close(NULL);
	room_close(&room);
	room_close(&before);
	mp_setup_close(setup);
}

/* Plays a match by actions and by moves side by side, with what it is shown in between. */
static void a_match_is_shown_as_in_a_batch(void **state)
{
	(void)state;
	for (size_t g = 0; next_game(&g); g++) {
		struct mp_setup *setup = open_setup(mp_game_id(g));
		struct mp_match *match = mp_match_open(setup, 11);
		struct room room;

		room_open(&room, setup);
		srand(7);
		for (int k = 0; k < 60 && !mp_match_is_over(match); k++) {
			int seat = mp_match_turn(match), n;
			int32_t actions[MP_BATCH_PARTS];
			size_t n_moves;
			const mp_move *moves = mp_match_moves(match, seat, &n_moves);
			mp_move move = moves[(size_t)rand() % n_moves], again;

			n = mp_batch_encode(match, move, actions);
			assert_true(n >= 1);
			for (int i = 0; i < n; i++) {
				assert_int_equal(mp_batch_show(match, seat, actions, (size_t)i, &room.memory), 0);
				assert_int_equal(room.memory.mask[actions[i]], 1);
				assert_int_equal(mp_batch_decode(match, actions, (size_t)i + 1, &again),
				                 i + 1 == n);
			}
			assert_true(again == move);
			assert_int_equal(mp_batch_show(match, 1 - seat, NULL, 0, &room.memory), 0);
			for (size_t a = 0; a < room.shape.actions; a++)
				assert_int_equal(room.memory.mask[a], 0);
			actions[0] = (int32_t)room.shape.actions;
			assert_int_equal(mp_batch_decode(match, actions, 1, &again), MP_ILLEGAL_MOVE);
			assert_int_equal(mp_match_make(match, seat, move), 0);
		}
		room_close(&room);
		mp_match_close(match);
		mp_setup_close(setup);
	}
}

static void planes_add_up_to_the_observation(void **state)
{
	(void)state;
	for (size_t g = 0; next_game(&g); g++) {
		struct mp_setup *setup = open_setup(mp_game_id(g));
		struct mp_batch_shape shape;
		size_t sum = 0, rows, columns;
		const char *says;

		mp_batch_shape(setup, &shape);
		for (size_t i = 0; mp_batch_plane(setup, i, &says, &rows, &columns); i++) {
			assert_true(strlen(says) > 5);
			sum += rows * columns;
		}
		assert_int_equal(sum, shape.observation);
		mp_setup_close(setup);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_the_same_on_any_number_of_threads),
		cmocka_unit_test(refuses_an_action_that_is_not_in_the_mask),
		cmocka_unit_test(a_match_is_shown_as_in_a_batch),
		cmocka_unit_test(planes_add_up_to_the_observation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
