/* SPDX-License-Identifier: MIT
 *
 * Threads, where there are any. WebAssembly has none: there the work is done in turn.
 */
#include "search.h"

#ifdef __wasm__

void parallel_run(int n, void (*work)(void *ctx, int index), void *ctx)
{
	for (int i = 0; i < n; i++)
		work(ctx, i);
}

#else

#include <pthread.h>

enum { THREADS_MAX = 64 };

struct worker {
	void (*work)(void *ctx, int index);
	void *ctx;
	int index;
	pthread_t thread;
	bool runs;
};

static void *start_thread(void *arg)
{
	struct worker *worker = arg;

	worker->work(worker->ctx, worker->index);
	return NULL;
}

void parallel_run(int n, void (*work)(void *ctx, int index), void *ctx)
{
	struct worker workers[THREADS_MAX];

	for (int i = 1; i < n; i++) {
		workers[i] = (struct worker){.work = work, .ctx = ctx, .index = i};
		workers[i].runs = pthread_create(&workers[i].thread, NULL, start_thread, &workers[i]) == 0;
	}
	work(ctx, 0);
	for (int i = 1; i < n; i++)
		if (workers[i].runs)
			pthread_join(workers[i].thread, NULL);
		else
			work(ctx, i);
}

#endif
