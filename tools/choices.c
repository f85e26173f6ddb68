/* SPDX-License-Identifier: MIT
 *
 * choices GAME PLAYERS SEED POSITIONS GAMES JUDGE BOT BOT…: where bots choose differently, whose
 * choice wins more. Positions come from games of the judge against itself; from each, every choice
 * is played on GAMES times by the judge, with the same luck and the same guesses of what is hidden.
 * Prints what each bot's choices win a move more than the first's, in hundredths of a win, with its
 * 95 % interval. Many positions tell small differences sooner than matches do:
 *
 *   build/bench/choices metro 2 1 200 60 hard@100it b3@60000it hard@100000it
 *
 * Games with deals are played without them.
 */
#include "host/arena/arena.h"
#include "experiment.h"

#include <metropole/rng.h>
#include <metropole/setup.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS_MAX = 12, EVERY = 16 /* one position in so many is looked at */ };

struct chooser {
	struct arena_bot bot;
	struct mp_search_plan plan;
	double sum, squares;
};

static struct mp_setup setup;
static struct mp_bot *mind;
static void *redacted, *imagined;

static bool read_bot(struct chooser *chooser, const char *text)
{
	struct arena_bot *bot = &chooser->bot;

	if (!arena_bot_parse(bot, text))
		return false;
	chooser->plan = plan_for(plan_level(bot->level), &setup);
	for (size_t i = 0; i < bot->n_changes; i++)
		plan_set(&chooser->plan, bot->changes[i].name, bot->changes[i].value);
	plan_fit(&chooser->plan, setup.game);
	return true;
}

static mp_move choose(const struct chooser *chooser, const void *state, int seat, uint64_t seed)
{
	struct mp_bot_answer answer;
	struct experiment experiment = {.truth = chooser->bot.peeks ? state : NULL,
	                                .plan = &chooser->plan};

	memcpy(redacted, state, setup.game->state_size);
	mp_redact(&setup, redacted, seat);
	experiment_choose(mind,
	                  &(struct mp_bot_request){.setup = &setup,
	                                           .redacted = redacted,
	                                           .seat = seat,
	                                           .level = chooser->bot.level,
	                                           .ms = chooser->bot.ms,
	                                           .iterations = chooser->bot.iterations,
	                                           .seed = seed,
	                                           .refuses_deals = true},
	                  &experiment, &answer);
	return answer.move;
}

/* Chance and the judge play on by one step. */
static void step(const struct chooser *judge, void *state, int turn, struct mp_rng *rng)
{
	mp_move move = turn == MP_CHANCE ? mp_chance_draw(&setup, state, rng)
	                                 : choose(judge, state, turn, mp_rng_next(rng));

	setup.game->apply(&setup, state, turn, move);
}

/* The seat's share of the wins after its move. */
static double try_out(const struct chooser *judge, const void *state, int seat, mp_move move,
                      int games, uint64_t seed)
{
	const struct mp_game *game = setup.game;
	double share = 0;

	for (int i = 0; i < games; i++) {
		unsigned winners;
		struct mp_rng rng;
		int turn;

		mp_rng_init(&rng, seed, (uint64_t)i);
		memcpy(imagined, state, game->state_size);
		mp_redact(&setup, imagined, seat);
		mp_guess(&setup, imagined, seat, &rng);
		game->apply(&setup, imagined, seat, move);
		while ((turn = game->turn(&setup, imagined)) != MP_OVER)
			step(judge, imagined, turn, &rng);
		winners = game->winners(&setup, imagined);
		if (winners >> seat & 1)
			share += 1.0 / __builtin_popcount(winners);
	}
	return share / games;
}

static void compare(const struct chooser *judge, struct chooser *bots, int n, const void *state,
                    int seat, int games, struct mp_rng *rng)
{
	uint64_t seed = mp_rng_next(rng);
	mp_move moves[BOTS_MAX];
	double share[BOTS_MAX];
	bool differ = false;

	for (int i = 0; i < n; i++) {
		moves[i] = choose(&bots[i], state, seat, mp_rng_next(rng));
		differ |= moves[i] != moves[0];
	}
	for (int i = 0; differ && i < n; i++) {
		int same = 0;

		while (moves[same] != moves[i])
			same++;
		share[i] = same < i ? share[same] : try_out(judge, state, seat, moves[i], games, seed);
		bots[i].sum += share[i] - share[0];
		bots[i].squares += (share[i] - share[0]) * (share[i] - share[0]);
	}
}

static int prepare(const char *id, int players)
{
	struct mp_fault fault = {.message = "There is no such game."};
	const struct mp_game *game = mp_game_find(id);
	void *tables = game ? calloc(1, game->tables_size) : NULL;

	if (!tables || mp_setup_begin(&setup, game, players, &fault) ||
	    (game->deal_kind && mp_setup_set(&setup, "deals", "false", &fault)) ||
	    mp_setup_finish(&setup, tables, &fault)) {
		fprintf(stderr, "choices: %s\n", fault.message);
		return 2;
	}
	mind = mp_bot_new(0, 1);
	redacted = malloc(game->state_size);
	imagined = malloc(game->state_size);
	return mind && redacted && imagined ? 0 : 3;
}

static void print(const struct chooser *bots, int n, int positions)
{
	for (int i = 0; i < n; i++) {
		double mean = bots[i].sum / positions;
		double variance = bots[i].squares / positions - mean * mean;

		printf("%-40s %+6.2f ± %.2f\n", bots[i].bot.text, 100 * mean,
		       196 * sqrt(variance / positions));
	}
}

int main(int argc, char **argv)
{
	static struct chooser judge, bots[BOTS_MAX];
	int n = argc - 7, positions, games, seen = 0, code;
	void *state;

	if (n < 2 || n > BOTS_MAX) {
		fprintf(stderr, "choices GAME PLAYERS SEED POSITIONS GAMES JUDGE BOT BOT…\n");
		return 2;
	}
	if ((code = prepare(argv[1], atoi(argv[2]))) != 0)
		return code;
	positions = atoi(argv[4]);
	games = atoi(argv[5]);
	if (positions < 1 || games < 1) {
		fprintf(stderr, "choices: POSITIONS and GAMES are numbers from 1\n");
		return 2;
	}
	for (int i = -1; i < n; i++)
		if (!read_bot(i < 0 ? &judge : &bots[i], argv[7 + i])) {
			fprintf(stderr, "choices: \"%s\" is not a bot\n", argv[7 + i]);
			return 2;
		}
	state = malloc(setup.game->state_size);
	for (uint64_t game = 0; state && seen < positions; game++) {
		struct mp_rng rng;
		int turn;

		mp_rng_init(&rng, strtoull(argv[3], NULL, 10), game);
		memset(state, 0, setup.game->state_size);
		setup.game->init(&setup, state);
		while ((turn = setup.game->turn(&setup, state)) != MP_OVER && seen < positions) {
			if (turn != MP_CHANCE && mp_rng_below(&rng, EVERY) == 0) {
				compare(&judge, bots, n, state, turn, games, &rng);
				seen++;
			}
			step(&judge, state, turn, &rng);
		}
	}
	print(bots, n, seen);
	return 0;
}
