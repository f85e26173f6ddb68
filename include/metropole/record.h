/* SPDX-License-Identifier: MIT
 *
 * The record of a match as plain text, and back. A record replays without a seed.
 *
 *   metropole 1
 *   game nim
 *   rules 1
 *   players 2
 *   option heap 8            only what differs from the default
 *   name 1 Anna              optional
 *   result 1 0               scores once the game is over, `result *` before
 *   <empty line>
 *   take 3; take 1           moves separated by `;` or line ends, comments after `#`
 *   3: accept 1              a move of a seat that is not on turn
 *
 * An option of type text is embedded: `option values <fnv1a64 of its bytes>` followed by its lines,
 * each after `| `.
 */
#ifndef METROPOLE_RECORD_H
#define METROPOLE_RECORD_H

#include <metropole/match.h>

enum { MP_NAME_MAX = 64 };

/* What the header says; filled by mp_record_header, so that the caller can provide memory. */
struct mp_record {
	const struct mp_game *game;
	int players;
	struct mp_setup setup;             /* begun and set, not finished */
	char names[MP_SEATS][MP_NAME_MAX]; /* empty if not given */
	const char *body;                  /* where the moves begin */
	int body_line;                     /* and the line that is */
	bool has_result;
	int32_t result[MP_SEATS];
};

/* Reads a header. `text_option` takes the content of an embedded text option
 * (MP_TEXT_OPTION_MAX + 1 bytes); it must outlive the setup. */
enum mp_err mp_record_header(struct mp_record *, const char *text, size_t len, char *text_option,
                             struct mp_fault *);

/* Plays the body of a record into a fresh match (made from record->setup, finished). MP_FULL asks
 * for a larger move buffer; MP_BAD_RECORD names the line. Checks the result if there is one. */
enum mp_err mp_record_replay(const struct mp_record *, const char *text, size_t len,
                             struct mp_match *, struct mp_fault *);

/* The line on which the n-th move of a record stands, counted from 0; the last line if it has no
 * more than n moves. */
int mp_record_line(const struct mp_record *, const char *text, size_t len, size_t n);

/* Writes the record as the viewer may see it: moves are cut until the game is over. `names` may
 * be NULL. */
void mp_record_print(struct mp_match *, int viewer, const char (*names)[MP_NAME_MAX],
                     struct mp_text *);

#endif
