/* SPDX-License-Identifier: MIT
 *
 * The state of a game of Metropolys, its moves, and what the files of this folder share. Nothing
 * here is random or secret by itself: cards that have not been dealt are a multiset, and the only
 * secrets are `area` and `kind` of the other seats.
 */
#ifndef METROPOLYS_STATE_H
#define METROPOLYS_STATE_H

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include <metropole/game.h>

#include "map.h"

/* Sets of building values: bit v for value v. */
enum { METROPOLYS_VALUES = 13, METROPOLYS_ALL_VALUES = 0x3ffe };

enum metropolys_option {
	METROPOLYS_OPTION_VERSION,
	METROPOLYS_OPTION_LAYOUT,
	METROPOLYS_OPTION_START,
	METROPOLYS_OPTION_OUT
};
enum { METROPOLYS_FAMILY, METROPOLYS_EXPERT };              /* option version */
enum { METROPOLYS_LAYOUT_RANDOM, METROPOLYS_LAYOUT_FIRST }; /* option layout */
enum { METROPOLYS_OUTS = 9 }; /* option out: none, 4 districts, 4 pairs */

/* Area cards (MY-14); kind cards are 1 + enum metropolys_kind. 0: not dealt yet. */
enum {
	METROPOLYS_BRIDGES = 1,
	METROPOLYS_STATUE,
	METROPOLYS_LAKE,
	METROPOLYS_BORDERS,
	METROPOLYS_DISTRICT,
	METROPOLYS_CHAINS,
	METROPOLYS_AREAS
};
enum { METROPOLYS_UNKNOWN = 7 }; /* a card that is dealt, but the viewer may not know it */

/* The steps of a game, in order; all before METROPOLYS_PHASE_PLAY are chance. */
enum metropolys_phase {
	METROPOLYS_PHASE_START,
	METROPOLYS_PHASE_OUT,
	METROPOLYS_PHASE_LAYING,
	METROPOLYS_PHASE_AREA,
	METROPOLYS_PHASE_KIND,
	METROPOLYS_PHASE_PLAY,
	METROPOLYS_PHASE_OVER
};

/* 152 bytes. Everybody knows everything but area and kind. The fields are canonical: what does not
 * apply is zero, so that equal positions are equal bytes. */
struct metropolys_state {
	uint64_t built[METROPOLYS_PLAYERS_MAX]; /* neighbourhoods where each seat has built for good */
	uint64_t value_bit[4];                  /* bit i of the value of what is built there */
	uint64_t token[METROPOLYS_TOKENS];      /* tokens on the board */
	uint64_t free;                          /* in play and unoccupied (MY-22) */
	uint16_t hand[METROPOLYS_PLAYERS_MAX];  /* values neither built nor placed in this call */
	uint16_t bids; /* values placed in this call; they rise, so no two are equal */
	uint8_t bid[METROPOLYS_VALUES + 1]; /* by value: neighbourhood | seat << 6 */
	uint8_t taken[METROPOLYS_PLAYERS_MAX][METROPOLYS_TOKENS];
	uint8_t subway_card, site_card; /* 1 + the seat that has it; 0: nobody yet (MY-25) */
	uint8_t out;                    /* districts out of the game */
	uint8_t passed;                 /* seats that have passed in this call */
	uint8_t phase;
	uint8_t turn; /* the seat on turn; before play who opens, after it who won the last call */
	uint8_t area[METROPOLYS_PLAYERS_MAX];
	uint8_t kind[METROPOLYS_PLAYERS_MAX];
	uint8_t spare[6];
};
_Static_assert(sizeof(struct metropolys_state) == 152, "no padding to hash or compare");

/* Moves: type in the low byte, then two arguments of a byte each. */
enum metropolys_move_type {
	METROPOLYS_MOVE_PASS,
	METROPOLYS_MOVE_BID,   /* value, neighbourhood */
	METROPOLYS_MOVE_START, /* seat */
	METROPOLYS_MOVE_OUT,   /* index into option out */
	METROPOLYS_MOVE_TOKEN, /* token, neighbourhood */
	METROPOLYS_MOVE_AREA,  /* seat, card */
	METROPOLYS_MOVE_KIND,  /* seat, card */
};

static inline mp_move metropolys_move(enum metropolys_move_type type, unsigned a, unsigned b)
{
	return (mp_move)type | (mp_move)a << 8 | (mp_move)b << 16;
}

static inline enum metropolys_move_type metropolys_type(mp_move move)
{
	return (enum metropolys_move_type)(move & 0xff);
}

static inline unsigned metropolys_a(mp_move move)
{
	return move >> 8 & 0xff;
}

