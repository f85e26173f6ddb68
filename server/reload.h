/* SPDX-License-Identifier: MIT
 *
 * Settings that change while the server runs.
 */
#ifndef METROPOLE_SERVER_RELOAD_H
#define METROPOLE_SERVER_RELOAD_H

struct serve_config;
struct server;

/* Takes over what can be changed without a start, says in the log what cannot, and reads the
 * certificate again. On the loop's thread. */
void reload_take(struct server *, const struct serve_config *fresh);

#endif
