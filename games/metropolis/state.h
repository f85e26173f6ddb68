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
	METROPOLIS_PLAYERS_MAX = 5,
	METROPOLIS_DISTRICTS = 8,
	METROPOLIS_DIGITS = 10, /* plots of a district */
	METROPOLIS_PLOTS = METROPOLIS_DISTRICTS * METROPOLIS_DIGITS,
	METROPOLIS_WHOLE = (1 << METROPOLIS_DIGITS) - 1, /* all plots of a district */
	METROPOLIS_OPEN_MAX = 4,                         /* MS-20 */
	METROPOLIS_SITES = 3,
	METROPOLIS_KINDS = 8,
	METROPOLIS_FORM_MAX = 6,       /* plots of a building */
	METROPOLIS_BUILDINGS_MAX = 40, /* of a table; the default has 25 */
	/* Different forms of a table; the default has ten. */
	METROPOLIS_PIECES_MAX = 12,
	/* A form has at most ten placements in a district. It is h rows high and w plots wide, so it
	 * has (3 - h)(6 - w) positions, and as many again if half a turn changes it. In one row it is
	 * a line, which half a turn does not change: at most 2 * 5 = 10. In two rows: w = 1 is a
	 * line again, 5; w >= 2 at most 2 * 4 = 8. So all pieces together have at most 120. */
	METROPOLIS_PLACEMENTS_MAX = METROPOLIS_PIECES_MAX * 10,
	METROPOLIS_WORDS = 2, /* of 64 placements each */
	/* Plots that a packed offer holds: one list too long for MS-51 can still be told. */
	METROPOLIS_OFFER_PLOTS = 8,
	/* Those that a packed building holds where they lie in several districts. */
	METROPOLIS_STRAY_PLOTS = 7,
	METROPOLIS_OFFER_SIDE = 4, /* MS-51 */
	/* On turn, after the card: `build` and `joint` are of different plots or kinds, so together at
	 * most one for each placement and district; `end`, `withdraw`, and `accept` and `decline` for
	 * each other seat. Before the card there are fewer: 4 cards to 5 seats, and the deals. */
	METROPOLIS_LISTED_MAX =
		METROPOLIS_DISTRICTS * METROPOLIS_PLACEMENTS_MAX + 2 + 2 * (METROPOLIS_PLAYERS_MAX - 1),
};

/* What the lie of the districts (MS-2) means for the game is in the sites (MS-4). */
enum metropolis_site { METROPOLIS_PARK, METROPOLIS_RIVER, METROPOLIS_CENTRE, METROPOLIS_NO_SITE };
enum metropolis_kind {
	METROPOLIS_HOUSE,
	METROPOLIS_SHOP,
	METROPOLIS_SCHOOL,
	METROPOLIS_APARTMENT,
	METROPOLIS_FACTORY,
	METROPOLIS_ADMINISTRATION,
	METROPOLIS_HOSPITAL,
	METROPOLIS_STORE
};
enum metropolis_option {
	METROPOLIS_OPTION_START,
	METROPOLIS_OPTION_DEALS,
	METROPOLIS_OPTION_VALUES
};

/* A table of values, as its file says it (data/values.txt). */
struct metropolis_values {
	uint16_t site[METROPOLIS_SITES][METROPOLIS_DISTRICTS]; /* the plots of each site */
	struct metropolis_kind_values {
		uint16_t base;
		uint16_t on_site;                /* value on its site; the base if it has none */
		uint8_t site;                    /* enum metropolis_site */
		uint8_t size;                    /* plots */
		uint8_t never;                   /* set of kinds (MS-11) */
		int8_t change[METROPOLIS_KINDS]; /* for each other building of that kind in the district */
	} kind[METROPOLIS_KINDS];
	struct metropolis_piece {
		uint16_t form; /* its plots, in the upper left corner of a district */
		uint8_t kind;
		uint8_t number; /* in stock at the start */
	} piece[METROPOLIS_PIECES_MAX];
	uint8_t n_pieces;
};

extern const struct metropolis_values metropolis_default_values; /* generated */
extern const char *const metropolis_kind_names[METROPOLIS_KINDS];
extern const char *const metropolis_site_names[METROPOLIS_SITES];

