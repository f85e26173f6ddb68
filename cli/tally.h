/* SPDX-License-Identifier: MIT
 *
 * The sums of many games: length, scores, wins by seat, with their spread and 95 % intervals. And
 * the random game that they are the sums of.
 */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <metropole/game.h>

struct tally {
	/* Whole numbers, so that the sums do not depend on which thread played which game. */
	unsigned long long games, drawn; /* drawn: nobody won */
	unsigned long long plies, plies2;
	long long score[MP_SEATS], score2[MP_SEATS]; /* in the parts of a point that the game counts */
	/* In 60ths of a win: shared by k, it counts 60/k. */
	unsigned long long share[MP_SEATS], share2[MP_SEATS];
};

/* Plays on to the end with random moves: by the game's own playout if it has one. Returns plies. */
uint32_t tally_playout(const struct mp_setup *, void *state, struct mp_rng *);
/* The same through the contract: legal, pick, apply. */
uint32_t tally_generic(const struct mp_setup *, void *state, struct mp_rng *);

void tally_add(struct tally *, const struct mp_setup *, const void *state, uint32_t plies);
void tally_merge(struct tally *, const struct tally *);
void tally_print(const struct tally *, const struct mp_setup *);
void tally_json(const struct tally *, const struct mp_setup *, unsigned long long seed);

#endif
