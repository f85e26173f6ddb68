/* SPDX-License-Identifier: MIT
 *
 * train GAMES ITERATIONS [heads]: fits games/metro/data/lines.def to games of the bot against
 * itself, one move in twenty-five at random. With `heads`, what lines come to by where their head
 * stands is fitted first (least squares); then what decides who wins (logistic regression, phase by
 * phase). Prints the rows; what is not fitted is printed as it was.
 */
#include "../line.h"

#include <metropole/bot.h>
#include <metropole/rng.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct mp_game mp_game_metro;

/* Of a line: WEIGHTS. Of a seat: those of its lines before and while it is next, and its points. */
enum { PHASES = 15, WEIGHTS = 8, SUMS = 2 * WEIGHTS + 1, POSITIONS = 160 };

static float heads[METRO_PLACES][2 * PHASES] = {
#define HEAD(place, ...) [place] = {__VA_ARGS__},
#define SCORED(...)
#define FOLLOW(...)
#include "../data/lines.def"
#undef HEAD
#undef SCORED
#undef FOLLOW
};

static double wins[PHASES][SUMS];

static struct metro_tables tables;
static struct mp_setup setup = {.game = &mp_game_metro,
                                .players = 2,
                                .option = {[METRO_HAND] = 1, [METRO_ARROWS] = 1},
                                .text = "",
                                .tables = &tables};

struct played {
	struct metro_state seen[POSITIONS], end;
	int n;
};

