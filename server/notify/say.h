/* SPDX-License-Identifier: MIT
 *
 * What is told to somebody who is not there, in their language.
 */
#ifndef METROPOLE_SERVER_SAY_H
#define METROPOLE_SERVER_SAY_H

#include <metropole/text.h>

#include "server/notify/notify.h"

enum { SAY_BYTES = 1024 };

/* Under a key of server/words.en; `args` is a JSON object of core's writer. */
void notify_say(enum mp_lang, const char *key, const char *args, struct mp_text *);
/* What happened last, and what waits: "Anna lays a tile at d4. Your turn in …" */
void say_notice(struct server *, struct table *, enum mp_lang, enum notify_kind, int by,
                struct mp_text *);

#endif
