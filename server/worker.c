/* SPDX-License-Identifier: MIT
 *
 * Worker threads.
 */
#include "server/worker.h"

#include <metropole/bot.h>

static void *run(void *arg)
{
	struct workers *workers = arg;
	struct mp_bot *bot = workers->with_bots ? mp_bot_new(0, 1) : NULL;
	struct letter *letter;

	while ((letter = mailbox_wait(&workers->jobs))) {
		struct work *work = (struct work *)letter;

		work->run(work, bot);
		mailbox_put(workers->done, letter);
		workers->wake(workers->ctx);
	}
	if (bot)
		mp_bot_free(bot);
	return NULL;
}

bool workers_init(struct workers *workers, unsigned n, bool with_bots, struct mailbox *done,
                  void (*wake)(void *), void *ctx)
{
	*workers = (struct workers){.done = done, .wake = wake, .ctx = ctx, .with_bots = with_bots};
	mailbox_init(&workers->jobs);
	while (workers->n < n && workers->n < WORKERS_MAX) {
		if (pthread_create(&workers->thread[workers->n], NULL, run, workers) != 0)
			return workers->n > 0;
		workers->n++;
	}
	return true;
}

void workers_submit(struct workers *workers, struct work *work)
{
	mailbox_put(&workers->jobs, &work->letter);
}

void workers_release(struct workers *workers)
{
	struct letter *letter = mailbox_take_all(&workers->jobs);

	while (letter) {
		struct letter *next = letter->next;

		mailbox_put(workers->done, letter);
		letter = next;
	}
	mailbox_close(&workers->jobs);
	for (unsigned i = 0; i < workers->n; i++)
		pthread_join(workers->thread[i], NULL);
	mailbox_release(&workers->jobs);
}
