/* SPDX-License-Identifier: MIT
 *
 * A group of tests with one server, and people who visit it: the opening that such groups share.
 */
#ifndef TESTS_SERVER_VISIT_H
#define TESTS_SERVER_VISIT_H

#include "client.h"

/* The server of the group; visit_open is its set-up, house_end its end. */
extern struct house house;
int visit_open(void **state);

/* The status; what it sets as a cookie too, unless NULL. */
int visit_post(const char *path, const char *cookie, const char *body, char *cookie_out);
/* What is there; it has to be. */
json_t *visit_get(const char *path, const char *cookie);
/* With an account, at /api/signup or /api/login. */
void visit_sign(const char *how, const char *name, char cookie[CLIENT_COOKIE_MAX]);
void visit_join(struct client *, const char *cookie);
bool visit_is_there(struct client *);

#endif
