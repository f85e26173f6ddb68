/* SPDX-License-Identifier: MIT
 *
 * Ratings for games of two and more: Weng and Lin's Bayesian ranking with the Plackett-Luce model
 * (2011), per game and number of players. docs/server-protocol.md says what the numbers mean.
 */
#ifndef METROPOLE_SERVER_RATING_H
#define METROPOLE_SERVER_RATING_H

#include "server/store/store.h"

/* A finished game whose results are kept; ratings change if it is rated. */
struct rated_game {
	int64_t table;
	int players;
	char game[GAME_BYTES];
	bool is_rated;
	int64_t user[MP_SEATS];
	int place[MP_SEATS]; /* 1 is best, equals share */
	int32_t score[MP_SEATS];
};

void rating_init(struct store_rating *);
/* Moves the ratings of all players by the places they took. */
void rating_update(struct store_rating rating[], const int place[], int players);
/* The number that is shown, and how far it may be off. */
double rating_shown(const struct store_rating *);
double rating_shown_deviation(const struct store_rating *);

/* On the storage thread. */
bool rating_store(const struct store_ops *, void *db, const struct rated_game *);

#endif
