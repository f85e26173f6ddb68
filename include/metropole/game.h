/* SPDX-License-Identifier: MIT
 *
 * The contract that every game fulfils, and all that the rest of the house knows of a game.
 *
 * A game is one constant descriptor, struct mp_game. Its functions are pure: they read an immutable
 * setup, read or change a state in the caller's memory, and do nothing else (no heap, no I/O, no
 * clock, no globals). Seats are counted from 0 here and from 1 in every text.
 *
 * Chance is a player: at a chance node turn() answers MP_CHANCE, chance() lists the outcomes with
 * exact integer weights, and the outcome is applied as a move. A state holds no secret order: what
 * has not been drawn is a multiset.
 *
 * Hidden information is stated five times, so that the statements can check each other: seen_by,
 * cut, redact, guess, check_cut. What is shown to a viewer (view, effects, breakdown, score) is
 * computed from a redacted state and a cut move only, so it cannot tell what it does not know.
 */
#ifndef METROPOLE_GAME_H
#define METROPOLE_GAME_H

#include <metropole/base.h>

struct mp_codec;
struct mp_inputs;
struct mp_json;
struct mp_rng;
struct mp_scan;
struct mp_search_plan;
struct mp_text;

enum {
	MP_OPTIONS = 8,             /* options of one game at the most */
	MP_TEXT_OPTION_MAX = 16384, /* bytes of an option of type text */
	MP_MOVE_TEXT_MAX = 160,     /* bytes of a printed move, the final NUL included */
	MP_MOVES_MAX = 1024,        /* no game's moves_max is above */
	MP_OUTCOMES_MAX = 128,      /* no game's outcomes_max is above */
};

/* Sets of viewers, one bit each: seats, MP_PUBLIC, MP_ALL. */
typedef uint8_t mp_viewers;
enum { MP_EVERYONE = 0xff, MP_REFEREE = 1 << MP_ALL };

/* One language of a catalogue of sentences, sorted by key; words.h speaks them. */
struct mp_words {
	const struct mp_word {
		const char *key, *code;
	} * word;
	size_t n;
};

enum mp_option_type { MP_INT, MP_BOOL, MP_CHOICE, MP_TEXT };

/* An option of a game. Value of MP_INT: the number; MP_BOOL: 0 or 1; MP_CHOICE: index into
 * `choices`; MP_TEXT: the length of setup->text (0 = default). A game has at most one MP_TEXT. */
struct mp_option {
	const char *name;
	enum mp_option_type type;
	int32_t default_value;
	int32_t min, max;           /* MP_INT: both ends included */
	const char *const *choices; /* MP_CHOICE: NULL-terminated */
};

/* Everything that is constant in a match. Built once (setup.h), then immutable and shareable. */
struct mp_setup {
	const struct mp_game *game;
	int players;
	int32_t option[MP_OPTIONS]; /* by index in game->options */
	const char *text;           /* the option of type text, "" if it is the default; caller's */
	const void *tables;         /* derived by game->prepare; caller's memory */
};

/* A rule that forbids something: its id, a sentence that says what is wrong and what to do, and the
 * key of that sentence in the game's words (refuse.key), NULL if it has none. */
struct mp_rule {
	const char *id;
	const char *message;
	const char *key;
};

/* check() answers this for a seat that may not move now: the error is then not_your_turn. */
extern const struct mp_rule mp_rule_turn;

/* A move that was played, and by whom. */
struct mp_played {
	mp_move move;
	int8_t seat; /* MP_CHANCE or who moved */
};

/* What a move is in a negotiation: an offer to one seat, a proposal that is listed (a joint
 * building), an answer, a withdrawal; MP_DEAL_NONE for every ordinary move. */
enum mp_deal_kind {
	MP_DEAL_NONE,
	MP_DEAL_OFFER,
	MP_DEAL_PROPOSE,
	MP_DEAL_ACCEPT,
	MP_DEAL_DECLINE,
	MP_DEAL_WITHDRAW
};

/* Whoever is not in a deal pays for it: bots make and take none that costs another seat more win
 * share than this, by the game's evaluate. That bounds what a partner can gain, too. */
#define MP_DEAL_HARM_MAX 0.015f