struct metropolis_tables {
	struct metropolis_values values;
	struct metropolis_placement {
		uint16_t mask;
		uint8_t piece;
		uint8_t kind;
	} placement[METROPOLIS_PLACEMENTS_MAX];
	uint8_t n_placements;
	uint8_t words; /* in use: 1 for the default table */
	/* Sets of placements: those that lie within a mask, those that MS-11 allows beside a set of
	 * kinds, those of 4 or 6 plots (MS-41), of a piece, and those that cover the plot of a digit.
	 */
	uint64_t fits[METROPOLIS_WORDS][1 << METROPOLIS_DIGITS];
	uint64_t allowed[METROPOLIS_WORDS][1 << METROPOLIS_KINDS];
	uint64_t joint[METROPOLIS_WORDS];
	uint64_t of_piece[METROPOLIS_WORDS][METROPOLIS_PIECES_MAX];
	uint64_t holds[METROPOLIS_WORDS][METROPOLIS_DIGITS];
	/* The piece of that kind on that mask, or METROPOLIS_NO_PIECE. */
	uint8_t piece_of[METROPOLIS_KINDS][1 << METROPOLIS_DIGITS];
	/* The value there with no other building around; for bots, hence a float. */
	float worth[METROPOLIS_DISTRICTS][METROPOLIS_PLACEMENTS_MAX];
};
enum { METROPOLIS_NO_PIECE = 0xff };

enum metropolis_phase {
	METROPOLIS_PHASE_START, /* chance: who begins */
	METROPOLIS_PHASE_DEAL,  /* chance */
	METROPOLIS_PHASE_OPEN,  /* chance: a card is opened */
	METROPOLIS_PHASE_TAKE,  /* a card is due */
	METROPOLIS_PHASE_BUILD, /* a building or the end of the turn is due */
	METROPOLIS_PHASE_EXTRA, /* the same, in an extra turn (MS-60) */
	METROPOLIS_PHASE_OVER,
};

/* All of it is public. */
struct metropolis_state {
	mp_move deal[METROPOLIS_PLAYERS_MAX]; /* each seat's open offer or joint building; 0 = none */
	uint64_t in_stock[METROPOLIS_WORDS];  /* placements of what is left: follows from stock */
	uint16_t owned[METROPOLIS_PLAYERS_MAX][METROPOLIS_DISTRICTS];
	uint16_t built[METROPOLIS_DISTRICTS];
	uint16_t building[METROPOLIS_BUILDINGS_MAX]; /* in the order of building, as packed below */
	uint8_t kinds[METROPOLIS_DISTRICTS]; /* set of kinds that stand there: follows from building */
	uint8_t stock[METROPOLIS_PIECES_MAX];
	uint8_t open[METROPOLIS_OPEN_MAX]; /* plots, ascending */
	uint8_t n_open, n_buildings;
	uint8_t pile; /* cards left in it */
	uint8_t phase;
	uint8_t turn;    /* the seat on turn; while a card is opened, the next */
	uint8_t extra;   /* extra turns left, this one included */
	uint8_t waiting; /* seats that have not yet accepted the joint building of the seat on turn */
};
_Static_assert(sizeof(struct metropolis_state) <= 768, "a state is copied often");

/* A plot is an index 0 … 79; its number on the board is 10 more. */
static inline int metropolis_plot_district(int plot)
{
	return plot / METROPOLIS_DIGITS;
}

static inline unsigned metropolis_plot_bit(int plot)
{
	return 1u << plot % METROPOLIS_DIGITS;
}

static inline uint16_t metropolis_building_pack(unsigned kind, unsigned district, unsigned mask)
{
	return (uint16_t)(kind << 13 | district << METROPOLIS_DIGITS | mask);
}

static inline unsigned metropolis_building_kind(uint16_t building)
{
	return building >> 13;
}

static inline unsigned metropolis_building_district(uint16_t building)
{
	return building >> METROPOLIS_DIGITS & 7;
}

static inline unsigned metropolis_building_mask(uint16_t building)
{
	return building & METROPOLIS_WHOLE;
}

/* Moves. Bits 0-3 are the operation, 4-6 a seat, the rest as each needs it; an offer fills the
 * word and is told by bit 63 alone:
 *   plot    bits 7-13
 *   build   bits 8-23 as a building; or, with bit 7, plots that lie in several districts
 *           (never legal, MS-3): the kind in bits 8-10 and seven plots as in an offer from
 *           bit 11 on
 *   offer   eight plots of 7 bits (index + 1, 0 = none; those given, then those asked, each side
 *           ascending), how many are given in bits 56-59, to whom in bits 60-62 */
enum metropolis_operation {
	METROPOLIS_OP_START = 1,
	METROPOLIS_OP_DEAL,
	METROPOLIS_OP_OPEN,
	METROPOLIS_OP_TAKE,
	METROPOLIS_OP_GIVE,
	METROPOLIS_OP_BUILD,
	METROPOLIS_OP_JOINT,
	METROPOLIS_OP_END,
	METROPOLIS_OP_ACCEPT,
	METROPOLIS_OP_DECLINE,
	METROPOLIS_OP_WITHDRAW,
	METROPOLIS_OP_OFFER,
};

