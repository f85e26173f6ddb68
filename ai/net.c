/* SPDX-License-Identifier: MIT
 *
 * Eight numbers at once, by the compiler's vectors: one instruction where the processor has them,
 * eight where it has not, the same bits either way.
 */
#include "net.h"

#include <metropole/share.h>

#include <string.h>

enum {
	LANES = 8,
	HALF = 4,
	CLIPPED = 127, /* the most that the first two layers say */
	FIRST_SHIFT = 1,
	SECOND_SHIFT = 6,
};
_Static_assert(MP_NET_HIDDEN % (int)LANES == 0 && MP_NET_SECOND % (int)HALF == 0,
               "layers fill vectors");

/* 16 bytes: eight numbers of the first layer, four of the second. */
typedef int16_t lanes16 __attribute__((vector_size(2 * LANES)));
typedef int16_t half16 __attribute__((vector_size(2 * HALF)));
typedef int32_t lanes32 __attribute__((vector_size(4 * HALF)));

/* Where the parts of the weights begin. */
struct layers {
	const int16_t *first, *first_bias, *second, *second_bias, *out;
};

static struct layers layers_of(const struct net *net)
{
	struct layers at = {.first = net->weights};

	at.first_bias = at.first + (size_t)net->players * net->inputs * MP_NET_HIDDEN;
	at.second = at.first_bias + MP_NET_HIDDEN;
	at.second_bias = at.second + MP_NET_HIDDEN * MP_NET_SECOND;
	at.out = at.second_bias + MP_NET_SECOND;
	return at;
}

struct net net_shipped(const struct mp_setup *setup)
{
	const struct mp_inputs *inputs = setup->game->inputs;
	struct net net = {.players = setup->players};

	if (inputs && inputs->net) {
		net.inputs = inputs->n;
		net.weights = inputs->net(setup);
	}
	return net;
}

static int magnitude(int x)
{
	return x < 0 ? -x : x;
}

/* The largest magnitude among n numbers that lie a row apart. */
static int largest(const int16_t *weights, size_t n, size_t row)
{
	int most = 0;

	for (size_t i = 0; i < n; i++)
		most = magnitude(weights[i * row]) > most ? magnitude(weights[i * row]) : most;
	return most;
}

bool net_is_sound(const struct net *net, size_t on)
{
	struct layers at = layers_of(net);
	size_t rows = (size_t)net->players * net->inputs;

	for (size_t h = 0; h < MP_NET_HIDDEN; h++)
		if ((size_t)net->players * on * (size_t)largest(at.first + h, rows, MP_NET_HIDDEN) +
		        (size_t)magnitude(at.first_bias[h]) >
		    INT16_MAX)
			return false;
	/* Then a sum is below 2^15 * 2^6 + 32 * 2^7 * 2^7, and what comes out below 8 * 2^7 * 2^15. */
	return largest(at.second, MP_NET_HIDDEN * MP_NET_SECOND, 1) <= INT8_MAX;
}

uint32_t net_hash(const struct net *net)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < (size_t)MP_NET_SIZE((size_t)net->players, net->inputs); i++) {
		uint16_t bits = (uint16_t)net->weights[i];

		hash = (hash ^ (bits & 255)) * 16777619u;
		hash = (hash ^ (bits >> 8)) * 16777619u;
	}
	return hash;
}

static lanes16 load16(const int16_t *from)
{
	lanes16 lanes;

	memcpy(&lanes, from, sizeof lanes);
	return lanes;
}

static lanes32 load32(const int16_t *from)
{
	half16 half;

	memcpy(&half, from, sizeof half);
	return __builtin_convertvector(half, lanes32);
}

static lanes32 clip32(lanes32 x)
{
	const lanes32 most = CLIPPED - (lanes32){0};

	x &= x > 0;
	return (x & (x < most)) | (most & (x >= most));
}

/* The first layer: no sum overflows (net_is_sound). */
static void add_inputs(const struct net *net, const struct layers *at,
                       const struct net_inputs *inputs, int seat, int16_t hidden[MP_NET_HIDDEN])
{
	lanes16 sum[MP_NET_HIDDEN / LANES];
	const lanes16 most = CLIPPED - (lanes16){0};

	memcpy(sum, at->first_bias, sizeof sum);
	for (int other = 0; other < net->players; other++) {
		int away = (other - seat + net->players) % net->players;
		const int16_t *rows = at->first + (size_t)away * net->inputs * MP_NET_HIDDEN;

		for (size_t i = 0; i < inputs->n[other]; i++) {
			const int16_t *row = rows + inputs->on[other][i] * (size_t)MP_NET_HIDDEN;

			for (size_t k = 0; k < MP_NET_HIDDEN / LANES; k++)
				sum[k] += load16(row + k * LANES);
		}
	}
	for (size_t k = 0; k < MP_NET_HIDDEN / LANES; k++) {
		lanes16 x = (sum[k] & (sum[k] > 0)) >> FIRST_SHIFT;

		x = (x & (x < most)) | (most & (x >= most));
		memcpy(hidden + k * LANES, &x, sizeof x);
	}
}

int32_t net_strength(const struct net *net, const struct net_inputs *inputs, int seat)
{
	struct layers at = layers_of(net);
	int16_t hidden[MP_NET_HIDDEN];
	int32_t strength = 0;

	add_inputs(net, &at, inputs, seat, hidden);
	for (size_t k = 0; k < MP_NET_SECOND; k += HALF) {
		lanes32 sum = load32(at.second_bias + k) * (1 << SECOND_SHIFT);

		for (size_t h = 0; h < MP_NET_HIDDEN; h++)
			sum += load32(at.second + h * MP_NET_SECOND + k) * hidden[h];
		sum = clip32(sum >> SECOND_SHIFT) * load32(at.out + k);
		strength += sum[0] + sum[1] + sum[2] + sum[3];
	}
	return strength;
}

void net_shares(const struct net *net, const struct mp_setup *setup, const void *state,
                float share[MP_SEATS])
{
	struct net_inputs inputs;
	float strength[MP_SEATS];

	for (int seat = 0; seat < setup->players; seat++)
		inputs.n[seat] = setup->game->inputs->list(setup, state, seat, inputs.on[seat]);
	for (int seat = 0; seat < setup->players; seat++)
		strength[seat] = (float)net_strength(net, &inputs, seat) / (float)NET_UNIT;
	mp_shares(setup->players, strength, share);
}
