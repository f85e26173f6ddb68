/* SPDX-License-Identifier: MIT
 *
 * One thread, one question at a time.
 */
#include "thinker.h"

enum { BOT_BYTES = 32 << 20 };

static void *think(void *ctx)
{
	struct thinker *thinker = ctx;

	thinker->err =
		question_ask(&thinker->question, thinker->bot, &thinker->answer, &thinker->fault);
	atomic_store(&thinker->is_done, true);
	return NULL;
}

enum mp_err thinker_begin(struct thinker *thinker, struct mp_match *match, int seat,
                          const char *level, uint64_t seed, struct mp_fault *fault)
{
	enum mp_err err;

	thinker_stop(thinker);
	err = question_take(&thinker->question, match, seat, fault);
	if (!thinker->bot)
		thinker->bot = mp_bot_new((size_t)BOT_BYTES, 1);
	if (!err && !thinker->bot)
		err = mp_fault_set(fault, MP_FULL, "There is not enough memory for a bot.");
	if (err)
		return err;
	thinker->seat = seat;
	thinker->question.request.level = level;
	thinker->question.request.seed = seed;
	thinker->question.request.threads = 1;
	thinker->question.request.stop = &thinker->stop;
	atomic_store(&thinker->stop, false);
	atomic_store(&thinker->is_done, false);
	if (pthread_create(&thinker->thread, NULL, think, thinker))
		return mp_fault_set(fault, MP_FULL, "No thread can be had for a bot.");
	thinker->is_busy = true;
	return MP_OK;
}

bool thinker_poll(struct thinker *thinker)
{
	if (!thinker->is_busy || !atomic_load(&thinker->is_done))
		return false;
	pthread_join(thinker->thread, NULL);
	thinker->is_busy = false;
	return true;
}

void thinker_stop(struct thinker *thinker)
{
	if (!thinker->is_busy)
		return;
	atomic_store(&thinker->stop, true);
	pthread_join(thinker->thread, NULL);
	thinker->is_busy = false;
}

void thinker_release(struct thinker *thinker)
{
	thinker_stop(thinker);
	mp_bot_free(thinker->bot);
	thinker->bot = NULL;
	question_release(&thinker->question);
}
