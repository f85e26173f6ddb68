/* SPDX-License-Identifier: MIT
 *
 * What results mean: win shares with intervals, Elo, and the sequential test. The unit is the
 * board: the mean share of a contestant over a board's rotations.
 */
#ifndef HOST_STATS_H
#define HOST_STATS_H

#include <stddef.h>

struct stats {
	size_t boards, games;
	double sum, squares; /* of the boards' mean shares */
};

/* A value with its 95 % interval. */
struct interval {
	double value, low, high;
};

/* Adds a board on which the contestant had this mean share over this many games. */
void stats_add(struct stats *, double share, size_t games);

/* The mean share: the wider of the interval over boards and Wilson's over games, so that few
 * boards, or boards without a surprise, do not look certain. */
struct interval stats_share(const struct stats *);

/* Expected share of one player who is `elo` better than each of the other players-1, and back. */
double stats_share_of_elo(double elo, int players);
double stats_elo_of_share(double share, int players);

/* Log likelihood ratio of elo1 against elo0, by the normal approximation over boards; the test ends
 * at ±stats_sprt_bound (α = β = 0.05). */
double stats_llr(const struct stats *, double elo0, double elo1, int players);
extern const double stats_sprt_bound;

#endif
