/* SPDX-License-Identifier: MIT
 *
 * Memory under a JSON writer.
 */
#include "buffer.h"

#include <stdlib.h>

enum { FIRST = 4096, MOST = 256 << 20 };

bool buffer_grow(struct buffer *buffer)
{
	size_t cap = buffer->cap ? 2 * buffer->cap : FIRST;
	char *mem = cap <= MOST ? realloc(buffer->mem, cap) : NULL;

	if (!mem)
		return false;
	if (!buffer->mem)
		mp_json_init(&buffer->json, mem, cap);
	buffer->mem = buffer->json.text.buf = mem;
	buffer->cap = buffer->json.text.cap = cap;
	return true;
}

void buffer_clear(struct buffer *buffer)
{
	mp_json_init(&buffer->json, buffer->mem, buffer->cap);
}

void buffer_release(struct buffer *buffer)
{
	free(buffer->mem);
	*buffer = (struct buffer){0};
}

void buffer_write(const struct buffer *buffer, const char *key, struct mp_json *json)
{
	mp_json_array(json, key);
	if (buffer->json.text.len > 0)
		mp_json_raw(json, NULL, buffer->json.text.buf, buffer->json.text.len);
	mp_json_end_array(json);
}
