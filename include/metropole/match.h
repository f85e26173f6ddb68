/* SPDX-License-Identifier: MIT
 *
 * A match: a setup, a state, and the moves that led to it. mp_match_play is the only door for
 * moves from outside; whatever a viewer is shown goes out through the functions here, which
 * redact the state and cut the move before the game's code sees them.
 *
 * A match allocates nothing. The caller gives it memory (aligned for any type):
 *   state    game->state_size bytes
 *   scratch  2 * game->state_size bytes rounded up to 16 each; may be shared by matches that are
 *            not used at the same time
 *   moves    a buffer of `cap` moves; when it is full, playing answers MP_FULL and changes nothing
 */
#ifndef METROPOLE_MATCH_H
#define METROPOLE_MATCH_H

#include <metropole/game.h>
#include <metropole/setup.h>

enum { MP_MATCH_MOVES_MAX = 1000000 };

struct mp_match;

/* Told of every move right before it is applied, in mp_match_play and mp_match_draw. */
struct mp_witness {
	void (*saw)(void *ctx, struct mp_match *before, int seat, mp_move);
	void *ctx;
};

/* A match is full, or it is followed: then `viewer` is not MP_ALL, the state is the viewer's
 * redacted one and the moves are cut, exactly as the full match tells them. What goes out is the
 * same, byte for byte, as the full match gives this viewer, until the end, which only the full
 * match knows: a followed one is never over. Nobody else may be asked about. */
struct mp_match {
	const struct mp_setup *setup;
	void *state;
	void *scratch;
	struct mp_played *moves;
	size_t n_moves, cap;
	uint32_t plies;  /* players' moves among them */
	uint32_t chance; /* chance moves among them */
	int viewer;      /* whose match this is: MP_ALL, or who follows it */
	struct mp_witness witness;
};

size_t mp_match_scratch_size(const struct mp_game *);

void mp_match_init(struct mp_match *, const struct mp_setup *, void *state, void *scratch,
                   struct mp_played *moves, size_t cap);

/* Makes a fresh match the one that this viewer follows. */
void mp_match_follow(struct mp_match *, int viewer);
bool mp_match_is_followed(const struct mp_match *);

/* Who may act. */
int mp_match_turn(const struct mp_match *);
unsigned mp_match_actors(const struct mp_match *);
/* Those of them who have a deal to answer; one's own that is open waits for others. */
unsigned mp_match_answerers(const struct mp_match *);
unsigned mp_answerers(const struct mp_setup *, const void *state);
bool mp_match_is_over(const struct mp_match *);

/* Parses, checks, applies and records a move. `seat` is who plays it, or MP_CHANCE. A followed
 * match takes what its viewer is told of the move. */
enum mp_err mp_match_play(struct mp_match *, int seat, const char *text, struct mp_fault *);

/* The first half of it: parses and checks, changes nothing. */
enum mp_err mp_match_check(struct mp_match *, int seat, const char *text, mp_move *,
                           struct mp_fault *);

/* Whether this seat may play it: the same, but in a followed match, where it is the viewer's own
 * try and no cut move. */
enum mp_err mp_match_try(struct mp_match *, int seat, const char *text, mp_move *,
                         struct mp_fault *);

/* The same door for a move that is already packed (a bot's). */
enum mp_err mp_match_play_move(struct mp_match *, int seat, mp_move, struct mp_fault *);

/* At a chance node: draws an outcome with exact weights and plays it. For reproducible matches
 * the caller seeds the generator with (seed, match->chance) before each call. */
enum mp_err mp_match_draw(struct mp_match *, struct mp_rng *, struct mp_fault *);

/* Back to before the last move of a player (chance after it included). False if there is none. */
bool mp_match_undo(struct mp_match *);

/* Back to the position after the first n moves. */
void mp_match_rewind(struct mp_match *, size_t n);

/* A hash of the full state: for tests and tables in memory, never for a message. */
uint64_t mp_match_hash(const struct mp_match *);

/* A move that is about to be played, as the viewer sees it. */
mp_move mp_match_cut(const struct mp_match *, int seat, mp_move, int viewer);
void mp_match_print_move(struct mp_match *, int seat, mp_move, int viewer, struct mp_text *);

/* What goes out. `key` as in text.h. All are cut for the viewer. */
void mp_match_status(struct mp_match *, struct mp_json *); /* members of an open object */
void mp_match_view(struct mp_match *, int viewer, const char *key, struct mp_json *);
/* Sixteen digits that stand for the bytes of the view: who follows a match compares them. */
void mp_match_digest(struct mp_match *, int viewer, const char *key, struct mp_json *);
void mp_match_breakdown(struct mp_match *, int viewer, const char *key, struct mp_json *);
/* Effects of a legal move that is about to be played, into an open array. */
void mp_match_effects(struct mp_match *, int seat, mp_move, int viewer, struct mp_json *);
/* What the seat may do now as member `prompt` (a list, empty if nothing), and the board as member
 * `board`: objects that the game's words say. */
void mp_match_read(struct mp_match *, int viewer, struct mp_json *);
/* `view` and `effects` members after the move on the viewer's redacted state, up to the first
 * chance node. */
enum mp_err mp_match_preview(struct mp_match *, int seat, const char *text, struct mp_json *,
                             struct mp_fault *);

/* A position as one viewer knows it, for a bot: the redacted state, and all n_moves moves so far
 * as the viewer saw them. */
void mp_match_redacted(const struct mp_match *, int viewer, void *state);
void mp_match_log(struct mp_match *, int viewer, struct mp_played *out);

#endif