/* Solves square * out = product by elimination. */
static void solve(double square[SUMS][SUMS], double product[SUMS], int n, double *out)
{
	for (int i = 0; i < n; i++)
		for (int row = 0; row < n; row++) {
			double times = square[row][i] / square[i][i];

			if (row == i)
				continue;
			for (int k = 0; k < n; k++)
				square[row][k] -= times * square[i][k];
			product[row] -= times * product[i];
		}
	for (int i = 0; i < n; i++)
		out[i] = product[i] / square[i][i];
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
static void describe(const struct metro_state *state, struct metro_end line, int phase,
                     float x[WEIGHTS])
{
	static const float likely[4] = {0.2f, 0.25f, 0.3f, 0.25f};
	unsigned gate = line.other;
	float length = (float)line.length;

	x[0] = 1;
	x[1] = length;
	x[2] = head_value(gate, length, phase);
	x[3] = x[6] = 0;
	for (unsigned turn = 0; turn < 4; turn++) {
		struct metro_end on = metro_end_at(state, tables.next[(gate & ~3u) + ((gate + turn) & 3)]);
		unsigned to = on.other, worth = tables.worth[to];
		float longer = length + 1 + (float)on.length;
		float value = worth ? longer * (float)worth : head_value(to, longer, phase);

		x[3] += likely[turn] * value;
		if (turn == 0)
			x[4] = x[5] = x[7] = value;
		x[4] = fminf(x[4], value);
		x[5] = fmaxf(x[5], value);
		x[6] += worth ? 1 : 0;
	}
}

static bool is_open(const struct metro_state *state, unsigned gate)
{
	return !tables.worth[metro_end_at(state, gate).other];
}

/* What speaks for the seat on turn, less what speaks for the other. */
static void sum_up(const struct metro_state *state, double x[SUMS])
{
	unsigned seat = state->seat;

	memset(x, 0, SUMS * sizeof *x);
	x[2 * WEIGHTS] = (double)state->score[seat] - state->score[1 - seat];
	for (unsigned station = 0; station < METRO_STATIONS; station++) {
		unsigned gate = tables.departure[station];
		bool mine = tables.owner[gate] == seat;
		float line[WEIGHTS];

		if (!is_open(state, gate))
			continue;
		describe(state, metro_end_at(state, gate), phase_of(state), line);
		for (int i = 0; i < WEIGHTS; i++)
			x[mine * WEIGHTS + i] += (double)(mine ? line[i] : -line[i]);
	}
}

static mp_move choose(struct mp_bot *bot, const struct metro_state *state, uint32_t iterations,
                      struct mp_rng *rng)
{
	struct metro_state redacted = *state;
	struct mp_bot_answer answer;

	if (mp_rng_below(rng, 25) == 0) {
		static mp_move moves[METRO_MOVES_MAX];
		size_t n = metro_legal(&setup, state, state->seat, moves);

		return moves[mp_rng_below(rng, (uint32_t)n)];
	}
	metro_redact(&setup, &redacted, state->seat);
	mp_bot_choose(bot,
	              &(struct mp_bot_request){.setup = &setup,
	                                       .redacted = &redacted,
	                                       .seat = state->seat,
	                                       .level = "hard",
	                                       .iterations = iterations,
	                                       .seed = mp_rng_next(rng)},
	              &answer);
	return answer.move;
}

static void play(struct mp_bot *bot, uint64_t seed, uint32_t iterations, struct played *game)
{
	struct metro_state state;
	struct mp_rng rng;
	int turn;

	mp_rng_init(&rng, seed, 0);
	metro_init(&setup, &state);
	while ((turn = metro_turn(&setup, &state)) != MP_OVER) {
		if (turn >= 0 && !state.drawn)
			game->seen[game->n++] = state;
		metro_apply(&setup, &state, turn,
		            turn >= 0 ? choose(bot, &state, iterations, &rng)
		                      : metro_draw(&setup, &state, &rng));
	}
	game->end = state;
}

static void fit_heads(const struct played *games, size_t n)
{
	static double square[METRO_PLACES][PHASES][SUMS][SUMS], product[METRO_PLACES][PHASES][SUMS];

	for (size_t g = 0; g < n; g++)
		for (int at = 0; at < games[g].n; at++)
			for (unsigned station = 0; station < METRO_STATIONS; station++) {
				const struct metro_state *state = &games[g].seen[at];
				unsigned gate = tables.departure[station], place;
				struct metro_end line = metro_end_at(state, gate),
								 last = metro_end_at(&games[g].end, gate);
				double points = (double)last.length * tables.worth[last.other];
				double x[2] = {1, (double)line.length};
				int phase = phase_of(state);

				if (!is_open(state, gate))
					continue;
				place = tables.place[line.other];
				for (int i = 0; i < 2; i++) {
					product[place][phase][i] += x[i] * points;
					for (int k = 0; k < 2; k++)
						square[place][phase][i][k] += x[i] * x[k];
				}
			}
	for (int place = 0; place < METRO_PLACES; place++)
		for (int phase = 0; phase < PHASES; phase++) {
			double out[2];

			for (int i = 0; i < 2; i++)
				square[place][phase][i][i] += 1;
			solve(square[place][phase], product[place][phase], 2, out);
			heads[place][phase] = (float)out[0];
			heads[place][PHASES + phase] = (float)out[1];
		}
}

/* Of the seat on turn. */
static double share_of(const struct metro_state *state, const struct metro_state *end)
{
	int mine = end->score[state->seat], other = end->score[1 - state->seat];

	return mine > other ? 1 : mine == other ? 0.5 : 0;
}

/* A step of Newton's method from wins[phase], held to `first` a little; the loss before it. */
static double step(const struct played *games, size_t n, int phase, const double first[SUMS])
{
	static const double hold = 30;
	double square[SUMS][SUMS] = {{0}}, slope[SUMS] = {0}, by[SUMS], loss = 0, count = 0;

	for (size_t g = 0; g < n; g++)
		for (int at = 0; at < games[g].n; at++) {
			const struct metro_state *state = &games[g].seen[at];
			double x[SUMS], z = 0, p, won = share_of(state, &games[g].end);

			if (phase_of(state) != phase)
				continue;
			sum_up(state, x);
			for (int i = 0; i < SUMS; i++)
				z += wins[phase][i] * x[i];
			p = 1 / (1 + exp(-z));
			p = fmin(fmax(p, 1e-6), 1 - 1e-6);
			loss -= won * log(p) + (1 - won) * log(1 - p);
			count++;
			for (int i = 0; i < SUMS; i++) {
				slope[i] += (p - won) * x[i];
				for (int k = 0; k < SUMS; k++)
					square[i][k] += p * (1 - p) * x[i] * x[k];
			}
		}
	for (int i = 0; i < SUMS; i++) {
		square[i][i] += hold;
		slope[i] += hold * (wins[phase][i] - first[i]);
	}
	solve(square, slope, SUMS, by);
	for (int i = 0; i < SUMS; i++)
		wins[phase][i] -= by[i];
	return loss / count;
}

/* Starts where a lead of so many points as there are cells left, in thirds, is worth e : 1. */
static void fit_wins(const struct played *games, size_t n)
{
	enum { STEPS = 8, HEAD_WEIGHT = 2 };

	for (int phase = 0; phase < PHASES; phase++) {
		double first[SUMS] = {0}, loss = 0;

		first[2 * WEIGHTS] = 1 / (1 + 0.35 * (4 * phase + 2.5));
		first[HEAD_WEIGHT] = first[WEIGHTS + HEAD_WEIGHT] = first[2 * WEIGHTS];
		memcpy(wins[phase], first, sizeof first);
		for (int i = 0; i < STEPS; i++)
			loss = step(games, n, phase, first);
		fprintf(stderr, "phase %d: loss %.4f\n", phase, loss);
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
	for (int phase = 0; phase < PHASES; phase++)
		printf("SCORED(%d, %.4ff)\n", phase, wins[phase][2 * WEIGHTS]);
	for (int is_next = 0; is_next < 2; is_next++)
		for (int phase = 0; phase < PHASES; phase++) {
			printf("FOLLOW(%d, %d", is_next, phase);
			for (int i = 0; i < WEIGHTS; i++)
				printf(", %.4ff", wins[phase][is_next * WEIGHTS + i]);
			printf(")\n");
		}
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 8000;
	uint32_t iterations = argc > 2 ? (uint32_t)atoi(argv[2]) : 300;
	struct played *games = calloc(n, sizeof *games);
	struct mp_bot *bot = mp_bot_new(0, 1);

	if (!games || !bot)
		return 1;
	metro_prepare(&setup, &tables, NULL);
	for (size_t i = 0; i < n; i++)
		play(bot, i, iterations, &games[i]);
	if (argc > 3 && strcmp(argv[3], "heads") == 0)
		fit_heads(games, n);
	fit_wins(games, n);
	print_rows();
	mp_bot_free(bot);
	free(games);
	return 0;
}
