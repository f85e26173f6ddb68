/* SPDX-License-Identifier: MIT
 *
 * Sequences of operations against the server in process; see steps.h.
 */
#include "steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct world world;

	if (!world.server)
		world_open(&world);
	steps_run(&world, data, size, 400);
	world_clear(&world);
	return 0;
}
