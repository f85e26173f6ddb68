/* SPDX-License-Identifier: MIT
 *
 * What is behind the handles of metropole.h. A setup's handle is its struct mp_setup, a match's its
 * struct mp_match: what users hold as opaque is what the rest of the house works with.
 */
#ifndef LIB_LIB_H
#define LIB_LIB_H

#include "host/buffer.h"
#include "host/live.h"

#include <metropole/metropole.h>

struct lib_setup {
	struct mp_setup setup; /* finished; first, so that the handle is its address */
	void *tables;
	char *text;
};

struct lib_match {
	struct live live;
	uint64_t seed;
	struct mp_rng rng; /* of the chance event that is being drawn */
	bool is_sampled;   /* begins in the middle: no record, nothing before to go back to */
	struct buffer text;
	struct mp_played *log; /* as `log_viewer` was told, up to log_n moves */
	size_t log_cap, log_n;
	int log_viewer;
	mp_move moves[MP_MOVES_MAX];
	struct mp_outcome outcomes[MP_OUTCOMES_MAX];
};

/* What went wrong last on this thread. */
struct mp_fault *lib_fault(void);
/* Sets it, and returns the code. */
enum mp_err lib_fail(enum mp_err, const char *message);
enum mp_err lib_no_memory(void);

/* The match behind a handle. */
struct lib_match *lib_match(const struct mp_match *);

/* Is this somebody whom the match can be asked about? Otherwise says so. */
bool lib_is_viewer(const struct mp_match *, int viewer);
bool lib_is_seat(const struct mp_match *, int seat);

/* A number for a state that is redacted for the viewer. */
uint64_t lib_key(const struct mp_game *, const void *redacted, int viewer);

/* Writes into the handle's buffer, enlarged until all fits; the text, or NULL with a fault. `write`
 * answers with an error of its own, or MP_OK. */
typedef enum mp_err lib_write(struct mp_match *, int viewer, const void *argument, struct mp_json *,
                              struct mp_fault *);
const char *lib_text(struct buffer *, lib_write *, struct mp_match *, int viewer,
                     const void *argument);

#endif
