/* SPDX-License-Identifier: MIT
 *
 * What is counted, for /metrics. Nothing here depends on what is hidden in a game.
 */
#ifndef METROPOLE_SERVER_METRICS_H
#define METROPOLE_SERVER_METRICS_H

#include <stdint.h>

struct mp_text;
struct server;

enum { METRICS_BUCKETS = 12 };

/* What was refused because it was too much, or not ours. */
#define METRICS_REFUSALS(X)                                                                        \
	X(CONNECTION, "connection")                                                                    \
	X(REQUEST, "request")                                                                          \
	X(MESSAGE, "message")                                                                          \
	X(MESSAGE_SIZE, "message_size")                                                                \
	X(TABLE, "table")                                                                              \
	X(CHAT, "chat")                                                                                \
	X(BYTES, "bytes")                                                                              \
	X(WORK, "work")                                                                                \
	X(LOGIN, "login")                                                                              \
	X(GUEST, "guest")                                                                              \
	X(ORIGIN, "origin")                                                                            \
	X(BUSY, "busy")

#define REFUSAL(name, label) REFUSED_##name,
enum refused { METRICS_REFUSALS(REFUSAL) REFUSALS };
#undef REFUSAL

struct metrics {
	uint64_t started; /* by the server's `now` */
	uint64_t messages_in, messages_out, bytes_out;
	uint64_t requests, slow_readers;
	uint64_t refused[REFUSALS];
	uint64_t pushes, pushes_failed, mails, mails_failed;
	uint64_t moves, bot_moves, chats, reports, mismatches, tables_made, games_ended, reviews;
	uint64_t changes_lost, events_heard;  /* where other nodes write too */
	uint64_t answer[METRICS_BUCKETS + 1]; /* moves by time from arrival to durable answer */
	uint64_t answer_us;                   /* and their sum */
};

/* A move was answered this many microseconds after it came. */
void metrics_answered(struct metrics *, uint64_t us);
/* Prometheus' text format. */
void metrics_print(struct server *, struct mp_text *);

#endif
