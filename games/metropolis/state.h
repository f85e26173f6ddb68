/* SPDX-License-Identifier: MIT
 *
 * Metropolis: the state, the tables that a setup derives, and how moves are packed. Shared by the
 * files of this folder only.
 *
 * The city is eight districts of ten plots (MS-1), and nothing reaches over a street (MS-3):
 * everything that happens on the ground is a 10-bit mask in one district, bit i standing for the
 * plot whose last digit is i. A way to stand a piece in a district is a placement; the placements
 * are counted once, when the setup is prepared, and what can be built is then an intersection of
 * bit sets.
 *
 * Nothing is hidden but the order of the pile, and the pile has none: it is all plots that are
 * neither owned nor open.
 */
#ifndef METROPOLIS_STATE_H
#define METROPOLIS_STATE_H

#include <metropole/game.h>

enum {
	PLAYERS_MAX = 5,
	DISTRICTS = 8,
	DIGITS = 10, /* plots of a district */
	PLOTS = DISTRICTS * DIGITS,
	WHOLE = (1 << DIGITS) - 1, /* all plots of a district */
	OPEN_MAX = 4,              /* MS-20 */
	SITES = 3,
	KINDS = 8,
	FORM_MAX = 6,       /* plots of a building */
	BUILDINGS_MAX = 40, /* of a table; the default has 25 */
	/* Different forms of a table; the default has ten. */
	PIECES_MAX = 12,
	/* A form has at most ten placements in a district. It is h rows high and w plots wide, so it
	 * has (3 - h)(6 - w) positions, and as many again if half a turn changes it. In one row it is
	 * a line, which half a turn does not change: at most 2 * 5 = 10. In two rows: w = 1 is a
	 * line again, 5; w >= 2 at most 2 * 4 = 8. So all pieces together have at most 120. */
	PLACEMENTS_MAX = PIECES_MAX * 10,
	WORDS = 2,       /* of 64 placements each */
	OFFER_PLOTS = 8, /* that a packed offer holds: one list too long for MS-51 can still be told */
	STRAY_PLOTS = 7, /* that a packed building holds where they lie in several districts */
	OFFER_SIDE = 4,  /* MS-51 */
	/* On turn, after the card: `build` and `joint` are of different plots or kinds, so together at
	 * most one for each placement and district; `end`, `withdraw`, and `accept` and `decline` for
	 * each other seat. Before the card there are fewer: 4 cards to 5 seats, and the deals. */
	LISTED_MAX = DISTRICTS * PLACEMENTS_MAX + 2 + 2 * (PLAYERS_MAX - 1),
};

/* What the lie of the districts (MS-2) means for the game is in the sites (MS-4). */
enum site { PARK, RIVER, CENTRE, NO_SITE };
enum kind { HOUSE, SHOP, SCHOOL, APARTMENT, FACTORY, ADMINISTRATION, HOSPITAL, STORE };
enum option { OPTION_START, OPTION_DEALS, OPTION_VALUES };

/* A table of values, as its file says it (data/values.txt). */
struct metropolis_values {
	uint16_t site[SITES][DISTRICTS]; /* the plots of each site */
	struct metropolis_kind {
		uint16_t base;
		uint16_t on_site;     /* value on its site; the base if it has none */
		uint8_t site;         /* enum site */
		uint8_t size;         /* plots */
		uint8_t never;        /* set of kinds (MS-11) */
		int8_t change[KINDS]; /* for each other building of that kind in the district */
	} kind[KINDS];
	struct metropolis_piece {
		uint16_t form; /* its plots, in the upper left corner of a district */
		uint8_t kind;
		uint8_t number; /* in stock at the start */
	} piece[PIECES_MAX];
	uint8_t n_pieces;
};

extern const struct metropolis_values metropolis_default_values; /* generated */
extern const char *const metropolis_kind_names[KINDS];
extern const char *const metropolis_site_names[SITES];

