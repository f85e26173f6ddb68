/* SPDX-License-Identifier: MIT
 *
 * The sums of many games: length, scores, wins by seat, with their spread and 95 % intervals. And
 * the random game that they are the sums of.
 */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <metropole/game.h>

struct tally {
	unsigned long long games, drawn; /* drawn: nobody won */
	double plies, plies2;
	double score[MP_SEATS], score2[MP_SEATS];
	double share[MP_SEATS], share2[MP_SEATS]; /* a win shared by k counts 1/k */
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
