/* SPDX-License-Identifier: MIT
 *
 * Who is still there: whoever is silent is asked for a sign of life, which browsers give by
 * themselves, hidden pages too, so that the others at a table learn soon that somebody's network
 * has gone. A page that is looked at speaks every five seconds, so only those that are hidden are
 * asked. All connections are looked at now and then, as a timer for each costs more the more there
 * are.
 */
#ifndef METROPOLE_SERVER_ALIVE_H
#define METROPOLE_SERVER_ALIVE_H

#include <stdbool.h>

struct conn;
struct server;

/* It has said something, or answered. */
void alive_heard(struct conn *);
/* Has those asked that are silent, and closes those that do not answer; does so once a second. */
void alive_check(struct server *);
/* Asks one that is to be asked and can be written to; false if it cannot. */
bool alive_ask(struct conn *);

#endif
