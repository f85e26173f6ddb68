/* SPDX-License-Identifier: MIT
 *
 * Which game is whose. The lock is held but for the games themselves.
 */
#include "crew.h"

#include "cli.h"

#include "learn/netfile.h"

#include <stdlib.h>

enum { FREE, GIVEN, GATHERED };

bool crew_begin(struct crew *crew)
{
	pthread_mutex_init(&crew->lock, NULL);
	crew->state = calloc(crew->games ? crew->games : 1, 1);
	for (uint64_t game = 0; crew->state && game < crew->games; game++)
		if (crew->kind->has(crew->store, game)) {
			crew->state[game] = GATHERED;
			crew->gathered++;
		}
	crew->first = crew->gathered;
	return crew->state != NULL;
}

void crew_end(struct crew *crew)
{
	free(crew->state);
	pthread_mutex_destroy(&crew->lock);
}

static bool is_done(const struct crew *crew)
{
	return crew->failed || crew->gathered == crew->games ||
	       (crew->kind->is_enough && crew->kind->is_enough(crew->store));
}

static bool give(struct crew *crew, uint64_t *game)
{
	if (is_done(crew))
		return false;
	while (crew->next < crew->games && crew->state[crew->next] != FREE)
		crew->next++;
	if (crew->next < crew->games) {
		*game = crew->next;
		crew->state[*game] = GIVEN;
		return true;
	}
	if (!crew->gives_again)
		return false;
	do
		crew->again = (crew->again + 1) % crew->games;
	while (crew->state[crew->again] == GATHERED);
	*game = crew->again;
	return true;
}

bool crew_give(struct crew *crew, uint64_t *game)
{
	bool given;

	pthread_mutex_lock(&crew->lock);
	given = give(crew, game);
	pthread_mutex_unlock(&crew->lock);
	return given;
}

void crew_keep(struct crew *crew, uint64_t game, const struct game_bytes *bytes)
{
	pthread_mutex_lock(&crew->lock);
	if (!crew->failed && game < crew->games && crew->state[game] != GATHERED) {
		crew->state[game] = GATHERED;
		crew->gathered++;
		crew->failed = !crew->kind->keep(crew->store, game, bytes);
	}
	pthread_mutex_unlock(&crew->lock);
}

void *crew_play(void *arg)
{
	struct crew *crew = arg;
	void *player = crew->kind->player_new(crew->match);
	struct game_bytes bytes = {0};
	bool good = player != NULL;
	uint64_t game;

	while (good && crew_give(crew, &game)) {
		good = crew->kind->play(player, game, &bytes);
		if (good)
			crew_keep(crew, game, &bytes);
	}
	pthread_mutex_lock(&crew->lock);
	crew->failed |= !good;
	pthread_mutex_unlock(&crew->lock);
	free(bytes.mem);
	crew->kind->player_free(player);
	return NULL;
}

bool crew_is_gathering(struct crew *crew, uint64_t *came)
{
	bool gathering;

	pthread_mutex_lock(&crew->lock);
	*came = crew->gathered - crew->first;
	gathering = !is_done(crew);
	pthread_mutex_unlock(&crew->lock);
	return gathering;
}

int crew_read_net(const char *path, const struct mp_setup *setup, struct net *net)
{
	const struct mp_inputs *inputs = setup->game->inputs;
	size_t n = inputs ? (size_t)MP_NET_SIZE((size_t)setup->players, inputs->n) : 0;
	const char *why = NULL;
	int16_t *weights;

	*net = (struct net){0};
	if (!path)
		return CLI_OK;
	if (crew_leads())
		why = netfile_read(path, setup, net);
	if (why)
		return cli_fail(CLI_FAILED, tr("%s cannot be used: %s"), path, tr(why));
	weights = crew_leads() ? (int16_t *)net->weights : calloc(n + 1, sizeof *weights);
	if (!weights)
		return cli_fail(CLI_SYSTEM, "%s", tr("memory or threads are short"));
	crew_share(weights, n * sizeof *weights);
	*net = (struct net){
		.players = setup->players, .inputs = inputs ? inputs->n : 0, .weights = weights};
	return CLI_OK;
}
