/* SPDX-License-Identifier: MIT
 *
 * A JSON writer whose memory can be enlarged: writers stay bounded, the buffer under them grows.
 */
#ifndef HOST_BUFFER_H
#define HOST_BUFFER_H

#include <metropole/text.h>

struct buffer {
	char *mem;
	size_t cap;
	struct mp_json json; /* into mem; kept whole: what did not fit is not in it */
};

/* Doubles the memory and keeps the content; false when memory is short (or at 256 MiB). */
bool buffer_grow(struct buffer *);
void buffer_clear(struct buffer *);
void buffer_release(struct buffer *);

/* The content as an array member. */
void buffer_write(const struct buffer *, const char *key, struct mp_json *);

#endif
