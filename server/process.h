/* SPDX-License-Identifier: MIT
 *
 * The server from inside: what one process holds. Everything here belongs to the loop's thread;
 * other threads reach it by tasks only.
 */
#ifndef METROPOLE_SERVER_PROCESS_H
#define METROPOLE_SERVER_PROCESS_H

#include "server/net/limit.h"
#include "server/server.h"

#include <stdatomic.h>

struct conns;
struct limits;
struct lobby;
struct loop;
struct lws_context;
struct lws_vhost;
struct queue;
struct mails;
struct metrics;
struct node;
struct notify;
struct reviews;
struct setups;
struct show;
struct store;
struct tables;
struct vacations;
struct workers;
struct ssl_ctx_st;

enum { COOKIE_KEY_BYTES = 32 };

struct server {
	struct serve_config config;
	struct serve_hooks hooks;
	struct loop *loop;
	struct lws_context *lws;
	struct lws_vhost *vhost;
	struct ssl_ctx_st *tls; /* the vhost's, NULL without TLS */
	int data_lock;
	bool is_shared;     /* other nodes may use the database */
	struct queue *done; /* tasks that the loop has to finish */
	struct store *store;
	struct workers *workers; /* bots */
	struct workers *hashers; /* passwords, which must not wait for bots */
	struct workers *senders; /* messages to people who are away */
	struct notify *notify;
	struct reviews *reviews;
	struct vacations *vacations;
	struct mails *mails; /* people who are to be written to */
	struct limits *limits;
	struct conns *conns;
	struct setups *setups;
	struct tables *tables;
	struct node *node;
	struct lobby *lobby;
	struct metrics *metrics;
	uint8_t cookie_key[COOKIE_KEY_BYTES];
	/* Of this turn of the loop, in ms. `now` only ever goes on, at the rate of real time, and is
	 * what every clock, limit and wait is measured by; `wall` is since 1970, may jump when the
	 * system's clock is set, and is for stamps only. */
	uint64_t now, wall;
	uint64_t next_tick, next_poll, next_retain, next_trim, retained;
	uint64_t next_origin_note;
	uint64_t next_alive;          /* microseconds */
	struct bucket mismatch_notes; /* in the log */
	bool has_noted_proxy;
	_Atomic(struct serve_config *) reload; /* settings to take over, or NULL */
	uint64_t held_since;                   /* the storage takes no changes; 0 if it does */
	struct show *show;                     /* buffers in which messages are written */
	bool stopping;
	uint64_t stop_by;
	atomic_bool is_asked_to_stop, has_failed;
};

/* Reads the clocks for this turn of the loop. */
void server_clock(struct server *);
/* Microseconds by the system, whatever the games' clock says: for measuring. */
uint64_t server_now_us(void);
void server_random(struct server *, void *out, size_t n);
/* Makes the loop turn; from any thread. */
void server_wake(struct server *);
/* Can what is changed be kept at present? If not it is refused with `busy`. */
bool server_takes_changes(struct server *);
/* Finishes the tasks that are done, and does what is due by now. */
void server_turn(struct server *);

#endif
