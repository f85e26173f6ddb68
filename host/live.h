/* SPDX-License-Identifier: MIT
 *
 * A match that lives: it owns its states and a buffer of moves that grows by itself, and draws
 * chance from the source that it was given. It has a setup of its own, or shares one with others.
 * Full or followed, as match.h says.
 *
 * A live match is made aside and put in its place when all went well (live_replace), so what fails
 * loses nothing.
 */
#ifndef HOST_LIVE_H
#define HOST_LIVE_H

#include <metropole/match.h>
#include <metropole/record.h>
#include <metropole/rng.h>

/* Where luck comes from: the generator from which the k-th chance event of the match is drawn. It
 * may answer NULL, and the match stays where it is. No source: chance is played by the caller, as
 * any move. */
struct live_chance {
	struct mp_rng *(*generator)(void *ctx, uint32_t k);
	void *ctx;
};

struct live {
	struct mp_setup setup;
	struct mp_match match;
	struct live_chance chance;
	char (*names)[MP_NAME_MAX]; /* by seat */

	int64_t now;    /* the caller's clock, set before a move is played … */
	int64_t *times; /* … and kept here for each move, unless the match is shared */
	size_t times_cap;
};

/* A finished copy of a setup that was begun and set, with memory of its own. On failure nothing is
 * held. */
enum mp_err live_setup_init(struct mp_setup *, const struct mp_setup *begun, struct mp_fault *);
void live_setup_release(struct mp_setup *);

/* From a setup that was begun and set, for the referee (MP_ALL) or a viewer who follows. On failure
 * nothing is held. */
enum mp_err live_init(struct live *, const struct mp_setup *begun, int viewer, struct mp_fault *);
/* From a record: a full one, or for a viewer the one that was cut for it. */
enum mp_err live_load(struct live *, const char *record, int viewer, struct mp_fault *);
/* A copy, but for the source of chance, which is the caller's to give. */
enum mp_err live_clone(struct live *, const struct live *from, struct mp_fault *);
/* A full match, without names and times, on what is shared: a finished setup, which has to outlive
 * it, and scratch (match.h). */
enum mp_err live_share(struct live *, const struct mp_setup *finished, void *scratch,
                       struct mp_fault *);
void live_release(struct live *);
/* Nothing more will be played: gives back the room that was kept for it. */
void live_trim(struct live *);

/* Names the seats, from the first on: one on each line. What is too long is left out. */
void live_name(struct live *, const char *names);

/* Releases what is there, if anything is, and moves `from` into its place. */
void live_replace(struct live *, struct live *from);

/* Plays a move, as match.h says; then, if it has a source, the chance that is due. A fault changes
 * nothing. MP_FULL: memory is short. */
enum mp_err live_play(struct live *, int seat, const char *text, struct mp_fault *);
enum mp_err live_play_move(struct live *, int seat, mp_move, struct mp_fault *);
/* The chance that is due now, as at the beginning. */
enum mp_err live_draw(struct live *, struct mp_fault *);

/* The full match of this record, which has to be of the same game and setup and, cut for who
 * followed, exactly what was followed; otherwise MP_BAD_RECORD with the line. Names are the
 * record's, times those of the followed match. On failure nothing is held. */
enum mp_err live_reveal(struct live *full, const struct live *followed, const char *record,
                        struct mp_fault *);

#endif
