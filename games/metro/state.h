/* SPDX-License-Identifier: MIT
 *
 * Metro: its state, the tables of a match, the packing of its moves, and what its files share.
 *
 * Cells are row * 8 + column, row 1 and column a first. Sides are 0 top, 1 right, 2 bottom, 3 left.
 * Trains keep right (ME-2), so a track crosses a side of a cell inwards at one point only: this is
 * the gate cell * 4 + side. What leaves a cell arrives at a gate of its neighbour. Gates into the
 * central station end lines; no tile has them, so a spare one of them stands for all arrivals.
 */
#ifndef METRO_STATE_H
#define METRO_STATE_H

#include <metropole/game.h>

enum {
	METRO_KINDS = 24,
	METRO_TILES = 60,
	METRO_COPIES_MAX = 4,
	METRO_CELLS = 64, /* the four of the central station included */
	METRO_GATES = 4 * METRO_CELLS,
	METRO_STATIONS = 32,
	METRO_PLACES = 60, /* gates into cells, but for quarter turns */
	METRO_HAND_MAX = 3,
	METRO_ARRIVAL = 27 * 4 + 1, /* from e4 into d4: no line passes there */
	METRO_NO_ONE = 0xff,        /* owner of a gate without a train */
};

/* The central station: d4, e4, d5, e5. */
#define METRO_CENTRE ((uint64_t)3 << 27 | (uint64_t)3 << 35)
#define METRO_EDGE   ((uint64_t)0xff818181818181ff)

enum metro_option { METRO_HAND, METRO_ARROWS, METRO_OPEN_HANDS, METRO_START, METRO_OPTIONS };

/* A tile as the state holds it. */
enum metro_tile {
	METRO_NONE = 0,
	METRO_TILE = 1,     /* + kind */
	METRO_UNKNOWN = 31, /* a tile that the viewer does not see */
	METRO_TURN = 32,    /* board only: * quarter turns clockwise */
};

enum metro_phase {
	METRO_PHASE_START,  /* chance draws the starting player */
	METRO_PHASE_DEAL,   /* chance deals a tile to `seat` */
	METRO_PHASE_PLAY,   /* `seat` moves */
	METRO_PHASE_REFILL, /* chance draws a tile for the hand of `seat` */
	METRO_PHASE_DRAW,   /* chance draws the tile that `seat` must then place */
};

/* An end of a path of tracks: the gate at the path's other end (or where the line ended), and the
 * number of tiles crossed, which is at most 4 * 60. For a gate into an empty cell this is the path
 * that arrives there. For a gate into a tile from an empty cell or a station, the path that begins
 * there. A gate between two empty cells is a path of no tiles from itself to itself. Gates between
 * two tiles mean nothing. */
struct metro_end {
	uint8_t other, length;
};

/* Secret are: others' hands and the drawn tile of another seat (not with open_hands). On a state
 * redacted for a viewer they are METRO_UNKNOWN, and `pile` counts them in with the true pile. */
struct metro_state {
	uint8_t other[METRO_GATES], length[METRO_GATES]; /* struct metro_end, member by member */
	uint64_t empty;                                  /* cells that can still take a tile */
	uint64_t frontier;                               /* those of them that ME-32 allows */
	uint8_t board[METRO_CELLS];                      /* enum metro_tile */
	uint8_t pile[METRO_KINDS];                       /* copies of each kind */
	uint8_t hand[MP_SEATS][METRO_HAND_MAX];          /* enum metro_tile, descending */
	uint16_t score[MP_SEATS];
	uint8_t pile_left; /* tiles in the true pile */
	uint8_t drawn;     /* enum metro_tile: must be placed now (ME-31) */
	uint8_t seat;
	uint8_t phase;
	uint8_t first; /* the starting player */
};

/* Bounds. moves_max: METRO_HAND_MAX different tiles, in 4 turns, on at most 60 cells, and `draw`.
 * outcomes_max: a kind each, or a seat each. */
