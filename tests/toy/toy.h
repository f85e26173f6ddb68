/* SPDX-License-Identifier: MIT
 *
 * Cellar, a card game for the tests only: small, but with everything that the contract knows of
 * (chance, hidden hands, a hidden move, an option, rules that forbid, a playout). The laws are
 * tried on it and on its mutants. It is not in the registry of the product.
 *
 * 15 cards, three each of 1 to 5. Everyone is dealt `hand` cards. A turn: `play K`, a card of the
 * hand face up, not of the kind just played (TO-1), or `bury K`, a card of the hand face down
 * (TO-2, always allowed); then `~draw K` while the pile lasts. It ends when the seat on turn has
 * no card. A played card scores its kind; a buried one too, unless its kind lies in the same row.
 * Hands and buried cards are secret until the end; with `open` nothing is.
 */
#ifndef METROPOLE_TESTS_TOY_H
#define METROPOLE_TESTS_TOY_H

#include <metropole/game.h>

enum { TOY_KINDS = 5, TOY_COPIES = 3, TOY_CARDS = 15, TOY_SEATS = 3 };

enum toy_phase { TOY_DEAL, TOY_PLAY, TOY_DRAW };
enum toy_verb { TOY_V_DEAL, TOY_V_DRAW, TOY_V_PLAY, TOY_V_BURY };
enum toy_option { TOY_HAND, TOY_OPEN };

struct toy {
	uint8_t hand[TOY_SEATS][TOY_KINDS];   /* known cards; on a full state all are */
	uint8_t buried[TOY_SEATS][TOY_KINDS]; /* the same */
	uint8_t row[TOY_SEATS][TOY_KINDS];
	uint8_t unseen[TOY_KINDS]; /* the pile; on a redacted state also what is in unknown places */
	uint8_t unknown_hand[TOY_SEATS], unknown_buried[TOY_SEATS]; /* cards; 0 on a full state */
	uint8_t pile;                                               /* cards in it */
	uint8_t phase, turn;
	uint8_t top;   /* kind played last + 1, 0 before */
	uint8_t spare; /* always 0; the mutants leak through it */
};

/* A move: verb, seat (of a deal), kind (TOY_KINDS: not seen). */
static inline mp_move toy_move(enum toy_verb verb, int seat, int kind)
{
	return (mp_move)verb | (mp_move)seat << 4 | (mp_move)kind << 8;
}

static inline int toy_verb(mp_move move)
{
	return (int)(move & 15);
}

static inline int toy_seat(mp_move move)
{
	return (int)(move >> 4 & 15);
}

static inline int toy_kind(mp_move move)
{
	return (int)(move >> 8 & 15);
}

extern const struct mp_game toy_game;
extern const struct mp_codec toy_codec;

/* The mutants: the honest descriptor with something swapped. */
struct toy_mutant {
	const char *title; /* what is wrong */
	unsigned laws;     /* the family of laws that must catch it */
	const char *said;  /* a part of the sentence that must be said */
	void (*swap)(struct mp_game *);
};

/* Of those, what is wrong with the codec (codec.c). */
void toy_generous_mask(struct mp_game *);
void toy_generous_part(struct mp_game *);
void toy_peeking_mask(struct mp_game *);
void toy_other_move(struct mp_game *);
void toy_long_observation(struct mp_game *);

/* And with following it (follow.c). */
void toy_follow_anything(struct mp_game *);
void toy_follow_nobody(struct mp_game *);
void toy_unread_cut(struct mp_game *);
void toy_follow_mutely(struct mp_game *);
void toy_follow_strictly(struct mp_game *);
void toy_impure_effects(struct mp_game *);
void toy_personal_effects(struct mp_game *);

extern const struct toy_mutant toy_mutants[];
extern const size_t toy_n_mutants;

#endif
