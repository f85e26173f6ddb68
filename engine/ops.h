/* SPDX-License-Identifier: MIT
 *
 * The engine's inside, and the operations of its protocol. Each has two halves: `act` may change
 * the match, and does so wholly or not at all; `write` only reads, so it is simply run again with
 * more room when its answer did not fit.
 */
#ifndef ENGINE_OPS_H
#define ENGINE_OPS_H

#include "bot.h"
#include "engine.h"
#include "host/buffer.h"
#include "host/live.h"
#include "host/report.h"

#include <metropole/words.h>

struct engine {
	struct live live;
	bool has_match;
	uint64_t seed;
	struct mp_rng luck;
	struct buffer answer;
	struct report report; /* of the request being served */
	struct mp_voice voice;
	struct bot_room bot;
	uint64_t (*entropy)(void *ctx);
	void *entropy_ctx;
};

/* The voice calls the seats by the names of the match that there is now. */
void engine_name_seats(struct engine *);

typedef enum mp_err act_fn(struct engine *, struct request *, struct mp_fault *);
typedef enum mp_err write_fn(struct engine *, const struct request *, struct mp_json *,
                             struct mp_fault *);

/* act.c */
act_fn act_new, act_load, act_play, act_undo, act_reveal, act_bot;

/* write.c */
write_fn write_games, write_status, write_new, write_play, write_legal, write_view, write_digest,
	write_read, write_preview, write_breakdown, write_record, write_bot;

/* The setup that a request asks for, begun and set. */
enum mp_err request_setup(const struct request *, struct mp_setup *, struct mp_fault *);

/* Who plays the request's move: chance says so itself; otherwise the seat named, or the one on
 * turn. */
int request_mover(const struct request *, const struct mp_match *);
enum mp_err request_need_move(const struct request *, struct mp_fault *);

/* Whom a request asks about: the seat that it names, or `usual`; in a followed match who follows it
 * and nobody else (MP_FORBIDDEN). Seats go from 1 to the number of players; MP_PUBLIC and MP_ALL
 * are for those who view only. */
enum mp_err match_asked(const struct mp_match *, int named, int usual, bool views, int *asked,
                        struct mp_fault *);

#endif
