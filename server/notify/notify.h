/* SPDX-License-Identifier: MIT
 *
 * Telling people who are not there that something waits for them. What is told is public at the
 * table: no secret, not even the receiver's own, since it may be read on a locked screen.
 */
#ifndef METROPOLE_SERVER_NOTIFY_H
#define METROPOLE_SERVER_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "server/notify/push.h"
#include "server/store/store.h"

struct server;
struct table;

enum {
	NOTIFY_PUSHES_MAX = 8,  /* browsers of one person */
	NOTIFY_QUEUE_MAX = 200, /* messages that wait to be sent; what is beyond is dropped */
	NOTIFY_THREADS = 2,     /* so that one slow service does not hold up all */
	NOTIFY_HERE_MS = 90000, /* a page that has said nothing for so long is asleep in a pocket; one
	                           in a hidden tab still speaks every minute */
};

/* Members of the set `quiet` of a subscription. Stored: only ever append. */
enum notify_kind { NOTIFY_TURN, NOTIFY_DEAL, NOTIFY_TAKEBACK, NOTIFY_PAUSE, NOTIFY_KINDS };

extern const char *const notify_kind_name[NOTIFY_KINDS];

/* The server's own key for push services. */
struct notify {
	uint8_t key[PUSH_SCALAR];
	char public_key[PUSH_POINT_TEXT];
};

/* From 32 bytes of chance that the data file keeps. */
bool notify_init(struct notify *, const uint8_t secret[SECRET_BYTES]);

/* Something waits for the owner of a seat, who is told if no page of theirs is open: their turn, a
 * deal to be answered, or what seat `by` asks for. To be called once the change is committed. */
void notify_seat(struct server *, const struct table *, int seat, enum notify_kind, int by);
/* The same for all who have to act now and did not before. `turn` is who is on turn, or negative.
 */
void notify_actors(struct server *, struct table *, int turn, bool is_new_turn);

#endif