struct metropolis_tables {
	struct metropolis_values values;
	struct metropolis_placement {
		uint16_t mask;
		uint8_t piece;
		uint8_t kind;
	} placement[PLACEMENTS_MAX];
	uint8_t n_placements;
	uint8_t words; /* in use: 1 for the default table */
	/* Sets of placements. */
	uint64_t fits[WORDS][1 << DIGITS];   /* those that lie within a mask */
	uint64_t allowed[WORDS][1 << KINDS]; /* those that MS-11 allows beside a set of kinds */
	uint64_t joint[WORDS];               /* those of 4 or 6 plots (MS-41) */
	uint64_t of_piece[WORDS][PIECES_MAX];
	uint64_t holds[WORDS][DIGITS];            /* those that cover the plot of this digit */
	uint8_t piece_of[KINDS][1 << DIGITS];     /* the piece of that kind on that mask, or NO_PIECE */
	int16_t worth[DISTRICTS][PLACEMENTS_MAX]; /* value there with no other building around */
};
enum { NO_PIECE = 0xff };

enum phase {
	PHASE_START, /* chance: who begins */
	PHASE_DEAL,  /* chance */
	PHASE_OPEN,  /* chance: a card is opened */
	PHASE_TAKE,  /* a card is due */
	PHASE_BUILD, /* a building or the end of the turn is due */
	PHASE_EXTRA, /* the same, in an extra turn (MS-60) */
	PHASE_OVER,
};

/* All of it is public. */
struct metropolis_state {
	mp_move deal[PLAYERS_MAX]; /* each seat's open offer or joint building; 0 = none */
	uint64_t in_stock[WORDS];  /* placements of the pieces that are left: follows from stock */
	uint16_t owned[PLAYERS_MAX][DISTRICTS];
	uint16_t built[DISTRICTS];
	uint16_t building[BUILDINGS_MAX]; /* in the order of building, see building_pack */
	uint8_t kinds[DISTRICTS];         /* set of kinds that stand there: follows from building */
	uint8_t stock[PIECES_MAX];
	uint8_t open[OPEN_MAX]; /* plots, ascending */
	uint8_t n_open, n_buildings;
	uint8_t pile; /* cards left in it */
	uint8_t phase;
	uint8_t turn;    /* the seat on turn; while a card is opened, the next */
	uint8_t extra;   /* extra turns left, this one included */
	uint8_t waiting; /* seats that have not yet accepted the joint building of the seat on turn */
};
_Static_assert(sizeof(struct metropolis_state) <= 768, "a state is copied often");

/* A plot is an index 0 … 79; its number on the board is 10 more. */
static inline int plot_district(int plot)
{
	return plot / DIGITS;
}

static inline unsigned plot_bit(int plot)
{
	return 1u << plot % DIGITS;
}

static inline uint16_t building_pack(unsigned kind, unsigned district, unsigned mask)
{
	return (uint16_t)(kind << 13 | district << DIGITS | mask);
}

static inline unsigned building_kind(uint16_t building)
{
	return building >> 13;
}

static inline unsigned building_district(uint16_t building)
{
	return building >> DIGITS & 7;
}

static inline unsigned building_mask(uint16_t building)
{
	return building & WHOLE;
}

/* Moves. Bits 0-3 are the operation, 4-6 a seat, the rest as each needs it; an offer fills the
 * word and is told by bit 63 alone:
 *   plot    bits 7-13
 *   build   bits 8-23 as a building; or, with bit 7, plots that lie in several districts
 *           (never legal, MS-3): the kind in bits 8-10 and seven plots as in an offer from
 *           bit 11 on
 *   offer   eight plots of 7 bits (index + 1, 0 = none; those given, then those asked, each side
 *           ascending), how many are given in bits 56-59, to whom in bits 60-62 */
enum operation {
	OP_START = 1,
	OP_DEAL,
	OP_OPEN,
	OP_TAKE,
	OP_GIVE,
	OP_BUILD,
	OP_JOINT,
	OP_END,
	OP_ACCEPT,
	OP_DECLINE,
	OP_WITHDRAW,
	OP_OFFER,
};

