/* SPDX-License-Identifier: MIT
 *
 * How good a position is for each seat. Counts what a good player would look at (points, the
 * numbers left, who leads the call, what the cards still can earn) and lets a small trained net
 * weigh it (tools/train.c). Works on full states: unknown cards are guessed before. No
 * libm: the same shares to the last bit on every platform.
 */
#include "eval.h"

#include "nets.h"

/* Everything that is the same from every seat. */
struct scene {
	const struct mp_setup *setup;
	const struct metropolys_state *s;
	unsigned players;
	uint64_t enclosed; /* free, and nobody could outbid a building there */
	unsigned last;     /* the leading value of this call, 0 between calls */
	unsigned leader;
	uint16_t hand[METROPOLYS_PLAYERS_MAX]; /* what each would have if the call ended now, the
	                                          leader's too */
};

static void look(struct scene *scene, const struct mp_setup *setup,
                 const struct metropolys_state *s)
{
	*scene = (struct scene){.setup = setup, .s = s, .players = (unsigned)setup->players};
	scene->last = metropolys_last(s);
	scene->leader = scene->last ? metropolys_bid_seat(s, scene->last) : s->turn;
	memcpy(scene->hand, s->hand, sizeof scene->hand);
	for (unsigned rest = s->bids & ~(1u << scene->last); rest; rest &= rest - 1)
		scene->hand[metropolys_bid_seat(s, metropolys_set_first(rest))] |= (uint16_t)(rest & -rest);
	for (uint64_t rest = s->free; rest; rest &= rest - 1)
		if (!(metropolys_map.near[metropolys_set_first(rest)] & s->free))
			scene->enclosed |= rest & -rest;
}

/* Where a building helps this seat's cards by itself: family area, or expert kind. */
static uint64_t wanted(const struct scene *scene, unsigned seat)
{
	const struct metropolys_state *s = scene->s;

	if (scene->setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY)
		return metropolys_area_places(s->area[seat]);
	return s->kind[seat] && s->kind[seat] != METROPOLYS_UNKNOWN
	           ? metropolys_map.kind[s->kind[seat] - 1]
	           : 0;
}

/* How many of these sets lack one more building, and how many two, to hold three of the seat's. */
static void count_short(const uint64_t *sets, unsigned n, uint64_t own, uint64_t free, float *one,
                        float *two)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned have = metropolys_set_size(sets[i] & own),
				 room = metropolys_set_size(sets[i] & free);

		*one += have == 2 && room >= 1 ? 1.0f : 0.0f;
		*two += have == 1 && room >= 2 ? 1.0f : 0.0f;
	}
}

/* Expert area groups within reach: one building short, two short. */
static void count_chances(unsigned card, uint64_t own, uint64_t free, float *one, float *two)
{
	switch (card) {
	case METROPOLYS_BRIDGES:
		for (uint64_t rest = own & metropolys_map.by_bridge; rest; rest &= rest - 1) {
			uint64_t partners = metropolys_map.bridged[metropolys_set_first(rest)];

			*one += !(partners & own) && partners & free ? 1.0f : 0.0f;
		}
		*two = 0.5f * (float)metropolys_set_size(free & metropolys_map.by_bridge);
		return;
	case METROPOLYS_STATUE:
		count_short(metropolys_map.statue, METROPOLYS_STATUES, own, free, one, two);
		return;
	case METROPOLYS_LAKE:
		count_short(metropolys_map.lake, METROPOLYS_LAKES, own, free, one, two);
		return;
	case METROPOLYS_DISTRICT:
		count_short(metropolys_map.district, METROPOLYS_DISTRICTS, own, free, one, two);
		return;
	case METROPOLYS_CHAINS:
		for (uint64_t rest = own; rest; rest &= rest - 1) {
			unsigned place = metropolys_set_first(rest);
			uint64_t near = metropolys_map.near[place];

			if (near & free)
				*(near & own ? one : two) += 1;
		}
		return;
	default:
		return;
	}
}

/* What the leader's score would gain by the cell it leads on, roughly. */
static float lead_gain(const struct scene *scene)
{
	const struct metropolys_state *s = scene->s;
	unsigned seat = scene->leader;
	uint64_t bit = metropolys_place_bit(metropolys_bid_place(s, scene->last)),
			 built = s->built[seat];
	float gain = 0;

	if (s->token[METROPOLYS_TRENDY] & bit)
		gain += 3;
	if (s->token[METROPOLYS_SUBWAY] & bit)
		gain += s->subway_card == seat + 1 ? 1.0f : 2.5f;
	if (s->token[METROPOLYS_SITE] & bit)
		gain -= s->site_card == seat + 1 ? 1.0f : 3.0f;
	if (scene->setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_FAMILY)
		return gain + (wanted(scene, seat) & bit ? 3.0f : 0.0f);
	if (wanted(scene, seat) & bit)
		gain += 2;
	return gain + 4 * (float)(metropolys_groups(s->area[seat], built | bit) -
	                          metropolys_groups(s->area[seat], built));
}

