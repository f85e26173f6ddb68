/* SPDX-License-Identifier: MIT
 *
 * Sequences of operations against the server in process; see steps.h.
 */
#include "steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct world world;
	static struct pair pair;

	if (!world.server) {
		world_open(&world, NULL);
		pair_open(&pair);
	}
	if (size > 0 && data[0] % 4 == 3) {
		steps_run_paired(&pair, data + 1, size - 1, 400);
		return 0;
	}
	steps_run(&world, data, size, 400);
	world_clear(&world);
	return 0;
}
