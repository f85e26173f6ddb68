/* SPDX-License-Identifier: MIT
 *
 * Out of this machine, by libcurl: to a push service, or to the host's mail server. Slow, so for
 * workers' threads only; bounded in time, and never to a host of one's own network unless the host
 * of the server has said so.
 */
#ifndef METROPOLE_SERVER_REACH_H
#define METROPOLE_SERVER_REACH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

enum { REACH_SECONDS = 10, REACH_HEADERS = 8 };

/* Is it https, to a host that looks like one of the open internet? What its name really leads to is
 * looked at again when it is connected to. */
bool reach_is_public(const char *url);
bool reach_is_public_address(const struct sockaddr *);

struct reach_post {
	const char *url;
	const char *headers[REACH_HEADERS]; /* up to the first NULL */
	const uint8_t *body;
	size_t len;
	bool may_be_private;
	const atomic_bool *gives_up; /* set from another thread: leaves it at that */
};

/* The HTTP status, 0 if there was no answer. */
long reach_post(const struct reach_post *);

struct reach_mail {
	const char *url, *from, *to;
	const char *user, *password; /* "" for none */
	const char *text;            /* head and body */
	const atomic_bool *gives_up;
};

/* Has the mail server taken it? Passwords go by TLS only, except to this machine itself. */
bool reach_mail(const struct reach_mail *);

#endif
