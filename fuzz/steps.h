/* SPDX-License-Identifier: MIT
 *
 * Sequences of operations from bytes: whatever the bytes, the operations are valid or nearly so.
 */
#ifndef FUZZ_STEPS_H
#define FUZZ_STEPS_H

#include "pair.h"

/* Does what the bytes say, at most so many operations, and checks the world after each; how many
 * it did. */
unsigned long steps_run(struct world *, const uint8_t *bytes, size_t n, unsigned long most);
/* The same in paired worlds, where what is told is compared after each. */
unsigned long steps_run_paired(struct pair *, const uint8_t *bytes, size_t n, unsigned long most);

#endif
