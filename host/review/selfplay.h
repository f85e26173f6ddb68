/* SPDX-License-Identifier: MIT
 *
 * Whole games of bots, to be looked at afterwards.
 */
#ifndef HOST_REVIEW_SELFPLAY_H
#define HOST_REVIEW_SELFPLAY_H

#include "host/live.h"

#include <metropole/bot.h>

/* Plays on to the end, or until there are so many events: bots of this level at every seat, with so
 * many iterations for a move and without deals; all luck is from the generator. False if memory is
 * short. */
bool selfplay(struct live *, struct mp_bot *, const char *level, uint32_t iterations,
              struct mp_rng *, size_t events);

#endif
