/* SPDX-License-Identifier: MIT
 *
 * ai/net.c: the sums by vectors are those that are added one by one here, and no net is taken whose
 * sums could overflow.
 */
#include "net.h"

#include <metropole/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS_MAX = 4, INPUTS = 40, ON = 12 };

static int16_t weights[MP_NET_SIZE(PLAYERS_MAX, INPUTS)];

static int16_t within(struct mp_rng *rng, int most)
{
	return (int16_t)((int)mp_rng_below(rng, 2 * (uint32_t)most + 1) - most);
}

/* Weights as large as they may be, so that what is clipped is clipped at both ends. */
static struct net random_net(struct mp_rng *rng, int players)
{
	size_t first = (size_t)players * INPUTS * MP_NET_HIDDEN;
	int16_t *at = weights;

	for (size_t i = 0; i < first; i++)
		*at++ = within(rng, INT16_MAX / (players * ON + 1));
	for (size_t i = 0; i < MP_NET_HIDDEN; i++)
		*at++ = within(rng, INT16_MAX / (players * ON + 1));
	for (size_t i = 0; i < MP_NET_HIDDEN * MP_NET_SECOND; i++)
		*at++ = within(rng, INT8_MAX);
	for (size_t i = 0; i < 2 * MP_NET_SECOND; i++)
		*at++ = within(rng, INT16_MAX);
	return (struct net){.players = players, .inputs = INPUTS, .weights = weights};
}

static void random_inputs(struct mp_rng *rng, int players, struct net_inputs *inputs)
{
	for (int seat = 0; seat < players; seat++) {
		inputs->n[seat] = mp_rng_below(rng, ON + 1);
		for (size_t i = 0; i < inputs->n[seat]; i++)
			inputs->on[seat][i] = (uint16_t)mp_rng_below(rng, INPUTS);
	}
}

static int clipped(int x)
{
	return x < 0 ? 0 : x > 127 ? 127 : x;
}

/* What net_strength means, a number at a time. */
static int32_t plain_strength(const struct net *net, const struct net_inputs *inputs, int seat)
{
	const int16_t *bias = net->weights + (size_t)net->players * INPUTS * MP_NET_HIDDEN;
	const int16_t *second = bias + MP_NET_HIDDEN, *last = second + MP_NET_HIDDEN * MP_NET_SECOND;
	int hidden[MP_NET_HIDDEN], strength = 0;

	for (int h = 0; h < MP_NET_HIDDEN; h++) {
		hidden[h] = bias[h];
		for (int other = 0; other < net->players; other++) {
			int away = (other - seat + net->players) % net->players;

			for (size_t i = 0; i < inputs->n[other]; i++)
				hidden[h] +=
					net->weights[(away * INPUTS + inputs->on[other][i]) * MP_NET_HIDDEN + h];
		}
		hidden[h] = clipped(hidden[h] >> 1);
	}
	for (int k = 0; k < MP_NET_SECOND; k++) {
		int sum = last[k] * 64;

		for (int h = 0; h < MP_NET_HIDDEN; h++)
			sum += hidden[h] * second[h * MP_NET_SECOND + k];
		strength += clipped(sum >> 6) * last[MP_NET_SECOND + k];
	}
	return strength;
}

static void vectors_find_what_single_numbers_find(void **unused)
{
	struct mp_rng rng;

	(void)unused;
	mp_rng_init(&rng, 1, 0);
	for (int round = 0; round < 2000; round++) {
		int players = 2 + (int)mp_rng_below(&rng, PLAYERS_MAX - 1);
		struct net net = random_net(&rng, players);
		struct net_inputs inputs;

		assert_true(net_is_sound(&net, ON));
		random_inputs(&rng, players, &inputs);
		for (int seat = 0; seat < players; seat++)
			assert_int_equal(net_strength(&net, &inputs, seat),
			                 plain_strength(&net, &inputs, seat));
	}
}

static void a_net_whose_sums_could_overflow_is_not_sound(void **unused)
{
	struct net net = {.players = 2, .inputs = INPUTS, .weights = weights};
	size_t second = 2 * INPUTS * MP_NET_HIDDEN + MP_NET_HIDDEN;

	(void)unused;
	memset(weights, 0, sizeof weights);
	weights[7] = INT16_MAX / (2 * ON);
	assert_true(net_is_sound(&net, ON));
	weights[7]++;
	assert_false(net_is_sound(&net, ON));
	weights[7] = INT16_MIN;
	assert_false(net_is_sound(&net, ON));
	weights[7] = 0;
	weights[second] = -INT8_MAX;
	assert_true(net_is_sound(&net, ON));
	weights[second] = INT8_MAX + 1;
	assert_false(net_is_sound(&net, ON));
}

static void every_number_counts_in_the_hash(void **unused)
{
	struct net net = {.players = 2, .inputs = INPUTS, .weights = weights};
	size_t n = MP_NET_SIZE(2, INPUTS);
	uint32_t before;

	(void)unused;
	memset(weights, 0, sizeof weights);
	before = net_hash(&net);
	for (size_t i = 0; i < n; i += 101) {
		weights[i] = 256;
		assert_int_not_equal(net_hash(&net), before);
		weights[i] = 0;
	}
	weights[n - 1] = 1;
	assert_int_not_equal(net_hash(&net), before);
	weights[n - 1] = 0;
	assert_int_equal(net_hash(&net), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vectors_find_what_single_numbers_find),
		cmocka_unit_test(a_net_whose_sums_could_overflow_is_not_sound),
		cmocka_unit_test(every_number_counts_in_the_hash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
