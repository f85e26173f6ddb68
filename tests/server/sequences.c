/* SPDX-License-Identifier: MIT
 *
 * sequences NUMBER [SEED]: so many operations, valid and nearly valid, against the server in
 * process, with what must hold checked after each. A quarter of them is done in paired worlds. The
 * corpus of the fuzz target is of the same kind.
 */
#include "fuzz/steps.h"

#include <stdio.h>
#include <stdlib.h>

#include <metropole/rng.h>

enum { RUN_BYTES = 16384, RUN_STEPS = 1500 };

int main(int argc, char **argv)
{
	unsigned long want = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000, done = 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	static struct world world;
	static struct pair pair;
	unsigned long paired = 0;
	static uint8_t bytes[RUN_BYTES];

	world_open(&world, NULL);
	pair_open(&pair);
	for (uint64_t run = 0; done < want; run++) {
		struct mp_rng rng;

		mp_rng_init(&rng, seed, run);
		for (size_t i = 0; i < RUN_BYTES; i++)
			bytes[i] = (uint8_t)mp_rng_below(&rng, 256);
		if (run % 4 == 3) {
			unsigned long steps = steps_run_paired(&pair, bytes, RUN_BYTES, RUN_STEPS);

			done += steps;
			paired += steps;
		} else {
			done += steps_run(&world, bytes, RUN_BYTES, RUN_STEPS);
			world_clear(&world);
		}
	}
	printf("%lu operations, %lld tables, nothing found\n", done,
	       (long long)world.server->tables->keys.next - 1);
	printf("%lu of them in paired worlds: %lu choices differed unseen, %lu messages, %lu bytes "
	       "alike\n",
	       paired, pair.differing, pair.messages, pair.bytes);
	fflush(stdout);
	must(pair.differing > paired / 200 && pair.messages > paired / 4);
	pair_close(&pair);
	world_close(&world);
	return 0;
}
