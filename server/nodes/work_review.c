/* SPDX-License-Identifier: MIT
 *
 * Reviews, an event at a time, so that the next question waits for one event at the most.
 */
#include "server/nodes/work_review.h"

#include "server/store/store.h"

#include <time.h>

enum { LOOK_MS = 500 };

static int64_t steady_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool failed(void *db)
{
	char why[256];

	store_sql.failed(db, why, sizeof why);
	return false;
}

static bool take_up(struct work_review *review, void *db, int64_t now)
{
	const struct store_ops *ops = &store_sql;

	if (now < review->next_look)
		return false;
	review->next_look = now + LOOK_MS;
	if (!ops->begin(db, false) ||
	    !ops->review_take(db, ops->node(db), REVIEW_HOLD_MS, review_task_take, &review->task) ||
	    !ops->commit(db)) {
		review_task_release(&review->task);
		return failed(db);
	}
	review->next_beat = now + REVIEW_BEAT_MS;
	return review->task.table != 0;
}

static bool hold(struct work_review *review, void *db, int64_t now)
{
	const struct store_ops *ops = &store_sql;

	if (now < review->next_beat)
		return true;
	review->next_beat = now + REVIEW_BEAT_MS;
	if (ops->begin(db, false) &&
	    ops->review_hold(db, review->task.table, ops->node(db), REVIEW_HOLD_MS) && ops->commit(db))
		return true;
	return failed(db);
}

static bool put(struct work_review *review, void *db)
{
	const struct store_ops *ops = &store_sql;
	const char *text = review->task.text ? review->task.text : "";

	if (!ops->begin(db, false) || !ops->review_put(db, review->task.table, ops->node(db), text) ||
	    !ops->commit(db))
		return failed(db);
	review_task_release(&review->task);
	review->next_look = 0;
	return true;
}

bool work_review_go(struct work_review *review, void *db)
{
	int64_t now = steady_ms();

	if (!review->task.table)
		return take_up(review, db, now);
	if (review->task.step != REVIEW_GOES_ON)
		return put(review, db);
	review_task_go(&review->task);
	return review->task.step != REVIEW_GOES_ON || hold(review, db, now);
}

void work_review_release(struct work_review *review)
{
	review_task_release(&review->task);
}
