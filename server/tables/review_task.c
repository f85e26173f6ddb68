/* SPDX-License-Identifier: MIT
 *
 * A review that was taken from the queue.
 */
#include "server/tables/review_task.h"

#include <stdlib.h>
#include <string.h>

void review_task_take(void *ctx, int64_t table, const char *record)
{
	struct review_task *task = ctx;

	review_task_release(task);
	task->table = table;
	task->record = strdup(record);
}

void review_task_go(struct review_task *task)
{
	if (!task->steps)
		task->steps = task->record ? review_steps_new(task->record) : NULL;
	task->step = task->steps ? review_steps_go(task->steps) : REVIEW_FAILED;
	if (task->step == REVIEW_IS_DONE)
		task->text = review_steps_text(task->steps);
}

void review_task_release(struct review_task *task)
{
	review_steps_free(task->steps);
	free(task->record);
	free(task->text);
	*task = (struct review_task){0};
}
