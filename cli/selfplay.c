/* SPDX-License-Identifier: MIT
 *
 * `metropole selfplay GAME`: games of the bots against themselves, to learn from. In one process
 * with threads; under mpirun another program takes over that has the same arguments (ranks.c).
 */
#include "selfplay.h"

#include "commands.h"
#include "progress.h"

#include "learn/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RANKS "metropole-ranks"

static void watch_crew(struct crew *crew)
{
	struct progress progress;
	uint64_t first = crew->harvest->gathered, gathered;

	progress_init(&progress, crew->harvest->games - first, false);
	while (crew_is_gathering(crew, &gathered)) {
		progress_show(&progress, gathered - first);
		usleep(50000);
	}
	progress_show(&progress, gathered - first);
	progress_end(&progress);
}

static int play_games(const struct selfplay *selfplay, struct harvest *harvest, size_t threads)
{
	struct crew crew = {
		.selfplay = selfplay, .harvest = harvest, .lock = PTHREAD_MUTEX_INITIALIZER};
	pthread_t *thread = calloc(threads, sizeof *thread);
	size_t started = 0;

	while (thread && started < threads &&
	       pthread_create(&thread[started], NULL, crew_play, &crew) == 0)
		started++;
	if (started > 0)
		watch_crew(&crew);
	for (size_t i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	free(thread);
	if (started == 0 || crew.failed)
		return cli_fail(CLI_SYSTEM, "%s", tr("memory, threads or room on the disk are short"));
	return CLI_OK;
}

/* Where this program lies, the one for several ranks lies too. */
static int become_rank(char **argv)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof RANKS);
	char *slash;

	if (n > 0) {
		path[n] = '\0';
		slash = strrchr(path, '/');
		strcpy(slash ? slash + 1 : path, RANKS);
		execv(path, argv);
	}
	return cli_fail(CLI_SYSTEM,
	                tr("%s is not there: build it where Open MPI is installed "
	                   "(libopenmpi-dev), or leave mpirun out"),
	                RANKS);
}

int run_selfplay(int argc, char **argv)
{
	struct selfplay_arguments arguments;
	struct selfplay selfplay;
	struct harvest harvest;
	struct mp_setup begun;
	int code;

	if (getenv("OMPI_COMM_WORLD_SIZE"))
		return become_rank(argv);
	code = selfplay_begin(argc, argv, &arguments, &begun, &selfplay);
	if (code == CLI_OK)
		code = selfplay_read_net(&arguments, &selfplay);
	if (code == CLI_OK) {
		code = selfplay_open(&arguments, &selfplay, &harvest);
		if (code == CLI_OK) {
			code = play_games(&selfplay, &harvest, (size_t)arguments.threads);
			harvest_close(&harvest);
		}
		free((void *)selfplay.net.weights);
	}
	free(arguments.setup.text);
	return code;
}
