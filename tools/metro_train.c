/* SPDX-License-Identifier: MIT
 *
 * metro_train GAMES ROUNDS: fits games/metro/data/lines.def. The evaluation plays GAMES games
 * against itself, one move in twenty at random; what lines come to in them is fitted, first by
 * where their head stands, then by what may follow; that is the next round's evaluation. Prints the
 * rows. Built by hand:
 *
 *   make && cc -O3 -mpopcnt -Iinclude -Igames/metro tools/metro_train.c -Wl,--start-group \
 *       build/games/libgames.a build/core/libcore.a -Wl,--end-group -lm -o build/metro_train
 */
#include "line.h"

#include <metropole/rng.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHASES = 15, WEIGHTS = 8, POSITIONS = 160 };

static float heads[METRO_PLACES][2 * PHASES] = {
#define HEAD(place, ...) [place] = {__VA_ARGS__},
#define FOLLOW(...)
#include "data/lines.def"
#undef HEAD
#undef FOLLOW
};

static float follows[2][PHASES][WEIGHTS] = {
#define HEAD(...)
#define FOLLOW(is_next, phase, ...) [is_next][phase] = {__VA_ARGS__},
#include "data/lines.def"
#undef HEAD
#undef FOLLOW
};

static struct metro_tables tables;
static struct mp_setup setup = {
	.players = 2, .option = {[METRO_HAND] = 1, [METRO_ARROWS] = 1}, .text = "", .tables = &tables};

/* Sums for a least-squares fit of one number by up to WEIGHTS others. */
struct fit {
	double square[WEIGHTS][WEIGHTS], product[WEIGHTS];
};

static struct fit head_fits[METRO_PLACES][PHASES], follow_fits[2][PHASES];

static void fit_add(struct fit *fit, const float *x, int n, double y)
{
	for (int i = 0; i < n; i++) {
		fit->product[i] += x[i] * y;
		for (int k = 0; k < n; k++)
			fit->square[i][k] += (double)x[i] * x[k];
	}
}

/* Solves by elimination; a little is added to the diagonal so that it can be done. */
static void fit_solve(struct fit *fit, int n, double *out)
{
	for (int i = 0; i < n; i++)
		fit->square[i][i] += 1;
	for (int i = 0; i < n; i++) {
		for (int row = 0; row < n; row++) {
			double times = fit->square[row][i] / fit->square[i][i];

			if (row == i)
				continue;
			for (int k = 0; k < n; k++)
				fit->square[row][k] -= times * fit->square[i][k];
			fit->product[row] -= times * fit->product[i];
		}
	}
	for (int i = 0; i < n; i++)
		out[i] = fit->product[i] / fit->square[i][i];
}

static int phase_of(const struct metro_state *state)
{
	return (__builtin_popcountll(state->empty) - 1) / 4;
}

static float head_value(unsigned gate, float length, int phase)
{
	const float *head = heads[tables.place[gate]];

	return head[phase] + head[PHASES + phase] * length;
}

/* What eval.c weighs, in its order. */
static void describe(const struct metro_state *state, metro_end line, int phase, float x[WEIGHTS])
{
	static const float likely[4] = {0.2f, 0.25f, 0.3f, 0.25f};
	unsigned gate = (unsigned)metro_end_other(line);
	float length = (float)metro_end_length(line);

	x[0] = 1;
	x[1] = length;
	x[2] = head_value(gate, length, phase);
	x[3] = x[6] = 0;
	for (unsigned turn = 0; turn < 4; turn++) {
		metro_end on = state->ends[tables.next[(gate & ~3u) + ((gate + turn) & 3)]];
		unsigned to = (unsigned)metro_end_other(on), worth = tables.worth[to];
		float longer = length + 1 + (float)metro_end_length(on);
		float value = worth ? longer * (float)worth : head_value(to, longer, phase);

		x[3] += likely[turn] * value;
		if (turn == 0)
			x[4] = x[5] = x[7] = value;
		x[4] = fminf(x[4], value);
		x[5] = fmaxf(x[5], value);
		x[6] += worth ? 1 : 0;
	}
}

/* The lead of a seat of two. */
static float lead_of(const struct metro_state *state, unsigned seat)
{
	float lead = (float)state->score[seat] - (float)state->score[1 - seat];

	for (unsigned station = 0; station < METRO_STATIONS && state->empty; station++) {
		unsigned gate = tables.departure[station], owner = tables.owner[gate];
		metro_end line = state->ends[gate];
		float x[WEIGHTS], value = 0;

		if (tables.worth[metro_end_other(line)])
			continue;
		describe(state, line, phase_of(state), x);
		for (int i = 0; i < WEIGHTS; i++)
			value += follows[owner == state->seat][phase_of(state)][i] * x[i];
		lead += owner == seat ? value : -value;
	}
	return lead;
}

