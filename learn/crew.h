/* SPDX-License-Identifier: MIT
 *
 * Those who play games into one folder, side by side.
 */
#ifndef LEARN_CREW_H
#define LEARN_CREW_H

#include "harvest.h"

#include <pthread.h>

struct crew {
	const struct selfplay *selfplay;
	struct harvest *harvest;
	pthread_mutex_t lock; /* guards the folder and `failed` */
	bool failed;
};

/* A thread's work: plays as long as there are numbers of games to be had. */
void *crew_play(void *crew);
/* Are games still to come? Says how many there are. */
bool crew_is_gathering(struct crew *, uint64_t *gathered);

#endif
