/* SPDX-License-Identifier: MIT
 *
 * What a batch promises beside its moves: it takes no memory once it is open, its chance goes by
 * the weights that the game states, and its keys are those of a match.
 */
#include <metropole/batch.h>
#include <metropole/metropole.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DEALS = 4096 };

/* Every allocation of the program is counted on its way, on whatever thread. */
static atomic_size_t allocations;

void *__real_malloc(size_t);
void *__wrap_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

void *__wrap_malloc(size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __real_aligned_alloc(alignment, size);
}

/* A setup of the g-th game that has batches, or NULL: not every game codes its moves. */
static struct mp_setup *open_setup(size_t g, struct mp_batch_shape *shape)
{
	const char *options[] = {"deals=false", NULL};
	struct mp_setup *setup = mp_setup_open(mp_game_id(g), 2, options);

	setup = setup ? setup : mp_setup_open(mp_game_id(g), 2, NULL);
	if (mp_batch_shape(setup, shape) == 0)
		return setup;
	mp_setup_close(setup);
	return NULL;
}

static void takes_no_memory_once_it_is_open(void **state)
{
	(void)state;
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_batch_shape shape;
		struct mp_setup *setup = open_setup(g, &shape);

		for (int threads = 1; setup && threads <= 2; threads++) {
			struct mp_batch_memory memory = {
				.seat = calloc(16, 1),
				.mask = calloc(16, shape.actions),
				.bits = calloc(16 * shape.words, 8),
				.observation = calloc(16 * shape.observation, 4),
				.key = calloc(16, 8),
				.done = calloc(16, 1),
				.returns = calloc(16 * shape.players, 4),
				.points = calloc(16 * shape.players, 4),
			};
			size_t before = allocations, ended = 0;
			struct mp_batch *batch = mp_batch_open(setup, 16, 3, &memory, threads);
			int32_t action[16];

			assert_true(allocations > before); /* they are counted */
			before = allocations;
			for (int step = 0; step < 2500; step++) {
				mp_batch_random(batch, action);
				assert_int_equal(mp_batch_step(batch, action), 0);
				for (int i = 0; i < 16; i++)
					ended += memory.done[i];
			}
			mp_batch_reset(batch);
			assert_int_equal(allocations, before);
			assert_true(ended > 16);
			mp_batch_close(batch);
			free(memory.seat), free(memory.mask), free(memory.bits), free(memory.observation);
			free(memory.key), free(memory.done), free(memory.returns), free(memory.points);
		}
		mp_setup_close(setup);
	}
}

/* Deals a match by hand to the first choice, by weight or with every outcome as likely as the
 * other. True if some outcomes were likelier than others. */
static bool deal(struct mp_match *match, bool by_weight)
{
	bool is_uneven = false;
	size_t n;

	while (mp_match_turn(match) == MP_CHANCE) {
		const struct mp_outcome *outcomes = mp_match_outcomes(match, &n);
		uint64_t sum = 0, at = 0, k;

		for (size_t i = 0; i < n; i++) {
			sum += by_weight ? outcomes[i].weight : 1;
			is_uneven |= outcomes[i].weight != outcomes[0].weight;
		}
		k = (uint64_t)rand() % sum;
		for (size_t i = 0; i < n; i++) {
			at += by_weight ? outcomes[i].weight : 1;
			if (k >= at)
				continue;
			assert_int_equal(mp_match_make(match, MP_CHANCE, outcomes[i].move), 0);
			break;
		}
	}
	return is_uneven;
}

/* DEALS first observations by hand; true if some outcome was likelier than another. */
static bool observe_by_hand(const struct mp_setup *setup, size_t size, bool by_weight, float *out)
{
	bool is_uneven = false;

	srand(11);
	for (size_t i = 0; i < DEALS; i++) {
		struct mp_match *match = mp_match_open_dealt(setup);

		is_uneven |= deal(match, by_weight);
		assert_int_equal(mp_batch_show(match, mp_match_turn(match), NULL, 0,
		                               &(struct mp_batch_memory){.observation = out + i * size}),
		                 0);
		mp_match_close(match);
	}
	return is_uneven;
}

/* The largest distance between the means of a number in two samples, in standard errors. */
static double distance(const float *a, const float *b, size_t size)
{
	double most = 0;

	for (size_t k = 0; k < size; k++) {
		double sum[2] = {0}, square[2] = {0}, mean[2], error = 0;

		for (size_t i = 0; i < DEALS; i++)
			for (int s = 0; s < 2; s++) {
				double x = (double)(s ? b : a)[i * size + k];

				sum[s] += x;
				square[s] += x * x;
			}
		for (int s = 0; s < 2; s++) {
			mean[s] = sum[s] / DEALS;
			error += (square[s] / DEALS - mean[s] * mean[s]) / DEALS;
		}
		most = fmax(most, fabs(mean[0] - mean[1]) / sqrt(error + 1e-9));
	}
	return most;
}

static void chance_goes_by_its_weights(void **state)
{
	int told_apart = 0, uneven = 0;

	(void)state;
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_batch_shape shape;
		struct mp_setup *setup = open_setup(g, &shape);
		float *batched, *by_hand;
		struct mp_batch *batch;

		if (!setup)
			continue;
		batched = calloc(DEALS * shape.observation, sizeof *batched);
		by_hand = calloc(DEALS * shape.observation, sizeof *by_hand);
		batch =
			mp_batch_open(setup, DEALS, 7, &(struct mp_batch_memory){.observation = batched}, 1);
		uneven += observe_by_hand(setup, shape.observation, true, by_hand);
		assert_true(distance(batched, by_hand, shape.observation) < 5);
		observe_by_hand(setup, shape.observation, false, by_hand);
		told_apart += distance(batched, by_hand, shape.observation) > 5;
		mp_batch_close(batch);
		free(batched);
		free(by_hand);
		mp_setup_close(setup);
	}
	/* The comparison would notice a chance without weights, where there are any at the start. */
	assert_true(!uneven || told_apart);
}

static void keys_are_those_of_a_match(void **state)
{
	(void)state;
	for (size_t g = 0; mp_game_id(g); g++) {
		struct mp_batch_shape shape;
		struct mp_setup *setup = open_setup(g, &shape);
		struct mp_match *match = setup ? mp_match_open(setup, 3) : NULL;

		for (int k = 0; match && k < 40 && !mp_match_is_over(match); k++) {
			int seat = mp_match_turn(match);
			size_t n;
			const mp_move *moves = mp_match_moves(match, seat, &n);
			uint64_t key = 0;

			assert_int_equal(mp_match_make(match, seat, moves[(size_t)k % n]), 0);
			seat = mp_match_turn(match);
			if (seat < 0)
				break;
			mp_batch_show(match, seat, NULL, 0, &(struct mp_batch_memory){.key = &key});
			assert_true(key == mp_match_key(match, seat));
		}
		mp_match_close(match);
		mp_setup_close(setup);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_no_memory_once_it_is_open),
		cmocka_unit_test(chance_goes_by_its_weights),
		cmocka_unit_test(keys_are_those_of_a_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
