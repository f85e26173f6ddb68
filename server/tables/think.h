/* SPDX-License-Identifier: MIT
 *
 * Questions for bots that other processes think about (`metropole work`): what is asked, as text.
 * It names a table and an event; whoever thinks takes what the seat may know from the log.
 */
#ifndef METROPOLE_SERVER_THINK_H
#define METROPOLE_SERVER_THINK_H

#include "server/store/store.h"

struct server;
struct table;

struct think_question {
	char table[TABLE_ID_LEN + 1];
	int seat;
	char level[LEVEL_BYTES];
	uint32_t ms;
	uint64_t seed;
	bool refuses_deals;
};

enum {
	THINK_TEXT_MAX = 256,
	THINK_SEATS = 8,
	THINK_AHEAD_MS = 10000, /* what takes milliseconds is ranked so much sooner */
};

bool think_read(const char *text, struct think_question *);
/* What is asked is known by the table and the seat: one at a time of each. */
int64_t think_number(int64_t key, int seat);
void think_ask(struct server *, const struct table *, const struct think_question *);
/* Nobody wants the answer any more. */
void think_forget(struct server *, const struct table *, int seat);

#endif