enum { METRO_CHOICES_MAX = METRO_HAND_MAX * 4, METRO_MOVES_MAX = METRO_CHOICES_MAX * 60 + 1 };

struct metro_tables {
	uint64_t short_line[METRO_KINDS]; /* cells where the kind, as it lies, breaks ME-33 */
	uint64_t around[METRO_CELLS];     /* cells on the other side of a cell's sides */
	uint8_t turns[METRO_KINDS];       /* turns that look different and are allowed: 1, 2 or 4 */
	uint8_t laid[METRO_KINDS][4];     /* by turn: the kind that looks like it */
	uint8_t leaves[METRO_KINDS][4];   /* by the side entered: the side left */
	uint8_t next[METRO_GATES];        /* leaving a cell by a side: the gate entered, or an end */
	uint8_t exits[METRO_KINDS][METRO_GATES]; /* by the gate entered: `next` of the side left */
	uint8_t worth[METRO_GATES];   /* of a tile when a line ends here: 1, 2, or 0 if none does */
	uint8_t station[METRO_GATES]; /* whose departure is this gate: 1 … 32, or 0 */
	uint8_t owner[METRO_GATES];   /* seat with a train at it, or METRO_NO_ONE */
	uint8_t departure[METRO_STATIONS];
	uint8_t place[METRO_GATES]; /* the same for gates that a quarter turn of the board exchanges */
	struct metro_state first;
};

static inline const struct metro_tables *metro_tables(const struct mp_setup *setup)
{
	return setup->tables;
}

static inline struct metro_end metro_end_at(const struct metro_state *state, unsigned gate)
{
	return (struct metro_end){.other = state->other[gate], .length = state->length[gate]};
}

/* Moves. Only what a type uses is not 0; the tile is an enum metro_tile. */
enum metro_type {
	METRO_PLACE,
	METRO_DRAW,
	METRO_CHANCE_START,
	METRO_CHANCE_DEAL,
	METRO_CHANCE_DRAW
};

static inline uint32_t metro_move(enum metro_type type, unsigned tile, unsigned turn, unsigned cell,
                                  unsigned seat)
{
	return (uint32_t)type << 16 | seat << 13 | turn << 11 | tile << 6 | cell;
}

enum { METRO_NEXT_TILE = 1 << 6 }; /* from a move to the same one with the next kind */

static inline enum metro_type metro_move_type(mp_move move)
{
	return (enum metro_type)(move >> 16);
}

static inline unsigned metro_move_seat(mp_move move)
{
	return move >> 13 & 7;
}

static inline unsigned metro_move_turn(mp_move move)
{
	return move >> 11 & 3;
}

static inline unsigned metro_move_tile(mp_move move)
{
	return move >> 6 & 31;
}

static inline unsigned metro_move_cell(mp_move move)
{
	return move & 63;
}

/* Where one tile in one turn may go. */
struct metro_choice {
	uint64_t cells;
	uint32_t move; /* without its cell */
};

/* A line as it is shown. */
struct metro_line {
	uint8_t station, owner;         /* owner: METRO_NO_ONE without a train */
	uint8_t cells[4 * METRO_TILES]; /* in travel order, again for each time crossed */
	unsigned length;
	bool is_done;
	uint8_t next;    /* the empty cell where it would go on; 0 when done */
	uint8_t side;    /* by which it would enter it: 0 top, 1 right, 2 bottom, 3 left */
	uint8_t arrival; /* the station it ended at; 0 if at the central station, or not done */
	int points;      /* 0 until it is done */
};

extern const char metro_tile_names[METRO_KINDS][5];
extern const uint8_t metro_tile_copies[METRO_KINDS];

/* setup.c */
bool metro_prepare(const struct mp_setup *, void *tables, struct mp_text *why);
void metro_init(const struct mp_setup *, void *state);
const char *metro_flaw(const struct mp_setup *, const void *state);

/* ME-31: while the pile is not empty, and once. */
static inline bool metro_can_draw(const struct metro_state *state)
{
	return state->pile_left > 0 && !state->drawn;
}

