/* SPDX-License-Identifier: MIT
 *
 * WebSocket connections: who is at the other end, what waits to be sent. A message is written once
 * and shared by all who get it. Knows nothing of tables beyond that a connection watches some.
 */
#ifndef METROPOLE_SERVER_CONN_H
#define METROPOLE_SERVER_CONN_H

#include "server/net/limit.h"
#include "server/store/store.h"

struct lws;
struct server;
struct table;

enum {
	CONN_WATCH_MAX = 4,           /* tables that one connection watches at once */
	CONN_QUEUE_MAX = 1024 * 1024, /* bytes that may wait for a slow reader before it is cut off */
	CONNS_QUEUE_MAX = 64 * 1024 * 1024, /* bytes that may wait in all before the slowest go */
	CONN_MESSAGE_MAX = 24 * 1024, /* bytes of a message to us; an option may be 16 kB of text */
};

/* A message, counted; `bytes` has room before it for the frame's head. */
struct message {
	uint32_t refs;
	uint32_t len;
	char bytes[];
};

struct message *message_new(const char *text, size_t len);
void message_drop(struct message *);
char *message_text(struct message *);

/* A person: a guest or an account; nobody (id 0) may look and not touch. */
struct person {
	int64_t id;
	bool is_account;
	int64_t bot_of; /* the account whose program this is; 0 for people */
	char name[NAME_BYTES];
};

/* For limits: who has programs is one person with them. */
uint64_t person_account(const struct person *);

struct waiting {
	struct waiting *next;
	struct message *message;
};

struct conn {
	struct lws *wsi;
	uint32_t slot, generation;
	struct person person;
	bool has_session;
	uint8_t session[SECRET_BYTES]; /* the account's session that it came with */
	struct address address;
	struct waiting *first, **end;
	size_t queued; /* bytes */
	char *in;      /* a message of several fragments so far */
	size_t in_len;
	struct table *watch[CONN_WATCH_MAX];
	struct conn *same_hash; /* others in this bucket of `by_person` */
	uint64_t heard;         /* when it last said something, ms */
	uint64_t alive_us;      /* when it last gave a sign of life, */
	uint64_t asked_us;      /* and was asked for one since; 0 if it was not */
	struct bucket rate;
	struct bucket patience; /* with messages over the rate */
	struct bucket mismatches;
	bool is_known; /* the person has been looked up */
	bool has_hello;
	bool in_lobby;
	bool is_closing;
	bool is_to_ask;  /* for a sign of life */
	bool is_counted; /* among those of its address, behind a proxy */
};

enum { CONN_HASH = 4096 };

struct conns {
	struct conn **slot;
	uint32_t *generation;
	uint32_t *free_slots;
	uint32_t cap, n_free, n;
	size_t queued; /* bytes, for all */
	struct conn *by_person[CONN_HASH];
};

bool conns_init(struct conns *, uint32_t cap);
void conns_release(struct conns *);

struct conn *conn_new(struct conns *, struct lws *);
void conn_free(struct server *, struct conn *);
/* The connection, if it is still the one that had this slot. */
struct conn *conn_at(struct conns *, uint32_t slot, uint32_t generation);

/* Says who it is; files it under the person. */
void conn_set_person(struct conns *, struct conn *, const struct person *);
/* The first connection of a person, then the next. */
struct conn *conn_of_person(struct conns *, int64_t person);
struct conn *conn_next_of_person(const struct conn *);
/* Has a page of this person said something within so many ms? */
bool conn_is_here(struct conns *, int64_t person, uint64_t now, uint64_t within);
/* Closes a person's connections: those of the session `only`, or all but those of `except`; all if
 * both are NULL. */
void conns_end(struct conns *, int64_t person, const uint8_t *only, const uint8_t *except);
/* Closes those of guests who come from this address. */
void conns_end_guests(struct conns *, uint64_t address);
/* Closes those of an account's programs. */
void conns_end_bots(struct conns *, int64_t owner);
/* The person's connections of one session go on under another. */
void conns_rename_session(struct conns *, int64_t person, const uint8_t from[SECRET_BYTES],
                          const uint8_t to[SECRET_BYTES]);

/* Queues a message; the queue has its own reference. */
void conn_send(struct server *, struct conn *, struct message *);
/* Writes what waits, as much as the socket takes; false if the connection is to be closed. */
bool conn_flush(struct server *, struct conn *);
void conn_close(struct conn *);

#endif
