/* SPDX-License-Identifier: MIT
 *
 * Memory under a JSON writer.
 */
#include "buffer.h"

#include "array.h"

#include <stdlib.h>

enum { FIRST = 4096, MOST = 256 << 20 };

bool buffer_grow(struct buffer *buffer)
{
	size_t need = buffer->cap < FIRST ? FIRST : buffer->cap + 1;
	bool is_new = !buffer->mem;

	if (!array_reserve(buffer->mem, buffer->cap, need, MOST))
		return false;
	if (is_new)
		mp_json_init(&buffer->json, buffer->mem, buffer->cap);
	buffer->json.text.buf = buffer->mem;
	buffer->json.text.cap = buffer->cap;
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