/* legal.c */
int metro_turn(const struct mp_setup *, const void *state);
size_t metro_legal(const struct mp_setup *, const void *state, int seat, mp_move *out);
size_t metro_chance(const struct mp_setup *, const void *state, struct mp_outcome *out);
mp_move metro_draw(const struct mp_setup *, const void *state, struct mp_rng *);
/* The choices for one tile, in any order of turns that is allowed (ME-33, ME-34). */
size_t metro_tile_choices(const struct metro_tables *, uint64_t frontier, unsigned tile,
                          struct metro_choice *out);
/* And for all tiles that the seat on turn may place; at most METRO_CHOICES_MAX. */
size_t metro_choices(const struct metro_tables *, const struct metro_state *,
                     struct metro_choice *out);

/* check.c */
const struct mp_rule *metro_check(const struct mp_setup *, const void *state, int seat, mp_move);
const struct mp_rule *metro_check_cut(const struct mp_setup *, const void *redacted, int viewer,
                                      int seat, mp_move cut);

/* apply.c */
void metro_apply(const struct mp_setup *, void *state, int seat, mp_move);
void metro_hand_add(uint8_t hand[METRO_HAND_MAX], unsigned tile);
void metro_hand_remove(uint8_t hand[METRO_HAND_MAX], unsigned tile);

/* score.c */
void metro_score(const struct mp_setup *, const void *state, int32_t score[MP_SEATS]);
unsigned metro_winners(const struct mp_setup *, const void *state);
void metro_breakdown(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);

/* hidden.c */
/* Does the viewer see the tiles of this seat? */
bool metro_may_see(const struct mp_setup *, unsigned seat, int viewer);
mp_viewers metro_seen_by(const struct mp_setup *, const void *state, int seat, mp_move);
mp_move metro_cut(const struct mp_setup *, const void *state, int seat, mp_move, int viewer);
void metro_redact(const struct mp_setup *, void *state, int viewer);
bool metro_guess(const struct mp_setup *, void *redacted, int viewer, struct mp_rng *);
bool metro_world(const struct mp_setup *, void *redacted, int viewer, const void *posterior,
                 size_t number, double *weight);

/* text.c */
void metro_print(const struct mp_setup *, mp_move, struct mp_text *);
bool metro_parse(const struct mp_setup *, struct mp_scan *, mp_move *);
/* "b4" */
void metro_print_cell(unsigned cell, char name[3]);

/* view.c */
void metro_view(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
/* Follows the line of a station (1 … 32) over the board. */
void metro_line_walk(const struct metro_tables *, const struct metro_state *, unsigned station,
                     struct metro_line *);
/* Its station, cells, length and end, as members of an open object. */
void metro_line_json(const struct metro_line *, struct mp_json *);

/* say.c, and what the build makes of words.en and words.fr */
extern const struct mp_words metro_words[MP_LANGS];
void metro_prompt(const struct mp_setup *, const void *redacted, int seat, struct mp_json *);
void metro_read(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
void metro_explain(const struct mp_setup *, const void *redacted, int seat, mp_move,
                   const struct mp_rule *, struct mp_json *);
/* A tile's name, null if it is not known. */
void metro_tile_json(const char *key, unsigned tile, struct mp_json *);

/* eval.c */
void metro_evaluate(const struct mp_setup *, const void *state, float share[MP_SEATS]);

/* playout.c */
uint32_t metro_playout(const struct mp_setup *, void *state, struct mp_rng *);

/* effects.c */
void metro_effects(const struct mp_setup *, const void *redacted, int seat, mp_move cut, int viewer,
                   struct mp_json *);

/* policy.c */
void metro_policy(const struct mp_setup *, const void *state, int seat, const mp_move *, size_t n,
                  float *prior);

/* codec.c */
extern const struct mp_codec metro_codec;

/* inputs.c */
extern const struct mp_inputs metro_inputs;

#endif
