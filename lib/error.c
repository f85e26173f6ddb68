/* SPDX-License-Identifier: MIT
 *
 * What went wrong, for each thread; and texts that grow until they fit.
 */
#include "lib.h"

#include <string.h>

static _Thread_local struct mp_fault fault;

struct mp_fault *lib_fault(void)
{
	return &fault;
}

enum mp_err lib_fail(enum mp_err code, const char *message)
{
	return mp_fault_set(&fault, code, message);
}

enum mp_err lib_no_memory(void)
{
	return lib_fail(MP_FULL,
	                "There is not enough memory. Close what is not needed, and try again.");
}

enum mp_err mp_error(void)
{
	return fault.code;
}

const char *mp_error_message(void)
{
	return fault.message;
}

const char *mp_error_rule(void)
{
	return fault.rule;
}

int mp_error_line(void)
{
	return fault.line;
}

const char *mp_version(void)
{
	return METROPOLE_VERSION;
}

const char *lib_text(struct buffer *buffer, lib_write *write, struct mp_match *match, int viewer,
                     const void *argument)
{
	while (buffer->mem || buffer_grow(buffer)) {
		enum mp_err err;

		buffer_clear(buffer);
		err = write(match, viewer, argument, &buffer->json, &fault);
		if (err)
			return NULL;
		if (!buffer->json.text.overflow)
			return buffer->mem;
		if (!buffer_grow(buffer))
			break;
	}
	lib_no_memory();
	return NULL;
}

uint64_t lib_key(const struct mp_game *game, const void *redacted, int viewer)
{
	const unsigned char *bytes = redacted;
	uint64_t key = 0x9e3779b97f4a7c15u * (uint64_t)(viewer + 1);
	size_t i = 0;

	/* Eight bytes at a time; each step is a bijection of the key for given bytes. */
	for (; i + 8 <= game->state_size; i += 8) {
		uint64_t word;

		memcpy(&word, bytes + i, 8);
		key = (key ^ word) * 0xff51afd7ed558ccdu;
		key ^= key >> 32;
	}
	for (; i < game->state_size; i++)
		key = (key ^ bytes[i]) * 0x100000001b3u;
	key ^= key >> 29;
	key *= 0xc4ceb9fe1a85ec53u;
	return key ^ key >> 32;
}
