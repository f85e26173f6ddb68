/* SPDX-License-Identifier: MIT
 *
 * Messages about tables: written here, cut for their viewer, and nowhere else.
 */
#ifndef METROPOLE_SERVER_MESSAGES_H
#define METROPOLE_SERVER_MESSAGES_H

#include "host/report.h"
#include "server/tables/table.h"

#include <metropole/text.h>

enum {
	SHOW_BYTES = 512 * 1024,   /* a whole table, its log and chat */
	SHOW_EVENTS_BYTES = 65536, /* the events of one change for one viewer */
	SHOW_DIGEST_EACH = 16,     /* events, about */
};

struct show {
	char buf[SHOW_BYTES];
	/* Of the change that is being made, for those who listen: events with their effects, and in the
	 * place of effects the events for those who follow. */
	struct report report;
	bool has_listeners, has_followers;
};

struct show *show_new(void);
void show_free(struct show *);

/* Begins a message {"type":…; end it with show_end, which returns NULL if it was too long. */
struct mp_json show_begin(struct server *, const char *type);
struct message *show_end(struct mp_json *);

/* The chat of a private table is for those who sit there. */
bool show_hears(const struct table *, int viewer);
/* One event into an open array, the match standing right before it if it is a move. Who follows
 * works out what it did. */
void show_event(struct table *, struct mp_match *before, uint32_t seq, const struct event *,
                int viewer, bool follows, struct mp_json *);
/* What a viewer knows about whose turn it is: members of an open object. */
void show_now(struct server *, struct table *, int viewer, const char *key, struct mp_json *);
/* In a game: what stands for the viewer's view, so that who follows can compare. */
void show_digest(struct table *, int viewer, struct mp_json *);
/* Seats, options, clock and so on: an object. */
void show_info(const struct server *, struct table *, const char *key, struct mp_json *);

/* The whole table, on joining; who follows asks for the history instead of the position. */
struct message *show_table(struct server *, struct table *, const struct person *, int viewer,
                           bool follows);
/* What happened after event `since`; NULL if it is too much. A page is as much of it as a message
 * holds, and says whether there is more. */
struct message *show_missed(struct server *, struct table *, int viewer, bool follows,
                            uint32_t since, bool is_page);
/* Who is there, and what is being asked: not numbered, always as it is now. */
struct message *show_presence(struct server *, struct table *);

/* A move of a game by older rules, as it was written, or `?`. */
const char *show_old_move(const struct table *, const struct event *);
/* The record, cut for the viewer until the game is over; to be freed. NULL if memory is short. */
char *record_of(struct table *, int viewer);

/* A table in the lobby. */
void show_listing(const struct server *, struct table *, struct mp_json *);

#endif
