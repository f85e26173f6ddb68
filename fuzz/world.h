/* SPDX-License-Identifier: MIT
 *
 * A server in process, with people who have no sockets and a time of its own, for sequences of
 * operations; and what must hold after each of them.
 */
#ifndef FUZZ_WORLD_H
#define FUZZ_WORLD_H

#include "server/process.h"
#include "server/net/conn.h"
#include "server/tables/table.h"

#include <stdio.h>
#include <stdlib.h>

#define must(cond)                                                                                 \
	do {                                                                                           \
		if (!(cond)) {                                                                             \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond);                     \
			abort();                                                                               \
		}                                                                                          \
	} while (0)

struct pair;

enum { PEOPLE = 7, SEEN_MAX = 8 };

/* A message, and the table that it is about, if it is about one. */
struct told {
	char table[TABLE_ID_LEN + 1];
	struct message *message;
};

struct somebody {
	struct conn *conn;
	struct person person;
	/* Of each table that it watches, the number of the last event that it was told. */
	struct {
		char table[TABLE_ID_LEN + 1];
		uint32_t seq;
	} seen[SEEN_MAX];
	/* In paired worlds: all that it was told and that has not been compared, and the table that
	 * each question, by its number, was about. */
	bool is_traced;
	struct told *told;
	size_t n_told, cap_told;
	char asked[256][TABLE_ID_LEN + 1];
};

struct world {
	struct server *server;
	char data[64];
	uint64_t now;
	int64_t wall_step; /* by how much the system's clock was set */
	struct somebody people[PEOPLE];
	uint8_t random;
	uint64_t dice;
	struct pair *pair; /* that it is one of, or NULL */
};

void world_open(struct world *, struct pair *);
void world_close(struct world *);
/* Ends the server and starts it again on its data; what was there is there. */
void world_restart(struct world *);
void world_join(struct world *, int who);
void world_leave(struct world *, int who);
/* A message of somebody to the server. */
void world_say(struct world *, int who, const char *text);
/* Lets the other threads come to an end, bots too if they are waited for. */
void world_settle(struct world *, bool with_bots);
/* The same at every run, so that an input that breaks something breaks it again. */
uint64_t world_dice(struct world *);
/* Somebody no longer follows this table. */
void world_unsee(struct world *, int who, const char *table);
/* What everybody was told, and what stands: aborts if anything is not as it must be. */
void world_check(struct world *);
/* All tables end and leave memory. */
void world_clear(struct world *);

#endif
