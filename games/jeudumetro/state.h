/* SPDX-License-Identifier: MIT
 *
 * The state of Le Jeu du Métro, its moves, and the words that its files share.
 *
 * A *place* is where a train and an objective lie: one before each seat, or, with two players, two
 * before each in the order 1B 1A 2B 2A. The left neighbour of place p is p+1, round the table, in
 * both cases (JM-10, JM-52). Trains are counted by the place where they stand.
 *
 * Multisets of cards are 15 counts of 4 bits in one word, in the order of the table (JM-2); no
 * kind has more than 5 copies, so that sums of disjoint multisets never carry.
 *
 * An objective card is followed by its *origin*, the place it was dealt to. A swap only changes
 * which origin lies where, so what is known about a card stays with it without being moved
 * (JM-36). The 6 objectives, dealt to the places and to the box, lie in one of 180 equally likely
 * *arrangements*; `possible` is the set of those under which nobody has won so far (JM-60).
 */
#ifndef JEUDUMETRO_STATE_H
#define JEUDUMETRO_STATE_H

#include <metropole/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum jeudumetro_card {
#define CARD(name, notation, copies) JEUDUMETRO_##name,
#include "data/cards.def"
	JEUDUMETRO_CARDS,
	JEUDUMETRO_UNSEEN_CARD = 15 /* in a cut move */
};

enum jeudumetro_objective {
#define OBJECTIVE(name, notation, copies) JEUDUMETRO_##name,
#include "data/cards.def"
	JEUDUMETRO_OBJECTIVES,
	JEUDUMETRO_UNKNOWN, /* dealt, but this viewer has not seen it */
	JEUDUMETRO_UNDEALT,
	JEUDUMETRO_UNSEEN_OBJECTIVE = 15 /* in a cut move */
};

enum {
	JEUDUMETRO_PLACES = 6,
	JEUDUMETRO_PASSENGERS = 80,    /* JM-1 */
	JEUDUMETRO_DECK = 43,          /* JM-2 */
	JEUDUMETRO_HAND = 4,           /* JM-12, JM-55 */
	JEUDUMETRO_AT_START = 10,      /* JM-10, and after a terminus: JM-34 */
	JEUDUMETRO_CROWD = 20,         /* JM-3: a full train */
	JEUDUMETRO_SAFE_HAND = 3,      /* JM-33: nothing is stolen from so few cards */
	JEUDUMETRO_ATTACHED = 4,       /* 2 star, 2 inspector */
	JEUDUMETRO_ARRANGEMENTS = 180, /* 6! / (2! 2!) */
	JEUDUMETRO_WORDS = 3,          /* of a set of arrangements */
	/* Together the hands always hold 4 cards a player, and none gets below 3 by theft: 6 + 3. */
	JEUDUMETRO_HAND_MAX = 9,
	/* 9 different cards: 511 discards; plays with 6 trains at most 30 + 15 + 15 (transfer, driver,
	 * switch) and 6 cards with 6 targets. Equal cards only make fewer. One more entry is used
	 * while the discards are listed. */
	JEUDUMETRO_MOVES_MAX = 511 + 60 + 36 + 1,
	JEUDUMETRO_OUTCOMES_MAX = JEUDUMETRO_CARDS,
	/* 8 cards with 6 targets, 30 + 15 + 15, and 3 without a target. */
	JEUDUMETRO_PLAYS_MAX = 8 * 6 + 60 + 3,
	/* As codec.c counts them: plays, victims, two trains, a discard of each kind, and its end. */
	JEUDUMETRO_ACTIONS_MAX = JEUDUMETRO_PLAYS_MAX + MP_SEATS + 2 + JEUDUMETRO_CARDS + 1,
	JEUDUMETRO_ACTION_WORDS = (JEUDUMETRO_ACTIONS_MAX + 63) / 64,
	JEUDUMETRO_POSTERIOR_SIZE = 1024,
	JEUDUMETRO_SLACK = 3, /* plays are copied four at a time */
};

/* Indices of the options. */
enum { JEUDUMETRO_TURN_LIMIT, JEUDUMETRO_START };

enum jeudumetro_phase {
	JEUDUMETRO_STARTING, /* chance: who begins */
	JEUDUMETRO_DEALING_OBJECTIVES,
	JEUDUMETRO_DEALING_CARDS,
	JEUDUMETRO_PLAYING,  /* `seat` is on turn */
	JEUDUMETRO_STEALING, /* chance: `seat` takes a card from `victim` */
	JEUDUMETRO_DRAWING,  /* chance: `seat` draws `draws` more cards */
	JEUDUMETRO_ENDED,
};