struct mp_game {
	const char *id;
	const char *title[MP_LANGS];
	int players_min, players_max;
	int rules_version; /* counted up when a record may replay differently */
	int score_scale;   /* scores are in units of 1/score_scale points */
	const struct mp_option *options;
	size_t n_options;

	/* Bounds; each stands with its proof in the game's state.h and is tested. */
	size_t state_size;
	size_t tables_size;  /* of what prepare() writes; 0 if nothing is derived */
	size_t moves_max;    /* moves that legal() lists */
	size_t outcomes_max; /* outcomes that chance() lists */

	/* Derives `tables` from players, options and text. The only function that may refuse: it then
	 * returns false with a sentence (naming the option, and the line of a text) in `why`.
	 * NULL if there is nothing to derive and nothing to refuse. */
	bool (*prepare)(const struct mp_setup *, void *tables, struct mp_text *why);

	/* Writes the first state; the caller has zeroed the memory. */
	void (*init)(const struct mp_setup *, void *state);

	/* The seat on turn, MP_CHANCE or MP_OVER. */
	int (*turn)(const struct mp_setup *, const void *state);

	/* Seats with a listed move now, as a bit set; 0 at chance nodes and when over.
	 * NULL: just the seat on turn. */
	unsigned (*actors)(const struct mp_setup *, const void *state);

	/* Lists the legal moves of a seat, in a stable order, none twice; returns how many.
	 * Nothing for a seat without a move, at a chance node, or when over. */
	size_t (*legal)(const struct mp_setup *, const void *state, int seat, mp_move *out);

	/* Lists the outcomes at a chance node; 0 elsewhere. NULL: nothing is random. */
	size_t (*chance)(const struct mp_setup *, const void *state, struct mp_outcome *out);

	/* Plays a legal move (seat MP_CHANCE: an outcome), trusting its input. On a state redacted for
	 * a viewer it also accepts that viewer's cut moves. */
	void (*apply)(const struct mp_setup *, void *state, int seat, mp_move);

	/* NULL if the seat (or MP_CHANCE) may play this move now, otherwise the rule that forbids it.
	 * Takes any move that parse() can produce, at any time. Never called when over. */
	const struct mp_rule *(*check)(const struct mp_setup *, const void *state, int seat, mp_move);

	/* Scores so far in units of 1/score_scale: what each would have if the game ended now. On a
	 * redacted state what is unknown counts as unmet. */
	void (*score)(const struct mp_setup *, const void *state, int32_t score[MP_SEATS]);

	/* The winners, as a bit set of seats; 0 until the game is over. */
	unsigned (*winners)(const struct mp_setup *, const void *state);

	/* Notation, both directions. print() of a cut move writes `?` for what is not seen. parse()
	 * reads the whole text (up to the scanner's end) into a move and returns false for what is not
	 * notation of this game; the match refuses texts that do not print back to themselves, so
	 * parse() need not guard against second spellings. Cut moves are read where the scanner says
	 * so (mp_scan_unseen), and nowhere else. */
	void (*print)(const struct mp_setup *, mp_move, struct mp_text *);
	bool (*parse)(const struct mp_setup *, struct mp_scan *, mp_move *);

	/* Hidden information: the next five, all or none. None: everybody knows everything.
	 *
	 * Who learns this move in full (before it is applied); the referee always does. */
	mp_viewers (*seen_by)(const struct mp_setup *, const void *state, int seat, mp_move);

	/* The move as the viewer sees it. Where playing it shows this viewer something more (an
	 * objective received), it carries that too, and its text says so at its end. */
	mp_move (*cut)(const struct mp_setup *, const void *state, int seat, mp_move, int viewer);

	/* Erases what the viewer may not know. Nothing when the game is over; nothing for MP_ALL. */
	void (*redact)(const struct mp_setup *, void *state, int viewer);

	/* Fills a redacted state in, from the game's stated reference distribution. False if nothing
	 * fits, which can only be when the game is over and the referee alone knows; the state then
	 * means nothing. */
	bool (*guess)(const struct mp_setup *, void *redacted, int viewer, struct mp_rng *);

