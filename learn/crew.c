/* SPDX-License-Identifier: MIT
 *
 * The lock is held but for the games themselves.
 */
#include "crew.h"

#include <stdlib.h>

void *crew_play(void *arg)
{
	struct crew *crew = arg;
	struct selfplay_player *player = selfplay_player_new(crew->selfplay);
	struct game_bytes bytes = {0};
	uint64_t game;

	pthread_mutex_lock(&crew->lock);
	while (player && !crew->failed && harvest_give(crew->harvest, &game)) {
		bool played;

		pthread_mutex_unlock(&crew->lock);
		played = selfplay_play(player, game, &bytes);
		pthread_mutex_lock(&crew->lock);
		crew->failed |= !played || !harvest_add(crew->harvest, game, &bytes);
	}
	crew->failed |= !player;
	pthread_mutex_unlock(&crew->lock);
	free(bytes.mem);
	selfplay_player_free(player);
	return NULL;
}

bool crew_is_gathering(struct crew *crew, uint64_t *gathered)
{
	bool gathering;

	pthread_mutex_lock(&crew->lock);
	*gathered = crew->harvest->gathered;
	gathering = !crew->failed && *gathered < crew->harvest->games;
	pthread_mutex_unlock(&crew->lock);
	return gathering;
}
