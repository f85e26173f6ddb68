/* SPDX-License-Identifier: MIT
 *
 * A request from a line of JSON, natively.
 */
#ifndef ENGINE_LINE_H
#define ENGINE_LINE_H

#include "engine.h"

/* Serves one line. The answer is the engine's, without a line end. NULL after `quit`. */
const char *engine_line(struct engine *, const char *line, size_t line_len, size_t *len);

#endif