static inline enum operation move_op(mp_move move)
{
	return move >> 63 ? OP_OFFER : (enum operation)(move & 15);
}

static inline int move_seat(mp_move move)
{
	return (int)((move >> 63 ? move >> 60 : move >> 4) & 7);
}

static inline int move_plot(mp_move move)
{
	return (int)(move >> 7 & 127);
}

static inline bool move_is_stray(mp_move move)
{
	return move >> 7 & 1;
}

static inline uint16_t move_building(mp_move move)
{
	return (uint16_t)(move >> 8);
}

static inline mp_move move_pack(enum operation op, int seat, int plot)
{
	return (mp_move)op | (mp_move)seat << 4 | (mp_move)plot << 7;
}

static inline mp_move move_pack_building(enum operation op, uint16_t building)
{
	return (mp_move)op | (mp_move)building << 8;
}

/* The i-th plot of an offer, or -1. */
static inline int offer_plot(mp_move move, int i)
{
	return (int)(move >> (7 * i) & 127) - 1;
}

/* The same for a building in several districts. */
static inline int stray_plot(mp_move move, int i)
{
	return (int)(move >> (11 + 7 * i) & 127) - 1;
}

static inline int offer_given(mp_move move)
{
	return (int)(move >> 56 & 15);
}

static inline int popcount(uint64_t set)
{
	return __builtin_popcountll(set);
}

static inline int lowest(uint64_t set)
{
	return __builtin_ctzll(set);
}

/* The plots of a district that have an owner. */
static inline unsigned owned_in(const struct metropolis_state *state, int district)
{
	unsigned owned = 0;

	for (int seat = 0; seat < PLAYERS_MAX; seat++)
		owned |= state->owned[seat][district];
	return owned;
}

/* A seat's plots of a district without a building. */
static inline unsigned empty_of(const struct metropolis_state *state, int seat, int district)
{
	return state->owned[seat][district] & ~(unsigned)state->built[district];
}

static inline const struct metropolis_tables *tables_of(const struct mp_setup *setup)
{
	return setup->tables;
}

/* values.c: reads a table; on failure says why, with the line. */
bool metropolis_values_parse(const char *text, size_t len, struct metropolis_values *,
                             struct mp_text *why);

/* setup.c */
bool metropolis_prepare(const struct mp_setup *, void *tables, struct mp_text *why);
void metropolis_init(const struct mp_setup *, void *state);
int metropolis_hand(int players); /* plots dealt to each */
const char *metropolis_flaw(const struct mp_setup *, const void *state);

/* legal.c */
uint64_t metropolis_possible(const struct metropolis_tables *, const struct metropolis_state *,
                             int district, int word);
unsigned metropolis_right(const struct mp_setup *, const struct metropolis_state *, int plot);
uint64_t metropolis_buildable(const struct mp_setup *, const struct metropolis_state *, int seat,
                              int district, int word);
bool metropolis_any_buildable(const struct mp_setup *, const struct metropolis_state *);
int metropolis_turn(const struct mp_setup *, const void *state);
unsigned metropolis_actors(const struct mp_setup *, const void *state);
size_t metropolis_legal(const struct mp_setup *, const void *state, int seat, mp_move *out);
size_t metropolis_chance(const struct mp_setup *, const void *state, struct mp_outcome *out);
mp_move metropolis_draw(const struct mp_setup *, const void *state, struct mp_rng *);

/* check.c */
const struct mp_rule *metropolis_check(const struct mp_setup *, const void *state, int seat,
                                       mp_move);

/* deals.c */
unsigned metropolis_answerers(const struct metropolis_state *, int seat); /* of seat's deal */
unsigned metropolis_owners(const struct metropolis_state *, uint16_t building);
void metropolis_void_touched(struct metropolis_state *, int district, unsigned mask);
void metropolis_trade(struct metropolis_state *, int from);
bool metropolis_can_offer(const struct mp_setup *, const void *state, int seat);
bool metropolis_is_free(mp_move);
bool metropolis_sample_free(const struct mp_setup *, const void *state, int seat, struct mp_rng *,
                            mp_move *);

