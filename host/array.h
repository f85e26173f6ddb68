/* SPDX-License-Identifier: MIT
 *
 * The one way in which an array grows. The array itself is a pointer, a number and a capacity that
 * stand in their owner's struct with the owner's types; a zeroed owner has an empty array.
 */
#ifndef HOST_ARRAY_H
#define HOST_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `need` items in all: `items` is a pointer and `cap` a size_t, both lvalues. At
 * most `most` items are ever held. False when that is too few or memory is short; then nothing has
 * changed. Grown by doubling, so that adding one at a time costs constant time each. */
#define array_reserve(items, cap, need, most)                                                      \
	array_reserve_bytes(&(items), &(cap), (need), (most), sizeof *(items))

/* Gives back what is not used: capacity becomes n, at best. Never fails. */
#define array_trim(items, cap, n) array_trim_bytes(&(items), &(cap), (n), sizeof *(items))

/* What the two stand for; `items` is the address of a pointer to items of `size` bytes. */
bool array_reserve_bytes(void *items, size_t *cap, size_t need, size_t most, size_t size);
void array_trim_bytes(void *items, size_t *cap, size_t n, size_t size);

#endif
