/* SPDX-License-Identifier: MIT
 *
 * Growth of arrays. Knows the size of items, not their meaning.
 */
#include "array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 8 };

/* Pointers to different types may not alias, so the owner's pointer is copied in and out. */
static bool array_resize(void *items, size_t *cap, size_t wanted, size_t size)
{
	void *memory;

	memcpy(&memory, items, sizeof memory);
	memory = realloc(memory, wanted * size);
	if (!memory)
		return false;
	memcpy(items, &memory, sizeof memory);
	*cap = wanted;
	return true;
}

bool array_reserve_bytes(void *items, size_t *cap, size_t need, size_t most, size_t size)
{
	size_t wanted = *cap > 0 ? *cap : FIRST;

	if (need <= *cap)
		return true;
	if (most > SIZE_MAX / size)
		most = SIZE_MAX / size;
	if (need > most)
		return false;
	while (wanted < need)
		wanted = wanted > most / 2 ? most : 2 * wanted;
	return array_resize(items, cap, wanted < most ? wanted : most, size);
}

void array_trim_bytes(void *items, size_t *cap, size_t n, size_t size)
{
	void *none = NULL, *memory;

	if (n >= *cap)
		return;
	if (n > 0) {
		array_resize(items, cap, n, size);
		return;
	}
	memcpy(&memory, items, sizeof memory);
	free(memory);
	memcpy(items, &none, sizeof none);
	*cap = 0;
}
