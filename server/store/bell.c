/* SPDX-License-Identifier: MIT
 *
 * The bell that nodes on one PostgreSQL ring and hear: a connection of its own that listens, and a
 * thread that waits for it. While it is cut off things may happen unheard; when it is back it says
 * that something may have been missed.
 */
#include "server/store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { RETRY_MS = 200 };

struct bell {
	char *url;
	int64_t node;
	void (*heard)(void *ctx, struct store_bell);
	void *ctx;
	PGconn *conn;
	int end; /* an eventfd: written to when it is to end */
	atomic_bool is_ending;
	pthread_t thread;
};

static bool attend(struct bell *bell, char *why, size_t cap)
{
	PGresult *result;

	bell->conn = postgres_connect(bell->url, why, cap);
	if (!bell->conn)
		return false;
	result = PQexec(bell->conn, "LISTEN " POSTGRES_CHANNEL);
	if (PQresultStatus(result) != PGRES_COMMAND_OK) {
		postgres_says(bell->conn, why, cap);
		PQfinish(bell->conn);
		bell->conn = NULL;
	}
	PQclear(result);
	return bell->conn != NULL;
}

/* What this node rang it knows. */
static void hear_note(struct bell *bell, const char *note)
{
	long long node, a, b;
	int topic, n;

	if (sscanf(note, "%lld %n", &node, &n) != 1 || node == (long long)bell->node)
		return;
	for (note += n; sscanf(note, "%d %lld %lld;%n", &topic, &a, &b, &n) == 3; note += n)
		bell->heard(bell->ctx, (struct store_bell){.topic = topic, .a = a, .b = b});
}

static bool hear_all(struct bell *bell)
{
	PGnotify *notify;

	if (!PQconsumeInput(bell->conn))
		return false;
	while ((notify = PQnotifies(bell->conn))) {
		hear_note(bell, notify->extra);
		PQfreemem(notify);
	}
	return true;
}

/* Until there is something to hear, the time is over, or the end has come. */
static void wait_bell(struct bell *bell, int ms)
{
	struct pollfd fds[] = {{.fd = bell->end, .events = POLLIN},
	                       {.fd = bell->conn ? PQsocket(bell->conn) : -1, .events = POLLIN}};

	poll(fds, 2, ms);
}

static void *run_bell(void *arg)
{
	struct bell *bell = arg;
	char why[200];

	while (!atomic_load(&bell->is_ending)) {
		if (!bell->conn) {
			if (attend(bell, why, sizeof why))
				bell->heard(bell->ctx, (struct store_bell){.topic = BELL_MISSED});
			else
				wait_bell(bell, RETRY_MS);
			continue;
		}
		wait_bell(bell, -1);
		if (hear_all(bell))
			continue;
		PQfinish(bell->conn);
		bell->conn = NULL;
		bell->heard(bell->ctx, (struct store_bell){.topic = BELL_LOST});
	}
	return NULL;
}

void bell_free(struct bell *bell)
{
	if (!bell)
		return;
	if (bell->thread) {
		atomic_store(&bell->is_ending, true);
		eventfd_write(bell->end, 1);
		pthread_join(bell->thread, NULL);
	}
	PQfinish(bell->conn);
	if (bell->end >= 0)
		close(bell->end);
	free(bell->url);
	free(bell);
}

struct bell *bell_new(const char *data, int64_t node, void (*heard)(void *, struct store_bell),
                      void *ctx, char *why, size_t cap)
{
	struct bell *bell;

	*why = '\0';
	if (!store_is_shared(data))
		return NULL;
	snprintf(why, cap, "There is not enough memory.");
	bell = calloc(1, sizeof *bell);
	if (!bell)
		return NULL;
	bell->node = node;
	bell->heard = heard;
	bell->ctx = ctx;
	bell->url = strdup(data);
	bell->end = eventfd(0, EFD_CLOEXEC);
	if (bell->url && bell->end >= 0 && attend(bell, why, cap) &&
	    pthread_create(&bell->thread, NULL, run_bell, bell) == 0)
		return bell;
	bell->thread = 0;
	bell_free(bell);
	return NULL;
}
