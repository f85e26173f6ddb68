/* SPDX-License-Identifier: MIT
 *
 * Formulas. The sequential test is the generalised one of computer chess: the likelihood of the
 * boards' mean shares under a normal law whose variance is the one observed, and a little of what
 * would be expected: few boards that happen to be alike are no proof.
 */
#include "stats.h"

#include <math.h>

const double stats_sprt_bound = 2.9444389791664403; /* ln(0.95 / 0.05) */

static const double z95 = 1.959963984540054;

/* Boards that the expected variance counts for. With it one match in twenty between equals passes a
 * test of 0,50; without it one in fifteen, some after five boards (tests/ai/arena.c). */
static const double expected_boards = 8;

void stats_add(struct stats *stats, double share, size_t games)
{
	stats->boards++;
	stats->games += games;
	stats->sum += share;
	stats->squares += share * share;
}

static double stats_mean(const struct stats *stats)
{
	return stats->sum / (double)stats->boards;
}

/* Unbiased variance of a board's mean share. */
static double stats_variance(const struct stats *stats)
{
	double n = (double)stats->boards, m = stats_mean(stats);
	double v = stats->boards > 1 ? (stats->squares - n * m * m) / (n - 1) : 0;

	return v > 0 ? v : 0;
}

struct interval stats_share(const struct stats *stats)
{
	double n = (double)stats->games, m, half, centre, wilson;
	struct interval x;

	if (stats->boards == 0)
		return (struct interval){0.5, 0, 1};
	m = stats_mean(stats);
	half = z95 * sqrt(stats_variance(stats) / (double)stats->boards);
	centre = (m + z95 * z95 / (2 * n)) / (1 + z95 * z95 / n);
	wilson = z95 / (1 + z95 * z95 / n) * sqrt(m * (1 - m) / n + z95 * z95 / (4 * n * n));
	x = (struct interval){m, fmin(m - half, centre - wilson), fmax(m + half, centre + wilson)};
	x.low = fmax(x.low, 0);
	x.high = fmin(x.high, 1);
	return x;
}

double stats_share_of_elo(double elo, int players)
{
	return 1 / (1 + (players - 1) * pow(10, -elo / 400));
}

double stats_elo_of_share(double share, int players)
{
	if (share <= 0)
		return -INFINITY;
	if (share >= 1)
		return INFINITY;
	return 400 * log10(share * (players - 1) / (1 - share));
}

double stats_llr(const struct stats *stats, double elo0, double elo1, int players)
{
	double s0 = stats_share_of_elo(elo0, players), s1 = stats_share_of_elo(elo1, players);
	double games = stats->boards ? (double)stats->games / (double)stats->boards : 1;
	double middle = (s0 + s1) / 2, others = (double)stats->boards - 1, v;

	if (stats->boards < 2)
		return 0;
	v = others * stats_variance(stats) + expected_boards * middle * (1 - middle) / games;
	v /= others + expected_boards;
	return (double)stats->boards * (s1 - s0) * (2 * stats_mean(stats) - s0 - s1) / (2 * v);
}
