/* SPDX-License-Identifier: MIT
 *
 * Records that a command line names: read, and replayed into a match.
 */
#include "record.h"

#include "cli.h"

#include <metropole/words.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_MAX = 64 << 20, SAID_MAX = 600 };

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

/* The game that a record says it is of, NULL if there is none. */
static const struct mp_game *game_of(const char *text)
{
	const char *line = strstr(text, "\ngame ");
	char id[64];

	return line && sscanf(line, "\ngame %63[a-z0-9_]", id) == 1 ? mp_game_find(id) : NULL;
}

/* What is wrong, in the language of the program. What a fault says itself is English: a move's
 * refusal has a sentence in its game's words, what is wrong with the record one in the catalogue.
 */
static void say(const char *text, const struct mp_fault *fault, struct mp_text *out)
{
	struct mp_voice voice = {.lang = cli_lang()};
	const char *args = fault->args[0] ? fault->args : "{}", *translated = tr(fault->message);
	char key[96];

	snprintf(key, sizeof key, "refuse.%s", fault->key ? fault->key : "");
	if (voice.lang == MP_EN || translated != fault->message ||
	    !mp_say(&voice, game_of(text), MP_PUBLIC, key, args, strlen(args), out))
		mp_text_str(out, translated);
}

int record_fail(const char *path, const char *text, const struct mp_fault *fault)
{
	char said[SAID_MAX];
	struct mp_text out;

	mp_text_init(&out, said, sizeof said);
	say(text, fault, &out);
	return cli_fail(CLI_FAILED, tr("%s, line %d: %s%s%s"), path, fault->line, said,
	                fault->rule ? " " : "", fault->rule ? fault->rule : "");
}

/* Is it what one seat saw of a match? */
static bool is_cut(const char *text)
{
	for (int seat = 0; strstr(text, " ?") && seat < MP_SEATS; seat++) {
		struct mp_fault fault;
		struct live live;

		if (live_load(&live, text, seat, &fault) == MP_OK) {
			live_release(&live);
			return true;
		}
	}
	return false;
}

int record_load(const char *path, struct live *live)
{
	struct mp_fault fault;
	int code;
	char *text = record_read(path, &code);

	if (text && live_load(live, text, MP_ALL, &fault))
		code = is_cut(text) ? cli_fail(CLI_FAILED,
		                               tr("%s is what one seat saw: where it says ?, something is "
		                                  "hidden, and only a whole record will do"),
		                               path)
		                    : record_fail(path, text, &fault);
	free(text);
	return code;
}
