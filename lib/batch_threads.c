/* SPDX-License-Identifier: MIT
 *
 * The threads of a batch: each has its piece of the matches, so nothing is shared while they work.
 */
#include "batch.h"

static void work(struct mp_batch *batch, int number)
{
	size_t threads = (size_t)batch->threads, k = (size_t)number;

	batch_work(batch, batch->n * k / threads, batch->n * (k + 1) / threads,
	           batch->redacted + k * batch->stride);
}

static void *run(void *memory)
{
	struct batch_worker *worker = memory;
	struct mp_batch *batch = worker->batch;
	uint64_t seen = 0;

	pthread_mutex_lock(&batch->lock);
	for (;;) {
		while (batch->round == seen && !batch->is_closing)
			pthread_cond_wait(&batch->begin, &batch->lock);
		if (batch->is_closing)
			break;
		seen = batch->round;
		pthread_mutex_unlock(&batch->lock);
		work(batch, worker->number);
		pthread_mutex_lock(&batch->lock);
		if (--batch->working == 0)
			pthread_cond_signal(&batch->end);
	}
	pthread_mutex_unlock(&batch->lock);
	return NULL;
}

bool batch_threads_start(struct mp_batch *batch)
{
	pthread_mutex_init(&batch->lock, NULL);
	pthread_cond_init(&batch->begin, NULL);
	pthread_cond_init(&batch->end, NULL);
	for (int i = 1; i < batch->threads; i++) {
		batch->worker[i] = (struct batch_worker){.batch = batch, .number = i};
		if (pthread_create(&batch->thread[i], NULL, run, &batch->worker[i]) != 0)
			return false;
		batch->started = i;
	}
	return true;
}

void batch_threads_run(struct mp_batch *batch)
{
	if (batch->threads > 1) {
		pthread_mutex_lock(&batch->lock);
		batch->working = batch->threads - 1;
		batch->round++;
		pthread_cond_broadcast(&batch->begin);
		pthread_mutex_unlock(&batch->lock);
	}
	work(batch, 0);
	if (batch->threads > 1) {
		pthread_mutex_lock(&batch->lock);
		while (batch->working > 0)
			pthread_cond_wait(&batch->end, &batch->lock);
		pthread_mutex_unlock(&batch->lock);
	}
}

void batch_threads_stop(struct mp_batch *batch)
{
	pthread_mutex_lock(&batch->lock);
	batch->is_closing = true;
	pthread_cond_broadcast(&batch->begin);
	pthread_mutex_unlock(&batch->lock);
	for (int i = 1; i <= batch->started; i++)
		pthread_join(batch->thread[i], NULL);
	pthread_cond_destroy(&batch->begin);
	pthread_cond_destroy(&batch->end);
	pthread_mutex_destroy(&batch->lock);
}
