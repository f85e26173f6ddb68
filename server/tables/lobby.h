/* SPDX-License-Identifier: MIT
 *
 * The lobby: public tables that wait or play, and those who look at the list. Changes are gathered
 * and sent a few times a second, so that a busy evening costs no more than a calm one.
 */
#ifndef METROPOLE_SERVER_LOBBY_H
#define METROPOLE_SERVER_LOBBY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct conn;
struct server;
struct table;
struct mp_json;

enum { LOBBY_LIST_MAX = 200, LOBBY_EVERY_MS = 500 };

struct lobby {
	struct conn **conns;
	size_t n, cap;
	struct table **changed;
	size_t n_changed, cap_changed;
	char (*gone)[17]; /* ids */
	size_t n_gone, cap_gone;
	uint64_t next;
};

bool lobby_enter(struct server *, struct conn *);
void lobby_leave(struct lobby *, struct conn *);
/* The table is new, or its listing has changed, or it is no longer to be listed. */
void lobby_touch(struct server *, struct table *);
/* The table leaves memory. */
void lobby_forget(struct server *, struct table *);
void lobby_tick(struct server *);
void lobby_list(struct server *, const char *key, struct mp_json *);
void lobby_release(struct lobby *);

#endif
