/* SPDX-License-Identifier: MIT
 *
 * Negotiation: what to answer to deals, and what to offer, valued in win shares by the game's
 * evaluate. Searches no further: a deal moves shares at once or not at all.
 */
#ifndef METROPOLE_AI_DEAL_H
#define METROPOLE_AI_DEAL_H

#include "search.h"

/* Is there a deal that the seat may answer? Then `move` is the answer: an acceptance if it is worth
 * it and `willing`, otherwise a refusal. */
bool deal_answer(struct searcher *, bool willing, mp_move *move);

/* Is there an offer worth making now? At most one a turn, and none twice in a game. Looks at the
 * most promising ones first, as far as time allows. */
bool deal_offer(struct searcher *, const struct limit *, const struct mp_played *log, size_t n_log,
                mp_move *move);

#endif
