/* SPDX-License-Identifier: MIT
 *
 * A group of tests with one server, and people who visit it: the opening that such groups share.
 */
#ifndef TESTS_SERVER_VISIT_H
#define TESTS_SERVER_VISIT_H

#include "client.h"

#include <stdatomic.h>

/* The server of the group; visit_open is its set-up, premises_end its end. */
extern struct premises premises;
int visit_open(void **state);

/* The same at a time of the tests' own: these are its clocks, in milliseconds, and the hooks that
 * tell them to a server that is opened again. */
extern atomic_ullong steady, wall;
extern const struct serve_hooks visit_hooks;
int visit_open_in_time(void **state);

/* The number that a query of the data file answers. */
int64_t visit_count(const char *sql);

/* The status; what it sets as a cookie too, unless NULL. */
int visit_post(const char *path, const char *cookie, const char *body, char *cookie_out);
/* What is there; it has to be. */
json_t *visit_get(const char *path, const char *cookie);
/* With an account, at /api/signup or /api/login. */
void visit_sign(const char *how, const char *name, char cookie[CLIENT_COOKIE_MAX]);
/* As a guest; the status. */
int visit_guest(const char *name, char *cookie);
void visit_join(struct client *, const char *cookie);
/* Both at a public table of Metro that waits for its start. */
void visit_seat_two(struct client *, struct client *, char id[17]);
/* A public table of any game with these two seats; and one at which two have begun. */
void visit_make(struct client *, char id[17], const char *game, const char *first,
                const char *second);
void visit_start_two(struct client *, struct client *, char id[17], const char *game);
/* What is answered to an operation at a table: "" or the code of the refusal. */
const char *visit_code(struct client *, const char *op, const char *id);
/* Plays the first legal move of the seat; false if it has none. */
bool visit_play_first(struct client *, const char *id);
bool visit_is_there(struct client *);
/* The table as a message tells it. */
json_t *visit_look(struct client *, const char *id);
/* The number that the server counts under this name. */
long visit_metric(const char *name);

#endif