/* How firmly the leader leads: players who can still outbid, numbers they could do it with. */
static void count_threats(const struct scene *scene, float *players, float *numbers)
{
	const struct metropolys_state *s = scene->s;
	bool room = s->free & metropolys_map.near[metropolys_bid_place(s, scene->last)];

	for (unsigned seat = 0; seat < scene->players && room; seat++) {
		unsigned higher = s->hand[seat] & (unsigned)METROPOLYS_ALL_VALUES << scene->last;

		if (seat == scene->leader || s->passed >> seat & 1 || !higher)
			continue;
		*players += 1;
		*numbers += (float)metropolys_set_size(higher);
	}
}

static unsigned highest_other(const struct scene *scene, unsigned seat)
{
	unsigned all = 1;

	for (unsigned other = 0; other < scene->players; other++)
		if (other != seat)
			all |= scene->hand[other];
	return 31 - (unsigned)__builtin_clz(all);
}

static void describe_call(const struct scene *scene, unsigned seat, float *x)
{
	const struct metropolys_state *s = scene->s;

	x[0] = s->turn == seat ? 1.0f : 0.0f;
	x[1] = s->turn == seat && !s->bids ? 1.0f : 0.0f;
	if (!scene->last)
		return;
	x[2] = s->passed >> seat & 1 ? 1.0f : 0.0f;
	if (scene->leader != seat)
		return;
	x[3] = 1;
	x[4] = (float)scene->last / 13;
	x[5] = lead_gain(scene) / 5;
	count_threats(scene, &x[6], &x[7]);
	x[7] /= 8;
	x[8] = x[5] / (1 + x[6]);
	x[9] = x[6] > 0 ? 0.0f : 1.0f;
}

static void describe_seat(const struct scene *scene, unsigned seat, float score, float *x)
{
	const struct metropolys_state *s = scene->s;
	uint64_t want = wanted(scene, seat) & s->free, own = s->built[seat];
	unsigned others = 0;

	x[0] = score / 10;
	x[1] = (float)metropolys_set_size(own) / 13;
	for (unsigned v = 1; v <= METROPOLYS_VALUES; v++)
		x[1 + v] = scene->hand[seat] >> v & 1 ? 1.0f : 0.0f;
	x[15] = (float)metropolys_set_size(scene->hand[seat] & (unsigned)METROPOLYS_ALL_VALUES
	                                                           << highest_other(scene, seat)) /
	        4;
	x[16] = (float)metropolys_set_size(want) / 8;
	x[17] = (float)metropolys_set_size(want & s->token[METROPOLYS_TRENDY]) / 2;
	x[18] = (float)metropolys_set_size(want & scene->enclosed) / 2;
	x[19] = s->subway_card == seat + 1 ? 1.0f : 0.0f;
	x[20] = s->site_card == seat + 1 ? 1.0f : 0.0f;
	for (unsigned other = 0; other < scene->players; other++)
		if (other != seat && s->taken[other][METROPOLYS_SUBWAY] > others)
			others = s->taken[other][METROPOLYS_SUBWAY];
	x[21] = ((float)s->taken[seat][METROPOLYS_SUBWAY] - (float)others) / 3;
	x[22] = (float)metropolys_set_size(want & s->token[METROPOLYS_SITE]) / 2;
	if (scene->setup->option[METROPOLYS_OPTION_VERSION] == METROPOLYS_EXPERT) {
		count_chances(s->area[seat], own, s->free, &x[23], &x[24]);
		x[23] /= 3;
		x[24] /= 4;
		x[25] =
			s->area[seat] == METROPOLYS_BRIDGES || s->area[seat] == METROPOLYS_CHAINS ? 1.0f : 0.0f;
	}
	describe_call(scene, seat, x + 26);
}
_Static_assert(26 + 10 == METROPOLYS_SEAT_INPUTS,
               "the last input of a seat is the last of its call");