	/* As check(), for what a viewer is told: the state is redacted for the viewer, and the move is
	 * one that parse() reads as cut. Forbids what cannot have happened as far as the viewer knows,
	 * and any form in which this viewer would not have been told of it. Not for MP_ALL. */
	const struct mp_rule *(*check_cut)(const struct mp_setup *, const void *redacted, int viewer,
	                                   int seat, mp_move cut);

	/* The game's own members of a view, into an open JSON object. `redacted` is the viewer's. */
	void (*view)(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);

	/* What this move does, as typed JSON objects {"type":…} into an open array. State (before the
	 * move) and move are the viewer's, and viewers for whom both are the same are told the same.
	 * The end of the game is told by the match, not here. */
	void (*effects)(const struct mp_setup *, const void *redacted, int seat, mp_move cut,
	                int viewer, struct mp_json *);

	/* Every point that the viewer may know of, as objects {"seat","rule","points","cause",…} into
	 * an open array; they add up to score() of the same state. */
	void (*breakdown)(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);

	/* What the game says to people, by language, compiled from words.en and words.fr in its folder;
	 * NULL if it says nothing. Effects are said under effect.type, points under points.cause. */
	const struct mp_words *words;

	/* Optional; what the sentences of words need to be about this position. All take what the seat
	 * or viewer may know, and write objects {"type":…} into an open array, or (explain) members
	 * into an open object. prompt: what the seat may do now, one object, said under prompt.type.
	 * read: the board, an object for each sentence, said under read.type. explain: the parameters
	 * of refuse.key, of the rule by which check() refused this move. */
	void (*prompt)(const struct mp_setup *, const void *redacted, int seat, struct mp_json *);
	void (*read)(const struct mp_setup *, const void *redacted, int viewer, struct mp_json *);
	void (*explain)(const struct mp_setup *, const void *redacted, int seat, mp_move,
	                const struct mp_rule *, struct mp_json *);

	/* For tests: NULL, or a sentence naming the invariant that this full state breaks
	 * (conservation of tiles, cards, tokens, passengers, plots; fields within their bounds). */
	const char *(*flaw)(const struct mp_setup *, const void *state);

	/* Free-form moves that legal() does not list (offers in a negotiation); all three or none. */
	bool (*can_offer)(const struct mp_setup *, const void *state, int seat);
	bool (*is_free)(mp_move); /* is this a move that legal() never lists? */
	bool (*sample_free)(const struct mp_setup *, const void *state, int seat, struct mp_rng *,
	                    mp_move *);

	/* For bots, in games with deals; both or neither. deal_kind: what the move is in a negotiation.
	 * propose: up to `cap` offers that may be worth making for this seat now, the most promising
	 * first; each passes check(). A bot values them itself, by evaluate. */
	enum mp_deal_kind (*deal_kind)(mp_move);
	size_t (*propose)(const struct mp_setup *, const void *state, int seat, mp_move *out,
	                  size_t cap);
	/* Optional: does the seat stand better after a deal, as a person sees it at a glance? A bot
	 * then takes it even at a small cost by its own judgement: those who never trade are no
	 * company. */
	bool (*looks_better)(const struct mp_setup *, const void *before, const void *after, int seat);

	/* Optional, for speed: the outcome at a chance node that mp_chance_draw would pick from
	 * chance()'s list with the same generator, without writing the list. */
	mp_move (*draw)(const struct mp_setup *, const void *state, struct mp_rng *);

	/* Optional, for speed: plays on to the end with uniformly random legal moves, chance by its
	 * weights; returns the number of players' moves. */
	uint32_t (*playout)(const struct mp_setup *, void *state, struct mp_rng *);

	/* Optional, for search; all on full (guessed) states. evaluate: expected win share of each
	 * seat, adding up to 1. policy: a prior > 0 for each listed move. rollout: one quick sensible
	 * move for the seat on turn. */
	void (*evaluate)(const struct mp_setup *, const void *state, float share[MP_SEATS]);
	void (*policy)(const struct mp_setup *, const void *state, int seat, const mp_move *, size_t n,
	               float *prior);
	mp_move (*rollout)(const struct mp_setup *, const void *state, int seat, struct mp_rng *);

