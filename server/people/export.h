/* SPDX-License-Identifier: MIT
 *
 * All that is kept about a person, as one JSON document, for the person (GET /api/me/export) or
 * for the host of the server who is asked for it.
 */
#ifndef METROPOLE_SERVER_EXPORT_H
#define METROPOLE_SERVER_EXPORT_H

#include "server/net/http.h"

struct export
{
	int64_t person;
	json_t *out;   /* the document so far */
	int64_t after; /* the last table that is in it */
	bool is_whole, is_missing;
	int64_t bots[USER_BOTS_MAX]; /* of the person; each is written like one, one after the other */
	size_t n_bots, next_bot;
	json_t *whose; /* the person's document while a bot's is written */
};

/* Writes the next part; called until it is whole. On the storage thread, or beside it. */
bool export_step(const struct store_ops *, void *db, struct export *);
void export_release(struct export *);

void export_route(struct http_request *);

#endif
