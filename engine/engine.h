/* SPDX-License-Identifier: MIT
 *
 * The engine protocol: one match, requests in, answers out as JSON lines. Knows nothing of where
 * requests come from.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "request.h"

struct engine;

/* `entropy` is the system's random source, for matches without a seed. NULL if memory is short. */
struct engine *engine_new(uint64_t (*entropy)(void *ctx), void *ctx);
void engine_free(struct engine *);

/* Answers a request: a line of JSON without its line end, owned by the engine and good until the
 * next call. */
const char *engine_answer(struct engine *, struct request *, size_t *len);

/* The answer to what is no request at all (MP_BAD_JSON, MP_TOO_LONG). */
const char *engine_refuse(struct engine *, enum mp_err, const char *message, size_t *len);

#endif