	/* Optional, for search; both or neither. What the cut log tells of the hidden part: posterior()
	 * writes it (posterior_size bytes of zeroed memory) once before a search, guess_posterior()
	 * fills a redacted state in from it, as guess() does from the reference distribution. Must not
	 * fail: where the log makes no sense, the posterior is the reference. */
	size_t posterior_size;
	void (*posterior)(const struct mp_setup *, const void *redacted, int viewer,
	                  const struct mp_played *log, size_t n_log, void *posterior);
	void (*guess_posterior)(const struct mp_setup *, void *redacted, int viewer,
	                        const void *posterior, struct mp_rng *);

	/* Optional, for exact solutions: the worlds that fit a redacted state, numbered from 0. Fills
	 * the state in with this one and tells its weight (0: it is none; one world may have several
	 * numbers). False beyond the last, or from the first on if they are too many to be listed. The
	 * posterior is there if the game has one. */
	bool (*world)(const struct mp_setup *, void *redacted, int viewer, const void *posterior,
	              size_t number, double *weight);

	/* Optional, for reviews: the secret of a seat that the others would like to know, as a number;
	 * less than 0 while it has none. On full states. */
	int (*secret)(const struct mp_setup *, const void *state, int seat);

	/* Moves as numbers, positions as tensors (codec.h). NULL: there are no batches of it. */
	const struct mp_codec *codec;

	/* What nets are told of a position (net.h). NULL: nothing. */
	const struct mp_inputs *inputs;

	/* How bots search it (plan.h). NULL: as games in general. */
	const struct mp_search_plan *search;
	/* What was trained: plain numbers of 32 bits, read through mp_nets(). MP_NETS() names them. */
	const void *nets;
	size_t nets_size;
};

/* The registry, generated by the build from the folders in games/: NULL-terminated, by id. */
extern const struct mp_game *const mp_games[];

/* The game with this id, or NULL. */
const struct mp_game *mp_game_find(const char *id);

/* What was trained for a game. With MP_NETS_APART (WebAssembly) nets are no part of the program:
 * the host hands them over, and until then all their numbers are 0. */
#ifdef MP_NETS_APART
#define MP_NETS(nets) NULL
const void *mp_nets(const struct mp_game *);
#else
#define MP_NETS(nets) (&(nets))
static inline const void *mp_nets(const struct mp_game *game)
{
	return game->nets;
}
#endif

/* Member `games`: each with its title, players and options. */
void mp_games_json(struct mp_json *);

/* The parts that a game may lack, for every caller: without them nothing is random, nothing hidden,
 * no move part of a negotiation. */
static inline size_t mp_chance_list(const struct mp_setup *setup, const void *state,
                                    struct mp_outcome *out)
{
	return setup->game->chance ? setup->game->chance(setup, state, out) : 0;
}

static inline mp_viewers mp_seen_by(const struct mp_setup *setup, const void *state, int seat,
                                    mp_move move)
{
	return setup->game->seen_by ? setup->game->seen_by(setup, state, seat, move) : MP_EVERYONE;
}

static inline mp_move mp_cut(const struct mp_setup *setup, const void *state, int seat,
                             mp_move move, int viewer)
{
	return setup->game->cut ? setup->game->cut(setup, state, seat, move, viewer) : move;
}

static inline void mp_redact(const struct mp_setup *setup, void *state, int viewer)
{
	if (setup->game->redact)
		setup->game->redact(setup, state, viewer);
}

static inline bool mp_guess(const struct mp_setup *setup, void *redacted, int viewer,
                            struct mp_rng *rng)
{
	return !setup->game->guess || setup->game->guess(setup, redacted, viewer, rng);
}

static inline enum mp_deal_kind mp_deal_kind(const struct mp_game *game, mp_move move)
{
	return game->deal_kind ? game->deal_kind(move) : MP_DEAL_NONE;
}

/* Draws an outcome at a chance node: a number below the sum of the weights, counted off along
 * chance()'s list. */
mp_move mp_chance_draw(const struct mp_setup *, const void *state, struct mp_rng *);
/* The same, always by the list. */
mp_move mp_chance_pick(const struct mp_setup *, const void *state, struct mp_rng *);

/* The index of a game's option, or -1. */
int mp_option_find(const struct mp_game *, const char *name);

#endif
