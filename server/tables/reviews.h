/* SPDX-License-Identifier: MIT
 *
 * Reviews of finished games: asked for by people, within a budget, made one at a time while no bot
 * has anything to think about, and kept with the game. Of several nodes one makes it, or a worker.
 */
#ifndef METROPOLE_SERVER_REVIEWS_H
#define METROPOLE_SERVER_REVIEWS_H

#include <stdbool.h>
#include <stdint.h>

struct http_request;
struct server;
struct table;

struct reviews {
	bool is_busy;       /* one is being looked for, or made */
	uint64_t next_look; /* by the server's `now` */
};

/* GET and POST /api/tables/{table}/review. */
void reviews_answer(struct http_request *, struct table *);
/* Takes the next one up, if there is one. */
void reviews_tick(struct server *);

#endif
