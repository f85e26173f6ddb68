/* SPDX-License-Identifier: MIT
 *
 * A question to a bot: what its seat may know, taken from a match at one moment. It can be asked
 * on another thread while the match goes on, as long as the match's setup lives. This is the one
 * place where something passes from a match to a bot.
 */
#ifndef HOST_QUESTION_H
#define HOST_QUESTION_H

#include <metropole/bot.h>
#include <metropole/match.h>

struct question {
	struct mp_bot_request request; /* level, budget, seed and stop are the caller's to set */
	void *redacted;
	size_t redacted_cap;
	struct mp_played *log;
	size_t log_cap;
};

/* Takes the position of this seat; memory is kept from question to question. A zeroed question is
 * an empty one. MP_GAME_OVER, also where nothing fits what was followed, MP_NOT_YOUR_TURN (the seat
 * has nothing to choose) or MP_FULL. */
enum mp_err question_take(struct question *, struct mp_match *, int seat, struct mp_fault *);
void question_release(struct question *);

/* MP_BAD_REQUEST for a level that there is not. */
enum mp_err question_need_level(const char *level, struct mp_fault *);

/* Asks. The level is one that there is. MP_GAME_OVER where nothing fits what the
 * seat has seen, so that the game must be over. */
enum mp_err question_ask(const struct question *, struct mp_bot *, struct mp_bot_answer *,
                         struct mp_fault *);

#endif
