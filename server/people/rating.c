/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of ratings, and its results into the storage.
 */
#include "server/people/rating.h"

#include <math.h>

/* A new player is 25 ± 25/3. One class of play is BETA wide; KAPPA keeps sigma above 0; TAU lets
 * someone who improves be noticed. */
static const double MU = 25, SIGMA = 25.0 / 3, BETA = 25.0 / 6, KAPPA = 0.0001, TAU = 25.0 / 300;

void rating_init(struct store_rating *rating)
{
	*rating = (struct store_rating){.mu = MU, .sigma = SIGMA};
}

double rating_shown(const struct store_rating *rating)
{
	return 1500 + 40 * (rating->mu - MU);
}

double rating_shown_deviation(const struct store_rating *rating)
{
	return 2 * 40 * rating->sigma;
}

/* Algorithm 4 of the paper: each place is a draw among those who are not yet placed. */
void rating_update(struct store_rating rating[], const int place[], int players)
{
	double strength[MP_SEATS], below[MP_SEATS], omega, delta, c = 0;
	int equals[MP_SEATS];
	struct store_rating next[MP_SEATS];

	for (int i = 0; i < players; i++) {
		rating[i].sigma = sqrt(rating[i].sigma * rating[i].sigma + TAU * TAU);
		c += rating[i].sigma * rating[i].sigma + BETA * BETA;
	}
	c = sqrt(c);
	for (int i = 0; i < players; i++)
		strength[i] = exp(rating[i].mu / c);
	for (int q = 0; q < players; q++) {
		below[q] = 0;
		equals[q] = 0;
		for (int i = 0; i < players; i++) {
			below[q] += place[i] >= place[q] ? strength[i] : 0;
			equals[q] += place[i] == place[q];
		}
	}
	for (int i = 0; i < players; i++) {
		double variance = rating[i].sigma * rating[i].sigma;

		omega = 0;
		delta = 0;
		for (int q = 0; q < players; q++) {
			double p = strength[i] / below[q];

			if (place[q] > place[i])
				continue;
			omega += ((i == q) - p) / equals[q];
			delta += p * (1 - p) / equals[q];
		}
		omega *= variance / c;
		delta *= rating[i].sigma / c * (variance / (c * c));
		next[i].mu = rating[i].mu + omega;
		next[i].sigma = rating[i].sigma * sqrt(fmax(1 - delta, KAPPA));
		next[i].games = rating[i].games + 1;
	}
	for (int i = 0; i < players; i++)
		rating[i] = next[i];
}

bool rating_store(const struct store_ops *ops, void *db, const struct rated_game *game)
{
	struct store_rating rating[MP_SEATS];

	for (int seat = 0; game->is_rated && seat < game->players; seat++) {
		bool found;

		rating_init(&rating[seat]);
		if (!ops->rating_find(db, game->user[seat], game->game, game->players, &rating[seat],
		                      &found))
			return false;
	}
	if (game->is_rated)
		rating_update(rating, game->place, game->players);
	for (int seat = 0; seat < game->players; seat++) {
		struct store_result result = {
			.table = game->table,
			.seat = seat,
			.place = game->place[seat],
			.user = game->user[seat],
			.score = game->score[seat],
			.is_rated = game->is_rated,
			.rating = game->is_rated ? rating_shown(&rating[seat]) : 0,
		};

		/* A seat of nobody: its owner was forgotten before the end. */
		if (game->is_rated && game->user[seat] &&
		    !ops->rating_put(db, game->user[seat], game->game, game->players, &rating[seat]))
			return false;
		if (!ops->result_put(db, &result))
			return false;
	}
	return true;
}
