/* SPDX-License-Identifier: MIT
 *
 * A bot that thinks while the screen goes on.
 */
#ifndef TERM_THINKER_H
#define TERM_THINKER_H

#include "host/question.h"

#include <pthread.h>

struct thinker {
	struct question question;
	struct mp_bot *bot;
	struct mp_bot_answer answer;
	struct mp_fault fault;
	enum mp_err err;
	pthread_t thread;
	atomic_bool is_done, stop;
	bool is_busy; /* a thread is there, to be waited for */
	int seat;
};

/* Begins to think about the position of this seat. The match's setup has to outlive it. */
enum mp_err thinker_begin(struct thinker *, struct mp_match *, int seat, const char *level,
                          uint64_t seed, struct mp_fault *);
/* Has it an answer? Then it is not busy any more. */
bool thinker_poll(struct thinker *);
/* Lets it think no longer, and forgets the answer. */
void thinker_stop(struct thinker *);
void thinker_release(struct thinker *);

#endif