static inline unsigned metropolys_b(mp_move move)
{
	return move >> 16 & 0xff;
}

/* Sets. */
static inline uint64_t metropolys_place_bit(unsigned place)
{
	return (uint64_t)1 << place;
}

static inline unsigned metropolys_set_size(uint64_t set)
{
	return (unsigned)__builtin_popcountll(set);
}

/* The least member of a set that is not empty. */
static inline unsigned metropolys_set_first(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

/* Heights (MY-13): 1 small, 2 medium, 3 tall. */
static inline unsigned metropolys_height(unsigned value)
{
	return value >= 10 ? 3 : value >= 6 ? 2 : 1;
}

/* The value of what is built on a neighbourhood. */
static inline unsigned metropolys_value(const struct metropolys_state *s, unsigned place)
{
	unsigned value = 0;

	for (unsigned i = 0; i < 4; i++)
		value |= (unsigned)(s->value_bit[i] >> place & 1) << i;
	return value;
}

/* The value last placed in this call, 0 if none is. */
static inline unsigned metropolys_last(const struct metropolys_state *s)
{
	return s->bids ? 31 - (unsigned)__builtin_clz(s->bids) : 0;
}

static inline unsigned metropolys_bid_place(const struct metropolys_state *s, unsigned value)
{
	return s->bid[value] & 63;
}

static inline unsigned metropolys_bid_seat(const struct metropolys_state *s, unsigned value)
{
	return s->bid[value] >> 6;
}

/* What a seat may place: any of `values` on any of `places`. At least one of each, or nothing. */
struct metropolys_choice {
	unsigned values;
	uint64_t places;
};

/* MY-20, MY-21: the first building of a call goes anywhere; each later one is higher than the last
 * and next to it. */
static inline struct metropolys_choice metropolys_choices(const struct metropolys_state *s,
                                                          unsigned seat)
{
	unsigned last = metropolys_last(s);

	if (!last)
		return (struct metropolys_choice){.values = s->hand[seat], .places = s->free};
	return (struct metropolys_choice){
		.values = s->hand[seat] & (unsigned)METROPOLYS_ALL_VALUES << last,
		.places = s->free & metropolys_map.near[metropolys_bid_place(s, last)],
	};
}

/* Words of the notation (text.c). */
extern const char *const metropolys_districts[METROPOLYS_DISTRICTS];
extern const char *const metropolys_kinds[METROPOLYS_KINDS];
extern const char *const metropolys_tokens[METROPOLYS_TOKENS];
extern const char *const metropolys_areas[METROPOLYS_AREAS];
extern const char
	*const metropolys_outs[METROPOLYS_OUTS + 1];          /* choices of the option, then NULL */
extern const uint8_t metropolys_out_set[METROPOLYS_OUTS]; /* the districts of each */

/* setup.c */
/* Tokens by players (MY-10). */
extern const uint8_t metropolys_token_count[METROPOLYS_PLAYERS_MAX + 1][METROPOLYS_TOKENS];
unsigned metropolys_area_deck(const struct mp_setup *);          /* bit set of area cards (MY-14) */
int metropolys_laying_district(const struct metropolys_state *); /* next to get a token, or -1 */
void metropolys_settle(const struct mp_setup *, struct metropolys_state *);
void metropolys_open_city(struct metropolys_state *, uint8_t out); /* these districts are out */
bool metropolys_does_out_fit(int players, unsigned out);
bool metropolys_prepare(const struct mp_setup *, void *tables, struct mp_text *why);
void metropolys_init(const struct mp_setup *, void *state);
const char *metropolys_flaw(const struct mp_setup *, const void *state);

/* legal.c */
int metropolys_turn(const struct mp_setup *, const void *state);
size_t metropolys_legal(const struct mp_setup *, const void *state, int seat, mp_move *);
size_t metropolys_chance(const struct mp_setup *, const void *state, struct mp_outcome *);

/* check.c */
const struct mp_rule *metropolys_check(const struct mp_setup *, const void *state, int seat,
                                       mp_move);
const struct mp_rule *metropolys_check_cut(const struct mp_setup *, const void *redacted,
                                           int viewer, int seat, mp_move cut);
/* For a viewer, on what it may know; for MP_ALL on the full state. */
const struct mp_rule *metropolys_check_chance(const struct mp_setup *,
                                              const struct metropolys_state *, int viewer, mp_move);

/* apply.c: the steps of a player's move, for apply, effects and playout. */
void metropolys_place(struct metropolys_state *, unsigned seat, unsigned value, unsigned place);
/* Passes the turn on, and passes for those who cannot outbid (MY-23); false if the call is over.
 * `forced`, if given, gets the seats that were passed for. */
bool metropolys_pass_on(struct metropolys_state *, unsigned players, unsigned *forced);
void metropolys_award(struct metropolys_state *);
void metropolys_apply(const struct mp_setup *, void *state, int seat, mp_move);

/* area.c: groups that an expert area card counts among these buildings, at the most (MY-43). */
unsigned metropolys_groups(unsigned card, uint64_t built);
/* One best choice of groups; returns how many. At most 13 / 2, and room to end the list. */
enum { METROPOLYS_GROUPS_MAX = 7 };
unsigned metropolys_find_groups(unsigned card, uint64_t built,
                                uint64_t group[METROPOLYS_GROUPS_MAX]);

/* score.c: what a seat has, in points by cause. */
struct metropolys_points {
	int trendy, subway, subway_card, site, site_card, area, kind;
	unsigned highest; /* districts where it gets the highest building */
};
void metropolys_count(const struct mp_setup *, const struct metropolys_state *, unsigned seat,
                      struct metropolys_points *);
int metropolys_total(const struct metropolys_points *);
/* What one more building there adds to the secret cards of the seat, as far as they are known. */
int metropolys_card_gain(const struct mp_setup *, const struct metropolys_state *, unsigned seat,
                         unsigned place);
uint64_t metropolys_area_places(unsigned card); /* family: where a building counts (MY-31) */
void metropolys_score(const struct mp_setup *, const void *state, int32_t score[MP_SEATS]);
unsigned metropolys_winners(const struct mp_setup *, const void *state);
void metropolys_breakdown(const struct mp_setup *, const void *redacted, int viewer,
                          struct mp_json *);

/* hidden.c */
mp_viewers metropolys_seen_by(const struct mp_setup *, const void *state, int seat, mp_move);
mp_move metropolys_cut(const struct mp_setup *, const void *state, int seat, mp_move, int viewer);
void metropolys_redact(const struct mp_setup *, void *state, int viewer);
bool metropolys_guess(const struct mp_setup *, void *redacted, int viewer, struct mp_rng *);
int metropolys_secret(const struct mp_setup *, const void *state, int seat);

/* text.c, view.c */
void metropolys_print(const struct mp_setup *, mp_move, struct mp_text *);
bool metropolys_parse(const struct mp_setup *, struct mp_scan *, mp_move *);
const char *metropolys_area_name(unsigned card);
const char *metropolys_kind_name(unsigned card);
void metropolys_json_building(const char *type, unsigned seat, unsigned place, unsigned value,
                              struct mp_json *);
/* The same, to which the caller may add and which it closes. */
void metropolys_open_building(const char *type, unsigned seat, unsigned place, unsigned value,
                              struct mp_json *);
void metropolys_json_districts(const char *key, unsigned set, struct mp_json *);
void metropolys_json_holder(const char *key, unsigned holder, struct mp_json *);
void metropolys_json_or_null(const char *key, const char *name, struct mp_json *);
void metropolys_view(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);

/* eval.c */
void metropolys_evaluate(const struct mp_setup *, const void *state, float share[MP_SEATS]);

/* policy.c */
void metropolys_policy(const struct mp_setup *, const void *state, int seat, const mp_move *,
                       size_t n, float *prior);

/* posterior.c */
enum { METROPOLYS_POSTERIOR_SIZE = 1936 };
void metropolys_posterior(const struct mp_setup *, const void *redacted, int viewer,
                          const struct mp_played *log, size_t n_log, void *posterior);
void metropolys_guess_posterior(const struct mp_setup *, void *redacted, int viewer,
                                const void *posterior, struct mp_rng *);
bool metropolys_world(const struct mp_setup *, void *redacted, int viewer, const void *posterior,
                      size_t number, double *weight);

/* playout.c */
uint32_t metropolys_playout(const struct mp_setup *, void *state, struct mp_rng *);

/* say.c, and what the build makes of words.en and words.fr */
extern const struct mp_words metropolys_words[MP_LANGS];
void metropolys_prompt(const struct mp_setup *, const void *redacted, int seat, struct mp_json *);
void metropolys_read(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
void metropolys_explain(const struct mp_setup *, const void *redacted, int seat, mp_move,
                        const struct mp_rule *, struct mp_json *);

/* effects.c */
void metropolys_effects(const struct mp_setup *, const void *redacted, int seat, mp_move cut,
                        int viewer, struct mp_json *);

/* codec.c */
extern const struct mp_codec metropolys_codec;

#endif
