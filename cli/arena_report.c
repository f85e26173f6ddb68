/* SPDX-License-Identifier: MIT
 *
 * Reports of the arena.
 */
#include "arena_report.h"

#include "cli.h"

#include <metropole/text.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double llr(const struct arena_test *test, const struct ledger *ledger)
{
	struct standing first = ledger_standing(ledger, 0, ledger->boards);

	return stats_llr(&first.stats, test->elo0, test->elo1, ledger->pairing->setup->players);
}

bool arena_test_is_done(const struct arena_test *test, const struct ledger *ledger)
{
	return test->is_on && fabs(llr(test, ledger)) >= stats_sprt_bound;
}

/* The contestants without those that share a text with an earlier one. */
static bool is_first(const struct arena_pairing *pairing, int i)
{
	for (int k = 0; k < i; k++)
		if (strcmp(pairing->bots[k].text, pairing->bots[i].text) == 0)
			return false;
	return true;
}

static void print_standing(const struct ledger *ledger, int i)
{
	const struct arena_pairing *pairing = ledger->pairing;
	int players = pairing->setup->players;
	struct standing at = ledger_standing(ledger, i, ledger->boards);
	struct interval share = stats_share(&at.stats);

	printf("%-24s %5.1f %% [%.1f, %.1f]  %s %.2f  Elo %+.0f [%+.0f, %+.0f]\n",
	       pairing->bots[i].text, 100 * share.value, 100 * share.low, 100 * share.high,
	       tr("× fair"), share.value * players, stats_elo_of_share(share.value, players),
	       stats_elo_of_share(share.low, players), stats_elo_of_share(share.high, players));
	printf("  %s %.1f / %.1f · %s %u/%u/%u · %s %.1f ms\n", tr("points, own and others'"),
	       at.score / pairing->setup->game->score_scale,
	       at.other_score / pairing->setup->game->score_scale,
	       tr("boards above, at, below the fair share"), at.above, at.level, at.below,
	       tr("a move takes"), at.ms);
}

void arena_report_print(const struct ledger *ledger, const struct arena_test *test)
{
	const struct arena_pairing *pairing = ledger->pairing;
	struct standing first = ledger_standing(ledger, 0, ledger->boards);

	printf(tr("%s, %d players, seed %llu: %zu boards, %zu games of %.1f moves\n"),
	       pairing->setup->game->title[cli_lang()], pairing->setup->players,
	       (unsigned long long)pairing->seed, first.stats.boards, first.stats.games, first.plies);
	for (int i = 0; i < pairing->setup->players; i++)
		if (is_first(pairing, i))
			print_standing(ledger, i);
	printf("%s %.1f ms\n", tr("longest overrun of a move:"), first.over_us / 1000.0);
	if (test->is_on)
		printf("SPRT [%g, %g]: LLR %.2f (±%.2f)\n", test->elo0, test->elo1, llr(test, ledger),
		       stats_sprt_bound);
}

static void json_interval(struct mp_json *json, const char *key, struct interval x, int decimals)
{
	mp_json_object(json, key);
	mp_json_fixed(json, "value", x.value, decimals);
	mp_json_fixed(json, "low", x.low, decimals);
	mp_json_fixed(json, "high", x.high, decimals);
	mp_json_end_object(json);
}

/* JSON has no infinity: a share of 0 or 1 is told by a rating that nobody has. */
static double finite_elo(double share, int players)
{
	return fmax(-9999, fmin(9999, stats_elo_of_share(share, players)));
}

