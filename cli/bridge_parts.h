/* SPDX-License-Identifier: MIT
 *
 * The bridge itself, between its two files.
 */
#ifndef CLI_BRIDGE_PARTS_H
#define CLI_BRIDGE_PARTS_H

#include "bridge.h"

#include "host/live.h"

struct bridge {
	struct remote *remote;
	struct external *external;
	struct bridge_wish wish;
	const volatile sig_atomic_t *stop;
	json_t *info;
	int seat; /* from 0; -1: none */
	bool has_live, is_playing, is_over, is_missing, was_asked, tries_again;
	struct live live;
	uint32_t seq, asked_seq;
	int64_t turn_no, next_id;
	uint32_t deal[MP_SEATS]; /* the event that opened a seat's deal */
	int afresh;
	char rematch[BRIDGE_TABLE_MAX], result[200];
	char *why;
};

/* bridge_heard.c. Takes a message of the table; false when it cannot go on. */
bool bridge_take(struct bridge *, json_t *message);
void bridge_drop_match(struct bridge *);
void bridge_say(struct bridge *, const char *sentence);
/* A request about the table; takes `more` over. */
void bridge_request(struct bridge *, const char *op, json_t *more);
void bridge_ask_history(struct bridge *);

#endif
