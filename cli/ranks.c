/* SPDX-License-Identifier: MIT
 *
 * metropole-ranks: the commands whose games a crew plays, on many machines by Open MPI. Rank 0
 * leads: it reads files, gives out numbers of games and gathers what comes back; it plays, too, on
 * a thread of its own. A rank is given a new number for each game that it sends, so a slow one
 * costs nobody else, and what a rank took with it when it died is given out again at the end.
 */
#include "cli.h"
#include "commands.h"
#include "crew.h"
#include "lang.h"
#include "progress.h"

#include "host/array.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG_GAME, TAG_NUMBER, TAG_DONE };
enum {
	AHEAD = 2,  /* numbers that a rank is given ahead of its games */
	GRACE = 30, /* seconds for ranks to finish their last game; who is silent then is gone */
	NUMBER_BYTES = 8,
};
static const uint64_t no_more = UINT64_MAX;

static int rank, ranks; /* this one, and how many there are */
static int silent;      /* those that did not say that they are done */

struct host {
	struct crew *crew;       /* a thread of this rank, and all that arrives */
	int away;                /* other ranks that are done */
	uint64_t sent, received; /* bytes */
	struct game_bytes bytes; /* what just came */
};

int crew_enter(char **argv)
{
	(void)argv;
	return CLI_OK;
}

bool crew_leads(void)
{
	return rank == 0;
}

void crew_share(void *mem, size_t bytes)
{
	MPI_Bcast(mem, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* --- rank 0 --- */

/* Keeps a game, if the message is one, and answers with the number of another. */
static void serve_rank(struct host *host, const MPI_Status *from, int size)
{
	uint64_t game;

	if (size > NUMBER_BYTES) {
		struct game_bytes bytes = {.mem = host->bytes.mem + NUMBER_BYTES,
		                           .n = (size_t)size - NUMBER_BYTES};

		memcpy(&game, host->bytes.mem, sizeof game);
		crew_keep(host->crew, game, &bytes);
	}
	if (!crew_give(host->crew, &game))
		game = no_more;
	MPI_Send(&game, NUMBER_BYTES, MPI_BYTE, from->MPI_SOURCE, TAG_NUMBER, MPI_COMM_WORLD);
	host->sent += NUMBER_BYTES;
}

/* Takes a message, if there is one. */
static bool hear_ranks(struct host *host)
{
	MPI_Status status;
	int there = 0, size = 0;

	if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) || !there)
		return false;
	MPI_Get_count(&status, MPI_BYTE, &size);
	if (!array_reserve(host->bytes.mem, host->bytes.cap, (size_t)size, SIZE_MAX))
		MPI_Abort(MPI_COMM_WORLD, CLI_SYSTEM);
	if (MPI_Recv(host->bytes.mem, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
	             &status))
		return false;
	host->received += (uint64_t)size;
	if (status.MPI_TAG == TAG_DONE)
		host->away++;
	else
		serve_rank(host, &status, size);
	return true;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void gather(struct host *host, bool quiet)
{
	struct progress progress;
	double begin = seconds(), end;
	uint64_t came;

	progress_init(&progress, host->crew->games - host->crew->first, quiet);
	while (crew_is_gathering(host->crew, &came)) {
		progress_show(&progress, came);
		if (!hear_ranks(host))
			usleep(1000);
	}
	progress_end(&progress);
	end = seconds();
	while (host->away < ranks - 1 && seconds() < end + GRACE)
		if (!hear_ranks(host))
			usleep(1000);
	fprintf(stderr, tr("%llu games in %.1f s, %.2f a second; %llu bytes came, %llu went\n"),
	        (unsigned long long)came, end - begin, (double)came / (end - begin),
	        (unsigned long long)host->received, (unsigned long long)host->sent);
}

static bool lead_ranks(struct crew *crew, bool quiet)
{
	struct host host = {.crew = crew};
	pthread_t here;

	crew->gives_again = true;
	if (!crew_begin(crew) || pthread_create(&here, NULL, crew_play, crew) != 0)
		return false;
	gather(&host, quiet);
	pthread_join(here, NULL);
	free(host.bytes.mem);
	crew_end(crew);
	silent = ranks - 1 - host.away;
	if (silent > 0)
		cli_fail(CLI_OK, tr("ranks that were lost: %d; others played their games"), silent);
	return !crew->failed;
}

/* --- the other ranks --- */

static uint64_t next_number(void)
{
	uint64_t game = no_more;

	MPI_Recv(&game, NUMBER_BYTES, MPI_BYTE, 0, TAG_NUMBER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return game;
}

static bool send_game(uint64_t game, const struct game_bytes *bytes, struct game_bytes *message)
{
	size_t n = bytes->n + NUMBER_BYTES;

	if (!array_reserve(message->mem, message->cap, n, SIZE_MAX))
		return false;
	memcpy(message->mem, &game, NUMBER_BYTES);
	memcpy(message->mem + NUMBER_BYTES, bytes->mem, bytes->n);
	MPI_Send(message->mem, (int)n, MPI_BYTE, 0, TAG_GAME, MPI_COMM_WORLD);
	return true;
}

static bool follow_lead(const struct crew *crew)
{
	void *player = crew->kind->player_new(crew->match);
	struct game_bytes bytes = {0}, message = {0};
	int ahead = player ? AHEAD : 0;
	bool good = player != NULL;

	for (int i = 0; i < ahead; i++)
		MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_GAME, MPI_COMM_WORLD);
	while (ahead > 0) {
		uint64_t game = next_number();

		if (game == no_more || !good) {
			ahead--;
			continue;
		}
		good = crew->kind->play(player, game, &bytes) && send_game(game, &bytes, &message);
		if (!good)
			ahead--;
	}
	MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_DONE, MPI_COMM_WORLD);
	free(bytes.mem);
	free(message.mem);
	crew->kind->player_free(player);
	return good;
}

/* --- all of them --- */

bool crew_gather(struct crew *crew, size_t threads, bool quiet)
{
	(void)threads; /* more ranks are as many */
	return crew_leads() ? lead_ranks(crew, quiet) : follow_lead(crew);
}

static int run_command(int argc, char **argv)
{
	if (strcmp(argv[0], "arena") == 0)
		return run_arena(argc, argv);
	if (strcmp(argv[0], "selfplay") == 0)
		return run_selfplay(argc, argv);
	return cli_fail(CLI_USAGE, "%s", tr("under mpirun there are arena and selfplay"));
}

int main(int argc, char **argv)
{
	int given, code;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	lang_from_environment();
	code = run_command(argc, argv);
	fflush(stdout);
	/* Others may wait for what does not come; MPI_Finalize would wait for them, in every rank. */
	if (rank == 0 && (code != CLI_OK || silent > 0))
		MPI_Abort(MPI_COMM_WORLD, code);
	MPI_Finalize();
	return code;
}