static void describe_city(const struct scene *scene, const float *score, float *x)
{
	const struct metropolys_state *s = scene->s;

	x[0] = (float)metropolys_set_size(s->free) / 40;
	x[1] = (float)metropolys_set_size(scene->enclosed) / 4;
	x[2] = (float)metropolys_set_size(scene->enclosed & s->token[METROPOLYS_TRENDY]);
	for (unsigned t = 0; t < METROPOLYS_TOKENS; t++)
		x[3 + t] = (float)metropolys_set_size(s->token[t]) / 5;
	(void)score;
}

void metropolys_inputs(const struct mp_setup *setup, const struct metropolys_state *s,
                       float inputs[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS])
{
	struct scene scene;
	float score[METROPOLYS_PLAYERS_MAX], share = 1 / (float)(setup->players - 1);
	int32_t points[MP_SEATS];
	float common[METROPOLYS_COMMON_INPUTS] = {0};

	look(&scene, setup, s);
	metropolys_score(setup, s, points);
	memset(inputs, 0, sizeof(float[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS]));
	for (unsigned seat = 0; seat < scene.players; seat++) {
		score[seat] = (float)points[seat];
		describe_seat(&scene, seat, score[seat], inputs[seat]);
	}
	describe_city(&scene, score, common);
	for (unsigned seat = 0; seat < scene.players; seat++) {
		float *x = inputs[seat];
		float best = -100, most = 0;

		for (unsigned other = 0; other < scene.players; other++) {
			if (other == seat)
				continue;
			for (unsigned i = 0; i < METROPOLYS_SEAT_INPUTS; i++)
				x[METROPOLYS_SEAT_INPUTS + i] += inputs[other][i] * share;
			best = inputs[other][0] > best ? inputs[other][0] : best;
			most = inputs[other][1] > most ? inputs[other][1] : most;
		}
		memcpy(x + 2 * METROPOLYS_SEAT_INPUTS, common, sizeof common);
		x[METROPOLYS_INPUTS - 2] = best;
		x[METROPOLYS_INPUTS - 1] = most;
	}
}

float metropolys_strength(const struct metropolys_net *net, const float inputs[METROPOLYS_INPUTS],
                          float hidden[METROPOLYS_HIDDEN])
{
	float sum = 0;

	memcpy(hidden, net->bias, METROPOLYS_HIDDEN * sizeof *hidden);
	for (unsigned i = 0; i < METROPOLYS_INPUTS; i++) {
		float x = inputs[i];

		if (x == 0)
			continue;
		for (unsigned h = 0; h < METROPOLYS_HIDDEN; h++)
			hidden[h] += x * net->weight[i][h];
	}
	for (unsigned h = 0; h < METROPOLYS_HIDDEN; h++) {
		hidden[h] = hidden[h] > 0 ? hidden[h] : 0;
		sum += hidden[h] * net->out[h];
	}
	return sum;
}

/* e to the power of x ≤ 0, off by less than 1e-5 of itself; 0 for x < -30. */
float metropolys_exp(float x)
{
	float y = x * 1.442695041f, r;
	int32_t whole;
	uint32_t bits;

	if (x < -30)
		return 0;
	whole = (int32_t)y - 1;
	y = (y - (float)whole) * 0.693147181f; /* 0 … 2 ln 2 */
	r = 1 + y * (1 + y * (0.5f +
	                      y * (0.16666667f + y * (0.041666667f +
	                                              y * (0.0083333333f +
	                                                   y * (0.0013888889f + y * 0.0001984127f))))));
	bits = (uint32_t)(whole + 127) << 23;
	memcpy(&y, &bits, sizeof y);
	return r * y;
}

void metropolys_shares(unsigned players, const float strength[METROPOLYS_PLAYERS_MAX],
                       float share[MP_SEATS])
{
	float best = strength[0], sum = 0;

	for (unsigned seat = 1; seat < players; seat++)
		best = strength[seat] > best ? strength[seat] : best;
	for (unsigned seat = 0; seat < players; seat++)
		sum += share[seat] = metropolys_exp(strength[seat] - best);
	for (unsigned seat = 0; seat < players; seat++)
		share[seat] /= sum;
}

void metropolys_evaluate(const struct mp_setup *setup, const void *state, float share[MP_SEATS])
{
	const struct metropolys_net *net = metropolys_net_of(setup);
	float inputs[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS], hidden[METROPOLYS_HIDDEN],
		strength[METROPOLYS_PLAYERS_MAX];
	unsigned players = (unsigned)setup->players;

	metropolys_inputs(setup, state, inputs);
	for (unsigned seat = 0; seat < players; seat++)
		strength[seat] = metropolys_strength(net, inputs[seat], hidden);
	metropolys_shares(players, strength, share);
}
