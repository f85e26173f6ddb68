/* SPDX-License-Identifier: MIT
 *
 * This process among others on one database: its heartbeat, what it hears of the others, who is
 * connected to them. A server that has its database for itself has none of this.
 */
#ifndef METROPOLE_SERVER_NODE_H
#define METROPOLE_SERVER_NODE_H

#include "server/nodes/duties.h"
#include "server/store/store.h"

struct bell;
struct conn;
struct server;

/* What nodes tell each other beyond the storage's own topics; two adjacent versions agree on them,
 * so they are only ever appended. */
enum node_topic {
	NODE_REWRITTEN = 100, /* key: words were taken out of a table's events */
	NODE_VACATION,        /* person, when it ends in ms or 0 */
	NODE_ADDRESS,         /* address: guests from there are to go */
	NODE_PRESENCE,        /* somebody has come or gone */
	NODE_BOTS,            /* account: its programs are to go */
};

struct node {
	int64_t id;
	struct bell *bell;
	struct duties duties;
	uint64_t next_beat, next_news;
	bool is_beating, is_sending;
	bool is_deaf; /* the bell's connection is lost: the first sign that the database is */
	uint64_t beat_since;
	size_t n_nodes; /* that live */
	/* People who are connected to other nodes, in order. */
	int64_t *others;
	size_t n_others;
	bool others_are_old;
	/* People of whom other nodes are to be told. */
	int64_t *changed;
	size_t n_changed, cap_changed;
	/* The database's clock: ms to add to the system's steady one. */
	int64_t offset;
	uint64_t offset_rtt, offset_at;
	bool has_offset;
	uint64_t drains_since; /* 0: it does not */
};

/* Before tables are loaded, so that nothing is missed. */
bool node_init(struct server *, char *why, size_t cap);
/* Nothing more is heard. */
void node_hush(struct server *);
void node_release(struct server *);
/* The database has not answered for so long that others have this node's duties. */
bool node_is_cut_off(const struct server *);
/* The server is to stop. A node lets go of its duties and tells everyone to move to another; true
 * while it waits for them. */
bool node_drains(struct server *);
/* What is due for the other nodes' sake. */
void node_tick(struct server *);
/* Is the person connected to another node? */
bool node_has_person(const struct server *, int64_t person);
/* A connection of this person has come or gone. */
void node_person_changed(struct server *, int64_t person);
/* Tells the others, with the batch that a job on the storage thread is part of. */
bool node_ring(const struct store_ops *, void *db, enum node_topic, int64_t a, int64_t b);

/* closing.c: connections whose session, account or token has ended while nobody told. */
/* Of this person and their programs; 0: of everyone. */
void node_check_sessions(struct server *, int64_t person);

#endif