/* Multisets of cards. */
typedef uint64_t jeudumetro_cards;

static inline jeudumetro_cards jeudumetro_one(unsigned card)
{
	return (jeudumetro_cards)1 << 4 * card;
}

static inline unsigned jeudumetro_count(jeudumetro_cards cards, unsigned card)
{
	return (unsigned)(cards >> 4 * card) & 15;
}

/* How many in all: at most 43, so the byte-wise sum does not carry. */
static inline unsigned jeudumetro_total(jeudumetro_cards cards)
{
	uint64_t bytes = (cards & 0x0f0f0f0f0f0f0f0f) + (cards >> 4 & 0x0f0f0f0f0f0f0f0f);

	return (unsigned)(bytes * 0x0101010101010101 >> 56);
}

/* Bit 4k is set for every kind k that is in the multiset. */
static inline jeudumetro_cards jeudumetro_kinds(jeudumetro_cards cards)
{
	cards |= cards >> 1;
	cards |= cards >> 2;
	return cards & 0x0111111111111111;
}

struct jeudumetro_state {
	/* Who knows: the seat itself; nobody knows the pile. Redacted: 0 for what is unknown. */
	jeudumetro_cards hand[MP_SEATS];
	jeudumetro_cards pile;
	jeudumetro_cards discards;           /* public */
	uint64_t possible[JEUDUMETRO_WORDS]; /* public: arrangements, by origin */

	/* What a viewer tracks of hidden hands (track.c): known[v][j] are in the hand of j; of the
	 * cards unlocated[v], which are in hands too, n_unlocated[v][j] are taken to be in the hand of
	 * j. Known to v only; 0 in the rows of others when redacted. */
	jeudumetro_cards known[MP_SEATS][MP_SEATS];
	jeudumetro_cards unlocated[MP_PUBLIC + 1];
	uint8_t n_unlocated[MP_PUBLIC + 1][MP_SEATS];

	uint32_t turns;         /* completed */
	uint8_t size[MP_SEATS]; /* of the hands */
	uint8_t pile_size;
	uint8_t
		passengers[8]; /* by place; 0 beyond the last; read as one word; no limit (JM-4) but 80 */
	uint8_t platform;
	uint8_t n_attached;
	uint8_t attached[JEUDUMETRO_ATTACHED]; /* place, + 8 for an inspector; first attached first */
	uint8_t origin[JEUDUMETRO_PLACES];     /* of the objective at each place */
	uint8_t objective[JEUDUMETRO_PLACES];  /* by origin; secret */
	uint8_t seen[JEUDUMETRO_PLACES];       /* by origin: seats that have seen it; public */
	uint8_t phase;
	uint8_t seat;  /* on turn; while dealing: who begins */
	uint8_t dealt; /* objectives or cards so far, while dealing */
	uint8_t draws;
	uint8_t victim;
	uint8_t winners;
	uint8_t viewer;   /* 0: full; v+1: redacted for viewer v */
	bool is_tracking; /* public: something may be known or unlocated */
};

/* Derived once from the number of players. */
struct jeudumetro_tables {
	uint8_t arrangement[JEUDUMETRO_ARRANGEMENTS][JEUDUMETRO_PLACES]; /* objective by origin */
	/* Arrangements with this objective at this origin. */
	uint64_t with[JEUDUMETRO_PLACES][JEUDUMETRO_OBJECTIVES][JEUDUMETRO_WORDS];
	/* The ways to play each card, one card's after the other; those whose targets depend on the
	 * state or the seat (pickpocket, terminus of two players) have none here. */
	mp_move play[JEUDUMETRO_PLAYS_MAX + JEUDUMETRO_SLACK];
	uint8_t first_play[JEUDUMETRO_CARDS + 1];
	/* Arrangements with one of these objectives (a bit set) at this origin. */
	uint64_t with_any[JEUDUMETRO_PLACES][1 << JEUDUMETRO_OBJECTIVES][JEUDUMETRO_WORDS];
	uint64_t places; /* 0x80 in the byte of each place of this table */
	/* Of the codec: the move or the part of one that each action is, and the actions that a set of
	 * kinds in the hand allows whatever the state; kinds 0-7, then the others. */
	mp_move action[JEUDUMETRO_ACTIONS_MAX];
	uint64_t allowed[2][256][JEUDUMETRO_ACTION_WORDS];
};

/* Places whose train is empty, and places whose train is full: 0x80 in the byte of each. */
struct jeudumetro_extremes {
	uint64_t empty, full;
};