/* Draws if every placement of the tile in hand costs more than that many points. */
static mp_move choose(const struct metro_state *state, struct mp_rng *rng)
{
	static const float too_much = 2.5f;
	mp_move moves[METRO_MOVES_MAX], chosen = 0;
	size_t n = metro_legal(&setup, state, state->seat, moves);
	float best = -1e9f;

	if (mp_rng_below(rng, 20) == 0)
		return moves[mp_rng_below(rng, (uint32_t)n)];
	for (size_t i = 0; i < n; i++) {
		struct metro_state after = *state;
		float lead;

		if (metro_move_type(moves[i]) != METRO_PLACE)
			continue;
		metro_apply(&setup, &after, state->seat, moves[i]);
		after.seat = (uint8_t)(1 - state->seat);
		lead = lead_of(&after, state->seat);
		if (lead > best) {
			best = lead;
			chosen = moves[i];
		}
	}
	if (state->pile_left > 0 && !state->drawn && best < lead_of(state, state->seat) - too_much)
		return metro_move(METRO_DRAW, 0, 0, 0, 0);
	return chosen;
}

static void learn(const struct metro_state *at, const struct metro_state *end, bool by_head)
{
	int phase = phase_of(at);

	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = tables.departure[station];
		metro_end line = at->ends[gate], last = end->ends[gate];
		double points = (double)metro_end_length(last) * tables.worth[metro_end_other(last)];
		float x[WEIGHTS];

		if (tables.worth[metro_end_other(line)])
			continue;
		describe(at, line, phase, x);
		if (by_head)
			fit_add(&head_fits[tables.place[metro_end_other(line)]][phase], x, 2, points);
		else
			fit_add(&follow_fits[tables.owner[gate] == at->seat][phase], x, WEIGHTS, points);
	}
}

static void play(uint64_t seed, bool by_head)
{
	static struct metro_state seen[POSITIONS];
	struct metro_state state;
	struct mp_rng rng;
	int n = 0, turn;

	mp_rng_init(&rng, seed, by_head);
	metro_init(&setup, &state);
	while ((turn = metro_turn(&setup, &state)) != MP_OVER) {
		if (turn >= 0 && !state.drawn)
			seen[n++] = state;
		metro_apply(&setup, &state, turn,
		            turn >= 0 ? choose(&state, &rng) : metro_draw(&setup, &state, &rng));
	}
	for (int i = 0; i < n; i++)
		learn(&seen[i], &state, by_head);
}

static void solve_heads(void)
{
	for (int place = 0; place < METRO_PLACES; place++)
		for (int phase = 0; phase < PHASES; phase++) {
			double out[2];

			fit_solve(&head_fits[place][phase], 2, out);
			heads[place][phase] = (float)out[0];
			heads[place][PHASES + phase] = (float)out[1];
		}
}

static void solve_follows(void)
{
	for (int is_next = 0; is_next < 2; is_next++)
		for (int phase = 0; phase < PHASES; phase++) {
			double out[WEIGHTS];

			fit_solve(&follow_fits[is_next][phase], WEIGHTS, out);
			for (int i = 0; i < WEIGHTS; i++)
				follows[is_next][phase][i] = (float)out[i];
		}
}

static void print_rows(void)
{
	for (int place = 0; place < METRO_PLACES; place++) {
		printf("HEAD(%d", place);
		for (int i = 0; i < 2 * PHASES; i++)
			printf(",%s%.3ff", i % 8 == 0 && i > 0 ? "\n     " : " ", (double)heads[place][i]);
		printf(")\n");
	}
	for (int is_next = 0; is_next < 2; is_next++)
		for (int phase = 0; phase < PHASES; phase++) {
			printf("FOLLOW(%d, %d", is_next, phase);
			for (int i = 0; i < WEIGHTS; i++)
				printf(", %.4ff", (double)follows[is_next][phase][i]);
			printf(")\n");
		}
}

int main(int argc, char **argv)
{
	uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 8000;
	int rounds = argc > 2 ? atoi(argv[2]) : 1;

	metro_prepare(&setup, &tables, NULL);
	for (int round = 0; round < rounds; round++) {
		memset(head_fits, 0, sizeof head_fits);
		memset(follow_fits, 0, sizeof follow_fits);
		for (uint64_t i = 0; i < games; i++)
			play((uint64_t)round * games + i, true);
		solve_heads();
		for (uint64_t i = 0; i < games; i++)
			play((uint64_t)round * games + i, false);
		solve_follows();
	}
	print_rows();
	return 0;
}
