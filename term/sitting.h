/* SPDX-License-Identifier: MIT
 *
 * A sitting: a table as the terminal keeps it: a match, full and refereed here, or followed while a
 * server referees; who sits where; and what each of those who look has been told, as sentences.
 *
 * Whatever is shown is taken for `viewer`, one seat or the public, from its redacted state.
 */
#ifndef TERM_SITTING_H
#define TERM_SITTING_H

#include "lines.h"

#include "host/live.h"
#include "host/question.h"
#include "host/report.h"

#include <metropole/words.h>

/* What somebody was told: sentences, and after which move of the match each was said. */
struct journal {
	struct lines said;
	size_t *after;
	size_t cap;
};

struct sitting {
	struct live live;
	struct mp_voice voice;
	int viewer;     /* who follows, MP_ALL where it is refereed here; stays when all is revealed */
	bool has_ended; /* by the referee's word, whatever the position says */
	const char *level[MP_SEATS]; /* of the bot there; NULL: a person */
	uint64_t seed;
	struct mp_rng luck;
	struct report report;
	struct journal journal[MP_PUBLIC + 1]; /* by viewer */
	unsigned waived; /* seats that let the open deal be, until the next move */
	struct mp_bot *bot;
	struct question question;
};

/* A match that is refereed here. Levels as in the table; names may be NULL. The first chance is
 * drawn. On failure nothing is held. */
enum mp_err sitting_open(struct sitting *, const struct mp_setup *begun, enum mp_lang,
                         const char *const level[MP_SEATS], const char *names, uint64_t seed,
                         struct mp_fault *);
/* One that a server referees, as this viewer is told of it. */
enum mp_err sitting_follow(struct sitting *, const struct mp_setup *begun, enum mp_lang, int viewer,
                           const char *names, struct mp_fault *);
/* One that was recorded. */
enum mp_err sitting_load(struct sitting *, const char *record, enum mp_lang, struct mp_fault *);
void sitting_release(struct sitting *);

/* Plays a move that somebody asked for, or (a followed match) was told of. */
enum mp_err sitting_play(struct sitting *, int seat, const char *move, struct mp_fault *);
/* Plays one of a record, chance too. */
enum mp_err sitting_repeat(struct sitting *, int seat, mp_move, struct mp_fault *);
/* Writes something down that is no move: talk, who came and went. */
void sitting_note(struct sitting *, const char *text);
/* Nothing is secret any more: the whole match of a followed one, from its record. */
enum mp_err sitting_reveal(struct sitting *, const char *record, struct mp_fault *);
/* Back to the position after the first n moves; the journals too. */
void sitting_rewind(struct sitting *, size_t n);
/* Takes the last move of a person back, and what came after it. False if there is none. */
bool sitting_undo(struct sitting *);

/* Whose word is awaited now: the seat on turn, or one that has a deal to answer and did not let it
 * be; MP_CHANCE while chance is awaited from afar; MP_OVER when there is nobody. */
int sitting_awaited(struct sitting *);
/* This seat says nothing to the open deal. */
void sitting_waive(struct sitting *, int seat);
bool sitting_is_person(const struct sitting *, int seat);
int sitting_persons(const struct sitting *);
/* Through whose eyes the table is shown while this seat is awaited: its own if it is a person,
 * otherwise the only person's, or the public's. */
int sitting_eyes(const struct sitting *, int awaited);
/* Do people who share this machine have secrets from each other? */
bool sitting_has_secrets(const struct sitting *);

/* Asks the bot for a seat's move, in its notation; "" if it lets the deal be. */
enum mp_err sitting_think(struct sitting *, int seat, const char *level,
                          char move[MP_MOVE_TEXT_MAX], struct mp_fault *);

/* A seat's name, as a JSON-safe or plain text. */
const char *sitting_name(const struct sitting *, int seat);

#endif
