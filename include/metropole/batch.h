/* SPDX-License-Identifier: MIT
 *
 * Many matches of one setup, stepped together in flat memory of the caller's: for learners. Errors,
 * threads and handles are as in metropole.h.
 *
 *   struct mp_batch_shape shape;
 *   mp_batch_shape(setup, &shape);
 *   uint8_t *mask = malloc(1024 * shape.actions);
 *   int32_t *action = malloc(1024 * sizeof *action);
 *   struct mp_batch_memory memory = {.mask = mask};
 *   struct mp_batch *batch = mp_batch_open(setup, 1024, 42, &memory, 1);
 *
 *   for (int i = 0; i < 1000; i++) {
 *       mp_batch_random(batch, action);
 *       mp_batch_step(batch, action);
 *   }
 *   mp_batch_close(batch);
 *
 * An action is a number that stands for a move, or for a part of one where moves are sets; a match
 * whose move is not complete stays with the same seat. Chance is drawn by its weights, from a
 * stream of each match's own. A match that is over begins anew at once: `done` tells it, `returns`
 * what was won, and seat, mask and observation are those of the new match.
 *
 * Nothing is allocated after mp_batch_open. The caller's memory is written by mp_batch_open,
 * mp_batch_reset and mp_batch_step, and never read; it is the caller's to read and not to write, as
 * only those parts of a mask are written that have changed.
 */
#ifndef METROPOLE_BATCH_H
#define METROPOLE_BATCH_H

#include <metropole/base.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mp_setup;
struct mp_batch;

/* Sizes of a setup's batch, for each match. */
struct mp_batch_shape {
	size_t players;
	size_t actions;     /* an action is 0 … actions-1 */
	size_t words;       /* of 64 actions each, in `bits` */
	size_t observation; /* numbers in an observation */
};

/* The caller's memory, n matches one after the other. What is NULL is not written. All of it has to
 * outlive the batch. */
struct mp_batch_memory {
	int8_t *seat;       /* n: who is on turn */
	uint8_t *mask;      /* n * actions: 1 for each legal action, else 0 */
	uint64_t *bits;     /* n * words: the same as bits, action a at bit a % 64 of word a / 64 */
	float *observation; /* n * observation: what the seat on turn may know, plane by plane */
	uint64_t *key;      /* n: the same for the same knowledge of the seat on turn (mp_match_key) */
	uint8_t *done;      /* n: 1 if the match has ended by this step */
	float *returns;     /* n * players: shares of the win (they add up to 1 or 0) if done, else 0 */
	float *points;      /* n * players: the final points if done, else 0 */
};

/* Sizes; MP_FORBIDDEN if there are no batches of this setup: not every game codes its moves, or not
 * with every option.
 *   if (mp_batch_shape(setup, &shape)) fputs(mp_error_message(), stderr); */
int mp_batch_shape(const struct mp_setup *, struct mp_batch_shape *);

/* The i-th plane of an observation: its name, what stands in it, and its size; NULL after the last.
 *   for (size_t i = 0; (name = mp_batch_plane(setup, i, &says, &rows, &columns)); i++)
 *       printf("%s, %zu x %zu: %s\n", name, rows, columns, says); */
const char *mp_batch_plane(const struct mp_setup *, size_t i, const char **says, size_t *rows,
                           size_t *columns);

/* n matches at their first choice. Works on `threads` threads, the caller's among them; the same
 * seed and actions give the same on any number. The setup has to outlive the batch.
 *   struct mp_batch *batch = mp_batch_open(setup, 1024, 42, &memory, 1); */
struct mp_batch *mp_batch_open(const struct mp_setup *, size_t n, uint64_t seed,
                               const struct mp_batch_memory *, int threads);
void mp_batch_close(struct mp_batch *);

/* All matches from their start again; chance goes on.
 *   mp_batch_reset(batch); */
void mp_batch_reset(struct mp_batch *);

/* One action for each match. MP_ILLEGAL_MOVE if one of them is not in its mask; nothing has
 * happened then, in no match.
 *
 *   if (mp_batch_step(batch, action))
 *       fputs(mp_error_message(), stderr); */
int mp_batch_step(struct mp_batch *, const int32_t *action);

/* A legal action for each match, each as likely as the other.
 *   mp_batch_random(batch, action); */
void mp_batch_random(struct mp_batch *, int32_t *action);

/* --- one match as in a batch --- */

struct mp_match;
enum { MP_BATCH_PARTS = 16 }; /* actions of one move at the most */

/* The actions that make a legal move of the seat on turn, in their order; returns how many, or an
 * error.
 *   int32_t actions[MP_BATCH_PARTS];
 *   int n = mp_batch_encode(match, move, actions); */
int mp_batch_encode(const struct mp_match *, mp_move, int32_t actions[MP_BATCH_PARTS]);

/* The move that these actions of the seat on turn make. 1: it is in *move; 0: they are only the
 * beginning of one; negative: MP_ILLEGAL_MOVE and the like.
 *   if (mp_batch_decode(match, actions, (size_t)n, &move) == 1)
 *       mp_match_make(match, mp_match_turn(match), move); */
int mp_batch_decode(const struct mp_match *, const int32_t *actions, size_t n, mp_move *move);

/* Writes seat, mask, bits, observation and key as a batch of this one match would have them for the
 * viewer, who has begun a move with these actions. The mask of who is not on turn is empty.
 *   mp_batch_show(match, 0, NULL, 0, &(struct mp_batch_memory){.mask = mask}); */
int mp_batch_show(struct mp_match *, int viewer, const int32_t *begun, size_t n,
                  const struct mp_batch_memory *);

#ifdef __cplusplus
}
#endif

#endif
