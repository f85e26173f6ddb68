/* SPDX-License-Identifier: MIT
 *
 * Worker threads.
 */
#include "server/worker.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <metropole/bot.h>

enum { QUICK_BOT_BYTES = 8 << 20, SLOW_NICENESS = 10, QUICK_WAITING_MAX = 8 };

/* What thinks for a second gives way to what answers at once: quick bots, and the loop. Linux
 * counts niceness by thread; where that fails, all are as they were. */
static void lower_priority(void)
{
	setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), SLOW_NICENESS);
}

/* Behind all works of its round or an earlier one; an owner's n-th work is in the n-th round from
 * now. */
static void lane_enter(struct lane *lane, struct work *work)
{
	struct work **at = &lane->first;

	work->round = lane->round;
	for (const struct work *other = lane->first; other; other = other->next)
		if (other->owner == work->owner && other->round >= work->round)
			work->round = other->round + 1;
	while (*at && (*at)->round <= work->round)
		at = &(*at)->next;
	work->next = *at;
	*at = work;
	lane->waiting++;
}

static struct work *lane_leave(struct lane *lane)
{
	struct work *work = lane->first;

	lane->first = work->next;
	lane->round = work->round;
	lane->waiting--;
	return work;
}

static struct lane *lane_of(struct workers *workers, const struct work *work)
{
	return work->is_patient ? &workers->patient : work->is_quick ? &workers->quick : &workers->slow;
}

/* Of the two lanes for what somebody waits for. Quick works are left to the thread that is theirs,
 * which does not give way, unless too many wait for it. */
static struct work *next_urgent(struct workers *workers, bool quick_only)
{
	if (quick_only)
		return workers->quick.first ? lane_leave(&workers->quick) : NULL;
	if (workers->has_quick && workers->quick.waiting <= QUICK_WAITING_MAX)
		return workers->slow.first ? lane_leave(&workers->slow) : NULL;
	workers->slow_is_next = !workers->slow_is_next;
	if (workers->slow.first && (workers->slow_is_next || !workers->quick.first))
		return lane_leave(&workers->slow);
	return workers->quick.first ? lane_leave(&workers->quick) : NULL;
}

/* The next work of a thread, or NULL if there is none for it. Called with the lock held. */
static struct work *next_work(struct workers *workers, bool quick_only)
{
	struct work *work = next_urgent(workers, quick_only);

	return work || quick_only || !workers->patient.first ? work : lane_leave(&workers->patient);
}

static void work_on(struct workers *workers, bool quick_only, struct mp_bot *bot)
{
	pthread_mutex_lock(&workers->lock);
	for (;;) {
		struct work *work = next_work(workers, quick_only);

		if (!work && workers->is_closed)
			break;
		if (!work) {
			pthread_cond_wait(&workers->filled, &workers->lock);
			continue;
		}
		pthread_mutex_unlock(&workers->lock);
		work->run(work, bot);
		queue_put(workers->done, &work->task);
		workers->wake(workers->ctx);
		pthread_mutex_lock(&workers->lock);
	}
	pthread_mutex_unlock(&workers->lock);
}

static void *run_worker(void *arg)
{
	struct workers *workers = arg;
	struct mp_bot *bot = workers->with_bots ? mp_bot_new(0, 1) : NULL;

	if (workers->with_bots)
		lower_priority();
	work_on(workers, false, bot);
	if (bot)
		mp_bot_free(bot);
	return NULL;
}

static void *run_quick(void *arg)
{
	struct mp_bot *bot = mp_bot_new(QUICK_BOT_BYTES, 1);

	work_on(arg, true, bot);
	if (bot)
		mp_bot_free(bot);
	return NULL;
}

static bool begin_thread(struct workers *workers, void *(*start)(void *))
{
	if (pthread_create(&workers->thread[workers->n], NULL, start, workers) != 0)
		return false;
	workers->n++;
	return true;
}

/* The lock is held until all have begun: a thread looks which others there are. */
bool workers_init(struct workers *workers, unsigned n, bool with_bots, struct queue *done,
                  void (*wake)(void *), void *ctx)
{
	*workers = (struct workers){.done = done, .wake = wake, .ctx = ctx, .with_bots = with_bots};
	pthread_mutex_init(&workers->lock, NULL);
	pthread_cond_init(&workers->filled, NULL);
	pthread_mutex_lock(&workers->lock);
	while (workers->n < n && workers->n < WORKERS_MAX && begin_thread(workers, run_worker))
		continue;
	workers->has_quick = with_bots && workers->n > 0 && begin_thread(workers, run_quick);
	pthread_mutex_unlock(&workers->lock);
	return workers->n > 0;
}

/* All are woken, for the one that wakes may be the one that may not take it. */
void workers_submit(struct workers *workers, struct work *work)
{
	pthread_mutex_lock(&workers->lock);
	lane_enter(lane_of(workers, work), work);
	pthread_cond_broadcast(&workers->filled);
	pthread_mutex_unlock(&workers->lock);
}

bool workers_withdraw(struct workers *workers, struct work *work)
{
	struct lane *lane = lane_of(workers, work);
	struct work **at = &lane->first;
	bool found;

	pthread_mutex_lock(&workers->lock);
	while (*at && *at != work)
		at = &(*at)->next;
	found = *at != NULL;
	if (found) {
		*at = work->next;
		lane->waiting--;
	}
	pthread_mutex_unlock(&workers->lock);
	return found;
}

size_t workers_waiting(struct workers *workers)
{
	size_t n;

	pthread_mutex_lock(&workers->lock);
	n = workers->quick.waiting + workers->slow.waiting + workers->patient.waiting;
	pthread_mutex_unlock(&workers->lock);
	return n;
}

static void hand_back(struct workers *workers, struct lane *lane)
{
	while (lane->first)
		queue_put(workers->done, &lane_leave(lane)->task);
}

void workers_release(struct workers *workers)
{
	pthread_mutex_lock(&workers->lock);
	hand_back(workers, &workers->quick);
	hand_back(workers, &workers->slow);
	hand_back(workers, &workers->patient);
	workers->is_closed = true;
	pthread_cond_broadcast(&workers->filled);
	pthread_mutex_unlock(&workers->lock);
	for (unsigned i = 0; i < workers->n; i++)
		pthread_join(workers->thread[i], NULL);
	pthread_cond_destroy(&workers->filled);
	pthread_mutex_destroy(&workers->lock);
}