static void json_standing(const struct ledger *ledger, int i, struct mp_json *json)
{
	const struct arena_pairing *pairing = ledger->pairing;
	int players = pairing->setup->players;
	struct standing at = ledger_standing(ledger, i, ledger->boards);
	struct interval share = stats_share(&at.stats);
	struct interval elo = {finite_elo(share.value, players), finite_elo(share.low, players),
	                       finite_elo(share.high, players)};

	mp_json_object(json, NULL);
	mp_json_str(json, "bot", pairing->bots[i].text);
	mp_json_int(json, "seats", at.seats);
	json_interval(json, "share", share, 4);
	mp_json_fixed(json, "fair", 1.0 / players, 4);
	json_interval(json, "elo", elo, 1);
	mp_json_fixed(json, "points", at.score / pairing->setup->game->score_scale, 2);
	mp_json_fixed(json, "points_others", at.other_score / pairing->setup->game->score_scale, 2);
	mp_json_int(json, "boards_above", at.above);
	mp_json_int(json, "boards_level", at.level);
	mp_json_int(json, "boards_below", at.below);
	mp_json_fixed(json, "ms", at.ms, 2);
	mp_json_end_object(json);
}

void arena_report_json(const struct ledger *ledger, const struct arena_test *test)
{
	enum { CAP = 1 << 16 };
	const struct arena_pairing *pairing = ledger->pairing;
	struct standing first = ledger_standing(ledger, 0, ledger->boards);
	char *buf = malloc(CAP);
	struct mp_json json;

	if (!buf)
		return;
	mp_json_init(&json, buf, CAP);
	mp_json_object(&json, NULL);
	mp_json_str(&json, "game", pairing->setup->game->id);
	mp_json_int(&json, "players", pairing->setup->players);
	mp_setup_json(pairing->setup, "options", &json);
	mp_json_int(&json, "seed", (int64_t)pairing->seed);
	mp_json_int(&json, "boards", (int64_t)first.stats.boards);
	mp_json_int(&json, "games", (int64_t)first.stats.games);
	mp_json_fixed(&json, "moves", first.plies, 2);
	mp_json_fixed(&json, "overrun_ms", first.over_us / 1000.0, 2);
	mp_json_array(&json, "bots");
	for (int i = 0; i < pairing->setup->players; i++)
		if (is_first(pairing, i))
			json_standing(ledger, i, &json);
	mp_json_end_array(&json);
	if (test->is_on) {
		mp_json_object(&json, "sprt");
		mp_json_fixed(&json, "elo0", test->elo0, 1);
		mp_json_fixed(&json, "elo1", test->elo1, 1);
		mp_json_fixed(&json, "llr", llr(test, ledger), 3);
		mp_json_fixed(&json, "bound", stats_sprt_bound, 3);
		mp_json_end_object(&json);
	}
	mp_json_end_object(&json);
	puts(buf);
	free(buf);
}

bool arena_report_plot(const struct ledger *ledger, const char *path)
{
	const struct arena_pairing *pairing = ledger->pairing;
	FILE *gnuplot = popen("gnuplot", "w");

	if (!gnuplot)
		return false;
	fprintf(gnuplot,
	        "set terminal svg size 800,450\nset output '%s'\nset yrange [0:100]\n"
	        "set xlabel '%s'\nset ylabel '%s'\nset title '%s, %d: %s – %s' noenhanced\n"
	        "plot '-' using 1:3:4 with filledcurves fs transparent solid 0.25 title '95 %%', "
	        "'-' using 1:2 with lines lw 2 title '%s' noenhanced, %f title '%s'\n",
	        path, tr("boards"), tr("win share in %"), pairing->setup->game->title[cli_lang()],
	        pairing->setup->players, pairing->bots[0].text,
	        pairing->bots[pairing->setup->players - 1].text, pairing->bots[0].text,
	        100.0 / pairing->setup->players, tr("fair share"));
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t boards = 1; boards <= ledger->boards; boards++) {
			struct standing at = ledger_standing(ledger, 0, boards);
			struct interval share = stats_share(&at.stats);

			if (at.stats.boards == boards)
				fprintf(gnuplot, "%u %f %f %f\n", boards, 100 * share.value, 100 * share.low,
				        100 * share.high);
		}
		fputs("e\n", gnuplot);
	}
	return pclose(gnuplot) == 0;
}
