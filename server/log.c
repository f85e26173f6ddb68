/* SPDX-License-Identifier: MIT
 *
 * Structured log lines. A line is written by one call, so threads do not mix theirs.
 */
#include "server/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <metropole/text.h>

/* The one setting of a process that every thread reads. */
static atomic_int level = LOG_INFO;

void log_set_level(int to)
{
	atomic_store(&level, to);
}

void log_event(enum log_level of, const char *what, ...)
{
	static const char *const names[] = {"error", "info", "request"};
	char buf[2048];
	struct mp_json json;
	struct timespec now;
	va_list args;
	const char *name;

	if ((int)of > atomic_load(&level))
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	mp_json_init(&json, buf, sizeof buf - 1);
	mp_json_object(&json, NULL);
	mp_json_fixed(&json, "at", (double)now.tv_sec + (double)now.tv_nsec / 1e9, 3);
	mp_json_str(&json, "level", names[of]);
	mp_json_str(&json, "event", what);
	va_start(args, what);
	while ((name = va_arg(args, const char *)))
		mp_json_str(&json, name, va_arg(args, const char *));
	va_end(args);
	mp_json_end_object(&json);
	if (json.text.overflow)
		return;
	buf[json.text.len] = '\n';
	if (write(STDERR_FILENO, buf, json.text.len + 1) < 0)
		return; /* nowhere left to say so */
}

void log_out_of_memory(void)
{
	log_event(LOG_ERROR, "out_of_memory", "message",
	          "There is no memory left. What was acknowledged is kept; start the server again.",
	          NULL);
	_Exit(3);
}
