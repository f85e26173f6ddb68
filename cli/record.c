/* SPDX-License-Identifier: MIT
 *
 * Records that a command line names: read, and replayed into a match.
 */
#include "record.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 64 << 20 };

char *record_read(const char *path, int *code)
{
	size_t len;
	char *text = cli_read_file(path, RECORD_MAX, &len);

	*code = text ? CLI_OK : CLI_SYSTEM;
	if (text && strlen(text) != len) {
		*code = cli_fail(CLI_FAILED, tr("%s is not a text file"), path);
		free(text);
		text = NULL;
	}
	return text;
}

int record_fail(const char *path, const struct mp_fault *fault)
{
	return cli_fail(CLI_FAILED, tr("%s, line %d: %s%s%s"), path, fault->line, fault->message,
	                fault->rule ? " " : "", fault->rule ? fault->rule : "");
}

int record_load(const char *path, struct live *live)
{
	struct mp_fault fault;
	int code;
	char *text = record_read(path, &code);

	if (text && live_load(live, text, MP_ALL, &fault))
		code = record_fail(path, &fault);
	free(text);
	return code;
}
