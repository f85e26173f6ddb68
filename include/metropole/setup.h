/* SPDX-License-Identifier: MIT
 *
 * Building a setup: begin with the defaults, set options by name, finish.
 */
#ifndef METROPOLE_SETUP_H
#define METROPOLE_SETUP_H

#include <metropole/game.h>

/* What went wrong, for the one who asked. */
struct mp_fault {
	enum mp_err code;
	const char *rule; /* with MP_ILLEGAL_MOVE, else NULL */
	int line;         /* with MP_BAD_RECORD, else 0 */
	char message[240];
	const char *key; /* with MP_ILLEGAL_MOVE: of the sentence refuse.key, or NULL */
	char args[200];  /* its parameters, a JSON object; "" if there are none */
};

/* Fills a fault in and returns its code. */
enum mp_err mp_fault_set(struct mp_fault *, enum mp_err, const char *message);

/* Defaults for this game and number of players. */
enum mp_err mp_setup_begin(struct mp_setup *, const struct mp_game *, int players,
                           struct mp_fault *);

/* Sets one option from its text form ("2", "true", "expert"). The text of an MP_TEXT option is
 * not copied and must outlive the setup. */
enum mp_err mp_setup_set(struct mp_setup *, const char *name, const char *value, struct mp_fault *);

/* Derives the tables into game->tables_size bytes of the caller's (aligned for any type), which
 * must outlive the setup. */
enum mp_err mp_setup_finish(struct mp_setup *, void *tables, struct mp_fault *);

/* The value of an option in its text form (an MP_TEXT option: its whole text). */
void mp_setup_print_option(const struct mp_setup *, size_t index, struct mp_text *);

/* The game of a setup as mp_games_json tells of it, with those values of each option that its
 * number of players and its other options allow. `tables`: room for game->tables_size bytes. */
void mp_options_json(const struct mp_setup *, void *tables, struct mp_json *);

/* All options as a JSON object with typed values. */
void mp_setup_json(const struct mp_setup *, const char *key, struct mp_json *);

#endif
