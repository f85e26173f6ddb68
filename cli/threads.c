/* SPDX-License-Identifier: MIT
 *
 * A crew of threads of this process; and how this process becomes one of several ranks.
 */
#include "crew.h"

#include "cli.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RANKS "metropole-ranks"

bool crew_leads(void)
{
	return true;
}

void crew_share(void *mem, size_t bytes)
{
	(void)mem;
	(void)bytes;
}

static void watch(struct crew *crew, bool quiet)
{
	struct progress progress;
	uint64_t came;

	progress_init(&progress, crew->games - crew->first, quiet);
	while (crew_is_gathering(crew, &came)) {
		progress_show(&progress, came);
		usleep(50000);
	}
	progress_show(&progress, came);
	progress_end(&progress);
}

bool crew_gather(struct crew *crew, size_t threads, bool quiet)
{
	pthread_t *thread = calloc(threads, sizeof *thread);
	size_t started = 0;

	if (crew_begin(crew))
		while (thread && started < threads &&
		       pthread_create(&thread[started], NULL, crew_play, crew) == 0)
			started++;
	if (started > 0)
		watch(crew, quiet);
	for (size_t i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	free(thread);
	crew_end(crew);
	return started > 0 && !crew->failed;
}

int crew_enter(char **argv)
{
	char path[4096];
	ssize_t n;
	char *slash;

	if (!getenv("OMPI_COMM_WORLD_SIZE"))
		return CLI_OK;
	n = readlink("/proc/self/exe", path, sizeof path - sizeof RANKS);
	if (n > 0) {
		path[n] = '\0';
		slash = strrchr(path, '/');
		strcpy(slash ? slash + 1 : path, RANKS);
		setenv("LANGUAGE", cli_lang() == MP_FR ? "fr" : "en", 1); /* --lang was for this one */
		execv(path, argv);
	}
	return cli_fail(CLI_SYSTEM,
	                tr("%s is not there: build it where Open MPI is installed "
	                   "(libopenmpi-dev), or leave mpirun out"),
	                RANKS);
}
