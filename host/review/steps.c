/* SPDX-License-Identifier: MIT
 *
 * A review a step at a time.
 */
#include "steps.h"

#include "work.h"

#include "host/buffer.h"

#include <metropole/text.h>

#include <stdlib.h>
#include <string.h>

enum { SEED = 1 };

struct review_steps {
	struct live live;
	struct review review;
	struct review_work work;
	size_t next;
	bool is_summed;
};

struct review_steps *review_steps_new(const char *record)
{
	struct review_steps *steps = calloc(1, sizeof *steps);
	struct review_options options = {.seed = SEED, .threads = 1};
	struct mp_fault fault;

	if (!steps)
		return NULL;
	if (live_load(&steps->live, record, MP_ALL, &fault) != MP_OK) {
		free(steps);
		return NULL;
	}
	if (!review_begin(&steps->work, &steps->review, &steps->live, &options)) {
		review_steps_free(steps);
		return NULL;
	}
	return steps;
}

void review_steps_free(struct review_steps *steps)
{
	if (!steps)
		return;
	review_end(&steps->work);
	review_release(&steps->review);
	live_release(&steps->live);
	free(steps);
}

enum review_step review_steps_go(struct review_steps *steps)
{
	/* Event n is the beginning. */
	if (steps->next <= steps->review.n)
		return review_weigh(&steps->work, 0, steps->next++) ? REVIEW_GOES_ON : REVIEW_FAILED;
	if (!steps->is_summed)
		review_sum_up(&steps->work);
	steps->is_summed = true;
	return REVIEW_IS_DONE;
}

char *review_steps_text(struct review_steps *steps)
{
	struct buffer buffer = {0};
	char *copy = NULL;

	do {
		if (!buffer_grow(&buffer))
			break;
		buffer_clear(&buffer);
		review_json(&steps->review, &steps->live, NULL, NULL, &buffer.json);
	} while (buffer.json.text.overflow);
	if (!buffer.json.text.overflow)
		copy = strdup(buffer.json.text.buf);
	buffer_release(&buffer);
	return copy;
}
