/* SPDX-License-Identifier: MIT
 *
 * The nets of games, which the host of a WebAssembly module fetches apart.
 */
#ifndef WASM_NETS_H
#define WASM_NETS_H

#include <stdbool.h>
#include <stddef.h>

/* Keeps the bytes, which stay the caller's and must live on; false if they are not this game's. */
bool nets_load(const char *id, const void *bytes, size_t size);

#endif
