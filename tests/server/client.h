/* SPDX-License-Identifier: MIT
 *
 * A small real client: HTTP and WebSocket over a socket of its own, and a server to talk to. It
 * shares no code with the server.
 */
#ifndef TESTS_SERVER_CLIENT_H
#define TESTS_SERVER_CLIENT_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/server.h"

enum { CLIENT_COOKIE_MAX = 512, CLIENT_WAIT_MS = 20000, PREMISES_DATA_BYTES = 160 };

/* A server in this process, on a thread and a free port. */
struct premises {
	struct server *server;
	pthread_t thread;
	int port;
	char data[PREMISES_DATA_BYTES];
	struct serve_config config;
};

/* A fresh data file, or, in a run with METROPOLE_TEST_POSTGRES, a database of that cluster. */
void premises_data(char data[PREMISES_DATA_BYTES]);
void premises_data_forget(const char *data);
/* Changes one row, or reads one number, behind the server's back. */
void premises_alter(const char *data, const char *sql);
int64_t premises_count(const char *data, const char *sql);
/* Fresh data and limits that tests do not meet. */
void premises_config(struct premises *);
void premises_open(struct premises *, const struct serve_hooks *);
void premises_close(struct premises *);
/* Deletes the data. */
void premises_forget(struct premises *);
/* Both, at the end of a group of tests whose state is the premises. */
int premises_end(void **state);

struct reply {
	int status;
	char *head, *body;
	char cookie[CLIENT_COOKIE_MAX]; /* name=value of the first Set-Cookie, or empty */
};

int client_connect(int port);
bool client_write(int fd, const void *, size_t);
/* Sends one request and reads the whole answer; `more` are further header lines, or "". */
struct reply client_http(int port, const char *method, const char *path, const char *cookie,
                         const char *more, const char *body);
void reply_release(struct reply *);
/* POST with a JSON body from the site itself. */
struct reply client_post(int port, const char *path, const char *cookie, const char *body);

struct client {
	int fd;
	char *in; /* bytes read and not yet used */
	size_t in_len, in_cap;
	char cookie[CLIENT_COOKIE_MAX];
	int next_id;
	json_t *kept; /* messages that came while another was waited for */
	char *trace;  /* if not NULL: all payloads, as they came */
	size_t trace_len;
	bool is_traced;
};

/* Makes a guest of this name and connects; waits for the greeting. */
void client_open(struct client *, int port, const char *name);
/* Connects with a cookie; false if the server refuses. */
bool client_join(struct client *, int port, const char *cookie, const char *more);
void client_close(struct client *);
/* One text frame. */
void client_send(struct client *, const char *text);
/* The next message, a new reference; NULL if none comes in time or the connection ends. */
json_t *client_next(struct client *, int ms);
/* The next message of a type; others are kept for later. */
json_t *client_wait(struct client *, const char *type);
/* Sends {"op":op,"id":n,…} with members packed as jansson's json_pack does; its answer. */
json_t *client_ask(struct client *, const char *op, const char *format, ...);
/* The same, and the answer must be ok. */
json_t *client_do(struct client *, const char *op, const char *format, ...);
/* The code of a refusal, or "ok". The answer is dropped. */
const char *client_code(json_t *answer);
/* What a play of the first legal move at a table is answered with; "none" if the seat has none. */
const char *client_play_first(struct client *, const char *table);

/* Of an answer: a text, "" if it has none by this name; a number, 0 if it has none. */
const char *text_of(const json_t *, const char *key);
json_int_t number_of(const json_t *, const char *key);

#endif
