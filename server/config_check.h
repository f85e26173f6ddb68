/* SPDX-License-Identifier: MIT
 *
 * Whether a text is good for a setting; for config.c.
 */
#ifndef METROPOLE_SERVER_CONFIG_CHECK_H
#define METROPOLE_SERVER_CONFIG_CHECK_H

#include "server/server.h"

/* Brings the text into its usual form; false with a sentence if the setting cannot take it. */
bool config_check_text(const char *name, char value[SERVE_TEXT_MAX], char *why, size_t cap);

#endif
