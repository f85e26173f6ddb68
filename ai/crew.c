/* SPDX-License-Identifier: MIT
 *
 * Threads, where there are any. WebAssembly has none: there the work is done in turn.
 */
#include "search.h"

#ifdef __wasm__

void crew_run(int n, void (*work)(void *ctx, int index), void *ctx)
{
	for (int i = 0; i < n; i++)
		work(ctx, i);
}

#else

#include <pthread.h>

enum { CREW_MAX = 64 };

struct shift {
	void (*work)(void *ctx, int index);
	void *ctx;
	int index;
	pthread_t thread;
	bool runs;
};

static void *start(void *arg)
{
	struct shift *shift = arg;

	shift->work(shift->ctx, shift->index);
	return NULL;
}

void crew_run(int n, void (*work)(void *ctx, int index), void *ctx)
{
	struct shift shifts[CREW_MAX];

	for (int i = 1; i < n; i++) {
		shifts[i] = (struct shift){.work = work, .ctx = ctx, .index = i};
		shifts[i].runs = pthread_create(&shifts[i].thread, NULL, start, &shifts[i]) == 0;
	}
	work(ctx, 0);
	for (int i = 1; i < n; i++)
		if (shifts[i].runs)
			pthread_join(shifts[i].thread, NULL);
		else
			work(ctx, i);
}

#endif
