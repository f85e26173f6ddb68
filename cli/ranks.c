/* SPDX-License-Identifier: MIT
 *
 * metropole-ranks: `metropole selfplay` on many machines, by Open MPI. Rank 0 reads the net, sends
 * it to all, gives out numbers of games and gathers what comes back; it plays, too, on a thread of
 * its own. A rank is given a new number for each game that it sends, so a slow one costs nobody
 * else, and what a rank took with it when it died is given out again at the end.
 */
#include "selfplay.h"

#include "commands.h"
#include "lang.h"
#include "progress.h"

#include "learn/crew.h"

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

struct host {
	struct crew crew;        /* a thread of this rank, and all that arrives */
	int ranks, away;         /* others at the beginning; of them, those that are done */
	uint64_t sent, received; /* bytes */
	struct game_bytes bytes; /* what just came */
};

/* --- rank 0 --- */

/* Keeps a game, if the message is one, and answers with the number of another. */
static void serve_rank(struct host *host, const MPI_Status *from, int size)
{
	uint64_t game = no_more;

	pthread_mutex_lock(&host->crew.lock);
	if (size > NUMBER_BYTES) {
		struct game_bytes bytes = {.mem = host->bytes.mem + NUMBER_BYTES,
		                           .n = (size_t)size - NUMBER_BYTES};

		memcpy(&game, host->bytes.mem, sizeof game);
		host->crew.failed |= !harvest_add(host->crew.harvest, game, &bytes);
		game = no_more;
	}
	if (host->crew.failed || !harvest_give(host->crew.harvest, &game))
		game = no_more;
	pthread_mutex_unlock(&host->crew.lock);
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
	if ((size_t)size > host->bytes.cap) {
		host->bytes.mem = realloc(host->bytes.mem, (size_t)size);
		host->bytes.cap = (size_t)size;
		if (!host->bytes.mem)
			MPI_Abort(MPI_COMM_WORLD, CLI_SYSTEM);
	}
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

static void gather(struct host *host, uint64_t first)
{
	struct progress progress;
	double begin = seconds(), end;
	uint64_t gathered;

	progress_init(&progress, host->crew.harvest->games - first, false);
	while (crew_is_gathering(&host->crew, &gathered)) {
		progress_show(&progress, gathered - first);
		if (!hear_ranks(host))
			usleep(1000);
	}
	progress_end(&progress);
	end = seconds();
	while (host->away < host->ranks && seconds() < end + GRACE)
		if (!hear_ranks(host))
			usleep(1000);
	fprintf(stderr, tr("%llu games in %.1f s, %.2f a second; %llu bytes came, %llu went\n"),
	        (unsigned long long)(gathered - first), end - begin,
	        (double)(gathered - first) / (end - begin), (unsigned long long)host->received,
	        (unsigned long long)host->sent);
}

static int lead_ranks(const struct selfplay_arguments *arguments, const struct selfplay *selfplay,
                      int ranks)
{
	struct harvest harvest;
	struct host host = {
		.crew = {.selfplay = selfplay, .harvest = &harvest, .lock = PTHREAD_MUTEX_INITIALIZER},
		.ranks = ranks - 1};
	pthread_t here;
	uint64_t first;
	int code = selfplay_open(arguments, selfplay, &harvest);

	if (code != CLI_OK)
		MPI_Abort(MPI_COMM_WORLD, code);
	first = harvest.gathered;
	if (pthread_create(&here, NULL, crew_play, &host.crew) != 0)
		MPI_Abort(MPI_COMM_WORLD, CLI_SYSTEM);
	gather(&host, first);
	pthread_join(here, NULL);
	harvest_close(&harvest);
	free(host.bytes.mem);
	if (host.crew.failed)
		code = cli_fail(CLI_SYSTEM, "%s", tr("memory, threads or room on the disk are short"));
	if (host.away < host.ranks) {
		/* All is on the disk; MPI_Finalize would wait for them, in every rank. */
		cli_fail(CLI_OK, tr("ranks that were lost: %d; others played their games"),
		         host.ranks - host.away);
		MPI_Abort(MPI_COMM_WORLD, code);
	}
	return code;
}

/* --- the other ranks --- */

static uint64_t next_number(void)
{
	uint64_t game = no_more;

	MPI_Recv(&game, NUMBER_BYTES, MPI_BYTE, 0, TAG_NUMBER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return game;
}

static int follow_lead(const struct selfplay *selfplay)
{
	struct selfplay_player *player = selfplay_player_new(selfplay);
	struct game_bytes bytes = {0}, message = {0};
	int ahead = player ? AHEAD : 0, code = player ? CLI_OK : CLI_SYSTEM;

	for (int i = 0; i < ahead; i++)
		MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_GAME, MPI_COMM_WORLD);
	while (ahead > 0) {
		uint64_t game = next_number();

		if (game == no_more || code != CLI_OK) {
			ahead--;
			continue;
		}
		if (!selfplay_play(player, game, &bytes) ||
		    !(message.mem = realloc(message.mem, bytes.n + NUMBER_BYTES))) {
			code = CLI_SYSTEM;
			ahead--;
			continue;
		}
		memcpy(message.mem, &game, NUMBER_BYTES);
		memcpy(message.mem + NUMBER_BYTES, bytes.mem, bytes.n);
		MPI_Send(message.mem, (int)(bytes.n + NUMBER_BYTES), MPI_BYTE, 0, TAG_GAME, MPI_COMM_WORLD);
	}
	MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_DONE, MPI_COMM_WORLD);
	free(bytes.mem);
	free(message.mem);
	selfplay_player_free(player);
	return code;
}

/* --- all of them --- */

/* The net goes from rank 0 to all: nobody else needs the file. */
static void share_net(int rank, struct selfplay *selfplay)
{
	size_t inputs = selfplay->setup->game->inputs->n;
	size_t bytes = (size_t)MP_NET_SIZE((size_t)selfplay->setup->players, inputs) * sizeof(int16_t);
	int has_net = selfplay->net.weights != NULL;
	int16_t *weights;

	MPI_Bcast(&has_net, 1, MPI_INT, 0, MPI_COMM_WORLD);
	if (!has_net)
		return;
	weights = rank == 0 ? (int16_t *)selfplay->net.weights : malloc(bytes);
	if (!weights)
		MPI_Abort(MPI_COMM_WORLD, CLI_SYSTEM);
	MPI_Bcast(weights, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
	selfplay->net =
		(struct net){.players = selfplay->setup->players, .inputs = inputs, .weights = weights};
}

int run_selfplay(int argc, char **argv)
{
	struct selfplay_arguments arguments;
	struct selfplay selfplay;
	struct mp_setup begun;
	int code = selfplay_begin(argc, argv, &arguments, &begun, &selfplay), rank, ranks;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (code == CLI_OK && rank == 0)
		code = selfplay_read_net(&arguments, &selfplay);
	if (code != CLI_OK)
		MPI_Abort(MPI_COMM_WORLD, code);
	share_net(rank, &selfplay);
	code = rank == 0 ? lead_ranks(&arguments, &selfplay, ranks) : follow_lead(&selfplay);
	free((void *)selfplay.net.weights);
	free(arguments.setup.text);
	return code;
}

int main(int argc, char **argv)
{
	int given, code;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
	lang_from_environment();
	code = run_selfplay(argc, argv);
	MPI_Finalize();
	return code;
}
