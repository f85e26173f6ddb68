/* SPDX-License-Identifier: MIT
 *
 * The engine for a host that calls WebAssembly: it writes strings into memory that it asked for,
 * fills a request member by member, and reads the answer. The module imports nothing; randomness
 * comes from the host through mp_entropy.
 */
#include "engine.h"
#include "nets.h"

#include <metropole/rng.h>

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* One module instance is one engine: its state is the module's. */
static struct engine *engine;
static struct request request;
static struct mp_rng entropy;
static const char *answer;
static size_t answer_len;

static uint64_t next_entropy(void *ctx)
{
	(void)ctx;
	return mp_rng_next(&entropy);
}

EXPORT(mp_start) int mp_start(void);
EXPORT(mp_entropy) void mp_entropy(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
EXPORT(mp_alloc) void *mp_alloc(size_t size);
EXPORT(mp_free) void mp_free(void *);
EXPORT(mp_load_nets) int mp_load_nets(const char *game, const void *bytes, size_t size);
EXPORT(mp_begin) void mp_begin(void);
EXPORT(mp_id) void mp_id(const char *json);
EXPORT(mp_str) void mp_str(const char *key, const char *value, size_t len);
EXPORT(mp_int) void mp_int(const char *key, double value);
EXPORT(mp_other) void mp_other(const char *key);
EXPORT(mp_option_str) void mp_option_str(const char *name, const char *value, size_t len);
EXPORT(mp_option_int) void mp_option_int(const char *name, double value);
EXPORT(mp_option_bool) void mp_option_bool(const char *name, int value);
EXPORT(mp_option_other) void mp_option_other(const char *name);
EXPORT(mp_answer) const char *mp_answer(void);
EXPORT(mp_answer_len) size_t mp_answer_len(void);
EXPORT(mp_bad_json) const char *mp_bad_json(void);

int mp_start(void)
{
	if (!engine)
		engine = engine_new(next_entropy, NULL);
	return engine != NULL;
}

void mp_entropy(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	mp_rng_init(&entropy, (uint64_t)a << 32 | b, (uint64_t)c << 32 | d);
}

void *mp_alloc(size_t size)
{
	return malloc(size);
}

void mp_free(void *mem)
{
	free(mem);
}

/* The bytes, from mp_alloc, are kept for good. */
int mp_load_nets(const char *game, const void *bytes, size_t size)
{
	return nets_load(game, bytes, size);
}

void mp_begin(void)
{
	request_init(&request);
}

void mp_id(const char *json)
{
	request_id(&request, json);
}

void mp_str(const char *key, const char *value, size_t len)
{
	request_str(&request, key, value, len);
}

/* The host sends whole numbers of at most 2^53 only. */
void mp_int(const char *key, double value)
{
	request_int(&request, key, (int64_t)value);
}

void mp_other(const char *key)
{
	request_other(&request, key);
}

void mp_option_str(const char *name, const char *value, size_t len)
{
	request_option_str(&request, name, value, len);
}

void mp_option_int(const char *name, double value)
{
	request_option_int(&request, name, (int64_t)value);
}

void mp_option_bool(const char *name, int value)
{
	request_option_bool(&request, name, value != 0);
}

void mp_option_other(const char *name)
{
	request_option_other(&request, name);
}

const char *mp_answer(void)
{
	answer = engine_answer(engine, &request, &answer_len);
	return answer;
}

const char *mp_bad_json(void)
{
	answer =
		engine_refuse(engine, MP_BAD_JSON,
	                  "This line is not JSON. Send one JSON object on each line.", &answer_len);
	return answer;
}

size_t mp_answer_len(void)
{
	return answer_len;
}
