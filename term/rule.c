/* SPDX-License-Identifier: MIT
 *
 * A rule, found in the rules of its game by its id.
 */
#include "plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool states(const char *line, size_t n, const char *id)
{
	size_t len = strlen(id);

	while (n > 0 && strchr("-*# ", *line)) {
		line++;
		n--;
	}
	return n > len && strncasecmp(line, id, len) == 0 && !isalnum((unsigned char)line[len]);
}

/* The signs of a page are not for reading aloud. */
static void strip(char *line)
{
	char *out = line;

	line += strspn(line, "- ");
	for (; *line; line++)
		if (*line != '*' && *line != '`')
			*out++ = *line;
	*out = '\0';
}

void rule_lines(rules_fn *rules, const struct mp_game *game, enum mp_lang lang, const char *id,
                struct lines *out)
{
	size_t len = 0;
	const char *text = rules && *id ? rules(game, lang, &len) : NULL, *end = text + len;

	while (text && text < end) {
		const char *eol = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((eol ? eol : end) - text);
		char *line;

		if (states(text, n, id) && (line = strndup(text, n))) {
			strip(line);
			lines_add(out, line);
			free(line);
		}
		text += n + 1;
	}
}
