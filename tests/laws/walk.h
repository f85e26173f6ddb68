/* SPDX-License-Identifier: MIT
 *
 * A walk: one setup, one random match on it, and the memory that the laws work in. Shared by the
 * files of the laws only.
 */
#ifndef METROPOLE_TESTS_LAWS_WALK_H
#define METROPOLE_TESTS_LAWS_WALK_H

#include "laws.h"

#include <metropole/match.h>
#include <metropole/rng.h>
#include <metropole/text.h>

enum {
	WALK_MOVES = 3000, /* a match is left after so many */
	WALK_POOL = 256,   /* moves remembered, to be tried where they are not legal */
	WALK_SPARES = 6,
	WALK_JSON = 1 << 17,
	WALK_RECORD = 1 << 20,
	WALK_NOBODY = -1, /* no viewer is being looked at */
};

struct world {
	struct mp_match match;
	void *state, *scratch;
	struct mp_played *moves;
};

struct walk {
	struct laws *laws;
	const struct mp_game *game;
	struct mp_setup setup;
	void *tables;
	struct mp_rng rng;
	int viewer; /* for the report */

	struct world world, twin;
	struct world follower[MP_PUBLIC + 1]; /* one for each viewer but the referee */
	void *spare[WALK_SPARES];             /* states, each followed by a guard */
	char *before;                         /* WALK_MOVES + 1 states: the position before each move */

	/* What may happen now: listed once for every position. */
	mp_move *list[MP_SEATS];
	size_t n_list[MP_SEATS];
	struct mp_outcome *outcomes;
	size_t n_outcomes;
	mp_move *second; /* a second list to compare with */
	struct mp_outcome *second_outcomes;

	mp_move pool[WALK_POOL];
	size_t n_pool, pool_at;

	char *json[2], *record;
};

/* Says that a law is broken; always false, so that a law can end with it. */
bool broken(struct walk *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Memory for a setup that is finished. */
void walk_open(struct walk *, struct laws *, const struct mp_setup *);
void walk_close(struct walk *);

/* Copies a state into a spare place and returns it. */
void *walk_copy(struct walk *, int spare, const void *state);
bool walk_same(const struct walk *, const void *, const void *);
bool walk_guards_hold(const struct walk *);

/* One chance in n. */
bool walk_dice(struct walk *, uint32_t n);

/* A move as text, for sentences and notation; the caller's buffer has MP_MOVE_TEXT_MAX bytes. */
const char *walk_print(const struct walk *, mp_move, char *);
bool walk_listed(const struct walk *, int seat, mp_move);
/* Is `check` asked about this seat now? (The match answers for the others.) */
bool walk_is_checked(const struct walk *, int seat);
/* A remembered text with something altered; true if it fits. */
bool walk_altered_text(struct walk *, char *);

/* The laws. Each looks at the position of walk->world, which is not over unless it says so. */
bool law_descriptor(struct walk *);
bool law_list(struct walk *); /* also fills the lists */
bool law_moves(struct walk *);
bool law_event(struct walk *, int seat, mp_move); /* about to be played */
bool law_over(struct walk *);                     /* the position is over */
bool law_hidden(struct walk *);
bool law_hidden_event(struct walk *, int seat, mp_move);
bool law_shown(struct walk *);                          /* over or not */
bool law_shown_event(struct walk *, int seat, mp_move); /* about to be played */
bool law_search(struct walk *);
bool law_codec(struct walk *);
bool law_record(struct walk *);   /* at the end of a walk, over or not */
void follow_begin(struct walk *); /* a match begins */
bool law_follow(struct walk *);   /* the followers have what the referee would show them */
bool law_follow_event(struct walk *, int seat, mp_move); /* about to be played: they are told */
bool law_follow_back(struct walk *);                     /* at the end of a walk, over or not */
bool law_paired(struct walk *, int viewer, bool from_start, size_t *steps);

/* What happens next, at random; false if nothing can (which law_list has told). */
bool walk_choose(struct walk *, int *seat, mp_move *);

#endif