static inline enum metropolis_operation metropolis_move_op(mp_move move)
{
	return move >> 63 ? METROPOLIS_OP_OFFER : (enum metropolis_operation)(move & 15);
}

static inline int metropolis_move_seat(mp_move move)
{
	return (int)((move >> 63 ? move >> 60 : move >> 4) & 7);
}

static inline int metropolis_move_plot(mp_move move)
{
	return (int)(move >> 7 & 127);
}

static inline bool metropolis_move_is_stray(mp_move move)
{
	return move >> 7 & 1;
}

static inline uint16_t metropolis_move_building(mp_move move)
{
	return (uint16_t)(move >> 8);
}

static inline mp_move metropolis_move_pack(enum metropolis_operation op, int seat, int plot)
{
	return (mp_move)op | (mp_move)seat << 4 | (mp_move)plot << 7;
}

static inline mp_move metropolis_move_pack_building(enum metropolis_operation op, uint16_t building)
{
	return (mp_move)op | (mp_move)building << 8;
}

/* The i-th plot of an offer, or -1. */
static inline int metropolis_offer_plot(mp_move move, int i)
{
	return (int)(move >> (7 * i) & 127) - 1;
}

/* The same for a building in several districts. */
static inline int metropolis_stray_plot(mp_move move, int i)
{
	return (int)(move >> (11 + 7 * i) & 127) - 1;
}

static inline int metropolis_offer_given(mp_move move)
{
	return (int)(move >> 56 & 15);
}

static inline int metropolis_popcount(uint64_t set)
{
	return __builtin_popcountll(set);
}

static inline int metropolis_lowest(uint64_t set)
{
	return __builtin_ctzll(set);
}

/* The plots of a district that have an owner. */
static inline unsigned metropolis_owned_in(const struct metropolis_state *state, int district)
{
	unsigned owned = 0;

	for (int seat = 0; seat < METROPOLIS_PLAYERS_MAX; seat++)
		owned |= state->owned[seat][district];
	return owned;
}

/* A seat's plots of a district without a building. */
static inline unsigned metropolis_empty_of(const struct metropolis_state *state, int seat,
                                           int district)
{
	return state->owned[seat][district] & ~(unsigned)state->built[district];
}

static inline const struct metropolis_tables *metropolis_tables(const struct mp_setup *setup)
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

/* Placements of the pieces in stock that MS-11 allows in a district. */
static inline uint64_t metropolis_possible(const struct metropolis_tables *tables,
                                           const struct metropolis_state *state, int district,
                                           int word)
{
	return state->in_stock[word] & tables->allowed[word][state->kinds[district]];
}

/* MS-40: those of them that fit on the seat's empty plots. */
static inline uint64_t metropolis_buildable(const struct mp_setup *setup,
                                            const struct metropolis_state *state, int seat,
                                            int district, int word)
{
	const struct metropolis_tables *tables = metropolis_tables(setup);

	return tables->fits[word][metropolis_empty_of(state, seat, district)] &
	       metropolis_possible(tables, state, district, word);
}

/* legal.c */
/* The plots of a district beside these: that share a side with one of them (MS-3). */
unsigned metropolis_beside(unsigned mask);
unsigned metropolis_right(const struct mp_setup *, const struct metropolis_state *, int plot);
/* The same for each open card. */
void metropolis_rights(const struct mp_setup *, const struct metropolis_state *,
                       uint8_t right[METROPOLIS_OPEN_MAX]);
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
	int base, site;               /* site: what being on it adds */
	int change[METROPOLIS_KINDS]; /* by the kind that causes it */
	int number[METROPOLIS_KINDS]; /* of such buildings */
	int floor;                    /* what keeps it from falling below 0 */
	int value;                    /* the sum of all that */
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

/* gains.c: what a deal is worth to its sides (members of an open object), what a declined deal
 * would have done, whether a seat's best building is worth more after a deal, what empty plots are
 * good for, and why the seat on turn cannot build what it cannot */
void metropolis_json_gains(const struct mp_setup *, const struct metropolis_state *, int from,
                           struct mp_json *);
const char *metropolis_decline_reason(const struct mp_setup *, const struct metropolis_state *,
                                      int from, int seat, unsigned *harmed);
bool metropolis_looks_better(const struct mp_setup *, const void *before, const void *after,
                             int seat);
void metropolis_json_prospects(const struct mp_setup *, const struct metropolis_state *, int seat,
                               const char *type, struct mp_json *);
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
                     float hope[METROPOLIS_FORM_MAX + 1]);
float metropolis_plot_gain(const struct mp_setup *, const struct metropolis_state *,
                           const float hope[METROPOLIS_FORM_MAX + 1], int seat, int plot);
void metropolis_outlook(const struct mp_setup *, const struct metropolis_state *,
                        float points[METROPOLIS_PLAYERS_MAX]);

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
