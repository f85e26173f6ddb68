/* SPDX-License-Identifier: MIT
 *
 * A visitor under load: what a page says and hears on its connection, and the books of its table.
 */
#ifndef BENCH_PLAYER_H
#define BENCH_PLAYER_H

#include "page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS = 6, SAMPLES_MAX = 4000000 };

struct table;

struct player {
	int fd, node;
	struct table *table;
	bool keeps_books; /* reads for the whole table */
	char *in;
	size_t in_len, in_cap;
	uint64_t sent_us;  /* when its move went out; 0 if none did */
	uint64_t noted_us; /* the last move of the table that it was told of from another node */
	bool wants_rematch;
	char left[17]; /* the table of the game that is over */
	struct page *page;
	char at[17]; /* the table that its page shows */
	char *moves; /* listed for the turn `moves_no`, or a move that is being previewed */
	long moves_no;
};

struct table {
	char id[17], next[17];
	struct player *player[SEATS];
	int players, turn; /* 0-based seat; -1 if not known */
	long turn_no;
	bool is_asking;
	uint64_t due_us;
	uint64_t moved_us; /* when its last move went out, */
	int moved_at;      /* to this node */
};

/* How visitors behave, and what they have counted. */
extern struct load {
	const char *game;
	int players;
	enum { NOW, BEFORE, THIN } as;
	bool is_counting;
	uint32_t *sample; /* microseconds */
	size_t n_samples;
	uint32_t *elsewhere; /* from a move to its event at a connection of another node */
	size_t n_elsewhere;
	unsigned long n_messages, n_bytes, n_games, n_refused, n_events, n_all_bytes, n_asked;
} load;

uint64_t load_now_us(void);
_Noreturn void load_die(const char *what);

/* The table's next move is due. */
void player_choose(struct table *);
/* A page that comes to a table: a seat from 1, or 0. */
void player_arrive(struct player *, int seat);
/* Its connection has something to read. */
void player_read(struct player *);

#endif