/* apply.c */
void metropolis_apply(const struct mp_setup *, void *state, int seat, mp_move);

/* score.c: a building's value, and where it comes from */
struct metropolis_worth {
	int base, site;    /* site: what being on it adds */
	int change[KINDS]; /* by the kind that causes it */
	int number[KINDS]; /* of such buildings */
	int floor;         /* what keeps it from falling below 0 */
	int value;         /* the sum of all that */
};
void metropolis_worth(const struct mp_setup *, const struct metropolis_state *, uint16_t building,
                      struct metropolis_worth *);
int32_t metropolis_part(const struct metropolis_state *, uint16_t building, int size, int value,
                        int seat); /* in twelfths */
void metropolis_score(const struct mp_setup *, const void *state, int32_t score[MP_SEATS]);
unsigned metropolis_winners(const struct mp_setup *, const void *state);
void metropolis_breakdown(const struct mp_setup *, const void *redacted, int viewer,
                          struct mp_json *);

/* text.c */
void metropolis_print(const struct mp_setup *, mp_move, struct mp_text *);
bool metropolis_parse(const struct mp_setup *, struct mp_scan *, mp_move *);

/* view.c */
void metropolis_json_why(const struct mp_setup *, unsigned kind,
                         const struct metropolis_worth *worth, struct mp_json *);
void metropolis_view(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);

/* gains.c: what a deal is worth to its sides (members of an open object), what a declined trade
 * would have done (NULL: nothing to say), whether a seat's best building is worth more after a
 * deal, and why the seat on turn cannot build what it cannot */
void metropolis_json_gains(const struct mp_setup *, const struct metropolis_state *, int from,
                           struct mp_json *);
const char *metropolis_decline_reason(const struct mp_setup *, const struct metropolis_state *,
                                      int from);
bool metropolis_looks_better(const struct mp_setup *, const void *before, const void *after,
                             int seat);
void metropolis_json_unbuildable(const struct mp_setup *, const struct metropolis_state *,
                                 struct mp_json *);

/* effects.c */
void metropolis_effects(const struct mp_setup *, const void *redacted, int seat, mp_move cut,
                        int viewer, struct mp_json *);
void metropolis_json_plots(struct mp_json *, const char *key, unsigned district, unsigned mask);
void metropolis_json_deal(struct mp_json *, const struct metropolis_state *, int seat);

/* eval.c */
void metropolis_evaluate(const struct mp_setup *, const void *state, float share[MP_SEATS]);

/* outlook.c: what a seat can hope for */
void metropolis_hope(const struct mp_setup *, const struct metropolis_state *,
                     float hope[FORM_MAX + 1]);
float metropolis_plot_gain(const struct mp_setup *, const struct metropolis_state *,
                           const float hope[FORM_MAX + 1], int seat, int plot);
void metropolis_outlook(const struct mp_setup *, const struct metropolis_state *,
                        float points[PLAYERS_MAX]);

/* propose.c */
enum mp_deal_kind metropolis_deal_kind(mp_move);
size_t metropolis_propose(const struct mp_setup *, const void *state, int seat, mp_move *out,
                          size_t cap);

/* playout.c */
uint32_t metropolis_playout(const struct mp_setup *, void *state, struct mp_rng *);

/* say.c, and what the build makes of words.en and words.fr */
extern const struct mp_words metropolis_words[MP_LANGS];
void metropolis_prompt(const struct mp_setup *, const void *redacted, int seat, struct mp_json *);
void metropolis_read(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
void metropolis_explain(const struct mp_setup *, const void *redacted, int seat, mp_move,
                        const struct mp_rule *, struct mp_json *);

/* policy.c */
void metropolis_policy(const struct mp_setup *, const void *state, int seat, const mp_move *,
                       size_t n, float *prior);
mp_move metropolis_rollout(const struct mp_setup *, const void *state, int seat, struct mp_rng *);

/* codec.c */
extern const struct mp_codec metropolis_codec;

#endif
