/* SPDX-License-Identifier: MIT
 *
 * train VERSION PLAYERS GAMES SEED [fresh]: trains an evaluation of Metropolys by
 * playing games against itself, and prints it for games/metropolys/data/net_VERSION_PLAYERS.def.
 *
 * Each player takes the best of some candidate moves by the net as it is, now and then a random
 * one; the net then learns which seats won from which positions. Goes on from the nets that it was
 * built with, or with `fresh` from small random numbers.
 */
#include "../nets.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	FLOATS = sizeof(struct metropolys_net) / sizeof(float),
	CANDIDATES = 24,       /* tried at a turn */
	PLIES_MAX = 400,       /* of a game that are learnt from */
	BATCH_GAMES = 8,       /* between two steps */
	RANDOM_IN_100 = 6,     /* moves that are not thought about */
	POLICY_SHARPNESS = 25, /* of the preference for the better move */
};

extern const struct mp_game mp_game_metropolys;

struct trainer {
	struct mp_setup setup;
	struct mp_rng rng;
	struct metropolys_net net;
	float gradient[FLOATS], mean[FLOATS], square[FLOATS];
	double loss;
	unsigned steps, samples;
	float inputs[PLIES_MAX][METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS];
};

static float evaluate(struct trainer *t, const struct metropolys_state *s, unsigned seat)
{
	float inputs[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS], hidden[METROPOLYS_HIDDEN],
		strength[METROPOLYS_PLAYERS_MAX], share[MP_SEATS];
	unsigned players = (unsigned)t->setup.players;

	if (s->phase == METROPOLYS_PHASE_OVER) {
		unsigned winners = metropolys_winners(&t->setup, s);

		return winners >> seat & 1 ? 1 / (float)metropolys_set_size(winners) : 0;
	}
	metropolys_inputs(&t->setup, s, inputs);
	for (unsigned i = 0; i < players; i++)
		strength[i] = metropolys_strength(&t->net, inputs[i], hidden);
	metropolys_shares(players, strength, share);
	return share[seat];
}

static void training_move(struct trainer *t, struct metropolys_state *s)
{
	static mp_move moves[MP_MOVES_MAX];
	struct metropolys_state best, after;
	unsigned seat = s->turn;
	size_t n = metropolys_legal(&t->setup, s, (int)seat, moves);
	size_t tries = n < CANDIDATES ? n : CANDIDATES;
	float top = -1;

	if (mp_rng_below(&t->rng, 100) < RANDOM_IN_100)
		tries = 1;
	for (size_t i = 0; i < tries; i++) {
		size_t at = i == 0 && s->bids && tries > 1 ? n - 1 /* the pass */
		                                           : i + mp_rng_below(&t->rng, (uint32_t)(n - i));
		mp_move move = moves[at];
		float share;

		moves[at] = moves[i];
		moves[i] = move;
		after = *s;
		metropolys_apply(&t->setup, &after, (int)seat, move);
		share = tries == 1 ? 1 : evaluate(t, &after, seat);
		if (share > top) {
			top = share;
			best = after;
		}
	}
	*s = best;
}

/* The win shares that the net should have seen coming; a lead in points counts a little, too. */
static void target(struct trainer *t, const struct metropolys_state *s, float *want)
{
	unsigned players = (unsigned)t->setup.players, winners = metropolys_winners(&t->setup, s);
	int32_t score[MP_SEATS];
	float lead[METROPOLYS_PLAYERS_MAX], soft[MP_SEATS];

	metropolys_score(&t->setup, s, score);
	for (unsigned seat = 0; seat < players; seat++)
		lead[seat] = (float)score[seat] / 4;
	metropolys_shares(players, lead, soft);
	for (unsigned seat = 0; seat < players; seat++)
		want[seat] = 0.7f * (winners >> seat & 1 ? 1 / (float)metropolys_set_size(winners) : 0) +
		             0.3f * soft[seat];
}

