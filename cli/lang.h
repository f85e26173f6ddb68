/* SPDX-License-Identifier: MIT
 *
 * The language that messages are in. The one choice a run makes at its start.
 */
#ifndef CLI_LANG_H
#define CLI_LANG_H

#include <stdbool.h>

/* "en" or "fr"; false for anything else. */
bool lang_set(const char *);
/* From LANGUAGE, LC_ALL, LC_MESSAGES, LANG: the first that is set decides. */
void lang_from_environment(void);

#endif
