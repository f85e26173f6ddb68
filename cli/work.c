/* SPDX-License-Identifier: MIT
 *
 * `metropole work`: thinks for the bots of servers that share a database.
 */
#include "cli.h"

#include "commands.h"
#include "server/nodes/work.h"
#include "server/server.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wish {
	const char *data;
	unsigned threads;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct wish *wish = state->input;
	char *end;
	long n;

	switch (key) {
	case 'd':
		wish->data = arg;
		return 0;
	case 'w':
		n = strtol(arg, &end, 10);
		if (*end || n < 1 || n > 64)
			argp_error(state, "%s", tr("workers: a number from 1 to 64"));
		wish->threads = (unsigned)n;
		return 0;
	case ARGP_KEY_END:
		if (!wish->data)
			argp_error(state, "%s", tr("say which database: --data postgresql://…"));
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void *wait_for_signal(void *arg)
{
	sigset_t set;
	int signal;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigwait(&set, &signal);
	atomic_store((atomic_bool *)arg, true);
	return NULL;
}

int run_work(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{"data", 'd', "URL", 0, N_("the database, as postgresql://…"), 0},
		{"workers", 'w', "N", 0, N_("threads that think (2)"), 0},
		{0},
	};
	struct argp argp = {
		.options = options,
		.parser = parse,
		.doc = N_("Thinks for the bots of all servers on one PostgreSQL database."),
	};
	struct wish wish = {.threads = 2};
	static atomic_bool stop;
	char why[512] = "";
	sigset_t set;
	pthread_t waiter;

	cli_parse(&argp, argc, argv, &wish);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (pthread_create(&waiter, NULL, wait_for_signal, &stop) != 0)
		return cli_fail(CLI_SYSTEM, "%s", tr("no thread could be started"));
	if (!work_run(wish.data, wish.threads, &stop, why, sizeof why))
		return cli_fail(CLI_SYSTEM, "%s",
		                why[0] ? why : tr("only servers on PostgreSQL have work to give away"));
	pthread_join(waiter, NULL);
	return CLI_OK;
}