static void learn(struct trainer *t, float inputs[METROPOLYS_PLAYERS_MAX][METROPOLYS_INPUTS],
                  const float *want)
{
	struct metropolys_net *g = (struct metropolys_net *)t->gradient;
	float hidden[METROPOLYS_PLAYERS_MAX][METROPOLYS_HIDDEN], strength[METROPOLYS_PLAYERS_MAX],
		share[MP_SEATS];
	unsigned players = (unsigned)t->setup.players;

	for (unsigned seat = 0; seat < players; seat++)
		strength[seat] = metropolys_strength(&t->net, inputs[seat], hidden[seat]);
	metropolys_shares(players, strength, share);
	for (unsigned seat = 0; seat < players; seat++) {
		float error = share[seat] - want[seat], back[METROPOLYS_HIDDEN];

		t->loss -= want[seat] * logf(share[seat] + 1e-9f);
		for (unsigned h = 0; h < METROPOLYS_HIDDEN; h++) {
			g->out[h] += error * hidden[seat][h];
			back[h] = hidden[seat][h] > 0 ? error * t->net.out[h] : 0;
			g->bias[h] += back[h];
		}
		for (unsigned i = 0; i < METROPOLYS_INPUTS; i++) {
			float x = inputs[seat][i];

			if (x != 0)
				for (unsigned h = 0; h < METROPOLYS_HIDDEN; h++)
					g->weight[i][h] += x * back[h];
		}
	}
	t->samples++;
}

/* One step of Adam. */
static void step(struct trainer *t, float rate)
{
	float *w = (float *)&t->net;
	float fix1, fix2, n = (float)t->samples;

	t->steps++;
	fix1 = 1 - powf(0.9f, (float)t->steps);
	fix2 = 1 - powf(0.999f, (float)t->steps);
	for (unsigned i = 0; i < FLOATS; i++) {
		float g = t->gradient[i] / n;

		t->mean[i] = 0.9f * t->mean[i] + 0.1f * g;
		t->square[i] = 0.999f * t->square[i] + 0.001f * g * g;
		w[i] -= rate * (t->mean[i] / fix1) / (sqrtf(t->square[i] / fix2) + 1e-7f);
	}
	memset(t->gradient, 0, sizeof t->gradient);
	t->samples = 0;
}

/* A new game, up to its first call. */
static void begin(struct trainer *t, struct metropolys_state *s)
{
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];

	metropolys_init(&t->setup, s);
	while (s->phase < METROPOLYS_PHASE_PLAY) {
		size_t count = metropolys_chance(&t->setup, s, outcomes), i = 0;
		uint32_t total = 0, at;

		for (size_t j = 0; j < count; j++)
			total += outcomes[j].weight;
		for (at = mp_rng_below(&t->rng, total); at >= outcomes[i].weight; i++)
			at -= outcomes[i].weight;
		metropolys_apply(&t->setup, s, MP_CHANCE, outcomes[i].move);
	}
}

static void play(struct trainer *t)
{
	struct metropolys_state s = {0};
	float want[METROPOLYS_PLAYERS_MAX];
	unsigned n = 0;

	begin(t, &s);
	while (s.phase == METROPOLYS_PHASE_PLAY) {
		if (n < PLIES_MAX && mp_rng_below(&t->rng, 2))
			metropolys_inputs(&t->setup, &s, t->inputs[n++]);
		training_move(t, &s);
	}
	target(t, &s, want);
	for (unsigned i = 0; i < n; i++)
		learn(t, t->inputs[i], want);
}

static void print_row(const float *row, unsigned n)
{
	printf("{");
	for (unsigned i = 0; i < n; i++)
		printf("%s%#.10gf", i ? ", " : "", rint((double)row[i] * 1024) / 1024);
	printf("}");
}

static void print_net(const struct metropolys_net *net)
{
	printf("{.weight = {");
	for (unsigned i = 0; i < METROPOLYS_INPUTS; i++) {
		printf("%s\n", i ? "," : "");
		print_row(net->weight[i], METROPOLYS_HIDDEN);
	}
	printf("},\n.bias = ");
	print_row(net->bias, METROPOLYS_HIDDEN);
	printf(",\n.out = ");
	print_row(net->out, METROPOLYS_HIDDEN);
	printf("}\n");
}

static void print_weights(const struct metropolys_policy_weights *weights)
{
	printf("{.place = {");
	print_row(weights->place[0], METROPOLYS_PLACE_FEATURES);
	printf(",\n");
	print_row(weights->place[1], METROPOLYS_PLACE_FEATURES);
	printf("},\n.value = {");
	for (unsigned i = 0; i < 4; i++) {
		printf("%s", i == 0 ? "{" : i == 2 ? "},\n{" : ",\n");
		print_row(weights->value[i / 2][i % 2], METROPOLYS_VALUES + 1);
	}
	printf("}},\n.lowest = ");
	print_row(weights->lowest, 2);
	printf(",\n.costly = ");
	print_row(weights->costly, 2);
	printf(",\n.pass = ");
	print_row(weights->pass, METROPOLYS_PASS_FEATURES);
	printf("}\n");
}

/* One step of the weights at this position: towards the moves that look best after they are played.
 */
