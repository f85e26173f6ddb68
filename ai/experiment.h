/* SPDX-License-Identifier: MIT
 *
 * The arena's own door to a bot: other settings than the level's, and the peeking reference "b+",
 * which searches as `hard` does but from the true state. Never offered to players: nothing outside
 * of ai/ includes this.
 */
#ifndef METROPOLE_AI_EXPERIMENT_H
#define METROPOLE_AI_EXPERIMENT_H

#include <metropole/bot.h>

#include "net.h"
#include "plan.h"

struct experiment {
	const void *truth;                 /* the full state, or NULL */
	const struct mp_search_plan *plan; /* instead of the level's, or NULL */
	const struct net *net;             /* instead of the game's, or NULL */
	bool deals;                        /* a baseline deals as the others do */
};

bool experiment_choose(struct mp_bot *, const struct mp_bot_request *, const struct experiment *,
                       struct mp_bot_answer *);

#endif
