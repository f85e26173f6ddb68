/* SPDX-License-Identifier: MIT
 *
 * An HTTP request while it is answered, at once or later. http.c reads and writes it; whoever
 * answers knows nothing of sockets, which is how the handlers are fuzzed without one.
 */
#ifndef METROPOLE_SERVER_HTTP_H
#define METROPOLE_SERVER_HTTP_H

#include "server/metrics.h"
#include "server/people/session.h"

#include <jansson.h>

enum {
	HTTP_PATH_MAX = 512,
	HTTP_BODY_MAX = 24 * 1024,
	HTTP_BODY_SECONDS = 10,             /* in which a body has to come whole */
	HTTP_HEADERS_MAX = 8192,            /* all headers of a request together */
	HTTP_COOKIE_MAX = HTTP_HEADERS_MAX, /* other programs of the same host may set cookies too */
};

struct http_request {
	struct server *server;
	struct lws *wsi; /* NULL once the other end is gone */
	bool is_post, is_head, is_same_origin, is_json;
	bool wants_page; /* a person looks at the answer */
	bool is_over;    /* the connection is one too many of its address */
	char path[HTTP_PATH_MAX], query[HTTP_PATH_MAX];
	char agent[AGENT_BYTES];
	char etag_asked[80];
	struct address address;
	struct claim claim;
	struct person person;
	char *body;
	size_t body_len, body_cap;

	bool is_answered, is_waiting; /* waiting: somebody holds it and will answer */
	int status;
	const char *type;
	char *owned;         /* the answer, or */
	const char *lasting; /* one that needs no freeing */
	size_t len, sent;
	bool has_head, is_cacheable;
	bool is_download;     /* to be saved as a file */
	unsigned retry_after; /* seconds; 0 for none */
	char etag[80];
	char cookie[2][COOKIE_BYTES];
};

struct http_request *http_request_new(struct server *);
void http_request_free(struct http_request *);

/* Finds out who asks, then answers. */
void http_handle(struct http_request *);

/* Answers; the text is copied. */
void http_answer(struct http_request *, int status, const char *type, const char *text, size_t len);
/* Answers with JSON written into the server's buffer. */
struct mp_json http_json(struct http_request *);
void http_send_json(struct http_request *, int status, struct mp_json *);
void http_refuse(struct http_request *, int status, const char *code, const char *message);
/* Over a limit: a page that tries again by itself for people, JSON for programs. */
void http_refuse_for_now(struct http_request *, enum refused, unsigned seconds,
                         const char *message);
/* Zeroed memory for the work that an answer takes; NULL, and refused, if there is none. */
void *http_allocate(struct http_request *, size_t size);
/* For an answer that comes later: keep it, and give it back with the answer set. */
void http_wait(struct http_request *);
void http_resume(struct http_request *);

/* rest.c: what is there. */
void rest_route(struct http_request *);
/* account.c: people. True if the path is one of its own. */
bool account_route(struct http_request *);
/* static.c: the browser client. Is the path one of its files or pages? */
bool static_has(const struct http_request *);
void static_answer(struct http_request *);

/* A member of a JSON body, NULL if it is missing or no text. */
const char *http_member(const json_t *body, const char *name);

/* http.c: to the socket again. */
void http_writable(struct http_request *);

#endif