static void learn_policy(struct trainer *t, const struct metropolys_state *s,
                         struct metropolys_policy_weights *weights, float rate)
{
	static mp_move moves[MP_MOVES_MAX];
	static float logit[MP_MOVES_MAX], want[MP_MOVES_MAX];
	unsigned seat = s->turn;
	size_t n = metropolys_legal(&t->setup, s, (int)seat, moves);
	struct metropolys_features features;
	float best = -1e9f, top = -1, sum = 0, total = 0;

	metropolys_features(&t->setup, s, seat, &features);
	metropolys_logits(weights, &features, moves, n, logit);
	for (size_t i = 0; i < n; i++) {
		struct metropolys_state after = *s;

		metropolys_apply(&t->setup, &after, (int)seat, moves[i]);
		want[i] = evaluate(t, &after, seat);
		top = want[i] > top ? want[i] : top;
		best = logit[i] > best ? logit[i] : best;
	}
	for (size_t i = 0; i < n; i++) {
		sum += logit[i] = metropolys_exp(logit[i] - best);
		total += want[i] = metropolys_exp((want[i] - top) * POLICY_SHARPNESS);
	}
	for (size_t i = 0; i < n; i++) {
		float error = logit[i] / sum - want[i] / total, down = -rate * error;
		unsigned value = metropolys_a(moves[i]), place = metropolys_b(moves[i]), safe;

		t->loss -= want[i] / total * logf(logit[i] / sum + 1e-9f);
		if (metropolys_type(moves[i]) == METROPOLYS_MOVE_PASS) {
			for (unsigned k = 0; k < METROPOLYS_PASS_FEATURES; k++)
				weights->pass[k] += down * features.pass[k];
			continue;
		}
		safe = metropolys_is_safe(&features, value, place);
		for (unsigned k = 0; k < METROPOLYS_PLACE_FEATURES; k++)
			weights->place[safe][k] += down * features.place[place][k];
		weights->value[features.opening][safe][value] += down;
		weights->costly[safe] += down * features.place[place][10] * (float)value / 13;
		if (value == features.lowest)
			weights->lowest[safe] += down;
	}
	t->samples++;
}

static void train_policy(struct trainer *t, long games)
{
	struct metropolys_policy_weights weights = {0};

	for (long game = 1; game <= games; game++) {
		struct metropolys_state s = {0};

		begin(t, &s);
		while (s.phase == METROPOLYS_PHASE_PLAY) {
			if (mp_rng_below(&t->rng, 4) == 0)
				learn_policy(t, &s, &weights, 0.02f + 0.2f * (1 - (float)game / (float)games));
			training_move(t, &s);
		}
		if (game % (games / 10 + 1) == 0) {
			fprintf(stderr, "%ld games, loss %.4f\n", game, t->loss / t->samples);
			t->loss = t->samples = 0;
		}
	}
	print_weights(&weights);
}

static void start_fresh(struct trainer *t)
{
	float *w = (float *)&t->net;

	for (unsigned i = 0; i < FLOATS; i++)
		w[i] = ((float)mp_rng_below(&t->rng, 2001) / 1000 - 1) * 0.15f;
	memset(t->net.bias, 0, sizeof t->net.bias);
}

static void train_net(struct trainer *t, long games)
{
	unsigned samples = 0;

	for (long game = 1; game <= games; game++) {
		float left = 1 - (float)game / (float)games;

		play(t);
		if (game % BATCH_GAMES)
			continue;
		samples += t->samples;
		step(t, 0.0002f + 0.002f * left * left);
		if (game % (games / 20 / BATCH_GAMES * BATCH_GAMES + BATCH_GAMES) == 0) {
			fprintf(stderr, "%ld games, loss %.4f\n", game, t->loss / samples);
			t->loss = samples = 0;
		}
	}
	print_net(&t->net);
}

int main(int argc, char **argv)
{
	static struct trainer t;
	struct mp_fault fault;
	long games = argc > 4 ? atol(argv[4]) : 0;

	if (games <= 0 || mp_setup_begin(&t.setup, &mp_game_metropolys, atoi(argv[3]), &fault) ||
	    mp_setup_set(&t.setup, "version", argv[2], &fault) ||
	    mp_setup_finish(&t.setup, NULL, &fault)) {
		fprintf(stderr,
		        "usage: metropolys-train net|policy family|expert PLAYERS GAMES SEED [fresh]\n");
		return 2;
	}
	mp_rng_init(&t.rng, argc > 5 ? strtoull(argv[5], NULL, 10) : 1, 0);
	t.net = *metropolys_net_of(&t.setup);
	if (argc > 6)
		start_fresh(&t);
	if (strcmp(argv[1], "policy") == 0)
		train_policy(&t, games);
	else
		train_net(&t, games);
	return 0;
}
