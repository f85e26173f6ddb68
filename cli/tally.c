/* SPDX-License-Identifier: MIT
 *
 * Sums and their words.
 */
#include "tally.h"

#include "cli.h"

#include <metropole/rng.h>
#include <metropole/text.h>

#include <math.h>
#include <stdio.h>

enum { WIN = 60 }; /* divided by any number of seats without a rest */

uint32_t tally_generic(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	const struct mp_game *game = setup->game;
	mp_move moves[MP_MOVES_MAX];
	uint32_t plies = 0;
	int turn;

	while ((turn = game->turn(setup, state)) != MP_OVER) {
		if (turn == MP_CHANCE) {
			game->apply(setup, state, MP_CHANCE, mp_chance_draw(setup, state, rng));
		} else {
			size_t n = game->legal(setup, state, turn, moves);

			game->apply(setup, state, turn, moves[mp_rng_below(rng, (uint32_t)n)]);
			plies++;
		}
	}
	return plies;
}

uint32_t tally_playout(const struct mp_setup *setup, void *state, struct mp_rng *rng)
{
	return setup->game->playout ? setup->game->playout(setup, state, rng)
	                            : tally_generic(setup, state, rng);
}

void tally_add(struct tally *tally, const struct mp_setup *setup, const void *state, uint32_t plies)
{
	unsigned winners = setup->game->winners(setup, state);
	unsigned share = winners ? WIN / (unsigned)__builtin_popcount(winners) : 0;
	int32_t score[MP_SEATS];

	setup->game->score(setup, state, score);
	tally->games++;
	tally->drawn += winners == 0;
	tally->plies += plies;
	tally->plies2 += (unsigned long long)plies * plies;
	for (int seat = 0; seat < setup->players; seat++) {
		unsigned won = winners >> seat & 1 ? share : 0;

		tally->score[seat] += score[seat];
		tally->score2[seat] += (long long)score[seat] * score[seat];
		tally->share[seat] += won;
		tally->share2[seat] += won * won;
	}
}

void tally_merge(struct tally *sum, const struct tally *part)
{
	sum->games += part->games;
	sum->drawn += part->drawn;
	sum->plies += part->plies;
	sum->plies2 += part->plies2;
	for (int seat = 0; seat < MP_SEATS; seat++) {
		sum->score[seat] += part->score[seat];
		sum->score2[seat] += part->score2[seat];
		sum->share[seat] += part->share[seat];
		sum->share2[seat] += part->share2[seat];
	}
}

struct figure {
	double mean, spread, interval; /* spread: standard deviation; interval: half of 95 % */
};

/* Of n numbers counted in parts of which `scale` make one. */
static struct figure tally_figure(double sum, double sum2, double scale, unsigned long long n)
{
	struct figure f = {0};

	if (n == 0)
		return f;
	sum /= scale;
	sum2 /= scale * scale;
	f.mean = sum / (double)n;
	if (n > 1) {
		double variance = (sum2 - sum * f.mean) / (double)(n - 1);

		f.spread = variance > 0 ? sqrt(variance) : 0;
		f.interval = 1.96 * f.spread / sqrt((double)n);
	}
	return f;
}

static struct figure score_figure(const struct tally *tally, const struct mp_setup *setup, int seat)
{
	return tally_figure((double)tally->score[seat], (double)tally->score2[seat],
	                    setup->game->score_scale, tally->games);
}

static struct figure win_figure(const struct tally *tally, int seat)
{
	return tally_figure((double)tally->share[seat], (double)tally->share2[seat], WIN, tally->games);
}

void tally_print(const struct tally *tally, const struct mp_setup *setup)
{
	struct figure plies =
		tally_figure((double)tally->plies, (double)tally->plies2, 1, tally->games);

	printf(tr("%s, %d players, %llu games\n"), setup->game->title[cli_lang()], setup->players,
	       tally->games);
	printf(tr("length  %.1f moves (spread %.1f)\n"), plies.mean, plies.spread);
	if (tally->drawn)
		printf(tr("without a winner: %llu\n"), tally->drawn);
	printf("%s\n", tr("seat     score   spread      wins    95 %"));
	for (int seat = 0; seat < setup->players; seat++) {
		struct figure score = score_figure(tally, setup, seat);
		struct figure share = win_figure(tally, seat);

		printf("%4d  %8.2f %8.2f  %6.2f %%  ± %.2f\n", seat + 1, score.mean, score.spread,
		       100 * share.mean, 100 * share.interval);
	}
}

static void json_figure(struct mp_json *json, const char *key, struct figure f)
{
	mp_json_object(json, key);
	mp_json_fixed(json, "mean", f.mean, 6);
	mp_json_fixed(json, "spread", f.spread, 6);
	mp_json_fixed(json, "interval95", f.interval, 6);
	mp_json_end_object(json);
}

void tally_json(const struct tally *tally, const struct mp_setup *setup, unsigned long long seed)
{
	char buf[65536]; /* six seats and the options; a text option is at most 16 kB, escaped */
	struct mp_json json;

	mp_json_init(&json, buf, sizeof buf);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "game", setup->game->id);
	mp_json_int(&json, "players", setup->players);
	mp_setup_json(setup, "options", &json);
	mp_json_int(&json, "games", (int64_t)tally->games);
	mp_json_int(&json, "seed", (int64_t)seed);
	mp_json_int(&json, "without_winner", (int64_t)tally->drawn);
	json_figure(&json, "plies",
	            tally_figure((double)tally->plies, (double)tally->plies2, 1, tally->games));
	mp_json_array(&json, "seats");
	for (int seat = 0; seat < setup->players; seat++) {
		mp_json_object(&json, NULL);
		json_figure(&json, "score", score_figure(tally, setup, seat));
		json_figure(&json, "wins", win_figure(tally, seat));
		mp_json_end_object(&json);
	}
	mp_json_end_array(&json);
	mp_json_end_object(&json);
	puts(buf);
}