/* Those among some places. No train has more than 80, so that no byte carries into
 * the next. */
static inline struct jeudumetro_extremes
jeudumetro_find_extremes(const struct jeudumetro_state *state, struct jeudumetro_extremes among)
{
	const uint64_t ones = 0x0101010101010101;
	const uint8_t *at = state->passengers;
	/* written out, because compilers then make it one load where bytes lie in this order */
	uint64_t trains = (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
	                  (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
	                  (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;

	return (struct jeudumetro_extremes){
		.empty = ~(trains + 127 * ones) & among.empty,
		.full = (trains + (128 - JEUDUMETRO_CROWD) * ones) & among.full,
	};
}

/* And those of a whole table. */
static inline struct jeudumetro_extremes jeudumetro_extremes(const struct mp_setup *setup,
                                                             const struct jeudumetro_state *state)
{
	const struct jeudumetro_tables *tables = setup->tables;

	return jeudumetro_find_extremes(
		state, (struct jeudumetro_extremes){.empty = tables->places, .full = tables->places});
}

/* Moves: the top 4 bits are the card played, or 15 for a discard, whose 15 counts follow. A card's
 * targets are in bits 0–3 and 4–7 (15: none). Chance has bit 56 set, its kind of event on top, the
 * card or objective in bits 0–3, the seat or place in bits 4–7. A `driver` that was cut for who
 * receives an objective not seen before carries it in bits 8–11, counted from 1 (0: none). */
enum {
	JEUDUMETRO_DISCARD = 15,
	JEUDUMETRO_NO_TARGET = 15,
};

enum jeudumetro_event {
	JEUDUMETRO_DRAW,
	JEUDUMETRO_STEAL,
	JEUDUMETRO_OBJECTIVE,
	JEUDUMETRO_DEAL,
	JEUDUMETRO_BEGIN,
	JEUDUMETRO_EVENTS
};

#define JEUDUMETRO_CHANCE_BIT ((mp_move)1 << 56)
#define JEUDUMETRO_DISCARDED  (JEUDUMETRO_CHANCE_BIT * 16 - 1) /* the counts of a discard */

static inline mp_move jeudumetro_play(unsigned card, unsigned a, unsigned b)
{
	return (mp_move)card << 60 | b << 4 | a;
}

static inline mp_move jeudumetro_event(unsigned event, unsigned where, unsigned what)
{
	return (mp_move)event << 60 | JEUDUMETRO_CHANCE_BIT | where << 4 | what;
}

/* The card played, JEUDUMETRO_DISCARD, or the event if jeudumetro_is_chance. */
static inline unsigned jeudumetro_op(mp_move move)
{
	return (unsigned)(move >> 60);
}

/* A discard has counts up to 5 where others have flags: look at the top first. */
static inline bool jeudumetro_is_chance(mp_move move)
{
	return jeudumetro_op(move) != JEUDUMETRO_DISCARD && (move & JEUDUMETRO_CHANCE_BIT);
}

static inline unsigned jeudumetro_low(mp_move move)
{
	return (unsigned)move & 15;
}

static inline unsigned jeudumetro_high(mp_move move)
{
	return (unsigned)(move >> 4) & 15;
}

/* The objective that a `driver` shows its viewer, counted from 1; 0: none. */
static inline unsigned jeudumetro_shown(mp_move move)
{
	return (unsigned)(move >> 8) & 15;
}

/* How many places there are, and before whom each is (JM-10, JM-50). */
static inline unsigned jeudumetro_places(const struct mp_setup *setup)
{
	return setup->players == 2 ? 4 : (unsigned)setup->players;
}

static inline unsigned jeudumetro_owner(const struct mp_setup *setup, unsigned place)
{
	return setup->players == 2 ? place / 2 : place;
}

/* The first place before a seat; with two players the next one is its other. */
static inline unsigned jeudumetro_first(const struct mp_setup *setup, unsigned seat)
{
	return setup->players == 2 ? seat * 2 : seat;
}

/* JM-52: neighbours of a place, round the table. */
static inline unsigned jeudumetro_left(unsigned place, unsigned places)
{
	return place + 1 < places ? place + 1 : 0;
}

static inline unsigned jeudumetro_right(unsigned place, unsigned places)
{
	return place > 0 ? place - 1 : places - 1;
}

/* JM-3: which train an objective at a place is about, and whether it is to be full (or empty). */
static inline unsigned jeudumetro_target(unsigned objective, unsigned place, unsigned places)
{
	if (objective == JEUDUMETRO_LEFT_FULL)
		return jeudumetro_left(place, places);
	return objective == JEUDUMETRO_RIGHT_EMPTY ? jeudumetro_right(place, places) : place;
}

static inline bool jeudumetro_wants_full(unsigned objective)
{
	return objective == JEUDUMETRO_FULL || objective == JEUDUMETRO_LEFT_FULL;
}

/* How many passengers a train is away from being full, or empty. */
static inline int jeudumetro_distance(const struct jeudumetro_state *state, unsigned train,
                                      bool to_full)
{
	int n = state->passengers[train];

	return !to_full ? n : n < JEUDUMETRO_CROWD ? JEUDUMETRO_CROWD - n : 0;
}

/* data/cards.def as tables (setup.c). */
extern const char *const jeudumetro_card_names[JEUDUMETRO_CARDS];
extern const char *const jeudumetro_objective_names[JEUDUMETRO_OBJECTIVES];
extern const uint8_t jeudumetro_copies[JEUDUMETRO_CARDS];
extern const uint8_t jeudumetro_objective_copies[JEUDUMETRO_OBJECTIVES];
extern const jeudumetro_cards jeudumetro_deck;

/* What a card does to the trains, and the start of a turn (apply.c); the view tells them too. */
void jeudumetro_effect(const struct mp_setup *, struct jeudumetro_state *, unsigned seat, mp_move);
void jeudumetro_act(struct jeudumetro_state *, unsigned attached);
bool jeudumetro_is_limit_reached(const struct mp_setup *, uint32_t turns);

/* Checks all objectives after an event: ends the game, or notes what is no longer possible
 * (score.c). */
void jeudumetro_check_win(const struct mp_setup *, struct jeudumetro_state *);

/* What a card is aimed at (legal.c). */
enum jeudumetro_aim {
	JEUDUMETRO_AT_NOTHING,
	JEUDUMETRO_AT_TRAIN,
	JEUDUMETRO_AT_TWO,
	JEUDUMETRO_AT_PAIR,
	JEUDUMETRO_AT_SEAT,
	JEUDUMETRO_AT_OWN
};
enum jeudumetro_aim jeudumetro_aim(const struct mp_setup *, unsigned card);

/* Writes the ways to play each card into the tables (legal.c). */
void jeudumetro_list_plays(const struct mp_setup *, struct jeudumetro_tables *);
/* JM-33: may the thief steal from the victim? */
static inline bool jeudumetro_can_rob(const struct jeudumetro_state *state, unsigned thief,
                                      unsigned victim)
{
	return thief != victim && state->size[victim] > JEUDUMETRO_SAFE_HAND;
}

/* What viewers come to know of hidden hands (track.c). Each is told before the state changes. */
void jeudumetro_note_shown(const struct mp_setup *, struct jeudumetro_state *, unsigned seat,
                           jeudumetro_cards shown);
void jeudumetro_note_theft(const struct mp_setup *, struct jeudumetro_state *, unsigned thief,
                           unsigned victim, unsigned card);
void jeudumetro_note_drawn(const struct mp_setup *, struct jeudumetro_state *, unsigned seat,
                           unsigned card);
void jeudumetro_note_reshuffle(const struct mp_setup *, struct jeudumetro_state *);
/* The cards that the viewer has not seen and does not track: in the pile or in hidden hands. */
jeudumetro_cards jeudumetro_unseen(const struct jeudumetro_state *, unsigned viewer);
/* The cards attached, as a multiset. */
jeudumetro_cards jeudumetro_attached(const struct jeudumetro_state *);

/* JM-36: the origin of the objective that the viewer receives by this `driver` and has not seen, or
 * JEUDUMETRO_PLACES (hidden.c). Nobody receives two: what lies before one is seen. */
unsigned jeudumetro_received(const struct mp_setup *, const struct jeudumetro_state *, mp_move,
                             unsigned viewer);
/* Can the card of this origin be this objective, as far as is known? Can the game still be going
 * on, after all that was seen? (hidden.c) */
bool jeudumetro_can_be(const struct mp_setup *, const struct jeudumetro_state *, unsigned origin,
                       unsigned objective);
bool jeudumetro_can_go_on(const struct mp_setup *, const struct jeudumetro_state *);
/* Can the pile, can the hand of a seat have all these cards, as far as the viewer knows? True or
 * false without doubt on a full state (track.c). */
bool jeudumetro_can_draw(const struct jeudumetro_state *, unsigned card);
bool jeudumetro_can_hold(const struct jeudumetro_state *, unsigned seat, jeudumetro_cards);

/* Fills the hidden hands of a redacted state in (hidden.c). */
void jeudumetro_guess_hands(struct jeudumetro_state *, unsigned viewer, struct mp_rng *);

/* The functions of the contract, for the descriptor. */
bool jeudumetro_prepare(const struct mp_setup *, void *tables, struct mp_text *why);
void jeudumetro_init(const struct mp_setup *, void *state);
const char *jeudumetro_flaw(const struct mp_setup *, const void *state);
int jeudumetro_turn(const struct mp_setup *, const void *state);
size_t jeudumetro_legal(const struct mp_setup *, const void *state, int seat, mp_move *out);
size_t jeudumetro_chance(const struct mp_setup *, const void *state, struct mp_outcome *out);
mp_move jeudumetro_draw(const struct mp_setup *, const void *state, struct mp_rng *);
const struct mp_rule *jeudumetro_check(const struct mp_setup *, const void *state, int seat,
                                       mp_move);
const struct mp_rule *jeudumetro_check_cut(const struct mp_setup *, const void *redacted,
                                           int viewer, int seat, mp_move cut);
void jeudumetro_apply(const struct mp_setup *, void *state, int seat, mp_move);
void jeudumetro_score(const struct mp_setup *, const void *state, int32_t score[MP_SEATS]);
unsigned jeudumetro_winners(const struct mp_setup *, const void *state);
void jeudumetro_breakdown(const struct mp_setup *, const void *state, int viewer, struct mp_json *);
void jeudumetro_print(const struct mp_setup *, mp_move, struct mp_text *);
bool jeudumetro_parse(const struct mp_setup *, struct mp_scan *, mp_move *);
void jeudumetro_print_place(const struct mp_setup *, unsigned place, struct mp_text *);
mp_viewers jeudumetro_seen_by(const struct mp_setup *, const void *state, int seat, mp_move);
mp_move jeudumetro_cut(const struct mp_setup *, const void *state, int seat, mp_move, int viewer);
void jeudumetro_redact(const struct mp_setup *, void *state, int viewer);
bool jeudumetro_guess(const struct mp_setup *, void *redacted, int viewer, struct mp_rng *);
int jeudumetro_secret(const struct mp_setup *, const void *state, int seat);
const char *jeudumetro_attached_name(uint8_t attached);
void jeudumetro_json_place(const struct mp_setup *, const char *key, unsigned place,
                           struct mp_json *);
/* Members of a known objective: its place, what it is, the train that it looks at, how many
 * passengers it wants there (none, or so many at least), and how many are too many or too few. And
 * of an unknown one: what it may still be (JM-60). */
void jeudumetro_json_goal(const struct mp_setup *, const struct jeudumetro_state *, unsigned place,
                          struct mp_json *);
void jeudumetro_json_possible(const struct mp_setup *, const struct jeudumetro_state *,
                              unsigned origin, struct mp_json *);
void jeudumetro_view(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
void jeudumetro_evaluate(const struct mp_setup *, const void *state, float share[MP_SEATS]);
void jeudumetro_policy(const struct mp_setup *, const void *state, int seat, const mp_move *,
                       size_t n, float *prior);
mp_move jeudumetro_rollout(const struct mp_setup *, const void *state, int seat, struct mp_rng *);
void jeudumetro_posterior(const struct mp_setup *, const void *redacted, int viewer,
                          const struct mp_played *log, size_t n_log, void *posterior);
void jeudumetro_guess_posterior(const struct mp_setup *, void *redacted, int viewer,
                                const void *posterior, struct mp_rng *);
uint32_t jeudumetro_playout(const struct mp_setup *, void *state, struct mp_rng *);
void jeudumetro_effects(const struct mp_setup *, const void *redacted, int seat, mp_move cut,
                        int viewer, struct mp_json *);

/* say.c, and what the build makes of words.en and words.fr */
extern const struct mp_words jeudumetro_words[MP_LANGS];
void jeudumetro_prompt(const struct mp_setup *, const void *redacted, int seat, struct mp_json *);
void jeudumetro_read(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
void jeudumetro_explain(const struct mp_setup *, const void *redacted, int seat, mp_move,
                        const struct mp_rule *, struct mp_json *);

/* inputs.c */
extern const struct mp_inputs jeudumetro_inputs;

/* codec.c */
extern const struct mp_codec jeudumetro_codec;
void jeudumetro_list_actions(const struct mp_setup *, struct jeudumetro_tables *);

#endif
