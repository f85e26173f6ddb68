/* SPDX-License-Identifier: MIT
 *
 * The operation `bot`: hands a bot what its seat may know, and writes what it answers.
 */
#ifndef ENGINE_BOT_H
#define ENGINE_BOT_H

#include "request.h"

#include "host/question.h"

/* A bot, made when first asked for, and its last answer. */
struct bot_room {
	struct mp_bot *bot;
	int threads;
	struct question question;
	struct mp_bot_answer answer;
};

enum mp_err bot_room_choose(struct bot_room *, struct mp_match *, int seat, const struct request *,
                            struct mp_fault *);
void bot_room_write(const struct bot_room *, struct mp_match *, struct mp_json *);
void bot_room_release(struct bot_room *);

#endif
