/* SPDX-License-Identifier: MIT
 *
 * `metropole selfplay`, as far as one process and several ranks have it in common.
 */
#ifndef CLI_SELFPLAY_H
#define CLI_SELFPLAY_H

#include "cli.h"

#include "learn/harvest.h"

struct selfplay_arguments {
	struct cli_setup setup;
	const char *net, *out;
	unsigned long long games, seed, iterations, threads;
	double whim;
};

/* Reads the command line; what it asks for, all but the net. */
int selfplay_begin(int argc, char **argv, struct selfplay_arguments *, struct mp_setup *begun,
                   struct selfplay *);
/* Reads the net, if there is to be one; its weights are the caller's to free. */
int selfplay_read_net(const struct selfplay_arguments *, struct selfplay *);
/* Opens the folder; says what is wrong itself. */
int selfplay_open(const struct selfplay_arguments *, const struct selfplay *, struct harvest *);

#endif
