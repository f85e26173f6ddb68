/* SPDX-License-Identifier: MIT
 *
 * A bot's memory, and how a request becomes a scene: for what searches with it.
 */
#ifndef METROPOLE_AI_BOT_H
#define METROPOLE_AI_BOT_H

#include "experiment.h"
#include "search.h"

enum { BOT_THREADS_MAX = 16 };

struct mp_bot {
	struct searcher *searchers[BOT_THREADS_MAX];
	int threads;
	void *posterior;
	uint64_t (*now)(void *ctx);
	void *ctx;
};

/* What the request tells, by the level's plan or the experiment's; the posterior is the bot's. */
void bot_scene(struct mp_bot *, const struct mp_bot_request *, const struct plan_level *,
               const struct experiment *, struct scene *);

/* Is there a world at all that fits what the seat has seen? */
bool bot_fits(struct mp_bot *, const struct scene *);

#endif
